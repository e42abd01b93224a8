// Draws what is seen of a game: the ring, its name, what was played, what every swap leads to.

import { cardName } from "./decks.js";
import { showCentre, toldPlace } from "./centre.js";
import { buttonFor, byId, fill, made, offer, send, unbroken } from "./dom.js";
import { JUDGED } from "./judging.js";
import { handOf } from "./lesson.js";
import { signOf, stonesOf, stonesWords } from "./marks.js";
import { LEVELS } from "./naming.js";
import { isStanding, noteParts, passingWords, toldWords } from "./notes.js";
import { SEATS, TRACK, sameSwap, seatOf, swapText, wordsOfCard } from "./rules.js";
import { around, clockText, judgementWords, meanWords, nameWords, percent, shortName, stoneWords } from "./words.js";

/** How the deal is called, and how far the puzzles of its day are; or that a deal is put together. */
function showName({ game, task, results, builder }) {
  const [name, level] = builder ? [t("page.table"), ""] : shortName(game.name);
  const [first, second] = byId("name").children,
    whole = builder ? name : nameWords(game.name);
  first.textContent = name;
  second.textContent = level;
  byId("name").title = whole;
  document.title = `Narabi · ${whole}`;
  const dots = task.kind === "day" && !builder ? LEVELS.map(one => made("i", "", { class: task.level === one ? "now" : results[one] })) : [];
  fill(byId("dots"), ...dots);
}

/** What a slot of the track holds: the seat, and the stones that it exchanged. */
function slotParts({ deck, states }, swap, i) {
  const { ring, mover } = states[i];
  const [own, other] = swap.map(place => ring[place].label);
  return [made("small", String(i + 1)), made("b", SEATS[mover]), ...stonesOf(deck, own, other)];
}

/** A turn that was played, as a button, with what a review says of it. */
function turnItem(view, swap, i) {
  const judged = view.judgedTurns[i],
    mark = JUDGED[judged?.judgement] ?? "";
  const words = mark ? judgementWords(view.states[i], judged) : "";
  const button = made("button", "", { type: "button", title: words, "aria-label": `${i + 1}. ${swapText(view.state, swap)} ${mark} ${words}`.trim() });
  button.append(...slotParts(view, swap, i));
  if (mark) {
    button.classList.add(judged.judgement);
    button.append(made("em", mark));
  }
  if (i + 1 === view.at) button.setAttribute("aria-current", "step");
  button.addEventListener("click", () => send({ type: "step", to: i + 1 }));
  const item = made("li");
  if (i >= view.given) item.className = "shown";
  item.append(button);
  return item;
}

/** A line that was left for the one shown, by the first swap that is another. */
function otherLine(view, other, line) {
  const turn = other.findIndex((swap, i) => !sameSwap(swap, view.swaps[i] ?? []));
  const more = other.length - turn > 1 ? " …" : "";
  const button = made("button", `${turn + 1}. ${swapText(view.state, other[turn])}${more}`, { type: "button" });
  button.addEventListener("click", () => send({ type: "line", line }));
  const item = made("li");
  item.append(button);
  return item;
}

/** The turns as slots: what was swapped, the turn to come, and those that are left of the fewest. */
function showLine(view) {
  const { deck, swaps, at, standing, state, chosen, minimum } = view;
  const items = swaps.map((swap, i) => turnItem(view, swap, i));
  if (standing === "open" && at === swaps.length) {
    const now = made("li", "", { class: "now" });
    now.append(made("small", String(at + 1)), made("b", SEATS[state.mover]), ...stonesOf(deck, chosen === null ? "" : state.ring[chosen].label, ""));
    items.push(now);
    const least = minimum?.outcome === "solved" ? minimum.turns : 0;
    for (let turn = at + 2; turn <= least; turn++) items.push(made("li", String(turn), { class: "later" }));
  }
  fill(byId("others"), ...view.others.map((other, i) => otherLine(view, other, i)));
  if (!fill(byId("line"), ...items)) return;
  const shown = byId("line").querySelector(".now, [aria-current]");
  if (shown) byId("line").scrollLeft = shown.offsetLeft - byId("line").offsetLeft - byId("line").clientWidth / 2 + shown.offsetWidth / 2;
}

