"use strict";
// Deals as text, read and written: stones `stone:card`, seats between slashes, `first B`, `moves A2-C1 …`; or the
// id of a random deal, like 4-0-17. What is read is what the program reads (deal.py).

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

/** { state, swaps } of a text, and `id` if it is one; or { problems }: every fault with its place, and what would be right. */
function readDeal(deck, text, undo) {
  const id = new RegExp(`^[${SPACE}]*(?:${deck.id})[${SPACE}]*$`, "u").exec(codeOf(text));
  if (id) return numberedDeal(deck, ...id.slice(1));
  const { seats, first, moves, problems } = partsOf(text);
  const ring = seats.flat().map(({ label, card }) => {
    const meant = cardsMeant(deck, card.text);
    return { label: label.text.toLowerCase(), card: meant.length === 1 ? meant[0] : card.text };
  });
  const events = eventsOf(moves, problems);
  if (!problems.length || ring.length) problems.push(...wrongDeal(deck, seats, ring, first));
  if (problems.length) return { problems: told(text, problems) };
  const seat = first ? SEATS.indexOf(first.text.toUpperCase()) : null;
  const state = stateOf(ring, seats.length, seat);
  const { swaps, problems: faults } = replayed(deck, state, events, undo);
  return faults.length ? { problems: told(text, faults) } : { state, swaps };
}

/** The deal of an id: players, seed and index, each up to 2^64 - 1. */
function numberedDeal(deck, players, ...numbers) {
  const id = [players, ...numbers.map(BigInt)].join("-");
  if (!deck.players.includes(Number(players)))
    return { problems: [`${players} players; this page has random deals for ${deck.players.join(", ")} players`] };
  const large = numbers.find(number => BigInt(number) >= 1n << 64n);
  if (large) return { problems: [`seed and index are whole numbers from 0 to 2^64 - 1, not ${large}`] };
  return { state: randomDeal(deck, Number(players), ...numbers.map(BigInt)), swaps: [], id };
}

/** Problems as texts, in the order of their places. */
function told(text, problems) {
  const lines = text.split("\n");
  const place = ({ line, at }) => {
    if (line === undefined) return "";
    const column = at === undefined ? "" : `, column ${[...lines[line - 1].slice(0, at)].length + 1}`;
    return `line ${line}${column}: `;
  };
  return problems
    .sort((one, two) => (one.line ?? 0) - (two.line ?? 0) || (one.at ?? -1) - (two.at ?? -1))
    .map(problem => place(problem) + problem.words);
}

/** The names of the cards that a text may mean: one, if it is clear. */
function cardsMeant(deck, text) {
  if (Object.hasOwn(deck.cards, text)) return [text];
  const small = text.toLowerCase();
  const same = deck.names.filter(name => name.toLowerCase() === small);
  const short = name => new RegExp(`^(?:${deck.cards[name].spelling})$`).test(small);
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
    anywhere(
      `${players} seat${players === 1 ? "" : "s"} with ${ring.length} stones; a deal has 3 seats of 4 stones, ` +
        "4 seats of 3 or 5 seats of 3, with a slash between them",
    );
  } else {
    const hand = PLACES[players] / players;
    if (ring.length !== PLACES[players])
      anywhere(`${ring.length} stones; a ring of ${players} seats has ${PLACES[players]}`);
    for (const [i, seat] of seats.entries()) {
      if (seat.length === hand) continue;
      const has = `${seat.length} stone${seat.length === 1 ? "" : "s"}`;
      const words = `seat ${SEATS[i]} has ${has}; each of ${players} seats needs ${hand}`;
      if (seat.length) fault(seat[0].label, words);
      else anywhere(words);
    }
  }
  const seen = new Set();
  for (const [i, { label, card }] of ring.entries()) {
    const words = stones[i];
    if (!/^[0-9wd]$/.test(label))
      fault(
        words.label,
        `unknown stone ${quoted(words.label.text)}; a stone is a digit, w (white blank) or d (dark blank)`,
      );
    else if (!isBlank(label) && seen.has(label)) fault(words.label, `stone ${label} occurs twice`);
    seen.add(label);
    if (Object.hasOwn(deck.cards, card)) continue;
    const meant = cardsMeant(deck, card);
    fault(
      words.card,
      meant.length
        ? `card ${quoted(card)} may be ${meant.join(" or ")}; write more of its name`
        : `unknown card ${quoted(card)}; the deck has ${deck.names.join(", ")}`,
    );
  }
  if (!problems.length) wrongStones(deck, ring, players).forEach(anywhere);
  if (!problems.length && first) {
    const seat = first.text.length === 1 ? SEATS.indexOf(first.text.toUpperCase()) : -1;
    if (seat < 0 || seat >= players)
      fault(first, `'first' must name a seat of this deal: A to ${SEATS[players - 1]}`);
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
    if ((there.get(label) ?? 0) < many) parts.push(`lacks the ${nameOf(label)}`);
  for (const [label, many] of there)
    if (many > (wanted.get(label) ?? 0)) parts.push(`has a ${nameOf(label)} too many`);
  const problems = parts.length ? [`the ring ${parts.join(", ")}`] : [];
  for (const [name, many] of count(ring.map(stone => stone.card)))
    if (many > deck.cards[name].copies)
      problems.push(`card ${name} occurs ${many} times; the deck has ${deck.cards[name].copies}`);
  return problems;
}

