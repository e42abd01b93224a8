// A game as a plain value: the deal, the line played and those that were left, the turn shown, what helped. Each function
// returns a new game; `Table` tells what follows from one by the rules.

import { deckBy } from "./decks.js";
import { HIDDEN, TRACK, afterSwap, hadBy, legalMoves, orderOf, reasonAgainst, sameSwap, whole, whyIllegal } from "./rules.js";
import { dealText, eventsOf, happened, replayed } from "./texts.js";

const MOST_LINES = 60; // remembered; the one that was left longest ago goes first
const NO_LINE = { swaps: [], answers: [], named: [], given: null };

/** A deal that nobody has played; `name` is the key of a text with its fields, `deck` a link, empty for the usual cards. */
export function newGame({ deck = "", start, undo = "allowed", name, id = null }) {
  const ring = start.ring.map(({ label, card }, nth) => ({ label, card, nth }));
  return {
    deck,
    undo,
    name,
    id,
    start: { ...start, ring },
    line: NO_LINE, // swaps; answers heard: { at, swap, yes }; cards named of stones received: { at, nth, card }; `given`: from this turn on it was shown, not played
    at: 0,
    lines: [],
    hints: [], // states in which a hint was asked for
    solutions: 0, // shown
    byPage: 0, // swaps that the page played for other seats
    read: false, // whether the line came from elsewhere: then nobody knows how it was found
    entering: false, // whether it was played elsewhere and is entered here, to be reviewed
    reviewing: false, // whether its review is shown
    aside: false, // whether the sheet of its end was put aside
    begun: null, // the day on which its first stone was tapped
    seconds: 0, // while the clock ran
    done: false, // whether it has been won: the clock stands still from then on
  };
}

const states = new WeakMap(); // of lines
const facts = new WeakMap(); // of states

function statesOf({ start, line }) {
  const known = states.get(line);
  if (known?.start === start) return known.all;
  const named = new Map(line.named.map(({ nth, card }) => [nth, card]));
  const ring = start.ring.map(stone => (named.has(stone.nth) ? { ...stone, card: named.get(stone.nth) } : stone));
  const all = [{ ...start, ring }];
  for (const swap of line.swaps) all.push(afterSwap(all.at(-1), swap));
  states.set(line, { start, all });
  return all;
}

/** How a state stands, "won", "lost" (nothing may be swapped, or the track is at its end) or "open", and its legal swaps. */
function factsOf(deck, state, undo) {
  const known = facts.get(state) ?? {};
  facts.set(state, known);
  if (!known[undo]) {
    const won = orderOf(state.ring) !== null;
    const legal = won || state.turns >= TRACK ? [] : legalMoves(deck, state, undo);
    known[undo] = { standing: won ? "won" : legal.length ? "open" : "lost", legal };
  }
  return known[undo];
}

/** What a game is by the rules. */
class Table {
  constructor(game) {
    this.game = game;
    this.deck = deckBy(game.deck);
    this.states = statesOf(game);
    [this.start] = this.states; // with the cards that were named
    this.state = this.states[game.at];
  }

  get standing() {
    return factsOf(this.deck, this.state, this.game.undo).standing;
  }

  get legal() {
    return factsOf(this.deck, this.state, this.game.undo).legal;
  }

  /** Whether some cards are known to nobody here: it lies on a table. */
  get onTable() {
    return this.game.start.ring.some(stone => stone.card === HIDDEN);
  }

  /** What was played and answered up to the turn shown: { swaps, answers }. */
  get past() {
    const { at, line } = this.game;
    return { swaps: line.swaps.slice(0, at), answers: line.answers.filter(answer => answer.at <= at) };
  }

  get events() {
    return happened(this.past.swaps, this.past.answers);
  }

  /** The stones that a seat has seen up to the turn shown: who owns one sees its card. */
  had(seat) {
    return hadBy(seat, this.states.slice(0, this.game.at + 1));
  }

  /** The place of a stone whose card a seat must know by now and has not named; -1 if there is none. */
  unnamed(seat) {
    const had = this.had(seat);
    return this.state.ring.findIndex(stone => stone.card === HIDDEN && had.has(stone));
  }

  /** Why a swap is not possible now, in words; null if it is. */
  whyNot(swap) {
    if (this.standing === "open") return whyIllegal(this.deck, this.state, swap, this.game.undo);
    return this.standing === "won" ? t("illegal.won") : t("illegal.lost");
  }

