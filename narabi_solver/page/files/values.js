"use strict";
// What every swap of a position leads to: for comparing, for reviews, and in many worlds while cards are hidden.
//
// Iterative deepening. What was refuted is remembered for all swaps of a position. The estimate forgets the cards:
// turns to a win if the mover might swap any own stone with any other. Which rings are 0, 1 and 2 turns away is worked
// out once, the others count as 3. A ring is known by an exclusive or of random words, one for the places of each
// number and the next; two rings with the same word count as the nearer one, so the estimate never overstates.

const FAR = 3; // turns, at least
const MOST_NODES = 1000000; // of one position; then what is left is undecided
const REMEMBERED = 1 << 17; // positions that are remembered; newer ones replace older ones

/** Which rings are near a win: two bits each. */
class Near {
  static of(places, players, ranks) {
    const key = `${places} ${players} ${ranks}`;
    return (Near.made[key] ??= new Near(places, players, ranks));
  }

  constructor(places, players, ranks) {
    const hand = places / players;
    Object.assign(this, { places, players, ranks, hand, mask: (1 << (places > 12 ? 25 : 22)) - 1 });
    const source = words(0, 0, 0);
    const edges = Array.from({ length: places }, () => new Int32Array(places));
    for (let a = 0; a < places; a++)
      for (let b = 0; b < a; b++) edges[a][b] = edges[b][a] = source.next().value | 0;
    const seen = (place, mover) => (place - mover * hand + places) % places;
    this.edges = Array.from({ length: players }, (_, mover) =>
      Int32Array.from({ length: 256 }, (_, pair) => edges[seen(pair >> 4, mover)]?.[seen(pair & 15, mover)] ?? 0),
    );
    this.bits = new Uint8Array((this.mask + 1) >> 2).fill(255); // all are FAR
    const rankAt = new Int32Array(places),
      placeOf = new Int32Array(ranks);
    for (let set = 0; set < 1 << places; set++) {
      let rank = 0;
      for (let place = 0; place < places; place++) if ((set >> place) & 1) placeOf[rank++] = place;
      if (rank !== ranks) continue;
      rankAt.fill(ranks);
      for (const [one, place] of placeOf.entries()) rankAt[place] = one;
      this.enter(this.word(0, placeOf), 0);
      this.before(0, rankAt, placeOf, 1);
    }
  }

  /** Enter the rings from which one swap of anything leads to this one, `mover` being next there; and those before. */
  before(mover, rankAt, placeOf, turns) {
    const { players, places, hand, ranks } = this;
    const swapper = (mover + players - 1) % players;
    const here = this.word(swapper, placeOf);
    for (let own = swapper * hand; own < (swapper + 1) * hand; own++)
      for (let other = 0; other < places; other++) {
        const x = rankAt[own],
          y = rankAt[other];
        if (Math.floor(other / hand) === swapper) continue;
        this.enter(this.swapped(swapper, placeOf, here, x, y, own, other), turns);
        if (turns + 1 === FAR) continue;
        exchange(rankAt, placeOf, ranks, own, other);
        this.before(swapper, rankAt, placeOf, turns + 1);
        exchange(rankAt, placeOf, ranks, own, other);
      }
  }

  enter(word, turns) {
    const at = word & this.mask,
      shift = 2 * (at & 3);
    if (((this.bits[at >> 2] >> shift) & 3) > turns)
      this.bits[at >> 2] = (this.bits[at >> 2] & ~(3 << shift)) | (turns << shift);
  }

  /** At least so many turns to a win from a ring with this word. */
  turns(word) {
    const at = word & this.mask;
    return (this.bits[at >> 2] >> (2 * (at & 3))) & 3;
  }

  /** The word of a ring, seen from the seat to move. */
  word(mover, placeOf) {
    const edges = this.edges[mover],
      last = this.ranks - 1;
    let word = edges[(placeOf[last] << 4) | placeOf[0]];
    for (let rank = 0; rank < last; rank++) word ^= edges[(placeOf[rank] << 4) | placeOf[rank + 1]];
    return word;
  }

