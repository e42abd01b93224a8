// Drive searches in slices, as `_gamekit/search.py` does. A search has `nodes`, and `advance(quota)` that returns a status.

export const [RUNNING, DECIDED, EXHAUSTED, FULL, TURN] = ["running", "decided", "exhausted", "memory", "turn"];
const SLICE_MS = 20;

export class Watch {
  constructor(limits) {
    this.limits = limits;
    this.started = performance.now();
    this.slice = 2_000;
    this.before = 0;
    this.sliceStarted = this.started;
  }

  get seconds() {
    return (performance.now() - this.started) / 1000;
  }

  /** Return the number of nodes for the next slice; 0 if the limit is reached. */
  nextSlice(nodes) {
    const now = performance.now();
    if (2 * (nodes - this.before) >= this.slice) {
      const ratio = SLICE_MS / Math.max(now - this.sliceStarted, 0.001);
      this.slice = Math.floor(this.slice * Math.min(4, Math.max(0.25, ratio))) + 1;
    }
    [this.before, this.sliceStarted] = [nodes, now];
    return Math.max(0, Math.min(this.slice, (this.limits.nodes ?? Infinity) - nodes));
  }

  stopped(nodes) {
    if (this.limits.stop?.()) return "interrupt";
    if (this.limits.nodes != null && nodes >= this.limits.nodes) return "nodes";
    return this.limits.seconds != null && this.seconds >= this.limits.seconds ? "seconds" : null;
  }
}

/**
 * Advance a search until it ends, a limit is reached, or it has `until` nodes. Yield after each slice, where it may be
 * interrupted; return DECIDED, EXHAUSTED, TURN, or the limit: "interrupt", "nodes", "seconds" or FULL.
 */
export function* drive(search, watch, until = Infinity, progress = () => {}) {
  while (search.nodes < until) {
    const status = search.advance(Math.min(watch.nextSlice(search.nodes), until - search.nodes));
    if (status === DECIDED || status === EXHAUSTED) return status;
    progress(search.nodes);
    yield undefined;
    const reached = watch.stopped(search.nodes) ?? (status === FULL ? FULL : null);
    if (reached) return reached;
  }
  return TURN;
}

export const limitOf = stop => ([DECIDED, EXHAUSTED, TURN].includes(stop) ? null : stop);

/** Return the next answer of a generator that also yields nothing, where it may be interrupted; null after the last. */
export function* next(answers) {
  while (true) {
    const { value, done } = answers.next();
    if (done) return null;
    if (value) return value;
    yield undefined;
  }
}

/** Return the last answer of such a generator, and tell each. */
export function* last(answers, tell = () => {}) {
  let answer = null;
  for (let newer = yield* next(answers); newer; newer = yield* next(answers)) {
    answer = newer;
    tell(answer);
  }
  return answer;
}

/** Return a search that counts the nodes of another one, and is advanced by a function that reports what it finds. */
export const reporting = (search, advance) => ({ get nodes() { return search.nodes; }, advance });

/** Several searches with their shares, which take turns: `Turns` of `_gamekit/search.py`. Their memory does not grow. */
export class Turns {
  #turn = 0;
  #idle = [];

  constructor(searches, first, factor = 2) {
    Object.assign(this, { searches, round: first, factor });
  }

  get nodes() {
    return this.searches.reduce((sum, [search]) => sum + search.nodes, 0);
  }

  advance(quota) {
    while (true) {
      const [search, share] = this.searches[this.#turn];
      const rest = Math.floor(this.round * share) - search.nodes;
      const status = rest > 0 ? search.advance(Math.min(quota, rest)) : null;
      if (status === RUNNING || status === DECIDED) return status;
      if (status) this.#idle.push(status);
      this.#turn = (this.#turn + 1) % this.searches.length;
      if (this.#turn) continue;
      if (this.#idle.length === this.searches.length) return this.#idle.includes(FULL) ? FULL : EXHAUSTED;
      this.#idle = [];
      this.round *= this.factor;
    }
  }
}
