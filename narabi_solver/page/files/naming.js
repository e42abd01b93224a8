"use strict";
// What names a deal: the day it is the puzzle of, and the part of an address that holds it.

const LEVELS = ["easy", "medium", "hard"];
const FIRST_DAY = Date.UTC(2026, 0, 1); // whose puzzles are the first of the lists
const HASH_TEXT = text =>
  encodeURIComponent(text).replaceAll("%20", "+").replaceAll("%3A", ":").replaceAll("%2F", "/");

/**
 * What a puzzle of a day is: { players, seed, index } of a deal that was graded (studies/grades/page_puzzles.py), one of
 * the list a day; or, with a deck that has no lists, { players, seed, turns } to be looked for.
 */
function puzzleOf(deck, { day, level }) {
  const [year, month, date] = day.split("-").map(Number);
  if (deck.puzzles) {
    const { players, seed, steps } = deck.puzzles[level];
    const more = steps.split(" ").map(step => parseInt(step, 36));
    const number = Math.round((Date.UTC(year, month - 1, date) - FIRST_DAY) / DAY) % more.length;
    const place = (number + more.length) % more.length;
    return { players, seed, index: more.slice(0, place + 1).reduce((sum, step) => sum + step, 0) };
  }
  const hardness = LEVELS.indexOf(level);
  const players = deck.players[Math.min(hardness, deck.players.length - 1)];
  return { players, seed: year * 10000 + month * 100 + date, turns: 4 + hardness };
}

/** How swapping back is read, and the cards, as the part of an address that follows the deal; empty if both are the usual ones. */
const restOf = ({ undo, deck }) => `${undo === "allowed" ? "" : `&undo=${undo}`}${deck.link ? `&deck=${deck.link}` : ""}`;

/** The part of the page's address that names a deal, never what was played: { id, start, undo, deck } of a game. */
function hashOf({ id, start, undo, deck }, puzzle) {
  const deal = puzzle
    ? `day=${puzzle.day}&puzzle=${puzzle.level}`
    : id === "learn"
      ? "learn"
      : `deal=${id ?? HASH_TEXT(dealText(start, []))}`;
  return `#${deal}${restOf({ undo, deck })}`;
}

/** Such a part with the text of a deal in a form that shows no card to who reads it. */
const sealed = hash => hash.replace(/^#deal=([^&~]*:[^&]*)/, (_, text) => `#deal=~${linkOf(text)}`);

/** Where others find this page too; null if it is a file, or on this machine alone. */
function publicAddress({ protocol, hostname, href }) {
  const alone = /^(localhost|127\..*|\[::1\])$/.test(hostname);
  if (!/^https?:$/.test(protocol) || alone) return null;
  const [address, query] = href.split("#")[0].split(/\?(.*)/s);
  const parts = (query ?? "").split("&").filter(part => part && !OF_VISITOR.test(part.split("=")[0]));
  return parts.length ? `${address}?${parts.join("&")}` : address;
}

const UNDO_WORDS = ["allowed", "next", "receiver", "expert"];
const NAMING = ["learn", "archive", "day", "deal"]; // one of them in an address

/**
 * What that part of an address names: { puzzle }, { text }, { learn } or { archive }, or none of them for today; `undo`, and
 * `cards`: whose are shown, if it says that.
 * `problem` is what cannot be read of it, `unknown` the parts that mean nothing.
 */
function readHash(hash) {
  const written = hashText(hash).replace(AFTER_LINK, "");
  const pairs = written
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
  const known = [...named, "undo", "deck", ...(cards ? ["cards"] : []), ...(named.includes("day") ? ["puzzle"] : [])];
  const unknown = [...parts.keys()].filter(name => name && !known.includes(name));
  const found = { undo, unknown, deck: parts.get("deck"), cards };
  if (rule !== undo)
    found.problem = t("link.undo", { word: quoted(rule) });
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
