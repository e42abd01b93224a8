// The list of puzzles: positions that White wins, and for each first move whether it wins and by which line. Each day has one.

import { PUZZLES } from "./puzzles.js";

const GOLDEN = 0.618; // distance in the list from one day's puzzle to the next, as a fraction of its length

const spelt = move => (move === "-" ? "pass" : move);

export const LIST = PUZZLES.map(text => {
  const [position, theme, level, ...moves] = text.split(", ");
  const first = moves.map(one => {
    const [, move, sign, line] = /^([^ =]+)(=?) ?(.*)$/u.exec(one);
    return [spelt(move), { wins: sign === "=", line: line.split(" ").filter(Boolean).map(spelt) }];
  });
  return { position, theme, level, first: new Map(first) };
});

const common = (one, other) => (other ? common(other, one % other) : one);

/** The distance from one day's puzzle to the next, so that every puzzle comes once in a cycle. */
const STEP = (() => {
  let step = Math.floor(GOLDEN * LIST.length);
  while (common(LIST.length, step) !== 1) step += 1;
  return step;
})();

/** Return the number of a day's puzzle in the list. */
export const ofDay = day => ((Date.parse(day) / DAY) % LIST.length + LIST.length) * STEP % LIST.length;

/** Return the numbers of the puzzles with a theme and a level; all if they are empty. */
export function numbersOf({ theme = "", level = "" }) {
  return [...LIST.keys()].filter(number => [theme, ""].includes(theme && LIST[number].theme) && [level, ""].includes(level && LIST[number].level));
}

/** Return the puzzle after that of a task, among those with its theme and level; null if there is none, or the task is no puzzle of the list. */
export function nextNumber(task) {
  if (task?.kind !== "puzzle" || task.day) return null;
  const numbers = numbersOf(task.chosen);
  return numbers[numbers.indexOf(task.number) + 1] ?? null;
}

/** Return how a puzzle was solved: perfect, solved or open. */
export function resultOf({ position }, { solved, perfect }) {
  return perfect[position] ? "perfect" : solved[position] ? "solved" : "open";
}
