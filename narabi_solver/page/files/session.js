// What the page is doing, as one plain value; and how another deal is opened. A page is { session, settings, shelf }.
//
// A session: { number, game, task, viewer, … } as below. Effects are what a change asks of the browser: { effect, … }; those
// that are answered carry a stamp, and an answer counts only while its question is pending.

import { goneOn, tableOf } from "./game.js";
import { withName } from "./keeping.js";
import { keyOf, nameKeyOf } from "./naming.js";
import { HIDDEN, PLACES, openSeats, seatOf } from "./rules.js";

export const EMPTY = {
  number: 0, // another one for each deal that is opened
  game: null,
  task: { kind: "free" }, // or { kind: "day", day, level }, { kind: "lesson" }
  viewer: { cards: "all", holder: -1 }, // "all", "pass" or a seat; who has the phone, where it is passed round
  chosen: null, // the place of the stone that was tapped
  hinted: 0, // steps of the hint that were given
  answer: null, // to the hint: what the solver says of the state shown
  compared: null, // what every swap leads to: { done, all, rows }
  minimum: null, // of the deal
  reviewed: {}, // by the swaps up to a turn: what `judged` says of the last one
  solvedBy: null, // the line by which the puzzle was solved, once that is kept
  joy: false, // whether the ring was put in order just now
  left: null, // after a win: how many turns were left before each swap and after the last
  aside: false, // whether the sheet of the end was put aside
  auto: false, // whether the game plays on by itself
  note: { kind: "welcome" }, // what is said
  builder: null, // a deal that is put together: { players, deck, ring, chosen, part: to be corrected, began: a seat, undo }
  dialog: null, // "welcome", "dealing", "owning", "sharing" or one of `OPENS` in forms.js
  form: { kind: "day", players: 4, turns: 6, last: null, problem: null, ordering: null, sure: false }, // of the dialog of new deals
  owning: null, // cards that are composed: { white, copies, conditions, problem, sure, shared, instead }
  pending: { solver: null, background: null }, // questions: { id, ask, … }
  asked: 0, // questions so far
  sentTo: null, // the address of the link that brought somebody here for the first time
  said: null, // the key of what is said of export and import
  today: null,
  newDay: false, // whether it is another day than when the deal was opened
};

const seats = ({ start }) => [...Array(start.players).keys()];

/** Whose cards can be shown: of all, or of a seat; at a table only of those that are known. */
export function choicesOf(game) {
  if (tableOf(game).onTable) return openSeats(game.start.ring, game.start.players).map(String);
  return ["all", "pass", ...seats(game).map(String)];
}

function viewerOf(game, wanted) {
  const values = choicesOf(game);
  const cards = [wanted, String(Math.min(wanted, game.start.players - 1)), values[0]].find(one => values.includes(one));
  return { cards, holder: -1 };
}

/** Whether several people pass one phone round, each to see the own cards. */
export const passes = ({ game, viewer }) => viewer.cards === "pass" && tableOf(game).standing === "open";

/** The seat whose cards are shown; null if all are, -1 if none are while the phone is handed on. */
export function openSeat(session) {
  const { cards, holder } = session.viewer;
  if (cards === "pass") return passes(session) ? holder : null;
  return cards === "all" ? null : Number(cards);
}

/** A deal at a table by what its seat is dealt: cards that it knows besides are named, so that all its links are one deal. */
function tableDeal(game) {
  const { ring, players } = game.start;
  if (!tableOf(game).onTable) return game;
  const dealt = openSeats(ring, players);
  const isDealt = nth => dealt.includes(seatOf(game.start, nth));
  const named = ring.filter(one => one.card !== HIDDEN && !isDealt(one.nth)).map(({ nth, card }) => ({ at: 0, nth, card }));
  const masked = ring.map(one => (isDealt(one.nth) ? one : { ...one, card: HIDDEN }));
  return { ...game, start: { ...game.start, ring: masked }, line: { ...game.line, named } };
}

/**
 * Open a deal: the only way to another one. What was kept of it before goes on; opponent, task, clock and questions of the
 * one before end, and its moves are on the shelf.
 */
export function opened(page, { game, task = EMPTY.task, cards, note, addressed = false }, out) {
  const { session, settings, shelf } = page;
  const dealt = tableDeal(game);
  const record = shelf.games[keyOf(dealt, task)],
    nameKey = nameKeyOf(dealt, task),
    named = withName(shelf, nameKey, dealt.name);
  const whole = record ? goneOn(dealt, record) : dealt;
  const usual = task.kind === "lesson" || whole.entering ? "all" : settings.cards;
  const next = {
    ...EMPTY,
    number: session.number + 1,
    game: { ...whole, name: named.names[nameKey] ?? whole.name },
    task,
    viewer: viewerOf(whole, cards ?? usual),
    asked: session.asked,
    form: { ...session.form, problem: null, ordering: null, sure: false },
    sentTo: session.sentTo,
    today: session.today,
    note: note ?? EMPTY.note,
    aside: addressed && whole.aside, // who asks for the deal sees its end again
  };
  for (const who of ["solver", "background"]) out.push({ effect: "stop", who });
  out.push({ effect: "top" });
  if (!addressed) out.push({ effect: "focus" });
  return askMinimum({ ...page, session: next, shelf: named }, out);
}

/** The deal that is put together for so many players: the one that was begun, if it has the cards that are used. */
export function builderOf({ session: { game }, settings: { used }, shelf }, players) {
  const begun = shelf.built[players];
  if (begun?.deck === used) return begun;
  return { deck: used, players, ring: Array.from({ length: PLACES[players] }, (_, nth) => ({ label: "", card: "", nth })), chosen: 0, began: null, undo: game?.undo ?? "allowed" };
}

/** Ask the solver something: "solver" what somebody waits for, "background" the rest. A question ends the one before. */
export function ask(page, who, question, out) {
  const { session } = page;
  const id = session.asked + 1;
  const stamp = { who, id, number: session.number, at: session.game?.at ?? 0 };
  out.push({ effect: "ask", stamp, question });
  const form = who === "solver" && !question.about.ordered ? { ...session.form, ordering: null } : session.form; // no deal is looked for any more
  return { ...page, session: { ...session, form, asked: id, pending: { ...session.pending, [who]: { ...question.about, ask: question.ask, id } } } };
}

/** Whether an answer is to a question that is still asked, of the turn shown. */
export function isPending({ pending, number, game }, { who, id, number: of, at }) {
  return pending[who]?.id === id && number === of && (who === "background" || at === (game?.at ?? 0));
}

export function askMinimum(page, out) {
  const { game } = page.session;
  const { deck, start, onTable } = tableOf(game);
  const cleared = { ...page, session: { ...page.session, minimum: null } };
  return onTable ? cleared : ask(cleared, "background", { ask: "solve", deck, state: start, undo: game.undo }, out);
}

const OF_ANSWER = ["hint", "advice", "none", "searching"]; // notes that tell of an answer, or wait for one

/** What belongs to the state shown is forgotten, and questions on it end. */
export function cleared(session, out) {
  if (session.pending.solver) out.push({ effect: "stop", who: "solver" });
  const note = OF_ANSWER.includes(session.note.kind) ? EMPTY.note : session.note;
  return { ...session, note, form: { ...session.form, ordering: null }, chosen: null, answer: null, compared: null, joy: false, left: null, aside: false, hinted: 0, pending: { ...session.pending, solver: null } };
}
