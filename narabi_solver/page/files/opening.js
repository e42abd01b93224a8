// What can be opened: a puzzle of a day, a random deal, one to order, a text, an address, the lesson, a deal put together.

import { deckBy, deckOfLink, linkOf } from "./decks.js";
import { newGame } from "./game.js";
import { isStranger, resultOf } from "./keeping.js";
import { LEVELS, puzzleOf, readHash } from "./naming.js";
import { plain } from "./notation.js";
import { randomDeal } from "./random.js";
import { ask, builderOf, cleared, opened } from "./session.js";
import { readDeal } from "./texts.js";

export const LEAST_TURNS = 2; // that can be ordered
export const MOST_TURNS = 12;
const LESSON = 2026; // seed of the deal of the lesson

/** The first puzzle of a day that is not solved yet; the easy one if all are. */
export const nextPuzzle = (shelf, day) => ({
  day,
  level: LEVELS.find(level => resultOf(shelf, { day, level }) === "open") ?? LEVELS[0],
});

/** Open the puzzle of a day; with a deck that has no lists it has to be looked for first. */
export function openDay(page, { day, level }, { undo = "allowed", ...more }, out) {
  const { seed, players, index, turns } = puzzleOf(USUAL, { day, level });
  const dealt = at => ({ game: numbered({ players, seed, index: at, undo, name: { key: "deal.name-day", day, level } }), task: { kind: "day", day, level } });
  if (!turns) return opened(page, { ...dealt(index), ...more }, out);
  const question = { ask: "order", deck: USUAL, undo: "allowed", players, seed, turns, about: { opens: { ...dealt(0), ...more }, players, seed, ...more } };
  const waiting = { ...page, session: { ...page.session, note: { kind: "dealing", tried: 0 } } };
  return ask(waiting, "background", question, out);
}

/** A random deal by its numbers. */
export function numbered({ deck = "", players, seed, index, undo, name }) {
  return newGame({ deck, undo, name, start: randomDeal(deckBy(deck), players, seed, index), id: [players, seed, index].join("-") });
}

/** Open a random deal; for 4 players, if not said otherwise and the deck is large enough. */
export function openRandom(page, { deck = "", undo = "allowed", players, seed, ...more }, out) {
  const all = deckBy(deck).players;
  const many = all.includes(players) ? players : (all.find(one => one === 4) ?? all[0]);
  return opened(page, { game: numbered({ deck, players: many, seed, index: 0, undo, name: { key: "deal.name-random", players: many } }), ...more }, out);
}

/** The deal of the lesson; `index` as the solver of the page finds it. */
export function openLesson(page, { index, undo, build, ...more }, out) {
  const players = USUAL.players[0];
  const game = newGame({ undo, start: randomDeal(USUAL, players, LESSON, index), name: { key: "teach.name" }, id: "learn" });
  const taught = { ...page, settings: { ...page.settings, taught: true } };
  const next = opened(taught, { game, task: { kind: "lesson" }, ...more }, out);
  return build ? building(next, build) : next;
}

/** A page with the deal that was put together for so many players, or with an empty one. */
function building(page, players) {
  const { session, settings, shelf } = page;
  const builder = shelf.built[players] ?? (deckBy(settings.used).players.includes(players) ? builderOf(page, players) : null);
  return { ...page, session: { ...session, builder: session.game && builder } };
}

/** { game } of a text, or { problems }. */
export function gameOf(text, { name, undo = "allowed", deck = "" }) {
  const { state, swaps, answers, id, problems } = readDeal(deckBy(deck), text, undo);
  if (problems) return { problems };
  const game = newGame({ deck, undo, id, start: state, name: id ? { key: "deal.name-id", id } : name });
  return { game: { ...game, read: swaps.length > 0, line: { ...game.line, swaps, answers }, at: swaps.length } };
}

const ID = /(?<![\p{L}\p{N}-])[3-5]-\d+-\d+(?![\p{L}\p{N}-])/u;

/** Open what somebody pasted: a link, a deal as text, or an id somewhere in a text. */
export function openPasted(page, { text, undo, deck, seed, today: now }, out) {
  const link = /#(?:deal|deck|day)(?:=|%3D)\S+/iu.exec(text);
  if (link) return openAddress(page, { hash: link[0], seed, today: now }, out);
  const named = { name: { key: "deal.name-own" }, undo, deck };
  const { game, problems } = gameOf(text, named);
  if (game) return opened(page, { game }, out);
  const id = ID.exec(plain(text));
  const numbers = id && gameOf(id[0], named);
  if (numbers?.game) return opened(page, { game: numbers.game }, out);
  return { ...page, session: { ...page.session, form: { ...page.session.form, problem: { text: problems.slice(0, 8).join("\n") } } } };
}

/** The link of a deck, empty for the usual one, or what is wrong with it. */
function linkedDeck(link) {
  try {
    return { deck: link === undefined ? "" : deckOfLink(USUAL, link).link };
  } catch (error) {
    return { problem: error.message };
  }
}

/** Open what an address names; if it cannot be read, say why, above the game that is shown or a puzzle of today. */
export function openAddress(page, { hash, seed, today: now }, out) {
  const { puzzle, learn, archive, text, undo, unknown, deck: link, problem, cards, build, sentTo } = readHash(hash);
  const { deck, problem: damaged } = linkedDeck(link);
  const isFuture = puzzle && dayBefore(puzzle.day, 1) > now; // tomorrow is today in other places
  const early = isFuture && t("link.future", { day: dayInWords(puzzle.day), today: dayInWords(now) });
  const wrong = [problem, damaged, early].filter(Boolean);
  const read = text !== undefined && !wrong.length ? gameOf(text, { name: { key: "deal.name-link" }, undo, deck }) : {};
  const problems = [...wrong, ...(read.problems ?? [])];
  if (problems.length) return unread(page, { text: text ?? "", problems, now }, out);
  const stranger = page.session.game === null && isStranger(page);
  if (learn) {
    out.push({ effect: "lesson", number: page.session.number, undo, cards, build, addressed: true });
    return { ...page, session: { ...page.session, sentTo } };
  }
  const offered = link !== undefined && deck && !page.settings.decks.some(one => linkOf(one) === deck) ? deck : null;
  const note = unknown.length || offered ? { kind: "arrived", unknown, offered } : undefined;
  const how = { note, cards, addressed: true };
  const from = stranger ? { ...page, session: { ...page.session, sentTo: hash } } : page;
  let next = null;
  if (read.game) next = opened(from, { game: read.game, ...how }, out);
  else if (link !== undefined && !puzzle && !archive) next = openRandom(from, { deck, undo, seed, ...how }, out);
  else next = openDay(from, puzzle ?? nextPuzzle(page.shelf, now), { undo, ...how }, out);
  if (build && !stranger) return building(next, build);
  if (!archive) return stranger ? { ...next, session: { ...next.session, dialog: "welcome" } } : next;
  return { ...next, session: { ...next.session, dialog: "dealing", form: { ...next.session.form, kind: "day", last: null } } };
}

function unread(page, { text, problems, now }, out) {
  const note = { kind: "unread", problems, text, instead: page.session.game === null };
  if (page.session.game === null) return openDay(page, nextPuzzle(page.shelf, now), { note, addressed: true }, out);
  return { ...page, session: { ...cleared(page.session, out), note } };
}
