"use strict";
// What the page shows of a game: the ring, whose turn it is, what was played, what may be seen.

const USUAL = JSON.parse(document.getElementById("deck-data").textContent); // the deck of this page
let DECK = USUAL; // that of the deal shown
const $ = id => document.getElementById(id);
const made = (tag, text = "", attributes = {}) => {
  const element = document.createElement(tag);
  element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
};

let game = null;
let builder = null;
let puzzle = null; // { day, level } if the deal is one of the puzzles of a day
let addressed = null; // what the address names, if the next deal is of it
let sentTo = null; // the deal of the link that brought somebody here for the first time
let joy = false; // whether the ring was put in order just now
let chosen = null; // the place of the stone that was tapped
let hinted = 0; // steps of the hint that were given
let answer = null; // to the hint: what the solver found for the state shown
let minimum = null; // of the deal
let timer = null; // while the game plays on by itself
let ring = null;

/** A stone by its number and its colour, which no number tells. */
function stoneWithColour(label) {
  return isBlank(label) ? nameOf(label) : t(`stone.colour-${colourOf(DECK, label)}`, { number: label });
}

/** What a stone is, and what can be done with it, for those who cannot see it. */
function tell(state, place, marked) {
  const stone = state.ring[place];
  const name = placeText(state, place);
  if (!stone.label && !stone.card) return t("show.empty", { place: name });
  const known = stone.card === HIDDEN ? t("show.card-hidden") : t("show.card", { card: cardName(stone.card) });
  return t(marked.includes(place) ? "show.target" : "show.stone", {
    place: name,
    stone: stone.label ? stoneWithColour(stone.label) : t("show.no-stone"),
    card: stone.card ? known : t("show.no-card"),
  });
}

/** The places that the chosen stone may take, if its card may be seen. */
function targets() {
  if (builder || chosen === null || !knows(game.state.ring[chosen])) return [];
  return game.legal.filter(([own]) => own === chosen).map(([, other]) => other);
}

function arrow() {
  if (hinted >= 2 && answer?.swaps?.length) return { swap: answer.swaps[0], played: false };
  if (hinted || chosen !== null) return null;
  if (!game.at) return null;
  return { swap: game.swaps[game.at - 1], played: true, better: judgedTurn(game.at - 1)?.better[0] };
}

function hintedPlaces() {
  if (!hinted || !answer?.swaps?.length) return [];
  return answer.swaps[0].slice(0, hinted);
}

function draw() {
  if (builder) return drawBuilder();
  if (passes() && holder !== game.state.mover) holder = -1;
  const state = seen(),
    { standing } = game,
    marked = targets();
  ring.draw({
    state,
    moves: standing === "open",
    tell: place => tell(state, place, marked),
    chosen,
    targets: marked,
    hinted: hintedPlaces(),
    arrow: arrow(),
    order: standing === "won",
    joy,
  });
  $("turn").textContent = heading(state, standing);
  $("count").textContent = count(standing);
  $("name").textContent = $("name").title = game.name();
  showGoal();
  for (const [id, off] of Object.entries({
    undo: !game.at,
    hint: standing !== "open",
    costs: standing !== "open",
    solution: standing !== "open" || game.onTable,
    first: !game.at,
    back: !game.at,
    on: !game.onwards,
    redo: !game.onwards,
    auto: !game.swaps.length,
    partner: game.onTable || standing !== "open" || openSeat() === null || openSeat() === state.mover,
  }))
    $(id).disabled = off;
  $("hint").textContent = t(["show.hint", "show.hint-more", "show.hint-play"][hinted]);
  $("partner").hidden = openSeat() === null || game.onTable || passes();
  showClock();
  $("step").max = game.swaps.length;
  $("step").value = game.at;
  $("step").setAttribute("aria-valuetext", t("show.turn-of", { turn: game.at, turns: game.swaps.length }));
  drawLine();
  if ($("signs").open) drawWords(); // neighbours change with the seat
  $("text").value = seenDeal();
  const hash = addressShown(),
    key = keyOf(game, puzzle);
  if (hash !== location.hash) history.replaceState(null, "", hash);
  keepGame(game, key);
  const solved = standing === "won" && game.own && minimum?.outcome === "solved";
  if (puzzle && solved) keepPuzzle(game, puzzle, minimum.turns);
  if (solved && !isLesson()) keepResult(game, key, minimum.turns);
}

/** Say what all want to reach with as many players as are at the table now. */
function showGoal() {
  const numbers = DECK.stones[(builder ?? game.start).players].filter(label => !isBlank(label)).map(Number);
  const fields = { low: Math.min(...numbers), high: Math.max(...numbers) };
  const [long, short] = $("goal").children;
  long.textContent = t("page.goal", fields);
  short.textContent = t("page.goal-short", fields);
}

