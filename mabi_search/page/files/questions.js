// Which question has to be open, given the session, and what its answer changes. Everything that takes time is a question: searches,
// replies of a puzzle, steps of a walk. An answer counts if it is that of the open question.

import { isEnginesTurn, questionOfOpponent } from "./opponent.js";
import { asked, here, nodeOr, positionOf, sideAt, whyNot } from "./positions.js";
import { isOver } from "./rules.js";
import { moved, stepped } from "./moving.js";
import { exerciseOf, mistakesOf, questionOfTask, withVerdict } from "./tasks.js";
import { lineThrough, nodeName, nodeNamed } from "./tree.js";

const EACH_PLY = 600; // milliseconds of a walk

const isFinal = game => {
  const { state, rules } = positionOf(game);
  return isOver(state, rules);
};

/** Return the question that has to be open; null if there is none. */
export function wanted(session) {
  const { game, task, walk, analysing, lines, answered } = session;
  if (isEnginesTurn(session)) return questionOfOpponent(session);
  if (walk !== null) return { what: "step", at: here(game), fields: { wait: EACH_PLY } };
  const ofTask = task && questionOfTask(session);
  if (ofTask) return ofTask;
  if (session.asked) return session.asked;
  const isKnown = answered?.what === "analyse" && answered.at === here(game) && answered.lines === lines && answered.done;
  return analysing && !isKnown && !isFinal(game) ? { what: "analyse", at: here(game), lines, fields: { game: asked(game), lines } } : null;
}

/** Ask what a button asks; the engine and the task come first. */
export function askedFor(session, what) {
  const { game } = session;
  if (isEnginesTurn(session) || (session.task && questionOfTask(session))) return session;
  const at = here(game);
  if (what === "certificate") return { ...session, asked: { what, at, fields: {} } };
  const line = lineThrough(game.tree, game.at);
  const fields = {
    pass: () => ({ game: asked(game) }),
    solve: () => ({ game: asked(game) }),
    hint: () => ({ game: asked(game) }),
    review: () => ({ game: asked(game, line.at(-1)) }),
  }[what]();
  const question = { what, at, fields, names: line.map(node => nodeName(game.tree, node)) };
  return { ...session, walk: null, analysing: false, asked: question, answered: { what, at } };
}

export const isSame = (one, other) => one?.what === other?.what && one?.at === other?.at && one?.lines === other?.lines;

/** Take a part of an answer: what a search knows so far. */
export function withPart(session, part) {
  if (session.pending.what === "analyse") return withLines(session, part, session.pending);
  return session.asked ? { ...session, answered: { ...session.answered, part } } : session;
}

/** Take the lines of an analysis, and what they say the position is worth. */
function withLines(session, answer, { what, at, lines }) {
  const isKnown = answer && (answer.lines.length || answer.depth);
  return { ...session, worths: isKnown ? { ...session.worths, [at]: answer.worth } : session.worths, answered: { what, at, lines, answer } };
}

const TAKEN = {
  move(session, { move, proven, worth }, { at }, now) {
    const from = nodeOr(session.game, at);
    if (whyNot(session.game, move, from) !== null) return { ...session, opponent: null };
    const next = moved(session, move, now, from);
    const { opponent } = next;
    const claim = proven && !opponent.sure ? at : opponent.claim;
    return { ...next, opponent: { ...opponent, claim, sure: proven, said: { [opponent.tip]: { move, worth } } } };
  },
  step: session => stepped(session),
  reply: (session, { move }, _, now) => moved(session, move, now),
  prove: (session, { wins, line }, { at }) => ({
    ...session, task: withVerdict(session.task, at, wins && !line.length && !isFinal({ ...session.game, at: nodeOr(session.game, at) }) ? { wins: null, line: [] } : { wins, line }),
  }),
  judge(session, { good, told }, { at }) {
    const isMistake = at.split(" ").at(-1) === exerciseOf(session.task).move;
    return { ...session, task: withVerdict(session.task, at, { good: good && !isMistake, told }) };
  },
  analyse(session, answer, question) {
    const next = withLines(session, answer ?? session.answered?.answer, question);
    return { ...next, answered: { ...next.answered, done: true } };
  },
  certificate: session => ({ ...session, asked: null }),
  hint: (session, answer) => ({ ...session, asked: null, answered: { ...session.answered, answer } }),
  pass: (session, answer) => ({ ...session, asked: null, answered: { ...session.answered, answer } }),
  solve(session, answer, { at }) {
    const worths = answer.proven ? { ...session.worths, [at]: answer.worth } : session.worths;
    return { ...session, worths, asked: null, answered: { ...session.answered, answer } };
  },
  review(session, answer, { names }) {
    const worths = { ...session.worths };
    const judged = { ...session.judged };
    answer.worths.forEach((worth, i) => { worths[names[i]] = worth; });
    answer.plies.forEach((ply, i) => { judged[names[i + 1]] = ply; });
    const sides = answer.plies.map((_, i) => sideAt(session.game, nodeNamed(session.game.tree, names[i])));
    const { engine } = session.game;
    const mistakes = mistakesOf(names, answer.plies, sides, engine && (engine === "w" ? "b" : "w"));
    const shown = answer.plies.flatMap(({ mark, told }, i) => (mark ? [{ name: names[i + 1], words: `${mark} ${told}` }] : []));
    return { ...session, worths, judged, asked: null, answered: { ...session.answered, answer: { summary: answer.summary, shown, mistakes } } };
  },
};

/** Take the answer of the open question. */
export function withAnswer(session, answer, now) {
  const { pending } = session;
  return TAKEN[pending.what]({ ...session, pending: null }, answer, pending, now);
}

/** The open question failed: say why, and do not ask it again. */
export function withFailure(session, error) {
  const { pending: { what, at, lines }, task } = session;
  const next = { ...session, pending: null };
  if (what === "move") return { ...next, opponent: { ...session.opponent, state: "failed", error } };
  if (what === "prove") return { ...next, task: withVerdict(task, at, { wins: null, line: [], error }) };
  if (what === "judge") return { ...next, task: withVerdict(task, at, { good: false, told: error, line: [] }) };
  return { ...next, asked: null, answered: { what, at, lines, error, done: true } };
}
