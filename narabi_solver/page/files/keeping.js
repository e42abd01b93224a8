// What a browser keeps for the page as two plain values: settings, and the shelf of games, results and puzzles solved.
// Nothing here asks the browser: texts come in and go out.

import { deckBy, linkOf, notPlaced } from "./decks.js";
import { goesOn, joined } from "./game.js";
import { LEVELS, NAMED_HERE, UNDO_WORDS, sealed } from "./naming.js";
import { HIDDEN, PLACES, TRACK, whole } from "./rules.js";

export const KEPT = "narabi";
const MOST_RESULTS = 1000; // the oldest goes first
const MOST_GAMES = 50; // the one that was touched longest ago goes first
const MOST_NAMES = 50;
const MOST_DECKS = 20;

const SETTINGS = {
  language: null,
  taught: false, // whether somebody has put the first screen aside here, or seen the lesson
  cards: "all", // whose cards are shown
  clock: null,
  sounds: null, // whether swaps are heard and felt
  letters: null, // whether single letters are keys
  levels: "",
  decks: [], // of one's own, as data of deck files
  used: "", // for new deals: the link of one of them, empty for the usual cards
};
export const EMPTY_SHELF = {
  puzzles: {},
  games: {},
  results: {},
  built: {}, // deals that are put together, by the number of players
  names: {}, // of deals whose address does not say how they are called
};

const isObject = value => Object(value) === value && !Array.isArray(value);
const isResult = one => ["turns", "least", "helps"].every(key => whole(0, 1e6)(one?.[key]));
const isLine = one => typeof one?.moves === "string";
const isGame = one =>
  isLine(one) && Array.isArray(one.hints) && one.hints.every(hint => typeof hint === "string") && (one.lines ?? []).every?.(isLine);
const isDealt = one => isResult(one) && Number.isInteger(one.players) && Object.hasOwn(PLACES, one.players) && isDay(one.day ?? "");
const isName = one => NAMED_HERE.includes(one?.key) && ["players", "turns"].every(field => whole(0, TRACK)(one[field] ?? 0));
const good = (all, named, fits) => Object.fromEntries(Object.entries(Object(all)).filter(([name, one]) => named(name) && fits(one)));
const byKey = all => Object.fromEntries(Object.entries(all).map(([hash, one]) => [sealed(hash), one]));

/** What of some data may have been kept by this page; the rest is dropped. */
function fitting({ puzzles, games, results, built, names }) {
  const isHash = name => name.startsWith("#");
  const arranged = ([players, one]) => [players, { ...one, began: one.began ?? null, undo: one.undo ?? UNDO_WORDS[0] }]; // older versions kept neither
  const days = Object.entries(Object(puzzles)).filter(([day]) => isDay(day));
  return {
    puzzles: Object.fromEntries(days.map(([day, of]) => [day, good(of, level => LEVELS.includes(level), isResult)])),
    games: byKey(good(games, isHash, isGame)),
    results: byKey(good(results, isHash, isDealt)),
    built: Object.fromEntries(Object.entries(good(built, players => Object.hasOwn(PLACES, players), isBuilder)).map(arranged)),
    names: byKey(good(names, isHash, isName)),
  };
}

/** Whether a deal that is put together has only what its deck has. */
export function isBuilder(one) {
  try {
    const { ring, players, chosen, part = null, began, undo = UNDO_WORDS[0] } = one,
      empty = { ...one, ring: [] };
    const placed = kind => ring.map(stone => stone[kind]).filter(what => what !== "" && !(kind === "card" && what === HIDDEN));
    const fits = kind => notPlaced(empty, kind).length === notPlaced(one, kind).length + placed(kind).length;
    const isArranged = UNDO_WORDS.includes(undo) && (began == null || whole(0, players - 1)(began));
    return isArranged && ring.length === PLACES[players] && ring.every(({ nth }, i) => nth === i) && whole(0, ring.length - 1)(chosen) && [null, "label", "card"].includes(part) && fits("label") && fits("card");
  } catch {
    return false;
  }
}

