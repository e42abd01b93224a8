// Proofs of who wins, as `mabi_search/proof`: a proof search that restarts in other orders, runs that are searched for
// longer, and what a pass at once leads to, by turns.

import { clear, field, firstRows, keysOf, moveOf, pack, sound, weightsFor, wordsOf } from "./packing.js";
import { after, other, whyIllegal, BLACK, NOBODY, PASS, WHITE } from "./rules.js";
import { analyses, proven, RegionSearch, RunSearch, toTheEnd, Watch } from "./search.js";

const { graph: N, prove: Q, portfolio: T, tries: TRIES, runs: L, run_search: U } = CONSTANTS;
const HOLDERS = [NOBODY, WHITE, BLACK];
const RUNS_OF_ROOM = 4; // the graph has this many times more nodes than the cache of runs has placements

const codeOfState = ({ side, holder, ply }) => Number(side === BLACK) | HOLDERS.indexOf(holder) << 1 | Number(ply === 0) << 3;

/** Return whether the proof search is sound under these readings. */
export const provable = rules => sound("proofs", rules) && rules.max_plies == null;

/** A search for a proof of a position of alternate play. Its graph is kept until the next search begins. */
export class ProofSearch {
  constructor(machine, state, rules, watch) {
    Object.assign(this, { machine, watch, packed: pack(state, rules) });
    const { known: runs, ...members } = machine.form("prove", "graph").members;
    const { graph: sizes } = CONSTANTS.rooms;
    const room = {
      ...machine.room("proof", { members }, sizes, machine.most),
      known: machine.room("proof.known", runs, sizes.known, machine.most / RUNS_OF_ROOM),
    };
    const before = [...room.cursor.view].map(Number);
    clear({ nodes: firstRows(room.nodes, before[N.NODES]), edges: firstRows(room.edges, before[N.EDGE_COUNT]) });
    const { cursor, slots, goal } = room;
    const { made, noted, kept } = room.known;
    clear({ cursor, slots, goal, made, noted });
    kept.view.set(Array.from({ length: kept.length }, (_, i) => (i % (N.KEPT + 1) < N.KEPT ? -1n : 0n)));
    room.options.view.fill(1n);
    room.answers.view.fill(N.NO_MOVE);
    room.weights.view.set(weightsFor(rules));
    this.graph = { ...room, past: this.#past(state) };
    this.begin(TRIES[0]);
    machine.call("begin_proof", { setting: this.packed.setting, graph: this.graph, own: this.packed.own, enemy: this.packed.enemy, code: codeOfState(state) });
  }

  /** Return the earlier situations of alternate play: own pieces, enemy pieces, side, and number of occurrences. */
  #past(state) {
    const times = new Map();
    for (const { white, black, code } of keysOf(state).filter(one => (one.code & 3) === 0)) {
      const row = [...(code >> 2 ? [black, white] : [white, black]), BigInt(code >> 2)].join();
      times.set(row, (times.get(row) ?? 0) + 1);
    }
    const past = this.machine.array("proof.past", "uint64", [times.size, 4]);
    past.view.set([...times].flatMap(([row, often]) => [...row.split(",").map(BigInt), BigInt(often)]));
    return past;
  }

  /** Return the number of nodes created plus the number of placements searched in runs. */
  get nodes() {
    const cursor = this.graph.cursor.view;
    return Number(cursor[N.NODES] + cursor[N.MADE]);
  }

  begin({ options, costs }) {
    for (const [place, value] of Object.entries(options)) this.graph.options.view[place] = BigInt(value);
    this.graph.costs.view.set(costs.flat().map(BigInt));
  }

  /** Restart the search in another order, and keep proven results. */
  beginAgain(order) {
    this.begin(order);
    this.machine.call("begin_again", { graph: this.graph });
  }

  /** Search up to a total number of nodes; return how the search ended, the limit that was reached, or null. */
  *goOn(until) {
    const { machine, graph, packed: { setting } } = this;
    while (this.nodes < until) {
      const quota = this.watch.nextSlice(this.nodes);
      const status = quota ? Number(machine.call("prove", { setting, graph, quota: Math.min(quota, until - this.nodes) })) : Q.RUNNING;
      if (status === Q.DECIDED) return "decided";
      if (status !== Q.RUNNING) return status === Q.FULL ? "memory" : "exhausted";
      yield undefined;
      const stopped = this.watch.stopped(this.nodes);
      if (stopped) return stopped;
    }
    return null;
  }