  /** Whether the turns up to the one shown were played here, by whoever sits before the page. */
  get own() {
    const { read, at, line } = this.game;
    return !read && (line.given === null || at <= line.given);
  }

  /** The line that goes on after the turn shown: this one, or the last of those that were left; undefined if none does. */
  get onwards() {
    const { line, lines, at } = this.game;
    return [...lines, line].findLast(one => one.swaps.length > at && begins(one.swaps, this.past.swaps));
  }

  /** The lines that were left and that differ from the one played at some turn. */
  get others() {
    const { line, lines } = this.game;
    return lines.filter(one => !begins(one.swaps, line.swaps) && !begins(line.swaps, one.swaps));
  }
}

const tables = new WeakMap();
export function tableOf(game) {
  if (!tables.has(game)) tables.set(game, new Table(game));
  return tables.get(game);
}

/** Whether a list of swaps begins with some swaps. */
const begins = (all, swaps) => all.length >= swaps.length && swaps.every((swap, i) => sameSwap(swap, all[i]));

export const helpsOf = ({ hints, solutions, byPage }) => hints.length + solutions + byPage;

/** What names a state of a game and shows no card. */
const hintKey = state => [state.turns, ...state.ring.map(stone => stone.nth)].join(" ");
export const hintedIn = ({ hints }, state) => hints.includes(hintKey(state));

/** Note that a hint was asked for in the state shown. */
export function helped(game) {
  const { state } = tableOf(game);
  return hintedIn(game, state) ? game : { ...game, hints: [...game.hints, hintKey(state)] };
}

/** A line as far as one of its turns. */
const cut = ({ swaps, answers, named, given }, length) => ({
  swaps: swaps.slice(0, length),
  answers: answers.filter(({ at }) => at <= length),
  named: named.filter(({ at }) => at <= length),
  given: given === null || length <= given ? null : given,
});

/** A list of lines with one more; those that it goes on with are left out, and so is one that another goes on with. */
function withLine(lines, line) {
  if (!line.swaps.length || lines.some(one => begins(one.swaps, line.swaps))) return lines;
  return [...lines.filter(one => !begins(line.swaps, one.swaps)), line].slice(-MOST_LINES);
}

/** Take out what stands after some turns, and remember the line. */
export function left(game, length) {
  if (game.line.swaps.length <= length) return game;
  const lines = withLine(game.lines, game.line);
  return { ...game, lines, line: cut(game.line, length), at: Math.min(game.at, length) };
}

/** Play a legal swap; another line that stood after the turn shown is left, and can be taken up again. */
export function played(game, swap) {
  const { at, line } = game,
    next = line.swaps[at];
  if (next && sameSwap(next, swap))
    return { ...game, at: at + 1, line: line.given === at ? { ...line, given: at + 1 } : line }; // shown, and now played
  const base = left(game, at);
  return { ...base, line: { ...base.line, swaps: [...base.line.swaps, swap] }, at: at + 1 };
}

export const stepped = (game, to) => ({ ...game, at: Math.max(0, Math.min(game.line.swaps.length, to)) });

/** Take up a line that was left, at one of its turns. */
export function taken(game, line, at = line.swaps.length) {
  if (line === game.line) return stepped(game, at);
  const lines = withLine(game.lines, game.line);
  return stepped({ ...game, line, lines, read: game.read }, at);
}

/** Add a line after the turn shown, without playing it. */
export function shown(game, swaps) {
  const { at } = game;
  const longer = swaps.reduce(played, game);
  return { ...longer, at, line: { ...longer.line, given: at }, solutions: game.solutions + 1 };
}

/** Note an answer to the question whether a swap would be allowed; what stood after it is left. */
export function answered(game, swap, yes) {
  const base = left(game, game.at);
  return { ...base, line: { ...base.line, answers: [...base.line.answers, { at: base.at, swap, yes }] } };
}

/** Name the card of a stone, or name another one. */
export function named(game, nth, card) {
  const { line } = game,
    before = line.named.find(one => one.nth === nth);
  const other = line.named.filter(one => one.nth !== nth);
  return { ...game, line: { ...line, named: [...other, { at: before?.at ?? game.at, nth, card }] } };
}

