"use strict";
// Hints while cards are hidden: by what a seat may know, never by the cards themselves.

const QUESTIONS = 3; // shown at most

const knowing = seat => ({ deck: DECK, state: game.start, events: game.events, undo: game.undo, seat });
const decimal = (number, digits) =>
  number.toLocaleString(locale(), { minimumFractionDigits: digits, maximumFractionDigits: digits });
const percent = share =>
  share > 0 && share < 0.005
    ? t("know.rare")
    : (share > 0.995 && share < 1 - ROUNDING ? 0.99 : share).toLocaleString(locale(), { style: "percent" });

/** What a seat should play by what it knows, as `solved` finds it with open cards. */
async function advised(seat) {
  const told = ({ looked, all }) => say(t("hint.searching-of", { done: looked, all }));
  const advice = await solver.ask({ ask: "advice", ...knowing(seat) }, told);
  const best = advice.moves[0];
  return best ? { outcome: "solved", swaps: [best.swap], advice } : { outcome: "undecided", bound: 1 };
}

/** Whether the open seat has to wait for something before it may be helped; it is said. */
function waits() {
  if (openSeat() === null) return false;
  if (game.onTable && nameReceived()) return true;
  if (game.state.mover === openSeat()) return false;
  say(waitsForOthers() ?? t("know.enter", { seat: SEATS[game.state.mover] }));
  return true;
}

/** The questions worth asking, in view on a phone, and what the advice rests on. */
function adviceNotes({ moves, why, questions, count, worlds, left, exact }) {
  const [{ turns, error, wins }] = moves;
  const fields = { worlds, n: Number(count), count: BigInt(count).toLocaleString(locale()), seat: SEATS[openSeat()] };
  const mean = t(exact ? "know.mean" : "know.mean-error", { turns: decimal(turns, 2), error: decimal(error, 2) });
  const lost = moves.some(one => one.wins > 0 && one.wins < 1 - ROUNDING);
  return [
    wins ? mean : t("know.none"),
    lost ? t("know.lost-counts", { turns: counted(TRACK - game.state.turns + 1, "turns") }) : "",
    ...(game.undo === "expert" ? [] : questions.slice(0, QUESTIONS).map(questionOf)),
    t(exact ? "know.all-worlds" : "know.worlds", fields),
    left ? t("know.left-out", { n: left }) : "",
    why ? t("know.why", { ...why, swap: swapText(game.state, why.swap) }) : "",
  ];
}

/** A question worth asking, with what answers it: the page, or the table. */
function questionOf({ swap: ask, saves, yes }) {
  const { state } = game;
  const [place, other] = ask.map(one => placeText(state, one));
  const item = made("p", t("know.ask", { place, other, saves: decimal(saves, 2), yes: percent(yes) }));
  const answers = game.onTable ? [true, false] : [allows(DECK, state, ask, state.ring[ask[0]].card)];
  for (const says of answers) {
    const key = game.onTable ? (says ? "know.yes" : "know.no") : "know.ask-it";
    item.append(" ", buttonFor(key, () => heard(ask, says), { class: "link" }));
  }
  return item;
}

/** Note an answer, unless it cannot be true. */
function heard(ask, yes) {
  const why = contradiction(ask, yes);
  if (why) return say(why);
  game.cut(game.at);
  game.answers.push({ at: game.at, swap: ask, yes });
  game.hints.add(game.state);
  changed();
  draw();
  const [place, other] = ask.map(one => placeText(game.state, one));
  say(t(yes ? "know.said-yes" : "know.said-no", { place, other }));
}

/** Why no cards that are left allow what is entered at a table; null if some do. */
function contradiction(swap, yes) {
  if (!game.onTable) return null;
  const { assignments } = new Knowledge(DECK, game.start, [...game.events, { swap, yes }], openSeat());
  return assignments.count ? null : t("know.contradiction", { swap: swapText(game.state, swap) });
}

/** Ask for the card of a stone that the open seat has by now; whether there is one. */
function nameReceived() {
  const knows = new Knowledge(DECK, game.start, game.events, openSeat());
  if (knows.unnamed < 0) return false;
  const stone = game.state.ring[knows.unnamed];
  const words = t("know.received", { place: placeText(game.state, knows.unnamed), stone: nameOf(stone.label) });
  const choice = made("select", "", { "aria-label": words });
  choice.append(made("option", t("know.choose"), { value: "" }));
  for (const [name] of knows.chances[knows.unnamed]) choice.append(made("option", cardName(name), { value: name }));
  choice.addEventListener("change", () => {
    stone.card = choice.value;
    changed();
    drawWords();
    draw();
    if (!nameReceived()) say(welcome());
  });
  say(words, choice);
  return true;
}

/** Say that a card is hidden, and what it may be. */
async function explainHidden(place, words) {
  say(waitsForOthers(), words);
  const { state } = game;
  const { chances } = await solver.ask({ ask: "chances", ...knowing(openSeat()) });
  if (game.state !== state || (chosen !== null && chosen !== place)) return;
  const cards = chances[place]
    .sort(([, one], [, two]) => two - one)
    .map(([name, chance]) => t("know.chance", { card: cardName(name), chance: percent(chance) }));
  say(waitsForOthers(), words, t("know.chances", { cards: listed(cards) }));
}

/** The mean number of turns to the win; a mean over ways of which none is won says nothing of turns. */
function meanWords(turns, error, wins, exact) {
  if (!wins) return t("know.not-won");
  return exact ? decimal(turns, 2) : t("know.turns-error", { turns: decimal(turns, 2), error: decimal(error, 2) });
}

/** Show what every swap of the open seat leads to on average, the best first. */
async function compareHidden() {
  const { state } = game;
  game.hints.add(state);
  const found = await solved(openSeat());
  if (!found) return;
  if (found.outcome !== "solved") return sayNone(found);
  const { moves, exact } = found.advice;
  const rows = moves.map(({ swap: pair, turns, error, wins }) =>
    rowOf(
      state,
      pair,
      meanWords(turns, error, wins, exact),
      percent(wins),
    ),
  );
  rows[0].className = "best";
  $("compared").caption.textContent = t("know.compared", { swaps: counted(moves.length, "swaps"), seat: SEATS[state.mover] });
  $("compared").tBodies[0].replaceChildren(...rows);
  $("compared").hidden = false;
  say(...adviceNotes(found.advice));
}
