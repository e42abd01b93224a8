// The board: drawn as Python describes it, with a grid of buttons on it for mouse, touch, keys and readers.

import { calm, make, shape } from "./dom.js";

const SIDE = 56;
const PIECE = 20;
const BADGE = 8.5;
const SIDES = { w: "white", b: "black" };
const DRAG_PIXELS = 6;
const STEPS = { ArrowUp: [1, 0], ArrowDown: [-1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

const nameOf = (rank, file) => "abcdefgh"[file] + (rank + 1);
const placeOf = name => [Number(name[1]) - 1, "abcdefgh".indexOf(name[0])];

export class Board {
  #view = null;
  #last = null;
  #chosen = null;
  #arrows = [];
  #dots = [];
  #focus = "a1";
  #drag = null;

  /** play(move): the player wants this; explain(square): is looking at it; refuse(move): it is not legal. */
  constructor(host, { play, explain, refuse }) {
    this.host = host;
    this.play = play;
    this.explain = explain;
    this.refuse = refuse;
    this.flipped = false;
    this.locked = false; // while the engine is to move
    this.drawing = shape("svg", { "aria-hidden": "true" });
    this.grid = make("div", { role: "grid", "aria-label": "board", class: "grid" });
    host.append(this.drawing, this.grid);
    this.grid.addEventListener("keydown", event => this.#key(event));
    this.grid.addEventListener("pointerdown", event => this.#press(event));
    addEventListener("pointermove", event => this.#pull(event));
    addEventListener("pointerup", event => this.#drop(event));
    addEventListener("pointercancel", () => this.#endDrag());
  }

  /** Show a position; the move that led to it is marked, and its piece slides if `slide` is set. */
  show(view, last = null, slide = false) {
    const size = `${view.board.length}x${view.board[0].length}`;
    this.#view = view;
    this.#last = last;
    this.#chosen = null;
    this.#arrows = [];
    this.#dots = [];
    if (this.grid.dataset.size !== size + this.flipped) this.#build(size);
    this.#draw();
    if (slide && last && last !== "pass" && !calm()) this.#slide(last);
  }

  flip() {
    this.flipped = !this.flipped;
    this.#build(`${this.#view.board.length}x${this.#view.board[0].length}`);
    this.#draw();
  }

  /** Moves to point at, the best first; squares to dot, with nothing else marked on them. */
  point({ arrows = this.#arrows, dots = this.#dots }) {
    if (dots.length) this.#chosen = null;
    this.#arrows = arrows;
    this.#dots = dots;
    this.#draw();
  }

  lock(locked) {
    this.locked = locked;
    if (this.#view) this.#draw();
  }

  get #ranks() {
    return this.#view.board.length;
  }

  get #files() {
    return this.#view.board[0].length;
  }

  /** The middle of a square, on the drawing. */
  #centre(name) {
    const [rank, file] = placeOf(name);
    const column = this.flipped ? this.#files - 1 - file : file;
    const row = this.flipped ? rank : this.#ranks - 1 - rank;
    return [SIDE * (column + 0.5), SIDE * (row + 0.5)];
  }

  #at(name) {
    const [rank, file] = placeOf(name);
    return this.#view.board[rank][file];
  }

  #movesFrom(name) {
    return this.locked ? [] : this.#view.moves.filter(move => move !== "pass" && move.startsWith(name));
  }

  // the grid

  #build(size) {
    const ranks = [...Array(this.#ranks).keys()];
    const files = [...Array(this.#files).keys()];
    if (this.flipped) files.reverse();
    else ranks.reverse();
    this.host.style.setProperty("--ranks", ranks.length);
    this.host.style.setProperty("--files", files.length);
    this.grid.dataset.size = size + this.flipped;
    this.grid.replaceChildren(...ranks.map(rank => make("div", { role: "row" },
      ...files.map(file => this.#cell(nameOf(rank, file))))));
    if (!this.#button(this.#focus)) this.#focus = "a1";
  }

  #cell(name) {
    return make("button", {
      type: "button", role: "gridcell", tabindex: -1, "data-square": name,
      onclick: event => { if (event.detail === 0) this.#choose(name); }, // Enter, Space, a reader's click
      onfocus: () => { this.#focus = name; this.explain(name); this.#tabStops(); },
      onpointerenter: () => this.explain(name),
      onpointerleave: event => { if (event.pointerType === "mouse") this.explain(null); },
    });
  }

  #button(name) {
    return this.grid.querySelector(`[data-square="${name}"]`);
  }

  #tabStops() {
    for (const button of this.grid.querySelectorAll("button"))
      button.tabIndex = button.dataset.square === this.#focus ? 0 : -1;
  }

  #label(name) {
    const side = SIDES[this.#at(name)];
    const marked = { "*": "paralysed", "!": "frozen" }[this.#view.marks[name]];
    const target = this.#chosen && this.#movesFrom(this.#chosen).includes(this.#chosen + name);
    return [name, side ?? "empty", marked, name === this.#chosen ? "chosen" : null,
      target ? `move here from ${this.#chosen}` : null].filter(Boolean).join(", ");
  }

  #dress() {
    for (const button of this.grid.querySelectorAll("button")) {
      const name = button.dataset.square;
      button.setAttribute("aria-label", this.#label(name));
      button.classList.toggle("movable", this.#movesFrom(name).length > 0);
      button.classList.toggle("target", Boolean(this.#chosen) && this.#movesFrom(this.#chosen).includes(this.#chosen + name));
    }
    this.#tabStops();
  }

  // choosing and moving

  #choose(name) {
    const from = this.#chosen;
    if (from && from !== name && this.#movesFrom(from).includes(from + name)) {
      this.#chosen = null;
      this.play(from + name);
      return;
    }
    if (from && from !== name && !this.#movesFrom(name).length && this.#at(name) === ".") {
      this.#chosen = null;
      this.refuse(from + name);
    } else {
      this.#chosen = from !== name && this.#movesFrom(name).length ? name : null;
      this.explain(name);
    }
    this.#draw();
  }

  #key(event) {
    const step = STEPS[event.key];
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Escape") {
      this.#chosen = null;
      this.#draw();
    }
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const sign = this.flipped ? -1 : 1;
    const [rank, file] = placeOf(this.#focus);
    this.#button(nameOf(rank + sign * step[0], file + sign * step[1]))?.focus();
  }

  #squareUnder(event) {
    return document.elementFromPoint(event.clientX, event.clientY)?.closest?.("[data-square]")?.dataset.square;
  }

  #press(event) {
    const name = event.target.closest("[data-square]")?.dataset.square;
    if (!name || event.button > 0 || !event.isPrimary) return;
    this.#drag = { name, x: event.clientX, y: event.clientY, ghost: null, chosen: this.#chosen };
    if (event.target.hasPointerCapture(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
  }

  #pull(event) {
    const drag = this.#drag;
    if (!drag || !event.isPrimary) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.ghost) {
      if (Math.hypot(dx, dy) < DRAG_PIXELS || !this.#movesFrom(drag.name).length) return;
      this.#chosen = drag.name;
      this.#draw();
      const [x, y] = this.#centre(drag.name);
      drag.ghost = shape("circle", { class: `piece ghost ${this.#at(drag.name)}`, cx: x, cy: y, r: PIECE + 2 });
      this.drawing.append(drag.ghost);
    }
    const scale = (SIDE * this.#files) / this.drawing.clientWidth;
    drag.ghost.style.transform = `translate(${dx * scale}px, ${dy * scale}px)`;
  }

  #drop(event) {
    const drag = this.#drag;
    if (!drag || !event.isPrimary) return;
    this.#endDrag();
    const name = this.#squareUnder(event);
    if (!drag.ghost) {
      if (name === drag.name) this.#choose(name);
      return;
    }
    if (!name || name === drag.name) return;
    this.#chosen = null;
    if (this.#movesFrom(drag.name).includes(drag.name + name)) this.play(drag.name + name);
    else {
      this.#draw();
      this.refuse(drag.name + name);
    }
  }

  #endDrag() {
    this.#drag?.ghost?.remove();
    this.#drag = null;
  }

  // the drawing

  #draw() {
    const [wide, high] = [SIDE * this.#files, SIDE * this.#ranks];
    this.drawing.setAttribute("viewBox", `0 0 ${wide} ${high}`);
    this.drawing.replaceChildren(...this.#squares(), ...this.#below(), ...this.#view.groups.flatMap(group => this.#group(group)),
      ...Object.entries(this.#view.marks).map(([name, mark]) => this.#mark(name, mark)), ...this.#above());
    this.#dress();
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
          found.push(shape("text", { class: "name", x: left + SIDE - 7, y: top + SIDE - 5, "font-size": 11 }, "abcdefgh"[file]));
      }
    return found;
  }

  /** What lies below the pieces. */
  #below() {
    const found = [];
    if (this.#last && this.#last !== "pass")
      for (const [name, kind] of [[this.#last.slice(0, 2), "last from"], [this.#last.slice(2), "last"]]) {
        const [x, y] = this.#centre(name);
        found.push(shape("rect", { class: kind, x: x - SIDE / 2 + 2, y: y - SIDE / 2 + 2, width: SIDE - 4, height: SIDE - 4 }));
      }
    if (this.#chosen) {
      const [x, y] = this.#centre(this.#chosen);
      found.push(shape("rect", { class: "chosen", x: x - SIDE / 2, y: y - SIDE / 2, width: SIDE, height: SIDE }));
    }
    for (const name of this.#dots)
      if (this.#at(name) === ".") {
        const [x, y] = this.#centre(name);
        found.push(shape("circle", { class: "run-dot", cx: x, cy: y, r: 5 }));
      }
    return found;
  }

  /** What lies on the pieces: where the chosen one can go, and arrows, the first on top. */
  #above() {
    const targets = this.#chosen ? this.#movesFrom(this.#chosen) : [];
    const found = targets.map(move => {
      const [x, y] = this.#centre(move.slice(2));
      return shape("circle", { class: "target-dot", cx: x, cy: y, r: 11 });
    });
    const arrows = this.#arrows.map((move, i) => [move, i]).filter(([move]) => move !== "pass").reverse();
    return [...found, ...arrows.map(([move, i]) => this.#arrow(move, i))];
  }

  /** A group: its pieces joined, with its size on the middle one. */
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

  /** The middle of the square that is nearest to the middle of a group. */
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

  #slide(move) {
    const [[ax, ay], [bx, by]] = [this.#centre(move.slice(0, 2)), this.#centre(move.slice(2))];
    const piece = this.drawing.querySelector(`[data-piece="${move.slice(2)}"]`);
    piece?.animate([{ transform: `translate(${ax - bx}px, ${ay - by}px)` }, { transform: "none" }], { duration: 160, easing: "ease-out" });
  }
}
