// Assemble the page: events go to `reduce`, the session that it returns is drawn, and its effects are performed.

import { beginAnalysis, showAnalysis } from "./analysis.js";
import { Board } from "./board.js";
import { Bar, Curve } from "./curve.js";
import { beginDialogs, chosenRules, showDialogs } from "./dialogs.js";
import { byId, make } from "./dom.js";
import { perform } from "./effects.js";
import { reduce } from "./events.js";
import { fillLevels, showHome } from "./home.js";
import { dress } from "./icons.js";
import { kept, keptSession, whenChanged } from "./keeping.js";
import { buttonOf } from "./keys.js";
import { fillRules, lessonBoard, showLesson } from "./learning.js";
import { LESSONS } from "./lesson.js";
import { canSearch, Link } from "./link.js";
import { showMoves } from "./moves.js";
import { nextNumber } from "./puzzle_list.js";
import { beginPuzzles } from "./puzzling.js";
import { beginSetup, showSetup } from "./setting.js";
import { showTable } from "./showing.js";
import { showTraining } from "./training.js";

const TICK = 100; // milliseconds
const KEPT = ["keep", "take", "forget", "empty", "solved", "shelve", "learnt", "played", "settings"]; // effects that change what is kept

const spoken = kept().language;
language = Object.hasOwn(TEXTS, spoken) ? spoken : languageFor(navigator.languages ?? [navigator.language ?? ""]);
document.documentElement.lang = language;
translate(document);
dress(document);

const link = new Link();
let session = null;

/** Handle an event. */
function send(event) {
  const now = { now: performance.now(), date: Date.now(), today: today(), fresh: Math.floor(Math.random() * 2 ** 48), get shelf() { return kept(); } };
  const [next, effects] = reduce(session, Object.defineProperties(event, Object.getOwnPropertyDescriptors(now)));
  const isSame = next === session;
  session = next;
  for (const effect of effects) perform(effect, { link, send });
  if (!isSame || effects.some(effect => KEPT.includes(effect.do))) show();
}

const board = new Board(byId("board"), {
  choose: square => send({ type: "choose", square }), move: move => send({ type: "move", move }), look: square => send({ type: "look", square }),
});
const parts = { board, bar: new Bar(byId("bar")), curve: new Curve(byId("curve"), place => send({ type: "place", place })) };
const boardOfLesson = lessonBoard(send);
const boardOfSetup = beginSetup(send);

function show() {
  const shelf = kept();
  showTable(session, shelf, parts, send);
  showMoves(byId("moves"), session, send);
  showAnalysis(session, send);
  showTraining(session, send);
  showHome(session, shelf);
  showLesson(session, boardOfLesson);
  showSetup(session, boardOfSetup);
  showDialogs(session, kept, send);
}

// buttons, each with the event that it sends

const dialog = name => () => ({ type: "dialog", dialog: name });
const setup = deed => () => ({ type: "setup", deed });
const screen = name => () => ({ type: "screen", screen: name });
const clicks = {
  menu: dialog("menu"), more: dialog("more"), new: dialog("new"), puzzles: dialog("puzzles"), load: dialog("load"), save: dialog("save"), rules: dialog("rules"),
  here: () => ({ type: "dialog", dialog: "new", fromHere: true }),
  home: () => (session.screen === "learn" ? { type: "teach", number: null } : screen("start")()), "to-play": screen("play"), "to-analysis": screen("analysis"),
  first: () => ({ type: "go", to: "first" }), back: () => ({ type: "go", to: "back" }), on: () => ({ type: "go", to: "on" }), last: () => ({ type: "go", to: "last" }),
  auto: () => ({ type: "auto" }), pass: () => ({ type: "pass" }), undo: () => ({ type: "undo" }), redo: () => ({ type: "redo" }), flip: () => ({ type: "flip" }),
  hint: () => ({ type: "hint" }), solution: () => ({ type: "train", deed: "show" }), share: () => ({ type: "share" }), stop: () => ({ type: "stop" }), why: () => ({ type: "why" }),
  resign: () => ({ type: "resign" }), day: () => ({ type: "day" }),
  learn: () => ({ type: "teach", number: Math.max(0, LESSONS.findIndex(({ name }) => !kept().learnt[name])) }),
  "lesson-pass": () => ({ type: "lesson", deed: "move", move: "pass" }), "lesson-again": () => ({ type: "lesson", deed: "again" }),
  "lesson-next": () => ({ type: "teach", number: session.lesson.number + 1 }),
  again: () => ({ type: "again", other: false }), other: () => ({ type: "again", other: true }), "over-share": () => ({ type: "result" }),
  "over-next": () => (nextNumber(session.task) === null ? { type: "dialog", dialog: "puzzles" } : { type: "train", deed: "next" }),
  setup: setup("begin"), ...Object.fromEntries(["close", "undo", "clear", "copy", "analyse", "play"].map(deed => [`setup-${deed}`, setup(deed)])),
  review() {
    send({ type: "screen", screen: "analysis" });
    return { type: "ask", what: "review" };
  },
  print() {
    send({ type: "screen", screen: "analysis" });
    print();
    return null;
  },
};
for (const button of document.querySelectorAll("[data-act]")) {
  const within = button.closest("#dialog-menu, #dialog-more, #dialog-rules, #dialog-welcome");
  button.onclick = () => {
    if (within) send({ type: "close", dialog: within.id.slice("dialog-".length) });
    const event = clicks[button.dataset.act]();
    if (event) send(event);
  };
}

/** Begin a game against the engine at a level: a new one, or from the position shown. */
function begin(level, host) {
  const isDialog = host.closest("dialog") !== null;
  const side = isDialog ? byId("play-side").value : document.querySelector("[name=side]:checked").value;
  const clock = isDialog ? byId("play-clock").value : "";
  send({ type: "settings", settings: { against: { level, side, clock } } });
  send({ type: "play", level, side, clock, rules: isDialog ? (session.fromHere ? null : chosenRules()) : {} });
}

for (const radio of document.querySelectorAll("[name=side]")) radio.onchange = () => send({ type: "settings", settings: { against: { ...kept().against, side: radio.value } } });
byId("keys-signs").onchange = () => send({ type: "settings", settings: { signs: byId("keys-signs").checked } });
byId("sounds").onchange = () => send({ type: "settings", settings: { sounds: byId("sounds").checked } });
addEventListener("keydown", event => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || !["play", "analysis"].includes(session.screen)) return;
  if (event.target.closest?.("input, select, textarea, dialog")) return;
  const id = buttonOf(event, kept().signs);
  if (!id) return;
  event.preventDefault();
  byId(id).click();
});

function fillChoices() {
  byId("language").replaceChildren(...Object.keys(TEXTS).map(name => make("option", { value: name, selected: name === language }, TEXTS[name].language)));
  byId("language").onchange = () => send({ type: "settings", settings: { language: byId("language").value } });
  byId("keys-signs").checked = kept().signs;
  byId("sounds").checked = kept().sounds;
  byId("no-engine").hidden = canSearch();
}

fillChoices();
fillLevels(begin);
fillRules();
beginAnalysis(send);
beginPuzzles(send);
beginDialogs(send);
send({ type: "begin", hash: location.hash, number: history.state?.number ?? null, kept: keptSession() });
addEventListener("popstate", ({ state }) => send({ type: "address", hash: location.hash, number: state?.number ?? null, screen: state?.screen }));
whenChanged(show);
setInterval(() => { if (session.opponent?.left) send({ type: "tick" }); }, TICK);
document.body.dataset.ready = "yes";
