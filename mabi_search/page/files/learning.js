// The screen of a lesson, and the rules in words, which are those of the lessons.

import { Board } from "./board.js";
import { byId, isNew, make } from "./dom.js";
import { icon } from "./icons.js";
import { gameOfLesson, hasPass, LESSONS, stateOfLesson } from "./lesson.js";
import { viewOf } from "./positions.js";

export function lessonBoard(send) {
  const tell = (deed, fields) => send({ type: "lesson", deed, ...fields });
  return new Board(byId("lesson-board"), { choose: square => tell("choose", { square }), move: move => tell("move", { move }), look: square => tell("look", { square }) }, t("lesson.board"));
}

export function showLesson({ lesson, screen }, board) {
  if (screen !== "learn" || !isNew("lesson", lesson, screen)) return;
  const { name } = LESSONS[lesson.number];
  const state = stateOfLesson(lesson);
  const view = viewOf(gameOfLesson(lesson));
  const stages = { n: lesson.number + 1, all: LESSONS.length };
  byId("stages").replaceChildren(...LESSONS.map((_, i) => make("i", { class: i < lesson.number ? "done" : i === lesson.number ? "now" : null })));
  byId("stages").setAttribute("aria-label", t("start.of", stages));
  byId("stage-of").textContent = t("start.of", stages);
  byId("lesson-title").textContent = t(`lesson.${name}`);
  byId("lesson-rule").textContent = t(`lesson.${name}.rule`);
  byId("lesson-goal").replaceChildren(make("span", { class: `tick is-${state}` }, icon(state === "done" ? "check" : "next")), t(`lesson.${name}.goal`));
  const last = lesson.moves.at(-1) ?? null;
  board.show({ view, last, chosen: lesson.chosen, locked: state !== "open", slide: isNew("lesson moves", lesson.moves) });
  const stuck = lesson.looked && !lesson.chosen && view.marks[lesson.looked] && view.told[lesson.looked];
  byId("lesson-told").textContent = state === "done" ? t(`lesson.${name}.done`) : state === "wrong" ? t("lesson.wrong") : lesson.refused || (stuck ? `${lesson.looked}: ${stuck}` : "");
  byId("lesson-pass").hidden = !hasPass(lesson) || state !== "open";
  byId("lesson-again").hidden = !lesson.moves.length;
  byId("lesson-again").classList.toggle("main", state === "wrong");
  const next = LESSONS[lesson.number + 1];
  byId("lesson-next").replaceChildren(next ? t(state === "done" ? "lesson.next" : "lesson.skip", { title: t(`lesson.${next.name}`) }) : t(lesson.from === "start" ? "page.play" : "lesson.back"));
  byId("lesson-next").className = state === "done" ? "main" : "quiet";
}

/** Fill in what somebody has to know whom a friend's link has brought: how to move, and the rules beside the signs on discs. */
function fillWelcome() {
  const rows = [["movable", "welcome.tap"], ["paralysed", "lesson.paralyse.rule"], ["frozen", "lesson.freeze.rule"]].map(([kind, key]) => [make("span", { class: `disc w sign ${kind}` }), key]);
  byId("welcome-rules").replaceChildren(...[...rows, [icon("pass"), "lesson.pass.rule"]].map(([sign, key]) => make("li", {}, sign, t(key))));
}

export function fillRules() {
  fillWelcome();
  byId("rules-all").replaceChildren(...LESSONS.slice(2).flatMap(({ name }) => [make("h3", {}, t(`lesson.${name}`)), make("p", {}, t(`lesson.${name}.rule`))]));
}
