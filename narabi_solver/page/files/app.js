// The page: each event goes through `reduce`, what comes of it is drawn, kept and carried out; and which control sends which event.

import { byId, fill, made, offer, onSent, send } from "./dom.js";
import { canKeep, keep, kept, run, shareNote } from "./effects.js";
import { reduce } from "./events.js";
import { dress, icon } from "./icons.js";
import { KEPT, asKept, keptText } from "./keeping.js";
import { LEAST_TURNS, MOST_TURNS } from "./opening.js";
import { Ring } from "./ring.js";
import { seen } from "./seen.js";
import { EMPTY } from "./session.js";
import { shareParts, textShared } from "./sharing.js";
import { BUILDING, showBuilding } from "./show_building.js";
import { DEALING, DIALOGS, make, showDealing } from "./show_dealing.js";
import { showEnd } from "./show_end.js";
import { showGame, showNotes } from "./show_game.js";
import { showMenu, showStreak, showWelcome } from "./show_menu.js";
import { OWN_CLICKS, showOwning } from "./show_owning.js";
import { showResults } from "./show_results.js";
import { showReview } from "./show_review.js";

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
  const waits = effects.some(({ effect }) => effect === "lesson"); // its address stays until it is there
  if (view.hash && !next.session.note.instead && !waits)
    rename(view.hash, next.session.number !== before.session.number && event.type !== "address" && !event.addressed);
  for (const effect of effects) run(effect, { ring });
  const { note } = next.session;
  if (note !== noted && note.kind === "share" && note.of !== "seats" && !note.shows && note.copied === undefined) shareNote(view, note, textShared(view, view.note));
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
  showNotes(view);
  showReview(view);
  showEnd(view, page);
  showStreak(page);
  showMenu(page);
  showWelcome(page, byId("name").title);
  if (view.note.kind === "share") fill(byId("shared"), ...shareParts(view, view.note).map(part => (typeof part === "string" ? made("p", part) : part)));
  showDealing(page, keeps);
  showOwning(session);
  showResults(page, keeps);
  byId("clock-on").checked = settings.clock === true;
  byId("sounds").checked = settings.sounds === true;
  byId("letters").checked = settings.letters !== false;
  document.body.classList.toggle("won", Boolean(view.joy));
  document.body.style.setProperty("--sheet", `${Math.ceil(byId("end").getBoundingClientRect().height)}px`);
  play(session.auto);
  fade(byId("toast").textContent);
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
}

const FADES = 5000; // milliseconds until what passes is gone
let passing = { words: "", timer: null };
/** Let what is said for a while go. */
function fade(words) {
  if (words === passing.words) return;
  clearTimeout(passing.timer);
  passing = { words, timer: words ? setTimeout(() => send({ type: "faded" }), FADES) : null };
}

const TICK = 1100; // milliseconds a turn when the game plays on by itself
let timer = null;
function play(on) {
  if (on === (timer !== null)) return;
  clearInterval(timer);
  timer = on ? setInterval(() => send({ type: "auto-step" }), TICK) : null;
}

/** Single letters, by the key where another alphabet is written; they can be switched off. */
const LETTERS = { KeyH: "hint", KeyU: "undo", KeyC: "compare" };

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

const opens = dialog => () => ({ type: "open", dialog });

const CLICKS = {
  undo: () => ({ type: "undo" }),
  hint: () => ({ type: "hint" }),
  costs: ({ compared }) => ({ type: compared ? "drop" : "compare" }),
  "review-back": ({ game }) => ({ type: "step", to: game.at - 1 }),
  "review-on": ({ game }) => ({ type: "step", to: game.at + 1 }),
  "review-try": () => ({ type: "try" }),
  take: () => ({ type: "phone" }),
  new: () => ({ type: "new", kind: "random" }),
  "menu-open": opens("menu"),
  "more-open": opens("more"),
  "streak-open": opens("results"),
  "menu-results": opens("results"),
  "menu-rules": opens("rules"),
  "more-rules": opens("rules"),
  "menu-settings": opens("settings"),
  "more-settings": opens("settings"),
  "days-open": () => ({ type: "new", kind: "day" }),
  "menu-new": () => ({ type: "new", kind: "random" }),
  "welcome-play": () => ({ type: "close" }),
  "welcome-show": () => ({ type: "teach", linked: true }),
  teach: () => ({ type: "teach" }),
  "kept-show": () => ({ type: "export" }),
  "kept-take": () => ({ type: "import", text: byId("kept-text").value }),
  ...Object.fromEntries(["table-open", "menu-table", "welcome-table"].map(id => [id, () => ({ type: "new", kind: "build" })])),
  ...BUILDING,
  ...DEALING,
  ...OWN_CLICKS,
};

