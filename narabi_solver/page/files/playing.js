"use strict";
// A game played, stepped through, taken back.

const TICK = 1100; // milliseconds a turn when the game plays on by itself

/** Show a deal; what was played of it before, and is kept, is there again. */
function start(next, ofPuzzle = null) {
  stopPlaying();
  changed();
  builder = null;
  game = next;
  useDeck(game.deck);
  puzzle = ofPuzzle;
  const key = keyOf(game, puzzle),
    old = kept().games[key];
  if (old && !game.swaps.length) {
    game.goOn(old);
    game.lastKept = keptAs(game, key);
  }
  beginViewing(addressed?.cards);
  const hash = addressShown();
  if (!addressed && hash !== location.hash) history.pushState(null, "", hash);
  minimum = null;
  $("building").hidden = true;
  $("playing").hidden = $("playing").inert = $("controls").inert = false;
  $("rule").value = game.undo;
  ring.clear();
  drawWords();
  draw();
  $("message").style.minHeight = "";
  say(welcome(), whatNext());
  findMinimum();
  scrollTo(0, 0);
  if (!addressed) {
    $("dealing").close();
    ring.focus();
  }
  addressed = null;
}

/** What is to be done now. */
function welcome() {
  const { onTable, standing, state } = game;
  if (standing !== "open") return lesson() || t("play.over");
  const entered = onTable && state.mover !== openSeat() ? t("know.enter", { seat: SEATS[state.mover] }) : "";
  return lesson() || waitsForOthers() || enters() || entered || t("play.welcome");
}

/** A button of a message. */
function buttonFor(key, does, attributes = {}, fields = {}) {
  const button = made("button", t(key, fields), { type: "button", ...attributes });
  button.addEventListener("click", does);
  return button;
}

/** A sentence that asks for something, with the button that does it beside it. */
function asks(words, button) {
  const part = made("div", "", { class: "asks" });
  part.append(made("p", words), button);
  return part;
}

/** That another seat is to move, whose cards are not seen, with the button that lets it; null if that is not so. */
function waitsForOthers() {
  const seat = openSeat(),
    { mover } = game.state;
  if (seat === null || seat === mover || game.onTable || game.standing !== "open") return null;
  const letter = { seat: SEATS[mover] };
  if (passes()) return asks(t("home.give", letter), buttonFor("home.take", takePhone, { class: "main" }, letter));
  return asks(t("play.others", { seat: SEATS[mover] }), buttonFor("page.partner", partner, { class: "main" }));
}

/** That the swaps of a game played at a table are entered, and then reviewed; null if that is not so. */
function enters() {
  if (!game.entering) return null;
  const words = t(game.at ? "build.then-review" : "build.enter-swaps", { seat: SEATS[game.state.mover] });
  return asks(words, game.at ? buttonFor("page.review", review, { class: "main" }) : "");
}

function tapped(place) {
  stopPlaying();
  if (builder) {
    builder.chosen = place;
    return draw();
  }
  if (openSeat() === -1) return say(waitsForOthers());
  game.begun ??= today();
  const { state } = game;
  if (
    chosen !== null &&
    chosen !== place &&
    seatOf(state, chosen) === state.mover &&
    seatOf(state, place) !== state.mover
  )
    return swap([chosen, place]);
  const again = chosen === place;
  changed();
  chosen = again ? null : place;
  if (chosen !== null) explain(place, true);
  else say(welcome());
  draw();
}

/** That a blank counts as 0, where that lights one up. */
function blankNote(place) {
  const { parity, compare, value } = DECK.cards[game.state.ring[place].card].conditions;
  const lit = targets().some(target => isBlank(game.state.ring[target].label));
  return lit && (parity || compare || value) ? t("play.blank") : "";
}

/** Which players a card of neighbours names; empty if it names none. */
function neighbourNote(card, state, place) {
  const seats = seatsNamed(card, state, place);
  return seats.length ? t("play.neighbour", { seats: listed(seats) }) : "";
}