/** What the words after "moves" tell: swaps, and answers to questions, each with its word. Faults are added. */
function eventsOf(words, problems) {
  const events = [];
  for (let i = 0; i < words.length; i++) {
    const asked = words[i].text.toLowerCase() === "asked";
    if (asked && i + 1 < words.length) i++;
    const word = words[i];
    const [, swap, answer] = asked ? (/^([^=]+)=(yes|no)$/iu.exec(word.text) ?? []) : [null, word.text];
    const places = SWAP.exec(swap ?? "");
    if (places) events.push({ word, names: places.slice(1), yes: asked ? answer.toLowerCase() === "yes" : null });
    else if (asked && swap === undefined)
      problems.push(problemAt(word, `after 'asked' stands an answer like B2-C1=yes, not ${quoted(word.text)}`));
    else
      problems.push(
        problemAt(word, `${quoted(swap)} is not a swap; a swap is written like A2-C1, own place first`),
      );
  }
  return events;
}

/** { swaps, problems } of what was played: the first illegal swap, or else the answers that are not true. */
function replayed(deck, start, events, undo) {
  const placeOf = name => {
    const [seat, number] = [SEATS.indexOf(name[0].toUpperCase()), Number(name[1])];
    return seat < start.players && number <= handOf(start) ? seat * handOf(start) + number - 1 : null;
  };
  const swaps = [],
    untrue = [];
  let state = start;
  for (const { word, names, yes } of events) {
    const swap = names.map(placeOf);
    const last = `A1 to ${placeText(start, start.ring.length - 1)}`;
    const missing = swap.includes(null) ? `the places are ${last}` : null;
    if (yes !== null) {
      const problem = missing ?? wrongAnswer(deck, state, swap, yes);
      if (problem) untrue.push(problemAt(word, `${word.text}: ${problem}`));
      continue;
    }
    const why =
      missing ??
      (orderOf(state.ring)
        ? "the ring is in order already, so the game is won"
        : state.turns >= TRACK
          ? `the game ended with turn ${TRACK}`
          : whyIllegal(deck, state, swap, undo));
    if (why)
      return { problems: [problemAt(word, `turn ${state.turns + 1}, ${word.text.slice(0, 20)}: ${why}`)] };
    swaps.push(swap);
    state = afterSwap(state, swap);
  }
  return { swaps, problems: untrue };
}

/** Why an answer is none that the card gives; null if it is. */
function wrongAnswer(deck, state, [own, other], yes) {
  if (seatOf(state, own) === seatOf(state, other)) return "a question is about a stone and one of another seat";
  const { label, card } = state.ring[own];
  const allows =
    fitsStone(deck, deck.cards[card], label, state.ring[other].label) &&
    fitsPlace(deck.cards[card], own, other, state.players);
  return allows === yes ? null : `${label}:${card} says ${allows ? "yes" : "no"}`;
}
