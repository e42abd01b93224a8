// What every event makes of the page: `reduce` is the only place where it changes. It asks nothing of the browser: days, seeds and
// addresses come with the events, and what the browser is to do are effects.

import { ASKING } from "./asking.js";
import { FORMS } from "./forms.js";
import { goneOn, helpsOf, joined, newGame, recordOf, stepped, tableOf } from "./game.js";
import { isReview } from "./judging.js";
import { EMPTY_SHELF, imported, keptFrom, withBuilder, withGame, withPuzzle, withResult } from "./keeping.js";
import { keyOf } from "./naming.js";
import { openAddress, openLesson, openPasted } from "./opening.js";
import { OWNING } from "./owning.js";
import { PLAYING, moved } from "./playing.js";
import { colourOf } from "./rules.js";
import { openSeat, passes } from "./session.js";

const GENERAL = {
  address: openAddress,
  paste: openPasted,
  /** Open the lesson, as soon as its deal is found. */
  teach(page, { linked = false }, out) {
    out.push({ effect: "lesson", number: page.session.number, addressed: false });
    return linked ? page : { ...page, session: { ...page.session, sentTo: null } };
  },
  lesson: (page, { number, ...found }, out) => (number === page.session.number ? openLesson(page, found, out) : page),
  /** The day that it is; another one is said where the page was left open. */
  today(page, { today: now }) {
    const { session } = page;
    return session.today === now ? page : { ...page, session: { ...session, today: now, newDay: session.newDay || session.today !== null } };
  },
  kept: followed,
  language: (page, { language: spoken }) => (Object.hasOwn(TEXTS, spoken) ? withSettings(page, { language: spoken }) : page),
  letters: (page, { on }) => withSettings(page, { letters: on }),
  sounds: (page, { on }) => withSettings(page, { sounds: on }),
  clock: (page, { on }) => withSettings(page, { clock: on }),
  levels: (page, { text }) => withSettings(page, { levels: text }),
  /** Delete all that is kept, at the second time. */
  forget(page) {
    const { session, settings } = page;
    const asked = { ...session, form: { ...session.form, last: null, sure: !session.form.sure } };
    if (!session.form.sure) return { ...page, session: { ...asked, form: { ...asked.form, last: session.form.last } } };
    const { language: spoken, cards } = settings;
    return { session: { ...asked, builder: null }, settings: { ...keptFrom(null).settings, language: spoken, cards, taught: true }, shelf: EMPTY_SHELF };
  },
  export: page => ({ ...page, session: { ...page.session, said: "home.kept-shown" } }),
  import(page, { text }) {
    const merged = imported(page, text);
    if (!merged) return { ...page, session: { ...page.session, said: "home.kept-wrong" } };
    return { ...merged, session: regained({ ...page.session, said: "home.kept-taken" }, merged.shelf) };
  },
};

const withSettings = (page, more) => ({ ...page, settings: { ...page.settings, ...more } });

/** A game with the lines of a record instead of its own. */
const withLines = (game, record) => goneOn({ ...game, line: newGame({ start: game.start }).line, lines: [], at: 0 }, record);

/** A session with all lines of its game that were imported. */
function regained(session, { games }) {
  const { game, task } = session,
    record = game && games[keyOf(game, task)];
  return record ? { ...session, game: stepped(withLines(game, joined(recordOf(game), record)), game.at) } : session;
}

const turnOf = ({ moves, given, named, at }) => JSON.stringify([moves, given, named, at]);

/** The page with what another tab has kept of its game: the turn that is shown there; the line shown before is one that was left. */
function followed(page, _, out) {
  const { session, shelf } = page,
    { game, task } = session;
  const mine = recordOf(game),
    theirs = shelf.games[keyOf(game, task)];
  if (!theirs || turnOf(theirs) === turnOf(mine) || theirs.reviewing || game.reviewing) return page;
  const next = withLines(game, joined(theirs, mine));
  const { seconds } = game.done ? game : next; // the clock stands still after the end
  return { ...page, session: { ...moved(session, { ...next, seconds, done: game.done || next.done }, out), auto: false } };
}

const EVENTS = { ...PLAYING, ...ASKING, ...FORMS, ...OWNING, ...GENERAL };
const WITHOUT_GAME = ["address", "paste", "lesson", "answered", "failed", "today", "language", "random", "day", "text", "teach", "new", "open", "close", "choose", "make"];
const WHILE_BUILDING = ["tap", "explain", "tick", "language", "answered", "failed", "today", ...Object.keys(FORMS), ...Object.keys(OWNING), ...Object.keys(GENERAL)];

/** Whether an event makes sense now. */
function makesSense({ session }, { type }) {
  if (!Object.hasOwn(EVENTS, type)) return false;
  if (!session.game) return WITHOUT_GAME.includes(type);
  if (type.startsWith("own-") && !session.owning) return false;
  return !session.builder || WHILE_BUILDING.includes(type);
}

