// The fewest turns of a state, by the program's own search: A* (narabi_solver/kernels/astar.py) as WebAssembly.
//
// Here its questions are packed, as `narabi_solver/solving/packing.py` does, and it is given longer arrays when they
// are full, as `narabi_solver/solving/search.py` does. Stones are numbered: first numbers, ascending, then blanks. Each
// stone has a card of its own number. A ring is a word of half a byte for each place, counted from the mover's first one.

import { TRACK, afterSwap, fitsPlace, fitsStone, isBlank, legalMoves, orderOf, sameSwap, swapText, whyIllegal } from "./rules.js";

const MOST_NODES = 1 << 21; // kept at most for one question, 140 MB with what was copied; then it stays undecided

/** The kernels, which answer one question at a time. */
export class Machine {
  /** `code` is a module of WebAssembly, or its bytes. */
  constructor(code) {
    this.kernels = new Kernels(code);
  }

  array(items, values) {
    const array = this.kernels.array(items, [values.length]);
    array.view.set(values);
    return array;
  }

  /** Arrays of zeros of a form, with their shapes by name. */
  room(form, shapes) {
    if (!form.members) return this.kernels.array(form.items, shapes);
    return Object.fromEntries(Object.entries(form.members).map(([name, one]) => [name, this.room(one, shapes[name])]));
  }

  /** { outcome: "solved" | "unsolvable" | "undecided", turns, swaps, bound, nodes }; turns counts from the state. */
  solve(deck, state, undo, most = MOST_NODES) {
    return this.within(deck, state, undo, TRACK - state.turns, search => search.answer(state, most));
  }

  /**
   * For each legal swap of a state { swap, outcome: "solved" | "unsolvable" | "undecided", turns }: turns to the win
   * that it leads to, itself included.
   */
  values(deck, state, undo) {
    const legal = orderOf(state.ring) || state.turns >= TRACK ? [] : legalMoves(deck, state, undo);
    return this.within(deck, state, undo, TRACK - state.turns - 1, search => {
      let most = MOST_NODES;
      return legal.map(swap => {
        const { outcome, turns, kept } = search.answer(afterSwap(state, swap), most);
        most -= kept;
        return { swap, outcome, turns: outcome === "solved" ? turns + 1 : null };
      });
    });
  }

  /** What `ask` returns of a search, whose memory is then free. */
  within(deck, state, undo, left, ask) {
    const mark = this.kernels.mark();
    try {
      return ask(new Search(this, deck, state, undo, left));
    } finally {
      this.kernels.release(mark);
    }
  }
}

/** Searches from states of one deal, in which so many turns are left. */
class Search {
  constructor(machine, deck, { ring, players }, undo, left) {
    const places = ring.length,
      hand = places / players,
      others = places - hand;
    const stones = [...ring].sort((one, two) => isBlank(one.label) - isBlank(two.label) || (one.label < two.label ? -1 : 1));
    const cards = stones.map(stone => deck.cards[stone.card]);
    const ranks = stones.filter(({ label }) => !isBlank(label)).length;
    const targets = machine.kernels.array("uint64", [places, ASTAR.PLACES]),
      reach = machine.kernels.array("uint64", [places, ASTAR.HAND]),
      pairs = [];
    for (let own = 0; own < hand; own++) for (let other = hand; other < places; other++) pairs.push((own << 4) | other);
    const set = (count, holds) => {
      let bits = 0n;
      for (let i = 0; i < count; i++) if (holds(i)) bits |= 1n << BigInt(i);
      return bits;
    };
    cards.forEach((card, i) => {
      const fits = other => other !== i && fitsStone(deck, card, stones[i].label, stones[other].label);
      targets.view[i * ASTAR.PLACES + i] = set(places, fits);
      for (let own = 0; own < hand; own++) {
        const reaches = swap => pairs[swap] >> 4 === own && fitsPlace(card, own, pairs[swap] & 15, players);
        reach.view[i * ASTAR.HAND + own] = set(hand * others, reaches);
      }
    });
    const numbers = machine.kernels.array("uint8", [1, ASTAR.PLACES]);
    numbers.view.set([...cards.keys()]);
    const game = { targets, reach, pairs: machine.array("uint8", pairs), places, hand, ranks, no_undo: ASTAR.no_undo[undo] };
    Object.assign(this, { machine, undo, places, hand, numberOf: new Map(stones.map((stone, i) => [stone, i])) });
    this.question = { game, cards: numbers, estimates: 1, turns_left: left };
    this.work = machine.room(machine.kernels.entries.step.arguments.work, ASTAR.work);
    this.nodes = this.nodesFor(ASTAR.FIRST_ROWS);
    this.begin = this.block("begin", this.nodes, { ring: 0n, backs: 0n });
    this.step = this.block("step", this.nodes, { quota: MOST_NODES });
  }

