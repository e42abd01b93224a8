// What is said beside the ring: what needs reading stays in a box, what went wrong passes, what was played is heard.

import { cardName } from "./decks.js";
import { buttonFor, made, send } from "./dom.js";
import { lessonWords } from "./lesson.js";
import { quoted } from "./notation.js";
import { HIDDEN, SEATS, nameOf, placeText, swapText } from "./rules.js";
import { adviceWords, judgementWords, percent, questionWords, stopWords } from "./words.js";

/** A sentence that asks for something, with the buttons that do it beside it. */
function asks(words, ...buttons) {
  const part = made("div", "", { class: "asks" });
  part.append(made("p", words), ...buttons);
  return part;
}

export function rowOf(...buttons) {
  const row = made("div", "", { class: "row" });
  row.append(...buttons);
  return buttons.length ? row : null;
}

/** That another seat is to move, with the button that lets it; null if that is not so. */
function waitsWords({ waits, passes, state }) {
  if (!waits || passes) return null;
  const letter = { seat: SEATS[state.mover] };
  return asks(t("play.others", letter), buttonFor("page.partner", { type: "partner" }, { class: "main" }));
}

/** That the swaps of a game played at a table are entered, and then reviewed; null if that is not so. */
function entersWords({ game, at, state }) {
  if (!game.entering) return null;
  const words = t(at ? "build.then-review" : "build.enter-swaps", { seat: SEATS[state.mover] });
  return asks(words, at ? buttonFor("page.review", { type: "review" }, { class: "main" }) : "");
}

/** What stays said while nothing else is: what the lesson wants, or whose swap is waited for. */
function standing(view) {
  const { onTable, standing: how, state, seat } = view;
  if (how !== "open") return [];
  const entered = onTable && state.mover !== seat ? t("know.enter", { seat: SEATS[state.mover] }) : "";
  return [lessonWords(view) || waitsWords(view) || entersWords(view) || entered];
}

/** Buttons for the puzzles of today that are not solved. */
export const nextButtons = ({ next, today: day }) =>
  next.map(level => buttonFor("deal.next", { type: "day", day, level }, {}, { level: t(`level.${level}`) }));

/** Of a hidden card what it may be; of one that was named that it can be named anew. */
function explained(view, { place, chances, nth, renamed }) {
  const { deck, state } = view;
  if (state.ring[place].card === HIDDEN) return [...standing(view), chances ? t("know.chances", { cards: listed(chanceWords(deck, chances)) }) : ""];
  return [...standing(view), renamed ? buttonFor("know.rename", { type: "rename", nth }) : ""];
}

const chanceWords = (deck, chances) =>
  [...chances].sort(([, one], [, two]) => two - one).map(([name, chance]) => t("know.chance", { card: cardName(deck, name), chance: percent(chance) }));

/** The swap that led to the turn shown, with the stones that it exchanged. */
function lastSwap({ swaps, at, state }) {
  const swap = swaps[at - 1],
    [other, own] = swap.map(place => nameOf(state.ring[place].label)); // they lie exchanged now
  const seat = SEATS[(state.mover + state.players - 1) % state.players];
  return { swap: swapText(state, swap), own, other, seat, turn: at };
}

function turnShown(view, { stops }) {
  const judged = view.judgedTurns[view.at - 1];
  return [...standing(view), judged ? judgementWords(view.state, judged) : "", stopWords(stops[view.at - 1])];
}

/** A question worth asking, with what answers it: the page, or the table. */
function questionOf({ state, onTable }, question) {
  const answers = onTable ? [["know.yes", true], ["know.no", false]] : [["know.ask-it", null]];
  return asks(questionWords(state, question), ...answers.map(([key, yes]) => buttonFor(key, { type: "heard", swap: question.swap, yes })));
}

const adviceGiven = view => adviceWords(view, view.hint.advice, question => questionOf(view, question));

function none(view, { outcome, bound }) {
  const words = outcome === "unsolvable" ? t("hint.unsolvable") : t("hint.undecided", { turns: counted(bound, "turns") });
  return [words, openNote(view)];
}

