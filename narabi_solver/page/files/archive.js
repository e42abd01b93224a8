"use strict";
// The puzzles of the days in the dialog: today's and those before, what is solved of them, and deleting what is kept.

const DAYS_SHOWN = 5;
const MARKS = { perfect: "★", solved: "✓", open: "" };

let lastShown = null; // the latest day in the table

/** Show some days, the latest first. */
function showArchive(last = today()) {
  lastShown = last > today() ? today() : last;
  const days = [...Array(DAYS_SHOWN).keys()].map(i => dayBefore(lastShown, i));
  $("days").replaceChildren(...days.map(dayRow));
  $("later").disabled = lastShown === today();
  const inRow = streak();
  $("kept").textContent = t(canKeep() ? "deal.kept" : "deal.not-kept");
  $("forget").hidden = !canKeep();
  $("forget").textContent = t("deal.forget");
  $("streak").textContent = inRow ? t("deal.streak", { n: inRow }) : t("deal.no-streak");
}

/** Delete all that is kept, at the second tap: the first one asks. */
function forgetAsked() {
  const asked = t("deal.forget-sure");
  if ($("forget").textContent !== asked) return ($("forget").textContent = asked);
  forget();
  showArchive();
}

function dayRow(day) {
  const row = made("tr");
  row.append(made("th", day === today() ? t("deal.today") : dayInWords(day, true), { scope: "row" }));
  for (const level of LEVELS) {
    const result = resultOf({ day, level }),
      button = made("button", `${t(`level.${level}`)} ${MARKS[result]}`.trim(), { type: "button" });
    const fields = { day: dayInWords(day), level: t(`level.${level}`) };
    button.setAttribute("aria-label", t(`deal.puzzle-${result}`, fields));
    button.addEventListener("click", () => {
      $("dealing").close();
      dealOfDay({ day, level }).catch(failed);
    });
    const cell = made("td");
    cell.append(button);
    row.append(cell);
  }
  return row;
}

let dayShown = today();

/** Name the new day where the page was left open; what is shown stays. */
function newDay() {
  if (dayShown === today() || !game || builder) return;
  dayShown = today();
  showArchive();
  const words = made("p", t("deal.new-day", { day: dayInWords(dayShown) }));
  $("message").append(words, nextLevels(dayShown));
}

/** The first puzzle of today that is not solved yet; the easy one if all are. */
const nextPuzzle = (day = today()) => ({
  day,
  level: LEVELS.find(level => resultOf({ day, level }) === "open") ?? LEVELS[0],
});

/** Buttons for what is to be played next, when a puzzle of a day or the lesson is over. */
function whatNext() {
  if (game.standing !== "won" || (!puzzle && !isLesson())) return null;
  const row = nextLevels(puzzle?.day ?? today());
  if (isLesson() && sentTo) row.prepend(buttonFor("teach.back", () => (location.hash = sentTo)));
  return row.children.length ? row : null;
}

/** Buttons for the puzzles of a day that are not solved yet. */
function nextLevels(day) {
  const row = made("div", "", { class: "row" });
  const shown = level => puzzle?.day === day && puzzle.level === level;
  for (const level of LEVELS.filter(one => resultOf({ day, level: one }) === "open" && !shown(one)))
    row.append(buttonFor("deal.next", () => dealOfDay({ day, level }).catch(failed), {}, { level: t(`level.${level}`) }));
  return row;
}
