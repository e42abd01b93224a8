// Positions in the form that kernels use, and the memory of the kernels.

import "./kernels.js";
import { connected, isOver, listed, other, pieces, sizeOf, ALTERNATE, EMPTY, NOBODY, PASS, PASSED, RUN, WHITE } from "./rules.js";

const MODES = "-prq";
const SIDES = "wb";

// Positions

export function bits(squares) {
  return squares.reduce((word, square) => word | 1n << BigInt(square), 0n);
}

/** Return the words of the pieces of a side, White if left out, and of the other side. */
export function wordsOf(board, side = WHITE) {
  return [side, other(side)].map(colour => bits(pieces(board, colour)));
}

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
  const { board, side, holder, mode } = state;
  const [own, enemy] = wordsOf(board, side);
  const code = SIDES.indexOf(side) * 4 + MODES.indexOf(mode);
  const holds = holder === NOBODY ? 0 : holder === side ? 1 : -1;
  return { state, rules, setting: settingOf(board, rules), own, enemy, code, holds, first: Number(state.ply === 0) };
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

  /** Write the weights of the evaluation for a board. */
  spread(rules, weights) {
    const bytes = Uint8Array.from(atob(CONSTANTS.weights), sign => sign.charCodeAt(0));
    const values = this.array("weights", "int16", [bytes.length / 2]);
    values.bytes.set(bytes);
    weights.bytes.fill(0);
    const [ranks, files] = sizeOf(rules);
    this.call("spread", { values, ranks, files, weights });
  }

  form(entry, argument) {
    return this.kernels.entries[entry].arguments[argument];
  }
}

export function clear(room) {
  if (room.bytes) room.bytes.fill(0);
  else Object.values(room).filter(part => typeof part === "object").forEach(clear);
}

/** Return a field of a row of records. */
export function field(rows, index, name) {
  const [, kind, at] = rows.items.fields.find(([member]) => member === name);
  const Cell = kind === "int32" ? Int32Array : BigInt64Array;
  return Number(new Cell(rows.memory.buffer, rows.address + index * rows.items.bytes + at, 1)[0]);
}

/** Return the first rows of records. */
export const firstRows = (rows, count) => new rows.constructor(rows.memory, rows.items, [count], rows.address);
