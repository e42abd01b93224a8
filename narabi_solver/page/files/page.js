"use strict";
// The page: what is tapped and asked, and what is shown.

const DECK = JSON.parse(document.getElementById("deck-data").textContent);
const TICK = 1100; // milliseconds a turn when the game plays on by itself
const $ = id => document.getElementById(id);
const made = (tag, text = "", attributes = {}) => {
  const element = document.createElement(tag);
  element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
};
const counted = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;

/** Where the solver is: in this file, or beside it. */
function solverAddress() {
  if (!$("worker-script")) return "solver.js";
  const sources = ["rules-script", "worker-script"].map(id => $(id).textContent);
  return URL.createObjectURL(new Blob(sources, { type: "text/javascript" }));
}

const background = new Solver(solverAddress()); // finds the minimum of the deal
const solver = new Solver(solverAddress()); // answers what the player asks

let game = null;
let builder = null;
let day = null; // if the deal is the puzzle of a day
let chosen = null; // the place of the stone that was tapped
let hinted = 0; // steps of the hint that were given
let answer = null; // to the hint: what the solver found for the state shown
let minimum = null; // of the deal
let timer = null; // while the game plays on by itself
let ring = null;

// Showing

function openSeat() {
  const value = $("cards").value;
  return value === "all" ? null : Number(value);
}

function knows(stone) {
  const seat = openSeat();
  return builder !== null || seat === null || game.hasSeen(seat, stone);
}

/** What a stone is, and what can be done with it, for those who cannot see it. */
function tell(place) {
  const state = builder ? builder.state : game.state,
    stone = state.ring[place];
  const name = placeText(state, place);
  if (!stone.label && !stone.card) return `${name}: empty`;
  const card = !stone.card ? "no card" : knows(stone) ? `card ${stone.card}` : "card hidden";
  const what = stone.label ? nameOf(stone.label) : "no stone";
  return `${name}: ${what}, ${card}${targets().includes(place) ? ", can be taken" : ""}`;
}

/** The places that the chosen stone may take, if its card may be seen. */
function targets() {
  if (builder || chosen === null || !knows(game.state.ring[chosen])) return [];
  return game.legal.filter(([own]) => own === chosen).map(([, other]) => other);
}

function arrow() {
  if (hinted >= 2 && answer?.swaps?.length) return { swap: answer.swaps[0], played: false };
  if (hinted || chosen !== null) return null;
  return game.at ? { swap: game.swaps[game.at - 1], played: true } : null;
}

function hintedPlaces() {
  if (!hinted || !answer?.swaps?.length) return [];
  return answer.swaps[0].slice(0, hinted);
}

function draw() {
  if (builder) return drawBuilder();
  const { state, standing } = game;
  ring.draw({
    state,
    moves: standing === "open",
    known: knows,
    tell,
    chosen,
    targets: targets(),
    hinted: hintedPlaces(),
    arrow: arrow(),
    order: standing === "won",
  });
  $("turn").textContent = heading(state, standing);
  $("count").textContent = count(standing);
  $("name").textContent = $("name").title = game.name;
  for (const [id, off] of Object.entries({
    undo: !game.at,
    hint: standing !== "open",
    costs: standing !== "open",
    solution: standing !== "open",
    first: !game.at,
    back: !game.at,
    on: game.at === game.swaps.length,
    auto: !game.swaps.length,
    partner: standing !== "open" || openSeat() === null || openSeat() === state.mover,
  }))
    $(id).disabled = off;
  $("hint").textContent = ["Hint", "More", "Play it"][hinted];
  $("partner").hidden = openSeat() === null;
  $("step").max = game.swaps.length;
  $("step").value = game.at;
  $("step").setAttribute("aria-valuetext", `turn ${game.at} of ${game.swaps.length}`);
  drawLine();
  const text = dealText(game.start, game.swaps.slice(0, game.at));
  $("text").value = text;
  history.replaceState(null, "", hashOf(game, day));
}

