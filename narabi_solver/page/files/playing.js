// Events of a game: stones tapped, swaps, turns taken back and shown again, the rule, who looks on.

import { goneOn, left, named, played, ruled, stepped, tableOf, taken } from "./game.js";
import { Knowledge } from "./hidden.js";
import { isReview } from "./judging.js";
import { keyOf, UNDO_WORDS } from "./naming.js";
import { HIDDEN, sameSwap, seatOf } from "./rules.js";
import { ask, askMinimum, choicesOf, cleared, openSeat, passes } from "./session.js";

/** Notes that are said for a while. */
export const PASSES = ["illegal", "contradiction", "failed", "cut", "heard", "swapped"];

const say = (session, note) => ({ ...session, note });

/** Whether another seat is to move, whose cards are not seen. */
export function waitsForOthers(session) {
  const seat = openSeat(session),
    { standing, state, onTable } = tableOf(session.game);
  return seat !== null && seat !== state.mover && !onTable && standing === "open";
}

/** Whether no cards that are left allow what is entered at a table. */
export function contradicts(session, swap, yes) {
  const { deck, start, events, onTable } = tableOf(session.game);
  return onTable && !new Knowledge(deck, start, [...events, { swap, yes }], openSeat(session)).assignments.count;
}

/** The question for the card of a stone that the open seat has by now, if there is one; else a note. */
export function askName(session, note) {
  const { onTable, state } = tableOf(session.game);
  const place = onTable ? tableOf(session.game).unnamed(openSeat(session)) : -1;
  return say(session, place < 0 ? note : { kind: "naming", nth: state.ring[place].nth });
}

/** The place of a stone that the open seat has received, and the cards that it may have, whatever was named before. */
export function namesFor(session, nth) {
  const { game } = session;
  const { deck, start, events, state } = tableOf({ ...game, line: { ...game.line, named: game.line.named.filter(one => one.nth !== nth) } });
  const place = state.ring.findIndex(one => one.nth === nth);
  const chances = new Knowledge(deck, start, events, openSeat(session)).chances[place] ?? [];
  return { place, names: chances.map(([name]) => name) };
}

/** Play a swap, or say why it is not possible. */
export function swapped(page, swap, out, byPage = false) {
  const { session } = page,
    table = tableOf(session.game);
  const refused = note => ({ ...page, session: say(session, note) });
  if (table.standing !== "open") return refused({ kind: "illegal", swap });
  if (!byPage && waitsForOthers(session)) return refused({ kind: "waits" });
  if (!table.legal.some(one => sameSwap(one, swap))) return refused({ kind: "illegal", swap });
  if (contradicts(session, swap, null)) return refused({ kind: "contradiction", swap });
  const game = { ...played(session.game, swap), byPage: session.game.byPage + (byPage ? 1 : 0) };
  const after = tableOf(game);
  const lineLeft = after.others.length > table.others.length;
  const joy = after.standing === "won";
  const next = { ...cleared(session, out), game: { ...game, done: game.done || joy }, joy, auto: false };
  if (after.standing !== "open") out.push({ effect: "focus", on: "result" });
  return askLeft({ ...page, session: askName(next, { kind: "swapped", byPage, lineLeft }) }, out);
}

/** After a win that took more than the fewest turns, ask which swaps cost some. */
function askLeft(page, out) {
  const { game, joy, minimum } = page.session,
    { deck, states } = tableOf(game);
  const cost = joy && minimum?.outcome === "solved" && game.at > minimum.turns;
  return cost ? ask(page, "background", { ask: "signs", deck, states, undo: game.undo, about: {} }, out) : page;
}

/** Choose a place of the deal that is put together, and which part of it is to be corrected. */
function toBuild(page, place, part) {
  const { session } = page;
  return session.builder.ring[place] ? { ...page, session: { ...session, builder: { ...session.builder, chosen: place, part } } } : page;
}

/** The page before the turn shown, with nothing said. */
function before(page, out) {
  const next = step(page, { to: page.session.game.at - 1 }, out);
  return { ...next, session: say(next.session, { kind: "welcome" }) };
}

/** The page as it is tapped: a review draws the stones as they lay before the turn shown. */
const tried = (page, out) => (isReview(page.session) ? before(page, out) : page);

function tapped(shown, { place }, out) {
  const page = tried(shown, out);
  const { builder, game, chosen } = page.session;
  if (builder) return toBuild(page, place, builder.ring[place]?.card ? "label" : null);
  if (openSeat(page.session) === -1) return { ...page, session: say(page.session, { kind: "waits" }) };
  const session = { ...page.session, auto: false, game: { ...game, begun: game.begun ?? page.session.today } };
  const { state } = tableOf(session.game);
  const own = at => seatOf(state, at) === state.mover;
  if (chosen !== null && chosen !== place && own(chosen) && !own(place)) return swapped({ ...page, session }, [chosen, place], out);
  const { note } = session,
    again = chosen === place || (note.kind === "explained" && note.place === place && note.picked);
  const next = { ...cleared(session, out), chosen: again || !own(place) ? null : place };
  return again ? { ...page, session: say(next, { kind: "welcome" }) } : explained({ ...page, session: next }, { place, picked: true }, out);
}

/** Say what the card of a place allows; of a hidden one, what it may be. */
function explained(shown, { place, picked = false }, out) {
  const page = tried(shown, out),
    { session } = page;
  if (session.builder) return toBuild(page, place, "card");
  const seat = openSeat(session);
  if (seat === -1) return { ...page, session: say(session, { kind: "waits" }) };
  const table = tableOf(session.game),
    stone = table.state.ring[place];
  const owned = table.onTable && table.had(seat).has(stone);
  if (owned && stone.card === HIDDEN) return { ...page, session: say(session, { kind: "naming", nth: stone.nth }) };
  const said = { ...page, session: say(session, { kind: "explained", place, picked }) };
  if (seat === null || table.had(seat).has(stone)) return said;
  return ask(said, "solver", { ask: "chances", about: { place, picked }, ...knowing(session, seat) }, out);
}