/** Say what the card of a place allows, and what its stone may take now if it is the one to move. */
function explain(place, picked = false) {
  if (builder) return;
  if (openSeat() === -1) return say(waitsForOthers());
  const { state } = game,
    stone = state.ring[place];
  const name = t("play.stone", { place: placeText(state, place), stone: nameOf(stone.label) });
  if (!knows(stone)) return explainHidden(place, t("play.card-hidden", { stone: name, seat: SEATS[openSeat()] })).catch(failed);
  const card = DECK.cards[stone.card];
  const words = t(card.conditions.never ? "play.never" : "play.may-take", {
    stone: name,
    words: wordsOfCard(card),
    card: cardName(stone.card),
  });
  const neighbours = neighbourNote(card, state, place);
  if (!picked) return say(lesson(), words, neighbours);
  if (seatOf(state, place) !== state.mover)
    return say(lesson(), words, neighbours, waitsForOthers() ?? t("play.whose-turn", { seat: SEATS[state.mover] }));
  const places = targets().map(target => placeText(state, target));
  const now = places.length ? t("play.now", { places: listed(places) }) : t("play.now-none");
  say(lesson(), words, neighbours, ...(lesson() ? [] : [now, blankNote(place)]));
}

function swap(pair, byPage = false) {
  const { state } = game;
  if (!byPage && waitsForOthers()) return say(waitsForOthers());
  const why = game.whyNot(pair) ?? contradiction(pair, null);
  if (why !== null) {
    const key = knows(state.ring[pair[0]]) ? "play.illegal" : "play.illegal-hidden";
    return say(t(key, { swap: swapText(state, pair), why }), lesson());
  }
  changed();
  const [own, other] = pair.map(place => nameOf(state.ring[place].label));
  const lines = game.others.length;
  game.play(pair);
  const { standing } = game;
  joy = standing === "won";
  draw();
  const taught = standing === "open" && lesson();
  if (taught) return say(taught);
  const swapped = t("play.swapped", { seat: SEATS[state.mover], swap: swapText(state, pair), own, other });
  const left = game.others.length > lines ? t("play.line-left") : "";
  // on a phone the first lines are in view
  if (joy) return say(t("play.in-order"), whatNext(), levelWords(), lesson(), enters(), swapped, left);
  say(byPage ? "" : waitsForOthers(), enters(), swapped, standing === "lost" ? t("play.take-back") : "", left, whatNext());
  if (game.onTable) nameReceived();
}

function step(to) {
  stopPlaying();
  if (Math.max(0, Math.min(game.swaps.length, to)) !== game.at) move(to);
}

function move(to) {
  changed();
  game.go(to);
  if (game.at) {
    const before = game.states[game.at - 1],
      pair = game.swaps[game.at - 1];
    const [own, other] = pair.map(place => nameOf(before.ring[place].label));
    say(
      t("play.turn", {
        turn: game.at,
        seat: SEATS[before.mover],
        swap: swapText(before, pair),
        own,
        other,
      }),
      judgedTurn(game.at - 1) ? judgementWords(judgedTurn(game.at - 1)) : "",
      whyWords(game.at - 1),
    );
  } else say(welcome());
  draw();
}

function stopPlaying() {
  clearInterval(timer);
  timer = null;
  $("auto").textContent = t("play.auto");
  $("auto").setAttribute("aria-pressed", "false");
}

function playOn() {
  if (timer) return stopPlaying();
  if (game.at === game.swaps.length) move(0);
  timer = setInterval(() => {
    if (game.at < game.swaps.length) move(game.at + 1);
    if (game.at === game.swaps.length) stopPlaying();
  }, TICK);
  $("auto").textContent = t("play.stop");
  $("auto").setAttribute("aria-pressed", "true");
}

function takeBack() {
  if (!game.at) return;
  const to = game.at - 1;
  step(to);
  game.leave(to);
  draw();
}

/** Play the next swap of the line shown, or of one that was taken back. */
function redo() {
  stopPlaying();
  const line = game.onwards;
  if (!line) return;
  game.take(line, game.at + 1);
  move(game.at);
}

/** Take up a line that was left for another. */
function takeUp(line) {
  stopPlaying();
  game.take(line);
  move(game.at);
}

function rule() {
  const cut = game.choose($("rule").value);
  changed();
  say(cut ? t("play.cut") : welcome());
  draw();
  findMinimum();
}
