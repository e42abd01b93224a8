// What stands in the empty centre of the ring: whose turn it is, or what the card of a stone allows, or a hint.

import { byId, fill, made } from "./dom.js";
import { blankWords } from "./lesson.js";
import { shape, seatsNamed, signParts } from "./ring.js";
import { HIDDEN, SEATS, nameOf, placeText, seatOf, swapText, wordsOfCard } from "./rules.js";
import { around, countWords, headingWords } from "./words.js";

/** A sentence in which one part stands out. */
function sentence(key, fields, part) {
  const [before, after] = around(key, fields, part);
  const words = made("p", before);
  words.append(made("strong", fields[part]), after);
  return words;
}

/** The place whose card the centre tells; null where it tells none. */
export const toldPlace = ({ note, chosen, builder }) => (builder ? null : note.kind === "explained" ? note.place : chosen);

/** What the card of a place allows, and what its stone may take now if it is the one to move. */
function cardTold(view, place) {
  const { deck, state, targets, chosen } = view,
    stone = state.ring[place],
    words = { stone: nameOf(stone.label) };
  if (stone.card === HIDDEN) return [made("b", "?"), made("p", t("play.card-hidden", words))];
  const card = deck.cards[stone.card];
  const sign = shape("svg", { viewBox: "-1 -.7 2 1.4", "aria-hidden": "true" }, signParts(card, { state, place }));
  const seats = seatsNamed(card, state, place);
  const places = targets.map(target => placeText(state, target));
  const now = chosen !== place || seatOf(state, place) !== state.mover ? "" : places.length ? blankWords(view, place) : t("play.now-none");
  return [
    sign,
    sentence(card.conditions.never ? "play.never" : "play.may-take", { ...words, words: wordsOfCard(card) }, "words"),
    made("small", now || (seats.length ? t("play.neighbour", { seat: SEATS[seatOf(state, place)], seats: listed(seats) }) : "")),
    made("span", places.length ? t("play.now", { places: listed(places) }) : "", { class: "unseen" }),
  ];
}

/** A hint, one step after the other. */
function hintTold({ state, hint: { step, swap } }) {
  const [own, other] = swap,
    place = step === 1 ? own : other;
  const fields = { seat: SEATS[state.mover], place: placeText(state, place), stone: nameOf(state.ring[place].label), swap: swapText(state, swap) };
  return [made("p", t(step === 1 ? "hint.own" : "hint.other", fields), { class: "hint" })];
}

export function showCentre(view) {
  const place = toldPlace(view);
  const told = view.note.kind === "hint" ? hintTold(view) : place === null ? [] : cardTold(view, place);
  fill(byId("bubble"), ...told);
  byId("status").hidden = told.length > 0 || Boolean(view.reviewing);
  byId("turn").textContent = headingWords(view);
  byId("count").textContent = countWords(view);
  byId("centre").classList.toggle("crossed", Boolean(view.arrow));
  byId("centre").classList.toggle("busy", view.note.kind === "searching");
}