/** Choose how no-undo is read; what is illegal by it is taken out of every line, with all that followed. */
export function ruled(game, undo) {
  const deck = deckBy(game.deck);
  const legal = line => {
    const all = statesOf({ start: game.start, line });
    const first = line.swaps.findIndex((swap, i) => reasonAgainst(deck, all[i], swap, undo) !== null);
    return first < 0 ? line : cut(line, first);
  };
  const line = legal(game.line);
  return { ...game, undo, line, lines: game.lines.map(legal).reduce(withLine, []), at: Math.min(game.at, line.swaps.length) };
}

// Games as they are kept ----------------------------------------------------------------------

function writtenLine(game, { swaps, answers, named: cards, given }) {
  const moves = dealText(game.start, swaps, answers).split(" moves ")[1] ?? "";
  return { moves, given, ...(cards.length && { named: cards }) };
}

/** All that is needed to go on with a game another day. */
export function recordOf(game) {
  const { at, begun, entering, reviewing, aside, seconds, hints, solutions, byPage, read, done, lines } = game;
  const others = lines.map(line => writtenLine(game, line));
  return { ...writtenLine(game, game.line), at, lines: others, begun, entering, reviewing, aside, seconds, hints, solutions, byPage, read, done };
}

/** A line as it was kept; null if it is none of this deal. */
function readLine(game, { moves = "", given = null, named: cards = [] }) {
  const problems = [];
  const words = moves.split(" ").filter(Boolean).map(text => ({ text, line: 1, at: 0 }));
  const events = eventsOf(words, problems);
  const places = game.start.ring.length;
  const good = Array.isArray(cards) && cards.every(({ nth, card }) => whole(0, places - 1)(nth) && typeof card === "string");
  const known = Object.keys(deckBy(game.deck).cards);
  const fit = good ? cards.filter(one => known.includes(one.card)) : [];
  const [start] = statesOf({ start: game.start, line: { ...NO_LINE, named: fit } });
  const { swaps, answers, problems: faults } = replayed(deckBy(game.deck), start, events, game.undo);
  return problems.length || faults.length ? null : { swaps, answers, named: fit, given: whole(0, swaps.length)(given) ? given : null };
}

const number = value => (whole(0, 1e6)(value) ? value : 0);

/** A game of which a record is kept: it goes on with that. What it was opened with, from a link, stays the line played. */
export function goneOn(game, record) {
  const main = readLine(game, record);
  if (!main) return game;
  const others = (record.lines ?? []).map(line => readLine(game, line)).filter(Boolean);
  const all = [main, ...others],
    linked = game.line;
  const same = all.find(line => begins(line.swaps, linked.swaps));
  const line = same ?? linked;
  const cards = linked.named.filter(one => !line.named.some(({ nth }) => nth === one.nth));
  return {
    ...game,
    line: cards.length ? { ...line, named: [...line.named, ...cards] } : line,
    lines: all.filter(one => one !== line).reduceRight(withLine, []),
    at: same === main ? Math.min(whole(0, TRACK)(record.at) ? record.at : TRACK, main.swaps.length) : linked.swaps.length || line.swaps.length,
    begun: isDay(record.begun ?? "") ? record.begun : null,
    entering: record.entering === true,
    reviewing: same === main && record.reviewing === true,
    aside: same === main && record.aside === true,
    seconds: number(record.seconds),
    hints: Array.isArray(record.hints) ? record.hints : [],
    solutions: number(record.solutions),
    byPage: number(record.byPage),
    read: same ? record.read === true : true,
    done: record.done === true,
  };
}

/** Whether a line that is kept goes on with another, or is the same. */
export const goesOn = (line, { moves }) => line.moves === moves || line.moves.startsWith(moves ? `${moves} ` : "");

/** Two records of one deal as one: the first goes on, and no line of either is lost. */
export function joined(one, other) {
  if (!other) return one;
  const mine = [one, ...(one.lines ?? [])];
  const { moves, given = null, named: cards } = other;
  const theirs = [{ moves, given, ...(cards?.length && { named: cards }) }, ...(other.lines ?? [])];
  const more = theirs.filter(line => !mine.some(known => goesOn(known, line)));
  return more.length ? { ...one, lines: [...(one.lines ?? []), ...more].slice(-MOST_LINES) } : one;
}
