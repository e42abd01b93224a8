// Exercises on the board: puzzles, and mistakes of a game. Every move that is as good as the best is accepted.
// An exercise may have several moves: replies are played, and the next move is judged.

import { byId, calm, make } from "./dom.js";

const BEFORE_REPLY = 450; // milliseconds

export class Trainer {
  #exercises = [];
  #at = 0;
  #state = "open"; // of the exercise: open, judging, replying, wrong, right or shown
  #why = []; // what refutes the last move

  /** Callbacks: began() before an exercise starts, walk(node, moves) to show a line. */
  constructor(table, { began, walk }) {
    Object.assign(this, { table, began, walk, on: false });
  }

  get #now() {
    return this.#exercises[this.#at];
  }

  /**
   * Begin: exercises are { title, task, open(), judge(move), solution, solved() }; those that go on have reply() and goesOn(), too,
   * and shown(), share() and find if they want.
   */
  async start(exercises, at = 0) {
    Object.assign(this, { on: true });
    [this.#exercises, this.#at] = [exercises, at];
    this.began();
    byId("training").hidden = false;
    await this.#open();
  }

  async #open() {
    this.#state = "open";
    this.#say(this.#now.find ?? t("train.find"));
    await this.#now.open();
    this.node = this.table.at;
    this.#dress();
  }

  end() {
    this.on = false;
    byId("training").hidden = true;
  }

  /** Handle a move of the player. Only moves in the position of the exercise are judged. */
  async play(move) {
    const now = this.#now;
    if (this.#state === "replying") return;
    if (this.table.at !== this.node || this.#state !== "open") {
      await this.table.play(move);
      return;
    }
    if (!(await this.table.play(move))) return;
    this.#state = "judging";
    this.#say(t("train.judging"));
    this.#dress();
    try {
      const { right, words, why = [] } = await now.judge(move);
      if (!this.on || this.#now !== now) return;
      this.#why = why;
      this.#state = right ? "right" : "wrong";
      this.#say(words);
      if (right) await this.#goOn(now);
    } catch (error) {
      this.#state = "wrong";
      this.#say(error.message);
    }
    this.#dress();
  }

  /** Play the replies. The exercise is solved if no move of the player is left. */
  async #goOn(now) {
    this.#state = "replying";
    this.#dress();
    for (let reply = await now.reply?.(); reply; reply = await now.reply()) {
      const { at } = this.table;
      if (!calm()) await new Promise(done => { setTimeout(done, BEFORE_REPLY); });
      if (!this.on || this.#now !== now || at.path[0] !== this.table.root) return;
      await this.table.follow(at, [reply]); // even if the player has looked back meanwhile
    }
    this.node = this.table.at;
    const isOpen = now.goesOn?.();
    this.#state = isOpen ? "open" : "right";
    const solved = isOpen ? null : now.solved();
    if (solved) this.#say(solved);
  }

  #again() {
    this.#state = "open";
    this.#say(this.#now.find ?? t("train.find"));
    this.#dress();
    return this.table.go(this.node);
  }

  #say(text) {
    byId("training-told").textContent = text;
  }

  #dress() {
    const now = this.#now;
    const { title, task } = now;
    byId("training-title").textContent = title;
    byId("training-task").textContent = task;
    const button = (key, act, main = false) => make("button", { type: "button", class: main ? "main" : null, onclick: act }, t(key));
    const more = this.#at + 1 < this.#exercises.length;
    byId("training-row").replaceChildren(...[
      this.#is("wrong", "shown") ? button("train.again", () => this.#again(), true) : null,
      this.#is("wrong") && this.#why.length ? button("train.why", () => this.walk(this.table.at, this.#why)) : null,
      this.#is("right") && more ? button("train.next", () => { this.#at += 1; this.#open(); }, true) : null,
      this.#is("right") && now.share ? button("page.share", () => now.share()) : null,
      this.#is("open") && more ? button("train.skip", () => { this.#at += 1; this.#open(); }) : null,
      this.#is("open", "wrong", now.share ? "" : "right") ? button("train.show", () => this.#show(now)) : null,
      button("train.end", () => this.end()),
    ].filter(Boolean));
  }

  #is(...states) {
    return states.includes(this.#state);
  }

  #show(now) {
    const { solution } = now;
    now.shown?.();
    this.#state = "shown";
    this.#say(t("train.solution", { moves: solution.join(" ") }));
    this.#dress();
    this.walk(this.node, solution);
  }
}
