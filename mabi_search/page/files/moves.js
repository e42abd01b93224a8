// The list of moves: the main line in pairs, with each variation below the move that it replaces.

import { isNew, make } from "./dom.js";
import { positionOf, sideAt } from "./positions.js";
import { moveText, numberOf } from "./squares.js";
import { childrenOf, moveOf, nodeName, parentOf } from "./tree.js";

/** Return the parts of a text, in which no line ends within a move. */
export const withMoves = text => text.split(/([a-h]\d–[a-h]\d)/u).map((part, i) => (i % 2 ? make("span", { class: "move" }, part) : part));

export function showMoves(host, { game, judged }, send) {
  if (!isNew("moves", game, judged)) return;
  const { tree } = game;
  const first = positionOf(game, 0).state.ply;

  const entry = (node, ply, isAnew) => {
    const { mark, told } = judged[nodeName(tree, node)] ?? {};
    const isSecond = ply % 2 === 1;
    return make("button", {
      type: "button", class: ["link", mark && "marked", isSecond && "second"].filter(Boolean).join(" "), title: told, "aria-current": node === game.at ? "step" : null,
      onclick: () => send({ type: "go", to: node }),
    }, isAnew || !isSecond ? make("span", { class: "n" }, numberOf(ply) + (isSecond ? "…" : ".")) : null,
    make("span", { class: `disc ${sideAt(game, parentOf(tree, node))}` }), moveText(moveOf(tree, node)), mark ? make("b", {}, mark) : null);
  };

  /** Put the first of these moves, made after so many plies, and what follows it into a line, with the others as variations below it. */
  const fill = (line, moves, plies) => {
    let isAnew = true;
    for (let [next, ...others] = moves, ply = plies; next !== undefined; [next, ...others] = childrenOf(tree, next), ply += 1) {
      line.append(entry(next, ply, isAnew));
      isAnew = others.length > 0;
      for (const other of others) {
        const variation = make("div", { class: "line variation" });
        fill(variation, [other], ply);
        line.append(variation);
      }
    }
  };

  const start = make("button", { type: "button", class: "link", "aria-current": game.at ? null : "step", onclick: () => send({ type: "go", to: 0 }) }, t("moves.start"));
  const line = make("div", { class: "line" }, start);
  fill(line, childrenOf(tree, 0), first);
  host.replaceChildren(line);
  const now = host.querySelector("[aria-current]");
  const top = now.offsetTop - host.offsetTop;
  if (top < host.scrollTop || top + now.offsetHeight > host.scrollTop + host.clientHeight) host.scrollTop = top - host.clientHeight / 2;
}