function heading(state, standing) {
  if (standing === "won")
    return state.turns ? `In order after ${counted(state.turns, "turn")}` : "In order as dealt";
  if (standing === "lost")
    return state.turns >= TRACK
      ? "Lost: the track is at its end"
      : `Lost: seat ${SEATS[state.mover]} cannot swap`;
  return `Turn ${state.turns + 1}: seat ${SEATS[state.mover]} to move`;
}

function count(standing) {
  if (!minimum) return "Working out the fewest turns …";
  if (minimum.error) return minimum.error;
  if (minimum.outcome === "unsolvable") return "This deal cannot be won: proven by trying everything.";
  if (minimum.outcome === "undecided")
    return `The fewest turns were not found here: at least ${minimum.bound}. The program knows more.`;
  const least = counted(minimum.turns, "turn");
  if (standing !== "won") return `The fewest possible are ${least}.`;
  if (game.at > game.given) return `Shown by the page. The fewest possible are ${least}.`;
  const more = game.state.turns - minimum.turns;
  return more ? `${least} would have done: ${more} fewer.` : "Perfect: fewer turns are not possible.";
}

function drawLine() {
  const items = game.swaps.map((swap, i) => {
    const button = made("button", `${i + 1}. ${swapText(game.start, swap)}`, { type: "button" });
    if (i + 1 === game.at) button.setAttribute("aria-current", "step");
    button.addEventListener("click", () => step(i + 1));
    const item = made("li");
    if (i >= game.given) item.className = "shown";
    item.append(button);
    return item;
  });
  $("line").replaceChildren(
    ...(items.length ? items : [made("li", "Nothing is played yet.", { class: "none" })]),
  );
}

function say(...parts) {
  $("message").replaceChildren(...parts.map(part => (typeof part === "string" ? made("p", part) : part)));
}

const failed = error => say(`The solver stopped: ${error.message}.`);

/** Forget what belonged to the state shown before. */
function changed() {
  chosen = answer = null;
  hinted = 0;
  $("compared").hidden = true;
  solver.end();
}

// Playing

function start(next, ofDay = null) {
  stopPlaying();
  changed();
  builder = null;
  game = next;
  day = ofDay;
  minimum = null;
  $("building").hidden = true;
  $("playing").hidden = false;
  $("rule").value = game.undo;
  const all = made("option", "all open", { value: "all" });
  const seats = [...Array(game.start.players).keys()].map(seat =>
    made("option", `seat ${SEATS[seat]}'s only`, { value: seat }),
  );
  $("cards").replaceChildren(all, ...seats);
  ring.clear();
  drawWords();
  say(welcome());
  draw();
  findMinimum();
}

const welcome = () =>
  game.standing === "open"
    ? "Tap a stone of the seat to move, then one of those that light up."
    : "Nothing is left to be played here.";

function drawWords() {
  const names = DECK.names.filter(name => game.start.ring.some(stone => stone.card === name));
  $("words").replaceChildren(
    ...names.map(name => {
      const item = made("li"),
        card = DECK.cards[name];
      const sign = shape(
        "svg",
        { viewBox: "-1 -.7 2 1.4", "aria-hidden": "true" },
        shape("use", { href: `#${card.sign}`, x: -1, y: -0.7, width: 2, height: 1.4 }),
      );
      item.append(sign, made("b", name), made("span", card.words));
      return item;
    }),
  );
  const assumed = names.filter(name => DECK.cards[name].assumed);
  if (DECK.assumedColours) assumed.push("which numbers are white");
  $("assumed").textContent = assumed.length ? `Assumed, since no source names it: ${assumed.join(", ")}.` : "";
}

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

