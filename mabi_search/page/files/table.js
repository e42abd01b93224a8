// The game with the current position, and the link to the rules. Emits "place" when the position changes.

import { Node } from "./tree.js";

const KEPT = "mabi-game";

export class Table extends EventTarget {
  /** `link` answers at once; `searching.ask` answers long questions. */
  constructor(link, searching, complain) {
    super();
    Object.assign(this, { link, searching });
    this.complain = complain;
    this.beside = () => ({}); // further data to be stored with the game, given the number of each node
    this.begin({ base: "start", rules: {}, moves: [] });
  }

  /** Begin with a line of moves, or with a tree given by the parent and the move of each node. */
  begin({ base, rules, moves = [], tree = moves.map((move, i) => [i, move]), at = tree.length }) {
    this.base = base;
    this.rules = rules;
    this.root = new Node();
    const nodes = [this.root];
    for (const [parent, move] of tree) nodes.push(nodes[parent].add(move));
    this.at = nodes[at];
  }

  game(node = this.at) {
    return { base: this.base, rules: this.rules, moves: node.moves };
  }

  get view() {
    return this.at.view;
  }

  /** Go to a node, unless its position is refused. */
  async go(node, played = false) {
    const before = this.at;
    this.at = node;
    if (!(await this.see(node))) {
      if (this.at === node) this.at = before;
      return false;
    }
    if (this.at !== node) return false; // the current position has changed meanwhile
    this.remember();
    this.dispatchEvent(new CustomEvent("place", { detail: { before, played } }));
    return true;
  }

  async see(node) {
    if (node.view) return true;
    try {
      node.view = await this.link.ask("look", { game: this.game(node) });
      node.path.slice(1).forEach((other, i) => { other.side = node.view.sides[i]; });
      return true;
    } catch (error) {
      this.complain(error.message);
      return false;
    }
  }

  async play(move) {
    const before = this.at;
    const known = before.child(move);
    const node = before.add(move);
    const done = await this.go(node, true);
    if (!done && !known && !node.view) before.remove(node);
    return done;
  }

  /** Follow a line from a node. A new line becomes a variation. */
  follow(node, moves) {
    return this.go(moves.reduce((at, move) => at.add(move), node));
  }

  undo() {
    const { at } = this;
    if (!at.parent) return Promise.resolve(false);
    if (at.children.length === 0) at.parent.remove(at);
    return this.go(at.parent);
  }

  /** Begin another game, and go to its end. */
  async open(game) {
    const before = [this.base, this.rules, this.root, this.at];
    this.begin(game);
    this.at.view = null;
    const done = await this.go(this.at);
    if (!done) [this.base, this.rules, this.root, this.at] = before;
    return done;
  }

  /** Check the end of each variation, and remove invalid variations. */
  async check() {
    for (const node of this.root.all) {
      if (node.children.length || node.view || (await this.see(node))) continue;
      let first = node;
      while (!first.parent.view && first.parent.children.length === 1) first = first.parent;
      first.parent.remove(first);
    }
  }

  /** Store the game and its variations for a reload, and the ply in the address. */
  remember() {
    const nodes = this.root.all;
    const numbers = new Map(nodes.map((node, i) => [node, i]));
    const tree = nodes.slice(1).map(node => [numbers.get(node.parent), node.move]);
    const game = { base: this.base, rules: this.rules, tree, at: numbers.get(this.at), ...this.beside(numbers) };
    try {
      sessionStorage.setItem(KEPT, JSON.stringify(game));
    } catch {} // a page in a frame may have no storage
    const hash = `#${this.at.ply}`;
    if (location.hash !== hash) history.replaceState(null, "", hash);
  }

  /** Go to the ply in the address, on the current line. */
  followAddress() {
    const ply = Number.parseInt(location.hash.slice(1), 10);
    const line = this.at.line;
    return this.go(Number.isInteger(ply) && line[ply] ? line[ply] : this.at);
  }

  static kept() {
    try {
      const game = JSON.parse(sessionStorage.getItem(KEPT));
      const { base, rules, moves = [], tree = [], at = 0 } = game;
      const texts = [base, ...moves, ...tree.map(([, move]) => move)];
      const isNumber = (number, end) => Number.isInteger(number) && number >= 0 && number < end;
      const fits = tree.every(([parent], i) => isNumber(parent, i + 1)) && isNumber(at, tree.length + 1);
      return fits && texts.every(text => typeof text === "string") && Object(rules) === rules ? game : null;
    } catch {
      return null;
    }
  }
}
