// The rules of Mabi, as in `mabi_search/game/rules.py`. Tests compare both.
//
// A square is a number, 8 * rank + file. A move is a text like a1b1, or pass. States are never modified.

import { numberOf } from "./squares.js";
import { say, Wrong } from "./texts.js";

export const [WHITE, BLACK, EMPTY, NOBODY] = ["w", "b", ".", "-"];
export const [ALTERNATE, PASSED, RUN, LAST_CALL] = ["-", "p", "r", "q"];
export const PASS = "pass";
const OCCURRENCES = 2;

export const other = side => (side === WHITE ? BLACK : WHITE);
export const nameOf = square => "abcdefgh"[square & 7] + ((square >> 3) + 1);
const squareOf = name => "abcdefgh".indexOf(name[0]) + 8 * (Number(name[1]) - 1);
export const placesOf = move => [squareOf(move), squareOf(move.slice(2))];
export const listed = squares => squares.map(nameOf).join(" ");
const ascending = (a, b) => a - b;

/** Return the content of a square; undefined outside the board. */
const at = (board, rank, file) => board[rank]?.[file];
const on = (board, square) => at(board, square >> 3, square & 7);

/** Return the squares below, left, right and above; undefined outside the board. */
function beside(board, square) {
  const [rank, file] = [square >> 3, square & 7];
  return [[-1, 0], [0, -1], [0, 1], [1, 0]]
    .map(([up, right]) => (at(board, rank + up, file + right) === undefined ? undefined : square + 8 * up + right));
}

export const neighbours = (board, square) => beside(board, square).filter(one => one !== undefined);

export function pieces(board, side) {
  return board.flatMap((row, rank) => [...row].flatMap((sign, file) => (sign === side ? [8 * rank + file] : [])));
}

// Start

export function start(rules) {
  const [ranks, files] = sizeOf(rules);
  const board = Array.from({ length: ranks }, (_, rank) => Array.from({ length: files }, (__, file) => {
    if ((rank + file) % 2) return EMPTY;
    return lineOf(rules)(rank, file) % 2 ? BLACK : WHITE;
  }).join(""));
  return counted({ board, side: WHITE, mode: ALTERNATE, holder: NOBODY, ply: 0, seen: [], over: false }, rules);
}

// Readings: the meaning of each value of an option; a missing value is a bug

function reading(option, meanings) {
  return rules => {
    if (!Object.hasOwn(meanings, rules[option])) throw new Error(`${option}=${rules[option]} has no meaning here`);
    return meanings[rules[option]];
  };
}

const lineOf = reading("setup", { rows: rank => rank, diagonals: (rank, file) => (rank + file) >> 1 });
const paralysesGroups = reading("paralysis", { piece: false, group: true });
/** Return whether the largest groups, given by their sides, are frozen. */
const freezing = reading("freeze", {
  unique: sides => sides.length === 1, leader: sides => new Set(sides).size === 1, none: () => false,
});
const whyFrozen = reading("freeze", { unique: "frozen", leader: "frozenToo", none: null });
export const freezes = reading("freeze", { unique: true, leader: true, none: false });
const locks = reading("pass_rule", { run: true, resume: true, final: true, plain: false });
const resumes = reading("pass_rule", { run: false, resume: true, final: false, plain: false });
export const runIsLast = reading("pass_rule", { run: false, resume: false, final: true, plain: false });
const limitsRepetition = reading("repetition", { situation: true, placement: true, off: false });
export const countsPlacements = reading("repetition", { situation: false, placement: true, off: false });

export const sizeOf = rules => (rules.size ?? "8x8").split("x").map(Number);

/** Return a state as the start of a game. It counts as an occurrence unless it follows a pass. */
export function counted(state, rules) {
  return { ...state, seen: [ALTERNATE, RUN].includes(state.mode) ? [key(state, rules)] : [] };
}

/** Return the situation, which may not occur three times. */
export function key(state, rules) {
  const placement = state.board.join("/");
  return countsPlacements(rules) ? placement : `${placement} ${state.side}${state.mode}`;
}

// Groups

const known = new WeakMap();

/** Return the groups of a side, ordered by their first square from a1 along the ranks, with their squares in that order. */
export function groups(board, side) {
  if (!known.has(board)) known.set(board, { [WHITE]: foundGroups(board, WHITE), [BLACK]: foundGroups(board, BLACK) });
  return known.get(board)[side];
}

function foundGroups(board, side) {
  const left = new Set(pieces(board, side));
  return [...left].filter(first => left.has(first)).map(first => connected(first, left, board)).filter(group => group.length);
}

/** Remove the squares connected with a square from a set, and return them in order. */
export function connected(first, left, board) {
  const [found, fringe] = [[], [first]];
  while (fringe.length) {
    const square = fringe.pop();
    if (!left.delete(square)) continue;
    found.push(square);
    fringe.push(...neighbours(board, square));
  }
  return found.sort(ascending);
}

