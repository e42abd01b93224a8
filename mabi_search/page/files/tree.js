// The game with its variations, as a tree of moves. The rules describe the positions.

export class Node {
  constructor(parent = null, move = null) {
    this.parent = parent;
    this.move = move;
    this.side = null; // the side that made the move
    this.children = [];
    this.view = null; // the description of the position, once it is known
    this.worth = null; // the value for White, if known
    this.judged = null; // the judgement of a review
  }

  get ply() {
    return this.parent ? this.parent.ply + 1 : 0;
  }

  /** Return the nodes from the root to this one. */
  get path() {
    return this.parent ? [...this.parent.path, this] : [this];
  }

  get moves() {
    return this.path.slice(1).map(node => node.move);
  }

  /** Return the path to this node, continued by first children. */
  get line() {
    const line = this.path;
    for (let node = this.children[0]; node; node = node.children[0]) line.push(node);
    return line;
  }

  /** Return this node and all its descendants, parents first, the main line first. */
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
