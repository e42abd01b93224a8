// What the message box says, by the note of what is seen: a list of sentences and elements.

import { cardName } from "./decks.js";
import { buttonFor, made, send } from "./dom.js";
import { LESSON_TURNS, lessonAnswer } from "./here.js";
import { decisiveTurn } from "./judging.js";
import { levelWords } from "./levels.js";
import { quoted } from "./notation.js";
import { seatsNamed } from "./ring.js";
import { HIDDEN, SEATS, isBlank, nameOf, placeText, seatOf, swapText, wordsOfCard } from "./rules.js";
import { shareParts } from "./sharing.js";
import { adviceWords, judgementWords, percent, questionWords, resultWords, stoneAt, stopWords } from "./words.js";

/** A sentence that asks for something, with the button that does it beside it. */
function asks(words, button = "") {
  const part = made("div", "", { class: "asks" });
  part.append(made("p", words), button);
  return part;
}

function rowOf(...buttons) {
  const row = made("div", "", { class: "row" });
  row.append(...buttons);
  return buttons.length ? row : null;
}

/** That another seat is to move, with the button that lets it; null if that is not so. */
function waitsWords({ waits, passes, state }) {
  if (!waits) return null;
  const letter = { seat: SEATS[state.mover] };
  if (passes) return asks(t("home.give", letter), buttonFor("home.take", { type: "phone" }, { class: "main" }, letter));
  return asks(t("play.others", letter), buttonFor("page.partner", { type: "partner" }, { class: "main" }));
}

/** That the swaps of a game played at a table are entered, and then reviewed; null if that is not so. */
function entersWords({ game, at, state }) {
  if (!game.entering) return null;
  const words = t(at ? "build.then-review" : "build.enter-swaps", { seat: SEATS[state.mover] });
  return asks(words, at ? buttonFor("page.review", { type: "review" }, { class: "main" }) : "");
}

/** What is to be done now. */
function welcome(view) {
  const { onTable, standing, state, seat } = view;
  if (standing !== "open") return lessonWords(view) || t("play.over");
  const entered = onTable && state.mover !== seat ? t("know.enter", { seat: SEATS[state.mover] }) : "";
  return lessonWords(view) || waitsWords(view) || entersWords(view) || entered || t("play.welcome");
}

const nextButtons = ({ next, today: day }) => next.map(level => buttonFor("deal.next", { type: "day", day, level }, {}, { level: t(`level.${level}`) }));

/** What can be done when a game is won: puzzles of today that are not solved, its review, the same again. */
function whatNext(view, isReviewed = false) {
  const { standing, task, sentTo, onTable, at } = view;
  if (standing !== "won") return null;
  if (task.kind === "lesson") {
    const back = sentTo ? [buttonFor("teach.back", { type: "address", hash: sentTo })] : [];
    return rowOf(...back, ...nextButtons(view));
  }
  const more = [at && !onTable && !isReviewed ? buttonFor("page.review", { type: "review" }) : "", buttonFor("page.share", { type: "share" }), at ? buttonFor("play.again", { type: "again" }) : ""];
  return rowOf(...(task.kind === "day" ? nextButtons(view) : []), ...more.filter(Boolean));
}

/** That a blank counts as 0, where that lights one up. */
function blankNote({ deck, state, targets }, place) {
  const { parity, compare, value } = deck.cards[state.ring[place].card].conditions;
  const lit = targets.some(target => isBlank(state.ring[target].label));
  return lit && (parity || compare || value) ? t("play.blank") : "";
}

/** What the lesson says to what is shown; nothing in another deal. */
function lessonWords(view) {
  const { task, seat, state, standing, chosen, game } = view;
  if (task.kind !== "lesson" || seat !== null) return "";
  if (standing === "won") return t("teach.won");
  if (standing === "lost") return "";
  const { outcome, swaps, turns } = lessonAnswer(state, game.undo);
  if (outcome !== "solved") return t("teach.off");
  const [own, other] = swaps[0];
  const fields = { seat: SEATS[state.mover], own: stoneAt(state, own), other: stoneAt(state, other), n: turns };
  if (chosen === own) return [t("teach.take", fields), blankNote(view, own)].filter(Boolean).join(" ");
  if (chosen !== null) return t("teach.other", fields);
  if (state.turns + turns > LESSON_TURNS) return t("teach.more", fields);
  return t(state.turns === 0 ? "teach.first" : turns === 1 ? "teach.last" : "teach.next", fields);
}

