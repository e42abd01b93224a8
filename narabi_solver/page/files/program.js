// What the page asks the program behind it: analyses, reviews, surveys. The rest of the page works without it.

import { byId, make } from "./dom.js";
import { Link } from "./link.js";

const say = text => (byId("asked").textContent = text);
const link = new Link({ notice: say, ended: say });

/** Ask, and show what is found, unless something else was asked meanwhile. */
async function ask(what, fields, show) {
  byId("told").replaceChildren();
  say(t("program.asking"));
  try {
    const found = await link.ask(what, { undo: game.undo, ...fields }, part => say(part.progress));
    if (found.stopped) return;
    say(`${found.told} ${what === "survey" ? "" : openNote()}`);
    byId("told").replaceChildren(...show(found));
  } catch (error) {
    say(`${error.message}.`);
  }
}

const played = to => dealText(game.start, game.swaps.slice(0, to));

function table(heads, rows) {
  const cells = (kind, row) => make("tr", {}, ...row.map(cell => make(kind, {}, cell)));
  return make(
    "table",
    {},
    make("thead", {}, cells("th", heads)),
    make("tbody", {}, ...rows.map(row => cells("td", row))),
  );
}

/** Reasons, each a paragraph. */
const reasons = found => found.filter(Boolean).map(({ sentence }) => make("p", {}, `${sentence}.`));

function analysis({ moves, why }) {
  const total = ({ turns, outcome }) => (turns === null ? outcome : String(turns));
  return [
    table(
      [t("program.swap"), t("program.turns-to-win")],
      moves.map(move => [move.swap, total(move)]),
    ),
    ...reasons([why]),
  ];
}

/** A button that shows the position after a turn. */
function stepTo(turn, swap) {
  const button = make("button", { type: "button", class: "link" }, swap);
  button.addEventListener("click", () => step(turn));
  return button;
}

function review({ swaps, slips }) {
  const best = moves => Object.keys(moves).filter(swap => moves[swap] === "best");
  const row = ({ turn, swap, judgement, cost, moves }) => [
    String(turn),
    stepTo(turn, swap),
    judgement,
    cost ? `+${cost}` : "",
    judgement === "best" ? "" : best(moves).join(" "),
  ];
  const heads = ["turn", "swap", "judgement", "cost", "best"].map(word => t(`program.${word}`));
  return [table(heads, swaps.map(row)), ...reasons(slips.map(({ why }) => why))];
}

function survey({ svg, distribution, shares }) {
  const alt = t("program.plot");
  const plot = svg ? [make("img", { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt })] : [];
  const percent = share =>
    `${(100 * share.estimate).toFixed(2)} % (${(100 * share.low).toFixed(2)} to ${(100 * share.high).toFixed(2)})`;
  const rows = Object.entries(distribution).map(([turns, deals]) => [
    turns,
    String(deals),
    percent(shares[turns]),
  ]);
  return [...plot, table(["turns", "deals", "share"].map(word => t(`program.${word}`)), rows)];
}

byId("analyse").addEventListener("click", () => ask("analyse", { deal: played(game.at) }, analysis));
byId("review").addEventListener("click", () => ask("review", { deal: played(game.swaps.length) }, review));
byId("survey").addEventListener("click", () => {
  const deals = Number(byId("survey-deals").value);
  ask("survey", { players: game.start.players, deals }, survey);
});
link.connect();
