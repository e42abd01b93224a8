"use strict";
// Decks of one's own: the usual one with what differs, as data of deck files (`base = "standard"`); in links as JSON in
// the alphabet of base 64 for addresses, as deck.py reads and writes them.

const CARD_NAME = /^[A-Za-z0-9][A-Za-z0-9_.+-]{0,39}$/;
const MOST_COPIES = 99;
const MOST_CARDS = 256;
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
function spellingOf(name) {
  const parts = name.split("-");
  const each = parts.includes("") ? [] : [parts.map(beginningOf).join("-?"), inWords(name, "-*")];
  return [beginningOf(name), ...each].join("|");
}

/** A pattern of cards in words, as notation.py has it. */
function wordsPattern(template, names, spellings) {
  const small = names.map(name => name.toLowerCase()).sort((one, two) => two.length - one.length);
  const several = small.filter(name => name.includes("-") && !name.split("-").includes(""));
  const cards = [...several.map(name => inWords(name, "[ \\t-]*")), ...spellings].join("|");
  return template.replaceAll("@names@", () => small.map(escaped).join("|")).replaceAll("@cards@", () => cards);
}

/** A name for a card that says what it asks, in a language; in English it is a new card's name in files and links. */
function nameBy({ colour, parity, compare, value, distance = [], seat = [], never }, spoken = language) {
  const word = part => t(`name.${part}`, {}, spoken);
  const composed = (part, fields) => t(`composed.${part}`, fields, spoken);
  if (never) return word("stay");
  const parts = [colour, parity, compare].filter(Boolean).map(part => word(part));
  if (value) parts.push(composed(value[0] === value[1] ? "only" : "from-to", { low: value[0], high: value[1] }));
  parts.push(...distance.map(n => composed("away", { n })), ...seat.map(one => (typeof one === "string" ? word(one) : one)));
  return parts.join(composed("and")) || composed("any");
}

/** How a card is called in the language of the page; a name that does not say what the card asks stays as it is. */
function cardName(name, card = DECK.cards[name]) {
  const listed = card && nameBy(card.conditions, "en");
  if (listed && USUAL.described[name] === listed) return t(`name.${name}`);
  return name === listed ? nameBy(card.conditions) : name;
}

const cardsIn = cards => Object.values(cards).reduce((sum, { copies }) => sum + copies, 0);

/** Whether a card allows a swap in a ring of any number of players. */
function canBePlayed(deck, card) {
  return Object.entries(PLACES).some(([players, places]) => {
    const stones = [...deck.stones[players]],
      ring = [...Array(places).keys()];
    return (
      stones.some((own, i) => stones.some((other, j) => i !== j && fitsStone(deck, card, own, other))) &&
      ring.some(own => ring.some(other => fitsPlace(card, own, other, Number(players))))
    );
  });
}

/** An error that names what of the data of a deck is wrong. */
const wrongDeck = where => new Error(t("own.unread", { what: where }));

/** A card of the data of a deck; one that names no condition keeps those of the usual card. */
function cardOf(name, entry, usual) {
  const where = `cards.${name}`;
  if (!CARD_NAME.test(name) || /^\d+$/.test(name) || Object(entry) !== entry || Array.isArray(entry)) throw wrongDeck(where);
  const { copies = usual?.copies ?? 1, source = "", assumed = usual?.assumed, ...asked } = entry;
  if (!whole(usual ? 0 : 1, MOST_COPIES)(copies)) throw wrongDeck(`${where}.copies`);
  if (typeof source !== "string") throw wrongDeck(`${where}.source`);
  if (typeof (assumed ?? false) !== "boolean") throw wrongDeck(`${where}.assumed`);
  const conditions = {};
  for (const key of Object.keys(asked)) if (!Object.hasOwn(CONDITIONS, key)) throw wrongDeck(`${where}.${key}`);
  for (const key in CONDITIONS) {
    if (!Object.hasOwn(asked, key)) continue;
    const value = CONDITIONS[key].read(asked[key]);
    if (value === null) throw wrongDeck(`${where}.${key}`);
    if (value) conditions[key] = value;
  }
  if (conditions.never && Object.keys(asked).length > 1) throw wrongDeck(where);
  if (usual && !Object.keys(asked).length) return { ...usual, copies, assumed };
  return { conditions, copies, assumed: entry.assumed ?? false, spelling: spellingOf(name.toLowerCase()) };
}

/** The deck that the data of a deck file describe, seen from the usual deck; an error says what is wrong. */
function deckOf(usual, file) {
  const { base, edition, colours, stones = usual.stones, cards: given = {}, ...more } = Object(file);
  if (!usual.standard || ![undefined, "standard"].includes(base)) throw wrongDeck("base");
  if (typeof (edition?.name ?? "") !== "string") throw wrongDeck("edition");
  for (const key of Object.keys(more)) throw wrongDeck(key);
  for (const key of ["edition", "colours", "stones", "cards"]) {
    const table = Object(file)[key];
    if (table !== undefined && (Object(table) !== table || Array.isArray(table))) throw wrongDeck(key);
  }
  if (Object.values(file?.stones ?? {}).some(labels => typeof labels !== "string")) throw wrongDeck("stones");
  const white = colours ? (Array.isArray(colours.white) && !colours.white.length ? [] : differentNumbers(colours.white, 0, 9)) : usual.white;
  if (!white || typeof (colours?.assumed ?? false) !== "boolean") throw wrongDeck("colours");
  const cards = base ? { ...usual.cards } : {};
  for (const [name, entry] of Object.entries(given)) {
    cards[name] = cardOf(name, entry, base && Object.hasOwn(usual.cards, name) ? usual.cards[name] : undefined);
    if (!cards[name].copies) delete cards[name];
  }
  const names = Object.keys(cards);
  for (const [players, places] of Object.entries(PLACES))
    if (!isRing([...(stones[players] ?? "")].filter(label => label.trim()), places)) throw wrongDeck("stones");
  const players = Object.keys(PLACES).map(Number).filter(one => PLACES[one] <= cardsIn(cards));
  const deck = {
    ...usual,
    file,
    link: linkOf(file),
    white,
    stones: Object.fromEntries(Object.keys(PLACES).map(one => [one, [...stones[one]].filter(label => label.trim())])),
    players,
    names,
    cards,
    words: wordsPattern(usual.wordsOf, names, names.map(name => cards[name].spelling)),
    surveys: {},
    puzzles: null,
    assumedColours: colours ? (colours.assumed ?? false) : usual.assumedColours,
    standard: false,
  };
  if (!players.length || names.length > MOST_CARDS) throw wrongDeck("cards");
  for (const name of names)
    if (!cards[name].conditions.never && !canBePlayed(deck, cards[name])) throw wrongDeck(`cards.${name}`);
  return deck;
}

/** Whether some stones are a ring: a 0, no number twice. */
function isRing(labels, places) {
  const numbers = labels.filter(label => !isBlank(label));
  const good = labels.length === places && numbers.every(label => /^[0-9]$/.test(label)) && numbers.includes("0");
  return good && new Set(numbers).size === numbers.length;
}

/** Data as they stand in links. */
const linkOf = data =>
  btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(data))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

/** The data of a link; an error if it is damaged. */
function dataOf(link) {
  const bytes = Uint8Array.from(atob(link.replaceAll("-", "+").replaceAll("_", "/")), sign => sign.charCodeAt(0));
  return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
}

/** The deck of a link; an error says what is wrong with it. */
function deckOfLink(usual, link) {
  let file = null;
  try {
    file = dataOf(link);
  } catch {
    throw new Error(t("own.damaged"));
  }
  return deckOf(usual, file);
}
