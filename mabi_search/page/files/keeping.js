// What the page keeps in this browser, and nowhere else (localStorage): games, puzzles that were solved, the language.

const KEPT = "mabi";
const MOST_GAMES = 40; // the one that was kept longest ago goes first

const isText = value => typeof value === "string";

/** What of a value may have been kept by this page; the rest is dropped. */
export function fitting(value) {
  const { games, solved, language } = Object(value);
  return {
    games: (Array.isArray(games) ? games : [])
      .filter(game => isText(game?.name) && isText(game.text))
      .map(({ name, text }) => ({ name, text }))
      .slice(0, MOST_GAMES),
    solved: Object.fromEntries(Object.entries(Object(solved)).filter(([, done]) => done === true)),
    language: isText(language) ? language : null,
  };
}

let here = null; // what this page alone knows, where the browser keeps nothing

/** What is kept now: another tab may have changed it since. */
export function kept() {
  if (here) return here;
  try {
    return fitting(JSON.parse(localStorage.getItem(KEPT)));
  } catch {
    return fitting(null); // nothing may be kept here, or something else wrote it
  }
}

export function keep(changed) {
  const all = { ...kept(), ...changed };
  try {
    localStorage.setItem(KEPT, JSON.stringify(all));
    here = null;
  } catch {
    here = all; // it is forgotten with the page
  }
}

/** Keep a game under a name; one that had this name before is replaced. */
export function keepGame(name, text) {
  keep({ games: [{ name, text }, ...kept().games.filter(game => game.name !== name)].slice(0, MOST_GAMES) });
}

export function forgetGame(name) {
  keep({ games: kept().games.filter(game => game.name !== name) });
}
