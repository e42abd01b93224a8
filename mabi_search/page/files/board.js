// The board: a picture under a grid of buttons for mouse, touch, keyboard and screen readers.

import { calm, make } from "./dom.js";
import { Picture } from "./picture.js";
import { nameOf, placeOf } from "./squares.js";

const DRAG_PIXELS = 6;
const STEPS = { ArrowUp: [1, 0], ArrowDown: [-1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class Board {
  #shown = null; // what is to be drawn, as `show` got it
  #focus = "a1";
  #drag = null;

  /** Callbacks: choose(square), move(move) for a piece that was dragged, look(square) for the square looked at, or null. */
  constructor(host, { choose, move, look }, name = t("board.board")) {
    Object.assign(this, { host, choose, move, look, picture: new Picture() });
    this.grid = make("div", { role: "grid", "aria-label": name, class: "grid" });
    host.append(this.picture.svg, this.grid);
    this.grid.addEventListener("keydown", event => this.#key(event));
    this.grid.addEventListener("pointerdown", event => this.#press(event));
    addEventListener("pointermove", event => this.#pull(event));
    addEventListener("pointerup", event => this.#drop(event));
    addEventListener("pointercancel", () => this.#endDrag());
  }

  /**
   * Show a position: its view, the move that led to it, the chosen square, arrows for moves, the best first, dots on squares, the
   * move or the piece that a hint gives, the side below, and whether the player may not move. If `slide` is set, the piece slides to its square.
   */
  show({ view, last = null, chosen = null, arrows = [], dots = [], hint = null, flipped = false, locked = false, slide = false }) {
    this.#shown = { view, last, chosen, arrows, dots, flipped, locked };
    const size = `${this.#ranks}x${this.#files}${flipped}`;
    if (this.grid.dataset.size !== size) this.#build(size);
    const movable = [...new Set(locked ? [] : view.moves.filter(move => move !== "pass").map(move => move.slice(0, 2)))];
    const targets = chosen ? this.#movesFrom(chosen).map(move => move.slice(2)) : [];
    this.picture.draw({ view, last, chosen, arrows, dots, hint, flipped, movable, targets });
    this.#dress();
    if (slide && last && last !== "pass" && !calm()) this.picture.slide(last);
  }

  get #ranks() {
    return this.#shown.view.board.length;
  }

  get #files() {
    return this.#shown.view.board[0].length;
  }

  #at(name) {
    const [rank, file] = placeOf(name);
    return this.#shown.view.board[rank][file];
  }

  #movesFrom(name) {
    const { locked, view } = this.#shown;
    return locked ? [] : view.moves.filter(move => move !== "pass" && move.startsWith(name));
  }

  // the grid

  #build(size) {
    const ranks = [...Array(this.#ranks).keys()];
    const files = [...Array(this.#files).keys()];
    if (this.#shown.flipped) files.reverse();
    else ranks.reverse();
    this.host.style.setProperty("--ranks", ranks.length);
    this.host.style.setProperty("--files", files.length);
    this.grid.dataset.size = size;
    this.grid.replaceChildren(...ranks.map(rank => make("div", { role: "row" },
      ...files.map(file => this.#cell(nameOf(rank, file))))));
    if (!this.#button(this.#focus)) this.#focus = "a1";
  }

  #cell(name) {
    return make("button", {
      type: "button", role: "gridcell", tabindex: -1, "data-square": name,
      onclick: event => { if (event.detail === 0) this.choose(name); }, // Enter, Space, or a click by a screen reader
      onfocus: () => { this.#focus = name; this.#tabStops(); this.look(name); },
      onpointerenter: () => this.look(name),
      onpointerleave: event => { if (event.pointerType === "mouse") this.look(null); },
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
    const { chosen, view } = this.#shown;
    const mark = view.marks[name];
    const marked = mark && t(mark === "*" ? "square.paralysed" : "square.frozen");
    const target = chosen && this.#movesFrom(chosen).includes(chosen + name);
    return [name, side, marked, name === chosen ? t("square.chosen") : null,
      target ? t("square.target", { from: chosen }) : null].filter(Boolean).join(", ");
  }

  #dress() {
    const { chosen } = this.#shown;
    for (const button of this.grid.querySelectorAll("button")) {
      const name = button.dataset.square;
      button.setAttribute("aria-label", this.#label(name));
      button.classList.toggle("movable", this.#movesFrom(name).length > 0);
      button.classList.toggle("target", Boolean(chosen) && this.#movesFrom(chosen).includes(chosen + name));
    }
    this.#tabStops();
  }

  // choosing and moving

  #key(event) {
    const step = STEPS[event.key];
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Escape" && this.#shown.chosen) this.choose(this.#shown.chosen);
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const sign = this.#shown.flipped ? -1 : 1;
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
      if (this.#shown.chosen !== drag.name) this.choose(drag.name);
    }
    this.picture.pull(drag.name, dx, dy);
  }

  #drop(event) {
    const drag = this.#drag;
    if (!drag || !event.isPrimary) return;
    this.#endDrag();
    const name = this.#squareUnder(event);
    if (!drag.pulled) {
      if (name === drag.name) this.choose(name);
      return;
    }
    if (name && name !== drag.name) this.move(drag.name + name);
  }

  #endDrag() {
    this.picture.letGo();
    this.#drag = null;
  }
}
