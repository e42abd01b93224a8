// The engine as a player, as in `mabi_search/playing/player.py`, without proof searches in deadlocks.

import { last, Watch } from "./driving.js";
import { isSearchableRun } from "./packing.js";
import { after, largest, legalMoves, other, outcome, ALTERNATE, BLACK, PASS, WHITE } from "./rules.js";
import { toTheEnd } from "./runs.js";
import { analyses, entriesFor, Memory, proven } from "./search.js";
import { lineText } from "./squares.js";
import { say } from "./texts.js";

const { player: P, work: W, evaluation: E, search: S } = CONSTANTS;

/** Return the seconds for a move, given the seconds on the clock and the bonus for each move. */
export function secondsForMove(left, bonus) {
  return Math.max(Math.min(left / P.TURNS_LEFT + P.SHARE_OF_BONUS * bonus, left / 4), P.LEAST_SECONDS);
}

const countOf = moves => t("count.moves", { n: moves.length });
const wins = score => score >= E.WIN;

export function scoreText(score) {
  if (proven(score)) return say("proven", { outcome: say(wins(score) ? "win" : "loss") });
  return estimateText(score);
}

const estimateText = score => (score < 0 ? "−" : "+") + Math.abs(score / 100).toFixed(2);

function winsBy(position, line) {
  const over = outcome(line.reduce(after, position));
  return over?.decided && over.winner === position.state.side;
}

/** A player that keeps its search memory and its plan from move to move. */
export class Engine {
  #plan = null;
  #memory = null;

  constructor(machine, level, chance = Math.random) {
    Object.assign(this, { machine, level, chance });
  }

