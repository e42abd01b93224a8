// The list of moves: the main line, with each variation below the move that it replaces.

import { make } from "./dom.js";

export class Moves {
  constructor(host, table) {
    this.host = host;
    this.table = table;
  }

  show() {
    const { root } = this.table;
    const line = make("div", { class: "line" }, this.#entry(root));
    this.#fill(line, root);
    this.host.replaceChildren(line);
    const now = this.host.querySelector("[aria-current]");
    if (now) {
      const top = now.offsetTop - this.host.offsetTop;
      const out = top < this.host.scrollTop || top + now.offsetHeight > this.host.scrollTop + this.host.clientHeight;
      if (out) this.host.scrollTop = top - this.host.clientHeight / 2;
    }
  }

  #fill(line, from) {
    for (let node = from; node.children.length; node = node.children[0]) {
      const [first, ...others] = node.children;
      line.append(this.#entry(first));
      for (const other of others) {
        const variation = make("div", { class: "line variation" }, this.#entry(other));
        this.#fill(variation, other);
        line.append(variation);
      }
    }
  }

  #entry(node) {
    const first = this.table.root.view?.ply ?? 0;
    const text = (node.move === "pass" ? t("moves.pass") : node.move) ?? t("moves.start");
    const mark = node.judged?.mark;
    return make("button", {
      type: "button",
      class: mark ? "link marked" : "link",
      title: node.judged?.told,
      "aria-current": node === this.table.at ? "step" : null,
      onclick: () => this.table.go(node),
    }, node.parent ? make("span", { class: "n" }, `${first + node.ply}.`) : null,
    node.side ? make("span", { class: `disc ${node.side}` }) : null, text, mark ? make("b", {}, mark) : null);
  }
}