/** A row of the table of swaps, which plays its swap: the stones, a bar as long as the way that is left, words. */
function rowOf({ deck, state }, swap, best, share, ...cells) {
  const labels = swap.map(place => state.ring[place].label);
  const row = made("tr", "", best ? { class: "best" } : {}),
    button = made("button", "", { type: "button", "aria-label": `${swapText(state, swap)}: ${stonesWords(...labels)}` }),
    bar = made("div", "", { class: "bar" });
  button.append(...stonesOf(deck, ...labels));
  button.addEventListener("click", () => send({ type: "swap", swap }));
  bar.style.setProperty("--share", `${100 * share}%`);
  for (const part of [button, bar]) {
    const cell = made("td");
    cell.append(part);
    row.append(cell);
  }
  row.append(...cells.map(words => made("td", words)));
  return row;
}

/** What every swap leads to, by all cards: the best first. */
function costRows(view, rows) {
  const { state } = view;
  const worth = ({ outcome, turns }) => (outcome === "solved" ? turns : outcome === "undecided" ? TRACK + 1 : TRACK + 2);
  const sorted = [...rows].sort((one, two) => worth(one) - worth(two));
  const least = sorted[0]?.turns,
    most = Math.max(1, ...rows.filter(({ outcome }) => outcome === "solved").map(({ turns }) => turns));
  return sorted.map(({ swap, outcome, turns }) => {
    const best = outcome === "solved" && turns === least;
    const more = {
      solved: best ? t("hint.best") : t("hint.more", { n: turns - least }),
      unsolvable: t("hint.lost"),
      undecided: t("hint.not-decided"),
    };
    return rowOf(view, swap, best, outcome === "solved" ? turns / most : 1, outcome === "solved" ? t("hint.in-all", { n: state.turns + turns }) : "", more[outcome]);
  });
}

function meanRows(view, { moves, exact }) {
  const most = Math.max(1, ...moves.map(({ turns }) => turns));
  return moves.map(({ swap, turns, error, wins }, i) => rowOf(view, swap, i === 0, turns / most, meanWords(turns, error, wins, exact), percent(wins)));
}

function captionOf({ state, compared: { rows, moves, done, all } }) {
  const fields = { swaps: counted((rows ?? moves).length, "swaps"), seat: SEATS[state.mover] };
  if (moves) return t("know.compared", fields);
  if (done) return t("hint.costs", fields);
  return rows.length ? t("hint.searching-of", { done: rows.length, all }) : t("hint.searching");
}

function showCompared(view) {
  const { compared } = view,
    table = byId("compared").querySelector("table");
  byId("compared").hidden = !compared;
  byId("costs").setAttribute("aria-pressed", String(Boolean(compared)));
  if (!compared) return table.tBodies[0].replaceChildren();
  table.caption.textContent = captionOf(view);
  fill(table.tBodies[0], ...(compared.moves ? meanRows(view, compared) : costRows(view, compared.rows)));
}

/** What the cards of this ring say, or of the deck while some are hidden, and what is assumed of them. */
function showCards(view) {
  const { deck, seat, state, builder } = view;
  const there = name => seat !== null || builder || state.ring.some(stone => stone.card === name);
  const names = deck.names.filter(there);
  const items = names.map(name => {
    const item = made("li");
    item.append(signOf(view, name), made("b", cardName(deck, name)), made("span", wordsOfCard(deck.cards[name])));
    return item;
  });
  fill(byId("words"), ...items);
  const assumed = names.filter(name => deck.cards[name].assumed).map(name => t("show.card", { card: cardName(deck, name) }));
  if (deck.assumedColours) assumed.push(t("show.assumed-colours"));
  byId("assumed").textContent = assumed.length ? t("show.assumed", { names: listed(assumed) }) : "";
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
    judged: !swaps.length || onTable,
    redo: !onwards,
    auto: !swaps.length,
    again: !at,
    partner: onTable || over || seat === null || seat === state.mover,
  };
  for (const [id, disabled] of Object.entries(off)) byId(id).disabled = disabled;
  byId("hint").querySelector("span").textContent = t(hint.step === 2 ? "show.hint-play" : "show.hint");
  byId("partner").hidden = seat === null || onTable || passes;
  byId("invite").hidden = onTable;
  byId("auto").querySelector("b").textContent = t(auto ? "play.stop" : "play.auto");
  byId("auto").setAttribute("aria-pressed", String(auto));
}

