// Long questions, and the button that stops every search.

export class Searching {
  #open = 0;

  constructor(link, button) {
    this.link = link;
    this.button = button;
  }

  async ask(what, fields, part) {
    this.#count(1);
    try {
      return await this.link.ask(what, fields, part);
    } finally {
      this.#count(-1);
    }
  }

  #count(change) {
    this.#open += change;
    this.button.disabled = this.#open === 0;
  }

  stop() {
    return this.link.ask("stop").catch(() => {});
  }
}
