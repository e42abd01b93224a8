// Small boards to play on within the page of rules. Each can be reset to its position.

import { Board } from "./board.js";
import { make } from "./dom.js";

export class Lesson {
  constructor(link, host) {
    Object.assign(this, { link, base: host.dataset.lesson, moves: [] });
    const stage = make("div", { class: "board" });
    this.told = make("p", { class: "faint", "aria-live": "polite" });
    const button = (key, act) => make("button", { type: "button", onclick: act }, t(key));
    this.pass = button("board.pass", () => this.#play("pass"));
    host.replaceChildren(stage, make("div", {}, this.told, make("div", { class: "row" }, this.pass, button("lesson.reset", () => this.begin()))));
    this.board = new Board(stage, { play: move => this.#play(move), explain: square => this.#explain(square), refuse: move => this.#refuse(move) }, t("lesson.board"));
  }

  begin() {
    this.moves = [];
    return this.#look();
  }

  #game(moves = this.moves) {
    return { base: this.base, rules: {}, moves };
  }

  async #look() {
    this.view = await this.link.ask("look", { game: this.#game() });
    this.board.show(this.view, this.moves.at(-1) ?? null, this.moves.length > 0);
    this.pass.disabled = Boolean(this.view.over || this.view.no_pass);
    this.#explain(null);
  }

  #play(move) {
    this.moves = [...this.moves, move];
    return this.#look();
  }

  #explain(square) {
    const told = square && this.view.told[square];
    this.told.textContent = told ? `${square}: ${told}` : this.view.words.join(" · ");
  }

  async #refuse(move) {
    this.told.textContent = (await this.link.ask("why", { game: this.#game(), move })).why ?? "";
  }
}
