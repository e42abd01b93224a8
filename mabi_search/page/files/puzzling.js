// The dialog of puzzles: how many are solved, those of the days by month, and all of them by theme and level.

import { byId, make } from "./dom.js";
import { showCounts } from "./ending.js";
import { LIST, numbersOf, ofDay, resultOf } from "./puzzle_list.js";

const MARKS = { perfect: "★", solved: "✓", open: "" };
const LEVELS = [...new Set(LIST.map(({ level }) => level))];
const MONDAY = "2026-11-23";
const FIRST = "-01"; // of a month

export function beginPuzzles(send) {
  const choices = (id, kind, names) => byId(id).replaceChildren(make("option", { value: "" }, t("puzzle.all")),
    ...names.map(name => make("option", { value: name }, t(`puzzle.${kind}${name}`))));
  choices("puzzle-theme", "theme-", [...new Set(LIST.map(({ theme }) => theme))].sort());
  choices("puzzle-level", "", LEVELS);
  for (const id of ["puzzle-theme", "puzzle-level"])
    byId(id).onchange = () => send({ type: "filter", filter: { theme: byId("puzzle-theme").value, level: byId("puzzle-level").value } });
  byId("puzzle-week").replaceChildren(...Array.from({ length: 7 }, (_, i) => make("span", {}, inWords(dayBefore(MONDAY, -i), { weekday: "narrow" }))));
}

const inWords = (day, form) => new Date(Date.parse(day)).toLocaleDateString(locale(), { timeZone: "UTC", ...form });

/** Return a button for a puzzle, with a mark if it is solved, and dots that say how hard it is if `dotted`. */
function button({ number, text, name = text, event, kind = "", dotted = false }, shelf, send) {
  const { level } = LIST[number];
  const result = resultOf(LIST[number], shelf);
  const label = [name, t(`puzzle.${level}`), t(`puzzle.is-${result}`)].join(", ");
  const dots = dotted && !MARKS[result] ? "·".repeat(LEVELS.indexOf(level) + 1) : MARKS[result];
  const given = { type: "button", class: `${kind} is-${result}`.trim(), "aria-label": label, title: t(`puzzle.${level}`), onclick: () => send(event) };
  return make("button", given, text, dots ? make("span", {}, ` ${dots}`) : null);
}

/** Show the puzzles of the month in which a day lies. */
function showMonth(day, shelf, send) {
  const first = day.slice(0, -FIRST.length) + FIRST;
  const days = Array.from({ length: 31 }, (_, i) => dayBefore(first, -i)).filter(one => one.startsWith(first.slice(0, -FIRST.length)));
  byId("puzzle-month").textContent = inWords(first, { month: "long", year: "numeric" });
  byId("puzzle-days").replaceChildren(...days.map((one, i) => (one > today() ? make("span", {}, String(i + 1))
    : button({ number: ofDay(one), text: String(i + 1), name: dayInWords(one), event: { type: "day", day: one }, kind: one === today() ? "main" : "", dotted: true }, shelf, send))));
  byId("puzzle-days").firstChild.style.gridColumn = String(1 + (Math.round((Date.parse(first) - Date.parse(MONDAY)) / DAY) % 7 + 7) % 7);
  byId("puzzle-earlier").onclick = () => send({ type: "archive", last: dayBefore(first, 1) });
  byId("puzzle-later").onclick = () => send({ type: "archive", last: dayBefore(days.at(-1), -1) });
  byId("puzzle-later").disabled = days.includes(today());
}

export function showPuzzles({ archive, filter }, shelf, send) {
  showCounts(byId("puzzle-counts"), shelf);
  showMonth(archive === null || archive > today() ? today() : archive, shelf, send);
  const chosen = numbersOf(filter);
  const done = chosen.filter(number => resultOf(LIST[number], shelf) !== "open").length;
  byId("puzzle-count").textContent = t("puzzle.count", { n: chosen.length, done });
  byId("puzzle-list").replaceChildren(...chosen.map(number => button({ number, text: String(number + 1), event: { type: "puzzle", puzzle: number } }, shelf, send)));
}
