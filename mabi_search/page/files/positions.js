// The positions of a game's nodes, by the rules. They are remembered, since most questions are about the same ones.

import { described } from "./local.js";
import { read, readMove, rulesOf } from "./notation.js";
import { after, whyIllegal } from "./rules.js";
import { isTree, movesTo, nodeName, nodeNamed, withLine } from "./tree.js";
import { Wrong } from "./texts.js";

const MOST = 20_000; // positions remembered

let roots = new Map();
let rootsOf = new WeakMap(); // by the rules of a game, then by its text
const onward = new WeakMap();
const ofTree = new WeakMap();
const views = new WeakMap();
let count = 0;

/** Return the first position of a game; throw Wrong if its text or its rules cannot be read. */
export function rootOf({ base, rules }) {
  if (count > MOST) [roots, rootsOf, count] = [new Map(), new WeakMap(), 0];
  if (!rootsOf.has(rules)) rootsOf.set(rules, new Map());
  const known = rootsOf.get(rules);
  if (!known.has(base)) known.set(base, readOnce(base, rules));
  return known.get(base);
}

function readOnce(base, rules) {
  const key = `${base}\n${JSON.stringify(rules)}`;
  if (!roots.has(key)) roots.set(key, read(base, rulesOf(rules)));
  return roots.get(key);
}

function next(position, move) {
  if (!onward.has(position)) onward.set(position, new Map());
  const known = onward.get(position);
  if (!known.has(move)) {
    known.set(move, after(position, move));
    count += 1;
  }
  return known.get(move);
}

/** Return the position at a node. */
export function positionOf(game, at = game.at) {
  const root = rootOf(game);
  let known = ofTree.get(game.tree);
  if (known?.[0] !== root) ofTree.set(game.tree, known = [root]);
  for (const node of upwards(game.tree, at, known)) {
    const [parent, move] = game.tree[node - 1];
    known[node] = next(known[parent], move);
  }
  return known[at];
}

/** Return the nodes up to `at` whose position is not known, parents first. */
function upwards(tree, at, known) {
  const found = [];
  for (let node = at; !known[node]; [node] = tree[node - 1]) found.push(node);
  return found.reverse();
}

/** Return what the board shows of a node. */
export function viewOf(game, at = game.at) {
  const position = positionOf(game, at);
  if (!views.has(position)) views.set(position, described(position));
  return views.get(position);
}

export const sideAt = (game, at = game.at) => positionOf(game, at).state.side;

/** Return why a move is illegal at a node; null if it is legal. */
export function whyNot(game, move, at = game.at) {
  const { state, rules } = positionOf(game, at);
  return whyIllegal(state, move, rules);
}

/** Return a game as a question to the worker names it. */
export const asked = (game, at = game.at) => ({ base: game.base, rules: game.rules, moves: movesTo(game.tree, at) });

/** Return a game whose tree has only legal moves. */
export function legalGame({ base, rules, tree = [], at = 0 }) {
  let game = { base, rules, tree: [], at: 0 };
  const nodes = [0];
  for (const [parent, text] of isTree(tree, at) ? tree : []) {
    const node = nodes[parent];
    const move = node === null ? null : legal(game, text, node);
    if (move === null) nodes.push(null);
    else {
      const [longer, found] = withLine(game.tree, node, [move]);
      nodes.push(found);
      game = { ...game, tree: longer };
    }
  }
  return { ...game, at: nodes[at] ?? 0 };
}

function legal(game, text, node) {
  try {
    const move = readMove(text);
    return whyNot(game, move, node) === null ? move : null;
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    return null;
  }
}

/** Return the name of the node shown. */
export const here = ({ tree, at }) => nodeName(tree, at);

/** Return the node with a name, or the node shown. */
export const nodeOr = (game, name) => nodeNamed(game.tree, name) ?? game.at;
