// The board as a picture. This module contains no rules.

import { shape } from "./dom.js";
import { FILES, nameOf, placeOf } from "./squares.js";

const SIDE = 56;
const NAME = 10; // size of the names of ranks and files on a board of 8 by 8; on all boards they are as large on the screen
const PIECE = 21;
const RIM = 1.5;
const ROUND = 9; // radius of the inner corners of a group
const FRAME = 3; // of a frozen group
const SPACE = 2.5; // between the group and its frame
const HATCHED = 17; // radius of the hatching of a paralysed disc
const HATCH = 6; // distance of its lines
const AROUND = [[1, 1], [1, -1], [-1, 1], [-1, -1]];

const SLIDE = 160; // milliseconds
const JOIN = 180;

/** Parallel lines within a circle round a point. */
function hatching(cx, cy) {
  const most = Math.floor(HATCHED / HATCH);
  return Array.from({ length: 2 * most + 1 }, (_, i) => {
    const aside = HATCH * (i - most),
      half = Math.sqrt(HATCHED ** 2 - aside ** 2);
    const length = Math.SQRT2 * half;
    return `M${cx + (aside - half) / Math.SQRT2} ${cy - (aside + half) / Math.SQRT2}l${length} ${length}`;
  }).join("");
}

export class Picture {
  view = null;
  last = null; // the move that led to this position
  chosen = null; // the square of the piece chosen to move
  targets = []; // the squares that it can move to
  movable = []; // the squares of pieces that the player can move
  arrows = []; // moves to show, the best first
  dots = []; // squares that a run can reach
  hint = null; // the move or the square of the piece that a hint gives
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
    this.svg.replaceChildren(...this.#squares(), ...this.#below(), ...this.view.groups.map(group => this.#group(group)), ...this.#names(), ...this.#above());
    if (this.#ghost) this.svg.append(this.#ghost);
  }

  #squares() {
    return this.#each((kind, left, top) => [shape("rect", { class: `square ${kind}`, x: left, y: top, width: SIDE, height: SIDE })]);
  }

