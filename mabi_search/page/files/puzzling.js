// The dialog of puzzles: find how White wins, and play it out. Puzzles have themes and levels; each day has one.

import { untracked } from "./address.js";
import { byId, give, make } from "./dom.js";
import { keep, kept, whenChanged } from "./keeping.js";
import { PUZZLES } from "./puzzles.js";
import { cut } from "./texts.js";

const DAYS_SHOWN = 5;
const GOLDEN = 0.618; // distance in the list from one day's puzzle to the next, as a fraction of its length
const SIGNS = { right: "🟦", wrong: "🟧", shown: "💡" };
const MARKS = { perfect: "★", solved: "✓", open: "" };

const spelt = move => (move === "-" ? "pass" : move);

const LIST = PUZZLES.map(text => {
  const [position, theme, level, ...moves] = text.split(", ");
  const first = moves.map(one => {
    const [, move, sign, line] = /^([^ =]+)(=?) ?(.*)$/u.exec(one);
    return [spelt(move), { wins: sign === "=", line: line.split(" ").filter(Boolean).map(spelt) }];
  });
  return { position, theme, level, first: new Map(first) };
});

const common = (one, other) => (other ? common(other, one % other) : one);

/** Return the distance from one day's puzzle to the next, so that every puzzle comes once in a cycle. */
const STEP = (() => {
  let step = Math.floor(GOLDEN * LIST.length);
  while (common(LIST.length, step) !== 1) step += 1;
  return step;
})();

/** Return the number of a day's puzzle in the list. */
const ofDay = day => ((Date.parse(day) / DAY) % LIST.length + LIST.length) * STEP % LIST.length;

function resultOf({ position }) {
  const { solved, perfect } = kept();
  return perfect[position] ? "perfect" : solved[position] ? "solved" : "open";
}

/** Return the number of consecutive days, up to today or yesterday, whose puzzle was begun on that day and solved. */
function streak() {
  const { days } = kept();
  return daysInRow(day => days[day]);
}

export class Puzzling {
  #last = today(); // the latest day shown in the archive

  constructor(table, trainer, complain) {
    Object.assign(this, { table, trainer, complain });
    byId("puzzles").onclick = () => {
      this.#show(today());
      byId("dialog-puzzles").showModal();
    };
    const choices = (id, kind, names) => byId(id).replaceChildren(make("option", { value: "" }, t("puzzle.all")),
      ...names.map(name => make("option", { value: name }, t(`puzzle.${kind}${name}`))));
    choices("puzzle-theme", "theme-", [...new Set(LIST.map(({ theme }) => theme))].sort());
    choices("puzzle-level", "", [...new Set(LIST.map(({ level }) => level))]);
    for (const id of ["puzzle-theme", "puzzle-level"]) byId(id).onchange = () => this.#show();
    byId("puzzle-earlier").onclick = () => this.#show(dayBefore(this.#last, DAYS_SHOWN));
    byId("puzzle-later").onclick = () => this.#show(dayBefore(this.#last, -DAYS_SHOWN));
    whenChanged(() => {
      if (byId("dialog-puzzles").open) this.#show();
    });
  }

  #show(last = this.#last) {
    this.#last = last > today() ? today() : last;
    const days = Array.from({ length: DAYS_SHOWN }, (_, i) => dayBefore(this.#last, i));
    byId("puzzle-days").replaceChildren(...days.map(day => {
      const number = ofDay(day);
      const name = day === today() ? t("puzzle.today") : dayInWords(day, true);
      return make("li", {}, this.#button(number, name, () => this.openDay(day), day === today()),
        make("span", { class: "faint" }, t(`puzzle.${LIST[number].level}`)));
    }));
    byId("puzzle-later").disabled = this.#last === today();
    byId("puzzle-streak").textContent = streak() ? t("puzzle.streak", { n: streak() }) : "";
    const chosen = this.#chosen();
    const done = chosen.filter(number => resultOf(LIST[number]) !== "open").length;
    byId("puzzle-count").textContent = t("puzzle.count", { n: chosen.length, done });
    byId("puzzle-list").replaceChildren(...chosen.map(number => this.#button(number, String(number + 1), () => this.open(number))));
  }

  #button(number, name, act, main = false) {
    const result = resultOf(LIST[number]);
    const label = [name, t(`puzzle.${LIST[number].level}`), t(`puzzle.is-${result}`)].join(", ");
    return make("button", { type: "button", class: main ? "main" : null, "aria-label": label, onclick: act }, `${name} ${MARKS[result]}`.trim());
  }

  /** Return the numbers of the puzzles with the chosen theme and level. */
  #chosen() {
    const [theme, level] = ["puzzle-theme", "puzzle-level"].map(id => byId(id).value);
    return [...LIST.keys()].filter(number => [theme, ""].includes(theme && LIST[number].theme) && [level, ""].includes(level && LIST[number].level));
  }

  /** Begin with the puzzle that an address names. If it names none that exists, begin with today's puzzle. */
  follow({ puzzle, day }) {
    if (puzzle === undefined && day === undefined) return false;
    const isThere = /^\d+$/u.test(puzzle) && Number(puzzle) >= 1 && Number(puzzle) <= LIST.length;
    if (puzzle && !isThere) this.complain(t("link.damaged", { why: t("link.no-puzzle", { number: cut(puzzle) }) }), true);
    if (day && !isDay(day)) this.complain(t("link.damaged", { why: t("link.no-day", { day: cut(day) }) }), true);
    if (isThere) this.open(Number(puzzle) - 1);
    else this.openDay(day && isDay(day) ? day : today());
    return true;
  }

  openToday() {
    return this.openDay(today());
  }

  /** Begin with the puzzle of a day. All others follow. */
  openDay(day) {
    const number = ofDay(day);
    return this.#begin([new Exercise(this, number, day), ...[...LIST.keys()].filter(one => one !== number).map(one => new Exercise(this, one))], 0);
  }

  /** Begin with a puzzle. Others with the chosen theme and level follow. */
  open(number) {
    const chosen = this.#chosen();
    const numbers = chosen.includes(number) ? chosen : [...LIST.keys()];
    return this.#begin(numbers.map(one => new Exercise(this, one)), numbers.indexOf(number));
  }

  #begin(exercises, at) {
    byId("dialog-puzzles").close();
    return this.trainer.start(exercises, at);
  }
}