/** What the sheet of further actions does: it closes first. */
const FURTHER = {
  solution: { type: "solution" },
  judged: { type: "review" },
  share: { type: "share" },
  invite: { type: "give", of: "seats" },
  partner: { type: "partner" },
  auto: { type: "auto" },
  redo: { type: "redo" },
  again: { type: "again" },
};

const CHANGES = {
  cards: ({ value }) => ({ type: "cards", cards: value }),
  rule: ({ value }) => ({ type: "rule", undo: value }),
  language: ({ value }) => ({ type: "language", language: value }),
  "clock-on": ({ checked }) => ({ type: "clock", on: checked }),
  sounds: ({ checked }) => ({ type: "sounds", on: checked }),
  letters: ({ checked }) => ({ type: "letters", on: checked }),
  levels: ({ value }) => ({ type: "levels", text: value }),
  players: ({ value }) => ({ type: "choose", what: "players", value: Number(value) }),
  turns: ({ value }) => ({ type: "choose", what: "turns", value: Number(value) }),
  began: ({ value }) => ({ type: "arrange", began: value === "" ? null : Number(value) }),
  "built-rule": ({ value }) => ({ type: "arrange", undo: value }),
  "deck-used": ({ value }) => ({ type: "deck", link: value }),
};

function listen() {
  for (const [id, event] of Object.entries(CLICKS)) byId(id).addEventListener("click", () => send(event(page.session)));
  for (const [id, event] of Object.entries(CHANGES)) byId(id).addEventListener("change", () => send(event(byId(id))));
  for (const radio of document.getElementsByName("kind")) radio.addEventListener("change", () => send({ type: "choose", what: "kind", value: radio.value }));
  for (const [id, event] of Object.entries(FURTHER)) byId(id).addEventListener("click", () => [{ type: "close" }, event].forEach(send));
  for (const button of document.querySelectorAll(".close")) button.addEventListener("click", () => send({ type: button.closest("dialog") ? "close" : "drop" }));
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
  }
  for (const id of [...Object.keys(submitted), ...DIALOGS])
    byId(id).addEventListener("close", ({ target }) => id === page.session.dialog && !target.open && send({ type: "close" })); // Escape
  document.addEventListener("keydown", keys);
  addEventListener("storage", ({ key }) => (key === KEPT || key === null) && send({ type: "kept" }));
  document.addEventListener("visibilitychange", () => send({ type: "today" }));
  setInterval(() => send({ type: "today" }), 20000);
  setInterval(() => !document.hidden && page.settings.clock && send({ type: "tick" }), 1000);
  // what is drawn meanwhile may have replaced the address again
  addEventListener("hashchange", ({ newURL }) => send({ type: "address", hash: new URL(newURL).hash }));
}

function begin() {
  for (let turns = LEAST_TURNS; turns <= MOST_TURNS; turns++) byId("turns").append(made("option", String(turns)));
  dress(document);
  for (const button of document.querySelectorAll(".choice")) button.append(icon("next"));
  speak(page.settings.language);
  ring = new Ring(byId("ring"), USUAL, place => send({ type: "tap", place }), place => send({ type: "explain", place }));
  onSent(happen);
  listen();
  keep(page); // as this version writes it
  send({ type: "address", hash: location.hash });
}

begin();
