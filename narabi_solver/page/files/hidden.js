// What one seat knows, and what it should play or ask by that alone: as narabi_solver/hidden does, world by world.

import { words } from "./random.js";
import { HIDDEN, TRACK, afterSwap, allows, hadBy, seatOf } from "./rules.js";

const MOST_WORLDS = 64;
const STREAM = 2; // of the random words
export const ROUNDING = 1e-9; // a question that saves less saves nothing

/** What a seat knows: the cards it has or had, which swaps were played, what was answered; no other card is kept. */
export class Knowledge {
  /** `events` are { swap, yes }: a swap played (`yes` is null), or the answer to whether a card would allow it. */
  constructor(deck, start, events, seat) {
    const states = [start];
    for (const { swap, yes } of events) states.push(yes === null ? afterSwap(states.at(-1), swap) : states.at(-1));
    const had = hadBy(seat, states);
    const masked = new Map(
      start.ring.map(stone => [stone, had.has(stone) ? stone : { label: stone.label, card: HIDDEN }]),
    );
    const lies = state => ({ ...state, ring: state.ring.map(stone => masked.get(stone)) });
    const hidden = [...masked.values()].filter(stone => stone.card === HIDDEN);
    const left = Object.fromEntries(deck.names.map(name => [name, deck.cards[name].copies]));
    for (const { card } of masked.values()) if (card !== HIDDEN) left[card]--;
    const allowed = new Map(hidden.map(stone => [stone, deck.names.filter(name => left[name] > 0)]));
    events.forEach(({ swap, yes }, i) => {
      const state = lies(states[i]),
        stone = state.ring[swap[0]];
      if (allowed.has(stone))
        allowed.set(
          stone,
          allowed.get(stone).filter(name => allows(deck, state, swap, name) === (yes ?? true)),
        );
    });
    Object.assign(this, { deck, seat, hidden, state: lies(states.at(-1)) });
    this.unnamed = states
      .at(-1)
      .ring.findIndex(stone => had.has(stone) && stone.card === HIDDEN); // the seat must know it: -1 if it does
    this.assignments = new Assignments(
      hidden.map(stone => allowed.get(stone)),
      left,
    );
  }

  /** For each place with a hidden stone [[card, chance], …]. */
  get chances() {
    const chances = this.assignments.marginals();
    return Object.fromEntries(
      this.hidden.map((stone, i) => [this.state.ring.indexOf(stone), Object.entries(chances[i])]),
    );
  }

  /** The position with all cards in worlds that agree with this: all there are, or `most` that are drawn. */
  worlds(most, seed) {
    const drawn =
      this.assignments.count <= most
        ? [...this.assignments.ways()].map(([names, ways]) => [names, ways / Number(this.assignments.count)])
        : Array.from({ length: most }, (_, i) => [this.assignments.draw(words(seed, i, STREAM)), 1 / most]);
    return drawn.map(([names, weight]) => {
      const cards = new Map(this.hidden.map((stone, i) => [stone, { label: stone.label, card: names[i] }]));
      const ring = this.state.ring.map(stone => cards.get(stone) ?? stone);
      return { state: { ...this.state, ring }, weight };
    });
  }

  /** All questions about hidden stones of other seats. */
  get questions() {
    const { state } = this,
      places = [...state.ring.keys()];
    return places
      .filter(own => seatOf(state, own) !== this.seat && state.ring[own].card === HIDDEN)
      .flatMap(own => places.filter(other => seatOf(state, other) !== seatOf(state, own)).map(other => [own, other]));
  }
}

/**
 * All ways to give cards to stones of which each may have some cards only. Cards that the same stones may have form a
 * class; the ways are counted over how many cards of each class the stones so far have taken. Copies are told apart.
 */
