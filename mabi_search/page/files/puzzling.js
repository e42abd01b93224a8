// The dialog of puzzles: all of them by theme and level, and those of the days.

import { byId, make } from "./dom.js";
import { LIST, numbersOf, ofDay, resultOf } from "./puzzle_list.js";

const DAYS_SHOWN = 5;
const MARKS = { perfect: "★", solved: "✓", open: "" };

export function beginPuzzles(send) {
  const choices = (id, kind, names) => byId(id).replaceChildren(make("option", { value: "" }, t("puzzle.all")),
    ...names.map(name => make("option", { value: name }, t(`puzzle.${kind}${name}`))));
  choices("puzzle-theme", "theme-", [...new Set(LIST.map(({ theme }) => theme))].sort());
  choices("puzzle-level", "", [...new Set(LIST.map(({ level }) => level))]);
  for (const id of ["puzzle-theme", "puzzle-level"])
    byId(id).onchange = () => send({ type: "filter", filter: { theme: byId("puzzle-theme").value, level: byId("puzzle-level").value } });
}

function button(number, name, event, shelf, send, main = false) {
  const result = resultOf(LIST[number], shelf);
  const label = [name, t(`puzzle.${LIST[number].level}`), t(`puzzle.is-${result}`)].join(", ");
  return make("button", { type: "button", class: main ? "main" : null, "aria-label": label, onclick: () => send(event) }, `${name} ${MARKS[result]}`.trim());
}

export function showPuzzles({ archive, filter }, shelf, send) {
  const last = archive === null || archive > today() ? today() : archive;
  const days = Array.from({ length: DAYS_SHOWN }, (_, i) => dayBefore(last, i));
  byId("puzzle-days").replaceChildren(...days.map(day => {
    const number = ofDay(day);
    const name = day === today() ? t("puzzle.today") : dayInWords(day, true);
    return make("li", {}, button(number, name, { type: "day", day }, shelf, send, day === today()),
      make("span", { class: "faint" }, t(`puzzle.${LIST[number].level}`)));
  }));
  byId("puzzle-earlier").onclick = () => send({ type: "archive", last: dayBefore(last, DAYS_SHOWN) });
  byId("puzzle-later").onclick = () => send({ type: "archive", last: dayBefore(last, -DAYS_SHOWN) });
  byId("puzzle-later").disabled = last === today();
  const streak = daysInRow(day => shelf.days[day], today());
  byId("puzzle-streak").textContent = streak ? t("puzzle.streak", { n: streak }) : "";
  const chosen = numbersOf(filter);
  const done = chosen.filter(number => resultOf(LIST[number], shelf) !== "open").length;
  byId("puzzle-count").textContent = t("puzzle.count", { n: chosen.length, done });
  byId("puzzle-list").replaceChildren(...chosen.map(number => button(number, String(number + 1), { type: "puzzle", puzzle: number }, shelf, send)));
}
