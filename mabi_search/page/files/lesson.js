// The small boards of the rules: what an event there changes. Each has moves of its own, and can be reset to its position.

import { chosenAt } from "./choosing.js";
import { whyNot } from "./positions.js";
import { withLine } from "./tree.js";

export const freshLesson = () => ({ moves: [], chosen: null, looked: null, refused: "" });

export function gameOfLesson(base, { moves }) {
  const [tree, at] = withLine([], 0, moves);
  return { base, rules: {}, tree, at };
}

/** Return the session after an event on the board with a number: choose or look at a square, move, again. */
export function lessonAfter(session, { number, base, deed, square = null, move = null }) {
  const lesson = session.lessons[number];
  if (!lesson) return session;
  return { ...session, lessons: session.lessons.map((one, i) => (i === number ? after(lesson, base, deed, square, move) : one)) };
}

function after(lesson, base, deed, square, move) {
  if (deed === "again") return freshLesson();
  if (deed === "look") return { ...lesson, looked: square, refused: square ? "" : lesson.refused };
  const game = gameOfLesson(base, lesson);
  const found = deed === "move" ? { move } : chosenAt(game, lesson.chosen, square);
  if (!found.move) return { ...lesson, ...found, refused: "" };
  const refused = whyNot(game, found.move);
  return refused === null ? { ...freshLesson(), moves: [...lesson.moves, found.move] } : { ...lesson, chosen: null, looked: null, refused };
}