/** What the solver needs to know of what a seat knows. */
export function knowing({ game }, seat) {
  const { deck, start, events } = tableOf(game);
  return { deck, state: start, events, undo: game.undo, seat };
}

/** Go to a turn of the line. */
export function moved(session, game, out) {
  const next = { ...cleared(session, out), game };
  return say(next, next.game.at ? { kind: "turn" } : { kind: "welcome" });
}

const step = (page, { to }, out) => {
  const { session } = page,
    game = stepped(session.game, to);
  if (game.at === session.game.at) return { ...page, session: { ...session, auto: false } };
  return { ...page, session: { ...moved(session, game, out), auto: false } };
};

const takeUp = (page, line, at, out) =>
  line ? { ...page, session: { ...moved(page.session, taken(page.session.game, line, at), out), auto: false } } : page;

export const PLAYING = {
  tap: tapped,
  explain: explained,
  swap: (page, { swap }, out) => swapped(page, swap, out),
  step,
  /** Show the turns by themselves, from the deal if the last one is shown. */
  auto(page, _, out) {
    const { session } = page,
      { at, line } = session.game;
    if (session.auto || !line.swaps.length) return { ...page, session: { ...session, auto: false } };
    const game = at === line.swaps.length ? stepped(session.game, 0) : session.game;
    return { ...page, session: { ...moved(session, game, out), auto: true } };
  },
  "auto-step"(page, _, out) {
    const { session } = page,
      { at, line } = session.game;
    if (!session.auto) return page;
    const next = at < line.swaps.length ? moved(session, stepped(session.game, at + 1), out) : session;
    return { ...page, session: { ...next, auto: next.game.at < line.swaps.length } };
  },
  undo(page, _, out) {
    const { at } = page.session.game;
    if (!at) return page;
    const moved = step(page, { to: at - 1 }, out);
    return { ...moved, session: { ...moved.session, game: left(moved.session.game, at - 1) } };
  },
  redo: (page, _, out) => takeUp(page, tableOf(page.session.game).onwards, page.session.game.at + 1, out),
  /** Take up a line that was left. */
  line: (page, { line }, out) => takeUp(page, tableOf(page.session.game).others[line], undefined, out),
  /** Play the deal from its start again; the line played is kept. */
  again(page, _, out) {
    const { session } = page;
    return { ...page, session: { ...moved(session, left(stepped(session.game, 0), 0), out), auto: false } };
  },
  rule(page, { undo }, out) {
    if (!UNDO_WORDS.includes(undo)) return page;
    const { session, shelf } = page,
      same = ruled(session.game, undo),
      record = shelf.games[keyOf(same, session.task)];
    const game = record && !same.line.swaps.length ? goneOn(same, record) : same; // begun earlier by this rule
    const shorter = game.line.swaps.length < session.game.line.swaps.length;
    const next = { ...cleared(session, out), game, note: shorter ? { kind: "cut" } : { kind: "welcome" } };
    return askMinimum({ ...page, session: next }, out);
  },
  /** Show other cards, in later deals too. */
  cards(page, { cards }, out) {
    const { session } = page;
    if (!choicesOf(session.game).includes(cards)) return page;
    const viewer = { cards, holder: -1 };
    const next = { ...cleared(session, out), viewer, note: { kind: "welcome" } };
    return { ...page, session: next, settings: { ...page.settings, cards } };
  },
  /** The seat to move takes the phone that is passed round. */
  phone(page, _, out) {
    const { session } = page;
    if (!passes(session)) return page;
    out.push({ effect: "focus" });
    const viewer = { ...session.viewer, holder: tableOf(session.game).state.mover };
    return { ...page, session: { ...cleared(session, out), viewer, note: { kind: "welcome" } } };
  },
  /** Name the card of a stone received at a table. */
  name(page, { nth, card }, out) {
    const { session } = page,
      { deck, onTable } = tableOf(session.game);
    if (!onTable || !Object.hasOwn(deck.cards, card)) return page;
    const game = named(session.game, nth, card);
    if (!namesFor(session, nth).names.includes(card)) return { ...page, session: say(session, { kind: "naming", nth, refused: card }) };
    return { ...page, session: askName({ ...cleared(session, out), game }, { kind: "welcome" }) };
  },
  /** Ask for the card of a stone again that was named. */
  rename(page, { nth }) {
    const { session } = page;
    const wasNamed = session.game.line.named.some(one => one.nth === nth && one.at <= session.game.at);
    return wasNamed ? { ...page, session: say(session, { kind: "naming", nth }) } : page;
  },
  /** Play on from before the turn shown. */
  try(page, _, out) {
    const { session, ...next } = before(page, out);
    return { ...next, session: { ...session, game: left(session.game, session.game.at) } };
  },
  /** Drop what is chosen, and put aside what is said. */
  drop(page, _, out) {
    const next = say(cleared(page.session, out), { kind: "welcome" });
    return { ...page, session: { ...next, aside: tableOf(next.game).standing !== "open" } };
  },
  /** What passes has been read. */
  faded: page => (PASSES.includes(page.session.note.kind) ? { ...page, session: say(page.session, { kind: "welcome" }) } : page),
  tick(page) {
    const { session, settings } = page,
      { game } = session;
    const runs = settings.clock && game.begun !== null && !game.done && !session.builder && !session.dialog;
    if (!runs || tableOf(game).standing !== "open") return page;
    return { ...page, session: { ...session, game: { ...game, seconds: game.seconds + 1 } } };
  },
};
