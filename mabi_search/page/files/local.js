// Answer the board's questions about rules and texts.

import { load, read, readMove, rulesOf, save, shortEnough, textOf } from "./notation.js";
import { passTold } from "./passing.js";
import { play, position, view, whyIllegal } from "./rules.js";

const KEPT = 512;

/** Return the position of a question. Recent positions are cached, because the next question is usually near them. */
export class Games {
  #kept = new Map();

  /** Return the position, and the side that made each move before it. */
  moment({ game }) {
    const rules = rulesOf(game.rules);
    const keys = [JSON.stringify([game.base, rules])];
    for (const move of game.moves) keys.push(`${keys.at(-1)} ${move}`);
    let known = keys.length - 1;
    while (known && !this.#kept.has(keys[known])) known -= 1;
    let found = this.#kept.get(keys[known]) ?? { shown: shortEnough(read(game.base, rules)), sides: "" };
    for (let i = known; i < game.moves.length; i += 1) {
      found = { shown: play(found.shown, readMove(game.moves[i])), sides: found.sides + found.shown.state.side };
      this.#keep(keys[i + 1], found);
    }
    this.#keep(keys.at(-1), found);
    return found;
  }

  #keep(key, found) {
    this.#kept.delete(key);
    this.#kept.set(key, found);
    if (this.#kept.size > KEPT) this.#kept.delete(this.#kept.keys().next().value);
  }
}

/** Return all that the board shows of a position. */
export const described = shown => ({ text: textOf(shown), ...view(shown), pass_told: passTold(shown) });

/** The questions about rules and texts, answered as the program does. */
export class Answers {
  #games = new Games();

  hello() {
    const levels = CONSTANTS.levels.map(level => level.name);
    return { levels, lines: 8, readings: CONSTANTS.readings, languages: Object.keys(TEXTS) };
  }

  look(fields) {
    const { shown, sides } = this.#games.moment(fields);
    return { ...described(shown), sides };
  }

  why(fields) {
    const { shown } = this.#games.moment(fields);
    return { why: whyIllegal(shown.state, readMove(fields.move), shown.rules) };
  }

  load({ text, rules }) {
    const { base, moves, rules: by } = load(text, rulesOf(rules));
    return { base: textOf(position(base, [], by)), moves, rules: by };
  }

  save(fields) {
    return { text: save(this.#games.moment(fields).shown) };
  }
}
