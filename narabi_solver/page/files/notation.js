// The notation of deals: splits a text into words with their places, like notation.py and play_words.py of the
// program, and reads the same texts (compared: benchmarks/page_cases.py). A word is { text, line, at }, a problem
// { words, line, at }; `at` counts the characters of the line before it.

import { PLACES } from "./rules.js";

const LONGEST_TEXT = 10000; // characters; a deal has about 200
const SEPARATORS = ["/", ";", "\n", ","]; // of seats: the first of these that a deal has at all
export const LINE_END = /\r\n|[\r\n]/u;
export const SPACE = "\\t-\\r\\x1c- \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000"; // as in Python
const TOKEN = new RegExp(`[/:,;]|[^${SPACE}/:,;]+`, "gu");
const KEYWORD = new RegExp(`^[${SPACE}]*(?:first|moves)(?![\\p{L}\\p{N}_])`, "iu");
const PLACE = "([A-E][1-4])";
const BETWEEN = "[ \\t]*(?:(?:->|[-–—x×])[ \\t]*)?";
export const SWAP = new RegExp(`^${PLACE}${BETWEEN}${PLACE}$`, "iu");
const PLAY_BEGINS = new RegExp(`^[${SPACE}]*(?:[0-9]+[.)…]|[a-z][0-9])`, "iu");
const PLAY_WORD = new RegExp(
  `[${SPACE},;]*(?:(?<number>[0-9]{1,6})[.)…]+[ \\t]*)?` +
    `(?<word>(?:${PLACE}${BETWEEN}${PLACE})(?![^${SPACE},;])|[^${SPACE},;]+)`,
  "dgiu",
);

const INVISIBLE = /[\xad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]|\ufe0e|\ufe0f/gu;

/** A text with plain signs for those of full width, and for hyphens and arrows; invisible marks are left out. */
export const plain = text =>
  text
    .replace(INVISIBLE, "")
    .replace(/[\uff01-\uff5e]/gu, sign => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[‐‑‒−﹣→⇒⟶➔➜➞]/gu, "-")
    .replaceAll("、", ",");

export const quoted = text => `'${text.length > 30 ? `${text.slice(0, 29)}…` : text}'`;
export const codeOf = line => line.split("#")[0];
const isEmpty = code => !new RegExp(`[^${SPACE}]`, "u").test(code);
const wordsOf = ({ line, code }) =>
  [...code.matchAll(TOKEN)].map(({ 0: text, index: at }) => ({ text, line, at }));
export const problemAt = ({ line, at }, words) => ({ words, line, at });

/** Which of the words of a line is the keyword "moves", and not a card or a stone; -1 if none. */
function movesAt(words) {
  const colon = i => words[i]?.text === ":";
  return words.findIndex(({ text }, i) => text.toLowerCase() === "moves" && !colon(i - 1) && !colon(i + 1));
}

/** Whether a line goes on with the deal that the lines before began. */
function goesOn(before, { code }) {
  if (KEYWORD.test(code)) return true;
  const colons = text => text.split(":").length - 1;
  const stones = before.map(one => colons(one.code)),
    more = colons(code),
    sizes = Object.values(PLACES);
  if (!more) return PLAY_BEGINS.test(code) && before.some(one => movesAt(wordsOf(one)) >= 0);
  const there = stones.reduce((sum, one) => sum + one, 0);
  return Math.max(...stones, more) < Math.min(...sizes) && 0 < there && there <= Math.max(...sizes) - more;
}

/** The parts of a deal as written: { seats, first, moves, problems }; a stone is { label, card }, both words. */
export function partsOf(text) {
  const lines = text
    .split(LINE_END)
    .map((whole, i) => ({ line: i + 1, length: [...whole].length, code: codeOf(whole) }))
    .filter(({ code }) => !isEmpty(code));
  const nothing = problem => ({ seats: [], first: null, moves: [], problems: [problem] });
  for (let i = 1; i < lines.length; i++)
    if (!goesOn(lines.slice(0, i), lines[i]))
      return nothing({ words: t("read.second-deal"), line: lines[i].line });
  const length = lines.reduce((sum, one) => sum + one.length, 0);
  if (length > LONGEST_TEXT)
    return nothing({
      words: t("read.too-long", { length, most: LONGEST_TEXT }),
      line: lines[0].line,
    });
  const words = [];
  for (const [i, one] of lines.entries()) {
    const found = wordsOf(one),
      moves = movesAt(found);
    if (moves >= 0) {
      const end = found[moves].at + 5;
      const played = { line: one.line, code: " ".repeat(end) + one.code.slice(end) };
      words.push(...found.slice(0, moves + 1));
      return new PartsReader(words).read([played, ...lines.slice(i + 1)]);
    }
    words.push(...found, { text: "\n", line: one.line, at: one.code.length });
  }
  return new PartsReader(words).read([]);
}

