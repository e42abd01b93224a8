// What may be seen of a session: all that is drawn, listed, named, shared and kept of a game by the page comes from here, and
// nothing in it depends on a card that the viewer may not know.

import { deckBy, linkOf } from "./decks.js";
import { builtState, partOf } from "./forms.js";
import { hintedIn, tableOf } from "./game.js";
import { JUDGED, isReview, judgements } from "./judging.js";
import { resultOf } from "./keeping.js";
import { levelReached } from "./levels.js";
import { HASH_TEXT, LEVELS, hashOf, keyOf, restOf, sealed } from "./naming.js";
import { namesFor, waitsForOthers } from "./playing.js";
import { HIDDEN, SEATS, swapText } from "./rules.js";
import { stopOf } from "./search.js";
import { choicesOf, openSeat, passes } from "./session.js";
import { dealText, seenText } from "./texts.js";

const QUESTIONS = 3; // shown at most

/** The part of an address that names the deal; sealed where it would tell cards that are hidden. */
const shownHash = (hash, hides) => (hides ? sealed(hash) : hash);

/** The address of what is shown, which says whose cards are, if it is another choice than the usual one, whether a deal is put together, and where the lesson leads. */
export function addressOf(session) {
  const { game, task, viewer, sentTo } = session;
  const choice = viewer.cards === choicesOf(game)[0] ? "" : `&cards=${SEATS[viewer.cards] ?? viewer.cards}`;
  const builds = session.builder ? `&build=${session.builder.players}` : "";
  const sent = task.kind === "lesson" && sentTo ? `&sent=${linkOf(sentTo)}` : "";
  return shownHash(hashOf(game, task), openSeat(session) !== null && !tableOf(game).onTable) + choice + builds + sent;
}

/** The builder as it is seen. */
function builderSeen({ builder }) {
  const state = builtState(builder);
  return { deck: deckBy(builder.deck), builder, state, seat: null, targets: [], hinted: [], chosen: builder.chosen, part: partOf(builder) };
}

/** What the viewer sees of the page. `judgedTurns` are the judgements of a review, which was asked for. */
export function seen(page) {
  const { session, settings, shelf } = page;
  const common = { number: session.number, dialog: session.dialog, note: { kind: "nothing" }, today: session.today, newDay: session.newDay };
  if (!session.game) return { ...common, note: session.note.kind === "dealing" ? session.note : common.note, deck: USUAL };
  const view = { ...common, ...gameSeen(session, settings, shelf) };
  return session.builder ? { ...view, ...builderSeen(session) } : view;
}

function gameSeen(session, settings, shelf) {
  const { game, task, viewer } = session,
    table = tableOf(game);
  const { deck, onTable, standing } = table,
    seat = openSeat(session),
    hides = seat !== null && !onTable;
  const had = seat === null ? null : table.had(seat);
  const isKnown = stone => stone.card !== HIDDEN && (!had || had.has(stone));
  const masked = state => ({ ...state, ring: state.ring.map(one => (isKnown(one) ? one : { label: one.label, card: HIDDEN, nth: one.nth })) });
  const state = masked(table.state);
  const { chosen, hinted, answer } = session;
  const knowsChosen = chosen !== null && isKnown(table.state.ring[chosen]);
  const first = answer?.swaps?.[0];
  const judgedTurns = judgements(session);
  const minimum = onTable || (hides && standing === "open") ? null : session.minimum;
  const { past } = table;
  const view = {
    deck,
    game: { id: game.id, undo: game.undo, name: game.name, players: game.start.players, entering: game.entering, seconds: game.seconds, deck: game.deck },
    task,
    viewer,
    choices: choicesOf(game),
    passes: passes(session),
    seat,
    hides,
    onTable,
    standing,
    state,
    states: table.states.map(masked),
    results: task.kind === "day" ? Object.fromEntries(LEVELS.map(level => [level, resultOf(shelf, { day: task.day, level })])) : {},
    at: game.at,
    swaps: game.line.swaps,
    given: game.line.given ?? Infinity,
    others: table.others.map(line => line.swaps),
    onwards: table.onwards !== undefined,
    own: table.own,
    hintedAt: table.states.map(one => hintedIn(game, one)),
    read: game.read,
    helps: { hints: game.hints.length, "solutions-shown": game.solutions, "swaps-by-page": game.byPage },
    chosen,
    targets: knowsChosen ? table.legal.filter(([own]) => own === chosen).map(([, other]) => other) : [],
    hinted: first ? first.slice(0, hinted) : [],
    hint: { step: hinted, swap: first, advice: answer?.advice && { ...answer.advice, questions: answer.advice.questions.slice(0, QUESTIONS) } },
    arrow: arrowOf(session, first, judgedTurns),
    joy: session.joy,
    left: session.left,
    aside: session.aside,
    named: seat !== null || ["review", "turn", "illegal"].includes(session.note.kind),
    auto: session.auto,
    minimum,
    compared: session.compared,
    judgedTurns,
    reviewing: isReview(session),
    waits: waitsForOthers(session),
    text: seat === null ? dealText(table.start, past.swaps, past.answers) : seenText(table.start, past.swaps, past.answers, seat),
    sentTo: session.sentTo,
    level: standing === "won" && table.own && task.kind !== "lesson" ? levelReached(settings.levels, shelf, keyOf(game, task), table.state) : null,
  };
  view.hash = addressOf(session);
  view.shared = shownHash(hashOf(game, task), hides);
  view.next = LEVELS.filter(level => isNext(shelf, session, level));
  view.note = noteSeen(session, view, table, isKnown);
  return view;
}

