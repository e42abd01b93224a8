// The card of a task: what is to be found, what was said of the last move, and what can be done next.

import { byId, isNew, make } from "./dom.js";
import { icon } from "./icons.js";
import { withMoves } from "./moves.js";
import { viewOf } from "./positions.js";
import { nextNumber } from "./puzzle_list.js";
import { BLACK } from "./rules.js";
import { lineText, moveText } from "./squares.js";
import { exerciseOf, solutionOf, stateOf } from "./tasks.js";
import { withLine } from "./tree.js";

const SIGN = { right: "check", wrong: "close", shown: "eye" };

/** Return what there was to be found, where the title does not say it. */
function taskWords(task) {
  if (task.kind === "puzzle") return "";
  const { side, move, judged } = exerciseOf(task);
  return t("train.task", { side: t(`side.${side}`), move: moveText(move), judged });
}

/** Return what Black answers to a move that does not win, and how large a group that makes. */
function answerText(game, at, answer, words) {
  const [tree, next] = withLine(game.tree, at, [answer]);
  const [before, after] = [at, next].map(node => viewOf({ ...game, tree, at: node }).largest[BLACK]);
  return t(after > before ? "puzzle.joined" : "puzzle.answered", { ...words, answer: moveText(answer), n: after });
}

/** Return what is said of the last move. */
export function toldOfTask(session) {
  const { task } = session;
  const { state, verdict, move, side, at } = stateOf(session);
  if (state === "shown") return t("train.solution", { moves: lineText(solutionOf(session)) });
  if (state === "judging") return t("train.judging");
  if (task.kind === "mistakes") return state === "open" ? t("train.find") : `${t(verdict.good ? "train.right" : "train.wrong")} ${verdict.told}`;
  if (state === "right") return t(task.done === "perfect" ? "puzzle.perfect" : "puzzle.won");
  if (state === "wrong") {
    if (verdict.error) return verdict.error;
    const [first] = verdict.line;
    const words = { move: moveText(move), line: lineText(verdict.line) };
    if (verdict.wins === false && first && side === BLACK) return answerText(session.game, at, first, words);
    return t(verdict.wins === null ? "puzzle.open" : verdict.line.length ? "puzzle.refuted" : "puzzle.wrong", words);
  }
  return move === null ? t("puzzle.find") : t("puzzle.right", { move: moveText(move) });
}

const hasNext = task => (task.kind === "mistakes" ? task.now + 1 < task.list.length : nextNumber(task) !== null);

export function showTraining(session, send) {
  const { task, game } = session;
  if (!isNew("training", task, game)) return;
  byId("training").hidden = task === null;
  if (task === null) return;
  const { state, verdict } = stateOf(session);
  byId("training").dataset.state = state;
  byId("training-task").textContent = taskWords(task);
  byId("training-told").replaceChildren(...(SIGN[state] ? [make("span", { class: `tick is-${state}` }, icon(SIGN[state]))] : []), make("span", {}, ...withMoves(toldOfTask(session))));
  const button = (key, deed, main = false, sign = null) => make("button", { type: "button", class: main ? "main" : null, onclick: () => send({ type: "train", deed }) }, sign && icon(sign), t(key));
  const is = (...states) => states.includes(state);
  const isPuzzle = task.kind === "puzzle";
  const more = hasNext(task);
  byId("training-row").replaceChildren(...[
    is("wrong", "shown") ? button("train.again", "again", true) : null,
    is("wrong") && verdict.line?.length ? button("train.show", "why", false, "play") : null,
    is("right") && more ? button("train.next", "next", true) : null,
    is("right") && isPuzzle ? button("page.share", "share") : null,
    is("open", "looking") && more ? button("train.skip", "next") : null,
    !isPuzzle && is("open", "wrong", "right") ? button("train.show", "show") : null,
    isPuzzle ? null : button("train.end", "end"),
  ].filter(Boolean));
}
