// Certificates as in `mabi_search/certify/certificates.py`: the winner's answers to everything that the loser can do.
// `mabi check` verifies them with separate rules.

import { drive, Watch } from "./driving.js";
import { pack } from "./packing.js";
import { prove, provable } from "./proving.js";
import { key, largest, legalMoves, other, playUnchecked, runIsLast, whyIllegal, ALTERNATE, EMPTY, NOBODY, PASS, PASSED, RUN } from "./rules.js";
import { boundsOf, RunSearch, winningRun } from "./runs.js";
import { textOf, textOfState } from "./notation.js";
import { say, Wrong } from "./texts.js";

const { certificate: C, runs: L } = CONSTANTS;
const OCCURRENCES = 2;

const keyOf = state => textOfState(state).split(" ").slice(0, 4).join(" ");

class Builder {
  entries = new Map();
  #known = new Set();
  #todo = [];
  #runs = new Map();

  constructor(machine, shown, winner, proof, watch) {
    Object.assign(this, { machine, winner, proof, watch, rules: shown.rules, past: shown.state.seen, base: shown.state });
    this.#push(shown.state);
  }

  *build(told) {
    while (this.#todo.length) {
      const state = this.#todo.pop();
      if (state.mode === ALTERNATE) this.#alternate(state);
      else if (state.side === this.winner) yield* this.#winnerAlone(state);
      else yield* this.#loserAlone(state);
      told(this.entries.size);
      yield undefined;
    }
    return [...this.entries.values()].map(entry => JSON.stringify(entry));
  }

  #push(state) {
    if (state.over || this.#known.has(keyOf(state))) return;
    this.#known.add(keyOf(state));
    this.#todo.push({ ...state, seen: [] });
  }

  #write(state, entry) {
    this.entries.set(keyOf(state), { at: keyOf(state), ...entry });
  }

  #alternate(state) {
    if (state.side === this.winner) {
      const move = this.proof.answer(state);
      this.#write(state, { move, within: this.proof.value(state).within });
      this.#push(playUnchecked(state, move, this.rules));
      return;
    }
    for (const move of legalMoves(state, this.rules)) {
      const then = playUnchecked(state, move, this.rules);
      const seen = move === PASS ? 0 : this.past.filter(situation => situation === key(then, this.rules)).length;
      if (seen < OCCURRENCES) this.#push(then);
    }
  }

  #ends(state) {
    return state.mode === PASSED || runIsLast(this.rules);
  }

  *#winnerAlone(first) {
    if (this.#ends(first) && first.holder === this.winner) return;
    const run = yield* this.#runOf(first);
    if (!run) throw new Wrong(say("noRunAgain", { at: keyOf(first) }));
    this.#write(first, { run });
    this.#push([...run, PASS].reduce((state, move) => playUnchecked(state, move, this.rules), first));
  }

  /** Return steps of a run after which the winner's pass wins, or null. */
  *#runOf(state) {
    const at = keyOf(state);
    if (!this.#runs.has(at)) {
      const hint = this.proof && state.mode === PASSED ? this.#byHint(state) : null;
      this.#runs.set(at, hint ?? (yield* winningRun(this.machine, { state: { ...state, seen: this.past }, rules: this.rules }, this.watch)));
    }
    return this.#runs.get(at);
  }

  /** Return the steps of the proof's run, up to a placement where a bound shows that the other side cannot overtake. */
  #byHint(first) {
    let [state, made] = [{ ...first, seen: this.past }, []];
    for (const move of this.proof.playOf({ ...first, side: other(first.side), mode: ALTERNATE })) {
      if (whyIllegal(state, move, this.rules) !== null) continue;
      state = playUnchecked(state, move, this.rules);
      made = [...made, move];
      if (state.holder !== state.side) continue;
      const bounds = runIsLast(this.rules) ? null : boundsOf(this.machine, state, this.rules, other(state.side));
      if (!bounds || bounds[C.REGIONS] <= largest(state.board, state.side)) return made;
    }
    return null;
  }

  *#loserAlone(state) {
    if (state.mode !== PASSED) this.#push(playUnchecked(state, PASS, this.rules));
    const most = largest(state.board, this.winner);
    const bounds = state.holder === this.winner ? boundsOf(this.machine, state, this.rules, state.side) : {};
    const why = Object.keys(bounds).find(bound => bounds[bound] < most + Number(bound === C.REGIONS));
    if (why) this.#write(state, { cannot: why });
    else yield* this.#tryAll(state);
  }

  /** Answer every reachable placement in which the loser is the holder. */
  *#tryAll(first) {
    const most = C.MOST_PLACEMENTS;
    const search = new RunSearch(this.machine, { most: 2 ** most.toString(2).length, answers: false });
    search.begin(pack({ ...first, seen: this.past }, this.rules), { aim: L.GREATEST });
    yield* drive(search, this.watch, most + 1);
    if (!search.loses || search.nodes > most) throw new Wrong(say("tooManyPlacements", { most: most.toLocaleString("en"), at: keyOf(first) }));
    this.#write(first, { cannot: C.EXHAUSTED });
    for (let index = 1; index < search.count; index += 1) {
      if (search.node(index, "parent") === L.BARRED) continue;
      const holder = search.node(index, "holds") ? first.side : first.holder === NOBODY ? NOBODY : other(first.side);
      if (holder === this.winner) continue;
      const board = withPieces(first.board, first.side, search.room.placements.view[index]);
      this.#push(playUnchecked({ ...first, board, mode: RUN, holder }, PASS, this.rules));
    }
  }
}

