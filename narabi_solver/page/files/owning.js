// Events of cards and colours of one's own: composed in a dialog, kept in this browser, and given to others as a link.

import { MOST_CARDS, MOST_COPIES, canBePlayed, deckBy, deckOf, linkOf, nameBy } from "./decks.js";
import { withDeck, withoutDeck } from "./keeping.js";
import { PLACES, whole } from "./rules.js";

const composing = (page, more) => ({ ...page, session: { ...page.session, owning: { ...page.session.owning, problem: null, sure: false, shared: null, ...more } } });

/** A deck as it is composed: { white, copies: of each card, conditions: of the new ones }. */
function composedOf(deck) {
  const copies = Object.fromEntries(USUAL.names.map(name => [name, 0]));
  for (const name of deck.names) copies[name] = deck.cards[name].copies;
  const news = deck.names.filter(name => deck.cards[name].conditions !== USUAL.cards[name]?.conditions);
  return { white: [...deck.white], copies, conditions: Object.fromEntries(news.map(name => [name, deck.cards[name].conditions])) };
}

/** The data of a deck file for what is composed: what differs from the usual deck; empty for the usual one. */
function fileOf({ white, copies, conditions }) {
  const cards = {};
  for (const [name, count] of Object.entries(copies)) {
    const asked = conditions[name];
    if (!asked && count !== USUAL.cards[name].copies) cards[name] = { copies: count };
    if (asked && count) cards[name] = { ...asked, ...(asked.seat && { seat: asked.seat.length > 1 ? asked.seat : asked.seat[0] }), ...(count > 1 && { copies: count }) };
    if (asked && !count && Object.hasOwn(USUAL.cards, name)) cards[name] = { copies: 0 };
  }
  const other = white.join() !== USUAL.white.join();
  return other || Object.keys(cards).length ? { base: "standard", ...(other && { colours: { white } }), ...(Object.keys(cards).length && { cards }) } : null;
}

/** { file } of what is composed, null for the usual deck; or { problem }. */
function edited(owning) {
  const file = fileOf(owning);
  try {
    return { file: file && deckOf(USUAL, file).file };
  } catch {
    return { problem: { key: "own.too-few", n: Object.values(owning.copies).reduce((sum, one) => sum + one, 0), least: Math.min(...Object.values(PLACES)) } };
  }
}

export const conditionsOf = ({ conditions }, name) => conditions[name] ?? USUAL.cards[name].conditions;
const sorted = conditions => JSON.stringify(Object.entries(conditions).sort());

/** A name, with a number behind it if another card of the deck has it. */
function unusedName({ copies }, name) {
  const all = [name, ...Array.from({ length: MOST_CARDS }, (_, i) => `${name}.${i + 2}`)];
  return all.find(one => !Object.hasOwn(copies, one));
}

export const OWNING = {
  own(page) {
    const { used } = page.settings;
    return { ...page, session: { ...page.session, dialog: "owning", owning: { ...composedOf(deckBy(used)), instead: used, problem: null, sure: false, shared: null } } };
  },
  "own-white"(page, { number }) {
    const { white } = page.session.owning;
    return composing(page, { white: white.includes(number) ? white.filter(one => one !== number) : [...white, number].sort() });
  },
  "own-copies"(page, { name, by }) {
    const { copies } = page.session.owning;
    return whole(0, MOST_COPIES)(copies[name] + by) ? composing(page, { copies: { ...copies, [name]: copies[name] + by } }) : page;
  },
  /** Put a new card into the deck; one that is there already once more. One that asks nothing is put in at the second time. */
  "own-add"(page, { conditions }) {
    const { owning } = page.session;
    if (!Object.keys(conditions).length && !owning.sure) return composing(page, { problem: { key: "own.any-sure" }, sure: true });
    if (!conditions.never && !canBePlayed({ ...USUAL, white: owning.white }, { conditions })) return composing(page, { problem: { key: "own.impossible" } });
    const same = Object.keys(owning.copies).find(name => sorted(conditionsOf(owning, name)) === sorted(conditions));
    const name = same ?? unusedName(owning, nameBy(conditions, "en"));
    const copies = { ...owning.copies, [name]: Math.min(MOST_COPIES, (owning.copies[name] ?? 0) + 1) };
    return composing(page, { copies, conditions: same ? owning.conditions : { ...owning.conditions, [name]: conditions }, added: name });
  },
  "own-usual": page => composing(page, composedOf(USUAL)),
  "own-save"(page) {
    const { owning } = page.session,
      { file, problem } = edited(owning);
    if (problem) return composing(page, { problem });
    const settings = file ? withDeck(page.settings, file, owning.instead) : withoutDeck(page.settings, owning.instead);
    const form = { ...page.session.form, problem: { key: file ? "own.kept" : "own.is-usual", calm: true } };
    return { ...page, settings, session: { ...page.session, dialog: "dealing", owning: null, form } };
  },
  /** Give what is composed to others; it stays as it is. */
  "own-share"(page, { address }, out) {
    const { file, problem } = edited(page.session.owning);
    if (problem) return composing(page, { problem });
    if (!file && !address) return composing(page, { problem: { key: "own.is-usual" } });
    const text = `${address ?? ""}${file ? `#deck=${linkOf(file)}` : ""}`;
    out.push({ effect: "give", text });
    return composing(page, { shared: text });
  },
  /** Keep the cards that came with a link, beside those of one's own. */
  keep(page, { file }) {
    const { session } = page;
    const note = session.note.kind === "arrived" ? { ...session.note, offered: null, kept: true } : session.note;
    return { ...page, settings: withDeck(page.settings, file), session: { ...session, note } };
  },
};
