// What the page says, and what the player does wrong.

/** A text by its key, its fields filled in: numbers as the program writes them. */
export function say(key, fields = {}) {
  return t(key, Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)])));
}

/** What the player is told: a mistake of theirs, not of the page. */
export class Wrong extends Error {}
