// The game with its variations: a tree of moves. What a position is, Python says.

export class Node {
  constructor(parent = null, move = null) {
    this.parent = parent;
    this.move = move;
    this.side = null; // who made the move
    this.children = [];
    this.view = null; // as Python describes the position, once it was asked
    this.worth = null; // what it is worth to White, as far as is known
    this.judged = null; // by a review
  }

  get ply() {
    return this.parent ? this.parent.ply + 1 : 0;
  }

  /** The nodes from the root to this one. */
  get path() {
    return this.parent ? [...this.parent.path, this] : [this];
  }

  get moves() {
    return this.path.slice(1).map(node => node.move);
  }

  /** The path to this node, and on by the first child of each. */
  get line() {
    const line = this.path;
    for (let node = this.children[0]; node; node = node.children[0]) line.push(node);
    return line;
  }

  /** This node and all after it, each after its parent, the main line first. */
  get all() {
    const found = [];
    const open = [this];
    while (open.length) {
      const node = open.pop();
      found.push(node);
      open.push(...[...node.children].reverse());
    }
    return found;
  }

  child(move) {
    return this.children.find(child => child.move === move) ?? null;
  }

  add(move) {
    const known = this.child(move);
    if (known) return known;
    const child = new Node(this, move);
    this.children.push(child);
    return child;
  }

  remove(child) {
    this.children = this.children.filter(other => other !== child);
  }
}
