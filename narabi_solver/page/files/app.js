// The page: each event goes through `reduce`, what comes of it is drawn, kept and carried out; and which control sends which event.

import { byId, made, offer, onSent, send } from "./dom.js";
import { canKeep, keep, kept, run, shareNote } from "./effects.js";
import { reduce } from "./events.js";
import { KEPT, asKept, keptText } from "./keeping.js";
import { noteParts } from "./notes.js";
import { LEAST_TURNS, MOST_TURNS } from "./opening.js";
import { Ring } from "./ring.js";
import { seen } from "./seen.js";
import { EMPTY } from "./session.js";
import { textShared } from "./sharing.js";
import { BUILDING, showBuilding } from "./show_building.js";
import { DEALING, make, showDealing } from "./show_dealing.js";
import { showGame, showNote } from "./show_game.js";
import { OWN_CLICKS, showOwning } from "./show_owning.js";
import { showResults } from "./show_results.js";

let page = { session: EMPTY, ...kept() };
let ring = null;
let noted = null; // the note that was shared last
const seed = () => crypto.getRandomValues(new Uint32Array(1))[0];

/** What the page is doing now. */
export const current = () => page;
export const ringOf = () => ring;

function happen(event) {
  const before = page;
  const dated = { today: today(), seed: seed(), ...event };
  const { page: next, effects } = reduce({ session: page.session, ...kept() }, dated);
  page = next;
  const was = asKept(kept());
  if (JSON.stringify(asKept(next)) !== JSON.stringify(was)) keep(next);
  const view = draw();
  if (view.hash) rename(view.hash, next.session.number !== before.session.number && event.type !== "address");
  for (const effect of effects) run(effect, { ring });
  const { note } = next.session;
  if (note !== noted && note.kind === "share" && note.of !== "seats" && note.copied === undefined) shareNote(view, note, textShared(view, view.note));
  noted = note;
}

/** Let the address name the deal shown: a new entry of the history for a new deal. */
function rename(hash, isNew) {
  if (hash === location.hash) return;
  if (isNew) history.pushState(null, "", hash);
  else history.replaceState(null, "", hash);
}

/** Draw all that is seen. */
export function draw() {
  const { session, settings } = page,
    keeps = canKeep();
  speak(settings.language);
  const view = seen(page);
  if (session.game) {
    showGame(view, settings, ring);
    showBuilding(view);
  }
  showDealing(page, keeps);
  showOwning(session);
  showResults(page, keeps);
  byId("clock-on").checked = settings.clock === true;
  byId("letters").checked = settings.letters !== false;
  if (!view.builder) showNote(...noteParts(view));
  play(session.auto);
  return view;
}

let spoken = null;
/** Say everything in a language: the one that was chosen, or one that the browser names. */
function speak(chosen) {
  const next = Object.hasOwn(TEXTS, chosen ?? "") ? chosen : languageFor(navigator.languages ?? [navigator.language ?? ""]);
  if (next === spoken) return;
  spoken = language = document.documentElement.lang = next;
  offer(byId("language"), Object.keys(TEXTS).map(one => [one, TEXTS[one].language]), next);
  for (const option of byId("language").options) option.lang = option.value;
  translate(document);
  byId("mend").textContent = t("page.mend", { file: `${next}.toml` });
}

const TICK = 1100; // milliseconds a turn when the game plays on by itself
let timer = null;
function play(on) {
  if (on === (timer !== null)) return;
  clearInterval(timer);
  timer = on ? setInterval(() => send({ type: "auto-step" }), TICK) : null;
}

/** Single letters, by the key where another alphabet is written; they can be switched off. */
const LETTERS = { KeyH: "hint", KeyU: "undo" };

function keys(event) {
  const { session, settings } = page;
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || session.builder || session.dialog || !session.game) return;
  if (event.target.closest?.("input, select, textarea")) return;
  const { at, line } = session.game;
  const sends = {
    ArrowLeft: { type: "step", to: at - 1 },
    ArrowRight: { type: "redo" },
    Home: { type: "step", to: 0 },
    End: { type: "step", to: line.swaps.length },
    Escape: { type: "drop" },
  };
  const code = /^[^a-z]$/i.test(event.key) ? event.code : event.key.length === 1 ? `Key${event.key.toUpperCase()}` : event.key;
  const letter = settings.letters !== false && LETTERS[code];
  const sent = sends[code] ?? (letter && { type: letter });
  if (!sent) return;
  event.preventDefault();
  send(sent);
}