/** Ask for the phone of whoever is to move, where one goes round, and say what was swapped last. */
function showHandover(view) {
  const { passes, seat, builder, deck, state, states, swaps, at } = view,
    waits = passes && seat === -1 && !builder;
  byId("handover").hidden = !waits;
  if (!waits) return;
  const [turn, letter, title, words, last, button] = byId("handover").children,
    fields = { seat: SEATS[state.mover] };
  turn.textContent = t("show.turn", { turn: state.turns + 1 });
  letter.textContent = fields.seat;
  title.textContent = t("home.give", fields);
  words.textContent = t("home.nobody", fields);
  button.textContent = t("home.take", fields);
  last.hidden = !at;
  if (!at) return;
  const { ring, mover } = states[at - 1],
    swap = swaps[at - 1],
    other = SEATS[seatOf(state, swap[1])];
  const [before, after] = around("home.swapped", { seat: SEATS[mover], other }, "stones");
  fill(last, before, ...stonesOf(deck, ...swap.map(place => ring[place].label)), after, buttonFor("page.undo", { type: "undo" }, { class: "link" }));
}

let drawn = {}; // what the stones in the ring belong to

/** Draw the ring: stones of the deal shown glide, others stand where they belong at once. */
function showRing(view, ring) {
  const { number, deck, builder, reviewing, states, at } = view,
    state = reviewing ? states[at - 1] : view.state, // where the swap played and the better one begin
    nearest = builder || view.passes ? null : view.seat;
  const shown = { number, language, building: Boolean(builder), nearest };
  if (builder || JSON.stringify(shown) !== JSON.stringify(drawn)) ring.clear();
  drawn = shown;
  ring.deck = deck;
  const asked = view.part === "card" ? builder.chosen : null;
  const { joy, chosen, targets, hinted, standing, arrow } = builder ? { ...view, joy: false, standing: "", arrow: null } : view;
  const parts = { asked, chosen: asked === null ? chosen : null, targets, hinted, arrow, joy, told: toldPlace(view), hand: builder ? null : handOf(view), named: Boolean(builder) || view.named, nearest };
  const { classList } = document.querySelector("main");
  classList.toggle("near", nearest !== null);
  classList.toggle("enters", Boolean(view.game?.entering && !builder));
  ring.draw({ state, moves: standing === "open", tell: place => stoneWords({ ...view, state }, place), order: standing === "won" && !reviewing, ...parts });
}

/** Show what is said: beside the ring, for a while, and to those who do not see it. */
export function showNotes(view) {
  const parts = view.builder ? [] : noteParts(view);
  const { compared } = view; // its sheet lies where all else is said: what is said stands below the table
  byId("saying").hidden = !parts.length || Boolean(compared) || Boolean(view.reviewing);
  byId("saying").querySelector(".close").hidden = isStanding(view);
  byId("saying").classList.toggle("stays", view.task?.kind === "lesson" || view.note.kind === "first");
  const said = parts.map(part => (typeof part === "string" ? made("p", part) : part));
  if (fill(byId("message"), ...(compared ? [] : said))) byId("saying").scrollTop = 0;
  fill(byId("grounds"), ...(compared ? said : []));
  fill(byId("toast"), ...unbroken(view.game ? passingWords(view) : ""));
  byId("told").textContent = view.game ? toldWords(view) : "";
}

export function showGame(view, settings, ring) {
  document.querySelector("main").inert = false;
  byId("side").hidden = Boolean(view.builder);
  byId("building").hidden = !view.builder;
  showRing(view, ring);
  showCentre(view);
  showName(view);
  byId("clock").hidden = !settings.clock;
  byId("clock").textContent = clockText(view.game.seconds);
  if (view.dialog === "rules") showCards(view); // neighbours change with the seat
  showHandover(view);
  if (view.builder) return;
  offer(byId("cards"), view.choices.map(value => [value, optionWords(value)]), view.viewer.cards);
  byId("rule").value = view.game.undo;
  showButtons(view);
  showLine(view);
  showCompared(view);
  byId("text").value = view.text;
}