  /** Draw the names of ranks and files in the corners of their squares: beside discs and frames, and within a group that goes on there, if no ring lies there. */
  #names() {
    const size = (NAME * Math.max(this.#ranks, this.#files)) / 8;
    const inside = SIDE / 2 - PIECE + RIM / 2; // the rim of a group ends there
    const step = this.flipped ? -1 : 1;
    const name = (side, x, y, text) => shape("text", { class: `name ${side}`, x, y, "font-size": size }, text);
    const joined = (rank, file, other) => {
      const piece = this.view.board[rank][file];
      return piece !== "." && piece === other ? piece : "";
    };
    return this.#each((_, left, top, rank, file) => {
      const isRinged = this.#ringed.includes(nameOf(rank, file));
      const up = joined(rank, file, this.view.board[rank + step]?.[file]);
      const right = joined(rank, file, this.view.board[rank][file + step]);
      return [
        ...(left === 0 && !(up && isRinged) ? [name(up, 0.55 * size + (up ? inside : 0), top + 0.95 * size, String(rank + 1))] : []),
        ...(top === SIDE * (this.#ranks - 1) && !(right && isRinged) ? [name(right, left + SIDE - 0.5 * size, top + SIDE - 0.24 * size - (right ? inside : 0), FILES[file])] : []),
      ];
    });
  }

  /** Draw something on each square: of a kind of square, and by where it is. */
  #each(drawn) {
    return [...Array(this.#ranks * this.#files).keys()].flatMap(i => {
      const [rank, file] = [Math.floor(i / this.#files), i % this.#files];
      const [x, y] = this.#centre(nameOf(rank, file));
      return drawn((rank + file) % 2 ? "odd" : "even", x - SIDE / 2, y - SIDE / 2, rank, file);
    });
  }

  /** Draw everything below the pieces. */
  #below() {
    const found = [];
    if (this.last && this.last !== "pass")
      for (const [name, kind] of [[this.last.slice(0, 2), "last from"], [this.last.slice(2), "last"]]) {
        const [x, y] = this.#centre(name);
        found.push(shape("rect", { class: kind, x: x - SIDE / 2, y: y - SIDE / 2, width: SIDE, height: SIDE }));
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
    const circle = (name, kind, r) => {
      const [cx, cy] = this.#centre(name);
      return shape("circle", { class: kind, cx, cy, r });
    };
    const found = this.movable.filter(name => name !== this.chosen).map(name => circle(name, `movable-ring ${this.#at(name)}`, PIECE - 4.5));
    for (const name of this.#ringed) found.push(circle(name, "chosen-ring", PIECE + 3));
    if (this.#hinted.length > 2) found.push(circle(this.#hinted.slice(2), "target-dot", 9));
    found.push(...this.targets.map(name => circle(name, "target-dot", 9)));
    const arrows = this.arrows.map((move, i) => [move, i]).filter(([move]) => move !== "pass").reverse();
    return [...found, ...arrows.map(([move, i]) => this.#arrow(move, i))];
  }

  /** Draw a group as one shape with its size in it: hatched where it is paralysed, framed if it is frozen. */
  #group(squares) {
    const side = this.#at(squares[0]),
      { marks } = this.view;
    const group = shape("g", { "data-group": squares.join(" ") });
    if (squares.every(name => marks[name] === "!")) {
      group.append(...this.#shape(squares, "frame", 2 * (PIECE + SPACE + FRAME), ROUND - SPACE - FRAME));
      group.append(...this.#shape(squares, "space", 2 * (PIECE + SPACE), ROUND - SPACE));
    }
    group.append(...this.#shape(squares, `rim ${side}`, 2 * PIECE + RIM, ROUND - RIM / 2));
    group.append(...this.#shape(squares, `piece ${side}`, 2 * PIECE - RIM, ROUND + RIM / 2));
    const middle = squares.length > 1 ? this.#middle(squares) : null;
    for (const name of squares) {
      const [cx, cy] = this.#centre(name);
      if (marks[name] === "*") group.append(shape("path", { class: `hatch ${side}`, d: hatching(cx, cy) }));
      else if (name !== middle && !this.movable.includes(name)) group.append(shape("circle", { class: `dimple ${side}`, cx, cy, r: 14 }));
    }
    if (middle) {
      const [cx, cy] = this.#centre(middle);
      if (marks[middle] === "*") group.append(shape("circle", { class: `bare ${side}`, cx, cy, r: 11 }));
      group.append(shape("text", { class: `count ${side}`, x: cx, y: cy + 7 }, String(squares.length)));
    }
    return group;
  }

  /** All discs of a group and what is between them: a line of this width, whose inner corners are rounded. */
  #shape(squares, kind, width, corner) {
    const there = new Set(squares.map(name => this.#centre(name).join()));
    const line = [],
      filled = [];
    for (const name of squares) {
      const [x, y] = this.#centre(name);
      const has = (right, down) => there.has([x + right * SIDE, y + down * SIDE].join());
      line.push(`M${x} ${y}h.01`);
      if (has(1, 0)) line.push(`M${x} ${y}h${SIDE}`);
      if (has(0, 1)) line.push(`M${x} ${y}v${SIDE}`);
      if (has(1, 0) && has(0, 1) && has(1, 1)) filled.push(`M${x} ${y}h${SIDE}v${SIDE}h${-SIDE}Z`);
      for (const [right, down] of AROUND)
        if (has(right, 0) && has(0, down) && !has(right, down)) {
          const [a, b] = [x + (right * width) / 2, y + (down * width) / 2];
          filled.push(`M${a - right} ${b - down}H${a + right * corner}V${b}A${corner} ${corner} 0 0 ${right * down > 0 ? 0 : 1} ` +
            `${a} ${b + down * corner}H${a - right}Z`);
        }
    }
    const parts = [shape("path", { class: `${kind} line`, d: line.join(""), "stroke-width": width })];
    if (filled.length) parts.push(shape("path", { class: kind, d: filled.join("") }));
    return parts;
  }

  /** Return the square of a group nearest to the group's centre. */
  #middle(squares) {
    const mean = i => squares.reduce((sum, name) => sum + this.#centre(name)[i], 0) / squares.length;
    const [x, y] = [mean(0), mean(1)];
    const far = name => Math.hypot(this.#centre(name)[0] - x, this.#centre(name)[1] - y);
    return [...squares].sort((a, b) => far(a) - far(b))[0];
  }

  #arrow(move, number) {
    const [[ax, ay], [bx, by]] = [this.#centre(move.slice(0, 2)), this.#centre(move.slice(2))];
    const [ux, uy] = [(bx - ax) / SIDE, (by - ay) / SIDE];
    const at = (along, aside) => `${ax + along * ux - aside * uy} ${ay + along * uy + aside * ux}`;
    const rank = Math.min(number, 2);
    const [half, head] = [[4.5, 12], [4, 10.5], [3, 9]][rank];
    return shape("path", { class: `arrow rank-${rank}`, d: `M${at(8, -half)}L${at(38, -half)}L${at(38, -head)}L${at(56, 0)}L${at(38, head)}L${at(38, half)}L${at(8, half)}A${half} ${half} 0 0 1 ${at(8, -half)}Z` });
  }

  /** Let the piece of the last move slide to its square; then its group joins it. */
  slide(move) {
    const [[ax, ay], [bx, by]] = [this.#centre(move.slice(0, 2)), this.#centre(move.slice(2))];
    const group = this.svg.querySelector(`[data-group~="${move.slice(2)}"]`);
    if (!group) return;
    const squares = group.dataset.group.split(" ");
    const others = squares.filter(name => name !== move.slice(2)).flatMap(name => this.#disc(name, this.#at(move.slice(2)), PIECE));
    const piece = this.#disc(move.slice(2), this.#at(move.slice(2)), PIECE);
    group.before(...others, piece);
    piece.animate([{ transform: `translate(${ax - bx}px, ${ay - by}px)` }, { transform: "none" }], { duration: SLIDE, easing: "ease-out", fill: "backwards" });
    const joined = group.animate([{ opacity: 0 }, { opacity: 1 }], { delay: SLIDE, duration: squares.length > 1 ? JOIN : 1, fill: "backwards" });
    joined.onfinish = () => {
      for (const disc of [...others, piece]) disc.remove();
    };
  }

  #disc(name, side, r) {
    const [cx, cy] = this.#centre(name);
    return shape("circle", { class: `disc-alone ${side}`, cx, cy, r });
  }

  /** Draw a dragged piece at a distance in pixels from its square. */
  pull(name, dx, dy) {
    if (!this.#ghost) {
      this.#ghost = this.#disc(name, this.#at(name), PIECE + 2);
      this.svg.append(this.#ghost);
    }
    const scale = (SIDE * this.#files) / this.svg.clientWidth;
    this.#ghost.style.transform = `translate(${dx * scale}px, ${dy * scale}px)`;
  }

  letGo() {
    this.#ghost?.remove();
    this.#ghost = null;
  }

  get #hinted() {
    return this.hint && this.hint !== "pass" ? this.hint : "";
  }

  /** The squares with a ring round their pieces. */
  get #ringed() {
    return [this.chosen, this.#hinted.slice(0, 2)].filter(Boolean);
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