/** Open a part below the game, and go there. */
function showPart(id) {
  byId(id).open = true;
  byId(id).firstElementChild.focus();
  byId(id).scrollIntoView();
}

const CLICKS = {
  undo: () => ({ type: "undo" }),
  hint: () => ({ type: "hint" }),
  costs: () => ({ type: "compare" }),
  solution: () => ({ type: "solution" }),
  partner: () => ({ type: "partner" }),
  share: () => ({ type: "share" }),
  first: () => ({ type: "step", to: 0 }),
  back: ({ game }) => ({ type: "step", to: game.at - 1 }),
  on: () => ({ type: "redo" }),
  redo: () => ({ type: "redo" }),
  auto: () => ({ type: "auto" }),
  judged: () => ({ type: "review" }),
  new: () => ({ type: "new" }),
  teach: () => ({ type: "teach" }),
  "compared-close": () => ({ type: "drop" }),
  "kept-show": () => ({ type: "export" }),
  "kept-take": () => ({ type: "import", text: byId("kept-text").value }),
  ...BUILDING,
  ...DEALING,
  ...OWN_CLICKS,
};

const CHANGES = {
  cards: ({ value }) => ({ type: "cards", cards: value }),
  rule: ({ value }) => ({ type: "rule", undo: value }),
  language: ({ value }) => ({ type: "language", language: value }),
  "clock-on": ({ checked }) => ({ type: "clock", on: checked }),
  letters: ({ checked }) => ({ type: "letters", on: checked }),
  levels: ({ value }) => ({ type: "levels", text: value }),
  players: ({ value }) => ({ type: "choose", what: "players", value: Number(value) }),
  turns: ({ value }) => ({ type: "choose", what: "turns", value: Number(value) }),
  "deck-used": ({ value }) => ({ type: "deck", link: value }),
};

function listen() {
  for (const [id, event] of Object.entries(CLICKS)) byId(id).addEventListener("click", () => send(event(page.session)));
  for (const [id, event] of Object.entries(CHANGES)) byId(id).addEventListener("change", () => send(event(byId(id))));
  for (const radio of document.getElementsByName("kind")) radio.addEventListener("change", () => send({ type: "choose", what: "kind", value: radio.value }));
  byId("step").addEventListener("input", () => send({ type: "step", to: Number(byId("step").value) }));
  byId("rules").addEventListener("click", () => showPart("how"));
  byId("legend").addEventListener("click", () => showPart("signs"));
  byId("teach").addEventListener("click", () => (byId("how").open = false));
  byId("kept-show").addEventListener("click", () => {
    byId("kept-text").value = keptText(page);
    byId("kept-text").select();
  });
  const submitted = { dealing: make, owning: () => ({ type: "own-save" }) };
  for (const [id, does] of Object.entries(submitted)) {
    byId(id).addEventListener("submit", event => {
      event.preventDefault();
      send(does());
    });
    byId(id).addEventListener("close", () => id === page.session.dialog && send({ type: "close" })); // Escape
  }
  document.addEventListener("keydown", keys);
  for (const id of ["signs", "results"]) byId(id).addEventListener("toggle", () => draw());
  addEventListener("beforeprint", () => (byId("signs").open = true));
  addEventListener("storage", ({ key }) => (key === KEPT || key === null) && send({ type: "today" }));
  document.addEventListener("visibilitychange", () => send({ type: "today" }));
  setInterval(() => send({ type: "today" }), 20000);
  setInterval(() => !document.hidden && page.settings.clock && send({ type: "tick" }), 1000);
  // what is drawn meanwhile may have replaced the address again
  addEventListener("hashchange", ({ newURL }) => send({ type: "address", hash: new URL(newURL).hash }));
}

function begin() {
  for (let turns = LEAST_TURNS; turns <= MOST_TURNS; turns++) byId("turns").append(made("option", String(turns)));
  const { visited } = page.settings;
  speak(page.settings.language);
  ring = new Ring(byId("ring"), USUAL, place => send({ type: "tap", place }), place => send({ type: "explain", place }));
  onSent(happen);
  listen();
  byId("how").open = !visited;
  keep({ ...page, settings: { ...page.settings, visited: true } });
  send({ type: "address", hash: location.hash });
}

begin();
