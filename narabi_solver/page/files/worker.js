// What the solver of the page is asked, and what it answers; it runs beside the page, which never waits.

import { Knowledge, advice } from "./hidden.js";
import { MOST_TRIED, randomDeal } from "./random.js";
import { Machine, shorterWay } from "./search.js";

let machine = null;

self.onmessage = ({ data: { id, ask, deck, state, undo, players, seed, turns, events, seat, states, swaps, code } }) => {
  if (code) {
    machine = new Machine(code);
    return;
  }
  const tell = (answer, done = true) => postMessage({ id, done, ...answer });
  if (ask === "solve") tell(machine.solve(deck, state, undo));
  else if (ask === "costs") {
    for (const found of machine.values(deck, state, undo)) tell(found, false);
    tell({});
  } else if (ask === "signs") {
    const turns = one => {
      const found = machine.solve(deck, one, undo);
      return found.outcome === "undecided" ? null : found.turns;
    };
    tell({ left: states.map(turns) });
  } else if (ask === "advice") {
    const knows = new Knowledge(deck, state, events, seat);
    tell(advice(knows, undo, machine, (looked, all) => tell({ looked, all }, false)));
  } else if (ask === "chances") {
    const { chances, assignments } = new Knowledge(deck, state, events, seat);
    tell({ chances, count: String(assignments.count) });
  } else if (ask === "review") {
    for (const [turn, one] of states.entries()) {
      const found = machine.values(deck, one, undo);
      tell({ turn, found, way: shorterWay(machine, deck, one, found, swaps[turn], undo) }, false);
    }
    tell({});
  } else if (ask === "order") {
    for (let index = 0; index < MOST_TRIED; index++) {
      const deal = randomDeal(deck, players, seed, index);
      const found = machine.solve(deck, deal, undo);
      if (found.turns === turns) return tell({ state: deal, index, found });
      if (index % 16 === 15) tell({ tried: index + 1 }, false);
    }
    tell({ tried: MOST_TRIED });
  }
};
