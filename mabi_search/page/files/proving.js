// Proofs of who wins, as `mabi_search/proof`: a proof search that restarts in other orders, runs that are searched for
// longer, and what a pass at once leads to, by turns.

import { drive, last, reporting, DECIDED, EXHAUSTED, FULL, RUNNING, Turns, Watch } from "./driving.js";
import { clear, field, firstRows, keysOf, moveOf, pack, sound, wordsOf } from "./packing.js";
import { after, other, whyIllegal, ALTERNATE, BLACK, NOBODY, PASS, WHITE } from "./rules.js";
import { RegionSearch, RunSearch, toTheEnd } from "./runs.js";
import { analyses, proven } from "./search.js";

const { graph: N, prove: Q, portfolio: T, tries: TRIES, runs: L, run_search: U } = CONSTANTS;
const HOLDERS = [NOBODY, WHITE, BLACK];
const RUNS_OF_ROOM = 4; // the graph has this many times more nodes than the cache of runs has placements

const codeOfState = ({ side, holder, ply }) => Number(side === BLACK) | HOLDERS.indexOf(holder) << 1 | Number(ply === 0) << 3;

/** Return whether the proof search is sound under these readings. */
export const provable = rules => sound("proofs", rules) && rules.max_plies == null;

/** A search for a proof of a position of alternate play. Its graph is kept until the next search begins. */
export class ProofSearch {
  constructor(machine, state, rules) {
    Object.assign(this, { machine, packed: pack(state, rules) });
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
    machine.spread(rules, room.weights);
    this.graph = { ...room, past: this.#past(state) };
    this.begin(TRIES[0]);
    machine.call("begin_proof", { setting: this.packed.setting, graph: this.graph, own: this.packed.own, enemy: this.packed.enemy, code: codeOfState(state) });
  }

  /** Return the earlier situations of alternate play: own pieces, enemy pieces, side, and number of occurrences. */
  #past(state) {
    const times = new Map();
    for (const { white, black, code } of keysOf(state).filter(situation => (situation.code & 3) === 0)) {
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

  advance(quota) {
    const { machine, graph, packed: { setting } } = this;
    const status = Number(machine.call("prove", { setting, graph, quota }));
    return { [Q.RUNNING]: RUNNING, [Q.DECIDED]: DECIDED, [Q.EXHAUSTED]: EXHAUSTED, [Q.FULL]: FULL }[status];
  }

  get isDecided() {
    return this.value(this.packed.state).how !== 0;
  }

  node(index, name) {
    return field(this.graph.nodes, index, name);
  }

  /** Return the node of a state of alternate play, or -1. */
  find(state) {
    const [own, enemy] = wordsOf(state.board, state.side);
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

/** Return the proof search restarted in another order at the end of each try. */
function triesOf(proving) {
  let [ended, endOfTry, tried] = [null, 0, 0];
  return reporting(proving, quota => {
    if (ended) return ended;
    if (proving.nodes >= endOfTry) {
      const order = TRIES[tried % TRIES.length];
      tried += 1;
      endOfTry = proving.nodes + order.length * T.SHORTEST_TRY;
      proving.beginAgain(order);
    }
    const status = proving.advance(Math.min(quota, endOfTry - proving.nodes));
    if (status === EXHAUSTED || status === FULL) ended = status;
    return status;
  });
}

/** Return the search of regions after an immediate pass, which tells the proof search that the pass wins. */
function passRegionsOf(proving, { state, rules }) {
  const { machine, graph, packed: { setting } } = proving;
  const regions = new RegionSearch(machine, state, rules);
  return reporting(regions, quota => {
    if (proving.node(0, "passing") !== N.PASS_OPEN) return EXHAUSTED;
    const status = regions.advance(quota);
    if (status === DECIDED) machine.call("tell_pass", { setting, graph, node: 0, answer: L.LOSES });
    return status;
  });
}

/** Return the search of runs after passes that the proof search could not decide at its highest effort. */
function longRunsOf(proving) {
  const { machine, graph, packed } = proving;
  const runs = new RunSearch(machine);
  let node = -1;
  const matters = () => proving.node(node, "status") === N.OPEN && proving.node(node, "passing") === N.PASS_OPEN;
  return reporting(runs, quota => {
    if (node < 0) {
      node = Number(machine.call("next_run", { setting: packed.setting, graph }));
      if (node < 0) return EXHAUSTED;
      const [own, enemy] = graph.words.view.subarray(2 * node, 2 * node + 2);
      runs.begin({ ...packed, state: { ...packed.state, seen: [] }, own: enemy, enemy: own, holds: 0 }, { expansions: U.EXPANSIONS_IN_TURN.at(-1) });
    }
    if (matters()) runs.advance(quota);
    const answer = matters() ? runs.answer : L.UNKNOWN;
    if (answer !== L.RUNNING) {
      machine.call("tell_run", { setting: packed.setting, graph, runs: runs.room, node, answer });
      node = -1;
    }
    return proving.isDecided ? DECIDED : RUNNING;
  });
}

/** Search for a proof. Return whether it was found, with the search whose graph contains it. */
export function* prove(machine, shown, limits, progress) {
  const proof = new ProofSearch(machine, shown.state, shown.rules);
  const searches = { tries: triesOf(proof), regions: passRegionsOf(proof, shown), "long runs": longRunsOf(proof) };
  const turns = new Turns(Object.entries(searches).map(([name, search]) => [search, T.SHARES[name]]), T.FIRST_ROUND);
  const stop = yield* drive(turns, new Watch(limits), Infinity, progress);
  return { decided: stop === DECIDED, full: stop === FULL, proof, nodes: turns.nodes };
}

/** Return the outcome for the side to move (1, -1, or null if undecided), a line, and the search with the proof, if any. */
export function* decide(machine, shown, limits, progress = () => {}) {
  const watch = new Watch(limits);
  const isProvable = provable(shown.rules) && shown.state.mode === ALTERNATE;
  const search = analyses(machine, shown, { limits: isProvable ? { ...limits, nodes: T.STAGE } : limits });
  const { score, lines: [best], nodes, stoppedBy } = yield* last(search, answer => progress(answer.nodes));
  const found = { how: null, line: [], nodes, proof: null, full: false };
  if (proven(score)) Object.assign(found, { how: Math.sign(score), line: best?.pv ?? [] });
  else if (isProvable && stoppedBy !== "interrupt") {
    const within = { ...limits, seconds: limits.seconds - watch.seconds };
    const { decided, full, proof, nodes: more } = yield* prove(machine, shown, within, made => progress(nodes + made));
    Object.assign(found, { full, nodes: nodes + more });
    if (decided) Object.assign(found, { how: proof.value(shown.state).how, line: proof.line(shown), proof });
  }
  if (found.how) found.line = yield* toTheEnd(machine, shown, found.line, sideOf(shown, found.how), watch);
  return found;
}

export const sideOf = ({ state }, how) => (how > 0 ? state.side : other(state.side));
