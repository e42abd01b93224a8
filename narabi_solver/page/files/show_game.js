// Draws what is seen of a game: the ring, whose turn it is, what was played, what every swap leads to.

import { cardName } from "./decks.js";
import { byId, fill, made, offer, send } from "./dom.js";
import { JUDGED } from "./judging.js";
import { shape, signParts } from "./ring.js";
import { SEATS, TRACK, isBlank, sameSwap, swapText, wordsOfCard } from "./rules.js";
import { clockText, countWords, headingWords, judgementWords, meanWords, nameWords, percent, stoneWords } from "./words.js";

/** The sign of a card, beside its name; of one that is seen in the ring as it is there. */
export function signOf({ deck, state }, name) {
  const place = state.ring.findIndex(stone => stone.card === name);
  const parts = signParts(deck.cards[name], place < 0 ? null : { state, place });
  return shape("svg", { viewBox: "-1 -.7 2 1.4", "aria-hidden": "true" }, parts);
}

/** Say what all want to reach with as many players as are at the table now. */
function showGoal({ deck, state }) {
  const numbers = deck.stones[state.players].filter(label => !isBlank(label)).map(Number);
  const fields = { low: Math.min(...numbers), high: Math.max(...numbers) };
  const [long, short] = byId("goal").children;
  long.textContent = t("page.goal", fields);
  short.textContent = t("page.goal-short", fields);
}

/** A turn as a button, with what a review says of it. */
function turnItem(view, swap, i) {
  const judged = view.judgedTurns[i],
    mark = JUDGED[judged?.judgement] ?? "";
  const button = made("button", `${i + 1}. ${swapText(view.state, swap)} ${mark}`.trim(), { type: "button" });
  if (mark) {
    button.classList.add(judged.judgement);
    button.title = judgementWords(view.state, judged);
    button.setAttribute("aria-label", `${button.textContent} ${button.title}`);
  }
  if (i + 1 === view.at) button.setAttribute("aria-current", "step");
  button.addEventListener("click", () => send({ type: "step", to: i + 1 }));
  const item = made("li");
  if (i >= view.given) item.className = "shown";
  item.append(button);
  return item;
}

/** A line that was left for the one shown, by the first swap that is another. */
function otherLine({ swaps, state }, other, line) {
  const turn = other.findIndex((swap, i) => !sameSwap(swap, swaps[i] ?? []));
  const more = other.length - turn > 1 ? " …" : "";
  const button = made("button", `${turn + 1}. ${swapText(state, other[turn])}${more}`, { type: "button" });
  button.addEventListener("click", () => send({ type: "line", line }));
  const item = made("li");
  item.append(button);
  return item;
}

function showLine(view) {
  const items = view.swaps.map((swap, i) => turnItem(view, swap, i));
  byId("judged").hidden = !items.length || view.onTable;
  byId("judged").classList.toggle("main", view.game.entering);
  byId("redo").hidden = !view.onwards && !items.length;
  fill(byId("others"), ...view.others.map((other, i) => otherLine(view, other, i)));
  fill(byId("line"), ...(items.length ? items : [made("li", t("show.nothing-played"), { class: "none" })]));
}

/** A row of the table of swaps, which plays its swap. */
function rowOf(state, swap, best, ...cells) {
  const row = made("tr", "", best ? { class: "best" } : {}),
    cell = made("td"),
    button = made("button", swapText(state, swap), { type: "button" });
  button.addEventListener("click", () => send({ type: "swap", swap }));
  cell.append(button);
  row.append(cell, ...cells.map(words => made("td", words)));
  return row;
}

/** What every swap leads to, by all cards: the best first. */
function costRows(state, rows) {
  const worth = ({ outcome, turns }) => (outcome === "solved" ? turns : outcome === "undecided" ? TRACK + 1 : TRACK + 2);
  const sorted = [...rows].sort((one, two) => worth(one) - worth(two));
  const least = sorted[0]?.turns;
  return sorted.map(({ swap, outcome, turns }) => {
    const best = outcome === "solved" && turns === least;
    const more = {
      solved: best ? t("hint.best") : t("hint.more", { n: turns - least }),
      unsolvable: t("hint.lost"),
      undecided: t("hint.not-decided"),
    };
    return rowOf(state, swap, best, outcome === "solved" ? t("hint.in-all", { n: state.turns + turns }) : "", more[outcome]);
  });
}

const meanRows = (state, { moves, exact }) =>
  moves.map(({ swap, turns, error, wins }, i) => rowOf(state, swap, i === 0, meanWords(turns, error, wins, exact), percent(wins)));

function captionOf({ state, compared: { rows, moves, done, all } }) {
  const fields = { swaps: counted((rows ?? moves).length, "swaps"), seat: SEATS[state.mover] };
  if (moves) return t("know.compared", fields);
  if (done) return t("hint.costs", fields);
  return rows.length ? t("hint.searching-of", { done: rows.length, all }) : t("hint.searching");
}

