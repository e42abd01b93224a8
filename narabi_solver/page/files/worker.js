"use strict";
// What the solver of the page is asked, and what it answers; it runs beside the page, which never waits.

onmessage = ({ data: { id, ask, deck, state, undo, players, seed, turns } }) => {
  const tell = (answer, done = true) => postMessage({ id, done, ...answer });
  if (ask === "solve") tell(solve(deck, state, undo));
  else if (ask === "costs") {
    for (const swap of legalSwaps(deck, state, undo)) {
      const { outcome, turns: more } = solve(deck, afterSwap(state, swap), undo);
      tell({ swap, outcome, turns: more === null ? null : 1 + more }, false);
    }
    tell({});
  } else if (ask === "order") {
    for (let index = 0; index < MOST_TRIED; index++) {
      const deal = randomDeal(deck, players, seed, index);
      const found = solve(deck, deal, undo);
      if (found.turns === turns) return tell({ state: deal, index, found });
      if (index % 16 === 15) tell({ tried: index + 1 }, false);
    }
    tell({ tried: MOST_TRIED });
  }
};
