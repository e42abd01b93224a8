// Events of the dialog of new deals, of the cards of one's own, and of a deal that is put together.

import { deckBy, linkOf, notPlaced } from "./decks.js";
import { newGame, tableOf } from "./game.js";
import { isBuilder, withoutBuilder } from "./keeping.js";
import { LEVELS } from "./naming.js";
import { gameOf, nextPuzzle, openDay, openPasted, openRandom } from "./opening.js";
import { MOST_TRIED } from "./random.js";
import { HIDDEN, openSeats, stateOf } from "./rules.js";
import { ask, builderOf, cleared, opened } from "./session.js";

const formed = (page, more) => ({ ...page, session: { ...page.session, form: { ...page.session.form, ...more } } });
const inSession = (page, more) => ({ ...page, session: { ...page.session, ...more } });

/** The number of players of the next deal: as chosen, if the cards are enough. */
export function playersOf({ session: { form }, settings }) {
  const { players } = deckBy(settings.used);
  return players.includes(form.players) ? form.players : players[0];
}

/**
 * What is known of deals that take so many turns: how many of random ones `n` do, by a survey of `deals`; `known`: a deal where
 * they are too rare to wait for, "none" where nobody has ever found one. Null if no survey says.
 */
export function rarity(page) {
  const { turns } = page.session.form,
    survey = deckBy(page.settings.used).surveys[playersOf(page)];
  if (!survey || undoOf(page) !== "allowed") return null;
  const most = Math.max(...Object.keys(survey.hardest).map(Number));
  const n = survey.minima[turns] ?? 0;
  const known = turns > most ? "none" : MOST_TRIED * n >= survey.deals ? undefined : survey.hardest[turns];
  return { deals: survey.deals, n, most, known };
}

const undoOf = ({ session: { game } }) => game?.undo ?? "allowed";

/** Stop looking for a deal to order. */
function orderStopped(page, out) {
  const { form, pending } = page.session;
  if (form.ordering === null) return page;
  out.push({ effect: "stop", who: "solver" });
  return formed(inSession(page, { pending: { ...pending, solver: null } }), { ordering: null });
}

function order(page, { seed }, out) {
  const { turns } = page.session.form,
    players = playersOf(page),
    deck = page.settings.used,
    undo = undoOf(page);
  const name = { key: "deal.name-order", turns, players };
  const known = rarity(page)?.known;
  if (known === "none") return page;
  if (known) return opened(page, { game: gameOf(known, { name, deck }).game }, out);
  const about = { ordered: true, opens: { game: { deck, undo, name } }, players, seed };
  const question = { ask: "order", deck: deckBy(deck), undo, players, seed, turns, about };
  return ask(formed(inSession(page, cleared(page.session, out)), { ordering: 0, problem: null }), "solver", question, out);
}

const MAKES = {
  day: (page, { today: now }, out) => openDay(page, nextPuzzle(page.shelf, now), {}, out),
  random: (page, { seed }, out) => openRandom(page, { deck: page.settings.used, undo: undoOf(page), players: playersOf(page), seed }, out),
  order,
  paste: (page, event, out) => openPasted(page, { ...event, undo: undoOf(page), deck: page.settings.used }, out),
  build(page, _, out) {
    out.push({ effect: "top" });
    return inSession(page, { ...cleared(page.session, out), auto: false, dialog: null, builder: builderOf(page, playersOf(page)) });
  },
};
const KINDS = Object.keys(MAKES);
export const OPENS = ["menu", "more", "settings", "rules", "results"]; // dialogs

/** A deal that is put together, as a state. */
export const builtState = ({ ring, players }) => ({ ring, players, mover: 0, last: null, returns: [], turns: 0 });
export const isFull = ({ ring }) => ring.every(stone => stone.label && stone.card);
export const isComplete = builder => isFull(builder) && openSeats(builder.ring, builder.players).length > 0;

/** What a tray is open for: a part of the place chosen, "label" or "card"; null if it has both and none is to be corrected. */
export function partOf({ ring, chosen, part = null }) {
  const { label, card } = ring[chosen];
  return part ?? (!label ? "label" : card ? null : "card");
}

const canPut = (builder, kind, what) => (kind === "card" && what === HIDDEN) || (["label", "card"].includes(kind) && notPlaced(builder, kind).includes(what));