/** What must be said of an answer while cards are hidden. */
export const openNote = ({ seat }) => (seat === null ? "" : t("show.open-note"));

/** The question for the card of a stone that lies at the open seat now. */
function naming({ deck, state }, { place, nth, names, card = "", refused }) {
  const words = t("know.received", { place: placeText(state, place), stone: nameOf(state.ring[place].label) });
  const choice = made("select", "", { "aria-label": words });
  choice.append(made("option", t("know.choose"), { value: "" }), ...names.map(name => made("option", cardName(deck, name), { value: name })));
  for (const one of choice.options) one.toggleAttribute("selected", one.value === card);
  choice.addEventListener("change", () => send({ type: "name", nth, card: choice.value }));
  return [refused ? t("know.contradiction", { swap: cardName(deck, refused) }) : "", words, choice];
}

function arrived(view, { unknown, offered, kept }) {
  const words = [...unknown.slice(0, 3).map(quoted), ...(unknown.length > 3 ? ["…"] : [])];
  const parts = [unknown.length ? t("link.unknown", { word: listed(words) }) : "", kept ? t("own.kept") : ""];
  if (offered) parts.push(asks(t("own.linked"), buttonFor("own.keep", { type: "keep", file: view.deck.file })));
  return [...parts, ...standing(view)];
}

const unread = (_, { problems, instead, text }) => [
  made("strong", t("link.unread")),
  instead ? t("link.today") : "",
  text ? buttonFor("link.mend", { type: "mend" }, { id: "mend-link" }) : "",
  ...problems.slice(0, 3),
];

const WORDS = {
  nothing: () => [],
  first: ({ state }) => [t("welcome.first", { seat: SEATS[state.mover] })],
  explained,
  turn: turnShown,
  hint: view => [...standing(view), ...(view.hint.advice ? adviceGiven(view) : [])],
  advice: adviceGiven,
  none,
  sure: () => [asks(t("hint.sure"), buttonFor("page.give-up", { type: "solution", sure: true }))],
  solution: (view, { turns }) => [t("hint.solution", { turns: counted(turns, "turns") }), openNote(view)],
  naming,
  arrived,
  unread,
  dealing: (_, { tried }) => [tried ? t("deal.dealing-tried", { deals: counted(tried, "deals") }) : t("deal.dealing")],
};

/** Whether all that is said stays said: it cannot be put aside. */
export const isStanding = ({ note }) => !Object.hasOwn(WORDS, note.kind);

/** What needs reading: a list of sentences and elements. */
export function noteParts(view) {
  const { note, newDay, today: day } = view;
  const parts = (WORDS[note.kind] ?? standing)(view, note).filter(Boolean);
  if (!newDay || !view.game || view.standing === "won") return parts;
  return [...parts, t("deal.new-day", { day: dayInWords(day) }), rowOf(...nextButtons(view))];
}

function heard({ state }, { swap, yes }) {
  const [place, other] = swap.map(one => placeText(state, one));
  return t(yes ? "know.said-yes" : "know.said-no", { place, other });
}

const PASSING = {
  illegal: ({ state }, { swap, why }) => (why === null ? t("play.illegal-hidden", { swap: swapText(state, swap) }) : t("play.illegal", { swap: swapText(state, swap), why })),
  contradiction: ({ state }, { swap }) => t("know.contradiction", { swap: swapText(state, swap) }),
  failed: (_, { why }) => t("hint.stopped", { why }),
  cut: () => t("play.cut"),
  heard,
  swapped: (_, { lineLeft }) => (lineLeft ? t("play.line-left") : ""),
};

/** What is said for a while: why something is not possible, what became of a tap. */
export const passingWords = view => PASSING[view.note.kind]?.(view, view.note) ?? "";

/** What was played, for those who do not see it. */
export function toldWords(view) {
  const { kind } = view.note;
  if (!view.at || !["swapped", "turn"].includes(kind)) return "";
  return t(kind === "turn" ? "play.turn" : "play.swapped", lastSwap(view));
}
