"use strict";
// What the page keeps in this browser, and nowhere else (localStorage): puzzles solved, games begun,
// that somebody was here before and has seen the lesson, the language that was chosen.

const KEPT = "narabi";
const MOST_GAMES = 50; // kept; the one that was touched longest ago goes first

let kept = readKept();

function readKept() {
  const nothing = { language: null, visited: false, taught: false, puzzles: {}, games: {} };
  try {
    const found = JSON.parse(localStorage.getItem(KEPT));
    const sound = found !== null && [found, found.puzzles, found.games].every(one => Object(one) === one);
    return sound ? { ...nothing, ...found } : nothing;
  } catch {
    return nothing; // none may be kept here, or something else wrote it
  }
}

function keep() {
  try {
    localStorage.setItem(KEPT, JSON.stringify(kept));
  } catch {
    // none may be kept here: it is forgotten with the page
  }
}

/** Delete all that is kept. */
function forget() {
  try {
    localStorage.removeItem(KEPT);
  } catch {
    // then nothing is kept
  }
  kept = { ...readKept(), visited: true, taught: true };
}

/** Keep a game as it stands; one without swaps and hints needs no keeping. */
function keepGame(game, hash) {
  const record = game.record;
  const before = JSON.stringify(kept.games[hash]);
  if (JSON.stringify(record) === before) return;
  delete kept.games[hash];
  if (record.moves || game.help) kept.games[hash] = record;
  for (const old of Object.keys(kept.games).slice(0, -MOST_GAMES)) delete kept.games[old];
  if (before || kept.games[hash]) keep();
}

/** Keep that a puzzle is solved: the best result, fewer turns first, then fewer hints. */
function keepPuzzle({ day, level }, turns, least, helps) {
  const of = (kept.puzzles[day] ??= {}),
    old = of[level];
  const better = !old || turns < old.turns || (turns === old.turns && helps < old.helps);
  if (!better) return;
  of[level] = { turns, least, helps, onDay: old?.onDay || day === today() };
  keep();
}

/** "perfect", "solved" or "open": how far somebody has come with a puzzle. */
function resultOf({ day, level }) {
  const found = kept.puzzles[day]?.[level];
  if (!found) return "open";
  return found.turns === found.least && !found.helps ? "perfect" : "solved";
}

/** On how many days in a row, up to today or yesterday, a puzzle of the day was solved on that day. */
function streak() {
  const solved = day => Object.values(kept.puzzles[day] ?? {}).some(one => one.onDay);
  let day = solved(today()) ? today() : dayBefore(today(), 1),
    days = 0;
  for (; solved(day); day = dayBefore(day, 1)) days++;
  return days;
}
