// What is heard and felt after an event: a piece that is chosen, that moves or that may not, and a win of the player.

import { isAtEnd } from "./ending.js";
import { stateOfLesson } from "./lesson.js";
import { here, sideAt } from "./positions.js";
import { BLACK, PASS } from "./rules.js";
import { moveOf, nodeName, parentOf } from "./tree.js";
import { winnerOf } from "./wording.js";

/** Return the side that has made the move that leads from one node to the one shown; null if there is none. */
function moverOf(before, { game }) {
  const { tree, at } = game;
  if (game === before.game || !at || moveOf(tree, at) === PASS || nodeName(tree, parentOf(tree, at)) !== here(before.game)) return null;
  return sideAt(game, parentOf(tree, at));
}

function isWon(session) {
  const { task, opponent } = session;
  if (!isAtEnd(session)) return false;
  return task !== null || (opponent ? winnerOf(session) === opponent.side : Boolean(winnerOf(session)));
}

/** Return the sound of the step from one session to the next, as { kind, dark }; null if nothing is heard. */
export function heardOf(before, next) {
  if (!before || before.number !== next.number) return null;
  const [old, now] = next.screen === "learn" ? [before.lesson, next.lesson] : [before, next];
  const isLesson = now === next.lesson;
  const side = isLesson ? null : moverOf(before, next);
  const hasMoved = isLesson ? old.number === now.number && now.moves.length > old.moves.length : side !== null;
  const hasWon = isLesson ? hasMoved && stateOfLesson(now) === "done" : isWon(next) && !isWon(before);
  if (hasMoved || hasWon) return { kind: hasWon ? "won" : "move", dark: side === BLACK };
  if (now.refused && now.refused !== old.refused) return { kind: "refused" };
  return now.chosen && now.chosen !== old.chosen ? { kind: "choose" } : null;
}
