// Positions in the form that kernels use, and the memory of the kernels.

import "./kernels.js";
import { connected, isOver, listed, other, pieces, sizeOf, ALTERNATE, BLACK, EMPTY, PASS, PASSED, RUN, WHITE } from "./rules.js";

const MODES = "-prq";
const SIDES = "wb";

// Positions

export function bits(squares) {
  return squares.reduce((word, square) => word | 1n << BigInt(square), 0n);
}

export const wordsOf = board => [bits(pieces(board, WHITE)), bits(pieces(board, BLACK))];

/** Return an earlier situation: its words, and the side to move and mode if they count. */
function situation(text) {
  const [placement, code = ""] = text.split(" ");
  const [white, black] = wordsOf(placement.split("/"));
  return { white, black, code: code && SIDES.indexOf(code[0]) * 4 + MODES.indexOf(code[1]) };
}

function settingOf(board, rules) {
  const [ranks, files] = [board.length, board[0].length];
  const every = Array.from({ length: 8 * ranks }, (_, square) => square).filter(square => (square & 7) < files);
  const edge = every.filter(square => [0, ranks - 1].includes(square >> 3) || [0, files - 1].includes(square & 7));
  const readings = ["paralysis", "freeze", "pass_rule", "repetition"].map(option => [option, CONSTANTS.readings[option].indexOf(rules[option])]);
  return { board: bits(every), edge: bits(edge), ...Object.fromEntries(readings) };
}

/** Pack a state of an unfinished game. */
export function pack(state, rules) {
  const [white, black] = wordsOf(state.board);
  const [own, enemy] = state.side === WHITE ? [white, black] : [black, white];
  const code = SIDES.indexOf(state.side) * 4 + MODES.indexOf(state.mode);
  return { state, rules, setting: settingOf(state.board, rules), own, enemy, code, first: Number(state.ply === 0) };
}

export const keysOf = state => state.seen.map(situation);

export function moveOf(code) {
  return code === 0 ? PASS : listed([code & 63, code >> 6]).replace(" ", "");
}

export function codeOf(move) {
  if (move === PASS) return 0;
  const [from, to] = [move.slice(0, 2), move.slice(2)].map(name => "abcdefgh".indexOf(name[0]) + 8 * (Number(name[1]) - 1));
  return from + 64 * to;
}

/** Return the squares on which the runner can move, region by region. */
export function regions(board, standing) {
  const free = new Set([...pieces(board, EMPTY), ...pieces(board, other(standing))].sort((a, b) => a - b));
  return [...free].map(first => connected(first, free, board)).filter(region => region.length);
}

/** Return whether a technique is sound under these readings, by the table of the program. */
export function sound(technique, rules) {
  return CONSTANTS.sound[technique].some(readings => Object.entries({ ...CONSTANTS.examined, ...readings })
    .every(([option, values]) => values.includes(rules[option])));
}

export const isRun = ({ state, rules }) => [PASSED, RUN].includes(state.mode) && sound("one choice", rules) && !isOver(state, rules);
export const isSearchableRun = shown => isRun(shown) && sound("run search", shown.rules);
export const mayHoldOut = ({ state, rules }) => state.mode === ALTERNATE && state.holder === state.side && sound("holding out", rules);

// The weights of the evaluation, as `mabi_search/search/weights.py` spreads them

export function weightsFor(rules) {
  const C = CONSTANTS.weights;
  const bytes = Uint8Array.from(atob(C.values), sign => sign.charCodeAt(0));
  const values = new Int16Array(bytes.buffer);
  const windows = values.subarray(C.BY_LINE - C.BY_SIZE);
  const found = new Int16Array(C.WEIGHTS);
  found.set(values.subarray(0, C.BY_LINE - C.BY_SIZE), C.BY_SIZE);
  const [ranks, files] = sizeOf(rules);
  for (const [turned, many, length] of [[0, ranks, files], [1, files, ranks]]) {
    const first = ranks === files ? 0 : turned * C.LINE_DISTANCES;
    for (let line = 0; line < many; line += 1)
      found[C.LINE_CLASSES + turned * C.FILES + line] = first + Math.min(line, many - 1 - line, C.LINE_DISTANCES - 1);
    found.set(linesOf(windows, length), C.BY_LINE + first * C.LINES);
  }
  return found;
}

