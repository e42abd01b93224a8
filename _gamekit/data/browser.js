"use strict";
// What the pages of games share: links that people sent, kernels that a page has packed, what a browser keeps, and days.

/** What a visitor brings along that says where from: never read, and never passed on. */
const OF_VISITOR = /^(?:utm_.*|fbclid|gclid|dclid|msclkid|igshid|igsh|mc_[ce]id|_hs\w+|si|ref_src)$/iu;

/** What people and programs write after a link, as signs or encoded; a question mark may belong to it. */
const AFTER_LINK = /(?:[\s.,;:!)\]}>'"»›”’…。、」』）！]|%(?:2[279C]|3[AE]|5D|7D|C2%BB|E2%80%(?:9[89CD]|A6)|E3%80%8[12DF]))+$/iu;

/** The part of an address behind its #, with each "&" as itself. */
const hashText = hash => hash.slice(1).replace(/&(?:amp|#38);|%26amp%3B/giu, "&");

/** The kernels that this page has packed, as bytes of WebAssembly. */
function packedKernels() {
  const packed = Uint8Array.from(atob(document.getElementById("kernels").textContent), sign => sign.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/** What the browser keeps under a name; null if it keeps nothing, or something else wrote it. */
function stored(name) {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
}

/** Keep a value under a name; return whether the browser does. */
function store(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

const DAY = 86_400_000; // milliseconds

// Days are texts like 2026-11-25, and begin at midnight where the reader is.

/** The day some days before another. */
const dayBefore = (day, days) => new Date(Date.parse(day) - days * DAY).toISOString().slice(0, 10);

function today() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map(part => String(part).padStart(2, "0"))
    .join("-");
}

/** Whether a text is a day of the calendar. */
const isDay = text => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && dayBefore(text, 0) === text;

function dayInWords(day, short = false) {
  const form = short ? { month: "short" } : { month: "long", year: "numeric" };
  return new Date(Date.parse(day)).toLocaleDateString(locale(), { day: "numeric", timeZone: "UTC", ...form });
}

/** How many days in a row, up to this one or the one before, are as `counts` says. */
function daysInRow(counts, now) {
  let day = counts(now) ? now : dayBefore(now, 1),
    days = 0;
  for (; counts(day); day = dayBefore(day, 1)) days++;
  return days;
}
