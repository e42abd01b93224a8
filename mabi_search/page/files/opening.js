// To open something: a new game, a text, a puzzle, what an address names, a session that was left. `opened` alone puts another
// session in the place of the one before it.

import { readAddress } from "./address.js";
import { here } from "./positions.js";
import { LIST, ofDay } from "./puzzle_list.js";
import { emptyGame, fromKept, keptForm, newSession } from "./session.js";
import { isStranger, leftWith } from "./shelf.js";
import { puzzleTask } from "./tasks.js";
import { cut, Wrong } from "./texts.js";
import { covers, nodeName, nodeNamed } from "./tree.js";
import { readGame, shortText, writtenOrder } from "./written.js";
import { atNode } from "./moving.js";

/** Return a new session; the one before is put on the shelf if something was done in it. */
export function opened(session, parts, event, effects) {
  if (session.pending) effects.push({ do: "halt" });
  if (session.game.tree.length || session.opponent) effects.push({ do: "shelve", session: keptForm(session, event.date) });
  return newSession({ lines: session.lines, filter: session.filter, screen: session.screen === "play" ? "play" : "analysis", ...parts, number: event.fresh });
}

export const complained = (session, text, event, lasting = false) => ({ ...session, message: { text, lasting, n: event.fresh } });

export const openGame = (session, game, event, effects) => opened(session, { game }, event, effects);

/** Open a puzzle of the list; `day` if it is that of a day, `chosen` if others of a theme and a level follow. */
export function openPuzzle(session, number, { day = null, chosen = {} }, event, effects) {
  const game = { ...emptyGame(), base: LIST[number].position };
  return opened(session, { game, task: puzzleTask(number, { day, chosen, begun: event.today }), screen: "play" }, event, effects);
}

export const openDay = (session, day, event, effects) => openPuzzle(session, ofDay(day), { day }, event, effects);

/** Open a session that was left. */
export function openLeft(session, kept, event, effects) {
  const found = fromKept(kept, event);
  if (!found) return session;
  return opened(session, found, event, effects);
}

// Addresses

/** Return the address of a session: what stands behind the # suffices to open it. */
export function addressOf({ game, task }) {
  if (task?.kind === "puzzle") return task.day ? `#day=${task.day}` : `#puzzle=${task.number + 1}`;
  const text = shortText(game);
  return text ? `#game=${encodeURIComponent(text)}&${writtenOrder(game.tree).indexOf(game.at)}` : "";
}

function openNamedPuzzle(session, { puzzle, day }, event, effects) {
  const isThere = /^\d+$/u.test(puzzle) && Number(puzzle) >= 1 && Number(puzzle) <= LIST.length;
  const isThatDay = Boolean(day) && isDay(day);
  const number = isThere ? Number(puzzle) - 1 : ofDay(isThatDay ? day : event.today);
  const ofThatDay = isThere ? null : isThatDay ? day : event.today;
  const isOpen = session.task?.kind === "puzzle" && session.task.number === number && session.task.day === ofThatDay;
  const next = isOpen ? session : openPuzzle(session, number, { day: ofThatDay }, event, effects);
  if (puzzle && !isThere) return complained(next, t("link.damaged", { why: t("link.no-puzzle", { number: cut(puzzle) }) }), event, true);
  if (day && !isThatDay) return complained(next, t("link.damaged", { why: t("link.no-day", { day: cut(day) }) }), event, true);
  return next;
}

function isSameGame(one, other) {
  return shortText({ ...one, tree: [], at: 0 }) === shortText({ ...other, tree: [], at: 0 }) && covers(one.tree, other.tree) && covers(other.tree, one.tree);
}

const atPlace = (session, game, place) => {
  const node = nodeNamed(session.game.tree, place === null ? here(game) : nodeName(game.tree, writtenOrder(game.tree)[place] ?? game.at));
  return node === null || node === session.game.at ? session : atNode(session, node);
};

/** Do what an address asks for; `number` is that of the session that was there, for the buttons Back and Forward: if it is this one, its game goes on. */
export function followed(session, event, effects) {
  try {
    const asked = readAddress(event.hash);
    const next = followedParts(session, asked, event, effects);
    return asked.unknown.length ? complained(next, t("link.unknown", { parts: cut(asked.unknown.join(", "), 80) }), event, true) : next;
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    return complained(session, t("link.damaged", { why: error.message }), event, true);
  }
}

function followedParts(session, asked, event, effects) {
  if (event.number === session.number) return session;
  const left = leftWith(event.shelf, event.number);
  if (left) return openLeft(session, left, event, effects);
  if (asked.puzzle !== undefined || asked.day !== undefined) return openNamedPuzzle(session, asked, event, effects);
  if (asked.game !== undefined) {
    const game = readGame(asked.game, {});
    const isOpen = session.task?.kind !== "puzzle" && isSameGame(session.game, game);
    return atPlace(isOpen ? session : openGame(session, game, event, effects), game, asked.place);
  }
  if (asked.place !== null) return atPlace(session, session.game, asked.place);
  const isStart = session.task?.kind !== "puzzle" && !session.game.tree.length && shortText(session.game) === "";
  if (asked.unknown.length || isStart) return session;
  return opened(session, { game: emptyGame(), screen: "start" }, event, effects);
}

/** Return the first session of a page: that of this tab before it was loaded anew, or what the address names. */
export function begun(event, effects) {
  const { kept, number, hash } = event;
  const empty = newSession({ number: event.fresh, game: emptyGame() });
  let own = null;
  let wrong = null;
  try {
    own = kept && fromKept(kept, event);
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    wrong = error;
  }
  const isOwn = number === null ? !hash : [undefined, number].includes(kept?.number);
  const before = own ?? empty;
  const next = own && isOwn ? own : followed(before, event, effects);
  if (wrong) return complained(next, wrong.message, event);
  const isSent = next.game !== before.game && !next.message;
  return isSent && isStranger(event.shelf) ? { ...next, dialogs: ["welcome"] } : next;
}
