// Keys that act at once, on any layout and with Caps Lock on. Those with a sign can be switched off.

const ACTS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", p: "auto", u: "undo", f: "flip", a: "analyse", 0: "pass" };
const CODES = { KeyP: "p", KeyU: "u", KeyF: "f", KeyA: "a", Digit0: "0" }; // where the signs are on a keyboard without Latin letters
const PLAIN = /^[!-~]$/u;

/** The id of the button that a key stands for, if any; `signs`: whether those with a sign act. */
export function buttonOf({ key, code }, signs) {
  const sign = key.toLowerCase();
  const name = Object.hasOwn(ACTS, key) ? key : Object.hasOwn(ACTS, sign) ? sign : PLAIN.test(key) ? null : CODES[code];
  return name && (signs || name.length > 1) ? ACTS[name] : null;
}
