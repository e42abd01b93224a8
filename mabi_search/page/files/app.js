// Assemble the parts of the analysis board. Questions are answered through `Link`.

import { readAddress, untracked } from "./address.js";
import { Analysis } from "./analysis.js";
import { Board } from "./board.js";
import { Bar, Curve } from "./curve.js";
import { byId, make } from "./dom.js";
import { Files } from "./files.js";
import { keep, kept } from "./keeping.js";
import { buttonOf } from "./keys.js";
import { Lesson } from "./lessons.js";
import { canSearch, Link } from "./link.js";
import { Moves } from "./moves.js";
import { Play } from "./play.js";
import { Puzzling } from "./puzzling.js";
import { Searching } from "./searching.js";
import { Table } from "./table.js";
import { cut } from "./texts.js";
import { Trainer } from "./trainer.js";

const EACH_PLY = 600;
const ALERT_TIME = 8000;

const spoken = kept().language;
language = Object.hasOwn(TEXTS, spoken) ? spoken : languageFor(navigator.languages ?? [navigator.language ?? ""]);
document.documentElement.lang = language;
translate(document);
const link = new Link();
const searching = new Searching(link, byId("stop"));
const table = new Table(link, searching, alertUser);
const board = new Board(byId("board"), {
  play: move => playMove(move),
  explain: square => explain(square),
  refuse: move => refuse(move),
});
const moves = new Moves(byId("moves"), table);
const curve = new Curve(byId("curve"), table);
const bar = new Bar(byId("bar"));
const analysis = new Analysis(table, board, { changed: showWorth, judged: () => moves.show(), walk, learn, complain: alertUser });
const trainer = new Trainer(table, { began: () => { atRest(); showBoard(); }, walk });
const puzzling = new Puzzling(table, trainer, alertUser);
const play = new Play(table, board, {
  started: mine => { analysis.toggle(false); trainer.end(); if (board.flipped !== (mine === "b")) flip(); showBoard(); },
  shown: showPlayers,
  complain: alertUser,
});
const files = new Files(table, alertUser);

// messages

let silence = 0;

/** Show an error for some seconds, or until the reader does something. */
function alertUser(text, lasting = false) {
  const hide = () => { byId("alert").hidden = true; };
  byId("alert").textContent = text;
  byId("alert").hidden = false;
  clearTimeout(silence);
  if (lasting) for (const done of ["pointerdown", "keydown"]) addEventListener(done, hide, { once: true });
  else silence = setTimeout(hide, ALERT_TIME);
}

let refused = ""; // why the last move tried was illegal

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

// display