  /** The ring of a state as a word, and where stones may not go back to: for each place, how many places further on. */
  packed({ ring, mover, last, returns }) {
    const { places, hand, undo } = this;
    const seen = place => (place - mover * hand + places) % places;
    const word = (place, number) => BigInt(number) << BigInt(4 * seen(place));
    const back = ([lies, origin]) => word(lies, (origin - lies + places) % places);
    const undone = last && Math.floor(last[1] / hand) === mover ? [[last[1], last[0]]] : [];
    const forbidden = { allowed: [], next: undone, expert: undone, receiver: returns }[undo];
    return {
      ring: ring.reduce((bits, stone, place) => bits | word(place, this.numberOf.get(stone)), 0n),
      backs: forbidden.reduce((bits, swap) => bits | back(swap), 0n),
    };
  }

  block(name, nodes, values) {
    return this.machine.kernels.block(name, { question: this.question, nodes, work: this.work, ...values });
  }

  /** As `Machine.solve` has it; at most so many nodes are kept, and `kept` says how many were. */
  answer(state, most = MOST_NODES) {
    const { kernels } = this.machine,
      { work } = this,
      mark = kernels.mark();
    let { nodes, step } = this;
    for (const array of [work.cursor, work.lists, nodes.slots]) array.bytes.fill(0);
    for (const [name, word] of Object.entries(this.packed(state))) kernels.set(this.begin, name, word);
    kernels.call(this.begin);
    for (;;) {
      const status = Number(kernels.call(step));
      const [kept, expanded, bound] = Array.from(work.cursor.view, Number);
      const full = status === ASTAR.MEMORY && 2 * nodes.rings.length > most;
      if (status === ASTAR.MEMORY && !full) {
        nodes = this.grown(nodes, kept);
        step = this.block("step", nodes, { quota: MOST_NODES });
      }
      if (status === ASTAR.DECIDED || status === ASTAR.EXHAUSTED || full) {
        const outcome = full ? "undecided" : status === ASTAR.DECIDED ? "solved" : "unsolvable";
        const swaps = outcome === "solved" ? this.lineOf(state, work.line.view.slice(0, bound)) : [];
        kernels.release(mark);
        return { outcome, turns: outcome === "solved" ? bound : null, swaps, bound, nodes: expanded, kept };
      }
    }
  }

  nodesFor(count) {
    const form = this.machine.kernels.entries.step.arguments.nodes;
    const shapes = Object.keys(form.members).map(name => [name, [name === "slots" ? 2 * count : count]]);
    return this.machine.room(form, Object.fromEntries(shapes));
  }

  /** Twice as many nodes, of which the first are these. */
  grown(nodes, count) {
    const larger = this.nodesFor(2 * nodes.rings.length);
    for (const name in nodes) if (name !== "slots") larger[name].view.set(nodes[name].view.subarray(0, count));
    this.machine.kernels.call(this.machine.kernels.block("index", { nodes: larger, count }));
    return larger;
  }

  /** Swaps by the bytes of a line, seen from each mover, as places of the ring. */
  lineOf({ mover, players }, line) {
    const { places, hand } = this;
    return Array.from(line, (pair, turn) => {
      const first = ((mover + turn) % players) * hand;
      return [pair >> 4, pair & 15].map(place => (first + place) % places);
    });
  }
}

/** A shortest way of a state where a swap is a slip, by what `found` says of all swaps; null if it is none, or unknown. */
export function shorterWay(machine, deck, state, found, swap, undo) {
  const solved = found.filter(one => one.outcome === "solved");
  const [best] = solved.sort((one, two) => one.turns - two.turns);
  const played = found.find(one => sameSwap(one.swap, swap));
  const certain = best && found.every(one => one.outcome !== "undecided");
  if (!certain || played.turns === best.turns) return null;
  const after = machine.solve(deck, afterSwap(state, best.swap), undo);
  return after.outcome === "solved" ? [best.swap, ...after.swaps] : null;
}

/** Where a shortest way stops if another swap was played instead of its first: { swap, stone, why }; null if all is legal. */
export function stopOf(deck, after, way, undo) {
  for (const swap of way.slice(1)) {
    const why = whyIllegal(deck, after, swap, undo);
    if (why) return { swap: swapText(after, swap), stone: after.ring[swap[0]], why };
    after = afterSwap(after, swap);
  }
  return null;
}