class Assignments {
  /** `allowed`: for each stone the names of its cards; `copies`: of each card, in the order of the deck. */
  constructor(allowed, copies) {
    Object.assign(this, { allowed, copies });
    const classes = new Map();
    for (const [name, count] of Object.entries(copies)) {
      const stones = [...allowed.keys()].filter(i => allowed[i].includes(name)).join(" ");
      if (stones && count > 0) classes.set(stones, [...(classes.get(stones) ?? []), name]);
    }
    this.classes = [...classes.values()];
    this.sizes = this.classes.map(names => names.reduce((sum, name) => sum + copies[name], 0));
    this.choices = allowed.map(names => [...this.classes.keys()].filter(k => names.includes(this.classes[k][0])));
    this.before = [new Map([[this.classes.map(() => 0).join(), 1n]])];
    allowed.forEach((_, stone) => {
      const layer = new Map();
      for (const [used, ways] of this.before[stone])
        for (const { left, after } of this.steps(stone, used))
          layer.set(after, (layer.get(after) ?? 0n) + ways * BigInt(left));
      this.before.push(layer);
    });
    this.after = [new Map([...this.before.at(-1).keys()].map(used => [used, 1n]))];
    for (let stone = allowed.length - 1; stone >= 0; stone--) {
      const [last] = this.after;
      const ways = used =>
        this.steps(stone, used).reduce((sum, { left, after }) => sum + BigInt(left) * (last.get(after) ?? 0n), 0n);
      this.after.unshift(new Map([...this.before[stone].keys()].map(used => [used, ways(used)])));
    }
    this.count = [...this.before.at(-1).values()].reduce((sum, ways) => sum + ways, 0n);
  }

  /** The classes that a stone may take a card of, how many are left of each, and what is used then. */
  steps(stone, used) {
    const taken = used ? used.split(",").map(Number) : [];
    return this.choices[stone]
      .filter(k => this.sizes[k] > taken[k])
      .map(k => ({
        k,
        left: this.sizes[k] - taken[k],
        after: taken.map((count, i) => count + (i === k ? 1 : 0)).join(),
      }));
  }

  /** For each stone the chance of each card. */
  marginals() {
    return this.allowed.map((_, stone) => {
      const ways = this.classes.map(() => 0n);
      for (const [used, before] of this.before[stone])
        for (const { k, left, after } of this.steps(stone, used))
          ways[k] += before * BigInt(left) * (this.after[stone + 1].get(after) ?? 0n);
      const chance = (name, k) => quotient(ways[k] * BigInt(this.copies[name]), BigInt(this.sizes[k]) * this.count);
      const found = this.classes.flatMap((names, k) => (ways[k] ? names.map(name => [name, chance(name, k)]) : []));
      const order = Object.keys(this.copies);
      return Object.fromEntries(found.sort(([one], [two]) => order.indexOf(one) - order.indexOf(two)));
    });
  }

  /** Every way by the names of the cards, and how many ways it is. */
  *ways(stone = 0, left = { ...this.copies }) {
    if (stone === this.allowed.length) return yield [[], 1];
    for (const name of Object.keys(left)) {
      if (left[name] <= 0 || !this.allowed[stone].includes(name)) continue;
      const copies = left[name]--;
      for (const [names, ways] of this.ways(stone + 1, left)) yield [[name, ...names], ways * copies];
      left[name]++;
    }
  }

  /** One way, each with the same probability (copies told apart), by random words. */
  draw(source) {
    const left = { ...this.copies };
    let used = this.classes.map(() => 0).join();
    return this.allowed.map((_, stone) => {
      const steps = this.steps(stone, used);
      const weights = steps.map(step => BigInt(step.left) * (this.after[stone + 1].get(step.after) ?? 0n));
      const { k, after } = steps[steps.length > 1 ? picked(weights, source) : 0];
      used = after;
      const names = this.classes[k];
      const name =
        names[
          names.length > 1
            ? picked(
                names.map(one => BigInt(left[one])),
                source,
              )
            : 0
        ];
      left[name]--;
      return name;
    });
  }
}

