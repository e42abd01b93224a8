// Draws the dialog in which cards and colours of one's own are composed.

import { MOST_COPIES, cardName } from "./decks.js";
import { byId, fill, made, send } from "./dom.js";
import { here } from "./here.js";
import { conditionsOf } from "./owning.js";
import { shape, signParts } from "./ring.js";
import { whole, wordsOfCard } from "./rules.js";
import { sharedField } from "./sharing.js";

/** The sign of a card that need not lie in a ring. */
const signAlone = card => shape("svg", { viewBox: "-1 -.7 2 1.4", "aria-hidden": "true" }, signParts(card, null));

/** A card with how often the deck has it. */
function cardRow(owning, name) {
  const card = { conditions: conditionsOf(owning, name) },
    called = cardName(USUAL, name, card),
    many = owning.copies[name];
  const row = made("li", "", { class: many ? "" : "none" }),
    words = made("span"),
    count = made("span", "", { class: "copies" });
  words.append(made("b", called), ` ${wordsOfCard(card)}`);
  const change = (sign, key, by) => {
    const button = made("button", sign, { type: "button", "aria-label": t(key, { card: called }) });
    button.toggleAttribute("disabled", !whole(0, MOST_COPIES)(many + by));
    button.addEventListener("click", () => send({ type: "own-copies", name, by }));
    return button;
  };
  count.append(change("−", "own.fewer", -1), made("output", String(many)), change("+", "own.more", 1));
  row.append(signAlone(card), words, count);
  return row;
}

/** A field for each condition that a new card may have. */
function conditionFields() {
  const select = (id, choices) => {
    const field = made("select", "", { id: `own-${id}`, "aria-label": t(`own.${id.replace(/-.*/, "")}`) });
    field.append(made("option", "–", { value: "" }), ...choices.map(([value, words]) => made("option", words, { value })));
    field.addEventListener("change", showComposed);
    return field;
  };
  const named = names => names.map(name => [name, t(`name.${name}`)]);
  const numbers = (low, high) => [...Array(high - low + 1).keys()].map(i => [String(low + i), String(low + i)]);
  const fields = {
    colour: [select("colour", named(["white", "dark"]))],
    parity: [select("parity", named(["even", "odd"]))],
    compare: [select("compare", named(["higher", "lower"]))],
    value: [select("value-low", numbers(0, 9)), select("value-high", numbers(0, 9))],
    distance: [select("distance", numbers(1, 7))],
    seat: [select("seat", named(["left", "right"]))],
    never: [select("never", [["true", t("own.yes")]])],
  };
  return Object.entries(fields).map(([name, selects]) => {
    const label = made(selects.length > 1 ? "div" : "label"),
      both = made("span", "", { class: "both" });
    both.append(...selects);
    label.append(made("span", t(`own.${name}`)), both);
    return label;
  });
}

/** The conditions that are chosen for a new card. */
function composed() {
  const of = id => byId(`own-${id}`).value;
  if (of("never")) return { never: true };
  const [low, high] = [of("value-low"), of("value-high")];
  const asked = {
    colour: of("colour"),
    parity: of("parity"),
    compare: of("compare"),
    value: (low || high) && [Number(low || 0), Number(high || 9)].sort(),
    distance: of("distance") && [Number(of("distance"))],
    seat: of("seat") && [of("seat")],
  };
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value));
}

function showComposed() {
  const card = { conditions: composed() };
  fill(byId("own-words"), signAlone(card), ` ${wordsOfCard(card)}`);
}

let shown = null; // the language of the fields, and what was composed when they were emptied last

export function showOwning({ owning }) {
  if (!owning) {
    shown = null;
    return;
  }
  if (shown?.language !== language) fill(byId("own-conditions"), ...conditionFields());
  const { white, copies, added, problem, shared } = owning;
  if (shown && shown.copies !== copies && added) for (const field of byId("own-conditions").querySelectorAll("select")) field.value = "";
  const focused = [...byId("own-white").children].indexOf(document.activeElement);
  fill(byId("own-white"), ...[...Array(10).keys()].map(number => whiteButton(number, white.includes(number))));
  if (focused >= 0) byId("own-white").children[focused].focus();
  const [row, button] = focusIn(byId("own-cards"));
  fill(byId("own-cards"), ...Object.keys(copies).map(name => cardRow(owning, name)));
  if (row >= 0) byId("own-cards").children[row]?.querySelectorAll("button")[button].focus();
  if (shown && shown.copies !== copies && added) byId("own-cards").children[Object.keys(copies).indexOf(added)].scrollIntoView({ block: "nearest" });
  showComposed();
  byId("own-problem").textContent = problem ? t(problem.key, problem) : "";
  const isNew = fill(byId("own-shared"), ...(shared === null ? [] : [made("p", t("own.shared")), sharedField(shared)]));
  if (isNew && shared !== null) byId("own-shared").scrollIntoView({ block: "nearest" });
  shown = { language, copies };
}

/** Which button of which row has the focus. */
function focusIn(list) {
  const row = [...list.children].findIndex(one => one.contains(document.activeElement));
  return [row, row < 0 ? -1 : [...list.children[row].querySelectorAll("button")].indexOf(document.activeElement)];
}

function whiteButton(number, pressed) {
  const button = made("button", String(number), { type: "button", "aria-pressed": pressed });
  button.addEventListener("click", () => send({ type: "own-white", number }));
  return button;
}

export const OWN_CLICKS = {
  "own-add": () => ({ type: "own-add", conditions: composed() }),
  "own-share": () => ({ type: "own-share", address: here.address() }),
  "own-usual": () => ({ type: "own-usual" }),
};
