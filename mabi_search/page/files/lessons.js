// The small boards within the page of rules, to play on. Each can be reset to its position.

import { Board } from "./board.js";
import { isNew, make } from "./dom.js";
import { gameOfLesson } from "./lesson.js";
import { viewOf } from "./positions.js";

export class Lesson {
  constructor(host, number, send) {
    Object.assign(this, { number, base: host.dataset.lesson });
    const stage = make("div", { class: "board" });
    const tell = (deed, fields) => send({ type: "lesson", number, base: this.base, deed, ...fields });
    const button = (key, act) => make("button", { type: "button", onclick: act }, t(key));
    this.told = make("p", { class: "faint", "aria-live": "polite" });
    this.pass = button("board.pass", () => tell("move", { move: "pass" }));
    host.replaceChildren(stage, make("div", {}, this.told, make("div", { class: "row" }, this.pass, button("lesson.reset", () => tell("again")))));
    const events = { choose: square => tell("choose", { square }), move: move => tell("move", { move }), look: square => tell("look", { square }) };
    this.board = new Board(stage, events, t("lesson.board"));
  }

  show({ lessons }) {
    const lesson = lessons[this.number];
    if (!isNew(`lesson ${this.number}`, lesson)) return;
    const view = viewOf(gameOfLesson(this.base, lesson));
    const last = lesson.moves.at(-1) ?? null;
    this.board.show({ view, last, chosen: lesson.chosen, slide: isNew(`moves ${this.number}`, lesson.moves) });
    this.pass.disabled = Boolean(view.over || view.no_pass);
    const said = lesson.looked && view.told[lesson.looked];
    this.told.textContent = lesson.refused || (said ? `${lesson.looked}: ${said}` : view.words.join(" · "));
  }
}
