"use strict";
// A game played, stepped through, taken back.

const TICK = 1100; // milliseconds a turn when the game plays on by itself

function start(next, ofDay = null) {
  stopPlaying();
  changed();
  builder = null;
  game = next;
  day = ofDay;
  minimum = null;
  $("building").hidden = true;
  $("playing").hidden = $("playing").inert = false;
  $("rule").value = game.undo;
  const all = made("option", "all open", { value: "all" });
  const seats = [...Array(game.start.players).keys()].map(seat =>
    made("option", `seat ${SEATS[seat]}'s only`, { value: seat }),
  );
  $("cards").replaceChildren(all, ...seats);
  ring.clear();
  drawWords();
  say(welcome());
  draw();
  findMinimum();
}

const welcome = () =>
  game.standing === "open"
    ? "Tap a stone of the seat to move, then one of those that light up."
    : "Nothing is left to be played here.";

function tapped(place) {
  stopPlaying();
  if (builder) {
    builder.chosen = place;
    return draw();
  }
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
  if (chosen !== null) explain(place);
  else say(welcome());
  draw();
}

/** Say what the stone of a place may do. */
function explain(place) {
  const { state } = game,
    stone = state.ring[place];
  const name = `${placeText(state, place)}, the ${nameOf(stone.label)}`;
  if (!knows(stone)) return say(`${name}: its card is hidden from seat ${SEATS[openSeat()]}.`);
  const card = `${name}, may take ${DECK.cards[stone.card].words} (${stone.card}).`;
  const words = DECK.cards[stone.card].conditions.never ? `${name}: ${DECK.cards[stone.card].words} (${stone.card}).` : card;
  if (seatOf(state, place) !== state.mover) return say(words, `It is seat ${SEATS[state.mover]}'s turn.`);
  const found = targets().map(target => placeText(state, target));
  say(words, found.length ? `Now it may take ${found.join(", ")}.` : "Now there is none that it may take.");
}

function swap(pair) {
  const { state } = game,
    why = game.whyNot(pair);
  if (why !== null) {
    const hidden = !knows(state.ring[pair[0]]);
    say(
      `${swapText(state, pair)} is not possible${hidden ? ": the hidden card, or the rule on swapping back, forbids it." : `: ${why}.`}`,
    );
    return;
  }
  changed();
  const [own, other] = pair.map(place => nameOf(state.ring[place].label));
  game.play(pair);
  const { standing } = game;
  const seat = `Seat ${SEATS[state.mover]} swapped ${swapText(state, pair)}: the ${own} for the ${other}.`;
  say(
    seat,
    standing === "won" ? "The ring is in order!" : standing === "lost" ? "Take back, or start anew." : "",
  );
  draw();
}

function step(to) {
  stopPlaying();
  move(to);
}

function move(to) {
  changed();
  game.go(to);
  if (game.at) {
    const before = game.states[game.at - 1],
      pair = game.swaps[game.at - 1];
    say(
      `Turn ${game.at}: seat ${SEATS[before.mover]} swaps ${swapText(before, pair)}, the ${pair.map(place => nameOf(before.ring[place].label)).join(" for the ")}.`,
    );
  } else say(welcome());
  draw();
}

function stopPlaying() {
  clearInterval(timer);
  timer = null;
  $("auto").textContent = "Play on";
  $("auto").setAttribute("aria-pressed", "false");
}

function playOn() {
  if (timer) return stopPlaying();
  if (game.at === game.swaps.length) move(0);
  timer = setInterval(() => {
    if (game.at < game.swaps.length) move(game.at + 1);
    if (game.at === game.swaps.length) stopPlaying();
  }, TICK);
  $("auto").textContent = "Stop";
  $("auto").setAttribute("aria-pressed", "true");
}

function takeBack() {
  if (!game.at) return;
  const to = game.at - 1;
  step(to);
  game.cut(to);
  draw();
}

function rule() {
  const cut = game.choose($("rule").value);
  changed();
  say(cut ? "A swap of this game is illegal by that rule: it was taken out, with all that followed." : welcome());
  draw();
  findMinimum();
}
