"use strict";
// What names a deal: the day it is the puzzle of, and the part of an address that holds it.

const TURNS_OF_THE_DAY = { 3: 5, 4: 5, 5: 6 };
const HASH_TEXT = text =>
  encodeURIComponent(text).replaceAll("%20", "+").replaceAll("%3A", ":").replaceAll("%2F", "/");

/** What the puzzle of a day is: { seed, players, turns }; on Saturdays and Sundays it takes a turn more. */
function puzzleOf(deck, day) {
  const [year, month, date] = day.split("-").map(Number);
  const number = Math.floor(Date.UTC(year, month - 1, date) / 86400000);
  const players = deck.players[number % deck.players.length];
  const weekend = ((number + 4) % 7) % 6 === 0; // 1 January 1970 was a Thursday
  return {
    seed: year * 10000 + month * 100 + date,
    players,
    turns: TURNS_OF_THE_DAY[players] + (weekend ? 1 : 0),
  };
}

/** Today, as 2026-11-23. */
function today() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map(part => String(part).padStart(2, "0"))
    .join("-");
}

function isDay(text) {
  const parsed = new Date(`${text}T00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(+parsed) && parsed.toISOString().startsWith(text);
}

function dayInWords(day) {
  const [year, month, date] = day.split("-").map(Number);
  const options = { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" };
  return new Date(Date.UTC(year, month - 1, date)).toLocaleDateString(locale(), options);
}

/** The part of the page's address that names a game. */
function hashOf(start, swaps, undo, day) {
  const deal = swaps.length || !day ? `deal=${HASH_TEXT(dealText(start, swaps))}` : `day=${day}`;
  return `#${deal}${undo === "allowed" ? "" : `&undo=${undo}`}`;
}

/** Where others find this page too; null if it is a file, or served to this machine alone. */
function publicAddress({ protocol, hostname, href }) {
  const alone = /^(localhost|127\..*|\[::1\])$/.test(hostname);
  return /^https?:$/.test(protocol) && !alone ? href.split("#")[0] : null;
}

/**
 * What that part of an address names: { day } or { text }, or neither of them for today; and `undo`. `problem` is
 * what cannot be read of it.
 */
function readHash(hash) {
  const parts = new Map(
    hash
      .slice(1)
      .split("&")
      .map(part => part.split(/=(.*)/s, 2)),
  );
  const rule = parts.get("undo") ?? "allowed";
  const undo = ["allowed", "next", "receiver"].includes(rule) ? rule : "allowed";
  const found = { undo };
  if (rule !== undo)
    found.problem = t("link.undo", { word: quoted(rule) });
  if (parts.has("day")) {
    if (isDay(parts.get("day"))) found.day = parts.get("day");
    else found.problem = t("link.day", { word: quoted(parts.get("day") ?? "") });
  } else if (parts.has("deal")) {
    const text = (parts.get("deal") ?? "").replaceAll("+", " ");
    try {
      found.text = decodeURIComponent(text);
    } catch {
      Object.assign(found, { text, problem: t("link.percent") });
    }
  } else if (hash.length > 1 && !parts.has("undo")) {
    found.problem = t("link.nothing");
  }
  return found;
}
