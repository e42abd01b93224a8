"use strict";
// What the page shows of a game: the ring, whose turn it is, what was played, what may be seen.

const DECK = JSON.parse(document.getElementById("deck-data").textContent);
const $ = id => document.getElementById(id);
const made = (tag, text = "", attributes = {}) => {
  const element = document.createElement(tag);
  element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
};
const counted = (number, word) => `${number.toLocaleString("en-GB")} ${word}${number === 1 ? "" : "s"}`;

let game = null;
let builder = null;
let day = null; // if the deal is the puzzle of a day
let chosen = null; // the place of the stone that was tapped
let hinted = 0; // steps of the hint that were given
let answer = null; // to the hint: what the solver found for the state shown
let minimum = null; // of the deal
let timer = null; // while the game plays on by itself
let ring = null;

function openSeat() {
  const value = $("cards").value;
  return value === "all" ? null : Number(value);
}

/** What must be said of an answer while cards are hidden. */
const openNote = () => (openSeat() === null ? "" : "This answer looks at all cards, the hidden ones too.");

function knows(stone) {
  const seat = openSeat();
  return builder !== null || seat === null || game.hasSeen(seat, stone);
}

/** What a stone is, and what can be done with it, for those who cannot see it. */
function tell(place, marked) {
  const state = builder ? builder.state : game.state,
    stone = state.ring[place];
  const name = placeText(state, place);
  if (!stone.label && !stone.card) return `${name}: empty`;
  const card = !stone.card ? "no card" : knows(stone) ? `card ${stone.card}` : "card hidden";
  const what = stone.label ? nameOf(stone.label) : "no stone";
  return `${name}: ${what}, ${card}${marked.includes(place) ? ", can be taken" : ""}`;
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
  const { state, standing } = game,
    marked = targets();
  ring.draw({
    state,
    moves: standing === "open",
    known: knows,
    tell: place => tell(place, marked),
    chosen,
    targets: marked,
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
  history.replaceState(null, "", hashOf(game.start, game.swaps.slice(0, game.at), game.undo, day));
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
  if (standing !== "won") return `The fewest possible are ${least}${openSeat() === null ? "" : ", all cards open"}.`;
  if (game.at > game.given) return `Shown by the page. The fewest possible are ${least}.`;
  const more = game.state.turns - minimum.turns;
  const help = game.help && ` With ${game.help}.`;
  if (more) return `${least} would have done: ${more} fewer.${help}`;
  return help || game.read ? `Fewer turns are not possible.${help}` : "Perfect: fewer turns are not possible.";
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
  $("message").replaceChildren(
    ...parts.filter(Boolean).map(part => (typeof part === "string" ? made("p", part) : part)),
  );
}

const failed = error => say(`The solver stopped: ${error.message}.`);

/** Forget what belonged to the state shown before. */
function changed() {
  chosen = answer = null;
  hinted = 0;
  $("compared").hidden = true;
  solver.end();
}

/** The sign of a card, beside its name. */
function signOf(name) {
  const box = { x: -1, y: -0.7, width: 2, height: 1.4 };
  const use = shape("use", { href: `#${DECK.cards[name].sign}`, ...box });
  return shape("svg", { viewBox: "-1 -.7 2 1.4", "aria-hidden": "true" }, use);
}

/** What the cards of this ring say, and what is assumed of them. */
function drawWords() {
  const names = DECK.names.filter(name => game.start.ring.some(stone => stone.card === name));
  $("words").replaceChildren(
    ...names.map(name => {
      const item = made("li");
      item.append(signOf(name), made("b", name), made("span", DECK.cards[name].words));
      return item;
    }),
  );
  const assumed = names.filter(name => DECK.cards[name].assumed);
  if (DECK.assumedColours) assumed.push("which numbers are white");
  $("assumed").textContent = assumed.length ? `Assumed, since no source names it: ${assumed.join(", ")}.` : "";
}
