// Names of squares, their ranks and files, counted from 0, and moves as they are shown.

export const FILES = "abcdefgh";
export const nameOf = (rank, file) => FILES[file] + (rank + 1);
export const placeOf = name => [Number(name[1]) - 1, FILES.indexOf(name[0])];

/** Return the number of the move that is made after so many plies; a move of each side have one. */
export const numberOf = plies => Math.floor(plies / 2) + 1;

/** Return a move for a reader: a1–a2. */
export const moveText = move => (move === "pass" ? t("moves.pass") : `${move.slice(0, 2)}–${move.slice(2)}`);

/** Return the first moves of a line, with an ellipsis if there are more. */
export const lineText = (moves, most = Infinity) => moves.slice(0, most).map(moveText).join(" ") + (moves.length > most ? " …" : "");
