// What the lesson says to what is shown, and where its hand points.

import { LESSON_TURNS, lessonAnswer } from "./here.js";
import { SEATS, isBlank } from "./rules.js";
import { stoneAt } from "./words.js";

/** A shortest way from the state that the lesson shows; null outside the lesson, or where there is none. */
function wayOf({ task, seat, state, standing, game }) {
  return task.kind === "lesson" && seat === null && standing === "open" ? lessonAnswer(state, game.undo) : null;
}

/** The place to be tapped next: the last swap is left to the reader. */
export function handOf(view) {
  const { swaps, turns } = wayOf(view) ?? {};
  if (!swaps || turns === 1 || view.state.turns + turns > LESSON_TURNS) return null;
  const [own, other] = swaps[0];
  return view.chosen === own ? other : own;
}

/** That a blank counts as 0, where that lights one up. */
export function blankWords({ deck, state, targets }, place) {
  const { parity, compare, value } = deck.cards[state.ring[place].card].conditions;
  const lit = targets.some(target => isBlank(state.ring[target].label));
  return lit && (parity || compare || value) ? t("play.blank") : "";
}

/** What the lesson says; nothing in another deal. */
export function lessonWords(view) {
  const { state, chosen } = view,
    way = wayOf(view);
  if (!way) return "";
  if (way.outcome !== "solved") return t("teach.off");
  const [own, other] = way.swaps[0],
    n = way.turns;
  const fields = { seat: SEATS[state.mover], own: stoneAt(state, own), other: stoneAt(state, other), n };
  if (chosen === own) return t("teach.take", fields);
  if (chosen !== null) return t("teach.other", fields);
  if (state.turns + n > LESSON_TURNS) return t("teach.more", fields);
  return t(state.turns === 0 ? "teach.first" : n === 1 ? "teach.last" : "teach.next", fields);
}