table.addEventListener("place", ({ detail: { before, played } }) => {
  const { at, view } = table;
  if (at.parent || table.base !== "start") leaveStart();
  refused = "";
  explain(null);
  board.show(view, at.move, at.parent === before);
  byId("words").replaceChildren(view.words.slice(0, -1).join(" · "), make("span", { class: "sizes" }, ` · ${view.words.at(-1)}`));
  byId("pass-told").textContent = view.pass_told;
  const { line } = at;
  Object.assign(byId("ply"), { max: line.length - 1, value: at.ply });
  byId("ply").setAttribute("aria-valuetext", t("board.ply-of", { ply: at.ply, all: line.length - 1 }));
  for (const id of ["first", "back", "undo"]) byId(id).disabled = !at.parent;
  for (const id of ["on", "last"]) byId(id).disabled = !at.children.length;
  byId("pass").disabled = Boolean(view.over || view.no_pass);
  byId("pass").title = view.no_pass || view.pass_told || t("board.pass-title");
  moves.show();
  showWorth();
  showPlayers();
  play.place(played);
  byId("why").hidden = play.claim?.path[0] !== table.root;
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
    const engine = play.on && side !== play.mine ? ` (${t("board.engine")})` : "";
    const holds = view.holder === side ? t("board.holds") : "";
    byId(id).classList.toggle("turn", view.side === side && !view.over);
    const parts = [
      make("span", { class: `disc ${side}` }), make("span", { class: "name" }, t(`side.${side}`) + engine),
      make("span", { class: "facts" }, t("board.largest", { n: view.largest[side] }) + holds),
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

/** Step through a line that begins at a node. */
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
byId("pass").onclick = () => playMove("pass");
byId("stop").onclick = () => (analysis.on ? analysis.toggle(false) : searching.stop());
byId("after-review").onclick = () => {
  byId("after").hidden = true;
  choose(analysing);
  byId("panel-analysis").scrollIntoView({ block: "nearest" });
  analysis.review();
};
byId("after-again").onclick = () => play.again(play.mine);
byId("after-other").onclick = () => play.again(play.mine === "w" ? "b" : "w");
byId("why").onclick = async () => {
  if (!play.claim) return;
  choose(analysing);
  if (play.claim !== table.at) await table.go(play.claim);
  analysis.solve();
};

function playMove(move) {
  walking.stop();
  return trainer.on ? trainer.play(move) : table.play(move);
}

/** Scroll to the board on a phone. */
function showBoard() {
  document.querySelector("header").scrollIntoView({ block: "nearest" });
}

/** Stop searches and games before the board shows something else. */
function atRest() {
  walking.stop();
  analysis.toggle(false);
  if (play.on) play.end(t("play.stopped"));
}

/** Let the player find better moves in some positions of a game. */
function learn(nodes) {
  trainer.start(nodes.map(node => ({
    title: t("train.mistake"),
    task: t("train.task", { side: t(`side.${node.side}`), move: node.move, judged: node.judged.judged }),
    solution: node.judged.better,
    open: () => table.go(node.parent),
    judge: async move => {
      if (move === node.move) return { right: false, words: node.judged.told };
      const found = await searching.ask("judge", { game: table.game(node.parent.child(move)) });
      return { right: found.good, words: `${t(found.good ? "train.right" : "train.wrong")} ${found.told}` };
    },
    solved: () => {},
  })));
}

const lessons = [...document.querySelectorAll("[data-lesson]")].map(host => new Lesson(link, host));
byId("rules").onclick = () => {
  for (const lesson of lessons) lesson.begin();
  byId("keys-signs").checked = kept().signs;
  byId("dialog-rules").showModal();
};

let sliding = false;
byId("ply").oninput = async () => { // one question at a time, even if the slider moves quickly
  walking.stop();
  if (sliding) return;
  sliding = true;
  while (table.at.ply !== Number(byId("ply").value)) {
    const node = table.at.line[Number(byId("ply").value)];
    if (!node || !(await table.go(node))) break;
  }
  sliding = false;
};

byId("keys-signs").onchange = () => {
  const signs = byId("keys-signs").checked;
  keep(() => ({ signs }));
};
addEventListener("keydown", event => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
  if (event.target.closest?.("input, select, textarea, dialog, [role=tablist]")) return;
  const id = buttonOf(event, kept().signs);
  if (!id) return;
  event.preventDefault();
  byId(id).click();
});

// tabs

const [start, playing, analysing] = ["tab-start", "tab-play", "tab-analysis"].map(byId);
const tabs = [start, playing, analysing];

function choose(tab) {
  document.body.dataset.chosen = tab.id;
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
    const step = event.key === "ArrowRight" ? 1 : tabs.length - 1;
    const other = tabs[(tabs.indexOf(tab) + step) % tabs.length];
    choose(other);
    other.focus();
  };
}

// start

byId("start-learn").onclick = () => byId("rules").click();
byId("start-puzzle").onclick = () => puzzling.openToday();
byId("start-play").onclick = () => {
  choose(playing);
  byId("panel-play").scrollIntoView({ block: "nearest" });
  byId("play").focus();
};

/** Show the panels for a game instead of the start panel. */
function leaveStart() {
  if (document.body.dataset.chosen === start.id) choose(analysing);
}

async function begin() {
  choose(start);
  byId("no-engine").hidden = canSearch();
  const known = await link.ask("hello");
  analysis.begin(known);
  play.levels(known.levels);
  files.begin(known);
  offerLanguages(known.languages);
  const clean = untracked(location.href);
  if (clean.search !== location.search) history.replaceState(null, "", clean);
  const asked = read();
  const shared = await files.shared(asked);
  const game = shared ?? Table.kept();
  const ply = /^#\d+$/.test(location.hash) ? location.hash : "";
  if (!game || !(await table.open(game))) await table.go(table.root);
  await table.check();
  history.replaceState(null, "", ply || location.hash);
  await table.followAddress();
  if (!puzzling.follow(asked) && !shared && (await play.resume(game?.play))) choose(playing);
  table.beside = numbers => ({ play: play.kept(numbers) });
  table.remember();
  document.body.dataset.ready = "yes";
}

function offerLanguages(names) {
  byId("language").replaceChildren(...names.map(name => make("option", { value: name, selected: name === language }, TEXTS[name].language)));
  byId("language").onchange = () => {
    const chosen = byId("language").value;
    keep(() => ({ language: chosen }));
    location.reload();
  };
}

/** Do what the address asks for, and report its errors. */
function read() {
  try {
    const asked = readAddress(location.hash);
    if (asked.unknown.length) alertUser(t("link.unknown", { parts: cut(asked.unknown.join(", "), 80) }), true);
    return asked;
  } catch (error) {
    alertUser(t("link.damaged", { why: error.message }), true);
    return {};
  }
}

addEventListener("hashchange", async () => {
  const asked = read();
  if (puzzling.follow(asked)) return;
  const game = await files.shared(asked);
  return game ? table.open(game) : table.followAddress();
});
begin();
