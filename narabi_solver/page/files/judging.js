// What a review says of swaps, by what the solver finds of all swaps at a turn.

import { sameSwap } from "./rules.js";

export const JUDGED = { slip: "?", loses: "??" };

/** Under which a judgement of the swap of a turn, counted from 0, is noted: another swap, or another rule, has none. */
export const reviewKey = ({ line, undo }, turn) => `${undo} ${line.swaps.slice(0, turn + 1).join(" ")}`;

/** The judgement of each turn of the line; null where a turn was not judged. */
export const judgements = ({ game, reviewed }) => game.line.swaps.map((_, turn) => reviewed[reviewKey(game, turn)] ?? null);

/** Whether a turn of a game is shown that was reviewed whole. */
export function isReview(session) {
  const { game, note, builder } = session;
  return !builder && game !== null && game.at > 0 && ["turn", "review"].includes(note.kind) && !judgements(session).includes(null);
}

/**
 * What a swap did to the game: { judgement, cost, better, way, least, left }: "best", "slip" (it costs turns), "loses" (the
 * win), "lost" (it was lost before) or "unknown"; `better` swaps where another one was, and a shortest `way`, null if none was
 * found; the fewest turns to the win before it, and after it, null where there is none.
 */
export function judge(found, way, swap) {
  const played = found.find(one => sameSwap(one.swap, swap));
  const solved = found.filter(one => one.outcome === "solved");
  const least = solved.length ? Math.min(...solved.map(one => one.turns)) : null;
  const left = played.outcome === "solved" ? played.turns - 1 : null;
  const cost = left === null || least === null ? null : left + 1 - least;
  const judgement = found.some(one => one.outcome === "undecided")
    ? "unknown"
    : least === null
      ? "lost"
      : cost === null
        ? "loses"
        : cost
          ? "slip"
          : "best";
  const better = judgement in JUDGED ? solved.filter(one => one.turns === least).map(one => one.swap) : [];
  return { judgement, cost, better, way, least, left };
}

/** The turn that lost the win, or else the first of those that cost most; -1 if none cost anything. */
export function decisiveTurn(turns) {
  const lost = turns.findIndex(one => one.judgement === "loses");
  const most = Math.max(1, ...turns.map(one => one.cost ?? 0));
  return lost >= 0 ? lost : turns.findIndex(one => one.cost === most);
}
