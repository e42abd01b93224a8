// The analysis board: puts its parts together. What answers its questions stands behind `Link`.

import { Analysis } from "./analysis.js";
import { Board } from "./board.js";
import { Bar, Curve } from "./curve.js";
import { byId, make } from "./dom.js";
import { Files } from "./files.js";
import { Link } from "./link.js";
import { Moves } from "./moves.js";
import { Play } from "./play.js";
import { Table } from "./table.js";

const NAMES = { w: "White", b: "Black" };
const EACH_PLY = 600;
const ALERT_TIME = 8000;

const link = new Link({
  notice: text => (play.on ? play.notice(text) : analysis.notice(text)),
  ended: reason => alertUser(reason, make("button", { type: "button", onclick: connect }, "Connect again")),
});
const table = new Table(link, alertUser);
const board = new Board(byId("board"), {
  play: move => { walking.stop(); table.play(move); },
  explain: square => explain(square),
  refuse: move => refuse(move),
});
const moves = new Moves(byId("moves"), table);
const curve = new Curve(byId("curve"), table);
const bar = new Bar(byId("bar"));
const analysis = new Analysis(table, board, { changed: showWorth, walk, complain: alertUser });
const play = new Play(table, board, {
  started: mine => { analysis.toggle(false); if (board.flipped !== (mine === "b")) flip(); },
  shown: showPlayers,
  complain: alertUser,
});
const files = new Files(table, alertUser);

// what is said

let silence = 0;

/** Say what is wrong; what has a button stays until that is pressed. */
function alertUser(text, button = null) {
  if (!button && !byId("alert").hidden && byId("alert").querySelector("button")) return;
  byId("alert").replaceChildren(text, ...(button ? [button] : []));
  byId("alert").hidden = false;
  clearTimeout(silence);
  if (!button) silence = setTimeout(() => { byId("alert").hidden = true; }, ALERT_TIME);
}

let refused = ""; // why the last try was no legal move

function explain(square) {
  if (square) refused = "";
  const told = square && table.view?.told[square];
  byId("told").textContent = told ? `${square}: ${told}` : refused || (table.at.judged?.told ?? "");
}

async function refuse(move) {
  try {
    const { why } = await link.ask("why", { game: table.game(), move });
    refused = why ?? "";
    explain(null);
  } catch (error) {
    alertUser(error.message);
  }
}

// what is shown

table.addEventListener("place", ({ detail: { before } }) => {
  const { at, view } = table;
  refused = "";
  explain(null);
  board.show(view, at.move, at.parent === before);
  byId("words").textContent = view.words.join(" · ");
  const { line } = at;
  Object.assign(byId("ply"), { max: line.length - 1, value: at.ply });
  byId("ply").setAttribute("aria-valuetext", `ply ${at.ply} of ${line.length - 1}`);
  for (const id of ["first", "back", "undo"]) byId(id).disabled = !at.parent;
  for (const id of ["on", "last"]) byId(id).disabled = !at.children.length;
  byId("pass").disabled = Boolean(view.over || view.no_pass);
  byId("pass").title = view.no_pass ?? "pass (0)";
  moves.show();
  showWorth();
  showPlayers();
  play.place();
  if (!play.on) analysis.place();
});

function showWorth() {
  bar.show(table.at.worth, board.flipped);
  curve.show();
}

function showPlayers() {
  const { view } = table;
  if (!view) return;
  for (const [id, side] of [["player-top", board.flipped ? "w" : "b"], ["player-bottom", board.flipped ? "b" : "w"]]) {
    const engine = play.on && side !== play.mine ? " (engine)" : "";
    const holds = view.holder === side ? ", wins a tie" : "";
    byId(id).classList.toggle("turn", view.side === side && !view.over);
    const parts = [
      make("span", { class: `disc ${side}` }), make("span", { class: "name" }, NAMES[side] + engine),
      make("span", { class: "facts" }, `largest group ${view.largest[side]}${holds}`),
    ];
    if (play.clock(side)) parts.push(make("span", { class: "clock" }, play.clock(side)));
    byId(id).replaceChildren(...parts);
  }
}

