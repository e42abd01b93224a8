// Drive the kernels: the search of `mabi_search/search`, the searches of runs, and the analysis of a pass.
//
// A search is a generator. It yields an answer after each depth, and nothing at points where it may be interrupted. The
// same position and nodes give the same answers as `mabi analyse`; the tests compare both.

import { clear, codeOf, field, isRun, isSearchableRun, mayHoldOut, moveOf, pack, regions, sound, weightsFor } from "./packing.js";
import { after, largest, legalMoves, outcome, pieces, play, playUnchecked, freezes, runIsLast, whyIllegal, ALTERNATE, NOBODY, PASS, PASSED, RUN } from "./rules.js";
import { say, Wrong } from "./texts.js";

const { work: W, keys: K, runs: L, region: R, evaluation: E, search: S, running: O, telling: T, run_search: U, region_search: G } = CONSTANTS;
const WIN_SCORE = E.WIN;
const SLICE_MS = 20;
const SHORT = 8_000; // placements between two points where a search of runs or regions may be interrupted

export class Watch {
  constructor(limits) {
    this.limits = limits;
    this.started = performance.now();
    this.slice = 2_000;
    this.before = 0;
    this.sliceStarted = this.started;
  }

  get seconds() {
    return (performance.now() - this.started) / 1000;
  }

  /** Return the number of nodes for the next slice; 0 if the limit is reached. */
  nextSlice(nodes) {
    const now = performance.now();
    if (2 * (nodes - this.before) >= this.slice) {
      const ratio = SLICE_MS / Math.max(now - this.sliceStarted, 0.001);
      this.slice = Math.floor(this.slice * Math.min(4, Math.max(0.25, ratio))) + 1;
    }
    [this.before, this.sliceStarted] = [nodes, now];
    return Math.min(this.slice, this.left(nodes));
  }

  left(nodes) {
    return Math.max(0, (this.limits.nodes ?? Infinity) - nodes);
  }

  stopped(nodes) {
    if (this.limits.stop?.()) return "interrupt";
    if (this.limits.nodes != null && nodes >= this.limits.nodes) return "nodes";
    return this.limits.seconds != null && this.seconds >= this.limits.seconds ? "seconds" : null;
  }
}

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
    const form = machine.form("search", "estimates");
    const most = Math.min(entries, machine.most);
    this.tables = ["estimates", "proofs"].map(one => machine.room(`${name}.${one}`, form, CONSTANTS.rooms.table, most));
    for (const table of this.tables) table.data.bytes.fill(0);
    this.fresh = true;
    this.setting = null;
    this.asked = new Map();
  }

  begin(packed) {
    const setting = JSON.stringify(packed.setting, (_, value) => (typeof value === "bigint" ? String(value) : value));
    if (this.setting !== null && this.setting !== setting) {
      for (const table of this.tables) table.data.bytes.fill(0);
      this.asked.clear();
    }
    this.setting = setting;
  }
}

class AlphaBeta {
  constructor(machine, position, watch, options, memory) {
    Object.assign(this, { machine, position, watch, memory, spent: 0, without: [], stoppedBy: null });
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
    weights.view.set(weightsFor(rules));
    const on = this.work.options.view;
    on.fill(1n);
    on[W.USE_TABLES] = 0n;
    for (const [place, value] of options) on[place] = BigInt(value);
    for (const [place, technique] of Object.entries(CONSTANTS.needs)) if (!sound(technique, rules)) on[place] = 0n;
    const { setting, own, enemy, code, first } = this.packed;
    machine.call("begin", {
      setting, work: this.work, cursor: this.cursor, own, enemy, code, first,
      holder: "-wb".indexOf(state.holder), keys: state.seen.length, most: watch.limits.nodes ?? -1,
    });
  }

  get nodes() {
    return this.spent + Number(this.cursor.view[W.NODES]);
  }

  estimate() {
    const { packed: { setting, own, enemy }, work, position: { state } } = this;
    const holds = state.holder === NOBODY ? 0 : state.holder === state.side ? 1 : -1;
    return Number(this.machine.call("estimated", { setting, own, enemy, holds, weights: work.weights, into: work.places }));
  }

  /** Return the best line one ply deeper than before; undefined if a limit was reached. */
  *bestLine() {
    const [best] = yield* this.#deepen(this.without, 1);
    return best;
  }

