// Draws the results so far: how many deals took how many turns more than the fewest possible, and the best for each number of players.

import { byId, fill, made } from "./dom.js";
import { resultsOf } from "./keeping.js";
import { levelOf, unreadWords } from "./levels.js";
import { chartRows } from "./show_end.js";
import { sentences } from "./words.js";

const MOST_ROWS = 7; // the last one has all that took more

function bestItem(results, players, levels) {
  const those = results.filter(one => one.players === players);
  const turns = Math.min(...those.map(one => one.turns));
  const level = levelOf(levels, turns);
  const words = t("home.best", { players, turns: counted(turns, "turns"), deals: counted(those.length, "deals") });
  return made("li", sentences(words, level?.name));
}

export function showResults({ session, settings, shelf }, keeps) {
  const { said } = session;
  byId("kept-told").textContent = said ? t(said === "home.kept-taken" && !keeps ? "deal.not-kept" : said) : "";
  if (document.activeElement !== byId("levels")) byId("levels").value = settings.levels;
  if (session.dialog !== "results") return;
  byId("levels-unread").textContent = unreadWords(settings.levels);
  const results = resultsOf(shelf);
  byId("chart").hidden = byId("best").hidden = !results.length;
  byId("results-none").hidden = results.length > 0;
  fill(byId("chart").tBodies[0], ...chartRows(results, Math.min(MOST_ROWS, Math.max(3, ...results.map(({ turns, least }) => turns - least)))));
  const players = [...new Set(results.map(one => one.players).filter(Boolean))].sort();
  fill(byId("best"), ...players.map(number => bestItem(results, number, settings.levels)));
}
