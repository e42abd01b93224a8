// The search of a position, as in `mabi_search/search`: alpha-beta by depth, a run by the search of runs, and whether a pass wins.
//
// An analysis is a generator. It yields an answer after each depth, and nothing at points where it may be interrupted. The
// same position and nodes give the same answers as `mabi analyse`; the tests compare both.

import { drive, limitOf, next, DECIDED, RUNNING, TURN, Watch } from "./driving.js";
import { clear, codeOf, isSearchableRun, mayHoldOut, moveOf, pack, sound } from "./packing.js";
import { legalMoves, outcome, play, playUnchecked, freezes, runIsLast, whyIllegal, PASS, PASSED } from "./rules.js";
import { RegionSearch, RunSearch } from "./runs.js";

const { work: W, keys: K, runs: L, evaluation: E, search: S, running: O, telling: T, region_search: G } = CONSTANTS;
const WIN_SCORE = E.WIN;

export const proven = score => Math.abs(score) >= WIN_SCORE;

// Alpha-beta

export function entriesFor(nodes, searches = 1) {
  if (nodes == null) return S.TABLE_ENTRIES;
  return Math.min(S.TABLE_ENTRIES, Math.max(S.FEWEST_ENTRIES, 2 ** ((searches * nodes).toString(2).length + 1)));
}

/** The data that alpha-beta keeps between searches. A new memory with an old name clears the old data. */
export class Memory {
  constructor(machine, name, entries) {
    Object.assign(this, { machine, name });
    const most = Math.min(entries, machine.most);
    this.table = machine.room(`${name}.table`, machine.form("search", "table"), CONSTANTS.rooms.table, most);
    this.table.bytes.fill(0);
    this.fresh = true;
    this.setting = null;
    this.asked = new Map();
  }

  begin(packed) {
    const setting = Object.values(packed.setting).join();
    if (this.setting !== null && this.setting !== setting) {
      this.table.bytes.fill(0);
      this.asked.clear();
    }
    this.setting = setting;
  }
}

class AlphaBeta {
  constructor(machine, position, limits, options, memory, spent = 0) {
    Object.assign(this, { machine, position, memory, spent, goesOn: false });
    const { state, rules } = position;
    this.packed = pack(state, rules);
    memory.begin(this.packed);
    const keys = machine.keys(this.packed);
    this.work = machine.room(`${memory.name}.work`, machine.form("search", "work"), CONSTANTS.rooms.work, state.seen.length);
    this.cursor = machine.array(`${memory.name}.cursor`, "int64", [W.CURSOR]);
    const { history, runs, weights, ...rest } = this.work;
    clear(rest);
    if (memory.fresh) [history, runs].forEach(clear);
    memory.fresh = false;
    this.work.keys.view.set(keys.view);
    machine.spread(rules, weights);
    const on = this.work.options.view;
    on.fill(1n);
    on[W.USE_TABLES] = 0n;
    for (const [place, value] of options) on[place] = BigInt(value);
    for (const [place, technique] of Object.entries(CONSTANTS.needs)) if (!sound(technique, rules)) on[place] = 0n;
    const { setting, own, enemy, code, first } = this.packed;
    machine.call("begin", {
      setting, work: this.work, cursor: this.cursor, own, enemy, code, first,
      holder: "-wb".indexOf(state.holder), keys: state.seen.length, most: limits.nodes ?? -1,
    });
  }

  get nodes() {
    return this.spent + Number(this.cursor.view[W.NODES]);
  }

  estimate() {
    const { packed: { setting, own, enemy, holds }, work } = this;
    return Number(this.machine.call("estimated", { setting, own, enemy, holds, weights: work.weights, into: work.places }));
  }

  /** Begin to search, one ply deeper, for a number of best lines with other first moves than those. */
  begin(leftOut, wanted) {
    const { work, cursor, machine } = this;
    for (const [i, move] of leftOut.entries()) work.excluded.view[i] = BigInt(codeOf(move));
    this.goesOn = Boolean(machine.call("begin_depth", { work, cursor, left_out: leftOut.length, wanted }));
  }

  /** Search at most `quota` nodes, or to the end of a window of scores. */
  advance(quota) {
    const { packed: { setting }, work, cursor, machine, memory: { table } } = this;
    if (this.goesOn && Number(machine.call("search", { setting, work, table, cursor, quota })) === W.FINISHED)
      this.goesOn = Boolean(machine.call("conclude", { work, cursor }));
    return this.goesOn ? RUNNING : DECIDED;
  }