/** Whether the data of a deck can be used. */
function isDeck(file) {
  try {
    return isObject(file) && Boolean(deckBy(linkOf(file)));
  } catch {
    return false;
  }
}

/** The settings of some data, as far as they are valid. */
function settingsOf({ deck, decks, useOurs, used, ...given }) {
  const all = [...(Array.isArray(decks) ? decks : []), ...(isObject(deck) ? [deck] : [])].filter(isDeck);
  const links = all.map(linkOf);
  const before = useOurs === false ? "" : (links[0] ?? ""); // as a version before kept one deck
  return {
    ...SETTINGS,
    ...Object.fromEntries(Object.keys(SETTINGS).flatMap(key => (Object.hasOwn(given, key) ? [[key, given[key]]] : []))),
    levels: typeof given.levels === "string" ? given.levels : "",
    decks: all,
    used: typeof used === "string" ? (links.includes(used) ? used : "") : before,
  };
}

/** { settings, shelf } of what a browser has kept, whatever that is. */
export function keptFrom(data) {
  const sound = isObject(data) && [data.puzzles, data.games, data.results ?? {}].every(isObject);
  return sound ? { settings: settingsOf(data), shelf: fitting(data) } : { settings: SETTINGS, shelf: EMPTY_SHELF };
}

/** Those two as what a browser keeps. */
export const asKept = ({ settings, shelf }) => ({ ...settings, ...shelf });

/** The better of two results, of which the second may be missing: fewer turns, then fewer hints. */
function better(one, other) {
  return !other || one.turns < other.turns || (one.turns === other.turns && one.helps < other.helps) ? one : other;
}

/** Values with another one as the newest, and the oldest ones left out. */
function withNewest(all, name, value, most) {
  const { [name]: _, ...others } = all;
  return Object.fromEntries([...Object.entries(others), [name, value]].slice(-most));
}

/** The shelf with a game: lines of it that another tab has kept stay. */
export function withGame(shelf, key, record) {
  return { ...shelf, games: withNewest(shelf.games, key, joined(record, shelf.games[key]), MOST_GAMES) };
}

/** The shelf with a deal that is put together, or without it. */
export const withBuilder = (shelf, builder) => ({ ...shelf, built: { ...shelf.built, [builder.players]: builder } });
export function withoutBuilder(shelf, { players }) {
  const { [players]: _, ...built } = shelf.built;
  return { ...shelf, built };
}

/** The shelf with the name of a deal, if it is one that no address says. */
export const withName = (shelf, key, name) => (isName(name) ? { ...shelf, names: withNewest(shelf.names, key, name, MOST_NAMES) } : shelf);

/** The shelf with the result of a deal, if it is the best. */
export function withResult(shelf, key, result) {
  if (better(result, shelf.results[key]) !== result) return shelf;
  return { ...shelf, results: withNewest(shelf.results, key, result, MOST_RESULTS) };
}

/** The shelf with a puzzle solved, begun on a day. */
export function withPuzzle(shelf, { day, level }, result, begun) {
  const old = shelf.puzzles[day]?.[level];
  const best = { ...better(result, old), onDay: Boolean(old?.onDay || day === begun) };
  return { ...shelf, puzzles: { ...shelf.puzzles, [day]: { ...shelf.puzzles[day], [level]: best } } };
}

const isPerfect = ({ turns, least, helps }) => turns === least && !helps;

/** The results with the fewest turns, without help. */
export const perfectOf = results => results.filter(isPerfect);

/** "perfect", "solved" or "open": how far somebody has come with a puzzle. */
export function resultOf({ puzzles }, { day, level }) {
  const best = puzzles[day]?.[level];
  if (!best) return "open";
  return isPerfect(best) ? "perfect" : "solved";
}

/** On how many days in a row, up to today or yesterday, a puzzle of the day was begun on that day and solved. */
export const streak = ({ puzzles }, now) => daysInRow(day => Object.values(puzzles[day] ?? {}).some(one => one.onDay), now);

const puzzleIn = key => /^#day=([\d-]+)&puzzle=(\w+)/.exec(key);

