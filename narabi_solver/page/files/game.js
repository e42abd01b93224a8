"use strict";
// A game on the page: the deal, what was played, which turn is shown; and the solver that runs beside the page.

/** The states in which a hint was asked for, by where the stones of the deal lie: so they can be kept, and show no card. */
class Hints extends Set {
  constructor(start, hints = []) {
    super(hints);
    this.start = start;
  }

  keyOf(state) {
    return typeof state === "string" ? state : [state.turns, ...state.ring.map(stone => this.start.ring.indexOf(stone))].join(" ");
  }

  add(state) {
    return super.add(this.keyOf(state));
  }

  has(state) {
    return super.has(this.keyOf(state));
  }
}

const MOST_LINES = 9; // remembered; the one that was left longest ago goes first
/** Whether a line begins with some swaps. */
const begins = (line, swaps) => swaps.every((swap, i) => sameSwap(swap, line.swaps[i] ?? []));

class Game {
  constructor(deck, start, swaps = [], undo = "allowed", name = () => "", id = null) {
    Object.assign(this, { deck, undo, name, id, states: [start], swaps: [], at: 0 });
    this.given = Infinity; // from this turn on the line was shown, not played
    this.hints = new Hints(start);
    this.answers = []; // heard: { at, swap, yes }, after so many swaps
    this.solutions = this.byPage = 0; // solutions shown, and swaps that the page played for other seats
    this.read = swaps.length > 0; // then nobody knows how they were found
    this.entering = false; // whether a game that was played elsewhere is being entered, to be reviewed
    this.seconds = 0; // while the clock ran
    this.begun = null; // the day on which its first stone was tapped
    this.lines = []; // that were left for others: { swaps, answers, given } of each
    for (const swap of swaps) this.play(swap);
  }

  get start() {
    return this.states[0];
  }

  get state() {
    return this.states[this.at];
  }

  get standing() {
    return standing(this.deck, this.state, this.undo);
  }

  get legal() {
    return this.standing === "open" ? legalMoves(this.deck, this.state, this.undo) : [];
  }

  /** Whether some cards are known to nobody here: it lies on a table. */
  get onTable() {
    return this.start.ring.some(stone => stone.card === HIDDEN);
  }

  /** All that was played and answered up to the turn shown. */
  get events() {
    const heard = this.answers.filter(({ at }) => at <= this.at);
    return happened(this.swaps.slice(0, this.at), heard);
  }

  /** Why a swap is not possible now; null if it is. */
  whyNot(swap) {
    if (this.standing === "open") return whyIllegal(this.deck, this.state, swap, this.undo);
    return this.standing === "won" ? t("illegal.won") : t("illegal.lost");
  }

  /** Play a legal swap; another line that stood after the turn shown is left, and can be taken up again. */
  play(swap) {
    const next = this.swaps[this.at];
    if (next && sameSwap(next, swap)) {
      if (this.given === this.at) this.given++; // shown, and now played
      return this.at++;
    }
    this.leave(this.at);
    this.swaps.push(swap);
    this.states.push(afterSwap(this.state, swap));
    this.at++;
  }

  /** Take out what stands after some turns, and remember the line. */
  leave(length) {
    const { swaps, answers, given } = this;
    if (swaps.length > length && !this.lines.some(line => begins(line, swaps)))
      this.lines = [...this.lines.filter(line => !begins({ swaps }, line.swaps)), { swaps: [...swaps], answers, given }];
    this.lines = this.lines.slice(-MOST_LINES);
    this.cut(length);
  }

  /** The line that goes on after the turn shown: this one, or the last of those that were left; undefined if none does. */
  get onwards() {
    const played = this.swaps.slice(0, this.at);
    return [...this.lines, this].findLast(line => line.swaps.length > this.at && begins(line, played));
  }

  /** The lines that were left and that do not go on from the one played. */
  get others() {
    return this.lines.filter(line => !begins(line, this.swaps));
  }

  /** Take up a line that was left, at one of its turns: as far as its swaps are legal now. */
  take({ swaps, answers, given }, at = swaps.length) {
    if (swaps !== this.swaps) {
      this.leave(0);
      for (const swap of swaps) {
        if (this.whyNot(swap) !== null) break;
        this.play(swap);
      }
      Object.assign(this, { answers: answers.filter(one => one.at <= this.at), given });
    }
    this.go(at);
  }

