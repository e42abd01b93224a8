"use strict";
// Deals as text, read and written: stones `stone:card`, seats between slashes, then `first B` and `moves A2-C1 …`.

const LONGEST_TEXT = 10000; // characters; a deal has about 200

/** A deal and what was played as one line of text. */
function dealText(state, swaps) {
  const hand = handOf(state);
  const stones = state.ring.map(({ label, card }) => `${label}:${card}`);
  const seats = [...Array(state.players).keys()].map(seat =>
    stones.slice(seat * hand, (seat + 1) * hand).join(" "),
  );
  const usual = stateOf(state.ring, state.players).mover;
  const first = state.mover === usual ? "" : ` first ${SEATS[state.mover]}`;
  const moves = swaps.length ? " moves " + swaps.map(swap => swapText(state, swap)).join(" ") : "";
  return seats.join(" / ") + first + moves;
}

/** { state, swaps } of a text, or { problems }: every fault with its place, and what would be right. */
function readDeal(deck, text, undo) {
  if (text.length > LONGEST_TEXT)
    return { problems: [`too long: ${text.length} characters, a deal has at most ${LONGEST_TEXT}`] };
  const code = text
    .split("\n")
    .map(line => line.split("#")[0])
    .join("\n");
  const problems = [];
  const fault = (at, words) => {
    const before = code.slice(0, at).split("\n");
    problems.push(`line ${before.length}, column ${before.at(-1).length + 1}: ${words}`);
  };
  const moves = /(^|[\s/])moves(?=\s|$)/i.exec(code);
  const head = moves ? code.slice(0, moves.index) : code;
  const first = /(^|[\s/])first(\s+(\S+))?\s*$/i.exec(head);
  const stones = first ? head.slice(0, first.index) : head;
  const seats = readSeats(deck, stones, fault);
  const players = seats.length,
    total = seats.flat().length;
  if (!total) problems.push("no deal in this text; write stones and cards like 7:even, a slash between seats");
  else if (!(players in PLACES))
    problems.push(`${players} seat${players === 1 ? "" : "s"}; a deal has 3, 4 or 5, with a slash between them`);
  else {
    const hand = PLACES[players] / players;
    seats.forEach((seat, i) => {
      if (seat.length !== hand)
        problems.push(`seat ${SEATS[i]} has ${seat.length} stones; each of ${players} seats needs ${hand}`);
    });
  }
  const ring = seats.flat();
  if (!problems.length) problems.push(...wrongStones(deck, ring, players));
  const seat = first ? SEATS.indexOf((first[3] ?? "").toUpperCase()) : null;
  if (first && (!first[3] || seat < 0 || seat >= players))
    fault(first.index + 1, `'first' needs a seat of this deal, like 'first B'`);
  if (problems.length) return { problems };
  let state = stateOf(ring, players, seat);
  const start = state,
    swaps = [];
  if (moves)
    for (const word of code.slice(moves.index + moves[0].length).matchAll(/\S+/g)) {
      const at = moves.index + moves[0].length + word.index;
      if (/^\d+\.$/.test(word[0])) continue; // the number of a turn
      const swap = readSwap(state, word[0]);
      const why = !swap
        ? `${quoted(word[0])} is not a swap of this ring; a swap is written like A2-C1, own place first`
        : orderOf(state.ring)
          ? "the ring is in order already, so the game is won"
          : state.turns >= TRACK
            ? `the game ended with turn ${TRACK}`
            : whyIllegal(deck, state, swap, undo);
      if (why) {
        fault(at, `turn ${state.turns + 1}, ${word[0].slice(0, 20)}: ${why}`);
        return { problems };
      }
      swaps.push(swap);
      state = afterSwap(state, swap);
    }
  return { state: start, swaps };
}

const quoted = text => `'${text.length > 30 ? text.slice(0, 29) + "…" : text}'`;

/** For each seat its stones; faults are told. */
function readSeats(deck, text, fault) {
  const between = ["/", ";", "\n", ","].find(sign => text.trim().includes(sign)) ?? "/";
  const seats = [[]];
  const tokens = text.replace(/[/;,\n]/g, sign => (sign === between ? sign : " "));
  for (const token of tokens.matchAll(/[/;,\n]|([^\s/;,:]*)[^\S\n]*:[^\S\n]*([^\s/;,:]*)|[^\s/;,]+/g)) {
    const [word, label, card] = token;
    if (word === between) {
      if (seats.at(-1).length || between !== "\n") seats.push([]);
      continue;
    }
    const near = card ? deck.names.filter(name => name.startsWith(card.toLowerCase())) : [];
    if (!label || !card) {
      fault(token.index, `${quoted(word)} is not a stone with a card; write stone:card, like 7:even`);
    } else if (!/^[0-9wd]$/.test(label)) {
      fault(token.index, `unknown stone ${quoted(label)}; a stone is a digit, w (white blank) or d (dark blank)`);
    } else if (!Object.hasOwn(deck.cards, card) && near.length !== 1) {
      fault(token.index, `unknown card ${quoted(card)}; the deck has ${deck.names.join(", ")}`);
    }
    seats.at(-1).push({ label, card: Object.hasOwn(deck.cards, card ?? "") ? card : near[0] });
  }
  if (between === "\n" && !seats.at(-1).length) seats.pop();
  return seats;
}

/** What is wrong with the stones and cards of a ring. */
function wrongStones(deck, ring, players) {
  const problems = [];
  const count = list => list.reduce((counts, one) => counts.set(one, (counts.get(one) ?? 0) + 1), new Map());
  const wanted = count(deck.stones[players]),
    there = count(ring.map(stone => stone.label));
  for (const [label, many] of wanted)
    if ((there.get(label) ?? 0) < many) problems.push(`the ring lacks the ${nameOf(label)}`);
  for (const [label, many] of there)
    if (many > (wanted.get(label) ?? 0)) problems.push(`the ring has a ${nameOf(label)} too many`);
  for (const [name, many] of count(ring.map(stone => stone.card)))
    if (many > deck.cards[name].copies)
      problems.push(`card ${name} occurs ${many} times; the deck has ${deck.cards[name].copies}`);
  return problems;
}

/** The swap of a text like A2-C1; null if it is none. */
function readSwap(state, text) {
  const found = /^([A-E])([1-4])[-x]?([A-E])([1-4])[,;.]?$/i.exec(text);
  if (!found) return null;
  const hand = handOf(state);
  const place = (seat, number) => {
    const index = SEATS.indexOf(seat.toUpperCase());
    return index < state.players && number <= hand ? index * hand + Number(number) - 1 : null;
  };
  const swap = [place(found[1], found[2]), place(found[3], found[4])];
  return swap.includes(null) ? null : swap;
}
