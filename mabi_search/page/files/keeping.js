// What the page keeps in this browser, and nowhere else (localStorage): games, puzzles that were solved, the language.

const KEPT = "mabi";
const MOST_GAMES = 40; // the one that was kept longest ago goes first

function read() {
  const nothing = { games: [], solved: {}, language: null };
  try {
    const found = JSON.parse(localStorage.getItem(KEPT));
    return Array.isArray(found?.games) && Object(found.solved) === found.solved ? { ...nothing, ...found } : nothing;
  } catch {
    return nothing; // nothing may be kept here, or something else wrote it
  }
}

export const kept = read();

export function keep(changed = {}) {
  Object.assign(kept, changed);
  try {
    localStorage.setItem(KEPT, JSON.stringify(kept));
  } catch {} // then it is forgotten with the page
}

/** Keep a game under a name; one that had this name before is replaced. */
export function keepGame(name, text) {
  keep({ games: [{ name, text }, ...kept.games.filter(game => game.name !== name)].slice(0, MOST_GAMES) });
}

export function forgetGame(name) {
  keep({ games: kept.games.filter(game => game.name !== name) });
}
