// The first screen: three offers, each with a small board.

import { byId, isNew, make } from "./dom.js";
import { LESSONS } from "./lesson.js";
import { Picture } from "./picture.js";
import { legalGame, positionOf, viewOf } from "./positions.js";
import { LIST, ofDay, resultOf } from "./puzzle_list.js";
import { isOver } from "./rules.js";

const LEARN = "1bb1/w2b/ww2/1b2 w - w 9";
const PLAY = "8/wbwb1bwb/1bw1wbb1/1w1bw1w1/1b1bwb1b/1ww1w1w1/wbwb1bwb/8 w - w 24";

function draw(id, base) {
  const picture = new Picture();
  byId(id).replaceChildren(picture.svg);
  picture.draw({ view: viewOf(legalGame({ base, rules: {} })) });
}

/** Put a button for each level of the engine into all places for them; `begin` starts a game at a level. */
export function fillLevels(begin) {
  for (const host of document.querySelectorAll(".levels"))
    host.replaceChildren(...CONSTANTS.levels.map(({ name }, level) => make("button", { type: "button", class: "chip", "data-level": level, onclick: () => begin(level, host) }, t(`level.${name}`))));
}

/** Return whether a game is on the board that can be gone on with. */
function isUnfinished({ game, task }) {
  const { state, rules } = positionOf(game);
  return !task && game.tree.length > 0 && !isOver(state, rules);
}

export function showHome(session, shelf) {
  const day = today();
  const { against, learnt, days } = shelf;
  const many = LESSONS.filter(({ name }) => learnt[name]).length;
  const streak = daysInRow(one => days[one], day);
  if (!isNew("home", day, many, streak, against.level, against.side, session.game, session.task, Boolean(days[day]))) return;
  const number = ofDay(day);
  if (isNew("boards", day)) {
    draw("mini-learn", LEARN);
    draw("mini-play", PLAY);
    draw("mini-puzzle", LIST[number].position);
  }
  byId("learnt").style.width = `${(100 * many) / LESSONS.length}%`;
  byId("learnt-of").textContent = t("start.of", { n: many, all: LESSONS.length });
  byId("day").textContent = `${dayInWords(day, true)} · ${t(`puzzle.${LIST[number].level}`)}`;
  byId("day-task").textContent = resultOf(LIST[number], shelf) === "open" ? t("start.task") : t("over.done");
  byId("day-task").classList.toggle("solved", resultOf(LIST[number], shelf) !== "open");
  byId("streak").hidden = !streak;
  byId("days").textContent = String(streak);
  byId("streak").setAttribute("aria-label", t("puzzle.streak", { n: streak }));
  byId("start-on").hidden = !isUnfinished(session);
  for (const radio of document.querySelectorAll("[name=side]")) radio.checked = radio.value === against.side;
  for (const chip of document.querySelectorAll("[data-level]")) chip.setAttribute("aria-pressed", String(Number(chip.dataset.level) === against.level));
  byId("play-side").value = against.side;
  byId("play-clock").value = against.clock;
}
