// The board as a picture. This module contains no rules.

import { shape } from "./dom.js";
import { FILES, nameOf, placeOf } from "./squares.js";

const SIDE = 56;
const PIECE = 20;
const BADGE = 8.5;

export class Picture {
  view = null;
  last = null; // the move that led to this position
  chosen = null; // the square of the piece chosen to move
  targets = []; // the squares that it can move to
  arrows = []; // moves to show, the best first
  dots = []; // squares that a run can reach
  flipped = false;
  #ghost = null; // the piece that follows the pointer

  constructor() {
    this.svg = shape("svg", { "aria-hidden": "true" });
  }

  /** Draw a position, with the additions given by the fields. */
  draw(shown) {
    Object.assign(this, shown);
    const [wide, high] = [SIDE * this.#files, SIDE * this.#ranks];
    this.svg.setAttribute("viewBox", `0 0 ${wide} ${high}`);
    this.svg.replaceChildren(...this.#squares(), ...this.#below(), ...this.view.groups.flatMap(group => this.#group(group)),
      ...Object.entries(this.view.marks).map(([name, mark]) => this.#mark(name, mark)), ...this.#above());
    if (this.#ghost) this.svg.append(this.#ghost);
  }

  #squares() {
    const found = [];
    for (const rank of Array(this.#ranks).keys())
      for (const file of Array(this.#files).keys()) {
        const [x, y] = this.#centre(nameOf(rank, file));
        const [left, top] = [x - SIDE / 2, y - SIDE / 2];
        found.push(shape("rect", { class: (rank + file) % 2 ? "square odd" : "square", x: left, y: top, width: SIDE, height: SIDE }));
        if (left === 0) found.push(shape("text", { class: "name", x: 7, y: top + 13, "font-size": 11 }, String(rank + 1)));
        if (top === SIDE * (this.#ranks - 1))
          found.push(shape("text", { class: "name", x: left + SIDE - 7, y: top + SIDE - 5, "font-size": 11 }, FILES[file]));
      }
    return found;
  }

  /** Draw everything below the pieces. */
  #below() {
    const found = [];
    if (this.last && this.last !== "pass")
      for (const [name, kind] of [[this.last.slice(0, 2), "last from"], [this.last.slice(2), "last"]]) {
        const [x, y] = this.#centre(name);
        found.push(shape("rect", { class: kind, x: x - SIDE / 2 + 2, y: y - SIDE / 2 + 2, width: SIDE - 4, height: SIDE - 4 }));
      }
    if (this.chosen) {
      const [x, y] = this.#centre(this.chosen);
      found.push(shape("rect", { class: "chosen", x: x - SIDE / 2, y: y - SIDE / 2, width: SIDE, height: SIDE }));
    }
    for (const name of this.dots)
      if (this.#at(name) === ".") {
        const [x, y] = this.#centre(name);
        found.push(shape("circle", { class: "run-dot", cx: x, cy: y, r: 5 }));
      }
    return found;
  }

  /** Draw everything above the pieces: the targets of the chosen piece, and arrows, the first on top. */
  #above() {
    const found = this.targets.map(name => {
      const [x, y] = this.#centre(name);
      return shape("circle", { class: "target-dot", cx: x, cy: y, r: 11 });
    });
    const arrows = this.arrows.map((move, i) => [move, i]).filter(([move]) => move !== "pass").reverse();
    return [...found, ...arrows.map(([move, i]) => this.#arrow(move, i))];
  }

  /** Draw a group: its pieces linked, and its size in the middle. */
  #group(squares) {
    const side = this.#at(squares[0]);
    const joints = [];
    for (const a of squares)
      for (const b of squares) {
        const [[ax, ay], [bx, by]] = [this.#centre(a), this.#centre(b)];
        if (a < b && Math.abs(ax - bx) + Math.abs(ay - by) === SIDE) joints.push({ x1: ax, y1: ay, x2: bx, y2: by });
      }
    const lines = kind => joints.map(ends => shape("line", { class: kind, ...ends }));
    const pieces = squares.map(name => {
      const [cx, cy] = this.#centre(name);
      return shape("circle", { class: `piece ${side}`, cx, cy, r: PIECE, "data-piece": name });
    });
    const count = [];
    if (squares.length > 1) {
      const [x, y] = this.#middle(squares);
      count.push(shape("text", { class: `count ${side}`, x, y: y + 7 }, String(squares.length)));
    }
    return [...lines("joint-edge"), ...pieces, ...lines(`joint ${side}`), ...count];
  }

  /** Return the centre of the square nearest to the centre of a group. */
  #middle(squares) {
    const centres = squares.map(name => this.#centre(name));
    const mean = i => centres.reduce((sum, centre) => sum + centre[i], 0) / centres.length;
    const [x, y] = [mean(0), mean(1)];
    return centres.sort((a, b) => Math.hypot(a[0] - x, a[1] - y) - Math.hypot(b[0] - x, b[1] - y))[0];
  }

  #mark(name, mark) {
    const [cx, cy] = this.#centre(name);
    const [x, y] = [cx + 0.75 * PIECE, cy - 0.75 * PIECE];
    const ways = mark === "*" ? [[1, 1], [1, -1]] : [[0, 1.3], [1.1, 0.65], [1.1, -0.65]];
    const lines = ways.map(([dx, dy]) => {
      const [a, b] = [0.42 * BADGE * dx, 0.42 * BADGE * dy];
      return `M${x - a} ${y - b} L${x + a} ${y + b}`;
    });
    return shape("g", { class: `mark ${mark === "*" ? "paralysed" : "frozen"}` },
      shape("circle", { cx: x, cy: y, r: BADGE }), shape("path", { d: lines.join(" ") }));
  }

  #arrow(move, number) {
    const [[ax, ay], [bx, by]] = [this.#centre(move.slice(0, 2)), this.#centre(move.slice(2))];
    const [ux, uy] = [(bx - ax) / SIDE, (by - ay) / SIDE];
    const at = (along, aside) => `${ax + along * ux - aside * uy} ${ay + along * uy + aside * ux}`;
    const kind = number ? "arrow" : "arrow best";
    const [x, y] = [ax + 35 * ux + 15 * uy, ay + 35 * uy - 15 * ux];
    return shape("g", {},
      shape("path", { class: kind, d: `M${at(12, -3)} L${at(37, -3)} L${at(37, -8)} L${at(51, 0)} L${at(37, 8)} L${at(37, 3)} L${at(12, 3)} Z` }),
      shape("circle", { class: kind, cx: x, cy: y, r: 9 }),
      shape("text", { class: "arrow-name", x, y: y + 4.3 }, String(number + 1)));
  }

  /** Let the piece of the last move slide to its square. */
  slide(move) {
    const [[ax, ay], [bx, by]] = [this.#centre(move.slice(0, 2)), this.#centre(move.slice(2))];
    const piece = this.svg.querySelector(`[data-piece="${move.slice(2)}"]`);
    piece?.animate([{ transform: `translate(${ax - bx}px, ${ay - by}px)` }, { transform: "none" }], { duration: 160, easing: "ease-out" });
  }

  /** Draw a dragged piece at a distance in pixels from its square. */
  pull(name, dx, dy) {
    if (!this.#ghost) {
      const [cx, cy] = this.#centre(name);
      this.#ghost = shape("circle", { class: `piece ghost ${this.#at(name)}`, cx, cy, r: PIECE + 2 });
      this.svg.append(this.#ghost);
    }
    const scale = (SIDE * this.#files) / this.svg.clientWidth;
    this.#ghost.style.transform = `translate(${dx * scale}px, ${dy * scale}px)`;
  }

  letGo() {
    this.#ghost?.remove();
    this.#ghost = null;
  }

  get #ranks() {
    return this.view.board.length;
  }

  get #files() {
    return this.view.board[0].length;
  }

  /** Return the centre of a square. */
  #centre(name) {
    const [rank, file] = placeOf(name);
    const column = this.flipped ? this.#files - 1 - file : file;
    const row = this.flipped ? rank : this.#ranks - 1 - rank;
    return [SIDE * (column + 0.5), SIDE * (row + 0.5)];
  }

  #at(name) {
    const [rank, file] = placeOf(name);
    return this.view.board[rank][file];
  }
}