  get lines() {
    return Array.from({ length: Number(this.cursor.view[W.FOUND]) }, (_, row) => this.#line(row));
  }

  #line(row) {
    const { lines, lengths, scores } = this.work;
    const codes = lines.view.subarray(row * W.MAX_PLY, row * W.MAX_PLY + Number(lengths.view[row]));
    const pv = [...codes].map(code => moveOf(Number(code)));
    pv.reduce(play, this.position);
    return { move: pv[0], score: Number(scores.view[row]), pv };
  }
}

// Analysis

/** Yield the result of each depth. The last result is the final one. Limits: nodes, seconds, stop. A run is searched by `stages`. */
export function* analyses(machine, position, { depth = S.MAX_DEPTH, limits = {}, lines = 1, options = [], memory = null, forPass = null, without = [], stages = O.EXPANSIONS_AT_DEPTH }) {
  const watch = new Watch(limits);
  const over = outcome(position);
  if (over) {
    const score = over.winner === null ? 0 : (WIN_SCORE + 100 * over.margin) * (over.winner === position.state.side ? 1 : -1);
    yield { depth: 0, lines: [], score, nodes: 0, seconds: 0, stoppedBy: null };
    return;
  }
  const { max_plies: plies } = position.rules;
  const deepest = plies == null ? depth : Math.min(depth, plies - position.state.ply);
  const kept = memory ?? new Memory(machine, "main", entriesFor(limits.nodes));
  const byDepth = spent => bestByDepth(new AlphaBeta(machine, position, limits, options, kept, spent), watch, deepest, without);
  let best = null;
  if (mayRun(machine, position)) best = runAnalyses(machine, position, watch, stages.slice(0, deepest), byDepth);
  else {
    const beside = forPass === null ? watch : new Watch({ ...limits, nodes: null });
    const [byPass, made] = yield* bestByPass(machine, position, beside, memory, forPass);
    best = byPass ?? byDepth(forPass === null ? made : 0);
  }
  if (lines === 1) yield* best;
  else {
    const others = new AlphaBeta(machine, position, limits, options, new Memory(machine, "others", entriesFor(limits.nodes)));
    yield* withOthers(best, others, new Watch(limits), deepest, Math.min(lines, legalMoves(position.state, position.rules).length) - 1);
  }
}

function* bestByDepth(search, watch, depth, without) {
  let answer = { depth: 0, lines: [], score: search.estimate(), nodes: 0, seconds: watch.seconds, stoppedBy: null };
  for (let at = 1; at <= depth; at += 1) {
    search.begin(without, 1);
    const stop = yield* drive(search, watch);
    answer = { ...answer, nodes: search.nodes, seconds: watch.seconds, stoppedBy: limitOf(stop) };
    if (!answer.stoppedBy) {
      const [best] = search.lines;
      answer = { ...answer, depth: at, lines: [best], score: best.score };
    }
    yield answer;
    if (answer.stoppedBy || proven(answer.score)) return;
    const reached = watch.stopped(search.nodes); // a short search ends before it has checked the limits
    if (reached && at < depth) {
      yield { ...answer, stoppedBy: reached };
      return;
    }
  }
}

/** Yield the best move with other moves. A separate search finds these and cannot change the best. */
function* withOthers(best, others, watch, depth, count) {
  let [more, stoppedBy] = [[], null];
  let answer = yield* next(best);
  for (let at = 1; at <= depth; at += 1) {
    if (answer.lines.length && !answer.stoppedBy && !stoppedBy) {
      others.begin([answer.lines[0].move], count);
      stoppedBy = limitOf(yield* drive(others, watch));
      if (!stoppedBy || !more.length) more = others.lines;
    }
    const lines = inOrder([...answer.lines, ...more]);
    const ranked = {
      ...answer, depth: proven(answer.score) && !stoppedBy ? at : answer.depth, lines,
      score: lines.length ? lines[0].score : answer.score, nodes: answer.nodes + others.nodes, seconds: watch.seconds,
    };
    yield ranked;
    if (answer.stoppedBy || lines.every(line => proven(line.score))) return;
    const deeper = yield* next(best);
    if (!deeper && stoppedBy) {
      yield { ...ranked, stoppedBy };
      return;
    }
    answer = deeper ?? answer;
  }
}

