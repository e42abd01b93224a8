// Begin, load and save games.

import { readAddress, untracked } from "./address.js";
import { byId, download, make, mayDo } from "./dom.js";
import { forgetAll, forgetGame, keepGame, kept, keptText, takeText, whenChanged } from "./keeping.js";

const SHARED = "#game=";
const SIZES = [2, 3, 4, 5, 6, 7, 8];

export class Files {
  constructor(table, complain) {
    this.table = table;
    this.complain = complain;
    byId("new").onclick = () => byId("dialog-new").showModal();
    byId("load").onclick = () => this.#choose();
    byId("save").onclick = () => this.#askName();
    byId("save-keep").onclick = () => this.#keep();
    byId("save-file").onclick = () => this.#save();
    byId("share").onclick = () => this.#share();
    byId("kept-open").onclick = () => this.#showKept();
    byId("kept-file").onclick = () => download("mabi-kept.txt", byId("kept-text").value);
    byId("kept-take").onclick = () => this.#take();
    byId("kept-delete").onclick = () => this.#deleteAll();
    whenChanged(() => {
      if (byId("dialog-load").open) this.#list();
    });
    byId("new-go").onclick = () => this.#begin();
    byId("load-go").onclick = () => this.#load();
    byId("load-file").onchange = async event => {
      const [file] = event.target.files;
      if (file) byId("load-text").value = await file.text();
    };
  }

  begin({ readings }) {
    const option = (value, chosen, name = value) => make("option", { value, selected: value === chosen }, String(name));
    for (const id of ["new-ranks", "new-files"]) byId(id).replaceChildren(...SIZES.map(size => option(size, 8)));
    const fields = Object.entries(readings).map(([name, values]) => {
      const words = value => t(`reading.${name}.${value}.why`);
      const why = make("span", { class: "why" }, words(values[0]));
      const select = make("select", {
        "data-reading": name, onchange: () => { why.textContent = words(select.value); },
      }, ...values.map(value => option(value, values[0], t(`reading.${name}.${value}`))));
      return make("div", { class: "reading" }, make("label", {}, `${t(`reading.${name}`)} `, select), why);
    });
    byId("new-readings").append(...fields);
  }

  #readings() {
    const chosen = [...document.querySelectorAll("[data-reading]")].map(select => [select.dataset.reading, select.value]);
    return Object.fromEntries(chosen);
  }

  async #begin() {
    const size = `${byId("new-ranks").value}x${byId("new-files").value}`;
    if (await this.table.open({ base: "start", rules: { ...this.#readings(), size }, moves: [] })) byId("dialog-new").close();
  }

  /** Ask for a text or for a game kept in this browser. */
  #choose() {
    byId("load-wrong").textContent = "";
    this.#list();
    byId("dialog-load").showModal();
  }

  #list() {
    const { games } = kept();
    byId("kept").hidden = games.length === 0;
    byId("kept-games").replaceChildren(...games.map(({ name, text }) => make("li", {},
      make("button", { type: "button", class: "link", onclick: () => { byId("load-text").value = text; this.#load(); } }, name),
      make("button", { type: "button", "aria-label": t("load.forget", { name }), onclick: () => this.#delete(name) }, "×"))));
  }

  async #delete(name) {
    if (!(await mayDo(t("kept.ask-one", { name }), t("kept.delete-it")))) return;
    forgetGame(name);
    this.#list();
  }

  #showKept(told = "") {
    byId("kept-text").value = keptText();
    byId("kept-told").textContent = told;
    if (!byId("dialog-kept").open) byId("dialog-kept").showModal();
  }

  #take() {
    try {
      const done = takeText(byId("kept-text").value);
      this.#list();
      if (done) this.#showKept(t("kept.taken"));
      else byId("kept-told").textContent = t("kept.not-kept");
    } catch (error) {
      byId("kept-told").textContent = error.message;
    }
  }

  async #deleteAll() {
    if (!(await mayDo(t("kept.ask-all"), t("kept.delete-all")))) return;
    forgetAll();
    this.#list();
    this.#showKept();
  }

  #askName() {
    const plies = this.table.at.line.length - 1;
    byId("save-name").value = t("save.name-of", { day: new Date().toLocaleString(locale(), { dateStyle: "medium", timeStyle: "short" }), plies: t("count.plies", { n: plies }) });
    byId("save-wrong").textContent = "";
    byId("dialog-save").showModal();
  }

  async #keep() {
    try {
      const done = keepGame(byId("save-name").value.trim().slice(0, 80) || "?", await this.#text());
      if (done) byId("dialog-save").close();
      else {
        byId("save-wrong").textContent = t("save.not-kept");
        byId("save-file").focus();
      }
    } catch (error) {
      this.complain(error.message);
    }
  }

  /** Load a game. If it does not name its rules, the rules of the game on the board apply. */
  async #load() {
    try {
      const { size, ...rules } = this.table.rules;
      const pasted = byId("load-text").value;
      const from = pasted.indexOf(SHARED); // a shared address may be pasted too
      const text = from < 0 ? pasted : readAddress(pasted.slice(from)).game;
      const game = await this.table.link.ask("load", { text, rules });
      if (await this.table.open(game)) byId("dialog-load").close();
    } catch (error) {
      byId("load-wrong").textContent = error.message;
    }
  }

  /** Copy an address that opens the game on the board. If the page is a file, copy the game itself. */
  async #share() {
    const game = await this.#text();
    const address = untracked(location.href);
    address.hash = `game=${encodeURIComponent(game)}`;
    const isFile = !address.protocol.startsWith("http"); // nobody else can open a file
    const shared = isFile ? game : address.href;
    try {
      await navigator.clipboard.writeText(shared);
      this.complain(t(isFile ? "load.copied-text" : "load.copied"));
    } catch {
      byId("load-text").value = shared; // so that it can be copied by hand
      byId("dialog-load").showModal();
      byId("load-text").select();
    }
  }

  async #text() {
    const line = this.table.at.line;
    return (await this.table.link.ask("save", { game: this.table.game(line[line.length - 1]) })).text;
  }

  /** Return the game in a shared address, or null. */
  async shared({ game }) {
    if (game === undefined) return null;
    try {
      return await this.table.link.ask("load", { text: game, rules: {} });
    } catch (error) {
      this.complain(t("link.damaged", { why: error.message }), true);
      return null;
    }
  }

  async #save() {
    try {
      const text = await this.#text();
      download("mabi-game.txt", text);
      byId("dialog-save").close();
    } catch (error) {
      this.complain(error.message);
    }
  }
}
