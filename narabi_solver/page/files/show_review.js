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

/** The chart; a tap on a turn shows it. Turns after which no win was possible stand on a line of their own at the top. */
function chart(turns, at) {
  const all = needed(turns),
    won = all.filter(one => one !== null);
  const least = Math.min(...won),
    most = Math.max(...won) + (won.length < all.length ? 1 : 0);
  const rows = Math.max(1, most - least),
    row = Math.min(ROW, HIGH / rows);
  const levelOf = one => TOP + (most - (one ?? most)) * row;
  const step = (WIDTH - LEFT - 24) / turns.length,
    placeOf = turn => LEFT + 12 + turn * step;
  const bottom = levelOf(least) + 21;
  const svg = shape("svg", { viewBox: `0 0 ${WIDTH} ${bottom + 4}`, role: "img", "aria-label": `${t("review.needed")} ${all.map(one => one ?? "×").join(", ")}` });
  for (let level = least; level <= most; level++) {
    if (rows > 5 && level > least && level < most) continue;
    const y = levelOf(level);
    svg.append(shape("path", { d: `M${LEFT} ${y}H${WIDTH}`, class: "level" }), words(won.length < all.length && level === most ? "×" : level, 8, y));
  }
  const every = Math.ceil(turns.length / 12);
  for (const turn of all.keys()) {
    const name = turn ? turn : t("review.deal");
    if (turn % every === 0) svg.append(words(name, placeOf(turn), bottom, turn === at ? { class: "now" } : {}));
  }
  if (at) svg.append(shape("circle", { cx: placeOf(at), cy: levelOf(all[at]), r: 15, class: "halo" }));
  svg.append(shape("path", { d: `M${all.map((one, turn) => `${placeOf(turn)} ${levelOf(one)}`).join("L")}`, class: "curve" }));
  for (const [turn, one] of all.entries()) svg.append(markOf(turn ? turns[turn - 1].judgement : "", placeOf(turn), levelOf(one), Math.min(1, step / 18)));
  for (const turn of turns.keys()) {
    const touch = shape("rect", { x: placeOf(turn + 1) - step / 2, y: 0, width: step, height: bottom + 4, class: "touch" });
    touch.addEventListener("click", () => send({ type: "step", to: turn + 1 }));
    svg.append(touch);
  }
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
