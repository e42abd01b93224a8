// How a stone gets to another place.

const PARTS = 12, // of its way
  LIFT = 0.06,
  APART = 40, // between the middle of the ring and what an arc bends towards
  INWARDS = 0.1; // of the way from the middle of the ring to that between two places

/** The arc from one place to another; a stone that goes the other way keeps to its other side. */
function arc(from, to) {
  const along = to.map((one, i) => one - from[i]);
  const far = Math.hypot(...along);
  const aside = [-along[1], along[0]].map(one => (APART * one) / far);
  const bend = aside.map((one, i) => one + (INWARDS * (from[i] + to[i])) / 2);
  return [...Array(PARTS + 1).keys()].map(part => {
    const t = part / PARTS;
    const [x, y] = bend.map((one, i) => (1 - t) ** 2 * from[i] + 2 * t * (1 - t) * one + t ** 2 * to[i]);
    return { transform: `translate(${x}px, ${y}px) scale(${1 + LIFT * Math.sin(Math.PI * t)})` };
  });
}

/** Put a stone, or its card, at a place: from where it is seen it glides over the centre, or fades in where nothing is to move. */
export function glide(element, to) {
  const style = getComputedStyle(element),
    value = name => style.getPropertyValue(name);
  const { e, f } = new DOMMatrix(element.style.transform && style.transform);
  const isNew = !element.style.transform;
  element.style.transform = `translate(${to[0]}px, ${to[1]}px)`;
  if (isNew || (e === to[0] && f === to[1])) return;
  const duration = parseFloat(value("--swap"));
  if (duration) element.animate(arc([e, f], to), { duration, easing: value("--swing") });
  else element.animate({ opacity: [0, 1] }, { duration: parseFloat(value("--quick")) });
}
