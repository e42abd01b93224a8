// The worker of the page. It answers one long question at a time. The next question, or "stop", ends the current one.

import { certificateOf, reasonsOf } from "./certifying.js";
import { last, Watch } from "./driving.js";
import { Games } from "./local.js";
import { Machine, regions } from "./packing.js";
import { passNow } from "./pass_searches.js";
import { Engine, secondsForMove, shownAnalysis, shownPass } from "./player.js";
import { decide, sideOf } from "./proving.js";
import { judge, review, shownWorth } from "./review.js";
import { nameOf, outcome } from "./rules.js";
import { analyses } from "./search.js";
import { say, Wrong } from "./texts.js";

const AT_ONCE_MS = 25; // between two checks for messages
const EACH_PART_MS = 100; // between two parts of an answer: a page that draws each of them has time for taps
const ANALYSIS_SECONDS = 120;
const PASS_SECONDS = 4;
const HINT_SECONDS = 1;
const SOLVE_SECONDS = 10;

const games = new Games();
const pause = new MessageChannel();
let machine = null;
let engine = null;
let certificate = null; // the certificate of the last proof
let current = null; // the question being answered

const counted = number => number.toLocaleString("en");

/** Allow messages to be received. */
function breath() {
  return new Promise(done => {
    pause.port1.onmessage = done;
    pause.port2.postMessage(null);
  });
}

const answers = {
  *analyse({ shown, fields, tell, stop }) {
    const search = analyses(machine, shown, { lines: fields.lines, limits: { seconds: ANALYSIS_SECONDS, stop } });
    return shownAnalysis(yield* last(search, found => tell(shownAnalysis(found, shown.state.side))), shown.state.side);
  },

  *hint({ shown, stop }) {
    if (outcome(shown)) throw new Wrong(say("nothingToSearch"));
    let best = null;
    for (const found of analyses(machine, shown, { lines: 1, limits: { seconds: HINT_SECONDS, stop } }))
      if (found) best = found.lines[0] ?? best;
      else yield undefined;
    return { move: best?.pv[0] ?? null };
  },

  *pass({ shown, tell, stop }) {
    const region = regions(shown.state.board, shown.state.side)
      .filter(squares => squares.some(square => shown.state.board[square >> 3][square & 7] !== "."))
      .flat().sort((a, b) => a - b).map(nameOf);
    tell({ region });
    return { region, ...shownPass(shown, yield* passNow(machine, shown, { seconds: PASS_SECONDS, stop })) };
  },

  *move({ shown, fields, stop }) {
    if (outcome(shown)) throw new Wrong(say("nothingToSearch"));
    const level = CONSTANTS.levels[fields.level];
    if (engine?.level !== level) engine = new Engine(machine, level);
    const seconds = "left" in fields ? secondsForMove(fields.left / 1000, fields.bonus / 1000) : undefined;
    return yield* engine.choose(shown, { seconds, stop });
  },

  *solve({ shown, tell, stop }) {
    certificate = null;
    const watch = new Watch({});
    const limits = { seconds: SOLVE_SECONDS, stop };
    const found = yield* decide(machine, shown, limits, nodes => tell({ progress: say("searched", { nodes: counted(nodes) }) }));
    const { how, line, nodes } = found;
    const answer = { proven: how !== null, moves: line, nodes, certificate: false, told: "", reasons: null };
    answer.summary = how === null ? say(found.full ? "unsolvedFull" : "unsolved") : say("solved", { me: say(shown.state.side), how: say({ 1: "hasWon", "-1": "hasLost", 0: "draws" }[how]) });
    answer.worth = shownWorth({ how, score: null }, shown.state.side);
    if (how) {
      try {
        const made = yield* certificateOf(machine, shown, sideOf(shown, how), found.proof, limits, progress => tell({ progress }));
        certificate = made.text;
        Object.assign(answer, { certificate: true, reasons: reasonsOf(made.entries) });
      } catch (error) {
        if (!(error instanceof Wrong)) throw error;
        answer.told = say("noCertificate", { why: error.message });
      }
    }
    return { ...answer, seconds: watch.seconds };
  },

  /** Return whether a side wins (null if undecided), and the line that shows it. */
  *prove({ shown, fields, stop }) {
    const { how, line } = yield* decide(machine, shown, { seconds: SOLVE_SECONDS, stop });
    return { wins: how === null ? null : how !== 0 && sideOf(shown, how) === fields.side, line };
  },

  *certificate() {
    yield undefined;
    if (certificate === null) throw new Wrong(say("solveFirst"));
    return { text: certificate };
  },

  *review({ shown, tell, stop }) {
    return yield* review(machine, shown, { nodes: CONSTANTS.review.nodes, stop }, progress => tell({ progress }));
  },

  *judge({ shown, stop }) {
    return yield* judge(machine, shown, { nodes: CONSTANTS.review.judging, stop });
  },
};

async function answer({ id, ask, ...fields }) {
  const mine = { stopped: false };
  const before = current;
  if (before) before.stopped = true;
  current = mine;
  mine.done = (async () => {
    await before?.done;
    try {
      const shown = fields.game && games.moment(fields).shown;
      let part = null; // the newest that is not told yet
      let toldAt = -EACH_PART_MS;
      const tell = newer => { part = newer; };
      const search = answers[ask]({ shown, fields, tell, stop: () => mine.stopped });
      let since = performance.now();
      while (true) {
        const { value, done } = search.next();
        if (done) {
          postMessage({ id, answer: value });
          return;
        }
        if (performance.now() - since < AT_ONCE_MS) continue;
        if (part && performance.now() - toldAt >= EACH_PART_MS) {
          postMessage({ id, part });
          [part, toldAt] = [null, performance.now()];
        }
        await breath();
        since = performance.now();
      }
    } catch (error) {
      postMessage(error instanceof Wrong ? { id, error: error.message } : { failed: String(error.message ?? error) });
    }
  })();
}

self.onmessage = ({ data }) => {
  if (data.bytes) {
    machine = new Machine(data.bytes, data.memory);
    language = data.spoken;
  }
  else if (data.ask === "stop") {
    if (current) current.stopped = true;
    postMessage({ id: data.id, answer: {} });
  } else answer(data);
};
