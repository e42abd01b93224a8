// The ring as a drawing whose stones can be chosen. A stone keeps its elements while it moves.

import { cardName } from "./decks.js";
import { glide } from "./gliding.js";
import { HIDDEN, SEATS, colourOf, handOf, isBlank, orderOf, placeText, seatOf } from "./rules.js";

const OUTER = 192, // edge of the beds; stones lie at their inner side, signs of cards outside them
  PLACE_NAME = 194,
  NAME_OFF = 17, // from the middle of a sign
  HALF = 202,
  GAP = 9,
  CORNER = 17,
  LETTER = 12.5,
  HOLD = 500, // milliseconds until a press is a long one
  BESIDE = 1.1; // radians from the inner side of a stone, where arrows end
const FEW = { inner: 95, radius: 125.5, stone: 25.5, signs: 172, sign: 15.5 };
const MANY = { inner: 101, radius: 130, stone: 22.5, signs: 173, sign: 14.5 }; // 15 stones
const OUTLINES = 6; // of stones
const RAKES = [18, 8]; // distances of lines in the sand from the beds

const SVG = "http://www.w3.org/2000/svg";
export function shape(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** The outline that the stone with a label keeps wherever it lies. */
export const pebbleOf = label => `#pebble-${label ? label.codePointAt(0) % OUTLINES : 0}`;

/** A text whose capitals stand with their middle at a height. */
function text(words, x, y, size, attributes = {}) {
  const element = shape("text", { x, y: y + 0.36 * size, "font-size": size, ...attributes });
  element.textContent = words;
  return element;
}

/** The letters of the seats that a card names, seen from a place; empty if it names none. */
export function seatsNamed({ conditions: { seat = [] } }, state, place) {
  const ahead = one => ({ left: 1, right: state.players - 1 })[one] ?? one;
  return seat.map(one => SEATS[(seatOf(state, place) + ahead(one)) % state.players]);
}

const signOfPart = name => shape("use", { href: `#sign-${name}`, x: -1, y: -0.7, width: 2, height: 1.4 });

/** A condition of a card as drawn round the origin, with the numbers that it asks. */
function conditionParts(name, asked) {
  const written = (words, x, y, size) => text(words, x, y, size, { class: "asked", "text-anchor": "middle" });
  if (name === "value") {
    const dash = shape("path", { d: "M-.13 .02 H.13", stroke: "currentColor", "stroke-width": 0.11 });
    return [written(asked[0], -0.5, 0, 1), dash, written(asked[1], 0.5, 0, 1)];
  }
  if (name === "distance") return [signOfPart("distance"), written(asked.join(), 0, 0.15, Math.min(1, 1.6 / asked.join().length))];
  if (name === "seat") {
    if (asked.every(one => typeof one === "string")) return asked.map(one => signOfPart(`seat-${one}`));
    const words = asked.map(one => `+${one}`).join();
    return [written(words, 0, 0, Math.min(1, 3 / words.length))];
  }
  return [signOfPart(typeof asked === "string" ? `${name}-${asked}` : name)];
}

/**
 * The sign of a card in a box of 2 by 1.4 round the origin: its conditions side by side, in two rows if there are more
 * than two; neighbours by their letters, where it lies in a ring.
 */
export function signParts(card, there) {
  const seats = there ? seatsNamed(card, there.state, there.place) : [];
  const conditions = Object.entries(card.conditions);
  const alone = seats.length && conditions.length === 1;
  const group = shape("g", { class: "sign" });
  if (!conditions.length) conditions.push(["", null]);
  const rows = conditions.length < 3 ? 1 : 2,
    columns = Math.ceil(conditions.length / rows);
  if (!alone)
    conditions.forEach(([name, asked], i) => {
      const [row, column] = [Math.floor(i / columns), i % columns];
      const at = `translate(${(2 * column + 1) / columns - 1} ${(row - (rows - 1) / 2) * 0.7}) scale(${1 / columns})`;
      group.append(shape("g", { transform: at }, ...conditionParts(name, asked)));
    });
  if (seats.length)
    group.append(text(`→ ${seats.join("")}`, 0, alone ? 0 : 0.5, alone ? 1 : 0.6, { class: "neighbour", "text-anchor": "middle" }));
  return group;
}

export class Ring {
  /** `svg` is drawn into; `chosen` is called with the place whose stone was tapped, `explained` if it was its card. */
  constructor(svg, deck, chosen, explained) {
    Object.assign(this, { svg, deck, chosen, explained, parts: new Map() });
    this.back = shape("g", { "aria-hidden": "true" }); // the names of stones say all of it
    this.tiles = shape("g", { "aria-hidden": "true" });
    this.stones = shape("g");
    this.front = shape("g", { "aria-hidden": "true", "pointer-events": "none" });
    svg.setAttribute("viewBox", [-HALF, -HALF, 2 * HALF, 2 * HALF].join(" "));
    svg.append(this.back, this.tiles, this.stones, this.front);
  }

  focus() {
    this.stones.querySelector("[tabindex='0']")?.focus();
  }

  /** The part that has the focus. */
  get focused() {
    return [...this.parts.values()].find(part => part.stone === document.activeElement);
  }

  /** Go some places on along the ring, clockwise. */
  walk(part, steps) {
    const places = this.parts.size;
    const next = [...this.parts.values()].find(one => one.place === (part.place + steps + places) % places);
    for (const one of this.parts.values()) one.stone.setAttribute("tabindex", one === next ? "0" : "-1");
    next.stone.focus();
  }

  /** Forget all stones: those drawn next stand where they belong at once. */
  clear() {
    this.stop = this.focused?.place ?? this.stop; // where the focus goes when it is drawn again
    this.parts.clear();
    this.tiles.replaceChildren();
    this.stones.replaceChildren();
  }

  /** The measures of the ring, by the number of its stones. */
  get size() {
    return this.view.state.ring.length > 12 ? MANY : FEW;
  }

  /** The angle of a place: the bed of A lies at the top, or that of the `nearest` seat at the bottom. */
  angle(number) {
    const { state, nearest } = this.view;
    const top = nearest === null ? 0 : nearest * handOf(state) - state.ring.length / 2;
    return (2 * Math.PI * (number - top - (handOf(state) - 1) / 2)) / state.ring.length;
  }

  centre(number, radius = this.size.radius) {
    const angle = this.angle(number);
    return [radius * Math.sin(angle), -radius * Math.cos(angle)];
  }

  /**
   * Draw a view: { state (as it is seen), moves (whether somebody is to move), tell(place) for screen readers, chosen, targets,
   * hinted (places), asked (the place whose card is to be put), told (the place whose card is told), hand (the place that a hand points at), named (whether places have
   * their names), nearest (the seat that looks on, or null), arrow: { swap, played, better (a swap) }, order: whether to mark it }.
   */
  draw(view) {
    this.view = view;
    const { state } = view;
    this.order = view.order ? orderOf(state.ring) : null;
    this.svg.setAttribute("aria-label", t("show.ring", { stones: state.ring.length }));
    this.back.replaceChildren(...this.seats());
    const { focused, stop } = this;
    for (const [place, stone] of state.ring.entries()) this.place(stone, place);
    const there = place => Number.isInteger(place) && place < state.ring.length;
    const tabbed = [focused?.place, stop, view.chosen].find(there) ?? state.mover * handOf(state);
    for (const part of this.parts.values()) part.stone.setAttribute("tabindex", part.place === tabbed ? "0" : "-1");
    if (stop !== undefined) this.focus();
    this.stop = undefined;
    this.svg.classList.toggle("joy", Boolean(view.joy));
    this.svg.classList.toggle("named", Boolean(view.named));
    this.front.replaceChildren(...this.placeNames());
    if (view.arrow?.better) this.front.append(this.arrow({ swap: view.arrow.better, kind: "arrow better" }));
    if (view.arrow) this.front.append(this.arrow({ ...view.arrow, kind: view.arrow.played ? "arrow played" : "arrow" }));
    this.front.append(...this.letters());
    if (Number.isInteger(view.hand)) this.front.append(this.hand(view.hand));
  }

  seats() {
    const { state, moves } = this.view,
      hand = handOf(state);
    const beds = [...Array(state.players).keys()].map(seat => this.bed(seat * hand - 0.5, (seat + 1) * hand - 0.5));
    const parts = RAKES.map(far => shape("path", { d: beds.join(""), class: "rake", "stroke-width": 2 * far }));
    for (const [i, width] of RAKES.entries())
      parts.splice(2 * i + 1, 0, shape("path", { d: beds.join(""), class: "sand", "stroke-width": 2 * width - 2.6 }));
    for (const [seat, d] of beds.entries()) {
      const mover = moves && seat === state.mover ? " moves" : "";
      parts.push(shape("path", { d, class: `seat${mover}` }));
    }
    if (this.order) parts.push(this.thread());
    return parts;
  }

  /** The letters of the seats, on any arrow. */
  letters() {
    const { state, moves } = this.view,
      hand = handOf(state);
    return [...Array(state.players).keys()].map(seat => {
      const mover = moves && seat === state.mover ? " moves" : "";
      const [x, y] = this.centre(seat * hand + Math.floor(hand / 2) - 0.5, this.size.inner - 6); // between two stones
      return shape("g", { class: `letter${mover}` }, shape("circle", { cx: x, cy: y, r: LETTER }), text(SEATS[seat], x, y, 14));
    });
  }

  /** The names of the places, on what frames a card. */
  placeNames() {
    const { state } = this.view;
    return state.ring.map((_, place) => text(placeText(state, place), ...this.placeName(place), 13, { class: "place" }));
  }

  /** Where the name of a place stands: beyond its sign, at the left and right above or below it. */
  placeName(place) {
    const [x, y] = this.centre(place, PLACE_NAME),
      [, sign] = this.centre(place, this.size.signs);
    if (Math.abs(y - sign) >= NAME_OFF) return [x, y];
    const aside = sign + (y > 1 ? NAME_OFF : -NAME_OFF);
    return [Math.sign(x) * Math.sqrt(PLACE_NAME ** 2 - aside ** 2), aside];
  }

  /** The outline of the bed between two places, with round corners and with straight gaps beside it. */
  bed(from, to) {
    const { inner } = this.size,
      aside = CORNER + GAP / 2;
    const [start, end] = [this.angle(from), this.angle(to)];
    const [far, near] = [OUTER - CORNER, inner + CORNER].map(radius => Math.asin(aside / radius));
    const on = (radius, angle) => `${radius * Math.sin(angle)} ${-radius * Math.cos(angle)}`;
    const beside = (angle, radius, way) => {
      const along = Math.sqrt(radius ** 2 - aside ** 2),
        half = (way * GAP) / 2;
      return `${along * Math.sin(angle) + half * Math.cos(angle)} ${half * Math.sin(angle) - along * Math.cos(angle)}`;
    };
    const bend = `A${CORNER} ${CORNER} 0 0 1`;
    return (
      `M${on(OUTER, start + far)} A${OUTER} ${OUTER} 0 0 1 ${on(OUTER, end - far)} ${bend} ${beside(end, OUTER - CORNER, -1)} ` +
      `L${beside(end, inner + CORNER, -1)} ${bend} ${on(inner, end - near)} A${inner} ${inner} 0 0 0 ${on(inner, start + near)} ` +
      `${bend} ${beside(start, inner + CORNER, 1)} L${beside(start, OUTER - CORNER, 1)} ${bend} ${on(OUTER, start + far)} Z`
    );
  }

  /** What can be tapped of a stone: the inner part of its share of the ring, seen from its centre. */
  wedge(place) {
    const [x, y] = this.centre(place);
    const { inner, radius, stone } = this.size;
    const corners = [[-0.5, inner - 8], [0.5, inner - 8], [0.5, radius + stone + 4], [-0.5, radius + stone + 4]];
    return corners.map(([aside, far]) => this.centre(place + aside, far)).map(([a, b]) => `${a - x} ${b - y}`).join(" ");
  }

  place(stone, place) {
    const { view } = this;
    const card = this.deck.cards[stone.card];
    const named = card ? seatsNamed(card, view.state, place) : [];
    const look = `${stone.label} ${stone.card} ${named} ${view.state.players}`;
    let part = this.parts.get(stone.nth); // it stays the same when its card becomes known
    if (!part) {
      part = { stone: shape("g", { role: "button" }), tile: shape("g") };
      part.stone.addEventListener("click", ({ detail }) => {
        if (!this.held && detail < 2) this.chosen(part.place); // a double tap is one
        this.held = false;
      });
      this.hold(part);
      part.stone.addEventListener("keydown", event => {
        const walks = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        if (!walks && event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        event.stopPropagation();
        if (walks) this.walk(part, walks);
        else this.chosen(part.place);
      });
      part.tile.addEventListener("click", () => this.explained(part.place));
      this.parts.set(stone.nth, part);
      this.stones.append(part.stone);
      this.tiles.append(part.tile);
    }
    if (part.look !== look) this.dress(part, stone, place);
    if (part.place !== place) {
      glide(part.stone, this.centre(place));
      glide(part.tile, this.centre(place, this.size.signs));
    }
    part.look = look;
    part.place = place;
    part.stone.style.setProperty("--nth", this.nth(place));
    const classes = {
      dark: stone.label && colourOf(this.deck, stone.label) === "dark",
      empty: !stone.label,
      chosen: view.chosen === place,
      target: view.targets.includes(place),
      hinted: view.hinted.includes(place),
      told: view.told === place,
    };
    const names = Object.keys(classes).filter(name => classes[name]);
    part.stone.setAttribute("class", ["stone", ...names].join(" "));
    part.stone.firstChild.setAttribute("points", this.wedge(place));
    part.tile.classList.toggle("asked", view.asked === place);
    part.tile.classList.toggle("aside", view.chosen !== undefined && view.chosen !== null && !classes.chosen && !classes.target && !classes.hinted);
    part.stone.setAttribute("aria-label", view.tell(place));
    part.stone.setAttribute("aria-pressed", String(view.chosen === place));
  }

  /** Explain the card of a stone or tile that is pressed for a while; that chooses nothing. */
  hold(part) {
    const begin = () => {
      this.held = false;
      clearTimeout(this.holding);
      this.holding = setTimeout(() => {
        this.held = true;
        this.explained(part.place);
      }, HOLD);
    };
    for (const element of [part.stone, part.tile]) {
      element.addEventListener("pointerdown", begin);
      for (const end of ["pointerup", "pointercancel", "pointerleave"])
        element.addEventListener(end, () => clearTimeout(this.holding));
      element.addEventListener("contextmenu", event => event.preventDefault());
    }
  }

  /** Draw what a stone and its card look like. */
  dress(part, stone, place) {
    const { sign, stone: radius } = this.size;
    const outline = kind =>
      shape("use", {
        href: pebbleOf(stone.label),
        transform: `scale(${radius / 100})`,
        class: kind,
      });
    part.stone.replaceChildren(
      shape("polygon", { class: "touch" }),
      shape("ellipse", { class: "under", cy: 0.12 * radius, rx: 1.4 * radius, ry: 1.35 * radius }),
      outline("body"),
      outline("shade"),
      shape("circle", { r: radius + 4, class: "halo" }),
    );
    if (stone.label && !isBlank(stone.label)) part.stone.append(text(stone.label, 0, 0, radius));
    const known = stone.card !== HIDDEN;
    const card = this.deck.cards[stone.card];
    const words = !stone.card ? "" : known ? cardName(this.deck, stone.card) : t("show.hidden");
    part.tile.setAttribute("class", known && stone.card ? "tile" : "tile unknown");
    part.tile.replaceChildren(shape("rect", { x: -1.4 * sign, y: -1.2 * sign, width: 2.8 * sign, height: 2.4 * sign, rx: 0.6 * sign }));
    if (words) part.tile.append(shape("title", {}, words));
    if (stone.card && known) {
      const signs = signParts(card, { state: this.view.state, place });
      signs.setAttribute("transform", `scale(${sign})`);
      part.tile.append(signs);
    } else if (stone.card) part.tile.append(text("?", 0, 0, 1.3 * sign));
  }

  /** An arrow from the mover's stone to the one it takes, bent towards the middle; it ends beside the names of both places. */
  arrow({ swap, kind }) {
    const [own, other] = swap;
    const [from, to] = [this.beside(own, other), this.beside(other, own)];
    const middle = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
    const beside = [1, this.view.state.ring.length - 1].includes(Math.abs(own - other));
    const bend = middle.map(part => (beside ? 0.9 : 0.25) * part);
    return this.curve(from, to, bend, kind);
  }

  /** The edge of a stone, on the inner side and towards another one. */
  beside(place, other) {
    const places = this.view.state.ring.length;
    const clockwise = (other - place + places) % places <= places / 2;
    const angle = this.angle(place) + Math.PI + (clockwise ? -1 : 1) * BESIDE;
    const [x, y] = this.centre(place),
      far = this.size.stone + 3;
    return [x + far * Math.sin(angle), y - far * Math.cos(angle)];
  }

  towards(start, end, length) {
    const far = Math.hypot(end[0] - start[0], end[1] - start[1]) || 1;
    return start.map((part, i) => part + (length * (end[i] - part)) / far);
  }

  curve(start, end, bend, kind) {
    const neck = this.towards(end, bend, 11);
    const along = [(end[0] - neck[0]) / 11, (end[1] - neck[1]) / 11];
    const side = [-along[1] * 7, along[0] * 7];
    const corners = [end, [neck[0] + side[0], neck[1] + side[1]], [neck[0] - side[0], neck[1] - side[1]]];
    const d = `M${start.join(" ")} Q${bend.join(" ")} ${neck.join(" ")}`;
    return shape(
      "g",
      { class: kind },
      shape("path", { d, class: "under" }),
      shape("path", { d, class: "over" }),
      shape("polygon", { points: corners.join(" "), class: "head" }),
    );
  }

  /** How many places a place lies behind the first number of a ring that is in order. */
  nth(place) {
    const { length } = this.view.state.ring;
    if (!this.order) return place;
    const ahead = this.order.clockwise ? place - this.order.place : this.order.place - place;
    return (ahead + length) % length;
  }

  /** A thread through the stones of a ring that is in order, from its first number on. */
  thread() {
    const { place, clockwise } = this.order,
      { radius } = this.size;
    const turned = `rotate(${(this.angle(place) * 180) / Math.PI - 90}) scale(1 ${clockwise ? 1 : -1})`;
    return shape("circle", { r: radius, class: "thread", pathLength: 1, transform: turned });
  }

  /** A hand that points at a stone. */
  hand(place) {
    const [x, y] = this.centre(place);
    return shape("g", { class: "hand", transform: `translate(${x} ${y})` }, shape("use", { href: "#icon-hand", x: -10, y: 2, width: 44, height: 44, class: "ic" }));
  }
}
