const frames = [...document.querySelectorAll("section")];
const marks = [...document.querySelectorAll("ol button")];
const where = document.querySelector("output");
let at = 0;
function go(to) {
  at = Math.max(0, Math.min(frames.length - 1, to));
  frames.forEach((frame, i) => { frame.hidden = i !== at; });
  marks.forEach((mark, i) => {
    if (i === at) mark.setAttribute("aria-current", "step"); else mark.removeAttribute("aria-current");
  });
  where.textContent = (at + 1) + " of " + frames.length;
}
const steps = { first: () => 0, back: () => at - 1, on: () => at + 1, last: () => frames.length - 1 };
for (const button of document.querySelectorAll("nav button"))
  button.addEventListener("click", () => go(steps[button.name]()));
marks.forEach((mark, i) => mark.addEventListener("click", () => go(i)));
const keys = { Home: "first", ArrowLeft: "back", ArrowRight: "on", End: "last" };
document.addEventListener("keydown", event => {
  if (event.key in keys && !event.ctrlKey && !event.altKey && !event.metaKey) {
    event.preventDefault();
    go(steps[keys[event.key]]());
  }
});
go(0);
