// The engine as the opponent, and the clocks of a game with it. `tip` is the node from which the game goes on.

import { asked, nodeOr, positionOf, sideAt, viewOf } from "./positions.js";
import { isOver, other } from "./rules.js";
import { nodeNamed } from "./tree.js";

export const CLOCKS = ["", "60+1", "300+3", "900+10"]; // seconds, and seconds for each move
const LEAST_WAIT = 350; // minimum milliseconds between two moves of the engine, so that a run can be followed

const secondsOf = clock => clock.split("+").map(Number);
const bonusOf = ({ clock }) => (clock ? secondsOf(clock)[1] * 1000 : 0);

/** Return the engine as the opponent of `side`, from the node with a name. */
export function newOpponent({ side, level, clock }, name, now) {
  const [seconds] = secondsOf(clock);
  const left = clock ? { w: seconds * 1000, b: seconds * 1000 } : null;
  return { state: "playing", side, level, clock, left, since: now, tip: name, first: name, said: {}, claim: null, sure: false, late: null };
}

export const isPlaying = ({ opponent }) => opponent?.state === "playing";
const tipOf = ({ game, opponent }) => nodeOr(game, opponent.tip);
export const isAtTip = ({ game, opponent }) => nodeNamed(game.tree, opponent.tip) === game.at;

/** Return whether the engine is to move. */
export function isEnginesTurn(session) {
  if (!isPlaying(session)) return false;
  const { state, rules } = positionOf(session.game, tipOf(session));
  return state.side !== session.opponent.side && !isOver(state, rules);
}

export const isOnTurn = ({ game, opponent }) => sideAt(game) === opponent.side;

export function questionOfOpponent(session) {
  const { game, opponent } = session;
  const clock = opponent.left ? { left: Math.max(0, Math.round(opponent.left[other(opponent.side)])), bonus: bonusOf(opponent) } : {};
  return { what: "move", at: opponent.tip, fields: { game: asked(game, tipOf(session)), level: opponent.level, wait: LEAST_WAIT, ...clock } };
}

/** Return the opponent after a move to the node with a name. */
export function onward(opponent, side, name, now, isNext) {
  const { left, since } = opponent;
  const run = left && { ...left, [side]: left[side] - (now - since) + (isNext ? bonusOf(opponent) : 0) };
  return { ...opponent, left: run, since: now, tip: name };
}

/** Return the session with the time that has run since; a side without time has lost. */
export function timed(session, now) {
  const { opponent } = session;
  if (!isPlaying(session) || !opponent.left) return session;
  const side = sideAt(session.game, tipOf(session));
  const left = opponent.left[side] - (now - opponent.since);
  if (left > 0 && Math.ceil(left / 1000) === Math.ceil(opponent.left[side] / 1000)) return session;
  const run = { ...opponent, since: now, left: { ...opponent.left, [side]: Math.max(0, left) } };
  return { ...session, opponent: left > 0 ? run : { ...run, state: "over", late: side } };
}

/** Return the session with its opponent's game ended if the position at its tip is final. */
export function ended(session) {
  if (!isPlaying(session)) return session;
  const { state, rules } = positionOf(session.game, tipOf(session));
  return isOver(state, rules) ? { ...session, opponent: { ...session.opponent, state: "over" } } : session;
}

/** Return the text of a side's clock; empty if there is none. */
export function clockText(opponent, side) {
  if (!opponent?.left) return "";
  const seconds = Math.ceil(opponent.left[side] / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Return how the game at the tip ended, in words; null if it has not. */
export const endOf = session => viewOf(session.game, tipOf(session)).over;

/** Return an opponent that was kept, if it fits the game; else null. */
export function keptOpponent(kept, game, now) {
  const { state, side, level, clock, left, tip, first, said, claim, sure, late } = Object(kept);
  const isNode = name => typeof name === "string" && nodeNamed(game.tree, name) !== null;
  const isTime = time => Number.isFinite(time) && time >= 0;
  const fits = ["playing", "over"].includes(state) && ["w", "b"].includes(side) && level in CONSTANTS.levels && CLOCKS.includes(clock)
    && (isNode(tip) || (state === "over" && typeof tip === "string")) && isNode(first) && (!clock || (isTime(left?.w) && isTime(left?.b)));
  if (!fits) return null;
  return {
    state, side, level, clock, left: clock ? { w: left.w, b: left.b } : null, since: now, tip, first, said: Object(said),
    claim: isNode(claim) ? claim : null, sure: sure === true, late: ["w", "b"].includes(late) ? late : null,
  };
}