/** Put a stone or a card in the chosen place; when that place is full, the next one that is not is chosen. */
function put(builder, kind, what) {
  const ring = builder.ring.map((stone, place) => (place === builder.chosen ? { ...stone, [kind]: what } : stone));
  const full = place => ring[place].label && ring[place].card;
  const places = [...ring.keys()].map(i => (builder.chosen + i) % ring.length);
  const chosen = full(builder.chosen) ? (places.find(place => !full(place)) ?? builder.chosen) : builder.chosen;
  return { ...builder, ring, chosen, part: null };
}

const inBuilder = change => (page, event) => (page.session.builder ? inSession(page, { builder: change(page.session.builder, event) }) : page);

export const FORMS = {
  /** Open the dialog of new deals, at a kind of them or at the one that was chosen last. */
  new(page, { kind }, out) {
    const chosen = KINDS.includes(kind) ? { kind } : {};
    return inSession(formed(orderStopped(page, out), { problem: null, sure: false, last: null, ...chosen }), { auto: false, dialog: "dealing" });
  },
  open: (page, { dialog }) => (OPENS.includes(dialog) ? inSession(page, { auto: false, dialog }) : page),
  /** Close the dialog that is in front. */
  close(page, _, out) {
    const { dialog, note } = page.session;
    if (dialog === "owning") return inSession(page, { dialog: "dealing", owning: null });
    return inSession(orderStopped(page, out), { dialog: null, note: note.kind === "share" ? { kind: "welcome" } : note });
  },
  /** Choose something in the dialog of new deals: its kind, players or turns. */
  choose(page, { what, value }, out) {
    if (what === "kind" ? !KINDS.includes(value) : !["players", "turns"].includes(what) || !Number.isInteger(value)) return page;
    return formed(orderStopped(page, out), { [what]: value, problem: null });
  },
  deck(page, { link }, out) {
    const known = link === "" || page.settings.decks.some(one => linkOf(one) === link);
    return known ? { ...formed(orderStopped(page, out), { problem: null }), settings: { ...page.settings, used: link } } : page;
  },
  days: (page, { last }) => formed(page, { last: last < page.session.today ? last : null }),
  /** The deal that the dialog asks for; while one is looked for, stop that. */
  make(page, event, out) {
    const { form, dialog } = page.session;
    if (dialog !== "dealing") return page;
    if (form.ordering === null) return MAKES[form.kind](page, event, out);
    return formed(orderStopped(page, out), { problem: { key: "deal.stopped", n: form.ordering } });
  },
  day: (page, { day, level }, out) => (isDay(day) && LEVELS.includes(level) ? openDay(page, { day, level }, {}, out) : page),
  random: (page, event, out) => openRandom(page, event, out),
  text(page, { text, undo, deck }, out) {
    const { game } = gameOf(text, { name: { key: "deal.name-own" }, undo, deck });
    return game ? opened(page, { game }, out) : page;
  },
  /** Mend the text of a link that cannot be read. */
  mend(page, _, out) {
    const { note } = page.session;
    if (note.kind !== "unread") return page;
    out.push({ effect: "paste", text: note.text });
    const problem = { text: note.problems.slice(0, 8).join("\n") };
    return inSession(formed(page, { kind: "paste", problem }), { dialog: "dealing" });
  },
  put: inBuilder((builder, { kind, what }) => (canPut(builder, kind, what) ? put(builder, kind, what) : builder)),
  clear: inBuilder(builder => put(put(builder, "card", ""), "label", "")),
  /** Take all cards that are not named for unknown ones. */
  unknown: inBuilder(builder => ({ ...builder, ring: builder.ring.map(stone => ({ ...stone, card: stone.card || HIDDEN })) })),
  /** Say who began, null for the holder of the 0, or which rule of undo was played. */
  arrange: inBuilder((builder, { began = builder.began, undo = builder.undo }) => {
    const next = { ...builder, began, undo };
    return isBuilder(next) ? next : builder;
  }),
  built(page, _, out) {
    const { builder } = page.session;
    if (!builder || !isComplete(builder)) return page;
    const start = stateOf(builder.ring, builder.players, builder.began);
    const game = newGame({ deck: builder.deck, start, undo: builder.undo, name: { key: "deal.name-own" } });
    return opened({ ...page, shelf: withoutBuilder(page.shelf, builder) }, { game: { ...game, entering: !tableOf(game).onTable } }, out);
  },
  leave(page, _, out) {
    const { builder } = page.session;
    out.push({ effect: "focus" });
    return builder ? inSession({ ...page, shelf: withoutBuilder(page.shelf, builder) }, { builder: null }) : page;
  },
};