  node(index, name) {
    return field(this.graph.nodes, index, name);
  }

  /** Return the node of a state of alternate play, or -1. */
  find(state) {
    const [white, black] = wordsOf(state.board);
    const [own, enemy] = state.side === WHITE ? [white, black] : [black, white];
    return Number(this.machine.call("find", { graph: this.graph, own, enemy, code: codeOfState(state) }));
  }

  /** Return the proven outcome for the side to move (1, -1, or 0 if none), and the plies of the proof. */
  value(state) {
    const node = this.find(state);
    if (node < 0) return { how: 0, within: 0 };
    return { how: { [N.WON]: 1, [N.LOST]: -1 }[this.node(node, "status")] ?? 0, within: this.node(node, "distance") };
  }

  answer(state) {
    const node = this.find(state);
    if (node < 0 || this.node(node, "status") !== N.WON) throw new Error("the proof has a gap");
    return moveOf(this.node(node, "answer"));
  }

  /** Return the steps of a lost state, the one with the longest proof first. */
  longest(state) {
    const node = this.find(state);
    const first = node < 0 ? -1 : this.node(node, "edge");
    if (first < 0) return [];
    const edges = Array.from({ length: this.node(node, "edges") }, (_, i) => ({
      move: moveOf(Math.abs(field(this.graph.edges, first + i, "move"))),
      distance: this.node(field(this.graph.edges, first + i, "child"), "distance"),
    }));
    return edges.sort((a, b) => b.distance - a.distance).map(edge => edge.move);
  }

  /** Return the stored run that refutes a pass in this state, if any. */
  playOf(state) {
    const node = this.find(state);
    const tail = node < 0 ? -1 : this.node(node, "play");
    if (tail < 0) return [];
    const play = Math.floor(tail / N.TAILS) * (N.LONGEST + 1);
    const codes = this.graph.known.plays.view;
    return [...codes.subarray(play + 1 + (tail % N.TAILS), play + 1 + codes[play])].map(moveOf);
  }

  /** Return the line of the proof: the winner's answers and the longest defence, up to the deciding pass. */
  line(shown) {
    const moves = [];
    for (let at = shown; moves.at(-1) !== PASS; at = after(at, moves.at(-1))) {
      const { how } = this.value(at.state);
      if (!how) throw new Error("the proof has a gap");
      moves.push(how > 0 ? this.answer(at.state)
        : this.longest(at.state).find(move => whyIllegal(at.state, move, at.rules) === null) ?? PASS);
    }
    return moves;
  }
}

/** Searches that take turns to decide one position of alternate play. */
class Portfolio {
  constructor(machine, { state, rules }, limits) {
    Object.assign(this, { machine, until: 0, ended: null, endOfTry: 0, tried: 0, at: null });
    this.proving = new ProofSearch(machine, state, rules, new Watch(limits));
    this.confined = new RegionSearch(machine, state, rules, new Watch(limits));
    this.longer = new RunSearch(machine, new Watch(limits), { most: U.MOST_MET });
  }

  get nodes() {
    return this.proving.nodes + this.confined.made + this.longer.made;
  }

  /** Search until the position is decided; return how the search ended, or the limit that was reached. */
  *goOn() {
    while (true) {
      this.until = Math.max(T.FIRST_TURN, 2 * this.until);
      for (const turn of [this.#prove, this.#confine, this.#runLonger]) {
        const reason = yield* turn.call(this);
        if (reason !== null) return reason;
      }
    }
  }

  *#prove() {
    const { proving } = this;
    while (this.ended === null && proving.nodes < this.until) {
      if (proving.nodes >= this.endOfTry) {
        const next = TRIES[this.tried % TRIES.length];
        this.tried += 1;
        this.endOfTry = proving.nodes + next.length * T.SHORTEST_TRY;
        proving.beginAgain(next);
      }
      const reason = yield* proving.goOn(Math.min(this.until, this.endOfTry));
      if (["exhausted", "memory"].includes(reason)) this.ended = reason;
      else if (reason !== null) return reason;
    }
    return null;
  }

