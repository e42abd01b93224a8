// The readings of the rules in words, each with where it comes from.

/** For each option what it asks, and for each reading its name and a sentence. */
export const READINGS = {
  setup: {
    asks: "where the pieces stand",
    rows: ["rows", "A guess: the diagram is lost. Rows of white and of black pieces by turns."],
    diagonals: ["diagonals", "Another guess: diagonals of white and of black pieces by turns."],
  },
  paralysis: {
    asks: "what is paralysed",
    piece: ["the piece beside a larger group", "The sheet's wording: only the piece that is touched."],
    group: ["its whole group", "Another reading: all pieces of a group of which one is touched."],
  },
  freeze: {
    asks: "what is frozen",
    unique: ["the only largest group", "The sheet's wording: if one group alone is the largest, it may not move."],
    leader: ["all largest groups of one side", "Another reading: also several groups, if one side owns them all."],
    none: ["nothing", "Without this rule, for comparison."],
  },
  pass_rule: {
    asks: "what a pass does",
    run: ["locks out until the other passes", "The sheet's wording: each pass locks its player out, also the one that ends a run."],
    resume: ["the same, but a run's pass does not lock", "Another reading: after a run both move by turns again."],
    final: ["the same, but a run's pass ends the game", "Another reading: there is one run at most."],
    plain: ["nothing: only the turn goes on", "Without runs, for comparison: two passes in a row end the game."],
  },
  repetition: {
    asks: "what may not occur three times",
    situation: ["position, side and mode", "Our reading of 'not three times': this forbids the least."],
    placement: ["the placement alone", "Another reading: it does not matter who is to move."],
    off: ["nothing", "Without this rule games need not end."],
  },
};