export const largest = (board, side) => Math.max(0, ...groups(board, side).map(group => group.length));
const groupOf = (board, square) => groups(board, on(board, square)).find(group => group.includes(square));

/** Return the enemy groups that paralyse a piece. */
function paralysers(board, square, rules) {
  const group = groupOf(board, square);
  const held = paralysesGroups(rules) ? group : [square];
  const around = new Set(held.flatMap(one => neighbours(board, one)));
  return groups(board, other(on(board, square)))
    .filter(enemy => enemy.length > group.length && enemy.some(one => around.has(one)));
}

/** Return the frozen groups. */
function frozen(board, rules) {
  const both = [WHITE, BLACK].flatMap(side => groups(board, side).map(group => ({ side, group })));
  const greatest = Math.max(0, ...both.map(({ group }) => group.length));
  const top = both.filter(({ group }) => group.length === greatest);
  return freezing(rules)(top.map(({ side }) => side)) ? top.map(({ group }) => group) : [];
}

// Moves

const isFrozen = (board, square, rules) => frozen(board, rules).some(group => group.includes(square));
const touchesEdge = (board, square) => beside(board, square).includes(undefined);

function mustMove(state, rules) {
  const { board } = state;
  return state.ply === 0 && pieces(board, state.side).some(square => touchesEdge(board, square)
    && neighbours(board, square).some(one => on(board, one) === EMPTY)
    && !isFrozen(board, square, rules) && !paralysers(board, square, rules).length);
}

export const isOver = (state, rules) => state.over || (rules.max_plies != null && state.ply >= rules.max_plies);

/** Return the reason why a move is illegal; null if it is legal. */
export function whyIllegal(state, move, rules) {
  if (isOver(state, rules)) return say("isOver");
  if (move === PASS) return mustMove(state, rules) ? say("noFirstPass") : null;
  const { board, side } = state;
  const [origin, target] = placesOf(move);
  const names = { square: nameOf(origin), target: nameOf(target), me: say(side), them: say(other(side)).toLowerCase() };
  for (const square of [origin, target])
    if (on(board, square) === undefined) return say("outside", { square: nameOf(square), size: `${board.length}x${board[0].length}` });
  if (on(board, origin) === EMPTY) return say("noPiece", names);
  if (on(board, origin) !== side) return say("notYours", names);
  if (!neighbours(board, origin).includes(target)) return say("notBeside", names);
  if (on(board, target) !== EMPTY) return say("notEmpty", names);
  if (isFrozen(board, origin, rules)) return say(whyFrozen(rules), names);
  const held = paralysers(board, origin, rules);
  if (held.length) {
    const { length } = groupOf(board, origin);
    return say("paralysed", {
      what: paralysesGroups(rules) ? say("groupOf", names) : names.square,
      by: held.map(group => say("aGroup", { ...names, squares: listed(group) })).join(say("andThe")),
      sizes: held.map(group => `${group.length} > ${length}`).join(", "),
    });
  }
  if (state.ply === 0 && !touchesEdge(board, origin)) return say("firstAtEdge");
  if (limitsRepetition(rules)) {
    const after = playUnchecked(state, move, rules).seen.at(-1);
    if (state.seen.filter(one => one === after).length >= OCCURRENCES) return say("thirdTime", { what: say(rules.repetition) });
  }
  return null;
}

/** Return all legal moves, by square from a1 along the ranks, the pass last. */
export function legalMoves(state, rules) {
  const { board } = state;
  const steps = pieces(board, state.side).flatMap(origin => neighbours(board, origin)
    .filter(target => on(board, target) === EMPTY).map(target => nameOf(origin) + nameOf(target)));
  return [...steps, PASS].filter(move => whyIllegal(state, move, rules) === null);
}

/** Return the state after a move, without a check of its legality. */
export function playUnchecked(state, move, rules) {
  if (move === PASS) return passed(state, rules);
  const [origin, target] = placesOf(move);
  const rows = state.board.map(row => [...row]);
  rows[origin >> 3][origin & 7] = EMPTY;
  rows[target >> 3][target & 7] = state.side;
  const board = rows.map(row => row.join(""));
  const stays = [PASSED, RUN].includes(state.mode);
  const [white, black] = [largest(board, WHITE), largest(board, BLACK)];
  const after = {
    ...state, board, side: stays ? state.side : other(state.side), mode: stays ? RUN : ALTERNATE, ply: state.ply + 1,
    holder: white === black ? state.holder : white > black ? WHITE : BLACK,
  };
  return { ...after, seen: [...state.seen, key(after, rules)] };
}

function passed(state, rules) {
  const after = { ...state, side: other(state.side), ply: state.ply + 1 };
  if ([PASSED, LAST_CALL].includes(state.mode) || (state.mode === RUN && runIsLast(rules))) return { ...after, over: true };
  const locked = locks(rules) && !(state.mode === RUN && resumes(rules));
  return { ...after, mode: locked ? PASSED : LAST_CALL };
}

