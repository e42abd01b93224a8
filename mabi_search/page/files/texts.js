// Texts of the page, and errors of the player.

/** Return the text with a key, with its fields filled in. Numbers are written as in the program. */
export function say(key, fields = {}) {
  return t(key, Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)])));
}

/** An error of the player, not of the page. */
export class Wrong extends Error {}
