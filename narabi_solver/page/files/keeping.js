"use strict";
// What the page keeps in this browser, and nowhere else (localStorage): puzzles solved, games begun,
// that somebody was here before and has seen the lesson, the language that was chosen, the own cards, the results.

const KEPT = "narabi";
const MOST_RESULTS = 1000; // the oldest goes first
const MOST_GAMES = 50; // kept; the one that was touched longest ago goes first

let here = null; // what this page alone knows, where the browser keeps nothing

/** What is kept now: another tab may have changed it since. */
function kept() {
  const nothing = { language: null, visited: false, taught: false, puzzles: {}, games: {}, results: {}, levels: "", cards: "all" };
  if (here) return here;
  const found = stored(KEPT);
  const sound = found !== null && [found, found.puzzles, found.games, found.results ?? {}].every(one => Object(one) === one);
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

/** Delete all that is kept, so that no hidden card opens; the game shown is kept again when it goes on. */
function forget() {
  const { cards } = kept();
  try {
    localStorage.removeItem(KEPT);
  } catch {
    // then nothing is kept
  }
  here = null;
  keep(all => Object.assign(all, { visited: true, taught: true, cards }));
}

/** The name under which a game and its result are kept: it shows no card. */
const keyOf = (game, puzzle) => sealed(hashOf(game, puzzle));

/** What is kept by such names, of versions before too. */
const byKey = all => Object.fromEntries(Object.entries(all).map(([hash, one]) => [sealed(hash), one]));

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

/** The better of two results, of which the second may be missing: fewer turns, then fewer hints. */
function better(one, other) {
  return !other || one.turns < other.turns || (one.turns === other.turns && one.helps < other.helps) ? one : other;
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
    of[level] = { ...better({ turns, least, helps }, old), onDay: old?.onDay || day === game.begun };
  });
}

/** Keep the best result of a deal. */
function keepResult(game, hash, least) {
  const { turns } = game.state,
    { helps, start, seconds } = game;
  const result = { players: start.players, turns, least, helps, seconds, day: today() };
  if (better(result, kept().results[hash]) !== result) return;
  keep(({ results }) => {
    results[hash] = result;
    for (const one of Object.keys(results).slice(0, -MOST_RESULTS)) delete results[one];
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
  return daysInRow(day => Object.values(puzzles[day] ?? {}).some(one => one.onDay));
}

/** All that is kept as a text, which another browser can take. */
const keptText = () => JSON.stringify({ narabi: 1, ...kept() });

/** What of the data of such a text may have been kept by this page; the rest is dropped. */
function fitting({ puzzles, games, results, levels, deck }) {
  const parts = one => Object.entries(Object(one));
  const isResult = one => ["turns", "least", "helps"].every(key => whole(0, 1e6)(one?.[key]));
  const isLine = one => typeof one?.moves === "string";
  const isGame = one =>
    isLine(one) && Array.isArray(one.hints) && one.hints.every(hint => typeof hint === "string") && (one.lines ?? []).every?.(isLine);
  const good = (all, named, fits) => Object.fromEntries(parts(all).filter(([name, one]) => named(name) && fits(one)));
  const isHash = name => name.startsWith("#");
  const isLevel = name => LEVELS.includes(name);
  return {
    puzzles: Object.fromEntries(parts(puzzles).filter(([day]) => isDay(day)).map(([day, of]) => [day, good(of, isLevel, isResult)])),
    games: byKey(good(games, isHash, isGame)),
    results: byKey(
      good(results, isHash, one => isResult(one) && Number.isInteger(one.players) && Object.hasOwn(PLACES, one.players) && isDay(one.day ?? "")),
    ),
    levels: typeof levels === "string" ? levels : "",
    deck: Object(deck) === deck ? deck : undefined,
  };
}

/** Add what such a text has to what is kept, the better result of each deal; return whether it is one. */
function takeText(text) {
  let read = null;
  try {
    read = JSON.parse(text);
  } catch {
    // it is none
  }
  if (Object(read).narabi !== 1) return false;
  const { puzzles, games, results, levels, deck } = fitting(read);
  keep(all => {
    for (const [day, of] of Object.entries(puzzles))
      for (const [level, one] of Object.entries(of)) {
        const old = all.puzzles[day]?.[level];
        (all.puzzles[day] ??= {})[level] = { ...better(one, old), onDay: Boolean(one.onDay || old?.onDay) };
      }
    for (const [hash, one] of Object.entries(results)) all.results[hash] = better(one, all.results[hash]);
    all.games = { ...games, ...all.games };
    all.levels ||= levels;
    all.deck ??= deck;
  });
  return true;
}
