// Deals as text, read and written: stones `stone:card`, seats between slashes, `first B`, `moves A2-C1 …`; or the
// id of a random deal, like 4-0-17. What is read is what the program reads (deal.py).

import { spellingOf, wordsPattern } from "./decks.js";
import { LINE_END, SPACE, SWAP, codeOf, partsOf, plain, problemAt, quoted } from "./notation.js";
import { randomDeal } from "./random.js";
import { HIDDEN, PLACES, SEATS, TRACK, afterSwap, allows, hadBy, handOf, isBlank, nameOf, openSeats, orderOf, placeText, seatOf, stateOf, swapText, whyIllegal } from "./rules.js";

/** A deal and what was played as one line of text; `answers` are { at, swap, yes }, heard after so many swaps. */
export function dealText(state, swaps, answers = []) {
  const hand = handOf(state);
  const stones = state.ring.map(({ label, card }) => `${label}:${card}`);
  const seats = [...Array(state.players).keys()].map(seat =>
    stones.slice(seat * hand, (seat + 1) * hand).join(" "),
  );
  const usual = stateOf(state.ring, state.players).mover;
  const first = state.mover === usual ? "" : ` first ${SEATS[state.mover]}`;
  const told = happened(swaps, answers).map(({ swap, yes }) =>
    yes === null ? swapText(state, swap) : `asked ${swapText(state, swap)}=${yes ? "yes" : "no"}`,
  );
  return seats.join(" / ") + first + (told.length ? ` moves ${told.join(" ")}` : "");
}

/** A text with the stones in it written stone:card, all at the places where they were: notation.py. */
function withColons(deck, text) {
  const hyphens = card => card.replace(/[ \t]/g, "-");
  return text.replace(new RegExp(wordsPattern(deck), "gim"), (all, colon, after, stone, space, card) =>
    stone ? `${stone}:${space.slice(1)}${hyphens(card)}` : colon ? colon + hyphens(after) : all,
  );
}

/** Swaps and the answers between them, in order: { swap, yes }, where `yes` is null for a swap. */
export function happened(swaps, answers) {
  const heard = at => answers.filter(answer => answer.at === at).map(({ swap, yes }) => ({ swap, yes }));
  return [...swaps.flatMap((swap, at) => [...heard(at), { swap, yes: null }]), ...heard(swaps.length)];
}

/** { state, swaps, answers } of a text, and `id` if it is one; or { problems }: every fault with its place, and what would be right. */
export function readDeal(deck, given, undo) {
  const text = plain(given);
  const id = new RegExp(`^[${SPACE}]*(?:${deck.id})[${SPACE}]*$`, "u").exec(codeOf(text));
  if (id) return numberedDeal(deck, ...id.slice(1));
  const { seats, first, moves, problems } = partsOf(withColons(deck, text));
  const ring = seats.flat().map(({ label, card }) => {
    const meant = cardsMeant(deck, card.text);
    return { label: label.text.toLowerCase(), card: meant.length === 1 ? meant[0] : card.text };
  });
  const events = eventsOf(moves, problems);
  if (!problems.length || ring.length) problems.push(...wrongDeal(deck, seats, ring, first));
  if (problems.length) return { problems: told(text, problems) };
  const seat = first ? SEATS.indexOf(first.text.toUpperCase()) : null;
  const state = stateOf(ring, seats.length, seat);
  const { swaps, answers, problems: faults } = replayed(deck, state, events, undo);
  return faults.length ? { problems: told(text, faults) } : { state, swaps, answers };
}

/** The deal of an id: players, seed and index, each up to 2^64 - 1. */
function numberedDeal(deck, players, ...numbers) {
  const id = [players, ...numbers.map(BigInt)].join("-");
  if (!deck.players.includes(Number(players)))
    return { problems: [t("read.players", { players, known: deck.players.join(", ") })] };
  const large = numbers.find(number => BigInt(number) >= 1n << 64n);
  if (large) return { problems: [t("read.large-id", { number: large })] };
  return { state: randomDeal(deck, Number(players), ...numbers.map(BigInt)), swaps: [], answers: [], id };
}

/** Problems as texts, in the order of their places. */
function told(text, problems) {
  const lines = text.split(LINE_END);
  const placed = ({ line, at, words }) => {
    if (line === undefined) return words;
    const column = at === undefined ? "" : t("read.column", { column: [...lines[line - 1].slice(0, at)].length + 1 });
    return t("read.place", { line, column, words });
  };
  return problems
    .sort((one, two) => (one.line ?? 0) - (two.line ?? 0) || (one.at ?? -1) - (two.at ?? -1))
    .map(placed);
}

/** The names of the cards that a text may mean: one, if it is clear. */
function cardsMeant(deck, text) {
  if (Object.hasOwn(deck.cards, text)) return [text];
  const small = text.toLowerCase();
  const same = deck.names.filter(name => name.toLowerCase() === small);
  const short = name => new RegExp(`^(?:${spellingOf(name)})$`).test(small);
  return same.length ? same : deck.names.filter(short);
}

