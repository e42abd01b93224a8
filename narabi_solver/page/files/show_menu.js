// Draws the menu, with the puzzles of today and of the days before, and the first screen.

import { byId, fill, made, send } from "./dom.js";
import { icon } from "./icons.js";
import { perfectOf, resultOf, resultsOf, streak } from "./keeping.js";
import { LEVELS, puzzleOf } from "./naming.js";
import { pebbleOf, shape } from "./ring.js";
import { PLACES, colourOf, isBlank } from "./rules.js";

const DAYS = 6; // before today, shown in the menu
const HERO = "0 1 d 2 3 w 4 5 6 7 d 8".split(" ");
const MARKS = { perfect: "star", solved: "check", open: "play" };

/** Stones in a ring, as small as an icon; in order with a thread. */
function smallRing(players, result) {
  const places = PLACES[players];
  const ring = shape("svg", { viewBox: "-32 -32 64 64", "aria-hidden": "true" });
  if (result !== "open") ring.append(shape("circle", { r: 23, class: "thread" }));
  for (let place = 0; place < places; place++) {
    const angle = (2 * Math.PI * (place + 0.5)) / places;
    const dark = result === "open" ? (place * 7) % 5 < 2 : place % 2;
    ring.append(shape("circle", { cx: 23 * Math.sin(angle), cy: -23 * Math.cos(angle), r: 48 / places, class: dark ? "dark" : "white" }));
  }
  ring.append(shape("use", { href: `#icon-${MARKS[result]}`, x: -11, y: -11, width: 22, height: 22, class: "ic" }));
  return ring;
}

const dayButton = (day, level, result, ...parts) => {
  const button = made("button", "", { type: "button", "aria-label": t(`deal.puzzle-${result}`, { day: dayInWords(day), level: t(`level.${level}`) }) });
  button.append(...parts);
  button.addEventListener("click", () => send({ type: "day", day, level }));
  return button;
};

/** The three puzzles of today; the first that is not solved stands out. */
function showToday({ session, shelf }) {
  const day = session.today;
  const open = LEVELS.find(level => resultOf(shelf, { day, level }) === "open");
  const cards = LEVELS.map(level => {
    const result = resultOf(shelf, { day, level }),
      best = shelf.puzzles[day]?.[level],
      { players } = puzzleOf(USUAL, { day, level });
    const words = best ? t("show.fewest", { n: best.turns, ...best }) : t("menu.players", { n: players });
    const button = dayButton(day, level, result, smallRing(players, result), made("b", t(`level.${level}`)), made("small", words));
    button.className = level === open ? "card next" : "card";
    return button;
  });
  fill(byId("menu-levels"), ...cards);
  byId("menu-today").textContent = t("menu.today", { day: dayInWords(day, true) });
}

/** The days before, each with how its puzzles went; and all of them. */
function showEarlier({ session, shelf }) {
  const days = [...Array(DAYS).keys()].map(i => dayBefore(session.today, DAYS - i));
  const buttons = days.map(day => {
    const results = LEVELS.map(level => resultOf(shelf, { day, level }));
    const level = LEVELS[Math.max(0, results.indexOf("open"))];
    const dots = made("span", "", { class: "dots" });
    dots.append(...results.map(result => made("i", "", { class: result })));
    const week = new Date(Date.parse(day)).toLocaleDateString(locale(), { weekday: "short", timeZone: "UTC" });
    return dayButton(day, level, resultOf(shelf, { day, level }), made("small", week), made("b", String(Number(day.slice(8)))), dots);
  });
  const all = made("button", "", { type: "button", class: "icon", "aria-label": t("page.days") });
  all.append(icon("calendar"));
  all.addEventListener("click", () => send({ type: "new", kind: "day" }));
  fill(byId("menu-days"), ...buttons, all);
}

export function showStreak({ session, shelf }) {
  const n = session.today ? streak(shelf, session.today) : 0;
  const words = t("deal.streak", { n });
  for (const id of ["streak-open", "menu-streak"]) {
    byId(id).querySelector("b").textContent = n.toLocaleString(locale());
    byId(id).setAttribute("aria-label", words);
    byId(id).title = words;
  }
}

export function showMenu(page) {
  if (page.session.dialog !== "menu") return;
  showToday(page);
  showEarlier(page);
  const results = resultsOf(page.shelf);
  byId("menu-results-about").textContent = t("menu.results-about", { solved: results.length, perfect: perfectOf(results).length });
}

/** Stones in order on raked sand. */
function hero() {
  const picture = shape("svg", { viewBox: "-175 -175 350 350", "aria-hidden": "true" });
  for (const far of [166, 152, 139, 128, 74, 64, 55]) picture.append(shape("circle", { r: far + 20, class: "rake" }));
  for (const [i, label] of HERO.entries()) {
    const angle = (2 * Math.PI * i) / HERO.length;
    const stone = shape("g", { class: `stone ${colourOf(USUAL, label)}`, transform: `translate(${132 * Math.sin(angle)} ${-132 * Math.cos(angle)})` });
    const outline = kind => shape("use", { href: pebbleOf(label), transform: "scale(.28)", class: kind });
    stone.append(shape("ellipse", { class: "under", cy: 3.4, rx: 39, ry: 38 }), outline("body"), outline("shade"));
    if (!isBlank(label)) {
      const number = shape("text", { y: 10, "font-size": 28 });
      number.textContent = label;
      stone.append(number);
    }
    picture.append(stone);
  }
  picture.append(shape("use", { href: "#wordmark", x: -75, y: -30, width: 150, height: 40 }));
  return picture;
}

export function showWelcome({ session }, name) {
  if (session.dialog !== "welcome") return;
  if (!byId("hero").firstChild) byId("hero").append(hero());
  const isLink = Boolean(session.sentTo);
  byId("welcome-deal").textContent = isLink ? name : "";
  byId("welcome-play").querySelector("span").textContent = t(isLink ? "welcome.play-link" : "welcome.play");
  byId("welcome-table").hidden = isLink;
}