  *otherLines(count, best) {
    const { state, rules } = this.position;
    return yield* this.#deepen([best.move], Math.min(count, legalMoves(state, rules).length - 1));
  }

  /** Return the lines found one ply deeper. */
  *#deepen(leftOut, wanted) {
    const { packed: { setting }, work, cursor, machine, memory: { tables: [estimates, proofs] } } = this;
    for (const [i, move] of leftOut.entries()) work.excluded.view[i] = BigInt(codeOf(move));
    let goesOn = Number(machine.call("begin_depth", { work, cursor, left_out: leftOut.length, wanted }));
    while (goesOn) {
      const quota = this.watch.nextSlice(this.nodes);
      if (quota && Number(machine.call("search", { setting, work, estimates, proofs, cursor, quota })) === W.FINISHED)
        goesOn = Number(machine.call("conclude", { work, cursor }));
      else {
        yield undefined;
        this.stoppedBy = this.watch.stopped(this.nodes);
        if (this.stoppedBy) break;
      }
    }
    return Array.from({ length: Number(cursor.view[W.FOUND]) }, (_, row) => this.#line(row));
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

/** Yield the result of each depth. The last result is the final one. Limits: nodes, seconds, stop. */
export function* analyses(machine, position, { depth = S.MAX_DEPTH, limits = {}, lines = 1, options = [], memory = null, forPass = null, without = [] }) {
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
  const byDepth = spent => {
    const search = new AlphaBeta(machine, position, watch, options, kept);
    Object.assign(search, { spent, without });
    return bestByDepth(search, deepest);
  };
  let [best, asked] = [null, 0];
  if (isRun(position)) best = bestOfRun(machine, position, watch, deepest, byDepth);
  if (!best) {
    const beside = forPass === null ? watch : new Watch({ ...limits, nodes: null });
    const found = yield* bestByPass(machine, position, beside, memory, forPass);
    [best, asked] = [found.answer && [found.answer][Symbol.iterator](), found.made];
  }
  best ??= byDepth(forPass === null ? asked : 0);
  if (lines === 1) yield* best;
  else {
    const others = new AlphaBeta(machine, position, new Watch(limits), options, new Memory(machine, "others", entriesFor(limits.nodes)));
    yield* withOthers(best, others, deepest, lines - 1);
  }
}

function* bestByDepth(search, depth) {
  const { watch } = search;
  let answer = { depth: 0, lines: [], score: search.estimate(), nodes: 0, seconds: watch.seconds, stoppedBy: null };
  for (let at = 1; at <= depth; at += 1) {
    const best = yield* search.bestLine();
    const now = { nodes: search.nodes, seconds: watch.seconds };
    if (!best) {
      yield { ...answer, ...now, stoppedBy: search.stoppedBy };
      return;
    }
    answer = { ...answer, ...now, depth: at, lines: [best], score: best.score };
    yield answer;
    if (proven(best.score)) return;
    search.stoppedBy = watch.stopped(search.nodes);
    if (search.stoppedBy && at < depth) {
      yield { ...answer, stoppedBy: search.stoppedBy };
      return;
    }
  }
}

/** Return the next answer of a search; null after the last. The search may be interrupted meanwhile. */
function* next(search) {
  while (true) {
    const { value, done } = search.next();
    if (done) return null;
    if (value) return value;
    yield undefined;
  }
}

/** Yield the best move with other moves. A separate search finds these and cannot change the best. */
function* withOthers(best, others, depth, count) {
  let found = [];
  let answer = yield* next(best);
  for (let at = 1; at <= depth; at += 1) {
    if (answer.lines.length && !answer.stoppedBy && !others.stoppedBy) {
      const deeper = yield* others.otherLines(count, answer.lines[0]);
      found = !others.stoppedBy || !found.length ? deeper : found;
    }
    const lines = inOrder([...answer.lines, ...found]);
    const told = {
      ...answer, depth: proven(answer.score) && !others.stoppedBy ? at : answer.depth, lines,
      score: lines.length ? lines[0].score : answer.score, nodes: answer.nodes + others.nodes, seconds: others.watch.seconds,
    };
    yield told;
    if (answer.stoppedBy || lines.every(line => proven(line.score))) return;
    const deeper = yield* next(best);
    if (!deeper && others.stoppedBy) {
      yield { ...told, stoppedBy: others.stoppedBy };
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

// Runs

/** Search runs, one after another, within the same limits. */
export class RunSearch {
  constructor(machine, watch, { most = U.MOST_MET, answers = true } = {}) {
    Object.assign(this, { machine, watch, answer: L.RUNNING, stoppedBy: null, made: 0 });
    const kind = answers ? "kept" : "alone";
    this.room = machine.room(`run.${kind}.${most}`, machine.form("begin_run", "runs"), CONSTANTS.rooms[kind], Math.min(most, machine.most));
  }

  begin(packed, holds, { aim = L.OVERTAKE, target = 0, expansions = U.ALL } = {}) {
    const { machine, room } = this;
    const cursor = room.cursor.view;
    cursor.fill(0n);
    for (const [place, value] of [[L.AIM, aim], [L.TARGET, target], [L.GATHER, 1], [L.FREELY, 1], [L.NOVELTY, 1]]) cursor[place] = BigInt(value);
    const { setting, own, enemy, code } = packed;
    machine.call("begin_run", { setting, runs: room, own, enemy, holds: Number(holds), expansions, keys: machine.keys(packed), code });
    this.setting = setting;
    this.before = this.made;
    this.made += Number(room.cursor.view[L.MADE]); // a new view, since memory may have grown
    [this.answer, this.stoppedBy] = [L.RUNNING, null];
  }

  /** Search until there is an answer, a limit is reached, or a total number of placements was generated. */
  *goOn(until = Infinity) {
    this.stoppedBy = null;
    while (this.answer === L.RUNNING && !this.stoppedBy && this.made < until) {
      const quota = Math.min(SHORT, until - this.made, this.watch.left(this.made));
      this.answer = Number(this.machine.call("advance", { setting: this.setting, runs: this.room, quota }));
      this.made = this.before + Number(this.room.cursor.view[L.MADE]);
      yield undefined;
      if (this.answer === L.RUNNING) this.stoppedBy = this.watch.stopped(this.made);
    }
  }

  get wins() {
    return this.answer === L.WINS;
  }

  get loses() {
    return this.answer === L.LOSES;
  }

  node(index, name) {
    return field(this.room.nodes, index, name);
  }

  get count() {
    return field(this.room.levels, 0, "count");
  }

  get isFull() {
    return this.count === this.room.placements.shape[1];
  }

  found() {
    return this.runTo(Number(this.room.cursor.view[L.FOUND]));
  }

  greatest() {
    return this.runTo(Number(this.room.cursor.view[L.BEST]));
  }

  runTo(index) {
    const codes = this.machine.array("path", "int64", [Math.max(this.node(index, "depth"), 1)]);
    const many = Number(this.machine.call("path_to", { runs: this.room, index, moves: codes }));
    return { steps: [...codes.view.subarray(0, many)].map(code => moveOf(Number(code))), most: this.node(index, "most") };
  }
}

/** Return the results of the run search, then by depth if it finds every placement but the history leaves the winner open; null if not sound. */
function bestOfRun(machine, position, watch, depth, byDepth) {
  const packed = pack(position.state, position.rules);
  const allowed = isSearchableRun(position) && (freezes(position.rules) || !(machine.past(packed) & K.TWICE_IN_RUNS));
  return allowed ? runAnalyses(machine, position, packed, watch, depth, byDepth) : null;
}

function* runAnalyses(machine, position, packed, watch, depth, byDepth) {
  const { state, rules } = position;
  const past = machine.past(packed);
  const runs = new RunSearch(machine, watch);
  const told = machine.array("told", "int64", [T.TOLD]);
  const holds = state.holder === NOBODY ? 0 : state.holder === state.side ? 1 : -1;
  const byPass = holds === 1 && (state.mode === PASSED || runIsLast(rules));
  told.view.set((byPass ? [T.WON, -1, 1, WIN_SCORE] : [T.OPEN, -1, 0, 0]).map(BigInt));
  const decided = () => Number(told.view[T.HOW]) !== T.OPEN;
  let answer = { depth: 0, lines: [], score: 0, nodes: 0, seconds: watch.seconds, stoppedBy: null };
  for (const [i, expansions] of O.EFFORTS.slice(0, depth).entries()) {
    if (!decided()) {
      runs.begin(packed, holds === 1, { expansions });
      yield* runs.goOn();
      const { setting, code } = packed;
      machine.call("tell", { setting, runs: runs.room, answer: runs.answer, mode: code & 3, holds, past, told });
    }
    answer = { ...answer, nodes: runs.made, seconds: watch.seconds };
    if (runs.stoppedBy && !decided()) {
      yield { ...answer, stoppedBy: runs.stoppedBy };
      return;
    }
    if (runs.loses && !decided() && past & K.TWICE_IN_RUNS) {
      yield* byDepth(runs.made);
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

/** Return steps of a run after which a pass wins, or null. */
export function* winningRun(machine, { state, rules }, watch) {
  const packed = pack(state, rules);
  const search = new RunSearch(machine, watch);
  for (const expansions of U.EFFORTS) {
    search.begin(packed, state.holder === state.side, { expansions });
    yield* search.goOn();
    if (search.wins) return search.found().steps;
    if (search.loses || search.stoppedBy) return null;
  }
  return null;
}

/** Return a winning line continued to the end of the game; unchanged if that fails. */
export function* toTheEnd(machine, position, line, winner, watch) {
  let [at, moves] = [line.reduce(after, position), [...line]];
  while (outcome(at) === null && at.state.mode !== ALTERNATE) {
    const { state, rules } = at;
    const ends = state.mode !== RUN || runIsLast(rules);
    let more = [PASS];
    if (state.side === winner && !(ends && state.holder === winner)) {
      const steps = ["run", "final"].includes(rules.pass_rule) ? yield* winningRun(machine, at, watch) : null;
      if (!steps) return line;
      more = [...steps, PASS];
    }
    for (const move of more) {
      if (whyIllegal(at.state, move, rules) !== null) return line;
      at = after(at, move);
    }
    moves = [...moves, ...more];
  }
  const over = outcome(at);
  return over === null || over.winner === winner ? moves : line;
}

// A pass

/** Decide whether the side that runs after a pass can ever overtake, from all placements of each region. */
export class RegionSearch {
  constructor(machine, state, rules, watch, placements = machine.most) {
    Object.assign(this, { machine, watch, most: largest(state.board, state.side), over: false });
    this.packed = pack(state, rules);
    const { setting, own, enemy } = this.packed;
    this.work = machine.room("regions", machine.form("begin_region", "work"), CONSTANTS.rooms.regions, Math.min(placements, machine.most));
    this.how = Number(machine.call("begin_region", { setting, work: this.work, standing: own, runner: enemy, most: this.most }));
  }

  get made() {
    const cursor = this.work.cursor.view;
    return Number(cursor[R.BEFORE] + cursor[R.COUNT]);
  }

  /** Search up to a total number of placements; return "decided", the limit that was reached, or null. */
  *goOn(until) {
    const { setting, own: standing } = this.packed;
    while (!this.over) {
      if (this.how === R.NEVER) {
        this.over = true;
        return "decided";
      }
      if (this.made >= until) break;
      const quota = Math.min(SHORT, until - this.made, this.watch.left(this.made));
      this.how = Number(this.machine.call("advance_region", { setting, work: this.work, standing, quota }));
      this.over = [R.REACHED, R.FULL].includes(this.how);
      yield undefined;
      const stopped = this.how === R.RUNNING ? this.watch.stopped(this.made) : null;
      if (stopped) return stopped;
    }
    return null;
  }
}

/** Return the result if a pass wins because the other side can never overtake, and the number of placements. */
function* bestByPass(machine, position, watch, memory, asked) {
  const { nodes } = watch.limits;
  const { state, rules } = position;
  const placements = asked ?? (nodes == null ? S.MOST_FOR_PASS : Math.min(Math.floor(nodes / S.PASS_SHARE), S.MOST_FOR_PASS));
  if (placements < S.FEWEST_FOR_PASS || !mayHoldOut(position) || whyIllegal(state, PASS, rules) !== null) return { answer: null, made: 0 };
  const key = `${state.board.join("/")} ${state.side}`;
  if (memory && (memory.asked.get(key) ?? 0) >= placements) return { answer: null, made: 0 };
  const [wins, made] = yield* holdsOut(machine, state, rules, watch, placements);
  if (wins) {
    const line = { move: PASS, score: WIN_SCORE, pv: [PASS] };
    return { answer: { depth: 1, lines: [line], score: WIN_SCORE, nodes: made, seconds: watch.seconds, stoppedBy: null }, made };
  }
  memory?.asked.set(key, placements);
  return { answer: null, made };
}

function* holdsOut(machine, state, rules, watch, placements) {
  const search = new RegionSearch(machine, state, rules, watch, 2 ** placements.toString(2).length);
  let ended = yield* search.goOn(Math.min(placements, G.AT_ONCE));
  if (ended !== null || search.over || placements <= G.AT_ONCE) return [ended === "decided", search.made];
  const run = new RunSearch(machine, watch, { most: G.AT_ONCE * G.ROOM_OF_EACH, answers: false });
  const expansions = Math.min(G.AT_ONCE, Math.floor(placements / G.ROOM_OF_EACH));
  run.begin(pack(playUnchecked(state, PASS, rules), rules), false, { aim: L.GREATEST, target: search.most + 1, expansions });
  yield* run.goOn();
  if (!run.wins) ended = yield* search.goOn(placements);
  return [ended === "decided", search.made + run.made];
}

/** Return whether a run after the pass, ended by a pass, wins for the runner by the rules. */
function refutes(position, run) {
  let at = position;
  for (const move of [PASS, ...run, PASS]) {
    if (whyIllegal(at.state, move, at.rules) !== null) return false;
    at = after(at, move);
  }
  const end = outcome(at);
  return end !== null && end.winner !== null && end.winner !== position.state.side;
}

/** Analyse an immediate pass: its proven outcome, if any, and the largest group that the other side can reach. */
export function* passNow(machine, position, limits) {
  const { state, rules } = position;
  let why = whyIllegal(state, PASS, rules);
  const then = why === null ? after(position, PASS).state : null;
  if (then && (then.over || then.mode !== PASSED)) why = say(then.over ? "endsGame" : "locksNobody");
  if (why === null && rules.max_plies != null) why = say("countedPlies");
  if (why !== null) throw new Wrong(say("noPassHere", { why }));
  const watch = new Watch(limits);
  const packed = pack(then, rules);
  const [own, enemy] = [largest(then.board, then.side), largest(state.board, state.side)];
  const runner = new Set(pieces(state.board, then.side));
  const sizes = regions(state.board, state.side).map(region => region.filter(square => runner.has(square)).length);
  const found = { how: null, refutation: [], most: own, bound: Math.max(0, ...sizes), run: [] };
  if (then.holder === then.side) Object.assign(found, { how: "loss", refutation: [PASS] });
  const sure = sound("holding out", rules) && !(machine.past(packed) & K.TWICE_IN_RUNS);
  const searches = sure && sound("pass searches", rules);
  const winning = new RunSearch(machine, watch);
  const growing = new RunSearch(machine, watch, { most: 1 << 19, answers: false });
  const confined = new RegionSearch(machine, state, rules, watch);
  let [stopped, more] = [null, true];
  for (let expansions = 64; !stopped && more && !(found.how && found.most === found.bound); expansions *= 16) {
    more = false;
    if (own <= enemy && found.bound > enemy && !confined.over) {
      const ended = yield* confined.goOn(8 * expansions);
      if (ended === "decided") found.bound = Math.min(found.bound, enemy);
      else stopped = ended;
      more = true;
    }
    if (!found.how && sure && found.bound <= enemy && then.holder === state.side) found.how = "win";
    if (!found.how && searches && !stopped && !winning.isFull) {
      winning.begin(packed, false, { expansions });
      yield* winning.goOn();
      if (winning.wins) {
        const run = winning.found();
        Object.assign(found, { how: "loss", refutation: [...run.steps, PASS] });
        if (run.most > found.most) Object.assign(found, { most: run.most, run: run.steps });
      } else if (winning.loses) found.how = then.holder === NOBODY ? "draw" : "win";
      stopped = winning.stoppedBy;
      more = true;
    }
    if (!stopped && sure && found.most < found.bound && !growing.isFull && !growing.loses) {
      growing.begin(packed, then.holder === then.side, { aim: L.GREATEST, target: found.bound, expansions });
      yield* growing.goOn();
      const run = growing.greatest();
      if (run.most > found.most) Object.assign(found, { most: run.most, run: run.steps });
      if (growing.loses) found.bound = found.most;
      if (!found.how && refutes(position, found.run)) Object.assign(found, { how: "loss", refutation: [...found.run, PASS] });
      stopped = growing.stoppedBy;
      more = true;
    }
    if (expansions > 1e8) break;
  }
  return found;
}
