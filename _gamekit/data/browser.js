"use strict";
// What the pages of games share: links that people sent, kernels that a page has packed, and what a browser keeps.

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
