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

const drawn = new Map();

/** Return whether a part of the page has to be drawn anew: whether one of the values that it shows is another than last time. */
export function isNew(part, ...values) {
  const before = drawn.get(part);
  drawn.set(part, values);
  return !before || values.some((value, i) => value !== before[i]);
}
