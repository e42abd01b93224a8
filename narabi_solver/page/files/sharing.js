// What is given to others: a text that tells how it went and spoils nothing, with a link where the page has an address.

import { buttonFor, made } from "./dom.js";
import { here } from "./here.js";
import { SEATS } from "./rules.js";
import { helpWords } from "./words.js";

const SIGNS = { best: "🟦", more: "🟧", hint: "💡" };

/** Signs of the swaps as a ring, read clockwise: the upper row, then the lower one backwards. */
function ringOfSigns(signs) {
  const upper = Math.ceil(signs.length / 2);
  const lower = signs.slice(upper).reverse();
  return [signs.slice(0, upper).join(""), "\u3000".repeat(upper - lower.length) + lower.join("")]
    .filter(Boolean)
    .join("\n");
}

/** How the deal is called, and where it is found. */
function resultText(view, { left, text, hash, named }) {
  const { game, task } = view,
    address = here.address();
  const own = !game.id || task.kind === "lesson";
  const title = named
    ? t("share.puzzle", { day: dayInWords(task.day), level: t(`level.${task.level}`) })
    : own
      ? t("share.players", { players: game.players })
      : t("share.deal", { id: game.id });
  const lines = [title];
  if (view.standing === "won" && view.own && view.minimum?.outcome === "solved") {
    const turns = counted(view.swaps.length, "turns");
    lines.push(t("share.result", { turns, least: view.minimum.turns, helps: helpWords(view.helps) || t("share.no-hints") }));
    if (left) lines.push(ringOfSigns(view.swaps.map((_, i) => (view.hintedAt[i] ? SIGNS.hint : left[i + 1] === left[i] - 1 ? SIGNS.best : SIGNS.more))));
  }
  if (address) lines.push(address + hash);
  else if (text === null) lines.push(hash);
  else if (named || own) lines.push(text);
  return lines.join("\n");
}

/** What a note shares, as text. */
export function textShared(view, note) {
  if (note.of === "result") return resultText(view, note);
  const address = here.address();
  return address || note.text === null ? (address ?? "") + note.hash : note.text;
}

/** A button for each seat, which gives its link. */
function seatButtons({ game }) {
  const row = made("div", "", { class: "row" });
  const letters = [...SEATS].slice(0, game.players);
  row.append(...letters.map((seat, of) => buttonFor("home.seat", { type: "give", of }, {}, { seat })));
  return row;
}

/** What is said of a text that is shared. */
function shareWords({ onTable }, of) {
  if (of === "result") return t(onTable ? "share.cards" : "share.text");
  if (of === "moves") return t(onTable ? "share.cards-moves" : "share.moves");
  return t("home.seat-link", { seat: SEATS[of] });
}

/** A text to be copied; it is chosen whole. */
export function sharedField(text) {
  return made("textarea", text, { readonly: "", rows: String(text.split("\n").length), "aria-label": t("share.label"), class: "shared" });
}

/** What is shared, with buttons for other texts. */
export function shareParts(view, note) {
  if (note.of === "seats") {
    const how = here.address() ? t("home.invite-how") : t("home.invite-text", { new: t("page.new"), paste: t("deal.paste") });
    return [seatButtons(view), how];
  }
  const words = shareWords(view, note.of),
    field = sharedField(textShared(view, note));
  let more = null;
  if (note.of === "result") {
    const moves = buttonFor("share.with-moves", { type: "give", of: "moves" });
    moves.toggleAttribute("disabled", !view.at);
    more = made("div", "", { class: "row" });
    more.append(moves, view.onTable ? "" : buttonFor("home.invite", { type: "give", of: "seats" }));
  } else if (note.of !== "moves") more = seatButtons(view);
  // on a phone the first lines are in view
  return note.copied ? [`${t("share.copied")} ${words}`, more, field] : [words, field, more];
}
