// Random deals, the same as those of the program `narabi deal`: Philox4x32-10 (Salmon and others, Parallel random
// numbers: as easy as 1, 2, 3; SC 2011), a number below n by Lemire's method, a list shuffled from the front.

import { PLACES, stateOf } from "./rules.js";

export const MOST_TRIED = 20000; // deals tried for one to order

/** High and low word of the product of two words. */
function product(a, b) {
  const full = BigInt(a >>> 0) * BigInt(b >>> 0);
  return [Number(full >> 32n), Number(full & 0xffffffffn)];
}

/** The four words of a counter and a key. */
function philox(counter, key) {
  let [a, b, c, d] = counter;
  let [first, second] = key;
  for (let round = 0; round < 10; round++) {
    const [high0, low0] = product(0xd2511f53, a);
    const [high1, low1] = product(0xcd9e8d57, c);
    [a, b, c, d] = [(high1 ^ b ^ first) >>> 0, low1, (high0 ^ d ^ second) >>> 0, low0];
    first = (first + 0x9e3779b9) >>> 0;
    second = (second + 0xbb67ae85) >>> 0;
  }
  return [a, b, c, d];
}

/** The words of one deal; seed and index are numbers below 2^53, or BigInts below 2^64. */
export function* words(seed, index, players) {
  const low = n => Number(BigInt(n) & 0xffffffffn),
    high = n => Number(BigInt(n) >> 32n);
  for (let block = 0; ; block++)
    yield* philox([block, low(index), high(index), players], [low(seed), high(seed)]);
}

/** A number from 0 to n - 1, each equally likely. */
function below(n, source) {
  if (n === 1) return 0;
  for (;;) {
    const [high, low] = product(source.next().value, n);
    if (low >= 4294967296 % n) return high;
  }
}

/** The first `count` of some items, shuffled. */
function drawn(items, count, source) {
  items = [...items];
  for (let i = 0; i < count; i++) {
    const j = i + below(items.length - i, source);
    [items[i], items[j]] = [items[j], items[i]];
  }
  return items.slice(0, count);
}

/** Deal number `index` of a seed. */
export function randomDeal(deck, players, seed, index) {
  const source = words(seed, index, players);
  const labels = drawn(deck.stones[players], PLACES[players], source);
  const all = deck.names.flatMap(name => Array(deck.cards[name].copies).fill(name));
  const cards = drawn(all, PLACES[players], source);
  return stateOf(
    labels.map((label, i) => ({ label, card: cards[i] })),
    players,
  );
}
