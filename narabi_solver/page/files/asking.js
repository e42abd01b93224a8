"use strict";
// What the solver is asked: the fewest turns, hints, what every swap leads to, a solution.

/** Where the solver is: in this file, or beside it. */
function solverAddress() {
  if (!$("worker-script")) return "solver.js";
  const sources = ["rules-script", "worker-script"].map(id => $(id).textContent);
  return URL.createObjectURL(new Blob(sources, { type: "text/javascript" }));
}

const background = new Solver(solverAddress()); // finds the minimum of the deal
const solver = new Solver(solverAddress()); // answers what the player asks

async function findMinimum() {
  const asked = game,
    { start: state, undo } = game;
  minimum = null;
  try {
    const found = await background.ask({ ask: "solve", deck: DECK, state, undo });
    if (game !== asked || game.undo !== undo) return;
    minimum = found;
  } catch (error) {
    minimum = { error: `The solver stopped: ${error.message}.` };
  }
  draw();
}

const asking = () => ({ deck: DECK, state: game.state, undo: game.undo });

/** What the solver finds for the state shown; null if something else was asked meanwhile. */
async function solved() {
  if (answer) return answer;
  say("Searching …");
  const { state, undo } = game;
  const found = await solver.ask({ ask: "solve", ...asking() });
  if (game.state !== state || game.undo !== undo) return null;
  answer = found;
  return found;
}

/** Say why there is no swap to be shown. */
function sayNone({ outcome, bound }) {
  game.hints.add(game.state);
  if (outcome === "unsolvable")
    say("From here the game cannot be won: proven by trying everything. Take back a turn.", openNote());
  else
    say(
      `No way was found from here; there is none in fewer than ${counted(bound, "turn")}. The program may know more.`,
      openNote(),
    );
}

async function hint() {
  stopPlaying();
  const found = await solved().catch(failed);
  if (!found) return;
  if (found.outcome !== "solved") return sayNone(found);
  const { state } = game,
    [own, other] = found.swaps[0];
  if (hinted === 2) return swap([own, other]);
  chosen = null;
  hinted++;
  game.hints.add(state);
  const mine = `${placeText(state, own)}, the ${nameOf(state.ring[own].label)}`;
  if (hinted === 1) say(`Seat ${SEATS[state.mover]} should move ${mine}.`, openNote());
  else
    say(
      `It should take ${placeText(state, other)}, the ${nameOf(state.ring[other].label)}: ${swapText(state, [own, other])}.`,
      openNote(),
    );
  draw();
}

/** Show what every swap of the seat to move leads to, the best first, while the solver finds it. */
async function costs() {
  stopPlaying();
  changed();
  draw();
  const { state, legal } = game,
    rows = [];
  const caption = $("compared").caption;
  caption.textContent = "Searching …";
  $("compared").tBodies[0].replaceChildren();
  $("compared").hidden = false;
  game.hints.add(state);
  try {
    await solver.ask({ ask: "costs", ...asking() }, row => {
      rows.push(row);
      caption.textContent = `Searching … ${rows.length} of ${legal.length}`;
      showCosts(state, rows);
    });
    caption.textContent = `What each of the ${counted(rows.length, "swap")} of seat ${SEATS[state.mover]} leads to, played well from then on. ${openNote()}`;
  } catch (error) {
    failed(error);
  }
}

function showCosts(state, rows) {
  const worth = ({ outcome, turns }) =>
    outcome === "solved" ? turns : outcome === "undecided" ? TRACK + 1 : TRACK + 2;
  rows.sort((one, two) => worth(one) - worth(two));
  const least = rows[0].turns;
  const line = ({ swap: pair, outcome, turns }) => {
    const row = made("tr"),
      cell = made("td"),
      button = made("button", swapText(state, pair), { type: "button" });
    button.addEventListener("click", () => swap(pair));
    cell.append(button);
    const more = {
      solved: turns === least ? "best" : `${turns - least} more`,
      unsolvable: "cannot be won any more",
      undecided: "not decided here",
    };
    row.append(
      cell,
      made("td", outcome === "solved" ? `${state.turns + turns} in all` : ""),
      made("td", more[outcome]),
    );
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
  say(
    `A shortest way from here: ${counted(found.swaps.length, "turn")}. Step through it with the keys, the slider or Play on.`,
    openNote(),
  );
}

/** Let the seats whose cards are hidden play: the swap that is best with all cards open. */
async function partner() {
  stopPlaying();
  while (game.standing === "open" && game.state.mover !== openSeat() && openSeat() !== null) {
    const found = await solved().catch(failed);
    if (!found) return;
    if (found.outcome !== "solved") return sayNone(found);
    game.byPage++;
    swap(found.swaps[0]);
  }
}
