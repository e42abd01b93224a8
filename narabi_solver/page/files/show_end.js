// Draws the sheet of the end: how it went, all results so far, and what is next.

import { buttonFor, byId, fill, made } from "./dom.js";
import { icon } from "./icons.js";
import { perfectOf, resultsOf, streak } from "./keeping.js";
import { levelWords } from "./levels.js";
import { sum } from "./marks.js";
import { nextButtons, rowOf } from "./notes.js";
import { shape } from "./ring.js";
import { endWords } from "./words.js";

const MORE = 3; // turns more than the fewest: the last row has all from here on
const READ_FIRST = ["turn", "review", "searching", "solution", "unread", "arrived", "dealing"]; // notes that stand where the sheet would
const BEAD = 26; // radius of the ring of beads

/** How many games took how many turns more than the fewest, as rows with a bar; the row of a game that was just won stands out. */
export function chartRows(results, most, now) {
  const more = results.map(({ turns, least }) => Math.min(most, turns - least));
  const counts = [...Array(most + 1).keys()].map(row => more.filter(one => one === row).length);
  return counts.map((count, row) => {
    const line = made("tr", "", row === now ? { class: "now" } : {}),
      cell = made("td"),
      bar = made("div", count.toLocaleString(locale()), { class: count ? "" : "none" });
    bar.style.setProperty("--share", `${(100 * count) / Math.max(1, ...counts)}%`);
    cell.append(bar);
    line.append(made("th", row ? `+${row}${row === most ? "…" : ""}` : t("home.fewest"), { scope: "row" }), cell);
    return line;
  });
}

/** Days in a row, how many deals are solved, and all results as a chart, in a part of the page; nothing while there are none. */
export function showTally(part, { session, shelf }, { now = -1, hidden = false } = {}) {
  const results = resultsOf(shelf),
    [sums, chart] = part.querySelectorAll(".sums, .chart");
  const all = [
    [streak(shelf, session.today), "end.in-row"],
    [results.length, "end.solved"],
    [perfectOf(results).length, "end.perfect"],
  ];
  sums.hidden = chart.hidden = hidden || !results.length;
  fill(sums, ...(sums.hidden ? [] : all.map(([n, key]) => sum(n, t(key, { n })))));
  fill(chart.tBodies[0], ...(sums.hidden ? [] : chartRows(results, MORE, now)));
}

/** The swaps as beads on a ring, read clockwise: kept the fewest turns, cost some, or with a hint; null if that is not known. */
function beads({ swaps, minimum, left, hintedAt }) {
  if (minimum?.outcome !== "solved" || (swaps.length > minimum.turns && !left)) return null;
  const kinds = swaps.map((_, i) => (hintedAt[i] ? "hint" : !left || left[i + 1] === left[i] - 1 ? "check" : "more"));
  const ring = shape("svg", { viewBox: "-38 -38 76 76", "aria-hidden": "true" }, shape("circle", { r: BEAD, class: "thread" }));
  const size = kinds.length < 5 ? 20 : kinds.length < 9 ? 15 : 9;
  for (const [i, kind] of kinds.entries()) {
    const angle = (2 * Math.PI * i) / kinds.length;
    const at = `translate(${BEAD * Math.sin(angle)} ${-BEAD * Math.cos(angle)})`;
    const mark = shape("use", { href: `#icon-${kind === "more" ? "close" : kind}`, x: -0.35 * size, y: -0.35 * size, width: 0.7 * size, height: 0.7 * size, class: "ic" });
    ring.append(shape("g", { transform: at, class: `bead ${kind}` }, shape("circle", { r: size / 2 }), mark));
  }
  return ring;
}

function withIcon(button, name) {
  button.prepend(icon(name));
  return button;
}

/** What can be done when a game is over, in two rows; the first is what most want. */
function endButtons(view) {
  const { standing, task, sentTo, onTable, at, game } = view;
  const again = () => withIcon(buttonFor("play.again", { type: "again" }, { class: "quiet" }), "undo");
  const review = () => withIcon(buttonFor("page.review", { type: "review" }, { class: "quiet" }), "review");
  const share = () => withIcon(buttonFor("page.share", { type: "share" }), "share");
  const next = nextButtons(view);
  let buttons = [];
  if (task.kind === "lesson") buttons = [sentTo ? buttonFor("teach.back", { type: "address", hash: sentTo }) : "", ...next, again()];
  else if (standing === "lost") buttons = [withIcon(buttonFor("page.undo", { type: "undo" }), "undo"), share(), review(), again()];
  else if (game.entering && at) buttons = [withIcon(buttonFor("page.review", { type: "review" }), "review"), share()];
  else buttons = [share(), task.kind === "day" ? (next[0] ?? "") : "", at && !onTable ? review() : "", at ? again() : ""];
  const there = buttons.filter(Boolean);
  there[0].classList.add("main");
  const isQuiet = button => button.classList.contains("quiet");
  return [rowOf(...there.filter(one => !isQuiet(one))), rowOf(...there.filter(isQuiet))];
}

export function showEnd(view, page) {
  const ended = Boolean(view.game) && !view.builder && view.standing !== "open" && !view.aside && !READ_FIRST.includes(view.note.kind);
  byId("end").hidden = !ended;
  if (!ended) return;
  const [result, words] = endWords(view),
    lesson = view.task.kind === "lesson";
  byId("result").textContent = result;
  byId("result-more").textContent = lesson && view.standing === "won" ? t("teach.won") : words;
  fill(byId("beads"), view.own && view.standing === "won" && view.at ? beads(view) : null);
  const solved = view.standing === "won" && view.own && view.minimum?.outcome === "solved";
  showTally(byId("end"), page, { now: solved ? Math.min(MORE, view.at - view.minimum.turns) : -1, hidden: lesson });
  byId("end-words").textContent = view.level ? levelWords(view.level) : "";
  fill(byId("end-buttons"), ...endButtons(view));
}
