// Judge a game ply by ply, as `mabi_search/reviewing/game_review.py` does. Values are for the side to move.

import { last } from "./driving.js";
import { isRun } from "./packing.js";
import { after, outcome } from "./rules.js";
import { analyses, proven } from "./search.js";
import { scoreText, worth } from "./player.js";
import { lineText, moveText, numberOf } from "./squares.js";
import { say, Wrong } from "./texts.js";

const { review: C, run_search: U } = CONSTANTS;
const OPEN = { how: null, score: null, pv: [], depth: 0 };
const SHOWN_MOVES = 8;
const WHOLE_RUN = [U.EXPANSIONS_IN_TURN.at(-1)];

const turned = value => ({ ...value, how: value.how && -value.how, score: value.score === null ? null : -value.score });
const toMover = (before, then, value) => (before.state.side === then.state.side ? value : turned(value));
const first = (value, move) => value.pv[0] === move;

function worthOf({ score, lines, depth }) {
  const pv = lines[0]?.pv ?? [];
  if (proven(score)) return { how: Math.sign(score), score: null, pv, depth: 0 };
  return lines.length ? { how: null, score, pv, depth } : OPEN;
}

function* valued(machine, moment, limits) {
  const over = outcome(moment);
  if (over && !over.decided) return OPEN;
  if (over) return { ...OPEN, how: over.winner === null ? 0 : over.winner === moment.state.side ? 1 : -1 };
  if (isRun(moment)) { // as in the program, one search of the whole run comes before those that deepen
    const whole = worthOf(yield* last(analyses(machine, moment, { limits, stages: WHOLE_RUN })));
    if (whole.how !== null) return whole;
  }
  return worthOf(yield* last(analyses(machine, moment, { limits })));
}

/** Return the value of the position after a move, searched to the depth of the best move. */
function* valuedAlike(machine, before, moment, known, limits) {
  if (before.how !== null || known.how !== null || first(before, moment.moves.at(-1)) || before.depth < 2) return known;
  const within = { ...limits, nodes: C.PATIENCE * limits.nodes };
  const found = worthOf(yield* last(analyses(machine, moment, { depth: before.depth - 1, limits: within })));
  return found === OPEN ? known : found;
}

/** Transfer proven outcomes to neighbouring positions. */
function join(moments, worths) {
  const known = [...worths];
  for (let i = 0; i + 1 < moments.length; i += 1) {
    const [before, move] = [known[i], moments[i + 1].moves.at(-1)];
    const carried = before.how === -1 || (before.how === 1 && first(before, move));
    const then = toMover(moments[i], moments[i + 1], known[i + 1]);
    if (carried && then.how === null) known[i + 1] = toMover(moments[i], moments[i + 1], { ...before, pv: before.pv.slice(1) });
  }
  for (let i = moments.length - 2; i >= 0; i -= 1) {
    const then = toMover(moments[i], moments[i + 1], known[i + 1]);
    if (then.how === 1 && known[i].how !== 1) known[i] = { ...OPEN, how: 1, pv: [moments[i + 1].moves.at(-1), ...then.pv] };
  }
  return known;
}

function judgement(move, before, then) {
  if (before.how !== null && then.how !== null) return C.proven[`${before.how} ${then.how}`] ?? "best";
  if (before.how === -1) return "already lost";
  if (before.how === 1) return "may lose the win";
  if (then.how === -1) return "is lost after it";
  if (first(before, move)) return "best";
  if (before.score === null || then.score === null) return "not known";
  const given = before.score - then.score;
  return given >= C.MISTAKE ? "mistake" : given >= C.INACCURACY ? "inaccuracy" : "good";
}

const valueText = ({ how, score }) => {
  if (how === null) return score === null ? say("notKnown") : scoreText(score);
  return say("proven", { outcome: say({ 1: "win", "-1": "loss", 0: "drawn" }[how]) });
};

function view({ before, then, moment, next }) {
  const move = next.moves.at(-1);
  const name = judgement(move, before, then);
  const guess = before.how === null && then.how === null && name !== "not known";
  const mark = C.marks[name] ?? "";
  const better = mark && !first(before, move) ? before.pv : [];
  const judged = say(guess ? "estimatedJudgement" : "provenJudgement", { judgement: say(`judged ${name}`) });
  const values = [before, then].map(valueText);
  const side = say(moment.state.side);
  const told = say("ofMove", { n: numberOf(moment.state.ply), side, move: moveText(move), told: judged });
  const change = values[0] === values[1] ? "" : say("beforeAfter", { side, before: values[0], after: values[1] });
  return { name, judged, mark, good: ["best", "good"].includes(name), better, told: told + change + (better.length ? say("better", { line: lineText(better, SHOWN_MOVES) }) : "") };
}

/** Return the values of the positions of a game, and the judgements of its moves. `nodes` is the limit of each search. */
export function* judged(machine, moments, limits, told = () => {}) {
  const worths = [];
  for (const moment of moments) {
    told(say("reviewing", { n: numberOf(moment.state.ply - 1), all: numberOf(moments.at(-1).state.ply - 1) }));
    worths.push(yield* valued(machine, moment, limits));
  }
  const known = join(moments, worths);
  const plies = [];
  for (let i = 0; i + 1 < moments.length; i += 1) {
    const [moment, next] = [moments[i], moments[i + 1]];
    const then = toMover(moment, next, yield* valuedAlike(machine, known[i], next, known[i + 1], limits));
    plies.push(view({ before: known[i], then, moment, next }));
  }
  return { worths: known, plies };
}

export function momentsOf({ base, moves, rules }) {
  const moments = [{ base, moves: [], rules, state: base }];
  for (const move of moves) moments.push(after(moments.at(-1), move));
  return moments;
}

export const shownWorth = ({ how, score }, side) => {
  if (how === null) return score === null ? { sure: null, score: null, told: say("notKnown") } : worth(score, side);
  return how === 0 ? { sure: 0, score: null, told: say("aDraw") } : worth(how * CONSTANTS.evaluation.WIN, side);
};

/** Return the review of a game for display. */
export function* review(machine, shown, limits, told) {
  if (!shown.moves.length) throw new Wrong(say("nothingToReview"));
  const moments = momentsOf(shown);
  const { worths, plies } = yield* judged(machine, moments, limits, told);
  const over = outcome(shown);
  const turns = plies.flatMap(({ mark, name }, i) => (["?", "??"].includes(mark)
    ? [say("turn", { n: numberOf(moments[i].state.ply), side: say(moments[i].state.side), judgement: say(`judged ${name}`) })] : []));
  const some = turns.slice(0, 4).join(say("andNext")) + (turns.length > 4 ? say("andMore", { count: turns.length - 4 }) : "");
  return {
    summary: say("reviewed", { end: over ? over.reason : say("notOver", { n: new Set(moments.slice(1).map(({ state }) => numberOf(state.ply - 1))).size }), turns: some || say("none") }),
    stopped: Boolean(limits.stop?.()),
    worths: worths.map((value, i) => shownWorth(value, moments[i].state.side)), plies,
  };
}

/** Judge the last move of a game. */
export function* judge(machine, shown, limits) {
  const { plies: [ply] } = yield* judged(machine, momentsOf(shown).slice(-2), limits);
  return ply;
}
