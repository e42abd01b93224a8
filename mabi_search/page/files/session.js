// What the page is doing, as one plain value: the game, why it is on the board (task), with whom (opponent), what is shown, and
// which question is open (pending). `reduce` in events.js makes the next one.

import { freshLesson, keptLesson } from "./lesson.js";
import { keptOpponent } from "./opponent.js";
import { legalGame, rootOf } from "./positions.js";
import { LIST } from "./puzzle_list.js";
import { mistakesTask, puzzleTask } from "./tasks.js";
import { keptEditor } from "./setup.js";
import { isTree, nodeNamed } from "./tree.js";

export const SCREENS = ["start", "play", "analysis", "learn", "setup"];

export function newSession({ number, game, task = null, opponent = null, screen = "start", flipped = false, lines = 3, filter = {}, lesson = freshLesson(), editor = null }) {
  return {
    number, task, opponent, screen, flipped, lines, filter,
    archive: null, // the latest day shown in the archive of puzzles
    game: { undone: [], engine: null, ...game }, // engine: the side that it had when somebody last played against it here
    dialogs: [], // those that are open, the one on top last
    asking: null, // what the reader has to confirm: a question, and the event or the effect that follows a yes
    wrong: "", // what is wrong with what was entered in a dialog
    chosen: null, // the piece chosen to move
    looked: null, // the square of which something is said
    refused: "", // why the last move tried was illegal
    message: null, // an error, or that something is done
    said: { n: 0, text: "" }, // for screen readers
    walk: null, // the node to which the page steps by itself
    analysing: false,
    asked: null, // the question that a button has asked
    answered: null, // the last answer to be shown
    pending: null, // the question that is open
    questions: 0, // how many were asked
    worths: {}, judged: {}, // what was heard of nodes, by their names
    lesson,
    editor, // the position that is set up
    hint: null, // the move that a hint gives, and the node for which it is one
    fromHere: false, // whether the dialog of a new game begins at the position shown
  };
}

export const emptyGame = (rules = {}) => ({ base: "start", rules, tree: [], at: 0 });

/** Return what is kept of a session, for a reload or for the shelf. */
export function keptForm({ number, game, task, opponent, screen, flipped, editor, lesson }, when) {
  const { base, rules, tree, at, undone, engine } = game;
  return {
    number, base, rules, tree, at, undone, engine, task, opponent, screen, flipped, when,
    editor: screen === "setup" ? { ...editor, past: [] } : null,
    lesson: { number: lesson.number, from: lesson.from, moves: lesson.moves },
  };
}

/** Return a session as it was kept; null if nothing fits. Throws Wrong if its position cannot be read. */
export function fromKept(kept, { now, fresh }) {
  const { number, base, rules, tree, moves = [], at, undone, engine, task, opponent, screen, flipped, editor, lesson } = Object(kept);
  if (typeof base !== "string" || Object(rules) !== rules || !Array.isArray(moves)) return null;
  const given = tree ? { tree, at } : { tree: moves.map((move, i) => [i, move]), at: moves.length };
  if (!isTree(given.tree, given.at)) return null;
  rootOf({ base, rules });
  const game = { ...legalGame({ base, rules, ...given }), engine: ["w", "b"].includes(engine) ? engine : null };
  if (game.tree.length === given.tree.length) game.undone = keptUndone(undone, game);
  return newSession({
    number: Number.isInteger(number) ? number : fresh, game, task: keptTask(task, game), opponent: keptOpponent(opponent, game, now),
    screen: SCREENS.includes(screen) ? screen : "analysis", flipped: flipped === true, editor: screen === "setup" ? keptEditor(editor, game) : null,
    lesson: keptLesson(lesson),
  });
}

/** Return the moves taken back, if they can be made again, one after the other. */
function keptUndone(undone, game) {
  const isEntry = one => [one?.at, one?.move].every(text => typeof text === "string") && (one.leaf === null || Number.isInteger(one.leaf));
  return Array.isArray(undone) && undone.every(isEntry) && nodeNamed(game.tree, undone.at(-1)?.at ?? "") !== null ? undone : [];
}

function keptTask(task, game) {
  const { kind, number, list, now, answer } = Object(task);
  const verdicts = Object.fromEntries(Object.entries(Object(task?.verdicts)).filter(([, one]) => Array.isArray(one?.line) || typeof one?.good === "boolean"));
  const isNode = name => typeof name === "string" && nodeNamed(game.tree, name) !== null;
  const shown = isNode(task?.shown) ? task.shown : null;
  if (kind === "puzzle" && LIST[number]?.position === game.base)
    return { ...puzzleTask(number, { day: task.day, begun: task.begun, chosen: Object(task.chosen) }), verdicts, tried: Object(task.tried), shown, done: task.done ?? null };
  if (kind === "mistakes" && Array.isArray(list) && list[now] && list.every(one => isNode(one?.at) && Array.isArray(one.better)))
    return { ...mistakesTask(list), now, verdicts, shown, answer: isNode(answer) ? answer : null };
  return null;
}