function heading(state, standing) {
  if (standing === "won")
    return state.turns ? t("show.won", { n: state.turns }) : t("show.won-as-dealt");
  if (standing === "lost")
    return state.turns >= TRACK ? t("show.lost-track") : t("show.lost-seat", { seat: SEATS[state.mover] });
  return t("show.to-move", { turn: state.turns + 1, seat: SEATS[state.mover] });
}

function count(standing) {
  if (game.onTable) return t("show.on-table");
  if (openSeat() !== null && standing === "open") return t("show.told-at-end");
  if (!minimum) return t("show.working-out");
  if (minimum.error) return minimum.error;
  if (minimum.outcome === "unsolvable") return t("show.unsolvable");
  if (minimum.outcome === "undecided") return t("show.undecided", { bound: minimum.bound });
  const turns = counted(minimum.turns, "turns");
  if (standing !== "won") return t("show.fewest", { turns });
  if (game.at > game.given) return t("show.by-page", { turns });
  const more = game.state.turns - minimum.turns;
  const help = game.help && t("show.with", { helps: game.help });
  if (more) return t("show.more", { turns, more, help }).trim();
  return help || game.read ? t("show.least", { help }).trim() : t("show.perfect");
}

function drawLine() {
  const items = game.swaps.map((swap, i) => {
    const judged = judgedTurn(i),
      mark = JUDGED[judged?.judgement] ?? "";
    const button = made("button", `${i + 1}. ${swapText(game.start, swap)} ${mark}`.trim(), { type: "button" });
    if (mark) {
      button.classList.add(judged.judgement);
      button.title = judgementWords(judged);
      button.setAttribute("aria-label", `${button.textContent} ${button.title}`);
    }
    if (i + 1 === game.at) button.setAttribute("aria-current", "step");
    button.addEventListener("click", () => step(i + 1));
    const item = made("li");
    if (i >= game.given) item.className = "shown";
    item.append(button);
    return item;
  });
  $("judged").hidden = !items.length || game.onTable;
  $("judged").classList.toggle("main", game.entering);
  $("redo").hidden = $("redo").disabled && !items.length;
  $("others").replaceChildren(...game.others.map(otherLine));
  $("line").replaceChildren(
    ...(items.length ? items : [made("li", t("show.nothing-played"), { class: "none" })]),
  );
}

/** A line that was left for the one shown, by the first swap that is another. */
function otherLine(line) {
  const turn = line.swaps.findIndex((swap, i) => !sameSwap(swap, game.swaps[i] ?? []));
  const more = line.swaps.length - turn > 1 ? " …" : "";
  const button = made("button", `${turn + 1}. ${swapText(game.start, line.swaps[turn])}${more}`, { type: "button" });
  button.addEventListener("click", () => takeUp(line));
  const item = made("li");
  item.append(button);
  return item;
}

/** Show a message. The box does not shrink again while a deal is played: what lies below it would move under the finger. */
function say(...parts) {
  const box = $("message");
  box.replaceChildren(
    ...parts.filter(Boolean).map(part => (typeof part === "string" ? made("p", part) : part)),
  );
  box.style.minHeight = `${box.offsetHeight}px`;
  box.scrollTop = 0;
}

const failed = error => say(t("hint.stopped", { why: error.message }));

/** Forget what belonged to the state shown before. */
function changed() {
  chosen = answer = null;
  joy = false;
  hinted = 0;
  $("compared").hidden = true;
  solver.end();
}

/** The sign of a card, beside its name; of one that is seen in the ring as it is there. */
function signOf(name, state) {
  const place = state.ring.findIndex(stone => stone.card === name);
  const parts = signParts(DECK.cards[name], place < 0 ? null : { state, place });
  return shape("svg", { viewBox: "-1 -.7 2 1.4", "aria-hidden": "true" }, parts);
}

/** What the cards of this ring say, or of the deck while some are hidden, and what is assumed of them. */
function drawWords() {
  const there = name => openSeat() !== null || game.start.ring.some(stone => stone.card === name);
  const names = DECK.names.filter(there),
    state = seen();
  $("words").replaceChildren(
    ...names.map(name => {
      const item = made("li");
      const written = cardName(name) === name ? "" : ` (${name})`; // as in deals that are text
      item.append(signOf(name, state), made("b", cardName(name)), made("span", wordsOfCard(DECK.cards[name]) + written));
      return item;
    }),
  );
  const assumed = names.filter(name => DECK.cards[name].assumed).map(name => t("show.card", { card: cardName(name) }));
  if (DECK.assumedColours) assumed.push(t("show.assumed-colours"));
  $("assumed").textContent = assumed.length ? t("show.assumed", { names: listed(assumed) }) : "";
}
