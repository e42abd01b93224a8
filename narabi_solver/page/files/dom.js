// Elements of the page, and how they send events to it.

export const byId = id => document.getElementById(id);

const SWAP = /(\b[A-E][1-4]-[A-E][1-4]\b)/u;
/** A text in parts: each swap is one, which does not break at the end of a line. */
export const unbroken = text =>
  text
    .split(SWAP)
    .filter(Boolean)
    .map(part => (SWAP.test(part) ? made("span", part, { class: "unbroken" }) : part));

export const made = (tag, text = "", attributes = {}) => {
  const element = document.createElement(tag);
  if (tag === "p") element.append(...unbroken(text));
  else element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
};

const bus = new EventTarget();
/** Tell the page of an event, a plain value; `reduce` says what it makes of it. */
export const send = event => bus.dispatchEvent(new CustomEvent("sent", { detail: event }));
export const onSent = does => bus.addEventListener("sent", ({ detail }) => does(detail));

/** A button that sends an event; its words are a text with a key. */
export function buttonFor(key, event, attributes = {}, fields = {}) {
  const button = made("button", t(key, fields), { type: "button", ...attributes });
  button.addEventListener("click", () => send(event));
  return button;
}

/** Replace what is in an element, unless it is the same: then the focus and what was chosen in it stay. */
export function fill(element, ...parts) {
  const next = made(element.tagName);
  next.append(...parts.filter(Boolean));
  if (next.innerHTML === element.innerHTML) return false;
  element.replaceChildren(...next.childNodes);
  return true;
}

/** Set the options of a list, and what is chosen of them. */
export function offer(select, options, value) {
  fill(select, ...options.map(([one, words]) => made("option", words, { value: one })));
  if (select.value !== value) select.value = value;
}
