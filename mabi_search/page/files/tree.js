// A game with its variations, as a plain array of [parent, move]. Node 0 is the start; entry i - 1 made node i. The first child of
// a node goes on with the main line. A node is named by the moves that lead to it ("a1a2 h8h7"), which is kept where others come or go.

const indexes = new WeakMap();

/** Return the children of each node. */
function index(tree) {
  if (!indexes.has(tree)) {
    const children = [[], ...tree.map(() => [])];
    tree.forEach(([parent], i) => { children[parent].push(i + 1); });
    indexes.set(tree, children);
  }
  return indexes.get(tree);
}

export const childrenOf = (tree, node) => index(tree)[node];
export const parentOf = (tree, node) => (node ? tree[node - 1][0] : null);
export const moveOf = (tree, node) => (node ? tree[node - 1][1] : null);

/** Return the nodes from the start to a node. */
export function pathTo(tree, node) {
  const path = [node];
  while (path.at(-1)) path.push(parentOf(tree, path.at(-1)));
  return path.reverse();
}

export const movesTo = (tree, node) => pathTo(tree, node).slice(1).map(one => moveOf(tree, one));
export const nodeName = (tree, node) => movesTo(tree, node).join(" ");
export const plyOf = (tree, node) => pathTo(tree, node).length - 1;
export const childBy = (tree, node, move) => childrenOf(tree, node).find(child => moveOf(tree, child) === move) ?? null;

/** Return the node with a name; null if there is none. */
export function nodeNamed(tree, name) {
  let node = 0;
  for (const move of name.split(" ").filter(Boolean)) {
    node = childBy(tree, node, move);
    if (node === null) return null;
  }
  return node;
}

/** Return the path to a node, continued by first children. */
export function lineThrough(tree, node) {
  const line = pathTo(tree, node);
  for (let [next] = childrenOf(tree, node); next; [next] = childrenOf(tree, next)) line.push(next);
  return line;
}

/** Return the tree with a line of moves from a node, and the last node of the line. */
export function withLine(tree, node, moves) {
  let [longer, at] = [tree, node];
  for (const move of moves) {
    const known = childBy(longer, at, move);
    if (known === null) longer = [...longer, [at, move]];
    at = known ?? longer.length;
  }
  return [longer, at];
}

/** Return the tree without a node that has no children. */
export function without(tree, leaf) {
  return tree.filter((_, i) => i !== leaf - 1).map(([parent, move]) => [parent > leaf ? parent - 1 : parent, move]);
}

/** Return the tree with a node as it was before `without`. */
export function withAgain(tree, leaf, entry) {
  const moved = tree.map(([parent, move]) => [parent >= leaf ? parent + 1 : parent, move]);
  return [...moved.slice(0, leaf - 1), entry, ...moved.slice(leaf - 1)];
}

/** Return the moves of each line from the start to an end, the main line first. */
export function linesOf(tree) {
  const lines = [];
  const open = [[0, []]];
  while (open.length) {
    const [node, moves] = open.pop();
    const children = childrenOf(tree, node);
    if (!children.length) lines.push(moves);
    for (const child of [...children].reverse()) open.push([child, [...moves, moveOf(tree, child)]]);
  }
  return lines;
}

/** Return whether a tree has all moves of another one. */
export const covers = (tree, other) => linesOf(other).every(moves => nodeNamed(tree, moves.join(" ")) !== null);

/** Return whether a value is a tree with a node `at`, of moves that are texts. */
export function isTree(tree, at) {
  const isNode = (node, end) => Number.isInteger(node) && node >= 0 && node <= end;
  return Array.isArray(tree) && isNode(at, tree.length)
    && tree.every((entry, i) => Array.isArray(entry) && isNode(entry[0], i) && typeof entry[1] === "string");
}