function tapped(place) {
  stopPlaying();
  if (builder) {
    builder.chosen = place;
    return draw();
  }
  const { state } = game;
  if (
    chosen !== null &&
    chosen !== place &&
    seatOf(state, chosen) === state.mover &&
    seatOf(state, place) !== state.mover
  )
    return swap([chosen, place]);
  const again = chosen === place;
  changed();
  chosen = again ? null : place;
  if (chosen !== null) explain(place);
  else say(welcome());
  draw();
}

/** Say what the stone of a place may do. */
function explain(place) {
  const { state } = game,
    stone = state.ring[place];
  const name = `${placeText(state, place)}, the ${nameOf(stone.label)}`;
  if (!knows(stone)) return say(`${name}: its card is hidden from seat ${SEATS[openSeat()]}.`);
  const card = `${name}, may take ${DECK.cards[stone.card].words} (${stone.card}).`;
  const words = DECK.cards[stone.card].never ? `${name}: ${DECK.cards[stone.card].words} (${stone.card}).` : card;
  if (seatOf(state, place) !== state.mover) return say(words, `It is seat ${SEATS[state.mover]}'s turn.`);
  const found = targets().map(target => placeText(state, target));
  say(words, found.length ? `Now it may take ${found.join(", ")}.` : "Now there is none that it may take.");
}

function swap(pair) {
  const { state } = game,
    why = game.whyNot(pair);
  if (why !== null) {
    const hidden = !knows(state.ring[pair[0]]);
    say(
      `${swapText(state, pair)} is not possible${hidden ? ": the hidden card, or the rule on swapping back, forbids it." : `: ${why}.`}`,
    );
    return;
  }
  changed();
  const [own, other] = pair.map(place => nameOf(state.ring[place].label));
  game.play(pair);
  const { standing } = game;
  const seat = `Seat ${SEATS[state.mover]} swapped ${swapText(state, pair)}: the ${own} for the ${other}.`;
  say(
    seat,
    standing === "won" ? "The ring is in order!" : standing === "lost" ? "Take back, or start anew." : "",
  );
  draw();
}

function step(to) {
  stopPlaying();
  move(to);
}

function move(to) {
  changed();
  game.go(to);
  if (game.at) {
    const before = game.states[game.at - 1],
      pair = game.swaps[game.at - 1];
    say(
      `Turn ${game.at}: seat ${SEATS[before.mover]} swaps ${swapText(before, pair)}, the ${pair.map(place => nameOf(before.ring[place].label)).join(" for the ")}.`,
    );
  } else say(welcome());
  draw();
}

function stopPlaying() {
  clearInterval(timer);
  timer = null;
  $("auto").textContent = "Play on";
  $("auto").setAttribute("aria-pressed", "false");
}

function playOn() {
  if (timer) return stopPlaying();
  if (game.at === game.swaps.length) move(0);
  timer = setInterval(() => {
    if (game.at < game.swaps.length) move(game.at + 1);
    if (game.at === game.swaps.length) stopPlaying();
  }, TICK);
  $("auto").textContent = "Stop";
  $("auto").setAttribute("aria-pressed", "true");
}

