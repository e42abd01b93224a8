// Moves, steps through the game, undo and redo: how the node shown changes. All functions return a session.

import { isEnginesTurn, isOnTurn, isPlaying, onward } from "./opponent.js";
import { here, nodeOr, positionOf, sideAt, whyNot } from "./positions.js";
import { readMove } from "./notation.js";
import { words } from "./rules.js";
import { moveText } from "./squares.js";
import { exerciseOf, mayMoveInTask } from "./tasks.js";
import { childBy, childrenOf, lineThrough, moveOf, nodeName, nodeNamed, parentOf, pathTo, without, withAgain, withLine } from "./tree.js";

/** Let screen readers say something. */
export const spoken = (session, text) => ({ ...session, said: { n: session.said.n + 1, text } });

/** Return the session at a node, without what belongs to another one. */
export function atNode(session, node, game = session.game) {
  const answered = session.answered?.what === "review" ? session.answered : null;
  return { ...session, game: { ...game, at: node }, answered, chosen: null, looked: null, refused: "", walk: null, asked: null };
}

/** Return the session after a legal move at a node. */
export function moved(session, move, now, from = session.game.at) {
  const { game, opponent, task } = session;
  const [tree, at] = withLine(game.tree, from, [move]);
  const side = sideAt(game, from);
  let next = atNode(session, at, { ...game, tree, undone: tree === game.tree ? game.undone : [] });
  if (isPlaying(session)) {
    const ran = sideAt(game, nodeOr(game, opponent.tip));
    next = { ...next, opponent: onward(opponent, ran, nodeName(tree, at), now, nodeName(game.tree, from) === opponent.tip) };
  }
  if (task?.kind === "mistakes" && task.shown === null && nodeName(game.tree, from) === exerciseOf(task).at) next = { ...next, task: { ...task, answer: nodeName(tree, at) } };
  if (next.screen === "start") next = { ...next, screen: "play" };
  const told = words(positionOf(next.game)).slice(0, -1).join(" · ");
  return spoken(next, `${t(`side.${side}`)}: ${moveText(move)}. ${told}`);
}

/** Return whether the player may move at the node shown. */
export function mayMove(session) {
  if (isPlaying(session)) return isOnTurn(session);
  return !session.task || mayMoveInTask(session);
}

/** Try a move of the player. */
export function tried(session, text, now) {
  if (!mayMove(session)) return session;
  const move = readMove(text);
  const why = whyNot(session.game, move);
  if (why === null) return moved(session, move, now);
  return spoken({ ...session, refused: why, chosen: null, looked: null }, why);
}

/** Go to a node, or one step of the line shown. */
export function gone(session, to) {
  const { tree, at } = session.game;
  const steps = {
    first: () => 0, back: () => parentOf(tree, at), on: () => childrenOf(tree, at)[0], last: () => lineThrough(tree, at).at(-1),
  };
  const node = Object.hasOwn(steps, to) ? steps[to]() : to;
  return Number.isInteger(node) && node >= 0 && node <= tree.length && node !== at ? atNode(session, node) : session;
}

/** Go to the end of a line from a node, as far as it is legal. */
export function along(session, node, moves) {
  let game = { ...session.game, at: node };
  for (const move of moves) {
    if (whyNot(game, move) !== null) break;
    const [tree, at] = withLine(game.tree, game.at, [move]);
    game = { ...game, tree, at, undone: tree === game.tree ? game.undone : [] };
  }
  return atNode(session, game.at, game);
}

/** Step by itself along a line from a node. */
export function walking(session, node, moves) {
  const { game } = along(session, node, moves);
  return stepped({ ...atNode(session, node, game), analysing: false, walk: here(game) });
}

/** Do the next step of a walk. */
export function stepped(session) {
  const { game, walk } = session;
  const end = nodeNamed(game.tree, walk);
  const path = end === null ? [] : pathTo(game.tree, end);
  const next = path[path.indexOf(game.at) + 1];
  if (!path.includes(game.at) || next === undefined) return { ...session, walk: null };
  return { ...atNode(session, next), walk: next === end ? null : walk };
}

/** Begin or end to step through the line shown. */
export function played(session) {
  const { tree, at } = session.game;
  if (session.walk !== null || isEnginesTurn(session)) return { ...session, walk: null };
  const end = lineThrough(tree, at).at(-1);
  return end === at ? session : stepped({ ...session, walk: nodeName(tree, end) });
}

// Undo and redo: a move that is taken back leaves the tree if nothing follows it, and can be made again until another one is made.

function onceBack(session) {
  const { game } = session;
  const { tree, at } = game;
  const parent = parentOf(tree, at);
  const isLeaf = !childrenOf(tree, at).length;
  const entry = { at: nodeName(tree, parent), move: moveOf(tree, at), leaf: isLeaf ? at : null };
  const back = { ...game, tree: isLeaf ? without(tree, at) : tree, undone: [...(canRedoFrom(game) ? game.undone : []), entry] };
  return atNode(session, nodeNamed(back.tree, entry.at), back);
}

const canRedoFrom = game => game.undone.at(-1)?.at === here(game);

function onceAgain(session) {
  const { game } = session;
  const { tree, at } = game;
  const { move, leaf } = game.undone.at(-1);
  const undone = game.undone.slice(0, -1);
  const known = childBy(tree, at, move);
  if (known !== null) return atNode(session, known, { ...game, undone });
  if (leaf === null || leaf <= at || leaf > tree.length + 1 || whyNot(game, move) !== null) return { ...session, game: { ...game, undone: [] } };
  return atNode(session, leaf, { ...game, tree: withAgain(tree, leaf, [at, move]), undone });
}

/** Let the opponent go on from the node shown; its game begins there if its beginning was taken back. */
function withTip(session, now) {
  const { game, opponent } = session;
  if (!opponent) return session;
  const name = here(game);
  const isThere = one => one !== null && nodeNamed(game.tree, one) !== null;
  const rest = { first: isThere(opponent.first) ? opponent.first : name, claim: isThere(opponent.claim) ? opponent.claim : null };
  return { ...session, opponent: { ...opponent, ...rest, ...(isPlaying(session) ? { tip: name, since: now } : {}) } };
}

/** Take back moves until the player can move. */
export function takenBack(session, now) {
  if (!session.game.at) return session;
  let next = withTip(onceBack(session), now);
  while (next.game.at && !mayMove(next)) next = withTip(onceBack(next), now);
  return next;
}

export const canRedo = ({ game }) => canRedoFrom(game);

/** Make moves again that were taken back, until the player can move. */
export function madeAgain(session, now) {
  if (!canRedo(session)) return session;
  let next = withTip(onceAgain(session), now);
  while (canRedo(next) && !mayMove(next)) next = withTip(onceAgain(next), now);
  return next;
}
