// Read and write positions, moves and saved games as `mabi_search/game/notation.py` does.

import { counted, freezes, largest, position, start, ALTERNATE, BLACK, EMPTY, NOBODY, PASS, WHITE } from "./rules.js";
import { cut, say, Wrong } from "./texts.js";

const MAX_TEXT = 100_000;
const MOST_PLIES = 2_000;
const EXAMPLE = "1b1b/w1w1/1b1b/w1w1 w - - 0";
const MARK = "# rules";
export const MODES = { run: "-pr", resume: "-prq", final: "-pr", plain: "-q" };
const OPTIONS = CONSTANTS.readings; // each option with its values, the default first
const SPACE = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000"; // as in Python
const WORDS = new RegExp(`[^${SPACE}]+`, "gu");
const MOVES = new RegExp(`(?<![^${SPACE}])moves(?![^${SPACE}])`, "iu");
const BETWEEN = "[ \\t]*(?:(?:->|[-–—x×])[ \\t]*)?";
const TWO = new RegExp(`^([a-h][1-8])${BETWEEN}([a-h][1-8])$`, "iu");
const NEXT = new RegExp(`[${SPACE},;]*(?:[0-9]{1,6}[.)…]+[ \\t]*)?(?<word>(?:[a-h][1-8]${BETWEEN}[a-h][1-8]|pass)(?![^${SPACE},;])|[^${SPACE},;]+)`, "giu");
const BEGIN = new RegExp(`^[${SPACE}]*(?:[0-9]+[.)…]|[a-z][0-9]|pass)`, "iu");
const LINES = /\r\n|[\r\n]/u;

const count = number => number.toLocaleString(locale());
const listOr = words => (words.length < 2 ? words.join("") : say("listOr", { first: words.slice(0, -1).join(", "), last: words.at(-1) }));
const trimmed = text => text.replace(new RegExp(`^[${SPACE}]+|[${SPACE}]+$`, "gu"), "");

