// Draws the results so far: how many deals took how many turns more than the fewest possible, and the best for each number of players.

import { byId, fill, made } from "./dom.js";
import { resultsOf } from "./keeping.js";
import { levelOf, unreadWords } from "./levels.js";

const ROWS = 8; // at most; the last one has all that took more

function chartRow(more, row, most) {
  const last = row === ROWS - 1;
  const count = more.filter(one => one === row || (last && one > row)).length;
  const line = made("tr"),
    cell = made("td"),
    bar = made("div", count.toLocaleString(locale()), { class: count ? "" : "none" });
  bar.style.setProperty("--share", `${(100 * count) / most}%`);
  cell.append(bar);
  line.append(made("th", row ? `+${row}${last ? "…" : ""}` : t("home.fewest"), { scope: "row" }), cell);
  return line;
}

function bestItem(results, players, levels) {
  const those = results.filter(one => one.players === players);
  const turns = Math.min(...those.map(one => one.turns));
  const level = levelOf(levels, turns);
  const words = t("home.best", { players, turns: counted(turns, "turns"), deals: counted(those.length, "deals") });
  return made("li", level ? `${words} ${level.name}` : words);
}

export function showResults({ session, settings, shelf }, keeps) {
  const { said } = session;
  byId("kept-told").textContent = said ? t(said === "home.kept-taken" && !keeps ? "deal.not-kept" : said) : "";
  if (document.activeElement !== byId("levels")) byId("levels").value = settings.levels;
  if (!byId("results").open) return;
  byId("levels-unread").textContent = unreadWords(settings.levels);
  const results = resultsOf(shelf);
  const more = results.map(({ turns, least }) => turns - least);
  const rows = [...Array(Math.max(3, ...more) + 1).keys()].slice(0, ROWS);
  const most = Math.max(1, ...rows.map(row => more.filter(one => one === row).length));
  byId("chart").hidden = byId("best").hidden = !results.length;
  byId("results-none").hidden = results.length > 0;
  fill(byId("chart").tBodies[0], ...rows.map(row => chartRow(more, row, most)));
  const players = [...new Set(results.map(one => one.players).filter(Boolean))].sort();
  fill(byId("best"), ...players.map(number => bestItem(results, number, settings.levels)));
}
