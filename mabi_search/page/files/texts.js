// Texts of the page, and errors of the player.

/** Return the text with a key, with its fields filled in. Numbers are written as in the program. */
export function say(key, fields = {}) {
  return t(key, Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)])));
}

/** Return a text for a message; a long one loses its end. */
export function cut(text, most = 40) {
  const signs = [...text];
  return signs.length <= most ? text : `${signs.slice(0, most - 1).join("")}…`;
}

/** An error of the player, not of the page. */
export class Wrong extends Error {}