  /** The word after what lies at own and other, of ranks x and y, changed places; `ranks` stands for a blank. */
  swapped(mover, placeOf, word, x, y, own, other) {
    const edges = this.edges[mover],
      { ranks } = this;
    if (x < ranks) {
      const before = placeOf[x ? x - 1 : ranks - 1] << 4,
        after = placeOf[x + 1 < ranks ? x + 1 : 0] << 4;
      if (before >> 4 !== other) word ^= edges[before | own] ^ edges[before | other];
      if (after >> 4 !== other) word ^= edges[after | own] ^ edges[after | other];
    }
    if (y < ranks) {
      const before = placeOf[y ? y - 1 : ranks - 1] << 4,
        after = placeOf[y + 1 < ranks ? y + 1 : 0] << 4;
      if (before >> 4 !== own) word ^= edges[before | own] ^ edges[before | other];
      if (after >> 4 !== own) word ^= edges[after | own] ^ edges[after | other];
    }
    return word;
  }
}
Near.made = {};

function exchange(rankAt, placeOf, ranks, own, other) {
  const x = rankAt[own],
    y = rankAt[other];
  rankAt[own] = y;
  rankAt[other] = x;
  if (y < ranks) placeOf[y] = own;
  if (x < ranks) placeOf[x] = other;
}

/** The values of all swaps of positions, one position after another. */
class Values {
  constructor() {
    this.words = new Int32Array(4 * REMEMBERED);
    this.refuted = new Uint8Array(REMEMBERED); // in so many turns there is no win
    this.age = new Int32Array(REMEMBERED);
    this.keys = new Int32Array(4 * (TRACK + 2));
    this.now = 0;
  }

  /**
   * For each legal swap of a state { swap, outcome: "solved" | "unsolvable" | "undecided", turns }: turns to the win
   * that it leads to, itself included.
   */
  of(deck, state, undo) {
    const legal = orderOf(state.ring) || state.turns >= TRACK ? [] : legalMoves(deck, state, undo);
    this.begin(deck, state, undo);
    const found = legal.map(swap => ({ swap, outcome: "unsolvable", turns: null }));
    const left = TRACK - state.turns;
    for (let turns = 1; turns <= left; turns++)
      for (const one of found) {
        if (one.outcome !== "unsolvable") continue;
        const won = this.after(state.mover, ...one.swap, turns - 1, 0);
        if (won) Object.assign(one, { outcome: "solved", turns });
        else if (this.nodes > MOST_NODES) one.outcome = "undecided";
      }
    return found;
  }

  begin(deck, state, undo) {
    const { ring, players } = state,
      places = ring.length;
    const numbers = ring
      .map(stone => stone.label)
      .filter(label => !isBlank(label))
      .sort();
    const ranks = numbers.length;
    const cards = ring.map(stone => deck.cards[stone.card]);
    const set = holds => ring.reduce((bits, _, i) => bits | (holds(i) ? 1 << i : 0), 0);
    Object.assign(this, { places, players, ranks, undo, hand: places / players, nodes: 0 });
    this.near = Near.of(places, players, ranks);
    this.rank = Int32Array.from(ring, ({ label }) => (isBlank(label) ? ranks : numbers.indexOf(label)));
    this.placeOf = new Int32Array(ranks);
    this.rank.forEach((rank, place) => { if (rank < ranks) this.placeOf[rank] = place; });
    this.stones = Int32Array.from(ring.keys());
    this.allows = Int32Array.from(ring, (own, i) =>
      set(j => i !== j && fitsStone(deck, cards[i], own.label, ring[j].label)),
    );
    this.reach = ring.map((_, i) => Int32Array.from(cards, card => set(j => fitsPlace(card, i, j, players))));
    this.memory = Array.from({ length: TRACK + 1 }, () => new Uint8Array(places)); // as in Search, by depth
    if (undo === "next" && state.last) this.memory[0][state.last[1]] = 1 + state.last[0];
    if (undo === "receiver") for (const [lies, origin] of state.returns) this.memory[0][lies] = 1 + origin;
    this.now++;
  }

  /** Whether there is a win in exactly so many turns after a swap; there is none in fewer. */
  after(mover, own, other, turns, depth) {
    const { stones, rank, placeOf, ranks, players } = this;
    const stone = stones[own],
      taken = stones[other];
    this.remember(mover, own, other, stone, taken, depth);
    stones[own] = taken;
    stones[other] = stone;
    if (rank[taken] < ranks) placeOf[rank[taken]] = own;
    if (rank[stone] < ranks) placeOf[rank[stone]] = other;
    const won = this.within(mover + 1 === players ? 0 : mover + 1, turns, depth + 1);
    stones[own] = stone;
    stones[other] = taken;
    if (rank[stone] < ranks) placeOf[rank[stone]] = own;
    if (rank[taken] < ranks) placeOf[rank[taken]] = other;
    return won;
  }

