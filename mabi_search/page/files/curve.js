// The course of the game for White: bands for proven outcomes, and a line for estimates.

import { shape } from "./dom.js";

const [HIGH, LEFT, RIGHT, EDGE, BAND] = [136, 98, 4, 6, 12];
const NARROWEST = 160;
const MIDDLE = HIGH / 2;
const REACH = MIDDLE - EDGE - BAND - 8;

export class Curve {
  /** `go(ply)` goes to a place of the line shown. */
  constructor(host, go) {
    this.go = go;
    this.worths = [];
    this.at = 0;
    this.drawing = shape("svg", { role: "img" });
    this.drawing.addEventListener("click", event => this.#pick(event));
    host.append(this.drawing);
    new ResizeObserver(() => this.#draw()).observe(host);
  }

  /** Show what the positions of a line are worth (null if that is not known), and which of them is on the board. */
  show(worths, at) {
    Object.assign(this, { worths, at });
    this.#draw();
  }

  #draw() {
    const { worths } = this;
    this.wide = Math.max((this.drawing.clientWidth * HIGH) / (this.drawing.clientHeight || HIGH), NARROWEST);
    this.drawing.setAttribute("viewBox", `0 0 ${this.wide} ${HIGH}`);
    const known = worths.filter(worth => worth && worth.score !== null).map(worth => Math.abs(worth.score));
    const scale = Math.max(200, ...known);
    const y = score => MIDDLE - (REACH * score) / scale;
    const parts = [...this.#frame(scale, y)];
    const half = (this.#x(1) - this.#x(0)) / 2;
    worths.forEach((worth, i) => {
      if (worth?.sure) {
        const top = worth.sure > 0 ? EDGE : HIGH - EDGE - BAND;
        const from = Math.max(LEFT, this.#x(i) - half);
        parts.push(shape("rect", { class: "sure", x: from, y: top, width: Math.min(this.wide - RIGHT, this.#x(i) + half) - from, height: BAND }));
      } else if (worth?.sure === 0) parts.push(shape("rect", { class: "dot", x: this.#x(i) - 3, y: MIDDLE - 3, width: 6, height: 6 }));
      else if (worth && worth.score !== null) parts.push(shape("circle", { class: "dot", cx: this.#x(i), cy: y(worth.score), r: 2.2 }));
    });
    const path = worths.map((worth, i) => {
      if (!worth || worth.score === null) return "";
      const before = worths[i - 1];
      return `${before && before.score !== null ? "L" : "M"}${this.#x(i)} ${y(worth.score)}`;
    }).join(" ").trim();
    if (path) parts.push(shape("path", { class: "line", d: path }));
    const now = this.#x(this.at);
    parts.push(shape("line", { class: "now", x1: now, x2: now, y1: EDGE, y2: HIGH - EDGE }));
    this.drawing.replaceChildren(...parts);
    const told = worths.filter(Boolean).length;
    const here = worths[this.at]?.told ?? t("curve.unknown");
    this.drawing.setAttribute("aria-label", t("curve.label", { known: told, all: worths.length, here }));
  }

  *#frame(scale, y) {
    const wide = this.wide - LEFT - RIGHT;
    for (const [top, name] of [[EDGE, t("curve.white")], [HIGH - EDGE - BAND, t("curve.black")]]) {
      yield shape("rect", { class: "band", x: LEFT, y: top, width: wide, height: BAND });
      yield shape("text", { x: 4, y: top + 10 }, name);
    }
    yield shape("line", { class: "axis", x1: LEFT, x2: LEFT + wide, y1: MIDDLE, y2: MIDDLE });
    for (const score of [scale, -scale])
      yield shape("text", { x: 4, y: y(score) + 4 }, `${score > 0 ? "+" : "−"}${(scale / 100).toFixed(1)}`);
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
