// Events of what the solver is asked, and of its answers: hints, what every swap leads to, a solution, reviews, what is shared.

import { answered, helped, shown, stepped, tableOf } from "./game.js";
import { decisiveTurn, judge, judgements, reviewKey } from "./judging.js";
import { resultOf } from "./keeping.js";
import { numbered } from "./opening.js";
import { askName, contradicts, knowing, swapped, waitsForOthers } from "./playing.js";
import { allows } from "./rules.js";
import { ask, cleared, isPending, openSeat, opened } from "./session.js";
import { wrongAnswer } from "./texts.js";

const say = (page, note, more = {}) => ({ ...page, session: { ...page.session, ...more, note } });

/** What keeps the open seat from being helped: another is to move, or a card has to be named; null if nothing does. */
function waits(session) {
  const seat = openSeat(session),
    { state } = tableOf(session.game);
  if (seat === null) return null;
  const asked = askName(session, null).note;
  if (asked) return asked;
  return state.mover === seat ? null : { kind: waitsForOthers(session) ? "waits" : "enter" };
}

function asking({ game }) {
  const { deck, state } = tableOf(game);
  return { deck, state, undo: game.undo };
}

/** Ask what to play in the state shown, by all cards or by what a seat may know; `then` is what goes on with it. */
function solve(page, then, seat, out) {
  const { session } = page;
  const question = seat === null ? { ask: "solve", ...asking(session) } : { ask: "advice", ...knowing(session, seat) };
  return ask(say(page, { kind: "searching" }), "solver", { ...question, about: { then, seat } }, out);
}

const noted = session => ({ ...session, game: helped(session.game) });

/** Go on with what was found for the state shown. */
const THEN = {
  hint(page, out) {
    const { session } = page,
      { answer, hinted } = session;
    if (hinted === 2) return swapped(page, answer.swaps[0], out);
    return say(page, { kind: "hint" }, { ...noted(session), hinted: hinted + 1, chosen: null });
  },
  compare(page) {
    const { session } = page,
      { advice } = session.answer;
    return say(page, { kind: "advice" }, { ...noted(session), compared: { moves: advice.moves, exact: advice.exact } });
  },
  solution(page, out) {
    const { session } = page,
      { swaps } = session.answer;
    const next = { ...cleared(session, out), game: shown(session.game, swaps) };
    return say({ ...page, session: next }, { kind: "solution", turns: swaps.length });
  },
  partner(page, out) {
    const next = swapped(page, page.session.answer.swaps[0], out, true);
    return waitsForOthers(next.session) ? solve(next, "partner", tableOf(next.session.game).state.mover, out) : next;
  },
};

/** Go on with an answer, or say that there is no swap to be shown. */
function goOn(page, then, out) {
  const { answer } = page.session;
  if (answer.outcome === "solved") return THEN[then](page, out);
  return say(page, { kind: "none", outcome: answer.outcome, bound: answer.bound }, noted(page.session));
}

function solved(page, then, seat, out) {
  const { answer, pending } = page.session;
  if (answer?.seat === seat) return goOn(page, then, out);
  return pending.solver?.then === then ? page : solve(page, then, seat, out);
}

const stopped = page => ({ ...page, session: { ...page.session, auto: false } });
const isOpen = ({ game }) => tableOf(game).standing === "open";

/** Keep what was found for the state shown, by the cards that `seat` knows, and go on with it. */
const solvedBy = (page, answer, { then, seat }, out) => goOn({ ...page, session: { ...page.session, answer: { ...answer, seat } } }, then, out);

const ANSWERS = {
  solve: solvedBy,
  advice(page, advice, about, out) {
    const best = advice.moves[0];
    return solvedBy(page, best ? { outcome: "solved", swaps: [best.swap], advice } : { outcome: "undecided", bound: 1 }, about, out);
  },
  chances: (page, { chances }, { place, picked }) => say(page, { kind: "explained", place, picked, chances: chances[place] }),
  costs: page => ({ ...page, session: { ...page.session, compared: { ...page.session.compared, done: true } } }),
  /** Show the turn that decided the game, if one did; in a review that goes on, the turn that was shown. */
  review(page, _, { goesOn }) {
    const { session } = page;
    if (goesOn) return say(page, { kind: "review" });
    const turns = judgements(session),
      decisive = turns.includes(null) ? -1 : decisiveTurn(turns);
    const game = stepped(session.game, decisive < 0 ? turns.length : decisive + 1);
    return say(page, { kind: "review" }, { game });
  },
  signs: (page, { left }, { shares }) => (shares ? given(page, left) : { ...page, session: { ...page.session, left } }),
  order(page, { state, index }, { opens, ordered, players, seed }, out) {
    const { deck, undo, name } = opens.game;
    if (state) return opened(page, { ...opens, game: numbered({ deck, players, seed, index, undo, name }) }, out);
    return ordered ? formed(page, { ordering: null, problem: { key: "deal.none-found" } }) : opened(page, opens, out);
  },
};

const formed = (page, more) => ({ ...page, session: { ...page.session, form: { ...page.session.form, ...more } } });

const PARTS = {
  advice: (page, { looked, all }) => say(page, { kind: "searching", done: looked, all }),
  costs: (page, row) => ({ ...page, session: { ...page.session, compared: { ...page.session.compared, rows: [...page.session.compared.rows, row] } } }),
  review(page, { turn, found, way }) {
    const { session } = page,
      { swaps } = session.game.line;
    const judged = judge(found, way, swaps[turn]);
    const reviewed = { ...session.reviewed, [reviewKey(session.game, turn)]: judged };
    return say(page, { kind: "searching", done: turn + 1, all: swaps.length }, { reviewed });
  },
  order: (page, { tried }, { ordered }) => (ordered ? formed(page, { ordering: tried }) : say(page, { kind: "dealing", tried })),
};

