// The panel of the engine: best moves, the result of a pass, proofs, and a review of the game.

import { byId, isNew, make } from "./dom.js";
import { withMoves } from "./moves.js";
import { here, nodeOr, viewOf } from "./positions.js";
import { reasonsText } from "./reasons.js";
import { moveText } from "./squares.js";

const SHOWN_MOVES = 24;
const MOST_LINES = 8;
const VERDICTS = [[33, "verdict.even"], [100, "verdict.slightly"], [250, "verdict.better"], [Infinity, "verdict.much"]]; // hundredths of a piece

export function beginAnalysis(send) {
  byId("analyse").onclick = () => send({ type: "analyse" });
  byId("lines").replaceChildren(...Array.from({ length: MOST_LINES }, (_, i) => make("option", { selected: i === 2 }, String(i + 1))));
  byId("lines").onchange = () => send({ type: "lines", lines: Number(byId("lines").value) });
  for (const [id, what] of [["ask-pass", "pass"], ["solve", "solve"], ["review", "review"]]) byId(id).onclick = () => send({ type: "ask", what });
}

/** Return what was answered of the node shown; a review is of the whole game. */
function answeredHere({ answered, game }) {
  return answered && (answered.what === "review" || answered.at === here(game)) ? answered : null;
}

/** Return the moves to show as arrows, and the squares to mark with dots. */
export function signsOf(session) {
  const found = answeredHere(session);
  if (found?.what === "analyse") return { arrows: (found.answer?.lines ?? []).map(line => line.moves[0]) };
  if (found?.what === "hint") return { hint: found.answer?.move ?? null };
  return found?.what === "pass" ? { dots: (found.answer ?? found.part)?.region ?? [] } : {};
}

export function showAnalysis(session, send) {
  const { answered, analysing, lines, game, worths } = session;
  if (!isNew("analysis", answered, analysing, lines, game, worths)) return;
  const found = answeredHere(session);
  const analysis = found?.what === "analyse" ? found : null;
  byId("analyse").setAttribute("aria-checked", String(analysing));
  byId("verdict").textContent = verdict(worths[here(game)]);
  byId("lines").value = String(lines);
  byId("effort").value = effort(session, analysis?.answer);
  showLines(analysis?.answer?.lines ?? [], analysing || analysis ? lines : 0, send);
  byId("result").replaceChildren(...(found ? result(found, session, send) : []));
}

/** Return who is better, in words; an estimate of less than a third of a piece is even. */
function verdict(worth) {
  if (!worth || (worth.score === null && worth.sure === null)) return t("search.analyse");
  const ahead = worth.sure ?? worth.score;
  if (worth.sure === 0) return t("play.draw");
  const side = t(ahead > 0 ? "side.w" : "side.b");
  if (worth.sure !== null) return t("sideWins", { side });
  const [, words] = VERDICTS.find(([most]) => Math.abs(ahead) < most);
  return t(words, { side });
}

function effort({ analysing, game }, known) {
  if (!analysing) return t("search.rest");
  if (viewOf(game).over) return t("search.over");
  return known ? t("search.effort", { depth: known.depth, n: known.nodes, seconds: known.seconds.toFixed(1) }) : t("search.on");
}

/** Show the lines. While the engine is on, the number of rows is fixed, so that the page below does not move. */
function showLines(found, most, send) {
  const rows = Math.max(most, found.length);
  byId("lines-found").replaceChildren(...Array.from({ length: rows }, (_, i) => {
    const line = found[i];
    if (!line) return make("li", { class: "faint" }, make("span", { class: "score" }, `${i + 1}.`));
    const moves = line.moves.slice(0, SHOWN_MOVES);
    return make("li", { class: `rank-${Math.min(i, 2)}` }, make("span", { class: "score" }, line.worth.sure !== null ? t("search.proven", { worth: line.worth.told }) : line.worth.told),
      make("span", { class: "pv" }, ...moves.map((move, k) => make("button", {
        type: "button", class: "link", onclick: () => send({ type: "line", moves: line.moves.slice(0, k + 1) }),
      }, moveText(move)))));
  }));
}

/** Return the elements of a result, with the buttons that can be used with it on top. */
function result({ what, answer, part, error }, { game }, send) {
  if (error) return [make("p", {}, error)];
  if (what === "analyse" || what === "hint") return [];
  if (!answer) return [make("p", {}, part?.progress ?? "…")];
  return RESULTS[what](answer, send, game);
}

const button = (text, event, send) => make("button", { type: "button", onclick: () => send(event) }, text);
const row = (...buttons) => (buttons.some(Boolean) ? [make("div", { class: "row" }, ...buttons)] : []);

const RESULTS = {
  pass: ({ told, run }, send) => [
    ...row(run.length ? button(t("search.show-run"), { type: "walk", moves: ["pass", ...run] }, send) : null), make("p", {}, ...withMoves(told)),
  ],
  solve({ moves, certificate, nodes, seconds, reasons, summary, told }, send) {
    const took = t("search.took", { n: nodes, seconds: seconds.toFixed(1) });
    const why = reasonsText(reasons);
    return [
      ...row(moves.length ? button(t("search.show-line"), { type: "walk", moves }, send) : null,
        certificate ? button(t("search.certificate"), { type: "ask", what: "certificate" }, send) : null),
      make("p", {}, summary), ...(why ? [make("p", {}, why)] : []), make("p", { class: "faint" }, [took, told].filter(Boolean).join("; ")),
    ];
  },
  review: ({ summary, shown, mistakes }, send, game) => [
    ...row(mistakes.length ? button(t("train.learn", { n: mistakes.length }), { type: "learn" }, send) : null), make("p", {}, summary),
    ...shown.map(({ name, words }) => make("button", { type: "button", class: "link", onclick: () => send({ type: "go", to: nodeOr(game, name) }) }, ...withMoves(words))),
  ],
};