/** The results of all deals: the best one of each, and of a puzzle one, by whatever rule it was solved. */
export function resultsOf({ results, puzzles }) {
  const best = {};
  for (const [key, one] of Object.entries(results)) {
    const name = puzzleIn(key)?.[0] ?? key;
    best[name] = better(one, best[name]);
  }
  for (const [day, levels] of Object.entries(puzzles))
    for (const [level, one] of Object.entries(levels)) best[`#day=${day}&puzzle=${level}`] ??= { ...one, day };
  return Object.values(best);
}

/** Whether somebody has played nothing here yet. */
export const isStranger = ({ settings, shelf }) =>
  !settings.taught && Object.values({ ...shelf, names: {} }).every(all => !Object.keys(all).length);

/** Settings with a deck of one's own, which is used for new deals from now on; `instead` of another one. */
export function withDeck(settings, file, instead = "") {
  const link = linkOf(file);
  const others = settings.decks.filter(one => ![link, instead].includes(linkOf(one)));
  return { ...settings, decks: [...others, file].slice(-MOST_DECKS), used: link };
}

export const withoutDeck = (settings, link) => ({ ...settings, decks: settings.decks.filter(one => linkOf(one) !== link), used: "" });

// Export and import ---------------------------------------------------------------------------

/** All that is kept as a text, which another browser can take. */
export const keptText = page => JSON.stringify({ narabi: 1, ...asKept(page) });

const WRITTEN_SWAP = /\b[A-E][1-4]-[A-E][1-4]\b/gu;

/** The data of such a text, as mail programs leave it: with other quotes, lines broken, something above or below; null if it is none. */
function dataIn(text) {
  const lines = text
    .replace(/^\ufeff/u, "")
    .replace(/[“”„‟«»＂]/gu, '"')
    .replace(/\u00a0/gu, " ")
    .split(/\r\n|[\r\n]/u)
    .map(line => line.replace(/^(?:>+ ?)+/u, ""));
  const swaps = one => (one.match(WRITTEN_SWAP) ?? []).length;
  const whole = ["", " "].map(between => lines.join(between)).sort((one, two) => swaps(two) - swaps(one));
  for (const one of whole) {
    for (let end = one.lastIndexOf("}"); end > 0; end = one.lastIndexOf("}", end - 1)) {
      try {
        const data = JSON.parse(one.slice(one.search(/\{\s*"narabi"/u), end + 1));
        if (data.narabi === 1) return data;
      } catch {
        // it ends elsewhere, or nowhere
      }
      if (one.length - end > 2000) break; // no signature is longer
    }
  }
  return null;
}

/** What is kept with all that such a text has; null if it is none. */
export function imported(page, text) {
  const data = dataIn(text);
  return data && merged(page, { settings: settingsOf(data), shelf: fitting(data) });
}

/** Two shelves with their settings as one: the better result of each deal, every line played, all decks; the first one's settings go first. */
export function merged({ settings, shelf }, theirs) {
  let both = shelf;
  for (const [day, levels] of Object.entries(theirs.shelf.puzzles))
    for (const [level, one] of Object.entries(levels)) both = withPuzzle(both, { day, level }, one, one.onDay ? day : null);
  const results = { ...both.results };
  for (const [key, one] of Object.entries(theirs.shelf.results)) results[key] = better(one, results[key]);
  const games = { ...theirs.shelf.games };
  for (const [key, one] of Object.entries(both.games))
    games[key] = games[key] && goesOn(games[key], one) ? joined(games[key], one) : joined(one, games[key]);
  const links = settings.decks.map(linkOf);
  const mine = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null && value !== ""));
  const decks = [...settings.decks, ...theirs.settings.decks.filter(one => !links.includes(linkOf(one)))].slice(0, MOST_DECKS);
  const used = settings.decks.length ? settings.used : theirs.settings.used;
  return { settings: { ...theirs.settings, ...mine, taught: settings.taught || theirs.settings.taught, decks, used }, shelf: { ...both, results, games, built: { ...theirs.shelf.built, ...both.built }, names: { ...theirs.shelf.names, ...both.names } } };
}
