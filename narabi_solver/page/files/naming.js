// What names a deal: the day it is the puzzle of, and the part of an address that holds it.

import { dataOf, linkOf } from "./decks.js";
import { quoted } from "./notation.js";
import { PLACES, SEATS } from "./rules.js";
import { dealText } from "./texts.js";

export const LEVELS = ["easy", "medium", "hard"];
const FIRST_DAY = Date.UTC(2026, 0, 1); // whose puzzles are the first of the lists
export const HASH_TEXT = text =>
  encodeURIComponent(text).replaceAll("%20", "+").replaceAll("%3A", ":").replaceAll("%2F", "/");

const numbers = new Map();
/** The numbers of the deals of a list of puzzles, which holds the steps from each to the next. */
function numbersOf({ steps }) {
  let sum = 0;
  if (!numbers.has(steps)) numbers.set(steps, steps.split(" ").map(step => (sum += parseInt(step, 36))));
  return numbers.get(steps);
}

/**
 * What a puzzle of a day is: { players, seed, index } of a deal that was graded (studies/grades/page_puzzles.py), one of
 * the list a day; or, with a deck that has no lists, { players, seed, turns } to be looked for.
 */
export function puzzleOf(deck, { day, level }) {
  const [year, month, date] = day.split("-").map(Number);
  if (deck.puzzles) {
    const { players, seed } = deck.puzzles[level],
      numbers = numbersOf(deck.puzzles[level]);
    const number = Math.round((Date.UTC(year, month - 1, date) - FIRST_DAY) / DAY) % numbers.length;
    return { players, seed, index: numbers.at(number) };
  }
  const hardness = LEVELS.indexOf(level);
  const players = deck.players[Math.min(hardness, deck.players.length - 1)];
  return { players, seed: year * 10000 + month * 100 + date, turns: 4 + hardness };
}

/** How swapping back is read, and the cards, as the part of an address that follows the deal; empty if both are the usual ones. */
export const restOf = ({ undo, deck }) => `${undo === "allowed" ? "" : `&undo=${undo}`}${deck ? `&deck=${deck}` : ""}`;

/** The part of the page's address that names a deal, never what was played: { id, start, undo, deck } of a game. */
export function hashOf(game, task) {
  const { id, start } = game;
  const deal = { day: `day=${task.day}&puzzle=${task.level}`, lesson: "learn" }[task.kind] ?? `deal=${id ?? HASH_TEXT(dealText(start, []))}`;
  return `#${deal}${restOf(game)}`;
}

/** The name under which a game and its result are kept: it shows no card. */
export const keyOf = (game, task) => sealed(hashOf(game, task));

/** The key under which the name of a deal is kept, whatever the rule and the cards. */
export const nameKeyOf = (game, task) => keyOf({ ...game, undo: UNDO_WORDS[0], deck: "" }, task);

/** Names of deals that no address says: how somebody came by them. */
export const NAMED_HERE = ["deal.name-own", "deal.name-random", "deal.name-order"];

