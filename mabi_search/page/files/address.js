// Read an address: #game=…, #puzzle=3, #day=2026-11-25, or #puzzle for today's puzzle; a number is a place in the game.

import { Wrong } from "./texts.js";

const KNOWN = ["game", "puzzle", "day"];
const ASKED = /\?+$/u; // the end of a sentence

function decoded(text) {
  try {
    return decodeURIComponent(text.replaceAll("+", " ")).normalize("NFKC").replace(ASKED, "").replace(AFTER_LINK, "").replace(ASKED, "");
  } catch {
    throw new Wrong(t("link.unreadable"));
  }
}

/** Return the named parts of an address, and the parts without a meaning; throw Wrong if it cannot be read. */
export function readAddress(hash) {
  const asked = { unknown: [], place: null };
  const text = hashText(hash);
  const parts = (/[=&]/u.test(text) ? text : decoded(text)).split("&").filter(Boolean); // some programs encode a link as a whole
  for (const part of parts) {
    const [name, ...value] = (part.includes("=") ? part : decoded(part)).split("=");
    if (KNOWN.includes(name) && !(name in asked)) asked[name] = decoded(value.join("="));
    else if (/^\d+$/u.test(name)) asked.place = Number(name);
    else if (!OF_VISITOR.test(name)) asked.unknown.push(decoded(part));
  }
  return asked;
}

/** Return an address without tracking parameters. */
export function untracked(address) {
  const clean = new URL(address);
  for (const name of [...clean.searchParams.keys()]) if (OF_VISITOR.test(name)) clean.searchParams.delete(name);
  return clean;
}
