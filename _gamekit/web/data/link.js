// The line to the program behind the page: questions, their parts as they come, and their answers.

export class Link {
  #socket = null;
  #open = new Map();
  #next = 1;

  /** notice(text): what all wait for; ended(reason): the line is cut. */
  constructor({ notice, ended }) {
    this.notice = notice;
    this.ended = ended;
  }

  connect() {
    const address = new URL("answers", location.href);
    address.protocol = "ws:";
    const socket = new WebSocket(address);
    this.#socket = socket;
    return new Promise(done => {
      let reason = "the program behind this page has ended: start it again, and open the address it prints";
      socket.onopen = () => done(true);
      socket.onmessage = event => {
        const message = JSON.parse(event.data);
        if (message.ended) reason = message.error;
        this.#take(message);
      };
      socket.onclose = () => {
        for (const question of this.#open.values()) question.reject(new Error(reason));
        this.#open.clear();
        this.ended(reason);
        done(false);
      };
    });
  }

  /** Return a promise of the answer; part is called with each part of it. */
  ask(what, fields = {}, part = () => {}) {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      if (this.#socket?.readyState !== WebSocket.OPEN) {
        reject(new Error("there is no connection"));
        return;
      }
      this.#open.set(id, { resolve, reject, part });
      this.#socket.send(JSON.stringify({ ...fields, id, ask: what }));
    });
  }

  #take(message) {
    if ("notice" in message) this.notice(message.notice);
    const question = this.#open.get(message.id);
    if (!question) return;
    if ("part" in message) {
      question.part(message.part);
      return;
    }
    this.#open.delete(message.id);
    if ("error" in message) question.reject(new Error(message.error));
    else question.resolve(message.answer);
  }
}