/** What the card of a place allows, and what its stone may take now if it is the one to move. */
function explained(view, { place, picked, chances, nth, renamed }) {
  const { deck, state, seat, targets } = view,
    stone = state.ring[place],
    name = stoneAt(state, place),
    lesson = lessonWords(view);
  if (stone.card === HIDDEN) {
    const words = t("play.card-hidden", { stone: name, seat: SEATS[seat] });
    return [waitsWords(view), words, chances ? t("know.chances", { cards: listed(chanceWords(deck, chances)) }) : ""];
  }
  const card = deck.cards[stone.card];
  const words = t(card.conditions.never ? "play.never" : "play.may-take", { stone: name, words: wordsOfCard(card), card: cardName(deck, stone.card) });
  const seats = seatsNamed(card, state, place);
  const neighbours = seats.length ? t("play.neighbour", { seats: listed(seats) }) : "";
  const mend = renamed ? buttonFor("know.rename", { type: "rename", nth }, { class: "link" }) : "";
  if (!picked) return [lesson, words, neighbours, mend];
  if (seatOf(state, place) !== state.mover) return [lesson, words, neighbours, mend, waitsWords(view) ?? t("play.whose-turn", { seat: SEATS[state.mover] })];
  const places = targets.map(target => placeText(state, target));
  const now = places.length ? t("play.now", { places: listed(places) }) : t("play.now-none");
  return [lesson, words, neighbours, mend, ...(lesson ? [] : [now, blankNote(view, place)])];
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

function swapped(view, { byPage, lineLeft }) {
  const { standing, joy } = view,
    lesson = lessonWords(view);
  if (standing === "open" && lesson) return [lesson];
  const words = t("play.swapped", lastSwap(view)),
    line = lineLeft ? t("play.line-left") : "";
  // on a phone the first lines are in view
  if (joy) return [t("play.in-order"), whatNext(view), view.level ? levelWords(view.level) : "", lesson, entersWords(view), words, line];
  return [byPage ? "" : waitsWords(view), entersWords(view), words, standing === "lost" ? t("play.take-back") : "", line, whatNext(view)];
}

function turnShown(view, { stops }) {
  const judged = view.judgedTurns[view.at - 1];
  return [t("play.turn", lastSwap(view)), judged ? judgementWords(view.state, judged) : "", stopWords(stops[view.at - 1])];
}

/** A question worth asking, with what answers it: the page, or the table. */
function questionOf({ state, onTable }, question) {
  const item = made("p", questionWords(state, question));
  const answers = onTable ? [["know.yes", true], ["know.no", false]] : [["know.ask-it", null]];
  for (const [key, yes] of answers) item.append(" ", buttonFor(key, { type: "heard", swap: question.swap, yes }, { class: "link" }));
  return item;
}

function hintGiven(view) {
  const { state, hint } = view,
    [own, other] = hint.swap;
  const place = hint.step === 1 ? own : other;
  const fields = { seat: SEATS[state.mover], place: placeText(state, place), stone: nameOf(state.ring[place].label), swap: swapText(state, hint.swap) };
  return [t(hint.step === 1 ? "hint.own" : "hint.other", fields), ...(hint.advice ? adviceGiven(view) : [])];
}

const adviceGiven = view => adviceWords(view, view.hint.advice, question => questionOf(view, question));

const searching = (_, { done, all }) => [done === undefined ? t("hint.searching") : t("hint.searching-of", { done, all })];

function none(view, { outcome, bound }) {
  const words = outcome === "unsolvable" ? t("hint.unsolvable") : t("hint.undecided", { turns: counted(bound, "turns") });
  return [words, openNote(view)];
}

/** What must be said of an answer while cards are hidden. */
const openNote = ({ seat }) => (seat === null ? "" : t("show.open-note"));

/** How the game went, the turn that decided it first. */
function reviewed(view, { stops }) {
  const turns = view.judgedTurns;
  if (turns.includes(null)) return [welcome(view)];
  const decisive = decisiveTurn(turns);
  const parts = [made("strong", resultWords(turns))];
  if (decisive >= 0) {
    const item = made("p", t("review.decisive", { turn: decisive + 1, words: judgementWords(view.state, turns[decisive]) }));
    item.append(" ", stopWords(stops[decisive]), " ", buttonFor("review.show", { type: "step", to: decisive + 1 }, { class: "link" }));
    parts.push(item);
  }
  return [...parts, whatNext(view, true), openNote(view)];
}

/** The question for the card of a stone that lies at the open seat now. */
function naming({ deck, state }, { place, nth, names, card = "", refused }) {
  const words = t("know.received", { place: placeText(state, place), stone: nameOf(state.ring[place].label) });
  const choice = made("select", "", { "aria-label": words });
  choice.append(made("option", t("know.choose"), { value: "" }), ...names.map(name => made("option", cardName(deck, name), { value: name })));
  for (const one of choice.options) one.toggleAttribute("selected", one.value === card);
  choice.addEventListener("change", () => send({ type: "name", nth, card: choice.value }));
  return [refused ? t("know.contradiction", { swap: cardName(deck, refused) }) : "", words, choice];
}

function heard({ state }, { swap, yes }) {
  const [place, other] = swap.map(one => placeText(state, one));
  return [t(yes ? "know.said-yes" : "know.said-no", { place, other })];
}

function arrived(view, { unknown, lesson, offered, kept }) {
  const words = [...unknown.slice(0, 3).map(quoted), ...(unknown.length > 3 ? ["…"] : [])];
  const parts = [unknown.length ? t("link.unknown", { word: listed(words) }) : "", kept ? t("own.kept") : ""];
  const asked = (key, button) => {
    const item = made("p", `${t(key)} `);
    item.append(button);
    return item;
  };
  if (lesson) parts.push(asked("teach.offer", buttonFor("teach.begin", { type: "teach", linked: true }, { class: "link" })));
  if (offered) parts.push(asked("own.linked", buttonFor("own.keep", { type: "keep", file: view.deck.file }, { class: "link" })));
  return [...parts, welcome(view)];
}

const unread = (_, { problems, instead }) => [
  made("strong", t("link.unread")),
  ...problems.slice(0, 3),
  instead ? t("link.today") : "",
  buttonFor("link.mend", { type: "mend" }, { id: "mend-link" }),
];

function illegal(view, { swap, why }) {
  const words = t(why === null ? "play.illegal-hidden" : "play.illegal", { swap: swapText(view.state, swap), why });
  return [words, lessonWords(view)];
}

const WORDS = {
  nothing: () => [],
  welcome: view => [welcome(view), whatNext(view)],
  waits: view => [waitsWords(view) ?? welcome(view)],
  enter: view => [t("know.enter", { seat: SEATS[view.state.mover] })],
  explained,
  swapped,
  turn: turnShown,
  illegal,
  contradiction: ({ state }, { swap }) => [t("know.contradiction", { swap: swapText(state, swap) })],
  searching,
  hint: hintGiven,
  advice: adviceGiven,
  none,
  sure: () => [asks(t("hint.sure"), buttonFor("page.give-up", { type: "solution", sure: true }))],
  solution: (view, { turns }) => [t("hint.solution", { turns: counted(turns, "turns") }), openNote(view)],
  review: reviewed,
  failed: (_, { why }) => [t("hint.stopped", { why })],
  cut: () => [t("play.cut")],
  naming,
  heard,
  arrived,
  unread,
  share: shareParts,
  dealing: (_, { tried }) => [tried ? t("deal.dealing-tried", { deals: counted(tried, "deals") }) : t("deal.dealing")],
};

/** What is said. */
export function noteParts(view) {
  const { note, newDay, today: day } = view;
  const parts = WORDS[note.kind](view, note);
  if (!newDay || !view.game) return parts;
  const row = view.standing === "won" && ["welcome", "swapped"].includes(note.kind) ? null : rowOf(...nextButtons(view));
  return [...parts, t("deal.new-day", { day: dayInWords(day) }), row];
}
