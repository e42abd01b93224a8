// What only this browser knows: the solver for what takes no time, and where others find the page.

import { publicAddress } from "./naming.js";
import { randomDeal } from "./random.js";
import { Machine } from "./search.js";

const LESSON = 217; // this deal of the year for three players, or the next one that takes so many turns
export const LESSON_TURNS = 3;
const LESSON_NODES = 1 << 17; // kept at most: the page waits for it

export const here = { machine: null, address: () => publicAddress(location) };

/** The kernels as a module of WebAssembly, as soon as they are compiled; nothing where the browser can run none. */
export const compiled = (async () => {
  const code = await WebAssembly.compile(await packedKernels());
  here.machine = new Machine(code);
  return code;
})().catch(() => null);

const answers = new WeakMap();
/** What the lesson knows of a state; a browser that runs no solver gets no advice. */
export function lessonAnswer(state, undo) {
  if (!here.machine) return { outcome: "undecided", turns: LESSON_TURNS };
  if (answers.get(state)?.undo !== undo) answers.set(state, { undo, answer: here.machine.solve(USUAL, state, undo, LESSON_NODES) });
  return answers.get(state).answer;
}

/** The number of the deal of the lesson. */
export async function lessonIndex() {
  await compiled;
  let index = LESSON;
  while (lessonAnswer(randomDeal(USUAL, USUAL.players[0], 2026, index), "allowed").turns !== LESSON_TURNS && index < LESSON + 1000) index++;
  return index;
}