function showCompared({ compared, state, ...view }) {
  byId("compared").hidden = !compared;
  if (!compared) return byId("compared").tBodies[0].replaceChildren();
  byId("compared").caption.textContent = captionOf({ compared, state, ...view });
  fill(byId("compared").tBodies[0], ...(compared.moves ? meanRows(state, compared) : costRows(state, compared.rows)));
}

/** What the cards of this ring say, or of the deck while some are hidden, and what is assumed of them. */
function showCards(view) {
  const { deck, seat, state, builder } = view;
  const there = name => seat !== null || builder || state.ring.some(stone => stone.card === name);
  const names = deck.names.filter(there);
  const items = names.map(name => {
    const item = made("li"),
      called = cardName(deck, name);
    const written = called === name ? "" : ` (${name})`; // as in deals that are text
    item.append(signOf(view, name), made("b", called), made("span", wordsOfCard(deck.cards[name]) + written));
    return item;
  });
  fill(byId("words"), ...items);
  const assumed = names.filter(name => deck.cards[name].assumed).map(name => t("show.card", { card: cardName(deck, name) }));
  if (deck.assumedColours) assumed.push(t("show.assumed-colours"));
  byId("assumed").textContent = assumed.length ? t("show.assumed", { names: listed(assumed) }) : "";
}

/** Show a message. The box does not shrink again while a deal is played: what lies below it would move under the finger. */
export function showNote(...parts) {
  const box = byId("message");
  if (!fill(box, ...parts.filter(Boolean).map(part => (typeof part === "string" ? made("p", part) : part)))) return;
  box.style.minHeight = `${box.offsetHeight}px`;
  box.scrollTop = 0;
}

const OPTIONS = { all: "play.all-open", pass: "home.pass" };
const optionWords = value => t(OPTIONS[value] ?? "play.seat-only", { seat: SEATS[value] });

function showButtons(view) {
  const { standing, at, onwards, onTable, seat, state, hint, auto, swaps, passes } = view,
    over = standing !== "open";
  const off = {
    undo: !at,
    hint: over,
    costs: over,
    solution: over || onTable,
    first: !at,
    back: !at,
    on: !onwards,
    redo: !onwards,
    auto: !swaps.length,
    partner: onTable || over || seat === null || seat === state.mover,
  };
  for (const [id, disabled] of Object.entries(off)) byId(id).disabled = disabled;
  byId("hint").textContent = t(["show.hint", "show.hint-more", "show.hint-play"][hint.step]);
  byId("partner").hidden = seat === null || onTable || passes;
  byId("auto").textContent = t(auto ? "play.stop" : "play.auto");
  byId("auto").setAttribute("aria-pressed", String(auto));
}

let drawn = { number: 0, language: "", seat: null }; // what the stones in the ring belong to

/** Draw the ring: stones of the deal shown glide, others stand where they belong at once. */
function showRing(view, ring) {
  const { number, deck, state, builder } = view;
  const shown = { number, language, building: Boolean(builder) };
  if (builder || JSON.stringify(shown) !== JSON.stringify(drawn)) ring.clear();
  drawn = shown;
  ring.deck = deck;
  const { joy, chosen, targets, hinted, standing, arrow } = builder ? { ...view, joy: false, standing: "", arrow: null } : view;
  ring.draw({ state, moves: standing === "open", tell: place => stoneWords(view, place), chosen, targets, hinted, arrow, order: standing === "won", joy });
}

let played = 0; // the number of the deal for which the message box is as high as it is

export function showGame(view, settings, ring) {
  for (const id of ["playing", "controls"]) byId(id).inert = false;
  byId("playing").hidden = Boolean(view.builder);
  byId("building").hidden = !view.builder;
  showGoal(view);
  showRing(view, ring);
  byId("turn").textContent = headingWords(view);
  byId("count").textContent = countWords(view);
  byId("name").textContent = byId("name").title = nameWords(view.game.name);
  byId("clock").hidden = !settings.clock;
  byId("clock").textContent = clockText(view.game.seconds);
  if (byId("signs").open) showCards(view); // neighbours change with the seat
  if (view.builder) return;
  offer(byId("cards"), view.choices.map(value => [value, optionWords(value)]), view.viewer.cards);
  byId("rule").value = view.game.undo;
  showButtons(view);
  byId("step").max = view.swaps.length;
  byId("step").value = view.at;
  byId("step").setAttribute("aria-valuetext", t("show.turn-of", { turn: view.at, turns: view.swaps.length }));
  showLine(view);
  showCompared(view);
  byId("text").value = view.text;
  if (played !== view.number) byId("message").style.minHeight = "";
  played = view.number;
}
