// What the page keeps in this browser, as a plain value: games, puzzles that were solved, those solved perfectly, days whose puzzle
// was solved on that day, sessions that were left, lessons that were learnt, how many games were played against the engine and which
// level, side and clock were chosen last, the language, whether keys with a sign act, whether moves are heard and felt, and whether
// somebody whom a link brought was told the rules. Each change is a function of it.

import { CLOCKS } from "./opponent.js";
import { say, Wrong } from "./texts.js";
import { covers, isTree } from "./tree.js";

const NUMBERED = / \(\d+\)$/u; // the ending of a name that was already in use
const MOST_LEFT = 40; // sessions
const MEDIUM = 2; // the level chosen at first

const ticked = value => Object.fromEntries(Object.entries(Object(value)).filter(([, done]) => done === true));
const isText = value => typeof value === "string";
const isSession = one => isText(one?.base) && Object(one.rules) === one.rules && isTree(one.tree, one.at);

/** Return the parts of a value that this page may have stored. */
export function fitting(value) {
  const { games, solved, perfect, days, left, learnt, played, against, language, signs, sounds, welcomed } = Object(value);
  return {
    games: (Array.isArray(games) ? games : [])
      .filter(game => isText(game?.name) && isText(game.text))
      .map(({ name, text }) => ({ name, text })),
    solved: ticked(solved), perfect: ticked(perfect), days: ticked(days),
    left: (Array.isArray(left) ? left : []).filter(isSession),
    learnt: ticked(learnt), played: Number.isInteger(played) ? played : 0, against: fittingChoice(Object(against)),
    language: isText(language) ? language : null,
    signs: signs !== false,
    sounds: sounds === true, welcomed: welcomed === true,
  };
}

/** Return whether nothing was done here yet. */
export const isStranger = ({ welcomed, played, games, left, solved, learnt }) =>
  !welcomed && !played && [games, left, solved, learnt].every(all => !Object.keys(all).length);

const fittingChoice = ({ level, side, clock }) => ({
  level: Number.isInteger(level) && level in CONSTANTS.levels ? level : MEDIUM, side: ["w", "b", "-"].includes(side) ? side : "w", clock: CLOCKS.includes(clock) ? clock : "",
});

/** Return a name that is not taken; `numbers` has for each name the first number that may be free. */
function free(name, taken, numbers = new Map()) {
  if (!taken.has(name)) return name;
  let number = numbers.get(name) ?? 2;
  while (taken.has(`${name} (${number})`)) number += 1;
  numbers.set(name, number + 1);
  return `${name} (${number})`;
}

const isSame = (game, name, text) => game.text === text && [game.name, game.name.replace(NUMBERED, "")].includes(name);

/** Keep a game under a name; if another game has the name, it gets a new one. */
export const withGame = (name, text) => ({ games }) => (games.some(game => isSame(game, name, text)) ? {}
  : { games: [{ name: free(name, new Set(games.map(game => game.name))), text }, ...games] });

export const withoutGame = name => ({ games }) => ({ games: games.filter(game => game.name !== name) });

/** Forget all games and puzzles. */
export const emptied = () => ({ games: [], solved: {}, perfect: {}, days: {}, left: [] });

export const withSettings = settings => () => settings;

/** Note that a puzzle was solved; `day` is the day on which the day's puzzle was. */
export const withSolved = ({ position, isPerfect, day }) => all => ({
  solved: { ...all.solved, [position]: true },
  perfect: isPerfect ? { ...all.perfect, [position]: true } : all.perfect,
  days: day ? { ...all.days, [day]: true } : all.days,
});

export const withLearnt = name => ({ learnt }) => ({ learnt: { ...learnt, [name]: true } });
export const withPlayed = ({ played }) => ({ played: played + 1 });

const isOlder = (one, other) => one.base === other.base && JSON.stringify(one.rules) === JSON.stringify(other.rules)
  && one.task?.number === other.task?.number && covers(other.tree, one.tree);

/** Put a session that is left on the shelf, in place of those that have no other moves. */
export const withLeft = session => ({ left }) => ({ left: [session, ...left.filter(one => !isOlder(one, session))].slice(0, MOST_LEFT) });

/** Return the session with a number that was left last. */
export const leftWith = ({ left }, number) => left.find(one => one.number === number) ?? null;

// All stored data as a text for another browser

export function textOfShelf({ games, solved, perfect, days }) {
  return JSON.stringify({ mabi: 1, games, solved, perfect, days }, null, 1);
}

/** Add what such a text has to what is kept. */
export function withText(text) {
  let read = null;
  try {
    read = JSON.parse(text);
  } catch {} // reported below
  if (Object(read).mabi !== 1) throw new Wrong(say("kept.wrong"));
  const { games: others, ...rest } = fitting(read);
  return all => {
    const games = [...all.games];
    const taken = new Set(games.map(game => game.name));
    const numbers = new Map();
    for (const { name, text: moves } of others) {
      if (games.some(game => isSame(game, name, moves))) continue;
      const unused = free(name, taken, numbers);
      taken.add(unused);
      games.push({ name: unused, text: moves });
    }
    return { games, ...Object.fromEntries(["solved", "perfect", "days"].map(name => [name, { ...all[name], ...rest[name] }])) };
  };
}
