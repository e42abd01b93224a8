"use strict";
// The game reviewed swap by swap: marks on the turns, what would have been better, and which turn decided it.

const JUDGED = { slip: "?", loses: "??" };
const reviewed = new WeakMap(); // by the state before a swap: { swap, undo, … }, as `judge` makes it

/** What is known of the swap of a turn, counted from 0; nothing if it was not reviewed, or another was played. */
function judgedTurn(turn) {
  const found = reviewed.get(game.states[turn]);
  return found && found.undo === game.undo && sameSwap(found.swap, game.swaps[turn] ?? []) ? found : null;
}

/**
 * What a swap did to the game: { swap, undo, judgement, cost, better, way, least, left }: "best", "slip" (it costs turns),
 * "loses" (the win), "lost" (it was lost before) or "unknown"; `better` swaps where another one was, and a shortest `way`,
 * null if none was found; the fewest turns to the win before it, and after it, null where there is none.
 */
function judge(found, way, swap, undo) {
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
  return { swap, undo, judgement, cost, better, way, least, left };
}

/** Review the game: every swap, in the solver; then say how it went. */
async function review() {
  stopPlaying();
  changed();
  game.entering = false;
  draw();
  const { states, swaps, undo } = game,
    played = states.slice(0, swaps.length);
  say(t("hint.searching"));
  const perfect = game.standing === "won" && minimum?.turns === game.state.turns; // then it tells nothing
  if (!perfect) game.hints.add(game.state);
  try {
    await solver.ask({ ask: "review", deck: DECK, states: played, swaps, undo }, ({ turn, found, way }) => {
      reviewed.set(played[turn], judge(found, way, swaps[turn], undo));
      say(t("hint.searching-of", { done: turn + 1, all: played.length }));
    });
  } catch (error) {
    return failed(error);
  }
  draw();
  sayReview();
}

/** How the game went, the turn that decided it first. */
function sayReview() {
  const turns = game.swaps.map((_, turn) => judgedTurn(turn));
  const decisive = decisiveTurn(turns);
  const parts = [made("strong", resultOfGame(turns))];
  if (decisive >= 0) {
    const button = buttonFor("review.show", () => step(decisive + 1), { class: "link" });
    const item = made("p", t("review.decisive", { turn: decisive + 1, words: judgementWords(turns[decisive]) }));
    item.append(" ", whyWords(decisive));
    item.append(" ", button);
    parts.push(item);
  }
  say(...parts, openNote());
}

/** The turn that lost the win, or else the first of those that cost most; -1 if none cost anything. */
function decisiveTurn(turns) {
  const lost = turns.findIndex(one => one.judgement === "loses");
  const most = Math.max(1, ...turns.map(one => one.cost ?? 0));
  return lost >= 0 ? lost : turns.findIndex(one => one.cost === most);
}

function resultOfGame(turns) {
  const [{ least }] = turns,
    { left } = turns.at(-1),
    n = turns.length;
  const fields = { turns: counted(n, "turns"), n, least };
  if (turns.some(one => one.judgement === "unknown")) return t("review.unknown");
  if (least === null) return t("review.never", fields);
  if (left === null) {
    const turn = 1 + turns.findIndex(one => one.judgement === "loses");
    return t("review.lost", { ...fields, turn });
  }
  if (left) return t("review.open", { n: left, all: n + left, least });
  return t(n === least ? "review.fewest" : "review.won", fields);
}

/** A shortest way where a turn was a slip, and where it stops after that; empty if nothing certain can be said. */
function whyWords(turn) {
  const judged = judgedTurn(turn);
  if (!(judged?.judgement in JUDGED) || !(judged.way?.length > 1)) return "";
  const way = judged.way.map(swap => swapText(game.start, swap)).join(" ");
  const stop = stopOf(DECK, game.states[turn + 1], judged.way, game.undo);
  return t(stop && knows(stop.stone) ? "review.stops" : "review.way", { way, ...stop });
}

/** What a swap did, and what would have been better; empty if it was as good as any. */
function judgementWords({ judgement, cost, better }) {
  const swaps = better.map(swap => swapText(game.start, swap)).join(t("card.or"));
  if (judgement === "slip") return t("review.slip", { n: cost, swaps });
  return judgement === "loses" ? t("review.loses", { swaps }) : "";
}
