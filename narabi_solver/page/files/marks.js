// Small drawings beside words: stones, swaps, and the signs of cards.

import { made } from "./dom.js";
import { icon } from "./icons.js";
import { shape, signParts } from "./ring.js";
import { colourOf, isBlank, nameOf } from "./rules.js";

/** A stone as large as a letter; empty without a label. */
export function smallStone(deck, label) {
  const look = !label ? "none" : colourOf(deck, label);
  const stone = shape("svg", { class: `small-stone ${look}`, viewBox: "-12 -12 24 24", "aria-hidden": "true" }, shape("circle", { r: 10.5 }));
  if (label && !isBlank(label)) {
    const number = shape("text", { y: 4.5 });
    number.textContent = label;
    stone.append(number);
  }
  return stone;
}

/** The two stones that a swap exchanges, of which the second may not be known yet. */
export const stonesOf = (deck, one, other) => [smallStone(deck, one), icon("swap"), smallStone(deck, other)];

/** Such a swap in words, for those who do not see the stones. */
export const stonesWords = (one, other) => `${nameOf(one)} ↔ ${nameOf(other)}`;

/** The sign of a card; of one that is seen in the ring as it is there. */
export function signOf({ deck, state }, name) {
  const place = state.ring.findIndex(stone => stone.card === name);
  const parts = signParts(deck.cards[name], place < 0 ? null : { state, place });
  return shape("svg", { viewBox: "-1 -.7 2 1.4", "aria-hidden": "true" }, parts);
}

/** What is counted, large, with its word below. */
export function sum(n, words) {
  const part = made("div");
  part.append(made("dd", n.toLocaleString(locale())), made("dt", words));
  return part;
}
