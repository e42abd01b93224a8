"use strict";
// The fewest turns of a state: A*, so the first line found is a shortest one.
//
// The estimate of a ring is half the places that differ from the nearest ring in order, rounded up: a swap
// changes two places. It never overstates, and falls by one a turn at most; so each state is expanded once, and
// when none is left there is no win. A state is packed into words: half a byte for the stone in each place, who
// is to move, and what no-undo remembers: one place and its origin ("next"), or half a byte for each place
// ("receiver"): 1 + the place where the stone there may not be sent back to.

const MOST_STATES = 1500000; // kept at most; then the search ends undecided

/** An open-addressing table of states, with their parents and estimates. */
class States {
  constructor(width) {
    this.width = width;
    this.count = 0;
    this.resize(1 << 12);
  }

  resize(room) {
    const grown = (old, kind, length) => {
      const array = new kind(length);
      if (old) array.set(old.subarray(0, Math.min(old.length, length)));
      return array;
    };
    this.room = room;
    this.words = grown(this.words, Int32Array, room * this.width);
    this.parent = grown(this.parent, Int32Array, room);
    this.turns = grown(this.turns, Uint8Array, room);
    this.estimate = grown(this.estimate, Uint8Array, room);
    this.slots = new Int32Array(room * 2).fill(-1);
    for (let state = 0; state < this.count; state++) {
      let slot = this.hash(this.words, state * this.width);
      while (this.slots[slot] >= 0) slot = (slot + 1) & (room * 2 - 1);
      this.slots[slot] = state;
    }
  }

  hash(words, at) {
    let mixed = 0x9e3779b9;
    for (let i = 0; i < this.width; i++) {
      mixed = Math.imul(mixed ^ words[at + i], 0x85ebca6b);
      mixed ^= mixed >>> 15;
    }
    return (Math.imul(mixed, 0x2c1b3c6d) >>> 3) & (this.room * 2 - 1);
  }

  /** The number of a key; -1 - its number if it is new. */
  find(key) {
    if (this.count === this.room) this.resize(this.room * 2);
    const { width, words } = this;
    let slot = this.hash(key, 0);
    for (; this.slots[slot] >= 0; slot = (slot + 1) & (this.room * 2 - 1)) {
      const at = this.slots[slot] * width;
      let i = 0;
      while (i < width && words[at + i] === key[i]) i++;
      if (i === width) return this.slots[slot];
    }
    const state = this.count++;
    this.slots[slot] = state;
    words.set(key, state * width);
    return -1 - state;
  }
}

/** Compares rings with the rings in order: nine or ten numbers, from any start, either way. */
class Order {
  constructor(ranks, blanks, places) {
    Object.assign(this, { ranks, blanks, places });
    this.best = new Int32Array(blanks + 2);
    this.agree = new Int32Array(2 * ranks); // of the ring that was compared last, for each order
    this.sorted = this.agree.map((_, order) => order);
  }

  /** How many places agree with an order, its blanks put where it suits best. A blank has the rank `ranks`. */
  agreeing(ring, order) {
    const { ranks, blanks, places, best } = this;
    const way = order & 1 ? -1 : 1;
    let number = order >> 1; // wanted here if no blank came before
    // best[b + 1]: places that agree so far if b of them are blanks in the ring in order
    best.fill(-99);
    best[1] = 0;
    for (let place = 0; place < places; place++) {
      const rank = ring[place];
      let wanted = number;
      let before = best[0];
      for (let b = 0; b <= blanks; b++) {
        const here = best[b + 1];
        const withNumber = here + (rank === wanted ? 1 : 0);
        const withBlank = before + (rank === ranks ? 1 : 0);
        best[b + 1] = withNumber > withBlank ? withNumber : withBlank;
        before = here;
        wanted -= way;
        if (wanted < 0) wanted += ranks;
        else if (wanted === ranks) wanted = 0;
      }
      number += way;
      if (number < 0) number += ranks;
      else if (number === ranks) number = 0;
    }
    return best[blanks + 1];
  }

  /** Compare with every order; the best come first in `sorted`. */
  compare(ring) {
    for (let order = 0; order < this.agree.length; order++) this.agree[order] = this.agreeing(ring, order);
    this.sorted.sort((one, two) => this.agree[two] - this.agree[one]);
  }