// Asking the solver

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
  if (outcome === "unsolvable")
    say("From here the game cannot be won: proven by trying everything. Take back a turn.");
  else
    say(
      `No way was found from here; there is none in fewer than ${counted(bound, "turn")}. The program may know more.`,
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
  const mine = `${placeText(state, own)}, the ${nameOf(state.ring[own].label)}`;
  if (hinted === 1) say(`Seat ${SEATS[state.mover]} should move ${mine}.`);
  else
    say(
      `It should take ${placeText(state, other)}, the ${nameOf(state.ring[other].label)}: ${swapText(state, [own, other])}.`,
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
  try {
    await solver.ask({ ask: "costs", ...asking() }, row => {
      rows.push(row);
      caption.textContent = `Searching … ${rows.length} of ${legal.length}`;
      showCosts(state, rows);
    });
    caption.textContent = `What each of the ${counted(rows.length, "swap")} of seat ${SEATS[state.mover]} leads to, played well from then on:`;
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
  );
}

/** Let the seats whose cards are hidden play: the swap that is best with all cards open. */
async function partner() {
  stopPlaying();
  while (game.standing === "open" && game.state.mover !== openSeat() && openSeat() !== null) {
    const found = await solved().catch(failed);
    if (!found) return;
    if (found.outcome !== "solved") return sayNone(found);
    swap(found.swaps[0]);
  }
}

// Deals

const turnsOf = players => `${players} players`;

async function order(players, seed, turns, made, tried) {
  const found = await solver.ask(
    { ask: "order", deck: DECK, undo: "allowed", players, seed, turns },
    ({ tried: count }) => tried(count),
  );
  if (found.state) made(found.state);
  return Boolean(found.state);
}

async function dealOfDay(which, undo = "allowed") {
  const { seed, players, turns } = puzzleOf(which);
  const name = `Puzzle of the day, ${dayInWords(which)}`;
  say("Dealing …");
  await order(
    players,
    seed,
    turns,
    state => start(new Game(DECK, state, [], undo, name), which),
    () => {},
  );
}

/** Read a deal from a text; returns what is wrong with it. */
function dealOf(text, name, undo = "allowed") {
  const { state, swaps, problems } = readDeal(DECK, text, undo);
  if (problems) return problems;
  start(new Game(DECK, state, swaps, undo, name));
  return [];
}

function build(players) {
  stopPlaying();
  changed();
  builder = new Builder(DECK, players);
  $("building").hidden = false;
  $("playing").hidden = true;
  ring.clear();
  draw();
}

function drawBuilder() {
  ring.clear();
  ring.draw({
    state: builder.state,
    moves: false,
    known: knows,
    tell,
    chosen: builder.chosen,
    targets: [],
    hinted: [],
    arrow: null,
    order: false,
  });
  $("turn").textContent = "Put a deal together";
  $("count").textContent = "Tap a place, then its stone and its card.";
  $("placed").textContent = builder.told;
  $("built").disabled = !builder.complete;
  for (const [id, kind] of [
    ["stones", "label"],
    ["deck", "card"],
  ]) {
    const left = [...new Set(builder.left(kind))];
    $(id).replaceChildren(
      ...left.map(what => {
        const button = made("button", "", { type: "button" });
        if (kind === "card")
          button.append(
            shape(
              "svg",
              { viewBox: "-1 -.7 2 1.4", "aria-hidden": "true" },
              shape("use", { href: `#${DECK.cards[what].sign}`, x: -1, y: -0.7, width: 2, height: 1.4 }),
            ),
          );
        button.append(kind === "card" ? what : nameOf(what));
        button.addEventListener("click", () => {
          builder.put(kind, what);
          draw();
        });
        return button;
      }),
    );
  }
}

function built() {
  start(new Game(DECK, stateOf(builder.ring, builder.players), [], "allowed", "A deal of your own"));
}

function leave() {
  builder = null;
  $("building").hidden = true;
  $("playing").hidden = false;
  ring.clear();
  draw();
  $("new").focus();
}

// The dialog for a new deal

const kind = () => document.querySelector("[name=kind]:checked").value;

function openDealing() {
  stopPlaying();
  showKind();
  $("dealing").showModal();
}

function showKind() {
  for (const part of document.querySelectorAll("[data-for]"))
    part.hidden = !part.dataset.for.split(" ").includes(kind());
  problem("");
  $("make").disabled = false;
}

function problem(text, calm = false) {
  $("problems").textContent = text;
  $("problems").classList.toggle("calm", calm);
}

async function make() {
  const players = Number($("players").value),
    turns = Number($("turns").value);
  const seed = crypto.getRandomValues(new Uint32Array(1))[0];
  const close = () => $("dealing").close();
  if (kind() === "day") {
    close();
    await dealOfDay(today()).catch(failed);
  } else if (kind() === "random") {
    close();
    start(
      new Game(DECK, randomDeal(DECK, players, seed, 0), [], "allowed", `A random deal for ${turnsOf(players)}`),
    );
  } else if (kind() === "build") {
    close();
    build(players);
  } else if (kind() === "paste") {
    const problems = dealOf($("paste").value, "A deal of your own");
    if (problems.length) problem(problems.slice(0, 8).join("\n"));
    else close();
  } else {
    $("make").disabled = true;
    problem("Dealing …", true);
    const finished = state => {
      close();
      start(new Game(DECK, state, [], "allowed", `${counted(turns, "turn")}, ${turnsOf(players)}`));
    };
    try {
      const found = await order(players, seed, turns, finished, tried =>
        problem(`Dealing … ${tried} deals tried`, true),
      );
      if (!found)
        problem(`None of 20,000 deals takes exactly ${counted(turns, "turn")}. Try again, or another number.`);
    } catch (error) {
      problem(`The solver stopped: ${error.message}.`);
    }
    $("make").disabled = false;
  }
}

async function share() {
  const field = made("input", "", { readonly: "", "aria-label": "link to this deal" });
  field.value = location.href;
  let words = "This link opens the deal as it stands:";
  try {
    await navigator.clipboard.writeText(location.href);
    words = "Copied. This link opens the deal as it stands:";
  } catch {
    // no clipboard here: the link is shown
  }
  say(words, field);
  field.select();
}

// From here on everything happens when it is asked for

function keys(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || builder || $("dealing").open) return;
  if (event.target.closest?.("input, select, textarea")) return;
  const does = {
    ArrowLeft: () => step(game.at - 1),
    ArrowRight: () => step(game.at + 1),
    Home: () => step(0),
    End: () => step(game.swaps.length),
    Escape: () => (changed(), draw()),
    h: () => game.standing === "open" && hint(),
    u: () => takeBack(),
  }[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!does || !game) return;
  event.preventDefault();
  does();
}

