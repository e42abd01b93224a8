// Draw the session beside and on the board. Nothing here keeps anything of the game.

import { byId, isNew, make } from "./dom.js";
import { canRedo, mayMove } from "./moving.js";
import { clockText, endOf, isAtTip, isEnginesTurn, isOnTurn, isPlaying } from "./opponent.js";
import { here, viewOf } from "./positions.js";
import { signsOf } from "./analysis.js";
import { inWords } from "./worths.js";
import { childrenOf, lineThrough, moveOf, nodeName, parentOf, plyOf } from "./tree.js";

const STILL = ["step", "reply"]; // questions that search nothing

let shownName = ""; // the node drawn last, for a piece that slides

export function showBoard(board, session) {
  const { game, chosen, flipped, task, opponent, answered, analysing } = session;
  if (!isNew("board", game, chosen, flipped, task, opponent?.state, opponent?.tip, answered, analysing)) return;
  const last = moveOf(game.tree, game.at);
  const name = here(game);
  const slide = name !== "" && nodeName(game.tree, parentOf(game.tree, game.at)) === shownName;
  shownName = name;
  board.show({ view: viewOf(game), last, chosen, flipped, locked: !mayMove(session), slide, ...(chosen ? {} : signsOf(session)) });
}

/** Return what is said of the game with the engine. */
export function toldOfOpponent(session) {
  const { opponent, game } = session;
  if (!opponent) return "";
  if (!isAtTip(session)) return isPlaying(session) && isOnTurn(session) && !viewOf(game).over ? t("play.back") : "";
  if (opponent.state === "over") return opponent.late ? t("play.time", { side: t(`side.${opponent.late}`) }) : endOf(session);
  if (opponent.state === "stopped") return t("play.stopped");
  if (opponent.state === "failed") return opponent.error;
  if (isEnginesTurn(session)) return t("play.thinking");
  if (viewOf(game).mode === "p") return t("play.passed");
  const said = opponent.said[opponent.tip];
  return said ? t("play.played", { move: said.move, told: inWords(said.worth) }) : t("play.yours");
}

function showWords(session) {
  const { game, looked, refused, opponent, judged } = session;
  if (!isNew("words", game, looked, refused, opponent, judged)) return;
  const view = viewOf(game);
  byId("words").replaceChildren(view.words.slice(0, -1).join(" · "), make("span", { class: "sizes" }, ` · ${view.words.at(-1)}`));
  byId("pass-told").textContent = isPlaying(session) && !isOnTurn(session) ? "" : view.pass_told;
  const piece = looked && view.told[looked];
  byId("told").textContent = piece ? `${looked}: ${piece}` : refused || (judged[here(game)]?.told ?? "");
  byId("play-told").textContent = toldOfOpponent(session);
}

function showSteps(session) {
  const { game, walk, flipped, opponent, task } = session;
  if (!isNew("steps", game, walk, flipped, opponent, task)) return;
  const view = viewOf(game);
  const { tree, at } = game;
  const [ply, all] = [plyOf(tree, at), lineThrough(tree, at).length - 1];
  Object.assign(byId("ply"), { max: all, value: ply });
  byId("ply").setAttribute("aria-valuetext", t("board.ply-of", { ply, all }));
  for (const id of ["first", "back", "undo"]) byId(id).disabled = !at;
  for (const id of ["on", "last"]) byId(id).disabled = !childrenOf(tree, at).length;
  byId("redo").disabled = !canRedo(session);
  byId("pass").disabled = Boolean(view.over || view.no_pass || !mayMove(session));
  byId("pass").title = view.no_pass || view.pass_told || t("board.pass-title");
  byId("auto").setAttribute("aria-pressed", String(walk !== null));
  byId("flip").setAttribute("aria-pressed", String(flipped));
}

function showPlayers(session) {
  const { game, flipped, opponent } = session;
  if (!isNew("players", game, flipped, opponent)) return;
  const view = viewOf(game);
  for (const [id, side] of [["player-top", flipped ? "w" : "b"], ["player-bottom", flipped ? "b" : "w"]]) {
    const engine = isPlaying(session) && side !== opponent.side ? ` (${t("board.engine")})` : "";
    const holds = view.holder === side ? t("board.holds") : "";
    byId(id).classList.toggle("turn", view.side === side && !view.over);
    const clock = clockText(opponent, side);
    byId(id).replaceChildren(...[
      make("span", { class: `disc ${side}` }), make("span", { class: "name" }, t(`side.${side}`) + engine),
      make("span", { class: "facts" }, t("board.largest", { n: view.largest[side] }) + holds),
      clock ? make("span", { class: "clock" }, clock) : null,
    ].filter(Boolean));
  }
}

function showWorths({ game, worths, flipped }, bar, curve) {
  if (!isNew("worths", game, worths, flipped)) return;
  bar.show(worths[here(game)] ?? null, flipped);
  curve.show(lineThrough(game.tree, game.at).map(node => worths[nodeName(game.tree, node)] ?? null), plyOf(game.tree, game.at));
}

function showPlay(session) {
  const { opponent, game, answered } = session;
  if (!isNew("play", opponent, game, answered)) return;
  const isOn = isPlaying(session);
  byId("play").setAttribute("aria-pressed", String(isOn));
  byId("play").textContent = t(isOn ? "play.end" : "play.begin");
  for (const [id, name] of [["play-side", "side"], ["play-level", "level"], ["play-clock", "clock"]]) {
    byId(id).disabled = isOn;
    if (isOn) byId(id).value = String(opponent[name]);
  }
  byId("after").hidden = !(opponent?.state === "over" && isAtTip(session) && answered?.what !== "review");
  byId("why").hidden = !opponent || opponent.claim === null;
}

function showScreen({ screen }) {
  if (!isNew("screen", screen)) return;
  document.body.dataset.chosen = `tab-${screen}`;
  for (const tab of document.querySelectorAll("[role=tab]")) {
    const isChosen = tab.id === `tab-${screen}`;
    tab.setAttribute("aria-selected", String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
    byId(tab.getAttribute("aria-controls")).hidden = !isChosen;
  }
}

function showMessage({ message, said }) {
  byId("alert").hidden = message === null;
  if (message && isNew("alert", message)) byId("alert").textContent = message.text;
  if (isNew("said", said)) byId("said").textContent = said.text && said.n % 2 ? `${said.text}\u00a0` : said.text; // the same text is said again
}

export function showTable(session, { board, bar, curve }) {
  showScreen(session);
  showBoard(board, session);
  showWords(session);
  showSteps(session);
  showPlayers(session);
  showWorths(session, bar, curve);
  showPlay(session);
  showMessage(session);
  byId("stop").disabled = session.pending === null || STILL.includes(session.pending.what);
}
