"use strict";
// How Sphinx ranks what a search finds: pages and the glossary come before Python objects.
globalThis.Scorer = {
  // [page, title, anchor, description, score, file, kind]
  score: ([page, , , , score, , kind]) => {
    if (kind === "object" || page.startsWith("api/")) return score - 200;
    return kind === "title" || page === "glossary" ? score + 20 : score;
  },
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