/** Return a text in quotes, with control characters escaped as Python does. */
function quoted(text) {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  const hex = (code, digits) => code.toString(16).padStart(digits, "0");
  return mark + [...text].map(sign => {
    if (sign === "\\" || sign === mark) return `\\${sign}`;
    if ("\n\r\t".includes(sign)) return { "\n": "\\n", "\r": "\\r", "\t": "\\t" }[sign];
    const code = sign.codePointAt(0);
    if (sign === " " || !/[\p{C}\p{Z}]/u.test(sign)) return sign;
    return code < 256 ? `\\x${hex(code, 2)}` : code < 65536 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`;
  }).join("") + mark;
}

const shorten = text => quoted(cut(text));

// Moves

export function readMove(text) {
  if (text.toLowerCase() === PASS) return PASS;
  const found = TWO.exec(text);
  if (!found) throw new Wrong(say("noMove", { text: quoted([...text].slice(0, 40).join("")) }));
  return (found[1] + found[2]).toLowerCase();
}

export const readLine = text => [...text.matchAll(NEXT)].map(found => readMove(found.groups.word));

// Positions

/** Read a position and its moves from a text; throw Wrong with all errors. */
export function read(text, rules) {
  if ([...text].length > MAX_TEXT) throw new Wrong(say("tooLong", { count: count([...text].length), most: count(MAX_TEXT) }));
  const cut = MOVES.exec(text);
  const base = cut ? text.slice(0, cut.index) : text;
  const moves = cut ? readLine(text.slice(cut.index + cut[0].length)) : [];
  const parts = (base.match(WORDS) ?? []).map(word => word.toLowerCase());
  if (parts.length === 1 && parts[0] === "start") {
    const sized = { ...rules, size: rules.size ?? "8x8" };
    return position(start(sized), moves, sized);
  }
  if (parts.length !== 5) throw new Wrong(say("fiveParts", { count: parts.length, example: quoted(EXAMPLE), text: shorten(parts.join(" ")) }));
  const problems = [];
  const board = readBoard(parts[0], problems);
  const [, side, mode, holder, ply] = parts;
  for (const [what, word, allowed] of [["side to move", side, "wb"], ["mode", mode, "-prq"], ["holder", holder, "-wb"]])
    if (word.length !== 1 || !allowed.includes(word)) problems.push(say("oneOf", { what: say(what), wanted: listOr([...allowed]), word: shorten(word) }));
  if (!/^(0|[1-9][0-9]{0,5})$/u.test(ply)) problems.push(say("plies", { word: shorten(ply) }));
  if (problems.length) throw new Wrong(problems.join("; "));
  const size = `${board.length}x${board[0].length}`;
  if (rules.size != null && rules.size !== size) throw new Wrong(say("otherSize", { size, other: rules.size }));
  const sized = { ...rules, size };
  const state = counted({ board, side, mode, holder, ply: Number(ply), seen: [], over: false }, sized);
  check(state, sized);
  return position(state, moves, sized);
}

function readBoard(text, problems) {
  const names = text.split("/");
  if (names.length < 2 || names.length > 8) {
    problems.push(say("ranks", { count: count(names.length) }));
    return [];
  }
  const rows = [];
  names.forEach((name, i) => {
    const rank = names.length - i;
    const wrong = [...name].find(sign => !"wb12345678".includes(sign));
    if (wrong !== undefined) {
      problems.push(say("noSign", { rank, sign: shorten(wrong) }));
      return;
    }
    rows.push(name.replace(/[1-8]/gu, digit => EMPTY.repeat(Number(digit))));
    if (rows.at(-1).length > 8) problems.push(say("longRank", { rank, count: rows.at(-1).length }));
  });
  const widths = rows.map(row => row.length);
  if (!problems.length && new Set(widths).size > 1)
    problems.push(say("widths", { told: widths.map((width, i) => say("width", { rank: names.length - i, count: width })).join(", ") }));
  if (!problems.length && (Math.min(...widths) < 2 || Math.min(...widths) > 8)) problems.push(say("files", { count: Math.min(...widths) }));
  return rows.reverse();
}

/** Throw Wrong if a set-up position is impossible. */
function check(state, rules) {
  const [white, black] = [largest(state.board, WHITE), largest(state.board, BLACK)];
  if (!white && !black) throw new Wrong(say("noPieces"));
  const problems = [];
  const { holder } = state;
  if (!MODES[rules.pass_rule].includes(state.mode))
    problems.push(say("noSuchMode", { rule: rules.pass_rule, allowed: [...MODES[rules.pass_rule]].join(say("or")), mode: state.mode }));
  if (white !== black) {
    const ahead = white > black ? WHITE : BLACK;
    const sizes = say("sizes", { more: Math.max(white, black), fewer: Math.min(white, black) });
    if (holder !== ahead) problems.push(say("holderAhead", { name: say(ahead), sizes, ahead, holder }));
  } else if (white > 1 && holder === NOBODY) problems.push(say("holderFirst", { size: white }));
  else if (white === 1 && holder !== NOBODY && freezes(rules)) problems.push(say("holderNobody", { holder }));
  if (state.ply === 0)
    for (const [what, word, wanted] of [["side to move", state.side, WHITE], ["mode", state.mode, ALTERNATE], ["holder", holder, NOBODY]])
      if (word !== wanted) problems.push(say("noPly", { what: say(what), wanted, word }));
  if (problems.length) throw new Wrong(problems.join("; "));
}

export function textOfState(state) {
  const board = [...state.board].reverse().map(row => row.replace(/\.+/gu, run => run.length)).join("/");
  return `${board} ${state.side} ${state.mode} ${state.holder} ${state.ply}`;
}

export function textOf({ base, moves }) {
  return textOfState(base) + (moves.length ? ` moves ${moves.join(" ")}` : "");
}

// Rules and saved games

/** Return rules, with default readings for options not given; throw Wrong if a reading does not exist. */
export function rulesOf(given = {}) {
  const rules = { ...Object.fromEntries(Object.entries(OPTIONS).map(([name, values]) => [name, values[0]])), size: null, max_plies: null, ...given };
  for (const [option, values] of Object.entries(OPTIONS))
    if (!values.includes(rules[option])) throw new Wrong(say("noOption", { option, wanted: listOr(values), word: quoted(String(rules[option])) }));
  if (rules.size != null && !/^[2-8]x[2-8]$/u.test(rules.size)) throw new Wrong(say("noSize", { word: quoted(String(rules.size)) }));
  const plies = rules.max_plies;
  if (plies != null && !(Number.isInteger(plies) && plies >= 0))
    throw new Wrong(say("noRules", { text: shorten(`max_plies=${plies}`), example: rulesText(rulesOf()) }));
  return rules;
}

function rulesText(rules) {
  const told = Object.keys(OPTIONS).filter(option => option !== "setup").map(option => `${option}=${rules[option]}`);
  return [...told, ...(rules.max_plies == null ? [] : [`max_plies=${rules.max_plies}`])].join(" ");
}

function rulesIn(lines) {
  const line = lines.find(one => one.startsWith(MARK));
  if (line === undefined) return null;
  const told = line.slice(MARK.length);
  const given = Object.fromEntries((told.match(WORDS) ?? []).map(word => {
    const [name, ...value] = word.split("=");
    return [name, value.join("=")];
  }));
  const { max_plies: plies = "", ...readings } = given;
  if (!Object.keys(readings).every(name => Object.hasOwn(OPTIONS, name)) || !/^[0-9]{0,6}$/u.test(plies))
    throw new Wrong(say("noRules", { text: shorten(trimmed(told)), example: rulesText(rulesOf()) }));
  return rulesOf({ ...readings, max_plies: plies ? Number(plies) : null });
}

/** Read a game from a text: a position with its moves, or a saved game with its rules. */
export function load(text, rules) {
  const lines = text.split(LINES);
  if (lines.at(-1) === "") lines.pop();
  const by = rulesIn(lines) ?? rules;
  for (const line of lines.filter(one => one.startsWith(MARK))) {
    const told = trimmed(line.slice(MARK.length));
    if (told !== rulesText(by)) throw new Wrong(say("otherRules", { told: [...told].slice(0, 200).join(""), rules: rulesText(by) }));
  }
  const texts = [];
  for (const line of lines.map(one => trimmed(one.split("#")[0])))
    if (texts.length && goesOn(texts.at(-1), line)) texts[texts.length - 1] += ` ${line}`;
    else if (line) texts.push(line);
  if (texts.length !== 1) throw new Wrong(say("notOne", { count: texts.length }));
  return shortEnough(read(texts[0], by));
}

function goesOn(before, line) {
  return MOVES.exec(line)?.index === 0 || (BEGIN.test(line) && MOVES.test(before));
}

export const save = shown => `${MARK} ${rulesText(shown.rules)}\n${textOf(shown)}\n`;

export function shortEnough(shown) {
  if (shown.moves.length > MOST_PLIES) throw new Wrong(say("tooManyMoves", { count: count(shown.moves.length), most: count(MOST_PLIES) }));
  return shown;
}
