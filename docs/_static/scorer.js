"use strict";
// How Sphinx ranks what a search finds: titles of pages, the glossary, headings within pages, Python objects last.
globalThis.Scorer = {
  // [page, title, anchor, description, score, file, kind]
  score: ([page, , anchor, , score, , kind]) => {
    if (kind === "object" || page.startsWith("api/")) return score - 200;
    if (kind === "title") return score + (anchor ? 10 : 20);
    return page === "glossary" ? score + 20 : score;
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
