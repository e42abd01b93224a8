// Games as texts with all their variations, for files, links and what is kept. The main line is written as the program writes it;
// each further line is a comment, "# line MOVES" from the start on, which the program passes over.

import { readAddress } from "./address.js";
import { load, readLine, rulesOf, save, textOf, textOfState } from "./notation.js";
import { legalGame, positionOf, rootOf } from "./positions.js";
import { position, start } from "./rules.js";
import { lineThrough, linesOf, nodeNamed, withLine } from "./tree.js";
import { Wrong } from "./texts.js";

const LINE = /^[ \t]*#[ \t]*line[ \t]+(.*)$/gimu;
const SHARED = "#game=";
const ARROW = /(?<![a-h1-8])([a-h][1-8])[ \t]*[→⇒➔➜➝][ \t]*([a-h][1-8])(?![a-h1-8])/giu; // within a move
const BETWEEN = /[→⇒➔➜➝]/gu; // between two
const REMARKS = /\{[^{}]*\}|[!?]+/gu; // comments in braces, and marks of moves
const BARE = /^\s*(?:\d{1,6}[.)…]+\s*)?(?:[a-h][1-8][ \t]*(?:->|[-–—x×])?[ \t]*[a-h][1-8]|pass)(?![\w/])/iu;

/** Return the nodes in the order in which their lines are written, the start first. */
export function writtenOrder(tree) {
  const nodes = new Set([0]);
  for (const moves of linesOf(tree)) for (const node of lineThrough(tree, nodeNamed(tree, moves.join(" ")))) nodes.add(node);
  return [...nodes];
}

const furtherLines = tree => linesOf(tree).slice(1).map(moves => `# line ${moves.join(" ")}\n`).join("");
const mainEnd = game => positionOf(game, lineThrough(game.tree, 0).at(-1));

/** Return a game as a text that names its rules. */
export const textOfGame = game => save(mainEnd(game)) + furtherLines(game.tree);

function areUsual(rules) {
  return rules.max_plies == null && Object.entries(CONSTANTS.readings).every(([name, [usual]]) => rules[name] === usual);
}

/** Return a game as a text that is as short as possible; empty for the usual start. */
export function shortText(game) {
  const root = rootOf(game);
  if (!areUsual(root.rules)) return textOfGame(game);
  const text = textOf(mainEnd(game));
  const usual = textOfState(start(rulesOf()));
  const short = text.startsWith(usual) ? `start${text.slice(usual.length)}` : text;
  if (short === "start") return "";
  const further = furtherLines(game.tree);
  return further ? `${short}\n${further}` : short;
}

function readStrictly(text, rules) {
  const { base: state, moves, rules: by } = load(text, rulesOf(rules));
  const base = textOf(position(state, [], by));
  let [tree, at] = withLine([], 0, moves);
  for (const [, line] of text.matchAll(LINE)) {
    const further = readLine(line);
    position(state, further, by); // throws Wrong if a move is illegal
    [tree] = withLine(tree, 0, further);
  }
  return legalGame({ base, rules: by, tree, at });
}

/** Return a text without what people write into lists of moves; moves alone are of a game from the start. */
function simplified(text) {
  const plain = text.split("\n").map(line => (line.trimStart().startsWith("#") ? line : line.replace(ARROW, "$1-$2").replace(BETWEEN, " ").replace(REMARKS, " "))).join("\n");
  return BARE.test(plain) ? `start moves ${plain}` : plain;
}

/** Read a game with its variations from a text, a shared address, or a list of moves; throw Wrong if that is impossible. */
export function readGame(pasted, rules) {
  const from = pasted.indexOf(SHARED);
  const text = from < 0 ? pasted : readAddress(pasted.slice(from)).game;
  try {
    return readStrictly(text, rules);
  } catch (error) {
    const plain = simplified(text);
    if (!(error instanceof Wrong) || plain === text) throw error;
    return readStrictly(plain, rules);
  }
}