/** Reads the words up to the keyword "moves", that one included. */
class PartsReader {
  constructor(words) {
    const end = words.findLastIndex(({ text }) => text === ":");
    const there = words.slice(0, end < 0 ? words.length : end + 2).map(({ text }) => text);
    this.between = SEPARATORS.find(one => there.includes(one)) ?? "/";
    this.words = words.filter(({ text }) => text === this.between || !SEPARATORS.includes(text));
    this.at = 0;
    this.problems = [];
  }

  /** A word ahead, in small letters; undefined at the end. */
  peek(ahead = 0) {
    return this.words[this.at + ahead]?.text.toLowerCase();
  }

  take() {
    return this.words[this.at++];
  }

  wrong(word, words) {
    this.problems.push(problemAt(word, words));
  }

  read(played) {
    if (this.words.every(({ text }) => text === "\n"))
      this.problems.push({
        words: t("read.nothing"),
        line: 1,
      });
    const seats = this.seats(),
      first = this.first();
    this.end();
    return { seats, first, moves: this.moves(played), problems: this.problems };
  }

  atKeyword() {
    return ["first", "moves"].includes(this.peek()) && this.peek(1) !== ":";
  }

  seats() {
    const seats = [[]];
    const noCard = () => [undefined, this.between, ":"].includes(this.peek());
    while (this.peek() !== undefined && !this.atKeyword()) {
      const word = this.take();
      if (word.text === this.between) {
        if (word.text !== "\n" || (![undefined, "\n"].includes(this.peek()) && !this.atKeyword())) seats.push([]);
      } else if (word.text === ":") {
        this.wrong(word, t("read.no-stone"));
        if (!noCard()) this.take();
      } else if (this.peek() !== ":") {
        this.wrong(word, t("read.no-colon", { word: quoted(word.text) }));
      } else {
        const colon = this.take();
        if (noCard()) this.wrong(colon, t("read.no-card", { word: quoted(`${word.text}:`) }));
        else seats.at(-1).push({ label: word, card: this.take() });
      }
    }
    return seats;
  }

  skipLineEnds() {
    while (this.peek() === "\n") this.take();
  }

  first() {
    if (this.peek() !== "first") return null;
    const keyword = this.take();
    this.skipLineEnds();
    if ((this.peek() ?? "moves") !== "moves") return this.take();
    this.wrong(keyword, t("read.first-alone"));
    return null;
  }

  /** Note what stands between the stones and the moves and is neither. */
  end() {
    this.skipLineEnds();
    if (this.peek() !== undefined && this.peek() !== "moves")
      this.wrong(this.words[this.at], t("read.unexpected", { word: quoted(this.words[this.at].text) }));
  }

  /** The words after "moves"; numbers that leave one out are told. */
  moves(played) {
    const starts = [0];
    for (const { code } of played) starts.push(starts.at(-1) + code.length + 1);
    const moves = [];
    let expected = null;
    for (const { groups, indices } of played.map(({ code }) => code).join("\n").matchAll(PLAY_WORD)) {
      const [start] = indices.groups.word;
      const i = starts.findLastIndex(one => one <= start);
      const word = { text: groups.word, line: played[i].line, at: start - starts[i] };
      const number = groups.number === undefined ? null : Number(groups.number);
      if (number !== null && expected !== null && number !== expected)
        this.wrong(word, t("read.number", { word: word.text, number, expected }));
      moves.push(word);
      expected = number ?? expected;
      expected = expected === null ? null : expected + 1;
    }
    return moves;
  }
}
