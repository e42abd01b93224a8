// The dialogs: which of them are open, what they show, and what their buttons send. Enter in a dialog does what its main button does.

import { byId, make } from "./dom.js";
import { isAtEnd, showEnd } from "./ending.js";
import { showPuzzles } from "./puzzling.js";
import { textOfShelf } from "./shelf.js";
import { numberOf } from "./squares.js";
import { lineThrough } from "./tree.js";
import { titleOf } from "./wording.js";
import { textOfGame } from "./written.js";

const SIZES = [2, 3, 4, 5, 6, 7, 8];
const NAMES = ["load", "save", "kept", "new", "puzzles", "rules", "ask", "menu", "more", "over", "welcome"];
const WRONG = { load: "load-wrong", save: "save-wrong", kept: "kept-told", new: "new-wrong" };

const inWords = (when, tree, at) => t("save.name-of", {
  day: new Date(when).toLocaleString(locale(), { dateStyle: "medium", timeStyle: "short" }), moves: t("count.moves", { n: numberOf(lineThrough(tree, at).length - 2) }),
});

/** Return what each dialog does with Enter, and its main button. */
const main = send => ({
  load: () => send({ type: "load", text: byId("load-text").value }),
  save: () => send({ type: "keep", name: byId("save-name").value }),
  new: () => send({ type: "new", rules: chosenRules() }),
});

/** Return the size of the board and the readings that are chosen in the dialog of a new game. */
export function chosenRules() {
  const readings = [...document.querySelectorAll("[data-reading]")].map(select => [select.dataset.reading, select.value]);
  return { ...Object.fromEntries(readings), size: `${byId("new-ranks").value}x${byId("new-files").value}` };
}

export function beginDialogs(send) {
  for (const name of NAMES) {
    const dialog = byId(`dialog-${name}`);
    const close = () => send({ type: "close", dialog: name });
    dialog.onclose = close;
    dialog.querySelector("form").onsubmit = event => {
      event.preventDefault();
      main(send)[name]?.();
    };
    for (const button of dialog.querySelectorAll("[value=cancel]")) button.onclick = close;
  }
  byId("kept-open").onclick = () => send({ type: "dialog", dialog: "kept" });
  byId("save-file").onclick = () => send({ type: "file" });
  byId("kept-file").onclick = () => send({ type: "download", name: "mabi-kept.txt", text: byId("kept-text").value });
  byId("kept-take").onclick = () => send({ type: "take", text: byId("kept-text").value });
  byId("kept-delete").onclick = () => send({ type: "confirm", question: t("kept.ask-all"), deed: t("kept.delete-all"), effect: { do: "empty" } });
  byId("ask-yes").onclick = () => send({ type: "yes" });
  byId("load-file").onchange = async event => {
    const [file] = event.target.files;
    if (file) byId("load-text").value = await file.text();
  };
  beginReadings();
}

function beginReadings() {
  const option = (value, chosen, name = value) => make("option", { value, selected: value === chosen }, String(name));
  for (const id of ["new-ranks", "new-files"]) byId(id).replaceChildren(...SIZES.map(size => option(size, 8)));
  const fields = Object.entries(CONSTANTS.readings).map(([name, values]) => {
    const words = value => t(`reading.${name}.${value}.why`);
    const why = make("span", { class: "why" }, words(values[0]));
    const select = make("select", {
      "data-reading": name, onchange: () => { why.textContent = words(select.value); },
    }, ...values.map(value => option(value, values[0], t(`reading.${name}.${value}`))));
    return make("div", { class: "reading" }, make("label", {}, `${t(`reading.${name}`)} `, select), why);
  });
  byId("new-readings").append(...fields);
}

/** What a dialog shows when it opens. */
const OPENED = {
  save({ game }) {
    byId("save-name").value = inWords(Date.now(), game.tree, game.at);
  },
  kept(_, shelf) {
    byId("kept-text").value = textOfShelf(shelf);
  },
  new({ fromHere }) {
    byId("new-title").textContent = t(fromHere ? "play.begin" : "new.title");
    for (const id of ["new-board", "new-go"]) byId(id).hidden = fromHere;
  },
  welcome(session) {
    byId("welcome-name").textContent = [...titleOf(session), ...(session.task ? [t("start.task")] : [])].join(" · ");
  },
  ask({ asking }) {
    byId("ask-question").textContent = asking.question;
    byId("ask-yes").textContent = asking.deed;
  },
};

export function showDialogs(session, shelf, send) {
  const { dialogs, wrong } = session;
  for (const name of NAMES) {
    const dialog = byId(`dialog-${name}`);
    const isOpen = dialogs.includes(name);
    if (dialog.open && !isOpen) dialog.close();
    if (!isOpen) continue;
    if (name in WRONG) byId(WRONG[name]).textContent = dialogs.at(-1) === name ? wrong : "";
    if (name === "load") showKept(shelf(), send);
    if (name === "over" && isAtEnd(session)) showEnd(session, shelf());
    if (name === "puzzles") showPuzzles(session, shelf(), send);
    if (dialog.open) continue;
    OPENED[name]?.(session, shelf());
    dialog.showModal();
  }
}

/** Show the games that are kept, and those that were left. */
function showKept({ games, left }, send) {
  byId("kept").hidden = games.length === 0;
  byId("kept-games").replaceChildren(...games.map(({ name, text }) => make("li", {},
    make("button", { type: "button", class: "link", onclick: () => { byId("load-text").value = text; send({ type: "load", text }); } }, name),
    make("button", {
      type: "button", "aria-label": t("load.forget", { name }),
      onclick: () => send({ type: "confirm", question: t("kept.ask-one", { name }), deed: t("kept.delete-it"), effect: { do: "forget", name } }),
    }, "×"))));
  const texts = new Set(games.map(({ text }) => text));
  const rows = left.flatMap((one, index) => (one.task || texts.has(textOfGame(one)) ? [] : [make("li", {},
    make("button", { type: "button", class: "link", onclick: () => send({ type: "left", index }) }, inWords(one.when, one.tree, one.at)))]));
  byId("left").hidden = rows.length === 0;
  byId("left-games").replaceChildren(...rows);
}
