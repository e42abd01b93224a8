// Setting up a position: what stands on the squares, whose turn it is, who wins ties. Any board can be set up; the rules of texts say
// whether it is a position.

import { MODES, read, textOfState } from "./notation.js";
import { positionOf } from "./positions.js";
import { counted, EMPTY, largest, NOBODY, placesOf, position, view, WHITE, BLACK } from "./rules.js";
import { Wrong } from "./texts.js";

const MOST_BACK = 200;
const SIGNS = [WHITE, BLACK, EMPTY];
const SIDES = [WHITE, BLACK];
export const TABLES = ["play", "analysis"]; // the screens with the game on the board

const isBoard = board => Array.isArray(board) && board.length > 1 && board.length < 9 && board.every(row => /^[wb.]{2,8}$/u.test(row) && row.length === board[0].length);

/** Begin with the position shown; `from` is the screen to go back to. */
export function editorOf(game, from) {
  const { board, side, mode, holder, ply } = positionOf(game).state;
  return { board, side, mode, holder, ply, brush: WHITE, from: TABLES.includes(from) ? from : "start", past: [] };
}

export function keptEditor(editor, game) {
  const { board, side, mode, holder, ply, brush, from } = Object(editor);
  const isFit = isBoard(board) && SIDES.includes(side) && "-prq".includes(mode) && "-wb".includes(holder) && Number.isInteger(ply) && ply >= 0 && ply < 1e6 && SIGNS.includes(brush);
  const fresh = editorOf(game, from);
  return isFit ? { ...fresh, board, side, mode, holder, ply, brush } : fresh;
}

/** Return who wins ties: the side ahead, nobody before there is a group of two, else who was chosen. */
export function holderOf({ board, holder }) {
  const [white, black] = SIDES.map(side => largest(board, side));
  if (white !== black) return white > black ? WHITE : BLACK;
  return white < 2 ? NOBODY : holder === NOBODY ? WHITE : holder;
}

export const stateOfEditor = ({ board, side, mode, holder, ply }) => ({ board, side, mode, holder: ply ? holderOf({ board, holder }) : holder, ply, seen: [], over: false });

export const textOfEditor = editor => textOfState(stateOfEditor(editor));

export const viewOfEditor = (editor, { rules }) => view(position(counted(stateOfEditor(editor), rules), [], rules));

/** Return why a board is no position; empty if it is one. */
export function whyNoPosition(editor, { rules: { size, ...rules } }) {
  try {
    read(textOfEditor(editor), rules);
    return "";
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    return error.message;
  }
}

const filled = (board, ranks, files) => Array.from({ length: ranks }, (_, i) => (board[i] ?? "").slice(0, files).padEnd(files, EMPTY));

/** Each deed: what it changes of the editor. */
const DEEDS = {
  paint({ board, brush }, { square }) {
    const [place] = placesOf(square + square);
    const [rank, file] = [place >> 3, place & 7];
    if (board[rank]?.[file] === undefined) return {};
    const sign = board[rank][file] === brush ? EMPTY : brush;
    return { board: board.map((row, i) => (i === rank ? row.slice(0, file) + sign + row.slice(file + 1) : row)) };
  },
  clear: ({ board }) => ({ board: board.map(row => row.replace(/./gu, EMPTY)) }),
  side: (_, { value }) => (SIDES.includes(value) ? { side: value } : {}),
  holder: (_, { value }) => (SIDES.includes(value) ? { holder: value } : {}),
  passed: (_, { value }, { rules }) => ({ mode: value ? MODES[rules.pass_rule][1] : "-" }),
  size: ({ board }, { ranks, files }) => ({ board: isBoard(filled(board, ranks, files)) ? filled(board, ranks, files) : board }),
};

/** Return the editor after a deed, which can be taken back. */
export function edited(editor, event, first) {
  if (event.deed === "brush") return SIGNS.includes(event.value) ? { ...editor, brush: event.value } : editor;
  const { past, ...before } = editor;
  if (event.deed === "undo") return past.length ? { ...past.at(-1), brush: editor.brush, past: past.slice(0, -1) } : editor;
  if (!Object.hasOwn(DEEDS, event.deed)) return editor;
  const changes = DEEDS[event.deed](editor, event, first);
  const isSame = Object.entries(changes).every(([name, value]) => String(editor[name]) === String(value));
  return isSame ? editor : { ...editor, ...changes, ply: Math.max(1, editor.ply), past: [...past, before].slice(-MOST_BACK) };
}
