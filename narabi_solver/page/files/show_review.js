// Draws the review of a game: how many turns it needed in all, what the turn shown cost, and what was better.

import { byId, fill, made, send } from "./dom.js";
import { stonesOf } from "./marks.js";
import { openNote } from "./notes.js";
import { shape } from "./ring.js";
import { swapText } from "./rules.js";
import { resultWords, stopWords, turnWords } from "./words.js";

const WIDTH = 340; // of the chart
const LEFT = 26; // where its lines begin
const HIGH = 84; // between the highest and the lowest of many lines
const ROW = 19; // between two of few
const TOP = 13; // above the highest line

/** How many turns the game needed in all, at the deal and after each turn; null where it could not be won. */
const needed = turns => [turns[0].least, ...turns.map(({ left }, i) => (left === null ? null : i + 1 + left))];

function words(text, x, y, attributes = {}) {
  const element = shape("text", { x, y: y + 4, ...attributes });
  element.textContent = text;
  return element;
}

/** The mark of a turn: a dot, or a diamond if the turn cost something. */
function markOf(judgement, x, y, scale) {
  const sign = { slip: "M-3.5 0H3.5M0-3.5V3.5", loses: "M-3-3L3 3M3-3L-3 3" }[judgement];
  const parts = sign ? [shape("path", { d: "M0-9L9 0L0 9L-9 0Z", class: "cost" }), shape("path", { d: sign, class: "sign" })] : [shape("circle", { r: 4.5 })];
  return shape("g", { transform: `translate(${x} ${y}) scale(${scale})` }, ...parts);
}

/** Where the chart draws: `x` of a turn, `y` of a number of turns, and the row of the names of turns. */
function scaleOf(turns, all) {
  const won = all.filter(one => one !== null),
    lost = won.length < all.length;
  const least = Math.min(...won),
    most = Math.max(...won) + (lost ? 1 : 0);
  const row = Math.min(ROW, HIGH / Math.max(1, most - least)),
    step = (WIDTH - LEFT - 24) / turns.length;
  const y = one => TOP + (most - (one ?? most)) * row;
  return { least, most, lost, step, x: turn => LEFT + 12 + turn * step, y, bottom: y(least) + 21 };
}

/** The lines of the numbers of turns; of many only the highest and the lowest. A cross names that of a lost game. */
function levels({ least, most, lost, y }) {
  const all = most - least > 5 ? [least, most] : Array.from({ length: most - least + 1 }, (_, i) => least + i);
  return all.flatMap(level => [shape("path", { d: `M${LEFT} ${y(level)}H${WIDTH}`, class: "level" }), words(lost && level === most ? "×" : level, 8, y(level))]);
}

/** Names of turns, not more than there is room for. */
function names(count, at, { x, bottom }) {
  const every = Math.ceil((count - 1) / 12);
  const named = Array.from({ length: count }, (_, turn) => turn).filter(turn => turn % every === 0);
  return named.map(turn => words(turn || t("review.deal"), x(turn), bottom, turn === at ? { class: "now" } : {}));
}

/** The part of the chart that shows a turn where it is tapped. */
function touch(turn, { x, step, bottom }) {
  const part = shape("rect", { x: x(turn) - step / 2, y: 0, width: step, height: bottom + 4, class: "touch" });
  part.addEventListener("click", () => send({ type: "step", to: turn }));
  return part;
}

/** The chart; a tap on a turn shows it. Turns after which no win was possible stand on a line of their own at the top. */
function chart(turns, at) {
  const all = needed(turns),
    scale = scaleOf(turns, all),
    { x, y, step, bottom } = scale;
  const svg = shape("svg", { viewBox: `0 0 ${WIDTH} ${bottom + 4}`, role: "img", "aria-label": `${t("review.needed")} ${all.map(one => one ?? "×").join(", ")}` });
  svg.append(...levels(scale), ...names(all.length, at, scale));
  if (at) svg.append(shape("circle", { cx: x(at), cy: y(all[at]), r: 15, class: "halo" }));
  svg.append(shape("path", { d: `M${all.map((one, turn) => `${x(turn)} ${y(one)}`).join("L")}`, class: "curve" }));
  svg.append(...all.map((one, turn) => markOf(turn ? turns[turn - 1].judgement : "", x(turn), y(one), Math.min(1, step / 18))));
  svg.append(...turns.map((_, i) => touch(i + 1, scale)));
  return svg;
}

/** A swap that was played, or that was better, as in the ring. */
function swapLine({ deck, states, at }, swap, kind) {
  const state = states[at - 1],
    line = made("p", "", { class: `swap ${kind}` });
  line.append(made("span", t(`review.${kind}`)), ...stonesOf(deck, ...swap.map(place => state.ring[place].label)), made("small", swapText(state, swap)));
  return line;
}

/** What is to be said of the turn shown. */
function turnParts(view) {
  const { judgedTurns, swaps, at, note } = view,
    judged = judgedTurns[at - 1],
    [better] = judged.better;
  return [made("h2", turnWords(judged, at)), swapLine(view, swaps[at - 1], "played"), better ? swapLine(view, better, "better") : "", stopWords(note.stops[at - 1])];
}

export function showReview(view) {
  byId("reviewed").hidden = !view.reviewing;
  if (!view.reviewing) return;
  const { judgedTurns, at } = view;
  byId("review-result").textContent = resultWords(judgedTurns);
  fill(byId("review-chart"), judgedTurns[0].least === null ? "" : chart(judgedTurns, at));
  byId("review-needed").hidden = judgedTurns[0].least === null;
  const said = [...turnParts(view), openNote(view)].filter(Boolean);
  fill(byId("review-words"), ...said.map(part => (typeof part === "string" ? made("p", part) : part)));
  for (const [id, to] of [
    ["review-back", at - 1],
    ["review-on", at + 1],
  ]) {
    byId(id).disabled = to < 1 || to > judgedTurns.length;
    byId(id).setAttribute("aria-label", t("show.turn", { turn: to }));
  }
}
