// The worker of the page: one long question at a time; the next one, or "stop", ends the one before.

import { Games } from "./local.js";
import { Machine, regions } from "./packing.js";
import { Engine, secondsForMove, shownAnalysis, shownPass, worth } from "./player.js";
import { nameOf, outcome } from "./rules.js";
import { analyses, passNow, proven } from "./search.js";
import { say, Wrong } from "./texts.js";

const AT_ONCE_MS = 25; // between two moments at which messages are read
const ANALYSIS_SECONDS = 120;
const PASS_SECONDS = 4;
const SOLVE_SECONDS = 10;

const games = new Games();
const pause = new MessageChannel();
let machine = null;
let engine = null;
let current = null; // what is being answered

/** Let messages be read. */
function breath() {
  return new Promise(done => {
    pause.port1.onmessage = done;
    pause.port2.postMessage(null);
  });
}

const answers = {
  *analyse({ shown, fields, tell, stop }) {
    let known = null;
    for (const found of analyses(machine, shown, { lines: fields.lines, limits: { seconds: ANALYSIS_SECONDS, stop } })) {
      if (found) tell(known = shownAnalysis(found, shown.state.side));
      else yield undefined;
    }
    return known;
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
    const { side } = shown.state;
    let found = null;
    for (const one of analyses(machine, shown, { limits: { seconds: SOLVE_SECONDS, stop } })) {
      if (one) {
        found = one;
        tell({ progress: say("searched", { nodes: one.nodes.toLocaleString("en"), depth: one.depth }) });
      } else yield undefined;
    }
    const sure = proven(found.score);
    const names = { me: say(side), how: say(found.score > 0 ? "hasWon" : "hasLost"), depth: found.depth };
    return {
      summary: say(sure ? "solved" : "unsolved", names), proven: sure, worth: worth(found.score, side), moves: sure ? found.lines[0]?.pv ?? [] : [],
      nodes: found.nodes, seconds: found.seconds, certificate: false, told: sure ? say("ownProof") : "",
    };
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
      const { shown } = games.moment(fields);
      const tell = part => postMessage({ id, part });
      const search = answers[ask]({ shown, fields, tell, stop: () => mine.stopped });
      let since = performance.now();
      while (true) {
        const { value, done } = search.next();
        if (done) {
          postMessage({ id, answer: value });
          return;
        }
        if (performance.now() - since < AT_ONCE_MS) continue;
        await breath();
        since = performance.now();
      }
    } catch (error) {
      postMessage(error instanceof Wrong ? { id, error: error.message } : { failed: String(error.message ?? error) });
    }
  })();
}

onmessage = ({ data }) => {
  if (data.bytes) machine = new Machine(data.bytes, data.memory);
  else if (data.ask === "stop") {
    if (current) current.stopped = true;
    postMessage({ id: data.id, answer: {} });
  } else answer(data);
};