  /** Add a line after the turn shown, without playing it. */
  show(swaps) {
    const { at } = this;
    for (const swap of swaps) this.play(swap);
    this.given = at;
    this.at = at;
    this.solutions++;
  }

  /** Whether a hint was asked for in a state. */
  hinted(state) {
    return this.hints.has(state);
  }

  /** Whether the turns up to the one shown were played here, by whoever sits before the page. */
  get own() {
    return !this.read && this.at <= this.given;
  }

  /** All that is needed to go on with it another day. */
  get record() {
    return {
      ...this.written(this),
      lines: this.lines.map(line => this.written(line)),
      begun: this.begun,
      entering: this.entering,
      seconds: this.seconds,
      hints: [...this.hints],
      solutions: this.solutions,
      byPage: this.byPage,
      read: this.read,
    };
  }

  /** A line as it is kept, and read again; null if it is none of this deal. */
  written({ swaps, answers, given }) {
    const moves = dealText(this.start, swaps, answers).split(" moves ")[1] ?? "";
    return { moves, given: given === Infinity ? null : given };
  }

  readLine({ moves, given }) {
    const text = `${dealText(this.start, [])} ${moves && `moves ${moves}`}`;
    const { swaps, answers, problems } = readDeal(this.deck, text, this.undo);
    return problems ? null : { swaps, answers, given: given ?? Infinity };
  }

  /** Go on with a record of this deal; nothing happens if it is none. */
  goOn({ hints, solutions, byPage, read, lines = [], begun, entering = false, seconds = 0, ...main }) {
    const line = this.readLine(main);
    if (!line) return;
    this.take(line);
    this.lines = lines.map(one => this.readLine(one)).filter(Boolean);
    Object.assign(this, { solutions, byPage, read, begun, entering, seconds, hints: new Hints(this.start, hints) });
  }

  get helps() {
    return this.hints.size + this.solutions + this.byPage;
  }

  /** What helped to play it, in words; empty if nothing did. */
  get help() {
    const parts = { hints: this.hints.size, "solutions-shown": this.solutions, "swaps-by-page": this.byPage };
    return Object.keys(parts)
      .filter(word => parts[word])
      .map(word => counted(parts[word], word))
      .join(t("list.comma"));
  }

  cut(length) {
    this.swaps.length = length;
    this.answers = this.answers.filter(({ at }) => at <= length);
    this.states.length = length + 1;
    this.at = Math.min(this.at, length);
    if (length <= this.given) this.given = Infinity;
  }

  go(to) {
    this.at = Math.max(0, Math.min(this.swaps.length, to));
  }

  /** Choose how no-undo is read; returns whether a swap that is illegal by it was taken out, with all that followed. */
  choose(undo) {
    this.undo = undo;
    const found = this.swaps.findIndex((swap, i) => whyIllegal(this.deck, this.states[i], swap, undo) !== null);
    if (found >= 0) this.cut(found);
    return found >= 0;
  }

  /** Whether a seat has seen the card of a stone: who owns it sees it, and a card does not change. */
  hasSeen(seat, stone) {
    return hadBy(seat, this.states.slice(0, this.at + 1)).has(stone);
  }
}

/** Asks questions of the solver, one at a time: a new question ends the one before. */
class Solver {
  /** `start` returns a worker, or throws where there can be none; it is called when the promise `ready` is kept. */
  constructor(ready, start) {
    this.ready = ready;
    this.start = start;
    this.asked = 0;
  }

  /** The last answer to a question; `part` is called with each before it. Never settles if another is asked first. */
  async ask(question, part = () => {}) {
    this.end();
    const id = ++this.asked;
    this.busy = true;
    await this.ready;
    return new Promise((resolve, reject) => {
      if (id !== this.asked) return;
      try {
        this.worker ??= this.start();
      } catch (error) {
        this.busy = false;
        throw error;
      }
      this.worker.onmessage = ({ data }) => {
        if (data.id !== id) return;
        if (!data.done) return part(data);
        this.busy = false;
        resolve(data);
      };
      this.worker.onerror = event => {
        this.busy = false;
        reject(new Error(event.message || t("hint.no-solver")));
      };
      this.worker.postMessage({ id, ...question });
    });
  }

  /** End the question under way, if there is one. */
  end() {
    if (!this.busy) return; // what it has worked out stays
    this.worker?.terminate();
    this.worker = null;
    this.busy = false;
    this.asked++;
  }
}
