// Exercises on the board: puzzles, and what went wrong in a game. A move counts by what it is worth: any that is as good will do.

import { byId, make } from "./dom.js";

export class Trainer {
  #exercises = [];
  #at = 0;
  #state = "open"; // of the exercise: open, wrong or right

  /** began(): another thing was on the board; walk(node, moves): show a line. */
  constructor(table, { began, walk }) {
    Object.assign(this, { table, began, walk, on: false });
  }

  get #now() {
    return this.#exercises[this.#at];
  }

  /** Begin: exercises are { title, task, open(), judge(move), solution, solved() }. */
  async start(exercises, at = 0) {
    Object.assign(this, { on: true });
    [this.#exercises, this.#at] = [exercises, at];
    this.began();
    byId("training").hidden = false;
    await this.#open();
  }

  async #open() {
    this.#state = "open";
    this.#say(t("train.find"));
    await this.#now.open();
    this.node = this.table.at;
    this.#dress();
  }

  end() {
    this.on = false;
    byId("training").hidden = true;
  }

  /** The player's move; only one in the position of the exercise is judged. */
  async play(move) {
    const now = this.#now;
    if (this.table.at !== this.node || this.#state !== "open") {
      await this.table.play(move);
      return;
    }
    if (!(await this.table.play(move))) return;
    this.#state = "judging";
    this.#say(t("train.judging"));
    this.#dress();
    try {
      const { right, words } = await now.judge(move);
      if (!this.on || this.#now !== now) return;
      this.#state = right ? "right" : "wrong";
      this.#say(words);
      if (right) now.solved();
    } catch (error) {
      this.#state = "wrong";
      this.#say(error.message);
    }
    this.#dress();
  }

  #say(text) {
    byId("training-told").textContent = text;
  }

  #dress() {
    const { title, task, solution } = this.#now;
    byId("training-title").textContent = title;
    byId("training-task").textContent = task;
    const button = (key, act, main = false) => make("button", { type: "button", class: main ? "main" : null, onclick: act }, t(key));
    const more = this.#at + 1 < this.#exercises.length;
    byId("training-row").replaceChildren(...[
      this.#state === "wrong" ? button("train.again", () => this.#open(), true) : null,
      this.#state === "right" && more ? button("train.next", () => { this.#at += 1; this.#open(); }, true) : null,
      this.#state === "open" && more ? button("train.skip", () => { this.#at += 1; this.#open(); }) : null,
      this.#state !== "judging" ? button("train.show", () => this.#show(solution)) : null,
      button("train.end", () => this.end()),
    ].filter(Boolean));
  }

  #show(solution) {
    this.#state = "shown";
    this.#say(t("train.solution", { moves: solution.join(" ") }));
    this.#dress();
    this.walk(this.node, solution);
  }
}
