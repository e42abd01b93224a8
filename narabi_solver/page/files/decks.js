// Decks of one's own: the usual one with what differs, as data of deck files (`base = "standard"`); in links as JSON in
// the alphabet of base 64 for addresses, as deck.py reads and writes them.

import { CONDITIONS, PLACES, RINGS, differentNumbers, fitsPlace, fitsStone, isBlank, whole } from "./rules.js";

const CARD_NAME = /^[A-Za-z0-9][A-Za-z0-9_.+-]{0,39}$/;
export const MOST_COPIES = 99;
export const MOST_CARDS = 256;
const LONGEST_LINE = 2000;
const LONGEST_LINK = 200000;
/** The tables of a deck file and their keys; the keys of its cards are names. */
const TABLES = { edition: ["name", "source"], stones: Object.keys(RINGS), colours: ["white", "source", "assumed"], cards: null };
const FIGURES = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

const escaped = text => text.replace(/[.+-]/g, "\\$&");
/** A pattern that matches the beginnings of a text. */
const beginningOf = text => [...text].map(escaped).join("(?:") + ")?".repeat(text.length - 1);

/** A pattern of a name whose numbers may be words or figures. */
const inWords = (name, between) =>
  name
    .split("-")
    .map(part => {
      const figure = /^\d$/.test(part) ? Number(part) : FIGURES.indexOf(part);
      return figure < 0 ? escaped(part) : `(?:${figure}|${FIGURES[figure]})`;
    })
    .join(between);

/** A pattern of what abbreviates the name of a card. */
export function spellingOf(name) {
  const small = name.toLowerCase(),
    parts = small.split("-");
  const each = parts.includes("") ? [] : [parts.map(beginningOf).join("-?"), inWords(small, "-*")];
  return [beginningOf(small), ...each].join("|");
}

const patterns = new WeakMap(); // by deck
/** A pattern of a deck's cards in words, as deck.py has it. */
export function wordsPattern(deck) {
  if (!patterns.has(deck)) patterns.set(deck, putTogether(deck));
  return patterns.get(deck);
}

function putTogether(deck) {
  const small = deck.names.map(name => name.toLowerCase()).sort((one, two) => two.length - one.length);
  const several = small.filter(name => name.includes("-") && !name.split("-").includes(""));
  const cards = [...several.map(name => inWords(name, "[ \\t-]*")), ...deck.names.map(spellingOf)].join("|");
  return deck.words.replaceAll("@names@", () => small.map(escaped).join("|")).replaceAll("@cards@", () => cards);
}

/** A name for a card that says what it asks, in a language; in English it is a new card's name in files and links. */
export function nameBy({ colour, parity, compare, value, distance = [], seat = [], never }, spoken = language) {
  const word = part => t(`name.${part}`, {}, spoken);
  const composed = (part, fields) => t(`composed.${part}`, fields, spoken);
  if (never) return word("stay");
  const parts = [colour, parity, compare].filter(Boolean).map(part => word(part));
  if (value) parts.push(composed(value[0] === value[1] ? "only" : "from-to", { low: value[0], high: value[1] }));
  parts.push(...distance.map(n => composed("away", { n })), ...seat.map(one => (typeof one === "string" ? word(one) : one)));
  return parts.join(composed("and")) || composed("any");
}

/** How a card is called in the language of the page; a name that does not say what the card asks stays as it is. */
export function cardName(deck, name, card = deck.cards[name]) {
  const listed = card && nameBy(card.conditions, "en");
  if (listed && deck.described[name] === listed) return t(`name.${name}`);
  return name === listed ? nameBy(card.conditions) : name;
}

const cardsIn = cards => Object.values(cards).reduce((sum, { copies }) => sum + copies, 0);

/** Whether a card allows a swap in a ring of any number of players. */
export function canBePlayed(deck, card) {
  return Object.entries(deck.stones).some(([players, stones]) => {
    const places = RINGS[players],
      ring = [...Array(places).keys()];
    return (
      stones.some((own, i) => stones.some((other, j) => i !== j && fitsStone(deck, card, own, other))) &&
      ring.some(own => ring.some(other => fitsPlace(card, own, other, Number(players))))
    );
  });
}

/** An error that names what of the data of a deck is wrong. */
const wrongDeck = where => new Error(t("own.unread", { what: where }));

const isTable = value => Object(value) === value && !Array.isArray(value);
const isPrintable = text => /^(?:[^\p{C}\p{Z}]| )*$/u.test(text);
const fitsLine = (key, text) => [...`${key} = ${JSON.stringify(text)}`].length <= LONGEST_LINE;

/** Check the texts and the truth values of a table, which may have any of these keys and no others. */
function checkTable(table, keys, where) {
  for (const [key, value] of Object.entries(table)) {
    if (!keys.includes(key)) throw wrongDeck(`${where}.${key}`);
    const isText = key === "name" || key === "source" || where === "stones";
    if (isText && !(typeof value === "string" && isPrintable(value) && fitsLine(key, value))) throw wrongDeck(`${where}.${key}`);
    if (key === "assumed" && typeof value !== "boolean") throw wrongDeck(`${where}.${key}`);
  }
}

