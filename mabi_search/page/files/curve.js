// The course of the game for White: a line, at the edges where the outcome is proven, with diamonds for mistakes.

import { shape } from "./dom.js";

const [HIGH, LEFT, RIGHT, EDGE] = [136, 108, 6, 8];
const NARROWEST = 160;
const MIDDLE = HIGH / 2;
const REACH = MIDDLE - EDGE - 18;

export class Curve {
  /** `go(ply)` goes to a place of the line shown. */
  constructor(host, go) {
    this.go = go;
    this.worths = [];
    this.at = 0;
    this.marks = [];
    this.drawing = shape("svg", { role: "img" });
    this.drawing.addEventListener("click", event => this.#pick(event));
    host.append(this.drawing);
    new ResizeObserver(() => this.#draw()).observe(host);
  }

  /** Show what the positions of a line are worth (null if that is not known), which of them is on the board, and which follow a mistake. */
  show(worths, at, marks) {
    Object.assign(this, { worths, at, marks });
    this.#draw();
  }

  #draw() {
    const { worths, marks } = this;
    this.wide = Math.max((this.drawing.clientWidth * HIGH) / (this.drawing.clientHeight || HIGH), NARROWEST);
    this.drawing.setAttribute("viewBox", `0 0 ${this.wide} ${HIGH}`);
    const known = worths.filter(worth => worth && worth.score !== null).map(worth => Math.abs(worth.score));
    const scale = 100 * Math.ceil(Math.max(200, ...known) / 100);
    const y = score => MIDDLE - (REACH * score) / scale;
    const heights = worths.map(worth => (!worth ? null : worth.sure !== null ? MIDDLE - (MIDDLE - EDGE) * worth.sure : worth.score === null ? null : y(worth.score)));
    const lines = [];
    const areas = [];
    const points = [];
    heights.forEach((height, i) => {
      if (height === null) return;
      const [x, isFirst] = [this.#x(i), (heights[i - 1] ?? null) === null];
      lines.push(`${isFirst ? "M" : "L"}${x} ${height}`);
      areas.push(`${isFirst ? `M${x} ${MIDDLE}` : ""}L${x} ${height}${(heights[i + 1] ?? null) === null ? `L${x} ${MIDDLE}Z` : ""}`);
      if (marks[i]) points.push(shape("path", { class: "mark", d: `M${x} ${height - 6}l6 6l-6 6l-6-6Z` }));
      else points.push(shape("circle", { class: worths[i].sure === null ? "dot" : "sure", cx: x, cy: height, r: worths[i].sure === null ? 1.5 : 2.5 }));
    });
    const now = this.#x(this.at);
    this.drawing.replaceChildren(...this.#frame(scale, y), shape("path", { class: "area", d: areas.join("") }), shape("path", { class: "line", d: lines.join("") }), ...points,
      shape("line", { class: "now", x1: now, x2: now, y1: EDGE, y2: HIGH - EDGE }), shape("circle", { class: "now", cx: now, cy: heights[this.at] ?? MIDDLE, r: 4.5 }));
    const told = worths.filter(Boolean).length;
    const here = worths[this.at]?.told ?? t("curve.unknown");
    this.drawing.setAttribute("aria-label", t("curve.label", { known: told, all: worths.length, here }));
  }

  *#frame(scale, y) {
    for (const [height, name] of [[EDGE, t("curve.white")], [y(scale), `+${scale / 100}`], [MIDDLE, "0"], [y(-scale), `−${scale / 100}`], [HIGH - EDGE, t("curve.black")]]) {
      yield shape("line", { class: height === MIDDLE ? "axis even" : "axis", x1: LEFT, x2: this.wide - RIGHT, y1: height, y2: height });
      yield shape("text", { x: 0, y: height + 4 }, name);
    }
  }

  #x(i) {
    const plies = Math.max(this.worths.length - 1, 1);
    return LEFT + 6 + ((this.wide - LEFT - RIGHT - 12) * i) / plies;
  }

  #pick(event) {
    const box = this.drawing.getBoundingClientRect();
    const share = (event.clientX - box.left - this.#x(0)) / (this.wide - LEFT - RIGHT - 12);
    const ply = Math.round(share * (this.worths.length - 1));
    this.go(Math.max(0, Math.min(this.worths.length - 1, ply)));
  }
}

/** The bar beside the board: White's share of it. */
export class Bar {
  constructor(host) {
    this.host = host;
  }

  show(worth, flipped) {
    const share = !worth ? 0.5 : worth.sure !== null ? (worth.sure + 1) / 2
      : worth.score === null ? 0.5 : 0.5 + 0.46 * Math.tanh(worth.score / 400);
    this.host.classList.toggle("flipped", flipped);
    this.host.classList.toggle("unknown", !worth);
    this.host.firstElementChild.style.transform = `scaleY(${share})`;
    const told = worth ? t(worth.sure === null ? "curve.estimate" : "curve.proven", { worth: worth.told }) : t("curve.nothing");
    this.host.setAttribute("aria-label", told);
    this.host.title = told;
  }
}