/** Such a part with the text of a deal in a form that shows no card to who reads it. */
export const sealed = hash => hash.replace(/^#deal=([^&~]*:[^&]*)/, (_, text) => `#deal=~${linkOf(text)}`);

/** Where others find this page too; null if it is a file, or on this machine alone. */
export function publicAddress({ protocol, hostname, href }) {
  const alone = /^(localhost|127\..*|\[::1\])$/.test(hostname);
  if (!/^https?:$/.test(protocol) || alone) return null;
  const [address, query] = href.split("#")[0].split(/\?(.*)/s);
  const parts = (query ?? "").split("&").filter(part => part && !OF_VISITOR.test(part.split("=")[0]));
  return parts.length ? `${address}?${parts.join("&")}` : address;
}

export const UNDO_WORDS = ["allowed", "next", "receiver", "expert"];
const NAMING = ["learn", "archive", "day", "deal"]; // one of them in an address
const ENCODED = new RegExp(`^(?:${NAMING.join("|")}|deck|undo)%3D`, "iu"); // programs encode a whole address
const JOINED = /%26(puzzle|undo|deck|cards|build|sent)(?:=|%3D)/giu;

/** An address with its "=" and "&" as themselves. */
function plainHash(hash) {
  const written = hashText(hash).replace(AFTER_LINK, "");
  try {
    return (ENCODED.test(written) ? decodeURIComponent(written) : written).replace(JOINED, "&$1=");
  } catch {
    return written;
  }
}

/** The address that a part of one holds; null if it holds none. */
function sentOf(part) {
  try {
    const hash = dataOf(part);
    return typeof hash === "string" && hash.startsWith("#") ? hash : null;
  } catch {
    return null;
  }
}

/**
 * What that part of an address names: { puzzle }, { text }, { learn } or { archive }, or none of them for today; `undo`, and
 * `cards`: whose are shown, `build`: for how many players a deal is put together, and `sentTo`: to which address the lesson
 * leads, if it says that.
 * `problem` is what cannot be read of it, `unknown` the parts that mean nothing.
 */
export function readHash(hash) {
  const pairs = plainHash(hash)
    .split("&")
    .filter(part => !OF_VISITOR.test(part.split("=")[0]))
    .map(part => part.split(/=(.*)/s, 2));
  const parts = new Map(pairs);
  const rule = parts.get("undo") ?? UNDO_WORDS[0];
  const undo = UNDO_WORDS.includes(rule) ? rule : UNDO_WORDS[0];
  const twice = ["deck", "undo", "puzzle"].filter(name => pairs.filter(([one]) => one === name).length > 1);
  const named = pairs.map(([name]) => name).filter(name => NAMING.includes(name));
  const { choice, seat } = /^(?:(?<choice>pass)|(?<seat>[A-E]))$/.exec(parts.get("cards"))?.groups ?? {};
  const cards = seat ? String(SEATS.indexOf(seat)) : choice;
  const build = Object.hasOwn(PLACES, parts.get("build") ?? "") ? Number(parts.get("build")) : undefined;
  const sentTo = named.includes("learn") ? sentOf(parts.get("sent")) : null;
  const known = [...named, "undo", "deck", ...(sentTo ? ["sent"] : []), ...(cards ? ["cards"] : []), ...(build ? ["build"] : []), ...(named.includes("day") ? ["puzzle"] : [])];
  const unknown = [...parts.keys()].filter(name => name && !known.includes(name));
  const found = { undo, unknown, deck: parts.get("deck"), cards, build, sentTo };
  if (rule !== undo) found.problem = t("link.undo", { word: quoted(rule) });
  if (twice.length) found.problem = t("link.twice", { words: listed(twice.map(name => `${name}=`)) });
  if (named.length > 1) {
    found.problem = t("link.several", { words: listed(named) });
  } else if (twice.length) {
    found.deck = undefined; // which of them is meant is not known
  } else if (parts.has("learn") || parts.has("archive")) {
    found[named[0]] = true;
  } else if (parts.has("day")) {
    const level = parts.get("puzzle") ?? LEVELS[0];
    if (!LEVELS.includes(level)) found.problem = t("link.puzzle", { word: quoted(level) });
    else if (isDay(parts.get("day"))) found.puzzle = { day: parts.get("day"), level };
    else found.problem = t("link.day", { word: quoted(parts.get("day") ?? "") });
  } else if (parts.has("deal")) {
    const text = (parts.get("deal") ?? "").replaceAll("+", " ");
    try {
      found.text = decodeURIComponent(text.startsWith("~") ? dataOf(text.slice(1)).replaceAll("+", " ") : text);
    } catch {
      Object.assign(found, { text, problem: t(text.startsWith("~") ? "link.damaged" : "link.percent") });
    }
  } else if (unknown.length && !found.deck) {
    found.problem = t("link.nothing");
  }
  return found;
}