  /** How many places differ from the nearest ring in order, one swap after the ring that was compared. */
  wrongAfter(ring) {
    let most = 0;
    for (const order of this.sorted) {
      if (this.agree[order] + 2 <= most) break; // a swap changes two places
      most = Math.max(most, this.agreeing(ring, order));
    }
    return this.places - most;
  }
}

/** One search from a state. */
class Search {
  constructor(deck, state, undo, mostStates = MOST_STATES) {
    const ring = state.ring,
      places = ring.length,
      players = state.players;
    Object.assign(this, { state, undo, mostStates, places, players, hand: places / players });
    this.left = TRACK - state.turns;
    const numbers = ring
      .map(stone => stone.label)
      .filter(label => !isBlank(label))
      .sort();
    this.rank = ring.map(({ label }) => (isBlank(label) ? numbers.length : numbers.indexOf(label)));
    this.order = new Order(numbers.length, places - numbers.length, places);
    const cards = ring.map(stone => deck.cards[stone.card]);
    const set = holds => ring.reduce((bits, _, i) => bits | (holds(i) ? 1 << i : 0), 0);
    this.allows = ring.map((own, i) => set(j => i !== j && fitsStone(deck, cards[i], own.label, ring[j].label)));
    this.reach = ring.map((_, i) => cards.map(card => set(j => fitsPlace(card, i, j, players))));
    this.states = new States(undo === "receiver" ? 5 : 3);
    this.buckets = [];
    this.key = new Int32Array(this.states.width);
    this.stones = new Uint8Array(places);
    this.ranks = new Uint8Array(places);
    this.memory = new Uint8Array(places); // 1 + the place where the stone here may not go back to
    this.child = new Uint8Array(places);
    this.expanded = 0;
  }

  /** { outcome: "solved" | "unsolvable" | "undecided", turns, swaps, bound, nodes }; turns counts from here. */
  run() {
    if (orderOf(this.state.ring)) return this.answer("solved", 0, []);
    for (let place = 0; place < this.places; place++) this.stones[place] = place;
    if (this.undo === "next" && this.state.last) this.child[this.state.last[1]] = 1 + this.state.last[0];
    if (this.undo === "receiver") for (const [lies, origin] of this.state.returns) this.child[lies] = 1 + origin;
    this.order.compare(this.ranksOf(this.stones));
    this.put(this.stones, this.state.mover, -1, 0);
    for (let bound = 0; bound <= this.left; bound++) {
      let found = -1;
      while ((found = this.pop(bound)) >= 0) {
        if (this.states.estimate[found] === 0) return this.answer("solved", bound, this.lineTo(found));
        if (this.states.count >= this.mostStates) return this.answer("undecided", bound, []);
        this.expand(found);
      }
    }
    return this.answer("unsolvable", this.left + 1, []);
  }

  answer(outcome, bound, swaps) {
    return { outcome, turns: outcome === "solved" ? bound : null, swaps, bound, nodes: this.expanded };
  }

  /** Add a state, with what is remembered in `child`, unless it is known with as few turns. */
  put(stones, mover, parent, turns) {
    const { key, places, states } = this;
    key.fill(0);
    for (let place = 0; place < places; place++) key[place >> 3] |= stones[place] << (4 * (place & 7));
    key[1] |= mover << 28; // the last half byte of the second word is free: 15 stones
    if (this.undo === "next") {
      for (let place = 0; place < places; place++)
        if (this.child[place]) key[2] = (place << 4) | this.child[place];
    } else if (this.undo === "receiver") {
      for (let place = 0; place < places; place++)
        key[3 + (place >> 3)] |= this.child[place] << (4 * (place & 7));
    }
    const known = states.find(key);
    const state = known < 0 ? -1 - known : known;
    if (known < 0) {
      states.estimate[state] = (this.order.wrongAfter(this.ranksOf(stones)) + 1) >> 1;
    } else if (states.turns[state] <= turns) {
      return;
    }
    states.turns[state] = turns;
    states.parent[state] = parent;
    (this.buckets[turns + states.estimate[state]] ??= []).push(state);
  }

  ranksOf(stones) {
    for (let place = 0; place < this.places; place++) this.ranks[place] = this.rank[stones[place]];
    return this.ranks;
  }

