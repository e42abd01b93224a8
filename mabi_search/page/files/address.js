// What an address asks for: #game=…, #puzzle=3, #day=2026-11-25, or #puzzle for that of today; #12 is a ply of the game on the board.

import { Wrong } from "./texts.js";

const KNOWN = ["game", "puzzle", "day"];
const AFTER = /[\s.,;:!?)\]}>"'»›”’」』、。）！？…]+$/u; // what stands after a link in a text, and was taken for a part of it
const TRACKER = /^(?:utm_\w*|fbclid|gclid|dclid|msclkid|igshid|mc_[ce]id|si|ref_src)$/iu; // says where a visitor came from

function decoded(text) {
  try {
    return decodeURIComponent(text.replaceAll("+", " ")).normalize("NFKC").replace(AFTER, "");
  } catch {
    throw new Wrong(t("link.unreadable"));
  }
}

/** What is asked for, by name, and what of the address has no meaning here; Wrong if it cannot be read. */
export function readAddress(hash) {
  const asked = { unknown: [] };
  const parts = hash.slice(1).replaceAll(/&(?:amp|#38);/giu, "&").split("&").filter(Boolean);
  for (const part of parts) {
    const [name, ...value] = (part.includes("=") ? part : decoded(part)).split("=");
    if (KNOWN.includes(name) && !(name in asked)) asked[name] = decoded(value.join("="));
    else if (!TRACKER.test(name) && !/^\d+$/u.test(name)) asked.unknown.push(decoded(part));
  }
  return asked;
}

/** An address without what was added to it to follow a visitor. */
export function untracked(address) {
  const clean = new URL(address);
  for (const name of [...clean.searchParams.keys()]) if (TRACKER.test(name)) clean.searchParams.delete(name);
  return clean;
}
