// What the page keeps in this browser, and nowhere else (localStorage): games, puzzles that were solved, those solved perfectly, days
// whose puzzle was solved on that day, the language, whether keys with a sign act.

import { say, Wrong } from "./texts.js";

const KEPT = "mabi";

const NUMBERED = / \(\d+\)$/u; // the ending of a name that was already in use

const ticked = value => Object.fromEntries(Object.entries(Object(value)).filter(([, done]) => done === true));
const isText = value => typeof value === "string";

/** Return the parts of a value that this page may have stored. */
export function fitting(value) {
  const { games, solved, perfect, days, language, signs } = Object(value);
  return {
    games: (Array.isArray(games) ? games : [])
      .filter(game => isText(game?.name) && isText(game.text))
      .map(({ name, text }) => ({ name, text })),
    solved: ticked(solved), perfect: ticked(perfect), days: ticked(days),
    language: isText(language) ? language : null,
    signs: signs !== false,
  };
}

let waiting = []; // changes that the browser could not store; only this page has them

/** Return the stored data. Another tab may have changed it. */
export function kept() {
  return waiting.reduce((all, change) => Object.assign(all, change(all)), fitting(stored(KEPT)));
}

/** Change the stored data by a function that returns the changes; return whether the browser could store them. */
export function keep(change) {
  waiting.push(change);
  const done = store(KEPT, kept());
  if (done) waiting = [];
  return done;
}

/** Do the same, but forget changes that the browser cannot store. */
function keepOrDrop(change) {
  const done = keep(change);
  if (!done) waiting.pop();
  return done;
}

/** Store a game under a name, and replace an earlier game of this name. */
export const keepGame = (name, text) => keepOrDrop(({ games }) => ({ games: [{ name, text }, ...games.filter(game => game.name !== name)] }));

export const forgetGame = name => keep(({ games }) => ({ games: games.filter(game => game.name !== name) }));

/** Forget all games and puzzles. */
export const forgetAll = () => keep(() => ({ games: [], solved: {}, perfect: {}, days: {} }));

/** Call a function when another tab has changed the stored data. */
export function whenChanged(act) {
  addEventListener("storage", ({ key }) => { if (key === KEPT || key === null) act(); });
}

// All stored data as a text for another browser

export function keptText() {
  const { games, solved, perfect, days } = kept();
  return JSON.stringify({ mabi: 1, games, solved, perfect, days }, null, 1);
}

/** Return a name that is not taken; `numbers` has for each name the first number that may be free. */
function free(name, taken, numbers) {
  let number = numbers.get(name) ?? 2;
  while (taken.has(`${name} (${number})`)) number += 1;
  numbers.set(name, number + 1);
  return `${name} (${number})`;
}

/** Add what such a text has to what is kept; a game whose name another game has gets a new one. Return whether the browser keeps it. */
export function takeText(text) {
  let read = null;
  try {
    read = JSON.parse(text);
  } catch {} // reported below
  if (Object(read).mabi !== 1) throw new Wrong(say("kept.wrong"));
  const { games: others, ...rest } = fitting(read);
  return keepOrDrop(all => {
    const games = [...all.games];
    const taken = new Set(games.map(game => game.name));
    const numbers = new Map();
    for (const { name, text: moves } of others) {
      if (games.some(game => game.text === moves && [game.name, game.name.replace(NUMBERED, "")].includes(name))) continue;
      const unused = taken.has(name) ? free(name, taken, numbers) : name;
      taken.add(unused);
      games.push({ name: unused, text: moves });
    }
    return { games, ...Object.fromEntries(["solved", "perfect", "days"].map(name => [name, { ...all[name], ...rest[name] }])) };
  });
}
