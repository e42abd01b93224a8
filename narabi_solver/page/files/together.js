"use strict";
// Several people at one page or several: a link for each seat, one phone that is passed round, the clock, levels of success.

/** What a seat gets: a link with what it knows and nothing else, or that as a text where the page has no address. */
function seatText(seat) {
  return given(seenText(game.start, game.swaps.slice(0, game.at), game.answers, seat));
}

/** How players use what their seats get. */
const inviteWords = () =>
  publicAddress(location) ? t("home.invite-how") : t("home.invite-text", { new: t("page.new"), paste: t("deal.paste") });

/** A button for each seat, which gives its link. */
function seatButtons() {
  const row = made("div", "", { class: "row" });
  for (let seat = 0; seat < game.start.players; seat++) {
    const letter = { seat: SEATS[seat] };
    row.append(buttonFor("home.seat", () => give(t("home.seat-link", letter), seatText(seat), seatButtons()).catch(failed), {}, letter));
  }
  return row;
}

/** Show the cards of the seat to move: it has the phone now. */
function takePhone() {
  holder = game.state.mover;
  changed();
  ring.clear();
  draw();
  say(welcome());
  ring.focus();
}

/** Count a second of the game shown, if somebody plays it. */
function tick() {
  if (!$("clock-on").checked || !game || builder || document.hidden || game.begun === null) return;
  if (game.standing !== "open" || $("dealing").open) return;
  game.seconds++;
  showClock();
}

const clockText = seconds => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

function showClock() {
  $("clock").hidden = !$("clock-on").checked;
  $("clock").textContent = clockText(game.seconds);
}

/** The word "turns" in all forms and languages, as a pattern. */
function turnWord() {
  const forms = Object.values(TEXTS).flatMap(({ "count.turns": turns }) => (typeof turns === "string" ? [turns] : Object.values(turns)));
  return `(?:(?:${forms.map(form => form.replace("{n}", "").trim()).join("|")})(?!\\p{L}))`;
}

/** The level of a line: a name and the most turns, in either order; null if it is none. */
function levelOfLine(line) {
  const between = "[\\s:=<≤,;.()–-]*",
    number = `(?<turns>\\d{1,3})\\s*${turnWord()}?`,
    name = "(?<name>[^\\s:=<≤,;.()–-](?:.*[^\\s:=<≤,;(–-])?)";
  const patterns = [`^\\s*${name}${between}(?<!\\d)${number}${between}$`, `^${between}${number}(?!\\d)${between}${name}\\s*$`];
  const found = patterns.map(pattern => new RegExp(pattern, "iu").exec(plain(line))).find(Boolean);
  return found ? { name: found.groups.name, turns: Number(found.groups.turns) } : null;
}

const linesOf = text => text.split("\n").filter(line => line.trim());

/** The levels of success of a score card, the highest first: lines of a name and the most turns of it. */
const levelsOf = text =>
  linesOf(text)
    .map(levelOfLine)
    .filter(Boolean)
    .sort((one, two) => one.turns - two.turns);

/** Say which lines are no levels. */
function showLevelsUnread() {
  const lines = linesOf(kept().levels).filter(line => !levelOfLine(line));
  const example = quoted(t("home.levels-example"));
  $("levels-unread").textContent = lines.length ? t("home.levels-unread", { lines: listed(lines.map(quoted)), example }) : "";
}

/** The highest level that so many turns reach; undefined if they reach none. */
const levelOf = turns => levelsOf(kept().levels).find(level => turns <= level.turns);

/** All results that are kept: { players, turns, least, helps, day } of each; players is undefined for old puzzles. */
function resultsKept() {
  const { results, puzzles } = kept();
  const old = Object.entries(puzzles).flatMap(([day, levels]) =>
    Object.entries(levels)
      .filter(([level]) => !results[`#day=${day}&puzzle=${level}`])
      .map(([, result]) => ({ ...result, day })),
  );
  return [...old, ...Object.values(results)];
}

/** The fewest turns of other deals for as many players; undefined if there are none. */
function bestBefore() {
  const here = keyOf(game, puzzle);
  const before = Object.entries(kept().results).filter(([hash, one]) => hash !== here && one.players === game.start.players);
  return before.length ? Math.min(...before.map(([, one]) => one.turns)) : undefined;
}

/** Which level a game that was won reaches, and which was the best so far; empty if no levels are named. */
function levelWords() {
  if (!kept().levels || !game.own || isLesson()) return "";
  const reached = levelOf(game.state.turns)?.name ?? t("home.no-level");
  const best = bestBefore();
  const before = best === undefined ? "" : t("home.level-before", { level: levelOf(best)?.name ?? t("home.no-level"), turns: counted(best, "turns") });
  return `${t("home.level", { level: reached })} ${before}`.trim();
}

/** Draw how many deals took how many turns more than the fewest possible, and the best result for each number of players. */
function drawResults() {
  showLevelsUnread();
  const results = resultsKept();
  const more = results.map(({ turns, least }) => turns - least);
  const rows = [...Array(Math.max(3, ...more) + 1).keys()].slice(0, 8);
  const most = Math.max(1, ...rows.map(row => more.filter(one => one === row).length));
  $("chart").hidden = $("best").hidden = !results.length;
  $("results-none").hidden = results.length > 0;
  $("chart").tBodies[0].replaceChildren(
    ...rows.map(row => {
      const last = row === 7;
      const count = more.filter(one => one === row || (last && one > row)).length;
      const line = made("tr"),
        cell = made("td"),
        bar = made("div", count.toLocaleString(locale()), { class: count ? "" : "none" });
      bar.style.setProperty("--share", `${(100 * count) / most}%`);
      cell.append(bar);
      line.append(made("th", row ? `+${row}${last ? "…" : ""}` : t("home.fewest"), { scope: "row" }), cell);
      return line;
    }),
  );
  const players = [...new Set(results.map(one => one.players).filter(Boolean))].sort();
  $("best").replaceChildren(
    ...players.map(number => {
      const those = results.filter(one => one.players === number);
      const turns = Math.min(...those.map(one => one.turns));
      const level = levelOf(turns);
      const words = t("home.best", { players: number, turns: counted(turns, "turns"), deals: counted(those.length, "deals") });
      return made("li", level ? `${words} ${level.name}` : words);
    }),
  );
}

function beginTogether() {
  $("clock-on").checked = kept().clock === true;
  $("clock-on").addEventListener("change", () => {
    keep(all => (all.clock = $("clock-on").checked));
    showClock();
  });
  setInterval(tick, 1000);
  $("levels").value = kept().levels;
  $("levels").addEventListener("change", () => {
    keep(all => (all.levels = $("levels").value));
    drawResults();
  });
  $("results").addEventListener("toggle", drawResults);
  $("kept-show").addEventListener("click", () => {
    $("kept-text").value = keptText();
    $("kept-text").select();
    $("kept-told").textContent = t("home.kept-shown");
  });
  $("kept-take").addEventListener("click", () => {
    const taken = takeText($("kept-text").value);
    $("kept-told").textContent = t(taken ? (canKeep() ? "home.kept-taken" : "deal.not-kept") : "home.kept-wrong");
    $("levels").value = kept().levels;
    offerPlayers();
    drawResults();
  });
}
