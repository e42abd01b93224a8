// Searches of runs, in which one side moves alone, as in `mabi_search/runs`.

import { drive, DECIDED, EXHAUSTED, RUNNING } from "./driving.js";
import { field, moveOf, pack } from "./packing.js";
import { after, largest, other, outcome, runIsLast, whyIllegal, ALTERNATE, PASS, RUN } from "./rules.js";

const { runs: L, region: R, run_search: U, certificate: C } = CONSTANTS;

/** A search of runs, one after another, with the same memory. */
export class RunSearch {
  nodes = 0;

  constructor(machine, { most = U.MOST_MET, answers = true } = {}) {
    Object.assign(this, { machine, answer: L.RUNNING });
    const kind = answers ? "kept" : "alone";
    this.room = machine.room(`run.${kind}.${most}`, machine.form("begin_run", "runs"), CONSTANTS.rooms[kind], Math.min(most, machine.most));
  }

  begin(packed, { aim = L.OVERTAKE, target = 0, expansions = U.ALL } = {}) {
    const { machine, room } = this;
    const cursor = room.cursor.view;
    cursor.fill(0n);
    [cursor[L.AIM], cursor[L.TARGET]] = [BigInt(aim), BigInt(target)];
    for (const option of U.OPTIONS) cursor[option] = 1n;
    const { setting, own, enemy, holds, code } = packed;
    machine.call("begin_run", { setting, runs: room, own, enemy, holds: Number(holds === 1), expansions, keys: machine.keys(packed), code });
    this.setting = setting;
    this.before = this.nodes;
    this.nodes += Number(room.cursor.view[L.MADE]); // a new view, since memory may have grown
    this.answer = L.RUNNING;
  }

  advance(quota) {
    if (this.answer === L.RUNNING) {
      this.answer = Number(this.machine.call("advance", { setting: this.setting, runs: this.room, quota }));
      this.nodes = this.before + Number(this.room.cursor.view[L.MADE]);
    }
    return { [L.RUNNING]: RUNNING, [L.UNKNOWN]: EXHAUSTED }[this.answer] ?? DECIDED;
  }

  /** True if a run to the aim was found. */
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

/** Return steps of a run after which a pass wins, or null. */
export function* winningRun(machine, { state, rules }, watch) {
  const packed = pack(state, rules);
  const search = new RunSearch(machine);
  for (const expansions of U.EXPANSIONS_IN_TURN) {
    search.begin(packed, { expansions });
    const stop = yield* drive(search, watch);
    if (search.wins) return search.found().steps;
    if (stop !== EXHAUSTED) return null;
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

/** A search, region by region, for a proof that the side that runs after a pass never has a group above `most` pieces. */
export class RegionSearch {
  constructor(machine, state, rules, { placements = machine.most, most = largest(state.board, state.side) } = {}) {
    Object.assign(this, { machine, most, packed: pack(state, rules) });
    const { setting, own, enemy } = this.packed;
    this.work = machine.room("regions", machine.form("begin_region", "work"), CONSTANTS.rooms.regions, Math.min(placements, machine.most));
    this.how = Number(machine.call("begin_region", { setting, work: this.work, standing: own, runner: enemy, most }));
  }

  get nodes() {
    const cursor = this.work.cursor.view;
    return Number(cursor[R.BEFORE] + cursor[R.COUNT]);
  }

  get status() {
    return { [R.RUNNING]: RUNNING, [R.NEVER]: DECIDED }[this.how] ?? EXHAUSTED;
  }

  advance(quota) {
    const { setting, own: standing } = this.packed;
    if (this.how === R.RUNNING) this.how = Number(this.machine.call("advance_region", { setting, work: this.work, standing, quota }));
    return this.status;
  }
}

/**
 * Return upper bounds on the group of a side that runs: its most pieces in one region, which no group exceeds, and two on
 * the first group as large as the largest standing group: how many can come together, and how many if joins cost pieces.
 */
export function boundsOf(machine, state, rules, runner) {
  const { setting, own, enemy } = pack({ ...state, side: runner }, rules);
  const enemy_most = largest(state.board, other(runner));
  const trees = machine.room("trees", machine.form("most_joined_together", "trees"), CONSTANTS.rooms.alone.trees, 0);
  return {
    [C.REGIONS]: Number(machine.call("most_together", { setting, own, enemy })),
    [C.SQUARES]: Number(machine.call("most_freely_together", { setting, own, enemy, enemy_most })),
    [C.JOINS]: Number(machine.call("most_joined_together", { setting, trees, own, enemy, enemy_most })),
  };
}