/** A card of the data of a deck; one that names no condition keeps those of the usual card. */
function cardOf(name, entry, usual) {
  const where = `cards.${name}`;
  if (!CARD_NAME.test(name) || /^\d+$/.test(name) || !isTable(entry)) throw wrongDeck(where);
  checkTable(entry, [...Object.keys(CONDITIONS), "copies", "source", "assumed"], where);
  const { copies = usual?.copies ?? 1, source, assumed = usual?.assumed, ...asked } = entry;
  if (!whole(usual ? 0 : 1, MOST_COPIES)(copies)) throw wrongDeck(`${where}.copies`);
  const conditions = {};
  for (const key in CONDITIONS) {
    if (!Object.hasOwn(asked, key)) continue;
    const value = CONDITIONS[key].read(asked[key]);
    if (value === null) throw wrongDeck(`${where}.${key}`);
    if (value) conditions[key] = value;
  }
  if (conditions.never && Object.keys(asked).length > 1) throw wrongDeck(where);
  if (usual && !Object.keys(asked).length) return { ...usual, copies, assumed };
  return { conditions, copies, assumed: entry.assumed ?? false };
}

/** The deck that the data of a deck file describe, seen from the usual deck; an error says what is wrong. */
export function deckOf(usual, file) {
  const { base, colours, stones = usual.stones, cards: given = {} } = Object(file);
  if (!usual.standard || ![undefined, "standard"].includes(base)) throw wrongDeck("base");
  for (const [key, table] of Object.entries(Object(file))) {
    if (key === "base") continue;
    if (!Object.hasOwn(TABLES, key) || !isTable(table)) throw wrongDeck(key);
    if (TABLES[key]) checkTable(table, TABLES[key], key);
  }
  const white = colours ? (Array.isArray(colours.white) && !colours.white.length ? [] : differentNumbers(colours.white, 0, 9)) : usual.white;
  if (!white) throw wrongDeck("colours");
  const cards = base ? { ...usual.cards } : {};
  for (const [name, entry] of Object.entries(given)) {
    cards[name] = cardOf(name, entry, base && Object.hasOwn(usual.cards, name) ? usual.cards[name] : undefined);
    if (!cards[name].copies) delete cards[name];
  }
  const names = Object.keys(cards);
  const rings = Object.fromEntries(Object.entries(stones).map(([one, labels]) => [one, [...labels].filter(label => label.trim())]));
  for (const one of Object.keys(PLACES)) if (!Object.hasOwn(rings, one)) throw wrongDeck("stones");
  for (const [one, labels] of Object.entries(rings)) if (!isRing(labels, RINGS[one])) throw wrongDeck("stones");
  const players = Object.keys(PLACES).map(Number).filter(one => PLACES[one] <= cardsIn(cards));
  const deck = {
    ...usual,
    file,
    link: linkOf(file),
    white,
    stones: rings,
    players,
    names,
    cards,
    surveys: {},
    puzzles: null,
    assumedColours: colours ? (colours.assumed ?? false) : usual.assumedColours,
    standard: false,
  };
  if (!names.length || names.length > MOST_CARDS) throw wrongDeck("cards");
  for (const name of names)
    if (!cards[name].conditions.never && !canBePlayed(deck, cards[name])) throw wrongDeck(`cards.${name}`);
  if (!players.length) throw new Error(t("own.too-few", { n: cardsIn(cards), least: Math.min(...Object.values(PLACES)) }));
  return deck;
}

/** Whether some stones are a ring: a 0, no number twice. */
function isRing(labels, places) {
  const numbers = labels.filter(label => !isBlank(label));
  const good = labels.length === places && numbers.every(label => /^[0-9]$/.test(label)) && numbers.includes("0");
  return good && new Set(numbers).size === numbers.length;
}

/** Data as they stand in links. */
export const linkOf = data =>
  btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(data))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

/** The data of a link; an error if it is damaged. */
export function dataOf(link) {
  const bytes = Uint8Array.from(atob(link.replaceAll("-", "+").replaceAll("_", "/")), sign => sign.charCodeAt(0));
  return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
}

/** The deck of a link; an error says what is wrong with it. */
export function deckOfLink(usual, link) {
  let file = null;
  if (link.length > LONGEST_LINK) throw new Error(t("own.damaged"));
  try {
    file = dataOf(link);
  } catch {
    throw new Error(t("own.damaged"));
  }
  return deckOf(usual, file);
}

const linked = new Map();
/** The deck of a link; the usual one if it is empty. */
export function deckBy(link) {
  if (!link) return USUAL;
  if (!linked.has(link)) linked.set(link, deckOfLink(USUAL, link));
  return linked.get(link);
}

/** What is not placed yet in a deal that is put together: of the stones all, of the cards those of which there are still copies. */
export function notPlaced({ deck: link, players, ring }, kind) {
  const deck = deckBy(link);
  const all = kind === "label" ? deck.stones[players] : deck.names.flatMap(name => Array(deck.cards[name].copies).fill(name));
  const rest = [...all];
  for (const { [kind]: one } of ring) if (rest.includes(one)) rest.splice(rest.indexOf(one), 1);
  return rest;
}