/** What is heard and felt of an event: a stone chosen, a swap, a win, or that something is not possible; null for all else. */
function heardOf({ session: before }, { session: { number, game, chosen, note, joy } }) {
  if (!game || number !== before.number) return null;
  if (note !== before.note && note.kind === "illegal") return { kind: "refused" };
  if (note !== before.note && note.kind === "swapped") {
    const { deck, state } = tableOf(game);
    const { label } = state.ring[game.line.swaps[game.at - 1][1]];
    return { kind: joy ? "won" : "move", dark: colourOf(deck, label) === "dark" };
  }
  return chosen !== before.chosen && chosen !== null ? { kind: "choose" } : null;
}

/** { page, effects } after an event. */
export function reduce(page, event) {
  const effects = [];
  const dated = event.today && event.type !== "today" ? GENERAL.today(page, event) : page;
  const next = makesSense(page, event) ? settled(dated, EVENTS[event.type](dated, event, effects), effects) : dated;
  const heard = next.settings.sounds && heardOf(page, next);
  if (heard) effects.push({ effect: "sound", ...heard });
  return { page: next, effects };
}

/** Say to somebody who plays without the lesson that all seats are theirs, and what to tap. */
function firstSaid(before, page) {
  const { session } = page,
    { game, note, dialog } = session;
  const plays = game && game === before.session.game && !dialog && note.kind === "welcome" && openSeat(session) === null && tableOf(game).standing === "open";
  return plays ? { ...page, session: { ...session, note: { kind: "first" } } } : page;
}

/** The page whose game says whether its review is shown, and its end put aside; where that was kept, the review of a deal that was opened goes on. */
function shownSettled(before, page, out) {
  const { session } = page,
    { game, number, pending, aside } = session;
  if (game?.reviewing && number !== before.session.number) return ASKING.review(page, {}, out);
  const reviewing = isReview(session) || pending.solver?.ask === "review";
  return !game || (game.reviewing === reviewing && game.aside === aside) ? page : { ...page, session: { ...session, game: { ...game, reviewing, aside } } };
}

/** The page with what an event leaves to be done: a review that goes on, who has the phone, and what is kept of first screen, game and a deal put together. */
function settled(before, changed, out) {
  const after = shownSettled(before, changed, out);
  const { builder } = after.session;
  const welcomed = before.session.dialog === "welcome" && after.session.dialog !== "welcome" ? withSettings(firstSaid(before, after), { taught: true }) : after;
  const page = builder && builder !== before.session.builder ? { ...welcomed, shelf: withBuilder(after.shelf, builder) } : welcomed;
  const { session } = page,
    { game, task, viewer } = session;
  if (!game) return page;
  const handed = passes(session) && viewer.holder !== tableOf(game).state.mover;
  const next = handed ? { ...page, session: { ...session, viewer: { ...viewer, holder: -1 } } } : page;
  if (game === before.session.game && session.minimum === before.session.minimum) return next;
  return solvedKept(gameKept(before, next), keyOf(game, task));
}

/** Keep the game, if it has begun. Where all was deleted, one that only steps through it does not keep it again. */
function gameKept(before, page) {
  const { session, shelf } = page;
  const game = session.game.line.swaps.length || session.game.hints.length ? { ...session.game, begun: session.game.begun ?? session.today } : session.game;
  const begun = game.line.swaps.length || game.lines.length || helpsOf(game) || (game.begun && game.seconds);
  const next = game.begun === session.game.begun ? page : { ...page, session: { ...session, game } };
  if (!begun) return next;
  const key = keyOf(game, session.task);
  const old = before.session.game;
  const stepping = session.number === before.session.number && old?.line === game.line && old.lines === game.lines && old.seconds === game.seconds;
  if (stepping && !shelf.games[key]) return next;
  const record = recordOf(game);
  return JSON.stringify(record) === JSON.stringify(shelf.games[key]) ? next : { ...next, shelf: withGame(shelf, key, record) };
}

/** Keep that a puzzle was solved and the result of a deal, once for each line. */
function solvedKept(page, key) {
  const { session, shelf } = page,
    { game, task, minimum } = session;
  const { standing, own, state } = tableOf(game);
  if (standing !== "won" || !state.turns || !own || minimum?.outcome !== "solved" || task.kind === "lesson") return page;
  const name = game.line.swaps.join(" ");
  if (session.solvedBy === name) return page;
  const { turns } = state,
    helps = helpsOf(game);
  const result = { players: game.start.players, turns, least: minimum.turns, helps, seconds: game.seconds, day: session.today };
  const kept = withResult(shelf, key, result);
  const puzzle = task.kind === "day" ? withPuzzle(kept, task, { turns, least: minimum.turns, helps }, game.begun) : kept;
  return { ...page, shelf: puzzle, session: { ...session, solvedBy: name } };
}
