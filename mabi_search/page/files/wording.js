// What the page says of a session: the title, whose turn it is, and what stands beside the button for a pass.

import { endOf, isAtTip, isEnginesTurn, isOnTurn, isPlaying } from "./opponent.js";
import { here, positionOf, viewOf } from "./positions.js";
import { LIST } from "./puzzle_list.js";
import { other, outcome, PASSED, RUN } from "./rules.js";
import { numberOf } from "./squares.js";
import { solutionOf, stateOf } from "./tasks.js";

const side = sign => t(`side.${sign}`);
const isAlone = view => !view.over && [PASSED, RUN].includes(view.mode);

/** Return the title of the page: what is played, and the number of the move. */
export function titleOf(session) {
  const { screen, task, opponent, game } = session;
  if (screen === "start" || screen === "learn") return ["Mabi", ""];
  if (task?.kind === "puzzle")
    return [task.day ? dayInWords(task.day, true) : t("puzzle.name", { number: task.number + 1 }), t(`puzzle.${LIST[task.number].level}`)];
  if (task) return [t("train.mistake"), ""];
  const { ply } = viewOf(game);
  return [opponent ? t(`level.${CONSTANTS.levels[opponent.level].name}`) : t(screen === "play" ? "play.two" : "page.analysis"), t("play.move", { n: numberOf(ply) })];
}

/** Return the names of both players. */
export function namesOf({ opponent }) {
  const name = sign => (!opponent ? side(sign) : t(opponent.side === sign ? "play.you" : "play.computer"));
  return { w: name("w"), b: name("b") };
}

/** Return the side that wins at the node shown; null if nobody does. */
export const winnerOf = ({ game, opponent }) => (opponent?.late ? other(opponent.late) : (outcome(positionOf(game))?.winner ?? null));

/** Return who wins at the node shown, as the player sees it. */
export function endWords({ game, opponent }) {
  const winner = winnerOf({ game, opponent });
  if (!winner) return t("play.draw");
  return opponent ? t(winner === opponent.side ? "play.you-win" : "play.computer-wins") : t("sideWins", { side: side(winner) });
}

const OF_PUZZLE = { judging: "state.looking", replying: "state.answers", looking: "state.answers", right: "over.done", wrong: "state.wrong", shown: "puzzle.solution" };

/** Return whose turn it is or how the game stands, in a line, and a second line. */
export function stateWords(session) {
  const { game, task, opponent } = session;
  const view = viewOf(game);
  if (task?.kind === "puzzle" && session.screen !== "analysis") {
    const known = OF_PUZZLE[stateOf(session).state];
    return known ? [t(known), ""] : [t("start.wins"), isAlone(view) ? t("state.you-alone") : t("state.find")];
  }
  if (opponent?.state === "over" && isAtTip(session)) return [endWords(session), opponent.late ? t("play.time", { side: side(opponent.late) }) : ""];
  if (view.over) return [endWords({ game }), ""];
  const alone = isAlone(view);
  if (!isPlaying(session)) return [t(alone ? "state.alone" : "state.turn", { side: side(view.side) }), ""];
  if (isEnginesTurn(session)) return alone ? [t("state.alone", { side: side(view.side) }), ""] : [t("play.thinking"), ""];
  if (!isOnTurn(session)) return [t("state.turn", { side: side(view.side) }), ""];
  return alone ? [t("state.you-alone"), ""] : [t("play.yours"), t("state.moves", { side: side(view.side) })];
}

/** Return what a side that moves alone has to do; empty if it is ahead. */
function aim({ largest, side: sign, holder }) {
  const [own, most] = [largest[sign], largest[other(sign)]];
  return own > most || (own === most && holder === sign) ? t("state.ahead") : t("state.join", { n: most + 1 });
}

/** Return what is said of a square, of a refused move, or by a review of the move shown; in a task a review would hide what is to be found. */
export function toldOf({ game, looked, refused, chosen, judged, task }) {
  const piece = looked && !chosen && viewOf(game).told[looked];
  return piece ? `${looked}: ${piece}` : refused || (task ? "" : (judged[here(game)]?.told ?? ""));
}

/** Return what is said beside the board: a hint, what became of the game with the engine, what a side alone has to do. */
export function noteOf(session) {
  const { opponent, game, answered, task } = session;
  const view = viewOf(game);
  if (answered?.what === "hint" && answered.at === here(game)) return hintWords(answered);
  if (opponent?.state === "failed") return opponent.error;
  if (opponent?.state === "stopped") return t("play.stopped");
  if (opponent?.state === "over") return isAtTip(session) ? opponent.late ? "" : endOf(session) : "";
  if (isPlaying(session) && !isAtTip(session)) return isOnTurn(session) && !view.over ? t("play.back") : "";
  if (view.over) return view.over;
  if (task || !isAlone(view)) return "";
  const passed = t("state.passed", { side: side(other(view.side)) });
  return isPlaying(session) && !isOnTurn(session) ? passed : t("state.passed-so", { passed, aim: aim(view) });
}

function hintWords({ answer, error }) {
  if (error) return error;
  if (!answer) return t("state.looking");
  if (answer.move === null) return ""; // stopped before anything was known
  return answer.move === "pass" ? t("hint.pass") : answer.move.length > 2 ? t("hint.move", { from: answer.move.slice(0, 2), to: answer.move.slice(2) }) : t("hint.from", { from: answer.move });
}

/** Return the first thing that a puzzle's hint gives away: the square of the piece, or the pass. */
export const hintOf = session => {
  const [move] = solutionOf(session);
  return move === "pass" ? move : move.slice(0, 2);
};
