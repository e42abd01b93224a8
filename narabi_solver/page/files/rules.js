// The rules of Narabi as the page plays them. DECK is the deck as data: cards, colours and stones of the ring.
// A state is { ring: [{ label, card }], players, mover, last, returns, turns }; places are counted clockwise
// from A1 = 0, a swap is [own, other], and `returns` holds the swaps that would send a stone back.

export const SEATS = "ABCDE";
export const TRACK = 24; // turns
export const PLACES = { 3: 12, 4: 12, 5: 15 };
export const RINGS = { 2: 6, ...PLACES }; // the page has no games of two, but a deck may have their stones

export const isBlank = label => label === "w" || label === "d";
const numberOn = label => (isBlank(label) ? 0 : Number(label));
export const nameOf = label => (isBlank(label) ? t(`stone.${label}`) : label);
export const handOf = state => state.ring.length / state.players;
export const seatOf = (state, place) => Math.floor(place / handOf(state));
export const placeText = (state, place) => SEATS[seatOf(state, place)] + ((place % handOf(state)) + 1);
export const swapText = (state, swap) => swap.map(place => placeText(state, place)).join("-");
export const colourOf = (deck, label) =>
  isBlank(label) ? (label === "w" ? "white" : "dark") : deck.white.includes(Number(label)) ? "white" : "dark";

export const whole = (low, high) => one => Number.isInteger(one) && low <= one && one <= high;
const oneOf = (...words) => given => (words.includes(given) ? given : null);

/** Different whole numbers, given alone or as a list, in their order; null if they are not. */
export function differentNumbers(given, low, high) {
  const all = [given].flat();
  const good = all.length > 0 && all.every(whole(low, high)) && new Set(all).size === all.length;
  return good ? all.sort((one, two) => one - two) : null;
}

/** The conditions of cards: what a deck file may give (null if the text is not such a condition), what each asks of
    the stone taken in exchange or of the two places (seats ahead of the mover's clockwise, steps along the ring), and
    its words, which card.all names. */
export const CONDITIONS = {
  colour: {
    read: oneOf("white", "dark"),
    onStone: (colour, { deck, other }) => colour === colourOf(deck, other),
  },
  parity: {
    read: oneOf("even", "odd"),
    onStone: (parity, { other }) => parity === (numberOn(other) % 2 ? "odd" : "even"),
  },
  compare: {
    read: oneOf("higher", "lower"),
    onStone: (compare, { own, other }) =>
      compare === "higher" ? numberOn(other) > numberOn(own) : numberOn(other) < numberOn(own),
    words: compare => t(`card.${compare}`),
  },
  value: {
    read: given => (Array.isArray(given) && given.length === 2 && given.every(whole(0, 9)) && given[0] <= given[1] ? given : null),
    onStone: ([low, high], { other }) => low <= numberOn(other) && numberOn(other) <= high,
    words: ([low, high]) => t(low === high ? "card.value-one" : "card.value", { low, high }),
  },
  distance: {
    read: given => differentNumbers(given, 1, 7),
    onPlace: (distances, { steps }) => distances.includes(steps),
    words: distances =>
      t("card.distance", { distances: distances.join(t("card.or")), n: distances.at(-1) }),
  },
  seat: {
    read: given => (["left", "right"].includes(given) ? [given] : differentNumbers(given, 1, 4)),
    onPlace: (seats, { ahead, players }) =>
      seats.some(seat => ahead === ({ left: 1, right: players - 1 }[seat] ?? seat)),
    words: seats => {
      const words = seats.map(one => (typeof one === "string" ? t(`card.${one}`) : t("card.seats-clockwise", { n: one })));
      return t("card.seat", { seats: words.join(t("card.or")) });
    },
  },
  never: {
    read: given => (typeof given === "boolean" ? given : null),
    onStone: () => false,
  },
};

/** What a card says. */
export function wordsOfCard({ conditions }) {
  if (conditions.never) return t("card.never");
  const { colour, parity } = conditions;
  const parts = { stone: t(`card.${[colour, parity].filter(Boolean).join("-") || "any"}`) };
  for (const name in CONDITIONS)
    parts[name] = name in conditions && CONDITIONS[name].words ? CONDITIONS[name].words(conditions[name]) : "";
  return t("card.all", parts).replace(/ +/g, " ").trim();
}

/** Whether the conditions of a card hold, of those that are asked here: "onStone" or "onPlace". */
function holds(asked, { conditions }, facts) {
  for (const name in conditions) {
    if (!(name in CONDITIONS)) throw new Error(`the page has no rule for '${name}' of a card`);
    const test = CONDITIONS[name][asked];
    if (test && !test(conditions[name], facts)) return false;
  }
  return true;
}

export const fitsStone = (deck, card, own, other) => holds("onStone", card, { deck, own, other });

