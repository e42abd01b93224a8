// Keys that act immediately, on any layout and with Caps Lock on. Character keys can be switched off.

const ACTS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", p: "auto", u: "undo", r: "redo", f: "flip", a: "analyse", 0: "pass" };
const CODES = { KeyP: "p", KeyU: "u", KeyR: "r", KeyF: "f", KeyA: "a", Digit0: "0" }; // the positions of these characters on a keyboard without Latin letters
const PLAIN = /^[!-~]$/u;

/** Return the id of the button for a key, if any. `signs` is true if character keys act. */
export function buttonOf({ key, code }, signs) {
  const sign = key.toLowerCase();
  const name = Object.hasOwn(ACTS, key) ? key : Object.hasOwn(ACTS, sign) ? sign : PLAIN.test(key) ? null : CODES[code];
  return name && (signs || name.length > 1) ? ACTS[name] : null;
}