function linesOf(windows, length) {
  const C = CONSTANTS.weights;
  const found = new Int16Array(C.LINE_DISTANCES * C.LINES);
  for (let first = 0; first + C.WINDOW <= length; first += 1) {
    const last = length - C.WINDOW - first;
    const distance = Math.min(first, last, C.WINDOW_DISTANCES - 1);
    for (const reversed of [...(first <= last ? [false] : []), ...(first >= last ? [true] : [])])
      for (let line = 0; line < C.LINES; line += 1) {
        let filling = 0;
        for (let i = 0; i < C.WINDOW; i += 1)
          filling += (Math.floor(line / 3 ** (first + i)) % 3) * 3 ** (reversed ? C.WINDOW - 1 - i : i);
        for (let far = 0; far < C.LINE_DISTANCES; far += 1)
          found[far * C.LINES + line] += windows[(far * C.WINDOW_DISTANCES + distance) * C.FILLINGS + filling];
      }
  }
  return found;
}

// Rooms

/** The kernels and their memory. Arrays are kept by name for the next search. */
export class Machine {
  #rooms = new Map();

  constructor(bytes, memory) {
    this.kernels = new Kernels(bytes);
    this.most = memory >= 8 ? 1 << 20 : memory >= 4 ? 1 << 18 : 1 << 16; // maximum number of placements and of entries
  }

  call(name, values) {
    const mark = this.kernels.mark();
    const found = this.kernels.call(this.kernels.block(name, values));
    this.kernels.release(mark);
    return found;
  }

  /** Return the array with a name. Its contents are kept unless it was too small. */
  array(name, items, shape) {
    const wanted = this.kernels.arrayAt(items, shape, 0);
    const bytes = wanted.length * (typeof items === "string" ? Number(items.match(/\d+/u)[0]) / 8 : items.bytes);
    let room = this.#rooms.get(name);
    if (!room || room.bytes < bytes) {
      room = { bytes, address: this.kernels.allocate(bytes) };
      this.#rooms.set(name, room);
    }
    return this.kernels.arrayAt(items, shape, room.address);
  }

  /** Return all arrays of a form. `sizes` says how they grow with n. */
  room(name, form, sizes, n) {
    if (typeof form === "string") return sizes;
    if (!form.members) return this.array(name, form.items, sizes.map(([a, b]) => a * n + b));
    return Object.fromEntries(Object.entries(form.members).map(([part, inner]) => [part, this.room(`${name}.${part}`, inner, sizes[part], n)]));
  }

  /** Return the earlier situations in the form that kernels use. */
  keys({ state }) {
    const keys = keysOf(state);
    const room = this.array("keys", "uint64", [keys.length, 4]);
    room.view.set(keys.flatMap(({ white, black, code }) => [white, black, BigInt(code || 0), 0n]));
    return room;
  }

  /** Return how they restrict play: the sum of `TWICE` and the other flags of `CONSTANTS.keys`. */
  past(packed) {
    const { setting, own, enemy, code } = packed;
    return Number(this.call("past", { setting, keys: this.keys(packed), own, enemy, code }));
  }

  form(entry, argument) {
    return this.kernels.entries[entry].arguments[argument];
  }
}

export function clear(room) {
  if (room.bytes) room.bytes.fill(0);
  else Object.values(room).filter(part => typeof part === "object").forEach(clear);
}

/** Read a field of a row of records; `set` writes it. */
export function field(rows, index, name, set) {
  const [, kind, at] = rows.items.fields.find(([member]) => member === name);
  const Cell = kind === "int32" ? Int32Array : BigInt64Array;
  const cell = new Cell(rows.memory.buffer, rows.address + index * rows.items.bytes + at, 1);
  if (set !== undefined) cell[0] = kind === "int32" ? set : BigInt(set);
  return Number(cell[0]);
}

/** Return the first rows of records. */
export const firstRows = (rows, count) => new rows.constructor(rows.memory, rows.items, [count], rows.address);
