// What happens outside the session: questions to the worker, storage, address, files. Each answers by an event, with its stamp.

import { untracked } from "./address.js";
import { byId, calm, download, give } from "./dom.js";
import { keep, keepOrDrop, keepSession, kept } from "./keeping.js";
import { LIST } from "./puzzle_list.js";
import { emptied, textOfShelf, withGame, withLearnt, withLeft, withoutGame, withPlayed, withSettings, withSolved, withText } from "./shelf.js";
import { sound } from "./sounds.js";
import { Wrong } from "./texts.js";

const ALERT_TIME = 8000;

const later = milliseconds => new Promise(done => { setTimeout(done, milliseconds); });

/** Ask a question that takes time. */
async function ask({ stamp, what, fields: { wait = 0, ...fields } }, { link, send }) {
  if (what === "step" || what === "reply") {
    if (what === "step" || !calm()) await later(wait);
    send({ type: "answer", stamp, answer: fields });
    return;
  }
  const soonest = later(wait);
  try {
    const answer = await link.ask(what, fields, part => send({ type: "part", stamp, part }));
    await soonest;
    send({ type: "answer", stamp, answer });
  } catch (error) {
    send({ type: "failed", stamp, error: error.message });
  }
}

/** Name the session in the address. What is closed leaves the history as by Back, if it was opened from the screen that is shown then. */
function setAddress({ hash, number, screen, before, isNew, isClosed }) {
  const from = isNew ? before : history.state?.from;
  if (isClosed && from === screen) {
    history.back();
    return;
  }
  const address = untracked(location.href);
  address.hash = hash;
  try {
    history[isNew ? "pushState" : "replaceState"]({ number, screen, from }, "", hash ? address : address.href.replace("#", ""));
  } catch {} // browsers refuse too many changes in a short time
}

/** Copy an address that opens the game on the board. Without one, or if the page is a file that nobody else can open, copy the text itself. */
async function share({ text, hash }, { send }) {
  const address = untracked(location.href);
  const isText = hash === undefined || !address.protocol.startsWith("http");
  address.hash = hash ?? "";
  const shared = isText ? text : address.href;
  try {
    await navigator.clipboard.writeText(shared);
    send({ type: "say", text: t(isText ? "load.copied-text" : "load.copied") });
  } catch {
    send({ type: "dialog", dialog: "load" });
    byId("load-text").value = shared; // so that it can be copied by hand
    byId("load-text").select();
  }
}

/** Share a text that says how a puzzle went, without the solution. */
async function giveResult({ puzzle, day, signs, hash }, { send }) {
  const level = t(`puzzle.${LIST[puzzle].level}`);
  const title = day ? t("puzzle.share-day", { day: dayInWords(day), level }) : t("puzzle.share-number", { number: puzzle + 1, level });
  await boast({ text: `${title}\n${signs}`, hash }, { send });
}

/** Share how a game ended, with its address. */
async function boast({ text, hash }, { send }) {
  const address = untracked(location.href);
  address.hash = hash;
  const whole = address.protocol.startsWith("http") ? `${text}\n${address.href}` : text;
  send({ type: "say", text: (await give(whole)) ? t("puzzle.copied") : whole, lasting: true });
}

function take({ text }, { send }) {
  try {
    const isKept = keepOrDrop(withText(text));
    if (isKept) byId("kept-text").value = textOfShelf(kept());
    send({ type: "taken", wrong: t(isKept ? "kept.taken" : "kept.not-kept") });
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    send({ type: "taken", wrong: error.message });
  }
}

/** Hide a message after some time; a lasting one when the reader does something. */
function hush({ n, lasting }, { send }) {
  const hide = () => send({ type: "hush", n });
  if (lasting) for (const done of ["pointerdown", "keydown"]) addEventListener(done, hide, { once: true });
  else setTimeout(hide, ALERT_TIME);
}

const DOINGS = {
  ask, share, take, hush, boast, sound, give: giveResult, address: setAddress,
  halt: (_, { link }) => { link.ask("stop").catch(() => {}); },
  download: ({ name, text }) => download(name, text),
  focus: ({ id }) => byId(id).focus(),
  bring: ({ id }) => requestAnimationFrame(() => byId(id).scrollIntoView({ block: "nearest" })), // when it is drawn
  top: () => scrollTo(0, 0),
  remember: ({ session }) => keepSession(session),
  shelve: ({ session }) => { keep(withLeft(session)); },
  learnt: ({ name }) => { keep(withLearnt(name)); },
  played: () => { keep(withPlayed); },
  solved: puzzle => { keep(withSolved(puzzle)); },
  keep: ({ name, text }, { send }) => send({ type: "kept", done: keepOrDrop(withGame(name, text)) }),
  forget: ({ name }) => { keep(withoutGame(name)); },
  empty: () => {
    keep(emptied);
    byId("kept-text").value = textOfShelf(kept());
  },
  settings({ settings }) {
    keep(withSettings(settings));
    if (settings.language) location.reload();
  },
};

/** Do what `reduce` has asked for. */
export const perform = (effect, world) => DOINGS[effect.do](effect, world);
