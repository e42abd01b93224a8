// The board: a picture under a grid of buttons for mouse, touch, keyboard and screen readers.

import { calm, make } from "./dom.js";
import { Picture } from "./picture.js";
import { nameOf, placeOf } from "./squares.js";

const DRAG_PIXELS = 6;
const STEPS = { ArrowUp: [1, 0], ArrowDown: [-1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class Board {
  #view = null;
  #last = null;
  #chosen = null;
  #arrows = [];
  #dots = [];
  #focus = "a1";
  #drag = null;

  /** Callbacks: play(move) for a move of the player, explain(square) for the square looked at, refuse(move) for an illegal move. */
  constructor(host, { play, explain, refuse }, name = t("board.board")) {
    this.host = host;
    this.play = play;
    this.explain = explain;
    this.refuse = refuse;
    this.flipped = false;
    this.locked = false; // true while the engine is to move
    this.picture = new Picture();
    this.grid = make("div", { role: "grid", "aria-label": name, class: "grid" });
    host.append(this.picture.svg, this.grid);
    this.grid.addEventListener("keydown", event => this.#key(event));
    this.grid.addEventListener("pointerdown", event => this.#press(event));
    addEventListener("pointermove", event => this.#pull(event));
    addEventListener("pointerup", event => this.#drop(event));
    addEventListener("pointercancel", () => this.#endDrag());
  }

  /** Show a position and mark the move that led to it. If `slide` is set, the piece slides to its square. */
  show(view, last = null, slide = false) {
    const size = `${view.board.length}x${view.board[0].length}`;
    this.#view = view;
    this.#last = last;
    this.#chosen = null;
    this.#arrows = [];
    this.#dots = [];
    if (this.grid.dataset.size !== size + this.flipped) this.#build(size);
    this.#draw();
    if (slide && last && last !== "pass" && !calm()) this.picture.slide(last);
  }

  flip() {
    this.flipped = !this.flipped;
    this.#build(`${this.#view.board.length}x${this.#view.board[0].length}`);
    this.#draw();
  }

  /** Show arrows for moves, the best first, and dots on squares. */
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
      onclick: event => { if (event.detail === 0) this.#choose(name); }, // Enter, Space, or a click by a screen reader
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
    const piece = this.#at(name);
    const side = t(piece === "." ? "square.empty" : `square.${piece}`);
    const mark = this.#view.marks[name];
    const marked = mark && t(mark === "*" ? "square.paralysed" : "square.frozen");
    const target = this.#chosen && this.#movesFrom(this.#chosen).includes(this.#chosen + name);
    return [name, side, marked, name === this.#chosen ? t("square.chosen") : null,
      target ? t("square.target", { from: this.#chosen }) : null].filter(Boolean).join(", ");
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
    this.#drag = { name, x: event.clientX, y: event.clientY, pulled: false };
    if (event.target.hasPointerCapture(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
  }

  #pull(event) {
    const drag = this.#drag;
    if (!drag || !event.isPrimary) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.pulled) {
      if (Math.hypot(dx, dy) < DRAG_PIXELS || !this.#movesFrom(drag.name).length) return;
      drag.pulled = true;
      this.#chosen = drag.name;
      this.#draw();
    }
    this.picture.pull(drag.name, dx, dy);
  }

  #drop(event) {
    const drag = this.#drag;
    if (!drag || !event.isPrimary) return;
    this.#endDrag();
    const name = this.#squareUnder(event);
    if (!drag.pulled) {
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
    this.picture.letGo();
    this.#drag = null;
  }

  #draw() {
    this.picture.draw({
      view: this.#view, last: this.#last, chosen: this.#chosen, arrows: this.#arrows, dots: this.#dots, flipped: this.flipped,
      targets: this.#chosen ? this.#movesFrom(this.#chosen).map(move => move.slice(2)) : [],
    });
    this.#dress();
  }
}
