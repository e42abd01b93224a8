// The sheet that follows the end of a game or of a puzzle.

import { byId, make } from "./dom.js";
import { isAtTip } from "./opponent.js";
import { positionOf, viewOf } from "./positions.js";
import { nextNumber } from "./puzzle_list.js";
import { outcome } from "./rules.js";
import { stateOf } from "./tasks.js";
import { endWords, namesOf, titleOf } from "./wording.js";

/** Return whether a session is at its end, so that the sheet belongs to it. */
export function isAtEnd(session) {
  const { task, opponent, game, screen } = session;
  if (task) return task.kind === "puzzle" && Boolean(task.done) && stateOf(session).state === "right";
  return opponent ? opponent.state === "over" && isAtTip(session) : screen === "play" && outcome(positionOf(game)) !== null;
}

/** Return a game's result as a line to be shared. */
export const resultText = session => {
  const { largest } = viewOf(session.game);
  return `Mabi · ${titleOf(session)[0]}\n${endWords(session)} ⚪ ${largest.w} : ${largest.b} ⚫`;
};

function showScore(session) {
  const { largest } = viewOf(session.game);
  const names = namesOf(session);
  byId("over-score").hidden = false;
  byId("over-score").className = "score";
  byId("over-score").replaceChildren(...["b", "w"].map(side => make("div", { class: "player" }, make("span", { class: `disc ${side}` }, String(largest[side])), make("span", { class: "who" }, names[side]))));
}

const count = (n, key) => make("div", {}, make("b", {}, String(n)), make("span", {}, t(key, { n })));

/** Show days in a row, and how many puzzles are solved, as three numbers; nothing while none is. */
export function showCounts(part, { days, solved, perfect }) {
  part.hidden = !Object.keys(solved).length;
  part.className = "counts";
  part.replaceChildren(count(daysInRow(one => days[one], today()), "over.days"), count(Object.keys(solved).length, "over.solved"), count(Object.keys(perfect).length, "over.perfect"));
}

export function showEnd(session, shelf) {
  const { task, opponent } = session;
  const isPuzzle = task?.kind === "puzzle";
  byId("over-title").textContent = isPuzzle ? t(task.done === "perfect" ? "over.perfectly" : "over.done") : endWords(session);
  byId("over-told").textContent = isPuzzle ? titleOf(session).join(" · ") : opponent?.late ? t("play.time", { side: t(`side.${opponent.late}`) }) : viewOf(session.game).over;
  if (isPuzzle) showCounts(byId("over-score"), shelf);
  else showScore(session);
  byId("over-next").hidden = !isPuzzle;
  byId("over-next").textContent = nextNumber(task) !== null ? t("train.next") : t("page.puzzles");
  byId("after-again").hidden = isPuzzle || !opponent;
  byId("after-other").hidden = isPuzzle || !opponent;
  byId("after-review").hidden = isPuzzle;
}
