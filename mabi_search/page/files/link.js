// Answer the board's questions: those about rules at once, searches by a worker.

import { Answers } from "./local.js";
import { say, Wrong } from "./texts.js";

/** Return whether this browser can run the engine. */
export const canSearch = () => typeof WebAssembly === "object" && typeof DecompressionStream === "function";

function kernels() {
  if (!canSearch()) throw new Wrong(say("page.no-engine"));
  return packedKernels();
}

export class Link {
  #answers = new Answers();
  #worker = null;
  #open = new Map();
  #next = 1;

  async ask(what, fields = {}, part = () => {}) {
    if (what in this.#answers) return this.#answers[what](fields);
    if (what === "stop" && !this.#worker) return {};
    this.#worker ??= this.#start(await kernels());
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#open.set(id, { resolve, reject, part });
      this.#worker.postMessage({ ...fields, id, ask: what });
    });
  }

  #start(bytes) {
    const texts = ["library", "worker-script"].map(id => document.getElementById(id).textContent);
    const address = URL.createObjectURL(new Blob(texts, { type: "text/javascript" }));
    const worker = new Worker(address);
    URL.revokeObjectURL(address);
    worker.postMessage({ bytes, memory: navigator.deviceMemory ?? 4, spoken: language });
    worker.onmessage = ({ data }) => this.#take(data);
    worker.onerror = event => {
      event.preventDefault();
      this.#fail(event.message);
    };
    return worker;
  }

  /** Reject all waiting questions after the worker has ended. The next question starts another worker. */
  #fail(why) {
    this.#worker?.terminate();
    this.#worker = null;
    for (const question of this.#open.values()) question.reject(new Wrong(say("broken", { why })));
    this.#open.clear();
  }

  #take({ id, part, answer, error, failed }) {
    if (failed) {
      this.#fail(failed);
      return;
    }
    const question = this.#open.get(id);
    if (!question) return;
    if (part) {
      question.part(part);
      return;
    }
    this.#open.delete(id);
    if (error) question.reject(new Wrong(error));
    else question.resolve(answer);
  }
}
