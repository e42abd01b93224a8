// Create elements with attributes and children. Texts are never parsed as HTML.

const SVG = "http://www.w3.org/2000/svg";

export const byId = id => document.getElementById(id);

export function make(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

export function shape(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children.filter(child => child != null));
  return element;
}

/** Ask the reader to confirm an action; return the answer. */
export function mayDo(question, deed) {
  const dialog = byId("dialog-ask");
  byId("ask-question").textContent = question;
  byId("ask-yes").textContent = deed;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise(done => { dialog.addEventListener("close", () => done(dialog.returnValue === "yes"), { once: true }); });
}

/** Offer a text as a file for download. */
export function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** Share a text through the device, or copy it. Return whether that was possible. */
export async function give(text) {
  try {
    await (navigator.share ? navigator.share({ text }) : navigator.clipboard.writeText(text));
    return true;
  } catch {
    return false;
  }
}

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
