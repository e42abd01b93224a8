// The sheet of a task: what is to be found, what was said of the last move, and what can be done next.

import { byId, isNew, make } from "./dom.js";
import { LIST, nextNumber } from "./puzzle_list.js";
import { exerciseOf, solutionOf, stateOf } from "./tasks.js";

const heads = {
  puzzle: ({ number, day }) => ({
    title: day ? t("puzzle.of-day", { day: dayInWords(day) }) : t("puzzle.name", { number: number + 1 }),
    task: t("puzzle.task", { level: t(`puzzle.${LIST[number].level}`) }),
  }),
  mistakes(task) {
    const { side, move, judged } = exerciseOf(task);
    return { title: t("train.mistake"), task: t("train.task", { side: t(`side.${side}`), move, judged }) };
  },
};

/** Return what is said of the last move. */
export function toldOfTask(session) {
  const { task } = session;
  const { state, verdict, move } = stateOf(session);
  if (state === "shown") return t("train.solution", { moves: solutionOf(session).join(" ") });
  if (state === "judging") return t("train.judging");
  if (task.kind === "mistakes") return state === "open" ? t("train.find") : `${t(verdict.good ? "train.right" : "train.wrong")} ${verdict.told}`;
  if (state === "right") return t(task.done === "perfect" ? "puzzle.perfect" : "puzzle.won");
  if (state === "wrong") {
    if (verdict.error) return verdict.error;
    return t(verdict.wins === null ? "puzzle.open" : verdict.line.length ? "puzzle.refuted" : "puzzle.wrong", { move, line: verdict.line.join(" ") });
  }
  return move === null ? t("puzzle.find") : t("puzzle.right", { move });
}

function hasNext({ kind, now, list, day, number, chosen }) {
  return kind === "mistakes" ? now + 1 < list.length : !day && nextNumber(number, chosen) !== null;
}

export function showTraining(session, send) {
  const { task, game } = session;
  if (!isNew("training", task, game)) return;
  byId("training").hidden = task === null;
  if (task === null) return;
  const { state, verdict } = stateOf(session);
  const head = heads[task.kind](task);
  byId("training-title").textContent = head.title;
  byId("training-task").textContent = head.task;
  byId("training-told").textContent = toldOfTask(session);
  const button = (key, deed, main = false) => make("button", { type: "button", class: main ? "main" : null, onclick: () => send({ type: "train", deed }) }, t(key));
  const is = (...states) => states.includes(state);
  const isPuzzle = task.kind === "puzzle";
  const more = hasNext(task);
  byId("training-row").replaceChildren(...[
    is("wrong", "shown") ? button("train.again", "again", true) : null,
    is("wrong") && verdict.line?.length ? button("train.why", "why") : null,
    is("right") && more ? button("train.next", "next", true) : null,
    is("right") && isPuzzle ? button("page.share", "share") : null,
    is("open", "looking") && more ? button("train.skip", "next") : null,
    is("open", "looking", "wrong", isPuzzle ? "" : "right") ? button("train.show", "show") : null,
    button("train.end", "end"),
  ].filter(Boolean));
}
