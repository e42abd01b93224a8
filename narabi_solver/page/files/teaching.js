"use strict";
// The first deal: three swaps that teach cards, targets and turns, a sentence for each step.

const LESSON_TURNS = 3;
const LESSON = 217; // this deal of 2026 for three players, or the next one that takes so many turns

const LESSON_NODES = 1 << 17; // kept at most: the page waits for it

/** What the lesson knows of a state; a browser that runs no solver gets the first deal, and no advice. */
const fewest = (state, undo) =>
  machine ? machine.solve(USUAL, state, undo, LESSON_NODES) : { outcome: "undecided", turns: LESSON_TURNS };

async function startLesson() {
  const shown = game;
  await machineStarted;
  if (game !== shown) return;
  const players = USUAL.players[0];
  let number = LESSON,
    deal = null;
  do deal = randomDeal(USUAL, players, 2026, number++);
  while (fewest(deal, "allowed").turns !== LESSON_TURNS && number < LESSON + 1000);
  const next = new Game(USUAL, deal, [], "allowed", () => t("teach.name"), "learn");
  start(next);
  keep(all => (all.taught = true));
}

const isLesson = () => game.id === "learn";

/** What the lesson says to what is shown; nothing in another deal. */
function lesson() {
  if (!isLesson() || openSeat() !== null) return "";
  const { state, standing } = game;
  if (standing === "won") return t("teach.won");
  if (standing === "lost") return "";
  const found = fewest(state, game.undo);
  if (found.outcome !== "solved") return t("teach.off");
  const { swaps, turns } = found;
  const [own, other] = swaps[0];
  const stoneAt = place => t("play.stone", { place: placeText(state, place), stone: nameOf(state.ring[place].label) });
  const fields = { seat: SEATS[state.mover], own: stoneAt(own), other: stoneAt(other), n: turns };
  if (chosen === own) return [t("teach.take", fields), blankNote(own)].filter(Boolean).join(" ");
  if (chosen !== null) return t("teach.other", fields);
  if (state.turns + turns > LESSON_TURNS) return t("teach.more", fields);
  return t(state.turns === 0 ? "teach.first" : turns === 1 ? "teach.last" : "teach.next", fields);
}
