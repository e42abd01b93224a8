"use strict";
// Compares the rules and the solver of the page with cases that benchmarks/page_cases.py wrote.

const TABLE = Array.from({ length: 256 }, (_, n) => {
  for (let bit = 0; bit < 8; bit++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n;
});

function crc32(text) {
  let crc = -1;
  for (let i = 0; i < text.length; i++) crc = TABLE[(crc ^ text.charCodeAt(i)) & 255] ^ (crc >>> 8);
  return ~crc >>> 0;
}

/** All that the rules say while a deal is played for some turns. */
function game(deck, deal, index, undo, turns) {
  let state = deal;
  const told = [];
  for (let turn = 0; turn < turns; turn++) {
    const order = orderOf(state.ring);
    const found = order ? `(${order.place}, ${order.clockwise ? "True" : "False"})` : "None";
    told.push(`${turn} ${SEATS[state.mover]} ${found}`);
    const legal = [];
    for (let own = 0; own < state.ring.length; own++)
      for (let other = 0; other < state.ring.length && seatOf(state, own) === state.mover; other++) {
        const reason = whyIllegal(deck, state, [own, other], undo);
        told.push(`${swapText(state, [own, other])} ${reason ?? "legal"}`);
        if (reason === null) legal.push([own, other]);
      }
    if (order || !legal.length) break;
    state = afterSwap(state, legal[(7 * index + 3 * turn) % legal.length]);
  }
  return told.join("\n");
}

/** What is wrong with a solution: it must be a line that wins by the rules. */
function wrongLine(deck, deal, undo, { outcome, swaps }) {
  if (outcome !== "solved") return "";
  let state = deal;
  for (const swap of swaps) {
    if (whyIllegal(deck, state, swap, undo) !== null || orderOf(state.ring)) return "an illegal line";
    state = afterSwap(state, swap);
  }
  return orderOf(state.ring) ? "" : "a line that does not win";
}

/** { deals, wrong, times }: how many deals were compared, what differs, and milliseconds by number of players. */
function check(decks, cases, { seed, deals, block, turns }) {
  const wrong = [],
    times = { 3: [], 4: [], 5: [] };
  let compared = 0;
  for (const { deck: name, players, undo, minima, games } of cases) {
    const deck = decks[name];
    const say = (i, words) => wrong.push(`${name} deck, ${players} players, undo ${undo}, deal ${i}: ${words}`);
    for (let at = 0; at < deals; at += block) {
      const told = [];
      for (let i = at; i < at + block; i++) {
        const deal = randomDeal(deck, players, seed, i);
        const read = readDeal(deck, dealText(deal, []), undo);
        if (JSON.stringify(read.state) !== JSON.stringify(deal)) say(i, "read from its text it is another deal");
        const before = performance.now();
        const found = machine.solve(deck, deal, undo);
        times[players].push(performance.now() - before);
        const digit = { solved: found.turns?.toString(36), unsolvable: "-", undecided: "?" }[found.outcome];
        if (digit !== minima[i]) say(i, `minimum ${digit}, and the program says ${minima[i]}`);
        const fault = wrongLine(deck, deal, undo, found);
        if (fault) say(i, fault);
        told.push(game(deck, deal, i, undo, turns));
        compared++;
      }
      if (crc32(told.join("\n")) !== games[at / block]) say(at, `the rules differ in this block of ${block}`);
    }
  }
  return { deals: compared, wrong, times };
}

/** What the page reads of each text: the deal as it writes it, or the lines and columns of what is wrong. */
function readings(decks, texts) {
  const place = problem => /^line (\d+)(?:, column (\d+))?/.exec(problem)?.slice(1).map(n => Number(n ?? 0)) ?? [];
  return texts.map(({ deck, text }) => {
    const { state, swaps, problems } = readDeal(decks[deck], text, "allowed");
    return problems ? problems.map(place).sort(([a, b], [c, d]) => a - c || b - d) : dealText(state, swaps);
  });
}

/** What the page advises in games as a text each has it: what `hints` of benchmarks/page_cases.py says of them. */
function hints(decks, games, worlds) {
  return games.map(({ deck, text, seat, undo, seed }) => {
    const { state, swaps, answers } = readDeal(decks[deck], text, undo);
    const knows = new Knowledge(decks[deck], state, happened(swaps, answers), seat);
    const found = advice(knows, undo, machine, () => {}, worlds, seed);
    const name = swap => swapText(state, swap);
    return {
      count: found.count,
      left: found.left,
      moves: Object.fromEntries(found.moves.map(one => [name(one.swap), [one.turns, one.error, one.wins]])),
      best: found.moves[0] ? found.moves[0].turns : null,
      why: found.why && [name(found.moves[0].swap), name(found.why.swap), found.why.fewer, found.why.more],
      questions: Object.fromEntries(found.questions.map(one => [name(one.swap), [one.saves, one.yes]])),
      chances: Object.entries(knows.chances).map(([place, chances]) => [placeText(state, Number(place)), chances]),
    };
  });
}

/** For each turn of games a shortest way where it was a slip, as far as that is allowed after the slip; else null. */
function slips(decks, games) {
  return games.map(({ deck, text, undo }) => {
    const { state: start, swaps } = readDeal(decks[deck], text, undo);
    let state = start;
    return swaps.map(swap => {
      const before = state;
      state = afterSwap(state, swap);
      const way = shorterWay(machine, decks[deck], before, machine.values(decks[deck], before, undo), swap, undo);
      return way && { way: way.map(one => swapText(start, one)), stop: stopOf(decks[deck], state, way, undo)?.swap ?? null };
    });
  });
}

/** The milliseconds of the processor that each advice takes; only under node. */
function hintTimes(decks, games, worlds) {
  return games.map(game => {
    const before = process.cpuUsage();
    hints(decks, [game], worlds);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
}

/** What the solver finds where games as texts have got to: outcome, bound and nodes. */
function searches(decks, games) {
  return games.map(({ deck, text, undo }) => {
    const { state, swaps } = readDeal(decks[deck], text, undo);
    const { outcome, bound, nodes } = machine.solve(decks[deck], swaps.reduce(afterSwap, state), undo);
    return [outcome, bound, nodes];
  });
}
