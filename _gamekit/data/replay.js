const { shapes, steps, places, of } = JSON.parse(document.getElementById("steps").textContent);
const pictures = { wide: document.querySelector(".picture:not(.phone) svg"), phone: document.querySelector(".phone svg") };
const marks = [...document.querySelectorAll("ol button")];
const buttons = Object.fromEntries([...document.querySelectorAll("nav button")].map(button => [button.name, button]));
const slider = document.querySelector("input");
const timeline = document.querySelector(".timeline svg");
const EACH = 900; // milliseconds for a step that is played
let at = 0;
let timer = 0;
let cursor = null;

function go(to) {
  at = Math.max(0, Math.min(steps.length - 1, to));
  for (const [name, picture] of Object.entries(pictures))
    if (picture) picture.innerHTML = steps[at][name].map(number => shapes[number]).join("");
  document.querySelector("pre").textContent = steps[at].text;
  document.querySelector("output").textContent = of.replace("{step}", at + 1).replace("{steps}", steps.length);
  slider.value = at;
  slider.setAttribute("aria-valuetext", marks[at].textContent);
  marks.forEach((mark, i) => {
    if (i === at) mark.setAttribute("aria-current", "step"); else mark.removeAttribute("aria-current");
  });
  show(marks[at]);
  for (const name of ["first", "back"]) buttons[name].disabled = at === 0;
  for (const name of ["on", "last"]) buttons[name].disabled = at === steps.length - 1;
  if (cursor) for (const end of ["x1", "x2"]) cursor.setAttribute(end, places[at]);
}

/** Scroll the list, and not the page, so that a mark can be seen. */
function show(mark) {
  const list = mark.closest("ol");
  const top = mark.offsetTop - list.offsetTop;
  if (top < list.scrollTop || top + mark.offsetHeight > list.scrollTop + list.clientHeight)
    list.scrollTop = top - list.clientHeight / 2;
}

function play(on) {
  clearInterval(timer);
  timer = on ? setInterval(() => { go(at + 1); if (at === steps.length - 1) play(false); }, EACH) : 0;
  buttons.auto.setAttribute("aria-pressed", String(on));
}

const moves = { first: () => 0, back: () => at - 1, on: () => at + 1, last: () => steps.length - 1 };
for (const [name, move] of Object.entries(moves)) buttons[name].onclick = () => { play(false); go(move()); };
buttons.auto.onclick = () => {
  const on = !timer;
  if (on) go(at === steps.length - 1 ? 0 : at + 1);
  play(on && at < steps.length - 1);
};
slider.oninput = () => { play(false); go(Number(slider.value)); };
marks.forEach((mark, i) => { mark.onclick = () => { play(false); go(i); }; });

const keys = { Home: "first", ArrowLeft: "back", ArrowRight: "on", End: "last", p: "auto" };
document.addEventListener("keydown", event => {
  if (!(event.key in keys) || event.ctrlKey || event.altKey || event.metaKey || event.target.matches("input, textarea")) return;
  event.preventDefault();
  buttons[keys[event.key]].click();
});

if (timeline) {
  const { width, height } = timeline.viewBox.baseVal;
  cursor = document.createElementNS(timeline.namespaceURI, "line");
  for (const [name, value] of Object.entries({ class: "now", y1: 0, y2: height })) cursor.setAttribute(name, value);
  timeline.append(cursor);
  timeline.onclick = event => {
    const box = timeline.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * width;
    const far = places.map(place => Math.abs(place - x));
    play(false);
    go(far.indexOf(Math.min(...far)));
  };
}
play(false);
go(0);
