// The dialog of puzzles: White wins, find it. A new one each day, in turn.

import { byId, make } from "./dom.js";
import { keep, kept, whenChanged } from "./keeping.js";
import { PUZZLES } from "./puzzles.js";

const DAY = 86_400_000;

/** The number of today's puzzle; days begin at midnight where the reader is. */
function ofToday(now = new Date()) {
  const days = Math.floor((now.getTime() - now.getTimezoneOffset() * 60_000) / DAY);
  return days % PUZZLES.length;
}

export class Puzzling {
  constructor(table, trainer, complain) {
    Object.assign(this, { table, trainer, complain });
    byId("puzzles").onclick = () => {
      this.#list();
      byId("dialog-puzzles").showModal();
    };
    whenChanged(() => {
      if (byId("dialog-puzzles").open) this.#list();
    });
  }

  #list() {
    byId("puzzle-list").replaceChildren(...PUZZLES.map((puzzle, i) => {
      const done = kept().solved[puzzle.position] ? "✓" : "";
      const name = t("puzzle.name", { number: i + 1 });
      const of = i === ofToday() ? t("puzzle.today") : "";
      const facts = [t(`puzzle.${puzzle.level}`), t("count.winning", { n: puzzle.wins.length }), t("puzzle.deep", { n: puzzle.plies }), of];
      return make("li", {}, make("button", { type: "button", class: i === ofToday() ? "main" : null, onclick: () => this.open(i) }, `${name} ${done}`.trim()),
        make("span", { class: "faint" }, facts.filter(Boolean).join(" · ")));
    }));
  }

  /** Begin with the puzzle of an address, if it names one: that of the day if it is empty, or is not there. */
  follow({ puzzle }) {
    if (puzzle === undefined) return false;
    const isThere = /^\d+$/u.test(puzzle) && Number(puzzle) >= 1 && Number(puzzle) <= PUZZLES.length;
    if (puzzle && !isThere) this.complain(t("link.damaged", { why: t("link.no-puzzle", { number: puzzle }) }), true);
    this.open(isThere ? Number(puzzle) - 1 : ofToday());
    return true;
  }

  openToday() {
    return this.open(ofToday());
  }

  /** Begin with one of the puzzles; the others follow. */
  open(first) {
    byId("dialog-puzzles").close();
    return this.trainer.start(PUZZLES.map((puzzle, i) => this.#exercise(puzzle, i)), first);
  }

  #exercise({ position, wins, open, plies }, i) {
    return {
      title: t("puzzle.name", { number: i + 1 }), task: `${t("puzzle.task")} ${t("puzzle.deep", { n: plies })}.`, solution: wins.slice(0, 1),
      open: () => this.table.open({ base: position, rules: {}, moves: [] }),
      judge: move => {
        if (wins.includes(move)) return { right: true, words: t("puzzle.right", { move }) };
        return { right: false, words: t(open.includes(move) ? "puzzle.open" : "puzzle.wrong", { move }) };
      },
      solved: () => keep(({ solved }) => ({ solved: { ...solved, [position]: true } })),
    };
  }
}