  /** Return the move played in a position, with a comment. */
  *choose(position, limits = {}) {
    const rest = this.#rest(position);
    if (rest.length) return this.#following(position, rest);
    const alone = isSearchableRun(position);
    const old = this.level.strict ? [] : stepsBack(position);
    if (old.length && limits.seconds != null) limits = { ...limits, seconds: limits.seconds / 2 };
    const found = yield* this.#search(position, this.level.slack && !alone ? P.CHOICES : 1, limits);
    const [best] = found.lines;
    if (wins(best.score) || alone) {
      let line = best.pv;
      if (wins(best.score)) {
        const watch = new Watch(this.#limits(P.PATIENCE_IN_RUNS, limits));
        const ended = [];
        for (const { pv } of found.lines.filter(({ score }) => wins(score))) ended.push(yield* toTheEnd(this.machine, position, pv, position.state.side, watch));
        [line] = ended.sort((a, b) => winsBy(position, b) - winsBy(position, a) || a.length - b.length);
      }
      const from = position.moves.length;
      this.#plan = { base: JSON.stringify([position.base, position.rules]), side: position.state.side, score: best.score, from, moves: [...position.moves, ...line] };
      return this.#following(position, line);
    }
    const good = found.lines.filter(line => line.score >= best.score - this.level.slack);
    let chosen = good[Math.floor(this.chance() * good.length)];
    if (old.includes(chosen.move) && !proven(chosen.score)) chosen = (yield* this.#fresh(position, chosen, old, limits)) ?? chosen;
    return { move: chosen.move, proven: wins(chosen.score), worth: worth(chosen.score, position.state.side), told: say("atDepth", { score: scoreText(chosen.score), depth: found.depth }) };
  }

  /** Return a line that avoids the old moves and is nearly as good as the chosen line, or null. */
  *#fresh(position, chosen, old, limits) {
    const { lines: [best] } = yield* this.#deepen(position, 1, 1, limits, [], 0, old);
    return best.score >= chosen.score - P.SLACK_FOR_FRESH && best.move !== PASS ? best : null;
  }

  #following(position, line) {
    const count = countOf(line);
    const known = worth(this.#plan.score, position.state.side);
    if (wins(this.#plan.score)) return { move: line[0], proven: true, worth: known, told: say(winsBy(position, line) ? "plannedToEnd" : "plannedWin", { count }) };
    const end = proven(this.#plan.score) ? scoreText(this.#plan.score) : say("undecided");
    return { move: line[0], proven: false, worth: known, told: say("planned", { outcome: end, count }) };
  }

  #isPlanned(position, many) {
    const plan = this.#plan;
    return plan !== null && plan.side === position.state.side && plan.base === JSON.stringify([position.base, position.rules])
      && position.moves.slice(0, many).join() === plan.moves.slice(0, many).join();
  }

  /** Return the rest of the plan; empty if the game has left it. */
  #rest(position) {
    const played = position.moves.length;
    return this.#isPlanned(position, played) ? this.#plan.moves.slice(played) : [];
  }

  *#search(position, lines, limits) {
    const { level } = this;
    const won = this.#plan && wins(this.#plan.score) && this.#isPlanned(position, this.#plan.from + 1);
    if (won) {
      const found = yield* this.#deepen(position, P.PATIENCE, lines, limits, [[W.USE_DEEP_PROOFS, 0]], 0);
      if (wins(found.lines[0].score)) return found;
    }
    const forPass = !level.strict && isDeadlock(position) ? Math.min(P.PATIENCE_IN_DEADLOCKS * level.nodes, P.MOST_FOR_PASS) : null;
    return yield* this.#deepen(position, isSearchableRun(position) ? P.PATIENCE_IN_RUNS : 1, lines, limits, [], forPass);
  }

  /** Search at least one ply, with a multiple of the nodes of the level. */
  *#deepen(position, patience, lines, limits, options, forPass, without = []) {
    this.#memory ??= new Memory(this.machine, "play", entriesFor(this.level.nodes, P.MOVES_REMEMBERED));
    for (const [within, depth] of [[this.#limits(patience, limits), S.MAX_DEPTH], [{}, 1]]) {
      const found = yield* last(analyses(this.machine, position, { depth, limits: within, lines, options, memory: this.#memory, forPass, without }));
      if (found?.lines.length) return found;
    }
    throw new Error("no move was found");
  }

  #limits(patience, limits) {
    const { nodes, strict } = this.level;
    return { ...limits, nodes: strict ? nodes : nodes * patience };
  }
}

/** Return whether the sizes of the largest groups have not changed for some plies of alternate play. */
function isDeadlock({ state }) {
  if (state.mode !== ALTERNATE || state.seen.length <= P.DEADLOCK_PLIES) return false;
  const before = state.seen.at(-1 - P.DEADLOCK_PLIES).split(" ")[0].split("/");
  return [WHITE, BLACK].every(side => largest(before, side) === largest(state.board, side));
}

/** Return the steps of alternate play that lead to an earlier situation. */
function stepsBack(position) {
  const { state, rules } = position;
  const isOld = ({ state: { seen } }) => seen.slice(0, -1).includes(seen.at(-1));
  return state.mode === ALTERNATE ? legalMoves(state, rules).filter(move => move !== PASS && isOld(after(position, move))) : [];
}

// Display

/** Return a score for White: a proven outcome, or an estimate in hundredths of a piece. */
export function worth(score, side) {
  const white = side === WHITE ? score : -score;
  if (proven(score)) return { sure: Math.sign(white), score: null, told: say("sideWins", { side: say(white > 0 ? WHITE : BLACK) }) };
  return { sure: null, score: white, told: estimateText(white) };
}

/** Return the best moves of a position for display. */
export function shownAnalysis(found, side) {
  const lines = found.lines.map(({ pv, score }) => ({ moves: pv, score: scoreText(score), worth: worth(score, side) }));
  return { depth: found.depth, nodes: found.nodes, seconds: found.seconds, stopped_by: found.stoppedBy, worth: worth(found.score, side), lines };
}

/** Return the result of a pass in words, and the run that shows it. */
export function shownPass(position, found) {
  const [me, them] = [position.state.side, other(position.state.side)].map(side => say(side));
  const some = moves => lineText(moves, 12);
  const verdict = say({ win: "passWins", loss: "passLoses", draw: "passDraws" }[found.how] ?? "passOpen");
  const size = found.most === found.bound ? String(found.most) : say("atLeast", found);
  const told = [say("pass", { me, them, verdict, size })];
  if (found.run.length) told.push(say("passRun", { moves: some(found.run), count: countOf(found.run) }));
  if (found.refutation.length > 1) told.push(say("passRefuted", { them, moves: some(found.refutation), count: countOf(found.refutation) }));
  return { told: told.join("\n"), run: found.refutation.length > 1 ? found.refutation : found.run };
}
