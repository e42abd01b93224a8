// Words for what is seen: a deal's name, a stone, a swap, how it stands.

import { cardName } from "./decks.js";
import { ROUNDING } from "./hidden.js";
import { HIDDEN, SEATS, TRACK, colourOf, isBlank, nameOf, placeText, swapText } from "./rules.js";

/** Sentences as one text: a space stands between them, but behind a full stop of Japanese. */
export const sentences = (...all) => all.filter(Boolean).join(" ").replaceAll("。 ", "。");

/** How a deal is called. */
export function nameWords({ key, day, level, turns, ...fields }) {
  if (key === "deal.name-day") return t(key, { day: dayInWords(day), level: t(`level.${level}`) });
  return t(key, { ...fields, turns: turns && counted(turns, "turns") });
}

/** The same in a few letters: a name, and what stands behind it. */
export function shortName({ key, day, level, ...fields }) {
  if (key === "deal.name-day") return [dayInWords(day, true), ` · ${t(`level.${level}`)}`];
  return [nameWords({ key, ...fields }), ""];
}

/** A stone by its number and its colour, which no number tells. */
const stoneWithColour = (deck, label) => (isBlank(label) ? nameOf(label) : t(`stone.colour-${colourOf(deck, label)}`, { number: label }));

/** What a stone is, and what can be done with it, for those who cannot see it. */
export function stoneWords({ deck, state, targets }, place) {
  const stone = state.ring[place];
  const name = placeText(state, place);
  if (!stone.label && !stone.card) return t("show.empty", { place: name });
  const known = stone.card === HIDDEN ? t("show.card-hidden") : t("show.card", { card: cardName(deck, stone.card) });
  return t(targets.includes(place) ? "show.target" : "show.stone", {
    place: name,
    stone: stone.label ? stoneWithColour(deck, stone.label) : t("show.no-stone"),
    card: stone.card ? known : t("show.no-card"),
  });
}

/** A stone by its place and its number. */
export const stoneAt = (state, place) => t("play.stone", { place: placeText(state, place), stone: nameOf(state.ring[place].label) });

/** Whose turn it is, or how the game ended. */
export function headingWords({ builder, part, state, standing, seat }) {
  if (builder) return part ? t(`build.${part}`, { place: placeText(state, builder.chosen) }) : placeText(state, builder.chosen);
  if (standing !== "open") return t(standing === "won" ? "show.in-order" : "show.lost");
  return state.mover === seat ? t("show.your-turn") : t("show.turn-of-seat", { seat: SEATS[state.mover] });
}

/** What helped to play a game, in words; empty if nothing did. */
export const helpWords = helps =>
  Object.keys(helps)
    .filter(word => helps[word])
    .map(word => counted(helps[word], word))
    .join(t("list.comma"));

/** Which turn it is, and of how many. */
export function countWords({ builder, onTable, hides, standing, minimum, state, note }) {
  if (builder) return t("build.count", { n: builder.ring.filter(({ label, card }) => label && card).length, places: builder.ring.length });
  if (standing !== "open") return "";
  const turn = state.turns + 1;
  if (note.kind === "searching") return note.done === undefined ? t("hint.searching") : t("hint.searching-of", note);
  if (onTable || hides || minimum?.error) return t("show.turn", { turn });
  if (!minimum) return t("show.working-out", { turn });
  if (minimum.outcome === "unsolvable") return t("show.unsolvable");
  if (minimum.outcome === "undecided") return t("show.at-least", { turn, least: minimum.bound });
  return t(turn > minimum.turns ? "show.beyond" : "show.turn-of", { turn, least: minimum.turns, turns: minimum.turns });
}

