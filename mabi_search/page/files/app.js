// Assemble the page: events go to `reduce`, the session that it returns is drawn, and its effects are performed.

import { beginAnalysis, showAnalysis } from "./analysis.js";
import { Board } from "./board.js";
import { Bar, Curve } from "./curve.js";
import { beginDialogs, showDialogs } from "./dialogs.js";
import { byId, make } from "./dom.js";
import { perform } from "./effects.js";
import { reduce } from "./events.js";
import { kept, keptSession, whenChanged } from "./keeping.js";
import { buttonOf } from "./keys.js";
import { Lesson } from "./lessons.js";
import { canSearch, Link } from "./link.js";
import { showMoves } from "./moves.js";
import { isPlaying } from "./opponent.js";
import { beginPuzzles } from "./puzzling.js";
import { showTable } from "./showing.js";
import { showTraining } from "./training.js";

const TICK = 100; // milliseconds
const MEDIUM = 2; // the level chosen at first

const spoken = kept().language;
language = Object.hasOwn(TEXTS, spoken) ? spoken : languageFor(navigator.languages ?? [navigator.language ?? ""]);
document.documentElement.lang = language;
translate(document);

const link = new Link();
let session = null;

/** Handle an event. */
function send(event) {
  const now = { now: performance.now(), date: Date.now(), today: today(), fresh: Math.floor(Math.random() * 2 ** 48), get shelf() { return kept(); } };
  const [next, effects] = reduce(session, Object.defineProperties(event, Object.getOwnPropertyDescriptors(now)));
  const isSame = next === session;
  session = next;
  if (!isSame) show();
  for (const effect of effects) perform(effect, { link, send });
  if (effects.some(effect => ["keep", "take", "forget", "empty", "solved", "shelve"].includes(effect.do))) show();
}

const board = new Board(byId("board"), {
  choose: square => send({ type: "choose", square }), move: move => send({ type: "move", move }), look: square => send({ type: "look", square }),
});
const parts = { board, bar: new Bar(byId("bar")), curve: new Curve(byId("curve"), place => send({ type: "place", place })) };
const lessons = [...document.querySelectorAll("[data-lesson]")].map((host, number) => new Lesson(host, number, send));

function show() {
  showTable(session, parts);
  showMoves(byId("moves"), session, send);
  showAnalysis(session, send);
  showTraining(session, send);
  if (session.dialogs.includes("rules")) for (const lesson of lessons) lesson.show(session);
  showDialogs(session, kept, send);
}

// buttons, each with the event that it sends

const engine = () => ({ side: byId("play-side").value, level: Number(byId("play-level").value), clock: byId("play-clock").value });
const clicks = {
  first: () => ({ type: "go", to: "first" }), back: () => ({ type: "go", to: "back" }), on: () => ({ type: "go", to: "on" }), last: () => ({ type: "go", to: "last" }),
  auto: () => ({ type: "auto" }), pass: () => ({ type: "move", move: "pass" }), undo: () => ({ type: "undo" }), redo: () => ({ type: "redo" }), flip: () => ({ type: "flip" }),
  share: () => ({ type: "share" }), stop: () => ({ type: "stop" }), why: () => ({ type: "why" }),
  play: () => (isPlaying(session) ? { type: "resign" } : { type: "play", ...engine() }),
  "start-play": () => ({ type: "play", ...engine() }), "start-learn": () => ({ type: "dialog", dialog: "rules" }), "start-puzzle": () => ({ type: "day" }),
  "after-again": () => ({ type: "again", other: false }), "after-other": () => ({ type: "again", other: true }),
};
for (const [id, event] of Object.entries(clicks)) byId(id).onclick = () => send(event());
byId("after-review").onclick = () => {
  send({ type: "screen", screen: "analysis" });
  byId("panel-analysis").scrollIntoView({ block: "nearest" });
  send({ type: "ask", what: "review" });
};
byId("ply").oninput = () => send({ type: "place", place: Number(byId("ply").value) });
byId("keys-signs").onchange = () => send({ type: "settings", settings: { signs: byId("keys-signs").checked } });
addEventListener("keydown", event => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
  if (event.target.closest?.("input, select, textarea, dialog, [role=tablist]")) return;
  const id = buttonOf(event, kept().signs);
  if (!id) return;
  event.preventDefault();
  byId(id).click();
});
const tabs = [...document.querySelectorAll("[role=tab]")];
for (const [i, tab] of tabs.entries()) {
  tab.onclick = () => send({ type: "screen", screen: tab.id.slice("tab-".length) });
  tab.onkeydown = event => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    const other = tabs[(i + (event.key === "ArrowRight" ? 1 : tabs.length - 1)) % tabs.length];
    other.click();
    other.focus();
  };
}

function fillChoices() {
  byId("play-level").replaceChildren(...CONSTANTS.levels.map(({ name }, i) => make("option", { value: i, selected: i === MEDIUM }, t(`level.${name}`))));
  byId("language").replaceChildren(...Object.keys(TEXTS).map(name => make("option", { value: name, selected: name === language }, TEXTS[name].language)));
  byId("language").onchange = () => send({ type: "settings", settings: { language: byId("language").value } });
  byId("keys-signs").checked = kept().signs;
  byId("no-engine").hidden = canSearch();
}

fillChoices();
beginAnalysis(send);
beginPuzzles(send);
beginDialogs(send);
send({ type: "begin", hash: location.hash, number: history.state?.number ?? null, kept: keptSession() });
addEventListener("popstate", ({ state }) => send({ type: "address", hash: location.hash, number: state?.number ?? null }));
whenChanged(show);
setInterval(() => { if (session.opponent?.left) send({ type: "tick" }); }, TICK);
document.body.dataset.ready = "yes";