/** What was shared: a text with the signs of the swaps, for which so many turns were left before and after each. */
function given(page, left) {
  const signs = left && !left.includes(null) ? left : null;
  return say(page, { kind: "share", of: "result", left: signs }, { dialog: "sharing" });
}

export const ASKING = {
  hint(page, _, out) {
    if (!isOpen(page.session)) return page;
    const note = waits(page.session);
    return note ? say(stopped(page), note) : solved(stopped(page), "hint", openSeat(page.session), out);
  },
  /** What every swap of the seat to move leads to, the best first. */
  compare(page, _, out) {
    if (!isOpen(page.session)) return page;
    const note = waits(page.session);
    if (note) return say(stopped(page), note);
    const next = { ...page, session: noted({ ...cleared(page.session, out), auto: false }) };
    const seat = openSeat(next.session);
    if (seat !== null) return solved(next, "compare", seat, out);
    const compared = { rows: [], done: false, all: tableOf(next.session.game).legal.length };
    return ask({ ...next, session: { ...next.session, compared } }, "solver", { ask: "costs", ...asking(next.session), about: {} }, out);
  },
  /** Show a shortest way. In a puzzle of the day that is asked first: it cannot be taken back. */
  solution(page, { sure = false }, out) {
    const { session } = page,
      { onTable } = tableOf(session.game);
    if (!isOpen(session) || onTable) return page;
    const unspent = session.task.kind === "day" && !session.game.solutions && resultOf(page.shelf, session.task) === "open";
    if (unspent && !sure) return say(stopped(page), { kind: "sure" });
    const next = openSeat(session) === null || !session.answer ? page : { ...page, session: { ...session, answer: null } };
    return solved(stopped(next), "solution", null, out);
  },
  /** Let the seats whose cards are hidden play: each the swap that is best by what it knows. */
  partner(page, _, out) {
    if (!waitsForOthers(page.session) || openSeat(page.session) === -1) return page;
    const next = { ...page, session: { ...page.session, auto: false, answer: null } };
    return solved(next, "partner", tableOf(next.session.game).state.mover, out);
  },
  review(page, _, out) {
    const { session } = page;
    if (!session.game.line.swaps.length || tableOf(session.game).onTable) return page;
    const { deck, states, standing, state } = tableOf(session.game);
    const { swaps } = session.game.line;
    const goesOn = session.game.reviewing;
    const perfect = standing === "won" && session.minimum?.turns === state.turns; // then it tells nothing
    const base = { ...cleared(session, out), auto: false, game: { ...(perfect || goesOn ? session.game : helped(session.game)), entering: false } };
    const next = say({ ...page, session: base }, { kind: "searching" });
    const question = { ask: "review", deck, states: states.slice(0, swaps.length), swaps, undo: session.game.undo, about: { goesOn } };
    return ask(next, "solver", question, out);
  },
  /** The answer to a question to another seat, unless it cannot be true. */
  heard(page, { swap, yes: said }, out) {
    const { session } = page,
      { deck, onTable, state } = tableOf(session.game);
    if (onTable === (said === null)) return page;
    const yes = said ?? allows(deck, state, swap, state.ring[swap[0]].card);
    if (wrongAnswer(deck, state, swap, yes)) return page;
    if (contradicts(session, swap, yes)) return say(page, { kind: "contradiction", swap });
    const game = answered(helped(session.game), swap, yes);
    return say({ ...page, session: { ...cleared(session, out), game } }, { kind: "heard", swap, yes });
  },
  share(page, _, out) {
    const { session } = page,
      { standing, own, deck, states } = tableOf(session.game);
    const won = standing === "won" && own && session.minimum?.outcome === "solved";
    const next = stopped(page);
    if (!won) return given(next, null);
    return ask(next, "background", { ask: "signs", deck, states, undo: session.game.undo, about: { shares: true } }, out);
  },
  /** Share something else than the result: "moves", "seats" (their buttons), or a number of a seat; its code is only shown. */
  give: (page, { of, shows = false }) => say(page, { kind: "share", of, shows }, { dialog: "sharing" }),
  copied: (page, { of, number }) =>
    page.session.note.kind === "share" && page.session.note.of === of && page.session.number === number
      ? say(page, { ...page.session.note, copied: true })
      : page,
  /** An answer of the solver, or a part of one; a late one is dropped. */
  answered(page, { stamp, data, done }, out) {
    const { session } = page;
    if (!isPending(session, stamp)) return page;
    const about = session.pending[stamp.who];
    if (!done) return PARTS[about.ask]?.(page, data, about, out) ?? page;
    const free = { ...page, session: { ...session, pending: { ...session.pending, [stamp.who]: null } } };
    if (stamp.who === "background" && about.ask === "solve") return { ...free, session: { ...free.session, minimum: data } };
    return ANSWERS[about.ask](free, data, about, out);
  },
  failed(page, { stamp, why }, out) {
    const { session } = page;
    if (!isPending(session, stamp)) return page;
    const { ask: asked, opens, ordered, shares } = session.pending[stamp.who];
    const free = { ...page, session: { ...session, pending: { ...session.pending, [stamp.who]: null } } };
    if (asked === "signs") return shares ? given(free, null) : free;
    if (asked === "order") return ordered ? formed(free, { ordering: null, problem: { key: "hint.stopped", why } }) : opened(free, opens, out);
    return stamp.who === "background" ? { ...free, session: { ...free.session, minimum: { error: why } } } : say(free, { kind: "failed", why });
  },
};
