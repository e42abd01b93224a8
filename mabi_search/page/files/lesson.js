// The lessons: boards with one goal each. What an event there changes, and whether the goal is reached.

import { chosenAt } from "./choosing.js";
import { legalGame, positionOf, sideAt, viewOf, whyNot } from "./positions.js";
import { BLACK, outcome, PASS, WHITE } from "./rules.js";
import { TABLES } from "./setup.js";
import { movesTo, withLine } from "./tree.js";

const wins = side => game => outcome(positionOf(game))?.winner === side;
const most = (game, side) => viewOf(game).largest[side];

/** Each lesson: the key of its texts, its position, and whether a game from there has reached its goal. */
export const LESSONS = [
  { name: "move", base: "1b2b/5/b2w1/5/w3w w - - 4", isDone: ({ tree }) => tree.length > 0 && tree[0][1] !== PASS },
  { name: "group", base: "b3b/1w3/5/w1w1b/2b2 w - - 4", isDone: game => most(game, WHITE) > 1 },
  { name: "paralyse", base: "b2w1/4b/2wb1/1w3/1b2w w - - 4", isDone: game => viewOf(game).marks.d3 === "*" },
  { name: "freeze", base: "4b/1www1/b3b/3w1/w1b2 w - w 8", isDone: game => most(game, WHITE) > 3 },
  { name: "tie", base: "1bbb1/1w3/w1w1w/w2w1/4b w - b 8", isDone: game => most(game, WHITE) > most(game, BLACK) },
  { name: "pass", base: "1b1b/w1w1/w1w1 w - w 3", isDone: wins(WHITE) },
  { name: "run", base: "1b1b1/ww3/4b/b3w/5 b p w 9", isDone: wins(BLACK) },
];

/** Begin a lesson; `from` is the screen to go back to. */
export const freshLesson = (number = 0, from = "start") => ({ number, from: TABLES.includes(from) ? from : "start", moves: [], chosen: null, looked: null, refused: "" });

/** Return a lesson as it was kept; the first one if nothing fits. */
export function keptLesson(kept) {
  const { number, from, moves } = Object(kept);
  if (!LESSONS[number] || !Array.isArray(moves)) return freshLesson();
  const game = legalGame({ base: LESSONS[number].base, rules: {}, tree: moves.map((move, i) => [i, move]), at: moves.length });
  return { ...freshLesson(number, from), moves: movesTo(game.tree, game.at) };
}

export function gameOfLesson({ number, moves }) {
  const [tree, at] = withLine([], 0, moves);
  return { base: LESSONS[number].base, rules: {}, tree, at };
}

/** Return where a lesson stands: open, done, or wrong if its goal was missed. */
export function stateOfLesson(lesson) {
  const game = gameOfLesson(lesson);
  if (LESSONS[lesson.number].isDone(game)) return "done";
  return viewOf(game).over || sideAt(game) !== sideAt(game, 0) ? "wrong" : "open";
}

export const hasPass = ({ number }) => ["pass", "run"].includes(LESSONS[number].name);

/** Return a lesson after an event: choose or look at a square, move, again. */
export function lessonAfter(lesson, { deed, square = null, move = null }) {
  if (deed === "again") return freshLesson(lesson.number, lesson.from);
  if (deed === "look") return { ...lesson, looked: square, refused: square ? "" : lesson.refused };
  if (stateOfLesson(lesson) !== "open") return lesson;
  const game = gameOfLesson(lesson);
  const found = deed === "move" ? { move } : chosenAt(game, lesson.chosen, square);
  if (!found.move) return { ...lesson, ...found, refused: "" };
  const refused = whyNot(game, found.move);
  if (refused !== null) return { ...lesson, chosen: null, looked: null, refused };
  const next = { ...freshLesson(lesson.number, lesson.from), moves: [...lesson.moves, found.move] };
  return found.move === PASS && whyNot(gameOfLesson(next), PASS) === null ? { ...next, moves: [...next.moves, PASS] } : next;
}
