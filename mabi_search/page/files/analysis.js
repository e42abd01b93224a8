// The panel of the engine: best moves, the result of a pass, proofs, and a review of the game.

import { byId, download, make } from "./dom.js";
import { reasonsText } from "./reasons.js";

const SHOWN_MOVES = 24;
const SOLVE_SECONDS = 600;

export class Analysis {
  /** Callbacks: changed() when something new is known, judged() after a review, walk(moves) to step through a line, learn(nodes) to practise mistakes. */
  constructor(table, board, { changed, judged, walk, learn, complain }) {
    this.table = table;
    this.board = board;
    this.changed = changed;
    this.judged = judged;
    this.walk = walk;
    this.learn = learn;
    this.complain = complain;
    this.on = false;
    this.working = null; // the long question that a button has asked
    byId("analyse").onclick = () => this.toggle();
    byId("lines").onchange = () => this.place();
    byId("ask-pass").onclick = () => this.pass();
    byId("solve").onclick = () => this.solve();
    byId("review").onclick = () => this.review();
  }

  /** Set the maximum number of lines. */
  begin({ lines: most }) {
    byId("lines").replaceChildren(...Array.from({ length: most }, (_, i) => make("option", { selected: i === 2 }, String(i + 1))));
    this.#list([]);
  }

  toggle(on = !this.on) {
    this.on = on;
    byId("analyse").setAttribute("aria-pressed", String(on));
    if (on) this.place();
    else {
      this.halt();
      byId("effort").value = t("search.rest");
    }
  }

  halt() {
    return this.table.searching.stop();
  }

  /** Clear results that belong to another position. */
  place() {
    this.#list([]);
    this.#tell();
    if (!this.on) {
      if (this.working) this.halt();
      return;
    }
    const node = this.table.at;
    if (node.view.over) {
      byId("effort").value = t("search.over");
      this.halt();
      return;
    }
    const lines = Number(byId("lines").value);
    byId("effort").value = t("search.on");
    this.table.searching.ask("analyse", { game: this.table.game(node), lines }, found => this.#found(node, found))
      .catch(error => { if (this.on && node === this.table.at) this.#tell(error.message); });
  }

  #found(node, found) {
    if (found.lines.length || found.depth) node.worth = found.worth;
    this.changed();
    if (node !== this.table.at || !this.on) return;
    byId("effort").value = t("search.effort", { depth: found.depth, n: found.nodes, seconds: found.seconds.toFixed(1) });
    this.#list(found.lines);
    this.board.point({ arrows: found.lines.map(line => line.moves[0]) });
  }

  /** Show the lines. The number of rows is fixed, so that the page below does not move. */
  #list(lines) {
    const rows = Math.max(Number(byId("lines").value) || 1, lines.length);
    const node = this.table.at;
    byId("lines-found").replaceChildren(...Array.from({ length: rows }, (_, i) => {
      const line = lines[i];
      if (!line) return make("li", { class: "faint" }, make("span", { class: "score" }, `${i + 1}.`));
      const moves = line.moves.slice(0, SHOWN_MOVES);
      return make("li", {}, make("span", { class: "score" }, line.worth.sure !== null ? t("search.proven", { worth: line.worth.told }) : line.worth.told),
        make("span", { class: "pv" }, ...moves.map((move, k) => make("button", {
          type: "button", class: "link", onclick: () => this.table.follow(node, line.moves.slice(0, k + 1)),
        }, move))));
    }));
  }

  /** Show a result, below the buttons that can be used with it. */
  #tell(text = "", doings = [], ...more) {
    const row = doings.filter(Boolean);
    const shown = [row.length ? make("div", { class: "row" }, ...row) : null, text ? make("p", {}, text) : null, ...more];
    byId("result").replaceChildren(...shown.filter(Boolean));
  }

  /** Stop the search and ask a long question; return its answer, or null. */
  async #long(what, fields, part) {
    if (this.on) this.toggle(false);
    const node = this.table.at;
    const mine = Symbol(what);
    this.working = mine;
    this.#tell("…");
    try {
      const answer = await this.table.searching.ask(what, fields, found => { if (node === this.table.at) part(found); });
      return node === this.table.at || what === "review" ? answer : null;
    } catch (error) {
      if (node === this.table.at) this.#tell(error.message);
      return null;
    } finally {
      if (this.working === mine) {
        this.working = null;
      }
    }
  }

  async pass() {
    const node = this.table.at;
    const found = await this.#long("pass", { game: this.table.game() }, part => this.board.point({ dots: part.region }));
    if (!found) return;
    const show = found.run.length
      ? make("button", { type: "button", onclick: () => this.walk(node, ["pass", ...found.run]) }, t("search.show-run")) : null;
    this.#tell(found.told, [show]);
  }

  async solve() {
    const node = this.table.at;
    const fields = { game: this.table.game(), seconds: SOLVE_SECONDS };
    const found = await this.#long("solve", fields, part => this.#tell(part.progress));
    if (!found) return;
    if (found.proven) {
      node.worth = found.worth;
      this.changed();
    }
    const line = found.moves.length
      ? make("button", { type: "button", onclick: () => this.walk(node, found.moves) }, t("search.show-line")) : null;
    const proof = found.certificate
      ? make("button", { type: "button", onclick: () => this.#certificate() }, t("search.certificate")) : null;
    const effort = t("search.took", { n: found.nodes, seconds: found.seconds.toFixed(1) });
    const why = reasonsText(found.reasons);
    this.#tell(found.summary, [line, proof], why ? make("p", {}, why) : null, make("p", { class: "faint" }, [effort, found.told].filter(Boolean).join("; ")));
  }

  async #certificate() {
    try {
      download("mabi-certificate.jsonl", (await this.table.searching.ask("certificate", {})).text);
    } catch (error) {
      this.complain(error.message);
    }
  }

  async review() {
    const line = this.table.at.line;
    const game = this.table.game(line[line.length - 1]);
    const found = await this.#long("review", { game }, part => this.#tell(part.progress));
    if (!found) return;
    found.worths.forEach((worth, i) => { line[i].worth = worth; });
    found.plies.forEach((judged, i) => { line[i + 1].judged = judged; });
    this.changed();
    this.judged();
    const marked = found.plies.map((judged, i) => [judged, line[i + 1]]).filter(([judged]) => judged.mark);
    const mistakes = marked.filter(([judged]) => judged.better.length).map(([, node]) => node);
    const learn = mistakes.length
      ? make("button", { type: "button", onclick: () => this.learn(mistakes) }, t("train.learn", { n: mistakes.length })) : null;
    this.#tell(found.summary, [learn], ...marked.map(([judged, node]) => make("button", {
      type: "button", class: "link", onclick: () => this.table.go(node),
    }, `${judged.mark} ${judged.told}`)));
  }
}
