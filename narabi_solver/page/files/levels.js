// Levels of success of a score card: lines of a name and the most turns.

import { plain, quoted } from "./notation.js";
import { sentences } from "./words.js";

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
  const level = patterns.map(pattern => new RegExp(pattern, "iu").exec(plain(line))).find(Boolean);
  return level ? { name: level.groups.name, turns: Number(level.groups.turns) } : null;
}

const linesOf = text => text.split("\n").filter(line => line.trim());

/** The levels of a score card, the highest first. */
export const levelsOf = text =>
  linesOf(text)
    .map(levelOfLine)
    .filter(Boolean)
    .sort((one, two) => one.turns - two.turns);

/** Which lines are no levels, in words. */
export function unreadWords(text) {
  const lines = linesOf(text).filter(line => !levelOfLine(line));
  const example = quoted(t("home.levels-example"));
  return lines.length ? t("home.levels-unread", { lines: listed(lines.map(quoted)), example }) : "";
}

/** The highest level that so many turns reach; undefined if they reach none. */
export const levelOf = (text, turns) => levelsOf(text).find(level => turns <= level.turns);

/** Which level a game that was won reaches, and the fewest turns of other deals for as many players; null if no levels are named. */
export function levelReached(text, { results }, key, { turns, players }) {
  if (!text) return null;
  const before = Object.entries(results).filter(([hash, one]) => hash !== key && one.players === players);
  const best = before.length ? Math.min(...before.map(([, one]) => one.turns)) : undefined;
  return { reached: levelOf(text, turns)?.name, best, bestName: best === undefined ? undefined : levelOf(text, best)?.name };
}

export function levelWords({ reached, best, bestName }) {
  const none = t("home.no-level");
  const before = best !== undefined && t("home.level-before", { level: bestName ?? none, turns: counted(best, "turns") });
  return sentences(t("home.level", { level: reached ?? none }), before);
}