function inOrder([best, ...rest]) {
  if (!best) return [];
  const capped = [...rest].reverse().filter(line => line.move !== best.move)
    .map(line => (proven(line.score) ? line : { ...line, score: Math.min(line.score, best.score) }));
  return [best, ...capped].sort((a, b) => b.score - a.score);
}

// Runs and passes

/** Return whether the readings and the history allow the search of runs. */
function mayRun(machine, position) {
  const { state, rules } = position;
  return isSearchableRun(position) && (freezes(rules) || !(machine.past(pack(state, rules)) & K.TWICE_IN_RUNS));
}

/** Yield the results of the run search, then by depth if it finds every placement but the history leaves the winner open. */
function* runAnalyses(machine, position, watch, stages, byDepth) {
  const { state, rules } = position;
  const packed = pack(state, rules);
  const { setting, code, holds } = packed;
  const past = machine.past(packed);
  const runs = new RunSearch(machine);
  const told = machine.array("told", "int64", [T.TOLD]);
  const byPass = holds === 1 && (state.mode === PASSED || runIsLast(rules));
  told.view.set((byPass ? [T.WON, -1, 1, WIN_SCORE] : [T.OPEN, -1, 0, 0]).map(BigInt));
  const decided = () => Number(told.view[T.HOW]) !== T.OPEN;
  let [answer, stop] = [{ depth: 0, lines: [], score: 0, nodes: 0, seconds: watch.seconds, stoppedBy: null }, DECIDED];
  for (const [i, expansions] of stages.entries()) {
    if (!decided()) {
      runs.begin(packed, { expansions });
      stop = yield* drive(runs, watch);
      machine.call("tell", { setting, runs: runs.room, answer: runs.answer, mode: code & 3, holds, past, told });
    }
    answer = { ...answer, nodes: runs.nodes, seconds: watch.seconds };
    if (limitOf(stop) && !decided()) {
      yield { ...answer, stoppedBy: stop };
      return;
    }
    if (runs.loses && !decided() && past & K.TWICE_IN_RUNS) {
      yield* byDepth(runs.nodes);
      return;
    }
    const [, where, passes, score] = [...told.view].map(Number);
    const pv = [...(where < 0 ? [] : runs.runTo(where).steps), ...(passes ? [PASS] : [])];
    pv.reduce(play, position);
    answer = { ...answer, depth: i + 1, lines: [{ move: pv[0], score, pv }], score };
    yield answer;
    if (decided() || runs.loses) return;
  }
}

/** Return the results if a pass wins because the other side can never overtake, else null, and the number of placements. */
function* bestByPass(machine, position, watch, memory, asked) {
  const { nodes } = watch.limits;
  const { state, rules } = position;
  const placements = asked ?? (nodes == null ? S.MOST_FOR_PASS : Math.min(Math.floor(nodes / S.PASS_SHARE), S.MOST_FOR_PASS));
  if (placements < S.FEWEST_FOR_PASS || !mayHoldOut(position) || whyIllegal(state, PASS, rules) !== null) return [null, 0];
  const key = `${state.board.join("/")} ${state.side}`;
  if (memory && (memory.asked.get(key) ?? 0) >= placements) return [null, 0];
  const [wins, made] = yield* holdsOut(machine, state, rules, watch, placements);
  if (!wins) memory?.asked.set(key, placements);
  const lines = [{ move: PASS, score: WIN_SCORE, pv: [PASS] }];
  const answer = { depth: 1, lines, score: WIN_SCORE, nodes: made, seconds: watch.seconds, stoppedBy: null };
  return [wins ? [answer].values() : null, made];
}

function* holdsOut(machine, state, rules, watch, placements) {
  const search = new RegionSearch(machine, state, rules, { placements: 2 ** placements.toString(2).length });
  let stop = yield* drive(search, watch, Math.min(placements, G.AT_ONCE));
  if (stop !== TURN || placements <= G.AT_ONCE) return [stop === DECIDED, search.nodes];
  const run = new RunSearch(machine, { most: G.AT_ONCE * G.ROOM_OF_EACH, answers: false });
  const expansions = Math.min(G.AT_ONCE, Math.floor(placements / G.ROOM_OF_EACH));
  run.begin(pack(playUnchecked(state, PASS, rules), rules), { aim: L.GREATEST, target: search.most + 1, expansions });
  yield* drive(run, watch);
  if (!run.wins) stop = yield* drive(search, watch, placements);
  return [stop === DECIDED, search.nodes + run.nodes];
}
