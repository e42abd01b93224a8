// What the page does in the browser when a change asks for it: questions to the solver, keeping, sharing, the focus.

import { byId, send } from "./dom.js";
import { compiled, lessonIndex } from "./here.js";
import { KEPT, asKept, keptFrom, merged } from "./keeping.js";
import { sound } from "./sounds.js";

/** Asks questions of the solver, one at a time: a new question ends the one before. */
class Solver {
  /** Send the question, whose answers come as events with its stamp. */
  async ask(stamp, question) {
    this.end();
    this.stamp = stamp;
    const code = await compiled;
    if (this.stamp !== stamp) return;
    try {
      this.worker ??= this.start(code);
    } catch (error) {
      return this.failed(error.message);
    }
    this.worker.onmessage = ({ data: { done, id, ...data } }) => {
      if (id !== stamp.id) return;
      if (done) this.stamp = null;
      send({ type: "answered", stamp, data, done });
    };
    this.worker.onerror = event => this.failed(event.message || t("hint.no-solver"));
    this.worker.postMessage({ id: stamp.id, ...question });
  }

  start(code) {
    if (!code) throw new Error(t("hint.no-solver"));
    const sources = ["rules-script", "worker-script"].map(id => byId(id).textContent);
    const address = URL.createObjectURL(new Blob(sources, { type: "text/javascript" }));
    const worker = new Worker(address);
    URL.revokeObjectURL(address);
    worker.postMessage({ code });
    return worker;
  }

  failed(why) {
    const { stamp } = this;
    this.stamp = null;
    if (stamp) send({ type: "failed", stamp, why });
  }

  get busy() {
    return Boolean(this.stamp);
  }

  /** End the question under way, if there is one. */
  end() {
    if (!this.stamp) return; // what it has worked out stays
    this.worker?.terminate();
    this.worker = this.stamp = null;
  }
}

export const solvers = { solver: new Solver(), background: new Solver() };

let alone = null; // what this page alone knows, where the browser keeps nothing

/** What is kept now: another tab may have changed it since. */
export const kept = () => keptFrom(alone ?? stored(KEPT));
export const canKeep = () => alone === null;

/** Keep settings and shelf; what the browser does not keep is forgotten with the page. When it keeps again, other tabs may have kept more. */
export function keep(page) {
  const all = asKept(alone ? merged(page, keptFrom(stored(KEPT))) : page);
  alone = store(KEPT, all) ? null : asKept(page);
}

/** Give a text to others: by the device, or as a copy. Returns whether it was copied. */
async function give(text) {
  try {
    if (navigator.share) await navigator.share({ text });
    else {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // called off, or none of both here: it is shown
  }
  return false;
}

/** Share the text that a note shows. */
export async function shareNote({ number }, { of }, text) {
  send({ type: "copied", of, number, copied: await give(text) });
  if (document.activeElement === document.body) document.querySelector("#shared textarea")?.select();
}

const EFFECTS = {
  ask: ({ stamp, question: { about, ...question } }) => solvers[stamp.who].ask(stamp, question),
  stop: ({ who }) => solvers[who].end(),
  sound,
  top: () => scrollTo(0, 0),
  focus: ({ on }, { ring }) => (on ? byId(on).focus({ preventScroll: true }) : ring.focus()),
  give: ({ text }) => give(text),
  paste({ text }) {
    byId("paste").value = text;
    byId("paste").focus();
  },
  lesson: async ({ effect, ...found }) => send({ type: effect, ...found, index: await lessonIndex() }),
};

export const run = (effect, parts) => EFFECTS[effect.effect](effect, parts);
