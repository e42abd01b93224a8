// Draw the session beside and on the board. Nothing here keeps anything of the game.

import { byId, isNew, make } from "./dom.js";
import { icon } from "./icons.js";
import { withMoves } from "./moves.js";
import { canRedo, mayMove } from "./moving.js";
import { clockText, isOnTurn, isPlaying } from "./opponent.js";
import { here, viewOf } from "./positions.js";
import { signsOf } from "./analysis.js";
import { NOBODY } from "./rules.js";
import { childrenOf, lineThrough, moveOf, nodeName, parentOf, plyOf } from "./tree.js";
import { namesOf, noteOf, stateWords, titleOf, toldOf } from "./wording.js";

const STILL = ["step", "reply"]; // questions that search nothing
const FIRST_GAMES = 3; // with a legend

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

function showWords(session) {
  const { game, looked, refused, opponent, judged, chosen, answered, task } = session;
  if (!isNew("words", game, looked, refused, opponent, judged, chosen, answered, task)) return;
  const view = viewOf(game);
  byId("words").textContent = view.words.join(" · ");
  byId("pass-told").textContent = isPlaying(session) && !isOnTurn(session) ? "" : view.no_pass || view.pass_told;
  byId("told").replaceChildren(...withMoves(toldOf(session)));
  byId("play-told").textContent = noteOf(session);
}

/** That a side wins ties; a tap says what that means. */
function holdsButton(send) {
  const button = make("button", { type: "button", class: "holds", title: t("legend.tie") }, icon("star"), t("board.holds"));
  button.onclick = () => send({ type: "say", text: `★ ${t("legend.tie")}` });
  return button;
}

function showScore(session, send) {
  const { game, opponent, task, screen } = session;
  if (!isNew("score", game, opponent, task, screen)) return;
  const view = viewOf(game);
  const names = namesOf(session);
  for (const side of ["w", "b"]) {
    const holds = view.holder === side;
    const clock = clockText(opponent, side);
    byId(`player-${side}`).classList.toggle("turn", view.side === side && !view.over);
    byId(`player-${side}`).replaceChildren(
      make("span", { class: `disc ${side}`, role: "img", "aria-label": t("board.largest", { n: view.largest[side] }) }, String(view.largest[side])),
      make("span", { class: "who" }, make("b", {}, names[side]),
        holds ? holdsButton(send) : opponent ? make("span", {}, t(`side.${side}`)) : "",
        clock ? make("span", { class: "clock" }, clock) : null),
    );
  }
  const [state, more] = stateWords(session);
  byId("state").replaceChildren(make("b", {}, state), ...(more ? [make("span", {}, more)] : []));
}

function showSteps(session) {
  const { game, walk, flipped, opponent, task } = session;
  if (!isNew("steps", game, walk, flipped, opponent, task)) return;
  const view = viewOf(game);
  const { tree, at } = game;
  for (const id of ["first", "back", "undo"]) byId(id).disabled = !at;
  for (const id of ["on", "last"]) byId(id).disabled = !childrenOf(tree, at).length;
  for (const id of ["redo", "more-redo"]) byId(id).disabled = !canRedo(session);
  byId("pass").disabled = Boolean(view.over || view.no_pass || !mayMove(session));
  byId("hint").disabled = Boolean(view.over || !mayMove(session));
  byId("auto").setAttribute("aria-pressed", String(walk !== null));
  byId("flip").setAttribute("aria-pressed", String(flipped));
  byId("play").hidden = !isPlaying(session);
  byId("more-here").hidden = isPlaying(session) || Boolean(view.over);
  byId("more-review").disabled = !tree.length;
  byId("why").hidden = !opponent || opponent.claim === null;
}

function showWorths({ game, worths, judged, flipped }, bar, curve) {
  if (!isNew("worths", game, worths, judged, flipped)) return;
  bar.show(worths[here(game)] ?? null, flipped);
  const names = lineThrough(game.tree, game.at).map(node => nodeName(game.tree, node));
  curve.show(names.map(name => worths[name] ?? null), plyOf(game.tree, game.at), names.map(name => judged[name]?.mark));
}

function showScreen(session) {
  const { screen, task, opponent, game } = session;
  if (!isNew("screen", screen, task, opponent, game)) return;
  Object.assign(document.body.dataset, { screen, task: task?.kind ?? "" });
  const [title, more] = titleOf(session);
  byId("title").replaceChildren(title, ...(more ? [make("span", {}, ` · ${more}`)] : []));
  const name = task?.day ? t("puzzle.of-day", { day: dayInWords(task.day) }) : title;
  document.title = name === "Mabi" ? name : `${name} · Mabi`;
  for (const name of ["play", "analysis"]) {
    if (screen === name) byId(`tab-${name}`).setAttribute("aria-current", "page");
    else byId(`tab-${name}`).removeAttribute("aria-current");
  }
}

/** Show in the first games and puzzles what those signs mean that are on the board. */
function showLegend({ game, screen }, { played, solved }) {
  const isNeeded = screen === "play" && played + Object.keys(solved).length < FIRST_GAMES;
  if (!isNew("legend", game, isNeeded)) return;
  byId("legend").hidden = !isNeeded;
  const { marks, largest, holder } = viewOf(game);
  const kinds = new Set(Object.values(marks));
  const sign = (kind, text = "") => make("span", {}, make("span", { class: `disc w sign ${kind}` }, text), t(`legend.${kind}`));
  byId("legend").replaceChildren(...[
    sign("movable"), sign("largest", String(largest.w)), kinds.has("*") ? sign("paralysed") : null,
    kinds.has("!") ? sign("frozen") : holder !== NOBODY ? make("span", {}, icon("star"), t("legend.tie")) : null,
  ].filter(Boolean));
}

function showMessage({ message, said }) {
  byId("alert").hidden = message === null;
  for (const id of ["alert", "over-said"]) if (isNew(id, message)) byId(id).textContent = message?.text ?? ""; // a dialog covers the first
  if (isNew("said", said)) byId("said").textContent = said.text && said.n % 2 ? `${said.text}\u00a0` : said.text; // the same text is said again
}

export function showTable(session, shelf, { board, bar, curve }, send) {
  showScreen(session);
  showLegend(session, shelf);
  showBoard(board, session);
  showWords(session);
  showScore(session, send);
  showSteps(session);
  showWorths(session, bar, curve);
  showMessage(session);
  byId("stop").disabled = session.pending === null || STILL.includes(session.pending.what);
}