/** How a game ended: in a word, and in a sentence. */
export function endWords({ standing, minimum, state, own, game, helps, at, given }) {
  if (standing === "lost") return [t("show.lost"), state.turns >= TRACK ? t("show.lost-track") : t("show.lost-seat", { seat: SEATS[state.mover] })];
  const { turns } = state;
  if (!turns) return [t("show.in-order"), t("show.won-as-dealt")];
  if (minimum?.outcome !== "solved") return [t(own ? "show.solved" : "show.in-order"), counted(turns, "turns")];
  const more = turns - minimum.turns,
    fields = { n: turns, turns, least: minimum.turns };
  const words = more ? t("show.more", fields) : t("show.fewest", fields);
  if (game.entering || !own) return [t("show.in-order"), at > given ? t("show.by-page", fields) : words];
  const help = helpWords(helps);
  return [t(more || help ? "show.solved" : "show.perfect"), [words, help || t("share.no-hints")].join(t("list.comma"))];
}

/** What a swap did, and what would have been better; empty if it was as good as any. */
export function judgementWords(state, { judgement, cost, better }) {
  const swaps = better.map(swap => swapText(state, swap)).join(t("card.or"));
  if (judgement === "slip") return t("review.slip", { n: cost, swaps });
  return judgement === "loses" ? t("review.loses", { swaps }) : "";
}

/** The words before and after one of the fields of a text. */
export const around = (key, fields, part) => t(key, { ...fields, [part]: "\n" }).split("\n");

/** What a turn did, by its number. */
export const turnWords = ({ judgement, cost }, turn) => t(`review.turn-${judgement}`, { turn, n: cost });

/** A shortest way where a turn was a slip, and where it stops after that. */
export const stopWords = stop => (stop ? t(stop.why ? "review.stops" : "review.way", stop) : "");

/** How a game that was reviewed went. */
export function resultWords(turns) {
  const [{ least }] = turns,
    { left } = turns.at(-1),
    n = turns.length;
  const fields = { turns: counted(n, "turns"), n, least };
  if (turns.some(one => one.judgement === "unknown")) return t("review.unknown");
  if (least === null) return t("review.never", fields);
  if (left === null) return t("review.lost", { ...fields, turn: 1 + turns.findIndex(one => one.judgement === "loses") });
  if (left) return t("review.open", { n: left, all: n + left, least });
  return t(n === least ? "review.fewest" : "review.won", fields);
}

export const clockText = seconds => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
const decimal = (number, digits) => number.toLocaleString(locale(), { minimumFractionDigits: digits, maximumFractionDigits: digits });
export const percent = share =>
  share > 0 && share < 0.005
    ? t("know.rare")
    : (share > 0.995 && share < 1 - ROUNDING ? 0.99 : share).toLocaleString(locale(), { style: "percent" });

/** The mean number of turns to the win; a mean over ways of which none is won says nothing of turns. */
export function meanWords(turns, error, wins, exact) {
  if (!wins) return t("know.not-won");
  return exact ? decimal(turns, 2) : t("know.turns-error", { turns: decimal(turns, 2), error: decimal(error, 2) });
}

/** What advice rests on; the questions worth asking stand between the first sentences and the rest. */
export function adviceWords({ state, game }, { moves, why, count, worlds, left, exact, questions }, questionOf) {
  const [{ turns, error, wins }] = moves;
  const fields = { worlds, n: Number(count), count: BigInt(count).toLocaleString(locale()) };
  const mean = t(exact ? "know.mean" : "know.mean-error", { turns: decimal(turns, 2), error: decimal(error, 2) });
  const lost = moves.some(one => one.wins > 0 && one.wins < 1 - ROUNDING);
  return [
    wins ? mean : t("know.none"),
    lost ? t("know.lost-counts", { turns: counted(TRACK - state.turns + 1, "turns") }) : "",
    ...(game.undo === "expert" ? [] : questions.map(questionOf)),
    t(exact ? "know.all-worlds" : "know.worlds", fields),
    left ? t("know.left-out", { n: left }) : "",
    why ? t("know.why", { ...why, swap: swapText(state, why.swap) }) : "",
  ];
}

/** A question worth asking, without its answers. */
export function questionWords(state, { swap, saves, yes }) {
  const [place, other] = swap.map(one => placeText(state, one));
  return t("know.ask", { place, other, saves: decimal(saves, 2), yes: percent(yes) });
}
