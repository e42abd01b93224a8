// A game against the engine: whose turn it is, and the clocks.

import { byId, make } from "./dom.js";
import { inWords } from "./worths.js";

const TICK = 100;
const CHOICES = ["play-side", "play-level", "play-clock"];
const LEAST_WAIT = 350; // minimum milliseconds between two moves of the engine, so that a run can be followed

export class Play {
  constructor(table, board, { started, shown, complain }) {
    this.table = table;
    this.board = board;
    this.started = started;
    this.shown = shown;
    this.complain = complain;
    this.on = false;
    this.mine = "w";
    this.claim = null; // the last position from which the engine claimed a proven win
    this.sure = false;
    this.left = null; // milliseconds for each side
    this.bonus = 0;
    byId("play").onclick = () => (this.on ? this.end(t("play.stopped")) : this.begin());
    setInterval(() => this.#tick(), TICK);
  }

  levels(names) {
    byId("play-level").replaceChildren(...names.map((name, i) => make("option", { value: i, selected: i === 2 }, t(`level.${name}`))));
  }

  begin() {
    if (this.table.view.over) {
      this.#tell(t("play.over"));
      return;
    }
    this.first = this.table.at;
    this.#start(this.table.at);
  }

  /** Play again from the start of the last game, as the given side. */
  async again(side) {
    byId("play-side").value = side;
    if (await this.table.go(this.first)) this.begin();
  }

  /** Play on from a node, with the given time on the clocks; by default they are full. */
  #start(tip, left = null) {
    const [seconds, bonus] = byId("play-clock").value.split("+").map(Number);
    const full = { w: seconds * 1000, b: seconds * 1000 };
    Object.assign(this, { on: true, sure: false, tip, mine: byId("play-side").value, since: performance.now() });
    Object.assign(this, { left: seconds ? { ...full, ...left } : null, bonus: seconds ? bonus * 1000 : 0 });
    this.#dress();
    this.started(this.mine);
    this.#turn();
  }

  /** Return the data that restore the game after a reload, given the number of each node. */
  kept(numbers) {
    if (!this.on) return null;
    const [side, level, clock] = CHOICES.map(id => byId(id).value);
    return { side, level, clock, left: this.left, tip: numbers.get(this.tip), first: numbers.get(this.first) };
  }

  /** Continue a stored game, if the data describe one. */
  async resume(kept) {
    const { side, level, clock, left, tip, first } = Object(kept);
    const choices = CHOICES.map((id, i) => [byId(id), [side, level, clock][i]]);
    const { all } = this.table.root;
    const node = all[tip];
    const fits = choices.every(([select, value]) => [...select.options].some(option => option.value === value));
    if (!fits || !node || !(await this.table.see(node))) return false;
    for (const [select, value] of choices) select.value = value;
    const times = Object.entries(Object(left)).filter(([of, time]) => "wb".includes(of) && Number.isFinite(time) && time >= 0);
    this.first = all[first] ?? node;
    this.#start(node, Object.fromEntries(times));
    return true;
  }

  end(told, over = false) {
    this.on = false;
    this.table.remember();
    this.#dress();
    this.#tell(told);
    this.board.lock(false);
    this.table.searching.stop();
    this.shown();
    byId("after").hidden = !over;
  }

  #dress() {
    byId("play").setAttribute("aria-pressed", String(this.on));
    byId("play").textContent = t(this.on ? "play.end" : "play.begin");
    for (const id of CHOICES) byId(id).disabled = this.on;
  }

  #tell(text) {
    byId("play-told").value = text;
  }

  /** Handle a change of the current position: a move, or a look back. */
  place(played) {
    if (!this.on) {
      byId("after").hidden = true;
      return;
    }
    const { at } = this.table;
    if (at.parent === this.tip || (played && at !== this.tip)) {
      if (this.left && at.parent === this.tip) this.left[this.tip.view.side] += this.bonus;
      this.tip = at;
      this.since = performance.now();
      this.#turn();
    } else {
      this.#lock();
      if (at !== this.tip && at.view.side === this.mine && !at.view.over) this.#tell(t("play.back"));
    }
  }

  #lock() {
    const { view } = this.table;
    this.board.lock(view.side !== this.mine);
  }

  async #turn() {
    const { tip } = this;
    this.table.remember();
    this.#lock();
    this.shown();
    if (tip.view.over) {
      this.end(tip.view.over, true);
      return;
    }
    if (tip.view.side === this.mine) {
      this.#tell(tip.view.mode === "p" ? t("play.passed") : (tip.told ?? t("play.yours")));
      return;
    }
    this.#tell(t("play.thinking"));
    const clock = this.left ? { left: Math.max(0, Math.round(this.left[tip.view.side])), bonus: this.bonus } : {};
    const wait = new Promise(done => { setTimeout(done, LEAST_WAIT); });
    try {
      const fields = { game: this.table.game(tip), level: Number(byId("play-level").value), ...clock };
      const found = await this.table.searching.ask("move", fields);
      await wait;
      if (!this.on || this.tip !== tip) return;
      const next = tip.add(found.move);
      next.told = t("play.played", { move: found.move, told: inWords(found.worth) });
      if (found.proven && !this.sure) this.claim = tip;
      this.sure = found.proven;
      await this.table.go(next);
    } catch (error) {
      if (this.on && this.tip === tip) this.end(error.message);
    }
  }

  /** Take back moves until it is the player's turn. */
  async undo() {
    await this.table.undo();
    while (this.table.view.side !== this.mine && this.table.at.parent) await this.table.undo();
    this.tip = this.table.at;
    this.since = performance.now();
    this.#turn();
  }

  #tick() {
    if (!this.on || !this.left) return;
    const { side } = this.tip.view;
    const now = performance.now();
    const before = this.clock(side);
    this.left[side] -= now - this.since;
    this.since = now;
    if (this.clock(side) !== before) this.table.remember();
    if (this.left[side] <= 0) {
      this.left[side] = 0;
      this.end(t("play.time", { side: t(`side.${side}`) }), true);
    }
    this.shown();
  }

  /** Return the text of a side's clock; empty if there is none. */
  clock(side) {
    if (!this.left) return "";
    const seconds = Math.ceil(this.left[side] / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
}