function withPieces(board, side, word) {
  return board.map((row, rank) => [...row].map((sign, file) => {
    if (word >> BigInt(8 * rank + file) & 1n) return side;
    return sign === side ? EMPTY : sign;
  }).join(""));
}

/** Return the text and the entries of a certificate that a side wins; throw Wrong if none can be made here. */
export function* certificateOf(machine, shown, winner, proof, limits, told) {
  if (!provable(shown.rules)) throw new Wrong(say("noSuchCertificate"));
  let graph = proof;
  if (!graph && shown.state.mode === ALTERNATE) {
    const found = yield* prove(machine, shown, limits, made => told(say("searched", { nodes: made.toLocaleString("en") })));
    if (!found.decided) throw new Wrong(say("noProofInTime"));
    graph = found.proof;
  }
  const builder = new Builder(machine, shown, winner, graph, new Watch({ stop: limits.stop }));
  const lines = yield* builder.build(many => told(say("answersSoFar", { n: many, count: many.toLocaleString("en") })));
  const rules = Object.fromEntries(C.READINGS.map(option => [option, shown.rules[option]]));
  const outcome = winner === shown.state.side ? "win" : "loss";
  const text = lines.map(line => `${line}\n`).join("");
  const head = { kind: C.KIND, version: C.VERSION, position: textOf(shown), outcome, rules, lines: lines.length, sha256: sha256(text) };
  return { text: `${JSON.stringify(head)}\n${text}`, entries: [...builder.entries.values()] };
}

/** Count the answers of each kind in a certificate, to explain why an outcome is certain. */
export function reasonsOf(entries) {
  const kinds = entries.map(entry => entry.cannot ?? ("run" in entry ? "run" : "move"));
  const found = { answers: entries.length };
  for (const kind of kinds) found[kind] = (found[kind] ?? 0) + 1;
  return found;
}

/** Return the SHA-256 of an ASCII text as 64 hexadecimal digits (FIPS 180-4). */
export function sha256(text) {
  const root = (prime, power) => Math.floor((prime ** power % 1) * 2 ** 32);
  const primes = [];
  for (let n = 2; primes.length < 64; n += 1) if (primes.every(prime => n % prime)) primes.push(n);
  const K = primes.map(prime => root(prime, 1 / 3));
  const H = primes.slice(0, 8).map(prime => root(prime, 1 / 2));
  const length = Math.ceil((text.length + 9) / 64) * 64;
  const bytes = new DataView(new ArrayBuffer(length));
  for (let i = 0; i < text.length; i += 1) bytes.setUint8(i, text.charCodeAt(i));
  bytes.setUint8(text.length, 128);
  bytes.setBigUint64(length - 8, BigInt(8 * text.length));
  const turn = (x, by) => x >>> by | x << 32 - by;
  const w = new Uint32Array(64);
  for (let block = 0; block < length; block += 64) {
    let [a, b, c, d, e, f, g, h] = H;
    for (let i = 0; i < 64; i += 1) {
      w[i] = i < 16 ? bytes.getUint32(block + 4 * i)
        : w[i - 16] + w[i - 7] + (turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ w[i - 15] >>> 3) + (turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ w[i - 2] >>> 10);
      const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + (e & f ^ ~e & g) + K[i] + w[i];
      const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + (a & b ^ a & c ^ b & c);
      [h, g, f, e, d, c, b, a] = [g, f, e, d + one | 0, c, b, a, one + two | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => { H[i] = H[i] + word >>> 0; });
  }
  return H.map(word => word.toString(16).padStart(8, "0")).join("");
}
