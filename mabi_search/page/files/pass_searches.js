// The analysis of a pass, as in `mabi_search/runs/pass_searches.py`, without its searches of layouts and of a shortest run.

import { drive, reporting, DECIDED, EXHAUSTED, RUNNING, Turns, Watch } from "./driving.js";
import { pack, sound } from "./packing.js";
import { after, largest, outcome, whyIllegal, NOBODY, PASS, PASSED } from "./rules.js";
import { boundsOf, RegionSearch, RunSearch } from "./runs.js";
import { say, Wrong } from "./texts.js";

const { pass: T, runs: L, keys: K, certificate: C } = CONSTANTS;

/** What is known of a pass. The searches report to it, and ask it whether they still matter. */
class PassFacts {
  how = null;
  refutation = [];
  bound = Infinity;
  run = [];

  constructor(machine, position, state) {
    Object.assign(this, { machine, position, state, rules: position.rules, packed: pack(state, position.rules) });
    this.enemy = largest(state.board, position.state.side);
    this.most = largest(state.board, state.side);
    this.sure = sound("holding out", this.rules) && !(machine.past(this.packed) & K.TWICE_IN_RUNS);
    const bounds = boundsOf(machine, state, this.rules, state.side);
    if (state.holder === state.side) this.won([]);
    else if (this.most <= this.enemy && bounds[C.JOINS] < this.enemy) this.bounded(this.enemy - 1);
    this.bounded(bounds[C.REGIONS]);
  }

  get status() {
    return this.how && this.most === this.bound ? DECIDED : RUNNING;
  }

  bounded(bound) {
    this.bound = Math.min(this.bound, bound);
    if (this.sure && this.state.holder === this.position.state.side && this.bound <= this.enemy) this.how = "win";
  }

  reached({ most, steps }) {
    if (most > this.most) {
      [this.most, this.run] = [most, steps];
      this.refutedBy(steps);
    }
  }

  /** Record a run as a refutation if by the rules the runner wins when it passes after it. */
  refutedBy(run) {
    let at = this.position;
    for (const move of [PASS, ...run, PASS]) {
      if (this.how || whyIllegal(at.state, move, at.rules) !== null) return;
      at = after(at, move);
    }
    if (outcome(at)?.winner === this.state.side) this.won(run);
  }

  won(run) {
    [this.how, this.refutation] = ["loss", [...run, PASS]];
  }
}

/** Return the search for a proof that the runner never overtakes. */
function regionsOf(facts) {
  const regions = new RegionSearch(facts.machine, facts.position.state, facts.rules);
  return reporting(regions, quota => {
    if (facts.most > facts.enemy || facts.bound <= facts.enemy) return EXHAUSTED;
    const status = regions.advance(quota);
    if (status !== DECIDED) return status;
    facts.bounded(facts.enemy);
    return facts.status;
  });
}

/** Return the search for a winning run, each time from scratch with more expansions. */
function winningRunOf(facts) {
  const runs = new RunSearch(facts.machine);
  let [expansions, before, made, ended] = [0, 0, 0, false];
  return reporting(runs, quota => {
    if (facts.how || ended) return EXHAUSTED;
    if (!expansions || runs.answer !== L.RUNNING) {
      expansions = expansions * T.FACTOR || T.FIRST_EXPANSIONS;
      before = runs.nodes;
      runs.begin(facts.packed, { expansions });
    }
    runs.advance(quota);
    if (runs.wins) {
      const run = runs.found();
      facts.won(run.steps);
      facts.reached(run);
    } else if (runs.loses) facts.how = facts.state.holder === NOBODY ? "draw" : "win";
    else if (runs.answer === L.UNKNOWN) {
      ended = runs.isFull || made === runs.nodes - before; // more expansions would not help
      made = runs.nodes - before;
    }
    return facts.status;
  });
}

/** Return the search for a run to a larger group, or for a proof that there is none. */
function greatestGroupOf(facts) {
  const runs = new RunSearch(facts.machine, { most: T.ALONE_ENTRIES, answers: false });
  runs.begin(facts.packed, { aim: L.GREATEST, target: facts.bound });
  return reporting(runs, quota => {
    if (facts.most === facts.bound || runs.answer !== L.RUNNING || runs.isFull) return EXHAUSTED;
    runs.advance(quota);
    facts.reached(runs.greatest());
    if (runs.loses) facts.bounded(facts.most);
    return facts.status;
  });
}

/** Analyse an immediate pass: its proven outcome, if any, and the largest group that the other side can reach. */
export function* passNow(machine, position, limits) {
  const { state, rules } = position;
  let why = whyIllegal(state, PASS, rules);
  const then = why === null ? after(position, PASS).state : null;
  if (then && (then.over || then.mode !== PASSED)) why = say(then.over ? "endsGame" : "locksNobody");
  if (why === null && rules.max_plies != null) why = say("countedPlies");
  if (why !== null) throw new Wrong(say("noPassHere", { why }));
  const facts = new PassFacts(machine, position, then);
  const searches = [[regionsOf(facts), T.SHARES.regions]];
  if (facts.sure && sound("pass searches", rules)) searches.push([winningRunOf(facts), T.SHARES["winning run"]]);
  if (facts.sure) searches.push([greatestGroupOf(facts), T.SHARES["greatest group"]]);
  if (facts.status === RUNNING) yield* drive(new Turns(searches, T.FIRST_ROUND, T.FACTOR), new Watch(limits));
  const { how, refutation, most, bound, run } = facts;
  return { how, refutation, most, bound, run };
}
