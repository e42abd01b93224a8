// The icons of pages: 24 by 24, a line of constant width. An element with `data-icon` gets the icon of this name in front of its text.

const SVG = "http://www.w3.org/2000/svg";
const ICONS = {
  menu: "M4 7.5h16M4 12.5h16M4 17.5h10",
  close: "M6 6l12 12M18 6L6 18",
  back: "M14.5 5.5L8 12l6.5 6.5",
  next: "M9.5 5.5L16 12l-6.5 6.5",
  first: "M17.5 5.5L11 12l6.5 6.5M6.5 6v12",
  last: "M6.5 5.5L13 12l-6.5 6.5M17.5 6v12",
  undo: "M8.5 4.5L4 9l4.5 4.5M4.5 9H14a5.5 5.5 0 0 1 0 11h-4",
  redo: "M15.5 4.5L20 9l-4.5 4.5M19.5 9H10a5.5 5.5 0 0 0 0 11h4",
  hint: "M9 17.2c0-1.4-.6-2-1.5-3.1A6 6 0 1 1 18 10.3c0 1.7-.7 2.8-1.5 3.8-.9 1.1-1.5 1.7-1.5 3.1zM9.7 20.5h4.6",
  more: "M5.5 12h.01M12 12h.01M18.5 12h.01",
  share: "M12 14.5V4M8 7.5L12 3.8l4 3.7M7.5 11H6.2a1.7 1.7 0 0 0-1.7 1.7v5.6A1.7 1.7 0 0 0 6.2 20h11.6a1.7 1.7 0 0 0 1.7-1.7v-5.6a1.7 1.7 0 0 0-1.7-1.7h-1.3",
  review: "M16.5 10.5a6 6 0 1 1-12 0 6 6 0 0 1 12 0zM15 15l5 5M8 10.7l1.8 1.8 3.3-3.6",
  cairn: "M4.5 18a7.5 3.2 0 1 1 15 0 7.5 3.2 0 0 1-15 0zM7 11.8a5.3 2.8 0 1 1 10.6 0 5.3 2.8 0 0 1-10.6 0zM8.6 6.2a3.2 2.4 0 1 1 6.4 0 3.2 2.4 0 0 1-6.4 0z",
  calendar: "M7 5.5h10a3 3 0 0 1 3 3V17a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3V8.5a3 3 0 0 1 3-3zM4 10h16M8.5 3.5v4M15.5 3.5v4",
  play: "M8 5.5v13l10.5-6.5z",
  people: "M12 8.5a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM3.5 19.5c0-3.5 2.3-5.5 5.5-5.5s5.5 2 5.5 5.5M15 5.7a3 3 0 0 1 0 5.6M17 14.3c2.2.6 3.5 2.4 3.5 5.2",
  book: "M12 6.5C10 5 7.5 4.7 4.5 5v13c3-.3 5.5 0 7.5 1.5 2-1.5 4.5-1.8 7.5-1.5V5c-3-.3-5.5 0-7.5 1.5zM12 6.5v13",
  sliders: "M4 8h9M18.5 8H20M4 16h2.5M11.5 16H20M18.2 8a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0zM11.5 16a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0z",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM15 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0z",
  flip: "M8 4v15M8 4L4.5 7.5M8 4l3.5 3.5M16 20V5M16 20l-3.5-3.5M16 20l3.5-3.5",
  pass: "M4 12h12M12 7.5l4.5 4.5-4.5 4.5M20 5.5v13",
  check: "M5 12.5l4.5 4.5L19 7.5",
  star: "M12 3.6l2.5 5.3 5.8.7-4.3 4 1.1 5.7L12 16.5l-5.1 2.8L8 13.6l-4.3-4 5.8-.7z",
  plus: "M12 5v14M5 12h14",
  pencil: "M5 19l1-4L16 5l3 3L9 18z",
  proof: "M12 3.5l7 2.5v5.5c0 4.5-3 7.5-7 9-4-1.5-7-4.5-7-9V6zM8.7 12l2.4 2.4 4.4-4.8",
  learn: "M3 9.5L12 5l9 4.5-9 4.5zM7 11.7v4.3c1.3 1.3 3 2 5 2s3.7-.7 5-2v-4.3M21 9.5v5",
  analyse: "M4 19.5h16M4.5 15l4.5-5 4 3 6-8",
  save: "M12 4v10.5M8 11l4 3.7 4-3.7M4.5 16v2.3A1.7 1.7 0 0 0 6.2 20h11.6a1.7 1.7 0 0 0 1.7-1.7V16",
  load: "M4 18.3V6.2A1.7 1.7 0 0 1 5.7 4.5h3.6l2 2.5h7A1.7 1.7 0 0 1 20 8.7v9.6a1.7 1.7 0 0 1-1.7 1.7H5.7A1.7 1.7 0 0 1 4 18.3z",
  print: "M7 9V4h10v5M7 17H5.7A1.7 1.7 0 0 1 4 15.3v-4.6A1.7 1.7 0 0 1 5.7 9h12.6a1.7 1.7 0 0 1 1.7 1.7v4.6a1.7 1.7 0 0 1-1.7 1.7H17M7 14h10v6H7z",
};

export function icon(name) {
  const drawing = document.createElementNS(SVG, "svg");
  const line = document.createElementNS(SVG, "path");
  for (const [key, value] of Object.entries({ class: `ic ic-${name}`, viewBox: "0 0 24 24", "aria-hidden": "true" })) drawing.setAttribute(key, value);
  line.setAttribute("d", ICONS[name]);
  drawing.append(line);
  return drawing;
}

/** Give each element that names an icon this icon. */
export function dress(root) {
  for (const element of root.querySelectorAll("[data-icon]")) element.prepend(icon(element.dataset.icon));
}