/** A puzzle on the board. White's moves are judged by proofs, and Black plays the longest defence. */
class Exercise {
  #line = null; // a proven line from White's turn on; null at the start
  #signs = [];

  constructor({ table, complain }, number, day = null) {
    Object.assign(this, { table, complain, number, day, ...LIST[number] });
    this.title = day ? t("puzzle.of-day", { day: dayInWords(day) }) : t("puzzle.name", { number: number + 1 });
    this.task = t("puzzle.task", { level: t(`puzzle.${this.level}`) });
    this.find = t("puzzle.find");
  }

  open() {
    Object.assign(this, { begun: today() });
    [this.#line, this.#signs] = [null, []];
    return this.table.open({ base: this.position, rules: {}, moves: [] });
  }

  /** Judge a move on the board by its proof. */
  async judge(move) {
    const { wins, line } = await this.#proven(move);
    if (wins !== null) this.#signs.push(wins ? SIGNS.right : SIGNS.wrong);
    if (wins) {
      this.#line = line;
      return { right: true, words: t("puzzle.right", { move }) };
    }
    const words = wins === null ? "puzzle.open" : line.length ? "puzzle.refuted" : "puzzle.wrong";
    return { right: false, words: t(words, { move, line: line.join(" ") }), why: wins === null ? [] : line };
  }

  async #proven(move) {
    if (this.#line === null) return this.first.get(move);
    const [next, ...line] = this.#line;
    return next === move ? { wins: true, line } : this.#ask();
  }

  #ask() {
    return this.table.searching.ask("prove", { game: this.table.game(), side: "w" });
  }

  /** Return Black's next move; null if White is to move or the game is over. */
  async reply() {
    const { over, side } = this.table.view;
    if (over || side === "w") return null;
    if (!this.#line.length) this.#line = (await this.#ask()).line;
    return this.#line.shift() ?? null;
  }

  goesOn() {
    return !this.table.view.over && this.table.view.side === "w";
  }

  /** Return a winning line from White's turn on. */
  get solution() {
    const best = [...this.first].find(([, { wins }]) => wins);
    return this.#line ?? [best[0], ...best[1].line];
  }

  shown() {
    this.#signs.push(SIGNS.shown);
  }

  solved() {
    const { position, begun } = this;
    const perfect = this.#signs.every(sign => sign === SIGNS.right);
    keep(all => ({
      solved: { ...all.solved, [position]: true }, perfect: perfect ? { ...all.perfect, [position]: true } : all.perfect,
      days: this.day === begun ? { ...all.days, [begun]: true } : all.days,
    }));
    return t(perfect ? "puzzle.perfect" : "puzzle.won");
  }

  /** Share a text that says how it went, without the solution. */
  async share() {
    const level = t(`puzzle.${this.level}`);
    const title = this.day ? t("puzzle.share-day", { day: dayInWords(this.day), level }) : t("puzzle.share-number", { number: this.number + 1, level });
    const address = untracked(location.href);
    address.hash = this.day ? `day=${this.day}` : `puzzle=${this.number + 1}`;
    const lines = [title, this.#signs.join(""), address.protocol.startsWith("http") ? address.href : ""];
    const text = lines.filter(Boolean).join("\n");
    this.complain((await give(text)) ? t("puzzle.copied") : text, true);
  }
}
