"use strict";
// What the page keeps in this browser, and nowhere else (localStorage): puzzles solved, games begun,
// that somebody was here before and has seen the lesson, the language that was chosen.

const KEPT = "narabi";
const MOST_GAMES = 50; // kept; the one that was touched longest ago goes first

let here = null; // what this page alone knows, where the browser keeps nothing

/** What is kept now: another tab may have changed it since. */
function kept() {
  const nothing = { language: null, visited: false, taught: false, puzzles: {}, games: {} };
  if (here) return here;
  const found = stored(KEPT);
  const sound = found !== null && [found, found.puzzles, found.games].every(one => Object(one) === one);
  return sound ? { ...nothing, ...found } : nothing;
}

/** Keep what `change` makes of all that is kept now; what the browser does not keep is forgotten with the page. */
function keep(change) {
  const all = kept();
  change(all);
  here = store(KEPT, all) ? null : all;
}

/** Whether this browser keeps anything for the page. */
const canKeep = () => here === null;

/** Delete all that is kept; the game shown is kept again when it goes on. */
function forget() {
  try {
    localStorage.removeItem(KEPT);
  } catch {
    // then nothing is kept
  }
  here = null;
  keep(all => Object.assign(all, { visited: true, taught: true }));
}

const keptAs = (game, hash) => hash + JSON.stringify(game.record);

/** Keep a game as it stands, if it has changed since; one without swaps and hints needs no keeping. */
function keepGame(game, hash) {
  const begun = game.swaps.length || game.lines.length || game.help;
  if (begun) game.begun ??= today();
  const text = keptAs(game, hash);
  if (text === game.lastKept || (!begun && game.lastKept === undefined)) return;
  game.lastKept = text;
  keep(({ games }) => {
    delete games[hash];
    if (begun) games[hash] = game.record;
    for (const old of Object.keys(games).slice(0, -MOST_GAMES)) delete games[old];
  });
}

/** Keep once that a game solved its puzzle: the best result, fewer turns first, then fewer hints. */
function keepPuzzle(game, { day, level }, least) {
  const { turns } = game.state,
    { helps, record } = game;
  if (game.solvedBy === record.moves) return;
  game.solvedBy = record.moves;
  keep(({ puzzles }) => {
    const of = (puzzles[day] ??= {}),
      old = of[level];
    const better = !old || turns < old.turns || (turns === old.turns && helps < old.helps);
    of[level] = { ...(better ? { turns, least, helps } : old), onDay: old?.onDay || day === game.begun };
  });
}

/** "perfect", "solved" or "open": how far somebody has come with a puzzle. */
function resultOf({ day, level }) {
  const found = kept().puzzles[day]?.[level];
  if (!found) return "open";
  return found.turns === found.least && !found.helps ? "perfect" : "solved";
}

/** On how many days in a row, up to today or yesterday, a puzzle of the day was begun on that day and solved. */
function streak() {
  const { puzzles } = kept();
  const solved = day => Object.values(puzzles[day] ?? {}).some(one => one.onDay);
  let day = solved(today()) ? today() : dayBefore(today(), 1),
    days = 0;
  for (; solved(day); day = dayBefore(day, 1)) days++;
  return days;
}
