// Games begun, loaded and saved.

import { byId, download, make } from "./dom.js";

const WORDS = { setup: "where the pieces stand", paralysis: "what is paralysed", freeze: "what is frozen",
  pass_rule: "what a pass does", repetition: "what may not occur three times" };
const SIZES = [2, 3, 4, 5, 6, 7, 8];

export class Files {
  constructor(table, complain) {
    this.table = table;
    this.complain = complain;
    byId("new").onclick = () => byId("dialog-new").showModal();
    byId("load").onclick = () => { byId("load-wrong").textContent = ""; byId("dialog-load").showModal(); };
    byId("save").onclick = () => this.#save();
    byId("new-go").onclick = () => this.#begin();
    byId("load-go").onclick = () => this.#load();
    byId("load-file").onchange = async event => {
      const [file] = event.target.files;
      if (file) byId("load-text").value = await file.text();
    };
  }

  begin(readings) {
    const option = (value, chosen) => make("option", { value, selected: value === chosen }, String(value));
    for (const id of ["new-ranks", "new-files"]) byId(id).replaceChildren(...SIZES.map(size => option(size, 8)));
    const fields = Object.entries(readings).map(([name, values]) => make("label", {}, `${WORDS[name] ?? name} `,
      make("select", { "data-reading": name }, ...values.map(value => option(value, values[0])))));
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

  /** A game that does not name its rules is read by those of the game on the board. */
  async #load() {
    try {
      const { size, ...rules } = this.table.rules;
      const game = await this.table.link.ask("load", { text: byId("load-text").value, rules });
      if (await this.table.open(game)) byId("dialog-load").close();
    } catch (error) {
      byId("load-wrong").textContent = error.message;
    }
  }

  async #save() {
    const line = this.table.at.line;
    try {
      const { text } = await this.table.link.ask("save", { game: this.table.game(line[line.length - 1]) });
      download("mabi-game.txt", text);
    } catch (error) {
      this.complain(error.message);
    }
  }
}
