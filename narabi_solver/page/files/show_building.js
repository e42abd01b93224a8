// Draws what is to be chosen for a deal that is put together by tapping stones and cards into the ring.

import { cardName, notPlaced } from "./decks.js";
import { byId, fill, made, offer, send } from "./dom.js";
import { isComplete, isFull } from "./forms.js";
import { HIDDEN, SEATS, nameOf, placeText } from "./rules.js";
import { signOf, smallStone } from "./marks.js";

/** How far it is, in words. */
function toldOf(builder, state) {
  const { ring } = builder;
  const placed = ring.filter(stone => stone.label).length;
  const cards = ring.filter(stone => stone.card && stone.card !== HIDDEN).length;
  const told = t("build.placed", { placed, cards, places: ring.length });
  if (isComplete(builder)) return told;
  return `${told} ${isFull(builder) ? t("build.one-seat") : t("build.next", { place: placeText(state, builder.chosen) })}`;
}

/** A tray of what is not placed yet. */
function tray(view, kind) {
  const { deck, builder } = view,
    left = notPlaced(builder, kind);
  const all = kind === "label" ? deck.stones[builder.players] : [HIDDEN, ...deck.names];
  return [...new Set(all)].map(what => {
    const words = what === HIDDEN ? t("build.unknown") : kind === "card" ? cardName(deck, what) : nameOf(what);
    const button = made("button", "", { type: "button", title: words, "aria-label": words });
    button.toggleAttribute("disabled", what !== HIDDEN && !left.includes(what));
    button.append(kind === "label" ? smallStone(deck, what) : what === HIDDEN ? made("b", "?") : signOf(view, what));
    if (kind === "card") button.append(made("span", words));
    button.addEventListener("click", () => send({ type: "put", kind, what }));
    return button;
  });
}

export function showBuilding(view) {
  const { builder, state } = view;
  if (!builder) return;
  const letters = [...SEATS].slice(0, builder.players);
  offer(byId("began"), [["", t("build.holder")], ...letters.map((seat, i) => [String(i), seat])], String(builder.began ?? ""));
  const rules = [...byId("rule").options].map(one => [one.value, one.textContent]);
  offer(byId("built-rule"), rules, builder.undo);
  byId("building").dataset.part = view.part ?? "";
  byId("options").hidden = !isFull(builder);
  byId("placed").textContent = toldOf(builder, state);
  byId("placed").classList.toggle("unseen", isComplete(builder) || !isFull(builder));
  byId("built").disabled = !isComplete(builder);
  fill(byId("stones"), ...tray(view, "label"));
  fill(byId("deck"), ...tray(view, "card"));
}

export const BUILDING = {
  built: () => ({ type: "built" }),
  leave: () => ({ type: "leave" }),
  clear: () => ({ type: "clear" }),
  unknown: () => ({ type: "unknown" }),
  "as-text": () => ({ type: "new", kind: "paste" }),
};