function takeBack() {
  if (!game.at) return;
  const to = game.at - 1;
  step(to);
  game.cut(to);
  draw();
}

function rule() {
  const cut = game.choose($("rule").value);
  changed();
  say(cut ? "A swap of this game is illegal by that rule: it was taken out, with all that followed." : welcome());
  draw();
  findMinimum();
}

function readAddress() {
  const { day: which, text, problem: wrong, undo } = readHash(location.hash);
  const problems = wrong ? [wrong] : text !== undefined ? dealOf(text, "A deal from a link", undo) : null;
  if (problems?.length === 0) return Promise.resolve();
  return dealOfDay(which ?? today(), undo).then(() => {
    if (problems) say(`The link was not read: ${problems[0]}. This is today's puzzle.`);
  });
}

function begin() {
  for (let turns = LEAST_TURNS; turns <= MOST_TURNS; turns++) $("turns").append(made("option", String(turns)));
  $("turns").value = "6";
  ring = new Ring($("ring"), DECK, tapped);
  const clicks = {
    undo: takeBack,
    hint,
    costs,
    solution,
    partner,
    share,
    make,
    built,
    leave,
    first: () => step(0),
    back: () => step(game.at - 1),
    on: () => step(game.at + 1),
    auto: playOn,
    new: openDealing,
    close: () => (solver.end(), $("dealing").close()),
    clear: () => (builder.empty(), draw()),
  };
  for (const [id, does] of Object.entries(clicks)) $(id).addEventListener("click", does);
  $("step").addEventListener("input", () => step(Number($("step").value)));
  $("cards").addEventListener("change", () => (changed(), draw()));
  $("rule").addEventListener("change", rule);
  for (const one of document.getElementsByName("kind")) one.addEventListener("change", showKind);
  document.addEventListener("keydown", keys);
  addEventListener("beforeprint", () => ($("words").parentElement.open = true));
  addEventListener("hashchange", () => readAddress().catch(failed));
  readAddress().catch(failed);
}

begin();
