"use strict";
// Who looks at the page, and what that seat sees: all that is drawn, listed, named, shared and kept of a game comes from here.

let holder = -1; // the seat that has the phone, where it is passed round; -1 while it is handed on

/** Whether several people pass one phone round, each to see the own cards. */
const passes = () => $("cards").value === "pass" && game.standing === "open";

/** The seat whose cards are shown; null if all are, -1 if none are while the phone is handed on. */
function openSeat() {
  const { value } = $("cards");
  if (value === "pass") return passes() ? holder : null;
  return value === "all" ? null : Number(value);
}

/** Whether the page knows cards that it does not show. */
const hides = () => openSeat() !== null && !game.onTable;

/** What must be said of an answer while cards are hidden. */
const openNote = () => (openSeat() === null ? "" : t("show.open-note"));

function knows(stone, seat = openSeat()) {
  return stone.card !== HIDDEN && (builder !== null || seat === null || game.hasSeen(seat, stone));
}

/** The state shown as it is seen: a card that is not known is HIDDEN, and `of` is the stone itself. */
function seen() {
  const state = builder?.state ?? game.state,
    seat = openSeat();
  const ring = state.ring.map(stone => (knows(stone, seat) ? stone : { label: stone.label, card: HIDDEN, of: stone }));
  return { ...state, ring };
}

/** The deal shown with what was played up to the turn shown, as text. */
function seenDeal() {
  const parts = [game.start, game.swaps.slice(0, game.at), game.answers.filter(({ at }) => at <= game.at)],
    seat = openSeat();
  return seat === null ? dealText(...parts) : seenText(...parts, seat);
}

/** Offer whose cards may be shown: all, or those of a seat; at a table only those that are known. `wanted` is shown if it can be. */
function drawChoices(wanted = $("cards").value) {
  const { onTable, start } = game;
  const option = (words, value) => made("option", words, { value });
  const seats = [...Array(start.players).keys()].map(seat => option(t("play.seat-only", { seat: SEATS[seat] }), seat));
  const all = [option(t("play.all-open"), "all"), option(t("home.pass"), "pass"), ...seats];
  const choices = onTable ? openSeats(start.ring, start.players).map(seat => seats[seat]) : all;
  const values = choices.map(one => one.value);
  $("cards").replaceChildren(...choices);
  $("cards").value = [wanted, String(Math.min(wanted, start.players - 1)), values[0]].find(one => values.includes(one));
}

/** Show the cards that a link, or else the last choice, says; where they all lie open for everybody, all. */
function beginViewing(linked) {
  holder = -1;
  drawChoices(linked ?? (isLesson() || game.entering ? "all" : kept().cards));
}

/** Show other cards, in later deals too, until somebody changes it. */
function chooseCards() {
  keep(all => (all.cards = $("cards").value));
  changed();
  drawWords();
  draw();
  say(welcome());
}

/** A part of an address that names a deal, as it may be seen. */
const shownHash = hash => (hides() ? sealed(hash) : hash);

/** The address of what is shown, which says whose cards are, if it is another choice than the usual one. */
function addressShown() {
  const { value, options } = $("cards");
  const choice = value === options[0].value ? "" : `&cards=${SEATS[value] ?? value}`;
  return shownHash(hashOf(game, puzzle)) + choice;
}

/** A deal and what was played, as others get it: a link, or where the page has no address a text that can be pasted. */
function given(text) {
  const address = publicAddress(location) ?? "",
    hash = `#deal=${HASH_TEXT(text)}${restOf(game)}`;
  return address || restOf(game) || hides() ? address + shownHash(hash) : text;
}