  /** A state whose turns and estimate together are `bound`; -1 if none is left. */
  pop(bound) {
    const { states, buckets } = this;
    const bucket = (buckets[bound] ??= []);
    while (bucket.length) {
      const state = bucket.pop();
      if (states.turns[state] + states.estimate[state] === bound) return state; // else it was reached sooner
    }
    return -1;
  }

  expand(state) {
    const { states, places, players, hand, stones, memory, child } = this;
    const at = state * states.width;
    const nibble = (from, place) => (states.words[at + from + (place >> 3)] >>> (4 * (place & 7))) & 15;
    const turns = states.turns[state];
    const mover = (this.state.mover + turns) % players;
    memory.fill(0);
    for (let place = 0; place < places; place++) stones[place] = nibble(0, place);
    if (this.undo === "next" && states.words[at + 2])
      memory[states.words[at + 2] >> 4] = states.words[at + 2] & 15;
    if (this.undo === "receiver") for (let place = 0; place < places; place++) memory[place] = nibble(3, place);
    this.expanded++;
    this.order.compare(this.ranksOf(stones));
    for (let own = mover * hand; own < (mover + 1) * hand; own++) {
      const stone = stones[own];
      for (let reached = this.reach[own][stone]; reached; reached &= reached - 1) {
        const other = 31 - Math.clz32(reached & -reached);
        const taken = stones[other];
        if (!((this.allows[stone] >> taken) & 1) || memory[own] === 1 + other) continue;
        this.remember(mover, own, other, stone, taken);
        stones[own] = taken;
        stones[other] = stone;
        this.put(stones, (mover + 1) % players, state, turns + 1);
        stones[own] = stone;
        stones[other] = taken;
      }
    }
  }

  /** Write into `child` what no-undo remembers after a swap: only what a card would allow. */
  remember(mover, own, other, stone, taken) {
    const { memory, child, hand, players } = this;
    child.fill(0);
    if (this.undo === "allowed") return;
    const back = (from, to, moved) => ((this.reach[from][moved] >> to) & 1 ? 1 + to : 0);
    if (this.undo === "next") {
      if (Math.floor(other / hand) === (mover + 1) % players) child[other] = back(other, own, stone);
      return;
    }
    child.set(memory);
    child.fill(0, mover * hand, (mover + 1) * hand);
    child[other] = back(other, own, stone);
    child[own] = back(own, other, taken);
  }

  /** The swaps from the first state to this one. */
  lineTo(state) {
    const { states, places, players, hand } = this;
    const swaps = [];
    for (let before = states.parent[state]; before >= 0; state = before, before = states.parent[state]) {
      const changed = [];
      for (let place = 0; place < places; place++) {
        const word = place >> 3,
          shift = 4 * (place & 7);
        const difference = states.words[state * states.width + word] ^ states.words[before * states.width + word];
        if ((difference >>> shift) & 15) changed.push(place);
      }
      const mover = (this.state.mover + states.turns[before]) % players;
      const [a, b] = changed.slice(0, 2);
      swaps.unshift(Math.floor(a / hand) === mover ? [a, b] : [b, a]);
    }
    return swaps;
  }
}

const solve = (deck, state, undo, mostStates) => new Search(deck, state, undo, mostStates).run();

/** A shortest way of a state where a swap is a slip, by what `found` says of all swaps; null if it is none, or unknown. */
function shorterWay(deck, state, found, swap, undo) {
  const solved = found.filter(one => one.outcome === "solved");
  const [best] = solved.sort((one, two) => one.turns - two.turns);
  const played = found.find(one => sameSwap(one.swap, swap));
  const certain = best && found.every(one => one.outcome !== "undecided");
  if (!certain || played.turns === best.turns) return null;
  const after = solve(deck, afterSwap(state, best.swap), undo);
  return after.outcome === "solved" ? [best.swap, ...after.swaps] : null;
}

/** Where a shortest way stops if another swap was played instead of its first: { swap, stone, why }; null if all is legal. */
function stopOf(deck, after, way, undo) {
  for (const swap of way.slice(1)) {
    const why = whyIllegal(deck, after, swap, undo);
    if (why) return { swap: swapText(after, swap), stone: after.ring[swap[0]], why };
    after = afterSwap(after, swap);
  }
  return null;
}