/** Return the winner if the game ends now; null for a draw. */
function winner(state) {
  const [white, black] = [largest(state.board, WHITE), largest(state.board, BLACK)];
  if (white !== black) return white > black ? WHITE : BLACK;
  return state.holder === NOBODY ? null : state.holder;
}

// Positions: a base, the moves from there, the rules, and the state that they lead to

export const position = (base, moves, rules) => moves.reduce(play, { base, moves: [], rules, state: base });

/** Return the position after a move; throw Wrong if it is illegal. */
export function play(before, move) {
  const why = whyIllegal(before.state, move, before.rules);
  if (why !== null) throw new Wrong(say("ofMove", { n: numberOf(before.state.ply), side: say(before.state.side), move, told: why }));
  return after(before, move);
}

export function after(before, move) {
  return { ...before, moves: [...before.moves, move], state: playUnchecked(before.state, move, before.rules) };
}

/** Return the result of the game: winner, margin and reason; null if it is not over. */
export function outcome({ state, rules }) {
  if (!isOver(state, rules)) return null;
  const [white, black] = [largest(state.board, WHITE), largest(state.board, BLACK)];
  const sizes = say("sizes", { more: Math.max(white, black), fewer: Math.min(white, black) });
  if (!state.over) return { winner: null, margin: 0, decided: false, reason: say("stopped", { n: state.ply, sizes }) };
  const side = winner(state);
  if (side === null) return { winner: null, margin: 0, decided: true, reason: say("draw") };
  const reason = say(white === black ? "tie" : "wins", { name: say(side), sizes });
  return { winner: side, margin: Math.abs(white - black), decided: true, reason };
}

// Display

export function words(shown) {
  const { state } = shown;
  const holder = say(state.holder === NOBODY ? "nobody" : state.holder);
  const sizes = say("groups", { white: largest(state.board, WHITE), black: largest(state.board, BLACK), holder });
  const end = outcome(shown);
  if (end) return [say("over", { how: end.reason }), sizes];
  const names = { me: say(state.side), them: say(other(state.side)), n: numberOf(state.ply) };
  return [say("toMove", names), say(state.mode, names), sizes];
}

/** Return the frozen pieces, marked "!", and the paralysed pieces, marked "*". */
function marks({ board }, rules) {
  const found = Object.fromEntries(frozen(board, rules).flat().map(square => [nameOf(square), "!"]));
  for (const square of [...pieces(board, WHITE), ...pieces(board, BLACK)])
    if (paralysers(board, square, rules).length) found[nameOf(square)] = "*";
  return found;
}

/** Return the pieces of the side to move without a legal step, with the reason of the first step to an empty square. */
function stuck(state, rules) {
  const found = {};
  for (const square of pieces(state.board, state.side)) {
    const origin = nameOf(square);
    const steps = neighbours(state.board, square);
    const reasons = steps.map(target => whyIllegal(state, origin + nameOf(target), rules));
    if (reasons.includes(null)) continue;
    found[origin] = reasons.find((reason, i) => reason !== say("notEmpty", { target: nameOf(steps[i]) })) ?? say("allTaken", { square: origin });
  }
  return found;
}

/** Return a description of each piece: where it can move, or why it cannot move. */
function told(shown, legal, held) {
  const { state, rules } = shown;
  const turned = { ...state, side: other(state.side), mode: ALTERNATE, ply: Math.max(state.ply, 1), seen: [] };
  const found = {};
  for (const side of [WHITE, BLACK]) {
    const reasons = stuck(side === state.side ? state : turned, rules);
    for (const group of groups(state.board, side))
      for (const square of group.map(nameOf)) {
        const steps = legal.filter(move => move !== PASS && move.startsWith(square)).map(move => move.slice(2));
        const mine = side === state.side;
        found[square] = say(group.length > 1 ? "inGroup" : "alone", { side: say(side), size: group.length });
        if (steps.length) found[square] += say("canGo", { squares: steps.join(say("or")) });
        else if (square in reasons && (mine || square in held)) found[square] += say("because", { why: reasons[square] });
      }
  }
  return found;
}

/** Return everything that the board shows of a position, except its text. */
export function view(shown) {
  const { state, rules } = shown;
  const end = outcome(shown);
  const legal = legalMoves(state, rules);
  const held = marks(state, rules);
  const bySize = side => [...groups(state.board, side)].sort((a, b) => b.length - a.length || a[0] - b[0]);
  return {
    board: state.board, side: state.side, mode: state.mode, ply: state.ply, holder: state.holder,
    largest: { [WHITE]: largest(state.board, WHITE), [BLACK]: largest(state.board, BLACK) },
    words: words(shown), over: end?.reason ?? null, moves: legal, no_pass: end ? null : whyIllegal(state, PASS, rules),
    groups: [WHITE, BLACK].flatMap(bySize).map(group => group.map(nameOf)),
    marks: held, told: told(shown, legal, held), rules,
  };
}