function flip() {
  board.flip();
  byId("flip").setAttribute("aria-pressed", String(board.flipped));
  showWorth();
  showPlayers();
}

// stepping

const walking = {
  timer: 0,
  start(end) {
    this.stop();
    this.end = end;
    byId("auto").setAttribute("aria-pressed", "true");
    this.timer = setInterval(() => this.step(), EACH_PLY);
  },
  stop() {
    clearInterval(this.timer);
    this.timer = 0;
    byId("auto").setAttribute("aria-pressed", "false");
  },
  async step() {
    const next = this.end.path[table.at.ply + 1];
    if (!next || next.parent !== table.at || !(await table.go(next))) this.stop();
    else if (next === this.end) this.stop();
  },
};

/** Show a line from a node on, ply by ply. */
async function walk(node, line) {
  const end = line.reduce((at, move) => at.add(move), node);
  if (table.at !== node) await table.go(node);
  analysis.toggle(false);
  walking.start(end);
  walking.step();
}

function autoplay() {
  if (walking.timer) {
    walking.stop();
    return;
  }
  const { line } = table.at;
  const end = line[line.length - 1];
  if (end === table.at) return;
  walking.start(end);
  walking.step();
}

const steps = {
  first: () => table.go(table.root),
  back: () => table.at.parent && table.go(table.at.parent),
  on: () => table.at.children.length && table.go(table.at.children[0]),
  last: () => table.go(table.at.line.at(-1)),
};
for (const [id, step] of Object.entries(steps)) byId(id).onclick = () => { walking.stop(); step(); };
byId("auto").onclick = autoplay;
byId("undo").onclick = () => { walking.stop(); return play.on ? play.undo() : table.undo(); };
byId("flip").onclick = flip;
byId("pass").onclick = () => { walking.stop(); table.play("pass"); };

let sliding = false;
byId("ply").oninput = async () => { // one question at a time, however quickly the slider moves
  walking.stop();
  if (sliding) return;
  sliding = true;
  while (table.at.ply !== Number(byId("ply").value)) {
    const node = table.at.line[Number(byId("ply").value)];
    if (!node || !(await table.go(node))) break;
  }
  sliding = false;
};

const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", p: "auto", u: "undo", f: "flip", a: "analyse", 0: "pass" };
addEventListener("keydown", event => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
  if (event.target.closest?.("input, select, textarea, dialog, [role=tablist]")) return;
  const id = keys[event.key];
  if (!id) return;
  event.preventDefault();
  byId(id).click();
});

// tabs

const tabs = [byId("tab-analysis"), byId("tab-play")];
function choose(tab) {
  for (const one of tabs) {
    const chosen = one === tab;
    one.setAttribute("aria-selected", String(chosen));
    one.tabIndex = chosen ? 0 : -1;
    byId(one.getAttribute("aria-controls")).hidden = !chosen;
  }
}
for (const tab of tabs) {
  tab.onclick = () => choose(tab);
  tab.onkeydown = event => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    const other = tabs.find(one => one !== tab);
    choose(other);
    other.focus();
  };
}

// the beginning

async function connect() {
  if (!(await link.connect())) return;
  byId("alert").hidden = true;
  byId("alert").replaceChildren();
  const known = await link.ask("hello");
  if (!byId("play-level").options.length) {
    analysis.begin(known);
    play.levels(known.levels);
    files.begin(known);
    const kept = (await files.shared(location.hash)) ?? Table.kept();
    const ply = /^#\d+$/.test(location.hash) ? location.hash : "";
    if (!kept || !(await table.open(kept))) await table.go(table.root);
    history.replaceState(null, "", ply || location.hash);
    await table.followAddress();
  }
  document.body.dataset.ready = "yes";
}

addEventListener("hashchange", async () => {
  const game = await files.shared(location.hash);
  return game ? table.open(game) : table.followAddress();
});
connect();