export function fitsPlace(card, own, other, players) {
  const places = RINGS[players];
  const hand = places / players;
  const ahead = (Math.floor(other / hand) - Math.floor(own / hand) + players) % players;
  const clockwise = (other - own + places) % places;
  const steps = Math.min(clockwise, places - clockwise);
  return ahead !== 0 && holds("onPlace", card, { ahead, steps, players });
}

export const HIDDEN = "?"; // stands for a card that is not known
/** A card that is not known: it may allow what any card allows. */
const UNKNOWN = { conditions: {} };

export const sameSwap = (one, two) => one[0] === two[0] && one[1] === two[1];

/**
 * Why the mover may not make this swap, as a key of a text; null if it is legal. `undo` is "allowed", "next", "receiver" or
 * "expert": as next, and silent.
 */
export function reasonAgainst(deck, state, [own, other], undo) {
  if (seatOf(state, own) !== state.mover) return "illegal.turn";
  if (seatOf(state, other) === state.mover) return "illegal.own";
  const mine = state.ring[own],
    card = deck.cards[mine.card] ?? UNKNOWN;
  if (!fitsStone(deck, card, mine.label, state.ring[other].label)) return card.conditions.never ? "illegal.never" : "illegal.stone";
  if (!fitsPlace(card, own, other, state.players)) return "illegal.place";
  if (undo !== "allowed" && state.last) {
    const [a, b] = state.last;
    if ((own === a && other === b) || (own === b && other === a)) return "illegal.undo";
  }
  return undo === "receiver" && state.returns.some(back => sameSwap(back, [own, other])) ? "illegal.back" : null;
}

/** The same in words. */
export function whyIllegal(deck, state, swap, undo) {
  const key = reasonAgainst(deck, state, swap, undo);
  if (key === null) return null;
  const [own, other] = swap,
    mine = state.ring[own];
  return t(key, {
    seat: SEATS[state.mover],
    place: placeText(state, key === "illegal.turn" ? own : other),
    owner: SEATS[seatOf(state, own)],
    stone: nameOf(mine.label),
    words: wordsOfCard(deck.cards[mine.card] ?? UNKNOWN),
    other: nameOf(state.ring[other].label),
    swap: state.last && swapText(state, state.last),
  });
}

/** All legal swaps of the mover, by own place, then clockwise from A1. */
export function legalMoves(deck, state, undo) {
  const swaps = [];
  for (let own = 0; own < state.ring.length; own++)
    for (let other = 0; other < state.ring.length; other++)
      if (seatOf(state, own) === state.mover && reasonAgainst(deck, state, [own, other], undo) === null)
        swaps.push([own, other]);
  return swaps;
}

/** The state after a swap, which is not checked. */
export function afterSwap(state, swap) {
  const [own, other] = swap;
  const ring = [...state.ring];
  [ring[own], ring[other]] = [ring[other], ring[own]];
  const kept = state.returns.filter(([lies]) => seatOf(state, lies) !== state.mover && lies !== other);
  return {
    ...state,
    ring,
    mover: (state.mover + 1) % state.players,
    last: swap,
    turns: state.turns + 1,
    returns: [...kept, [own, other], [other, own]],
  };
}

/** Where the lowest number lies if the ring is in order, and which way it runs; null if it is not. */
export function orderOf(ring) {
  const places = [...ring.keys()].filter(place => !isBlank(ring[place].label));
  const values = places.map(place => Number(ring[place].label));
  const count = values.length;
  const sorted = [...values].sort((a, b) => a - b);
  const lowest = values.indexOf(sorted[0]);
  for (const way of [1, -1])
    if (sorted.every((value, i) => value === values[(lowest + way * i + count) % count]))
      return { place: places[lowest], clockwise: way === 1 };
  return null;
}

/** The state at the start of a deal; the holder of the 0 begins unless another seat is given. */
export function stateOf(ring, players, first = null) {
  const hand = ring.length / players;
  const zero = ring.findIndex(stone => stone.label === "0");
  return { ring, players, mover: first ?? Math.floor(zero / hand), last: null, returns: [], turns: 0 };
}

/** The stones that a seat had in some states: it knows their cards, and no other. */
export function hadBy(seat, states) {
  return new Set(states.flatMap(state => state.ring.filter((_, place) => seatOf(state, place) === seat)));
}

/** The seats of which all cards are known, as numbers. */
export function openSeats(ring, players) {
  const hand = ring.length / players;
  return [...Array(players).keys()].filter(seat =>
    ring.slice(seat * hand, (seat + 1) * hand).every(stone => stone.card !== HIDDEN),
  );
}

/** Whether a card would allow the swap of the stone that has it, whoever's turn it is. */
export function allows(deck, state, [own, other], name) {
  const card = deck.cards[name];
  return (
    fitsStone(deck, card, state.ring[own].label, state.ring[other].label) &&
    fitsPlace(card, own, other, state.players)
  );
}