/** A quotient of whole numbers of any size. */
function quotient(part, whole) {
  const scale = 1n << 60n;
  return Number((part * scale) / whole) / Number(scale);
}

/** An index, with probabilities as the weights. */
function picked(weights, source) {
  const sum = weights.reduce((one, two) => one + two, 0n);
  let size = 1n;
  while (1n << (32n * size) < sum) size++;
  for (;;) {
    let drawn = 0n;
    for (let i = 0n; i < size; i++) drawn = (drawn << 32n) + BigInt(source.next().value);
    if (drawn >= ((1n << (32n * size)) / sum) * sum) continue; // else the first ones would come more often
    let at = drawn % sum;
    return weights.findIndex(weight => {
      if (at < weight) return true;
      at -= weight;
      return false;
    });
  }
}

/**
 * What a seat should play or ask: { moves: [{ swap, turns, error, wins }], why, questions: [{ swap, saves, yes }], count,
 * worlds, left }. `why` is { swap, fewer, more }: the next best, and in how many ways to deal the cards the best needs fewer turns, or more. In each world all cards lie open after the swap, and a lost one counts as a turn more than are left.
 * `left` worlds were left out, since not all their swaps were decided. `told(looked, all)` hears how far it is.
 */
export function advice(knowledge, undo, machine, told = () => {}, most = MOST_WORLDS, seed = 0) {
  const { deck, state, assignments } = knowledge;
  const drawn = state.mover === knowledge.seat ? knowledge.worlds(most, seed) : [],
    exact = assignments.count <= most;
  const worlds = [];
  drawn.forEach(({ state: world, weight }, i) => {
    const found = machine.values(deck, world, undo);
    const lost = TRACK - state.turns + 1;
    if (found.every(one => one.outcome !== "undecided"))
      worlds.push({ world, weight, swaps: found.map(one => one.swap), turns: found.map(one => one.turns ?? lost) });
    told(i + 1, drawn.length);
  });
  const whole = worlds.reduce((sum, { weight }) => sum + weight, 0);
  const sum = worth => worlds.reduce((total, one) => total + (one.weight / whole) * worth(one), 0);
  const moves = (worlds[0]?.swaps ?? []).map((swap, k) => {
    const turns = sum(one => one.turns[k]);
    const spread = worlds.reduce((all, one) => all + ((one.weight / whole) * (one.turns[k] - turns)) ** 2, 0);
    const error = exact || worlds.length < 2 ? 0 : Math.sqrt((spread * worlds.length) / (worlds.length - 1));
    return { swap, k, turns, error, wins: sum(one => (one.turns[k] <= TRACK - state.turns ? 1 : 0)) };
  });
  const least = part => Math.min(...moves.map(({ k }) => sum(one => (part(one) ? one.turns[k] : 0))));
  const questions = (moves.length ? knowledge.questions : []).map(swap => {
    const says = new Map(worlds.map(one => [one, allows(deck, one.world, swap, one.world.ring[swap[0]].card)]));
    const saves = least(() => true) - least(one => says.get(one)) - least(one => !says.get(one));
    return { swap, saves, yes: sum(one => (says.get(one) ? 1 : 0)) };
  });
  const [best, next] = moves.sort((one, two) => one.turns - two.turns || two.wins - one.wins);
  const ways = exact ? Number(assignments.count) : most; // copies of cards told apart, as the means weigh them
  const count = needsFewer =>
    Math.round(
      worlds.reduce((all, { turns, weight }) => all + (needsFewer(turns[best.k], turns[next.k]) ? weight * ways : 0), 0),
    );
  return {
    moves,
    why: next ? { swap: next.swap, fewer: count((one, two) => one < two), more: count((one, two) => one > two) } : null,
    questions: questions.filter(one => one.saves > ROUNDING).sort((one, two) => two.saves - one.saves),
    count: String(assignments.count),
    worlds: worlds.length,
    left: drawn.length - worlds.length,
    exact,
  };
}