/** What is wrong with seats, stones, cards and the player who begins. */
function wrongDeal(deck, seats, ring, first) {
  const players = seats.length,
    stones = seats.flat();
  const problems = [];
  const fault = (word, words) => problems.push(problemAt(word, words));
  const anywhere = words => problems.push({ words, line: stones[0]?.label.line ?? 1 });
  if (!(players in PLACES)) {
    anywhere(t("read.seats", { n: players, stones: ring.length }));
  } else {
    const places = PLACES[players],
      hand = places / players;
    if (ring.length !== places) anywhere(t("read.stones", { stones: ring.length, players, places }));
    for (const [i, seat] of seats.entries()) {
      if (seat.length === hand) continue;
      const words = t("read.hand", { seat: SEATS[i], n: seat.length, players, hand });
      if (seat.length) fault(seat[0].label, words);
      else anywhere(words);
    }
  }
  const seen = new Set();
  for (const [i, { label, card }] of ring.entries()) {
    const words = stones[i];
    if (!/^[0-9wd]$/.test(label))
      fault(words.label, t("read.unknown-stone", { stone: quoted(words.label.text) }));
    else if (!isBlank(label) && seen.has(label)) fault(words.label, t("read.twice", { stone: label }));
    seen.add(label);
    if (Object.hasOwn(deck.cards, card) || card === HIDDEN) continue;
    const meant = cardsMeant(deck, card);
    const named = quoted(card);
    fault(
      words.card,
      meant.length
        ? t("read.unclear-card", { card: named, cards: meant.join(t("read.or")) })
        : t("read.unknown-card", { card: named, cards: deck.names.join(", ") }),
    );
  }
  if (!problems.length) wrongStones(deck, ring, players).forEach(anywhere);
  if (!problems.length && !openSeats(ring, players).length) anywhere(t("read.all-hidden"));
  if (!problems.length && first) {
    const seat = first.text.length === 1 ? SEATS.indexOf(first.text.toUpperCase()) : -1;
    if (seat < 0 || seat >= players)
      fault(first, t("read.first-unknown", { last: SEATS[players - 1] }));
  }
  return problems;
}

/** What is wrong with the stones of a ring and the copies of its cards. */
function wrongStones(deck, ring, players) {
  const count = list => list.reduce((counts, one) => counts.set(one, (counts.get(one) ?? 0) + 1), new Map());
  const wanted = count(deck.stones[players]),
    there = count(ring.map(stone => stone.label));
  const parts = [];
  for (const [label, many] of wanted)
    if ((there.get(label) ?? 0) < many) parts.push(t("read.lacks", { stone: nameOf(label) }));
  for (const [label, many] of there)
    if (many > (wanted.get(label) ?? 0)) parts.push(t("read.too-many", { stone: nameOf(label) }));
  const problems = parts.length ? [t("read.ring", { faults: parts.join(", ") })] : [];
  for (const [name, many] of count(ring.map(stone => stone.card)))
    if (many > deck.cards[name]?.copies)
      problems.push(t("read.copies", { card: name, n: many, copies: deck.cards[name].copies }));
  return problems;
}

/** What the words after "moves" tell: swaps, and answers to questions, each with its word. Faults are added. */
export function eventsOf(words, problems) {
  const events = [];
  for (let i = 0; i < words.length; i++) {
    const asked = words[i].text.toLowerCase() === "asked";
    if (asked && i + 1 < words.length) i++;
    const word = words[i];
    const [, swap, answer] = asked ? (/^([^=]+)=(yes|no)$/iu.exec(word.text) ?? []) : [null, word.text];
    const places = SWAP.exec(swap ?? "");
    if (places) events.push({ word, names: places.slice(1), yes: asked ? answer.toLowerCase() === "yes" : null });
    else if (asked && swap === undefined)
      problems.push(problemAt(word, t("read.no-answer", { word: quoted(word.text) })));
    else problems.push(problemAt(word, t("read.no-swap", { word: quoted(swap) })));
  }
  return events;
}

/** { swaps, answers, problems } of what was played: the first illegal swap, or else the answers that are not true. */
export function replayed(deck, start, events, undo) {
  const placeOf = name => {
    const [seat, number] = [SEATS.indexOf(name[0].toUpperCase()), Number(name[1])];
    return seat < start.players && number <= handOf(start) ? seat * handOf(start) + number - 1 : null;
  };
  const swaps = [],
    answers = [],
    untrue = [];
  let state = start;
  for (const { word, names, yes } of events) {
    const swap = names.map(placeOf);
    const last = placeText(start, start.ring.length - 1);
    const missing = swap.includes(null) ? t("read.places", { last }) : null;
    if (yes !== null) {
      const problem = missing ?? wrongAnswer(deck, state, swap, yes);
      if (problem) untrue.push(problemAt(word, t("read.answer", { word: word.text, why: problem })));
      else answers.push({ at: swaps.length, swap, yes });
      continue;
    }
    const why =
      missing ??
      (orderOf(state.ring)
        ? t("read.over")
        : state.turns >= TRACK
          ? t("read.track", { turn: TRACK })
          : whyIllegal(deck, state, swap, undo));
    const played = { turn: state.turns + 1, word: word.text.slice(0, 20), why };
    if (why) return { problems: [problemAt(word, t("read.turn", played))] };
    swaps.push(swap);
    state = afterSwap(state, swap);
  }
  return { swaps, answers, problems: untrue };
}

/** Why an answer is none that the card gives; null if it is. */
export function wrongAnswer(deck, state, [own, other], yes) {
  if (seatOf(state, own) === seatOf(state, other)) return t("read.question");
  const { label, card } = state.ring[own];
  if (card === HIDDEN) return null;
  const says = allows(deck, state, [own, other], card);
  return says === yes ? null : t(says ? "read.says-yes" : "read.says-no", { stone: label, card });
}

/** A deal with what was played as text, as far as a seat knows it; nothing in it depends on the other cards. */
export function seenText(start, swaps, answers, seat) {
  const states = [start];
  for (const swap of swaps) states.push(afterSwap(states.at(-1), swap));
  const had = hadBy(seat, states);
  const ring = start.ring.map(stone => (had.has(stone) ? stone : { label: stone.label, card: HIDDEN }));
  return dealText({ ...start, ring }, swaps, answers);
}
