// Where the page keeps what it keeps: the shelf for all tabs (localStorage), the session for this one (sessionStorage).

import { fitting } from "./shelf.js";

const SHELF = "mabi";
const SESSION = "mabi-game";

let waiting = []; // changes that the browser could not store; only this page has them

/** Return the stored data. Another tab may have changed it. */
export function kept() {
  return waiting.reduce((all, change) => Object.assign(all, change(all)), fitting(stored(SHELF)));
}

/** Change the stored data by a function that returns the changes; return whether the browser could store them. */
export function keep(change) {
  waiting.push(change);
  const done = store(SHELF, kept());
  if (done) waiting = [];
  return done;
}

/** Do the same, but forget changes that the browser cannot store. */
export function keepOrDrop(change) {
  const done = keep(change);
  if (!done) waiting.pop();
  return done;
}

/** Call a function when another tab has changed the stored data. */
export function whenChanged(act) {
  addEventListener("storage", ({ key }) => { if (key === SHELF || key === null) act(); });
}

/** Return what was kept of the session of this tab. */
export function keptSession() {
  try {
    return JSON.parse(sessionStorage.getItem(SESSION));
  } catch {
    return null; // a page in a frame may have no storage
  }
}

export function keepSession(session) {
  try {
    sessionStorage.setItem(SESSION, JSON.stringify(session));
  } catch {} // as above
}