/** Whether a puzzle of today is offered: it is neither solved nor shown. */
const isNext = (shelf, { task, today: day }, level) =>
  resultOf(shelf, { day, level }) === "open" && !(task.kind === "day" && task.day === day && task.level === level);

function arrowOf({ game, hinted, chosen, note }, first, judgedTurns) {
  if (hinted >= 2 && first) return { swap: first, played: false };
  if (hinted || chosen !== null || !["turn", "review"].includes(note.kind) || !game.at) return null;
  return { swap: game.line.swaps[game.at - 1], played: true, better: judgedTurns[game.at - 1]?.better[0] };
}

/** What is said, with all that it is about. */
function noteSeen(session, view, table, isKnown) {
  const { note, game } = session;
  if (note.kind === "illegal") {
    const stone = table.state.ring[note.swap[0]];
    return { ...note, why: table.standing !== "open" || isKnown(stone) ? table.whyNot(note.swap) : null };
  }
  if (note.kind === "naming") {
    return { ...note, ...namesFor(session, note.nth), card: game.line.named.find(({ nth }) => nth === note.nth)?.card };
  }
  if (note.kind === "explained") {
    const stone = table.state.ring[note.place];
    return { ...note, nth: stone.nth, renamed: view.onTable && game.line.named.some(({ nth }) => nth === stone.nth) };
  }
  if (note.kind === "turn" || note.kind === "review") return { ...note, stops: view.judgedTurns.map((one, turn) => stopSeen(one, turn, table, view, isKnown)) };
  if (note.kind === "share") return { ...note, ...sharedText(note, view, table) };
  return note;
}

/** Where a shortest way stops after a slip; null if nothing certain can be said, `why` only where its card is known. */
function stopSeen(judged, turn, table, view, isKnown) {
  if (!(judged?.judgement in JUDGED) || !(judged.way?.length > 1)) return null;
  const way = judged.way.map(swap => swapText(view.state, swap)).join(" ");
  const stop = stopOf(table.deck, table.states[turn + 1], judged.way, view.game.undo);
  return stop && isKnown(stop.stone) ? { way, swap: stop.swap, why: stop.why } : { way };
}

/** A deal as others get it: a link's part, or a text that can be pasted where nothing but the deal has to be told. */
const given = (text, view) => {
  const hash = `#deal=${HASH_TEXT(text)}${restOf(view.game)}`;
  return { text: restOf(view.game) || view.hides ? null : text, hash: shownHash(hash, view.hides) };
};

/** What is shared: the deal as dealt, with the moves, or as a seat knows it. */
function sharedText({ of }, view, { start, past }) {
  if (of === "result") {
    const { id } = view.game;
    const deal = id && view.task.kind !== "lesson" ? id : dealText(start, []);
    return { ...given(deal, view), hash: view.shared, named: view.task.kind === "day" };
  }
  if (of === "moves") return given(dealText(start, past.swaps, past.answers), view);
  return of === "seats" ? {} : given(seenText(start, past.swaps, past.answers, of), view);
}
