// The list of moves: the main line, with each variation below the move that it replaces.

import { isNew, make } from "./dom.js";
import { positionOf, sideAt } from "./positions.js";
import { moveText } from "./squares.js";
import { childrenOf, moveOf, nodeName, parentOf } from "./tree.js";

export function showMoves(host, { game, judged }, send) {
  if (!isNew("moves", game, judged)) return;
  const { tree } = game;
  const first = positionOf(game, 0).state.ply;

  const entry = (node, ply) => {
    const text = node ? moveText(moveOf(tree, node)) : t("moves.start");
    const { mark, told } = judged[nodeName(tree, node)] ?? {};
    return make("button", {
      type: "button", class: mark ? "link marked" : "link", title: told, "aria-current": node === game.at ? "step" : null,
      onclick: () => send({ type: "go", to: node }),
    }, node ? make("span", { class: "n" }, `${first + ply}.`) : null,
    node ? make("span", { class: `disc ${sideAt(game, parentOf(tree, node))}` }) : null, text, mark ? make("b", {}, mark) : null);
  };

  const fill = (line, from, ply) => {
    let depth = ply;
    for (let children = childrenOf(tree, from); children.length; children = childrenOf(tree, children[0])) {
      depth += 1;
      const [next, ...others] = children;
      line.append(entry(next, depth));
      for (const other of others) {
        const variation = make("div", { class: "line variation" }, entry(other, depth));
        fill(variation, other, depth);
        line.append(variation);
      }
    }
  };

  const line = make("div", { class: "line" }, entry(0, 0));
  fill(line, 0, 0);
  host.replaceChildren(line);
  const now = host.querySelector("[aria-current]");
  const top = now.offsetTop - host.offsetTop;
  if (top < host.scrollTop || top + now.offsetHeight > host.scrollTop + host.clientHeight) host.scrollTop = top - host.clientHeight / 2;
}
