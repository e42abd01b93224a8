// What a task says of the node shown. Everything follows from the moves: a puzzle is judged by its position.

import { LIST } from "./puzzle_list.js";
import { asked, here, positionOf, sideAt } from "./positions.js";
import { outcome, BLACK, WHITE } from "./rules.js";
import { childrenOf, movesTo, nodeName, nodeNamed, pathTo } from "./tree.js";

export const SIGNS = { right: "🟦", wrong: "🟧", shown: "💡" };
const BEFORE_REPLY = 450; // milliseconds

export const puzzleTask = (number, { day = null, begun = null, chosen = {} } = {}) => (
  { kind: "puzzle", number, day, begun, chosen, verdicts: {}, tried: {}, shown: null, done: null });
export const mistakesTask = list => ({ kind: "mistakes", list, now: 0, answer: null, verdicts: {}, shown: null });

/** Return the line that is proven to win from the start of a puzzle. */
function solution({ first }) {
  const [move, { line }] = [...first].find(([, { wins }]) => wins);
  return { wins: true, line: [move, ...line] };
}

/** Return what is known after each move of a puzzle: whether White wins, and the line that shows it; nothing after a move that does not. */
function verdicts(task, moves) {
  const puzzle = LIST[task.number];
  const known = [solution(puzzle)];
  for (const [i, move] of moves.entries()) {
    const before = known[i];
    if (!before?.wins) break;
    const [expected, ...line] = before.line;
    known.push(task.verdicts[moves.slice(0, i + 1).join(" ")] ?? (i === 0 ? puzzle.first.get(move) : null) ?? (expected === move ? { wins: true, line } : null));
  }
  return known;
}

/** Return where a puzzle stands: its state, the last judged node with what is known of it, and White's last move. */
function puzzleState({ task, game }) {
  const moves = movesTo(game.tree, game.at);
  const known = verdicts(task, moves);
  const last = known.length - 1;
  const path = pathTo(game.tree, game.at);
  const at = path[last];
  const position = positionOf(game, at);
  const end = outcome(position);
  const verdict = known[last] ?? (end && { wins: end.winner === WHITE, line: [] });
  const own = path.findLastIndex((node, i) => i < last && sideAt(game, node) === WHITE);
  const found = { at, verdict, move: moves[own] ?? null, isLast: last === moves.length, side: position.state.side };
  if (task.shown !== null) return { ...found, state: "shown" };
  if (!verdict) return { ...found, state: "judging" };
  if (!verdict.wins) return { ...found, state: "wrong" };
  if (end) return { ...found, state: end.winner === WHITE ? "right" : "wrong" };
  if (found.side === WHITE) return { ...found, state: "open" };
  return { ...found, state: childrenOf(game.tree, at).length ? "looking" : "replying" };
}

export const exerciseOf = task => task.list[task.now];

function mistakeState({ task, game }) {
  const { shown, answer } = task;
  const { at: name } = exerciseOf(task);
  if (shown !== null) return { state: "shown" };
  if (answer === null || here(game) === name) return { state: "open" };
  const verdict = task.verdicts[answer];
  return { state: !verdict ? "judging" : verdict.good ? "right" : "wrong", verdict };
}

export const stateOf = session => (session.task.kind === "puzzle" ? puzzleState(session) : mistakeState(session));

/** Return the node from which the player has to find a move. */
export function nodeOfTask(session) {
  const { task, game } = session;
  if (task.kind === "mistakes") return nodeNamed(game.tree, exerciseOf(task).at) ?? 0;
  if (task.shown !== null) return nodeNamed(game.tree, task.shown) ?? 0;
  const path = pathTo(game.tree, game.at);
  const known = verdicts(task, movesTo(game.tree, game.at));
  return path.findLast((node, i) => known[i]?.wins && sideAt(game, node) === WHITE && !outcome(positionOf(game, node)));
}

/** Return a line that solves the task from its node; empty if none is known. */
export function solutionOf(session) {
  const { task, game } = session;
  if (task.kind === "mistakes") return exerciseOf(task).better;
  return verdicts(task, movesTo(game.tree, nodeOfTask(session))).at(-1).line;
}

/** Return whether the player of a task may move at the node shown. */
export function mayMoveInTask(session) {
  const { state } = stateOf(session);
  return !["judging", "replying", "looking"].includes(state);
}

/** Return the question that a task has to ask; null if it has none. */
export function questionOfTask(session) {
  const { task, game } = session;
  const { state, at, verdict } = stateOf(session);
  if (task.kind === "mistakes")
    return state === "judging" ? { what: "judge", at: task.answer, fields: { game: asked(game, nodeNamed(game.tree, task.answer)) } } : null;
  if (state === "replying" && verdict.line.length) return { what: "reply", at: nodeName(game.tree, at), fields: { move: verdict.line[0], wait: BEFORE_REPLY } };
  if (state === "judging" || state === "replying")
    return { what: "prove", at: nodeName(game.tree, at), fields: { game: asked(game, at), side: WHITE } };
  return null;
}

/** Return the task after an answer, given the name of its node. */
export function withVerdict(task, name, verdict) {
  return { ...task, verdicts: { ...task.verdicts, [name]: verdict } };
}

/** Return a puzzle with the sign of the move judged last, and whether it is solved. */
export function marked(session) {
  const { task, game } = session;
  const { state, verdict, isLast } = stateOf(session);
  if (state === "shown" || !verdict || verdict.wins === null || !isLast || !game.at) return task;
  const parent = pathTo(game.tree, game.at).at(-2);
  const name = here(game);
  let tried = task.tried;
  if (sideAt(game, parent) !== BLACK && !tried[name]) tried = { ...tried, [name]: verdict.wins ? SIGNS.right : SIGNS.wrong };
  const done = state === "right" ? task.done ?? (Object.values(tried).every(sign => sign === SIGNS.right) ? "perfect" : "solved") : task.done;
  return tried === task.tried && done === task.done ? task : { ...task, tried, done };
}

/** Return the mistakes of a reviewed line that a player can learn from: those of `side`, or of both if it is null. */
export function mistakesOf(names, plies, sides, side) {
  return plies.flatMap(({ mark, better, name, judged }, i) => (mark && better.length && (side === null || side === sides[i])
    ? [{ at: names[i], move: names[i + 1].split(" ").at(-1), side: sides[i], name, judged, better }] : []));
}
