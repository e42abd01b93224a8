// A square of the board is chosen: a piece that can move, or where the chosen piece goes.

import { whyNot, positionOf } from "./positions.js";
import { nameOf, neighbours, placesOf } from "./rules.js";

/** Return whether the piece on a square can move, for the side to move. */
function canMove(game, square) {
  const { board } = positionOf(game).state;
  const [place] = placesOf(square + square);
  return neighbours(board, place).some(target => whyNot(game, square + nameOf(target)) === null);
}

/** Return { move } if a move results, else { chosen, looked }. */
export function chosenAt(game, chosen, square) {
  const { board, side } = positionOf(game).state;
  const [place] = placesOf(square + square);
  const sign = board[place >> 3]?.[place & 7];
  if (chosen && chosen !== square && sign !== undefined && sign !== side) return { move: chosen + square };
  return { chosen: chosen !== square && sign === side && canMove(game, square) ? square : null, looked: square };
}