  within(mover, turns, depth) {
    if (turns === 0) return this.inOrder();
    const { stones, rank, placeOf, players, hand, near } = this;
    const slot = turns > 1 ? this.slotOf(mover, depth) : -1;
    if (slot >= 0 && this.age[slot] === this.now && this.refuted[slot] >= turns && this.isKept(slot, depth)) return false;
    if (++this.nodes > MOST_NODES) return false;
    const next = mover + 1 === players ? 0 : mover + 1,
      memory = this.memory[depth],
      word = near.word(next, placeOf);
    for (let own = mover * hand; own < (mover + 1) * hand; own++) {
      const stone = stones[own];
      for (let reached = this.reach[own][stone]; reached; reached &= reached - 1) {
        const other = 31 - Math.clz32(reached & -reached);
        const taken = stones[other];
        if (!((this.allows[stone] >> taken) & 1) || memory[own] === 1 + other) continue;
        const after = near.swapped(next, placeOf, word, rank[stone], rank[taken], own, other);
        if (near.turns(after) < turns && this.after(mover, own, other, turns - 1, depth)) return true;
      }
    }
    if (slot >= 0 && this.nodes <= MOST_NODES) {
      for (let i = 0; i < 4; i++) this.words[4 * slot + i] = this.keys[4 * depth + i];
      this.refuted[slot] = turns;
      this.age[slot] = this.now;
    }
    return false;
  }

  /** Where this position is remembered, if it is; its words stand in `keys`, by depth. */
  slotOf(mover, depth) {
    const { keys, stones, places } = this,
      memory = this.memory[depth];
    let low = 0,
      high = mover << 28, // the last half byte of the second word is free: 15 stones
      lowKept = 0,
      highKept = 0;
    for (let place = 0; place < 8; place++) low |= stones[place] << (4 * place);
    for (let place = 8; place < places; place++) high |= stones[place] << (4 * (place - 8));
    if (this.undo !== "allowed") {
      for (let place = 0; place < 8; place++) lowKept |= memory[place] << (4 * place);
      for (let place = 8; place < places; place++) highKept |= memory[place] << (4 * (place - 8));
    }
    let mixed = 0x9e3779b9,
      at = 4 * depth;
    for (const word of [low, high, lowKept, highKept]) {
      keys[at++] = word;
      mixed = Math.imul(mixed ^ word, 0x85ebca6b);
      mixed ^= mixed >>> 15;
    }
    return (Math.imul(mixed, 0x2c1b3c6d) >>> 3) & (REMEMBERED - 1);
  }

  isKept(slot, depth) {
    for (let i = 0; i < 4; i++) if (this.words[4 * slot + i] !== this.keys[4 * depth + i]) return false;
    return true;
  }

  /** Write what no-undo remembers after a swap: only what a card would allow. */
  remember(mover, own, other, stone, taken, depth) {
    if (this.undo === "allowed") return;
    const { hand, players } = this,
      after = this.memory[depth + 1];
    const back = (from, to, moved) => ((this.reach[from][moved] >> to) & 1 ? 1 + to : 0);
    if (this.undo === "next") {
      after.fill(0);
      if (Math.floor(other / hand) === (mover + 1) % players) after[other] = back(other, own, stone);
      return;
    }
    after.set(this.memory[depth]);
    after.fill(0, mover * hand, (mover + 1) * hand);
    after[other] = back(other, own, stone);
    after[own] = back(own, other, taken);
  }

  /** Whether the numbers stand in order round the ring, either way, from any place. */
  inOrder() {
    const { places, ranks, rank, stones } = this;
    let last = -1,
      way = 0;
    for (let place = 0; place < places; place++) {
      const here = rank[stones[place]];
      if (here === ranks) continue;
      const step = last < 0 ? 0 : (here - last + ranks) % ranks;
      if (step > 1 && step < ranks - 1) return false;
      if (step && way && step !== way) return false;
      way ||= step;
      last = here;
    }
    return true;
  }
}
