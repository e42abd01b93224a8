"use strict";
// What the solver is asked: the fewest turns, hints, what every swap leads to, a solution.

let code = null; // the kernels as a module of WebAssembly, where the browser can run one
let machine = null; // the kernels for the page itself, which asks what takes no time

async function startMachine() {
  code = await WebAssembly.compile(await packedKernels());
  machine = new Machine(code);
}

/** Start a solver in a thread of its own. */
function startSolver() {
  if (!code) throw new Error(t("hint.no-solver"));
  const sources = ["rules-script", "worker-script"].map(id => $(id).textContent);
  const address = URL.createObjectURL(new Blob(sources, { type: "text/javascript" }));
  const worker = new Worker(address);
  URL.revokeObjectURL(address);
  worker.postMessage({ code });
  return worker;
}

const machineStarted = startMachine().catch(() => {}); // without a solver the page can be played all the same
const background = new Solver(machineStarted, startSolver); // finds the minimum of the deal
const solver = new Solver(machineStarted, startSolver); // answers what the player asks

async function findMinimum() {
  const asked = game,
    { start: state, undo } = game;
  minimum = null;
  if (game.onTable) return;
  try {
    const found = await background.ask({ ask: "solve", deck: DECK, state, undo });
    if (game !== asked || game.undo !== undo) return;
    minimum = found;
  } catch (error) {
    minimum = { error: t("hint.stopped", { why: error.message }) };
  }
  draw();
}

const asking = () => ({ deck: DECK, state: game.state, undo: game.undo });

/**
 * What the solver finds for the state shown, by all cards or by what a seat may know; null if something else was asked
 * meanwhile.
 */
async function solved(seat = null) {
  if (answer) return answer;
  say(t("hint.searching"));
  const { state, undo } = game;
  const found = await (seat === null ? solver.ask({ ask: "solve", ...asking() }) : advised(seat));
  if (game.state !== state || game.undo !== undo) return null;
  answer = found;
  return found;
}

/** Say why there is no swap to be shown. */
function sayNone({ outcome, bound }) {
  game.hints.add(game.state);
  if (outcome === "unsolvable")
    say(t("hint.unsolvable"), openNote());
  else say(t("hint.undecided", { turns: counted(bound, "turns") }), openNote());
}

async function hint() {
  stopPlaying();
  if (waits()) return;
  const found = await solved(openSeat()).catch(failed);
  if (!found) return;
  if (found.outcome !== "solved") return sayNone(found);
  const { state } = game,
    [own, other] = found.swaps[0];
  if (hinted === 2) return swap([own, other]);
  chosen = null;
  hinted++;
  game.hints.add(state);
  const place = hinted === 1 ? own : other;
  const fields = {
    seat: SEATS[state.mover],
    place: placeText(state, place),
    stone: nameOf(state.ring[place].label),
    swap: swapText(state, [own, other]),
  };
  say(t(hinted === 1 ? "hint.own" : "hint.other", fields), ...(found.advice ? adviceNotes(found.advice) : []));
  draw();
}

/** Show what every swap of the seat to move leads to, the best first, while the solver finds it. */
async function costs() {
  stopPlaying();
  if (waits()) return;
  changed();
  draw();
  if (openSeat() !== null) return compareHidden().catch(failed);
  const { state, legal } = game,
    rows = [];
  const caption = $("compared").caption;
  caption.textContent = t("hint.searching");
  $("compared").tBodies[0].replaceChildren();
  $("compared").hidden = false;
  game.hints.add(state);
  try {
    await solver.ask({ ask: "costs", ...asking() }, row => {
      rows.push(row);
      caption.textContent = t("hint.searching-of", { done: rows.length, all: legal.length });
      showCosts(state, rows);
    });
    caption.textContent = t("hint.costs", {
      swaps: counted(rows.length, "swaps"),
      seat: SEATS[state.mover],
    });
  } catch (error) {
    failed(error);
  }
}

/** A row of the table of swaps, which plays its swap. */
function rowOf(state, pair, ...cells) {
  const row = made("tr"),
    cell = made("td"),
    button = made("button", swapText(state, pair), { type: "button" });
  button.addEventListener("click", () => swap(pair));
  cell.append(button);
  row.append(cell, ...cells.map(words => made("td", words)));
  return row;
}

function showCosts(state, rows) {
  const worth = ({ outcome, turns }) =>
    outcome === "solved" ? turns : outcome === "undecided" ? TRACK + 1 : TRACK + 2;
  rows.sort((one, two) => worth(one) - worth(two));
  const least = rows[0].turns;
  const line = ({ swap: pair, outcome, turns }) => {
    const more = {
      solved: turns === least ? t("hint.best") : t("hint.more", { n: turns - least }),
      unsolvable: t("hint.lost"),
      undecided: t("hint.not-decided"),
    };
    const all = outcome === "solved" ? t("hint.in-all", { n: state.turns + turns }) : "";
    const row = rowOf(state, pair, all, more[outcome]);
    if (outcome === "solved" && turns === least) row.className = "best";
    return row;
  };
  $("compared").tBodies[0].replaceChildren(...rows.map(line));
}

async function solution() {
  stopPlaying();
  const found = await solved().catch(failed);
  if (!found) return;
  if (found.outcome !== "solved") return sayNone(found);
  changed();
  game.show(found.swaps);
  draw();
  say(t("hint.solution", { turns: counted(found.swaps.length, "turns") }), openNote());
}

/** Let the seats whose cards are hidden play: each the swap that is best by what it knows. */
async function partner() {
  stopPlaying();
  while (game.standing === "open" && game.state.mover !== openSeat() && openSeat() !== null) {
    const found = await solved(game.state.mover).catch(failed);
    if (!found) return;
    if (found.outcome !== "solved") return sayNone(found);
    game.byPage++;
    swap(found.swaps[0], true);
  }
}