  *#confine() {
    const { confined, proving: { graph, packed: { setting } } } = this;
    if (this.proving.node(0, "passing") !== N.PASS_OPEN) confined.over = true;
    const reason = yield* confined.goOn(this.until);
    if (reason !== "decided") return reason;
    this.machine.call("tell_pass", { setting, graph, node: 0, answer: L.LOSES });
    return this.#decided;
  }

  /** Search the runs after passes that the proof search could not decide at its highest effort. */
  *#runLonger() {
    const { longer } = this;
    const until = Math.floor(this.until / T.SHARES["long runs"]);
    while (longer.made < until && this.#choose()) {
      if (this.#isOpen(this.at)) yield* longer.goOn(until);
      const answer = this.#isOpen(this.at) ? longer.answer : L.UNKNOWN;
      if (answer !== L.RUNNING) {
        const { graph, packed: { setting } } = this.proving;
        this.machine.call("tell_run", { setting, graph, runs: longer.room, node: this.at, answer });
        this.at = null;
      }
      const reason = this.#decided ?? longer.stoppedBy;
      if (reason) return reason;
    }
    return !this.confined.over || this.#choose() ? null : this.ended;
  }

  #isOpen(node) {
    return this.proving.node(node, "status") === N.OPEN && this.proving.node(node, "passing") === N.PASS_OPEN;
  }

  #choose() {
    if (this.at !== null) return true;
    const { proving } = this;
    const best = Number(this.machine.call("next_run", { graph: proving.graph }));
    if (best < 0) return false;
    this.at = best;
    const [own, enemy] = proving.graph.words.view.subarray(2 * best, 2 * best + 2);
    const runner = { ...proving.packed, state: { ...proving.packed.state, seen: [] }, own: enemy, enemy: own };
    this.longer.begin(runner, false, { expansions: U.EFFORTS.at(-1) });
    return true;
  }

  get #decided() {
    return this.proving.value(this.proving.packed.state).how ? "decided" : null;
  }
}

/** Search for a proof. Yield the number of nodes; return how it ended, with the search whose graph contains the proof. */
export function* prove(machine, shown, limits, told = () => {}) {
  const proofs = new Portfolio(machine, shown, limits);
  const search = proofs.goOn();
  while (true) {
    const { value, done } = search.next();
    if (done) return { decided: value === "decided", full: value === "memory", proof: proofs.proving, nodes: proofs.nodes };
    told(proofs.nodes);
    yield undefined;
  }
}

/** Return the outcome for the side to move (1, -1, 0, or null if undecided), a line, and the search with the proof, if any. */
export function* decide(machine, shown, limits, told = () => {}) {
  const watch = new Watch(limits);
  let found = null;
  const isProvable = provable(shown.rules) && shown.state.mode === "-";
  const few = isProvable ? { ...limits, nodes: T.STAGE } : limits;
  for (const one of analyses(machine, shown, { limits: few })) {
    if (one) {
      found = one;
      told(one.nodes);
    } else yield undefined;
  }
  let nodes = found.nodes;
  const [best] = found.lines;
  if (proven(found.score)) {
    const how = Math.sign(found.score);
    return { how, line: best ? yield* toTheEnd(machine, shown, best.pv, sideOf(shown, how), watch) : [], nodes, proof: null, depth: found.depth };
  }
  if (!isProvable || found.stoppedBy === "interrupt") return { how: null, line: [], nodes, proof: null, depth: found.depth };
  const { decided, full, proof, nodes: more } = yield* prove(machine, shown, { ...limits, seconds: limits.seconds - watch.seconds }, made => told(nodes + made));
  nodes += more;
  if (!decided) return { how: null, full, line: [], nodes, proof: null, depth: found.depth };
  const { how } = proof.value(shown.state);
  return { how, line: yield* toTheEnd(machine, shown, proof.line(shown), sideOf(shown, how), watch), nodes, proof, depth: null };
}

export const sideOf = ({ state }, how) => (how > 0 ? state.side : other(state.side));
