// The icons of pages, whose symbols a page has from icons.svg: 24 by 24, a line of constant width.

const SVG = "http://www.w3.org/2000/svg";

export function icon(name) {
  const [drawing, symbol] = ["svg", "use"].map(tag => document.createElementNS(SVG, tag));
  drawing.setAttribute("class", "ic");
  drawing.setAttribute("aria-hidden", "true");
  symbol.setAttribute("href", `#icon-${name}`);
  drawing.append(symbol);
  return drawing;
}

/** Give each element that names an icon this icon, in front of its text. */
export function dress(root) {
  for (const element of root.querySelectorAll("[data-icon]")) element.prepend(icon(element.dataset.icon));
}
