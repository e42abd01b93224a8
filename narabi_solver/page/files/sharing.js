// What is given to others: a text that tells how it went and spoils nothing, with a link where the page has an address.

import { buttonFor, made } from "./dom.js";
import { here } from "./here.js";
import { icon } from "./icons.js";
import { qrCode } from "./qr.js";
import { shape } from "./ring.js";
import { SEATS } from "./rules.js";
import { helpWords, sentences } from "./words.js";

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

/** A link is shown as a code first; a text without an address is given at once. */
const giving = of => ({ type: "give", of, shows: Boolean(here.address()) });

/** A button for each seat, which gives its link. */
function seatButtons({ game }, of) {
  const row = made("div", "", { class: "row seats" });
  const letters = [...SEATS].slice(0, game.players);
  row.append(...letters.map((seat, i) => buttonFor("home.seat", giving(i), { "aria-pressed": String(i === of) }, { seat })));
  return row;
}

const QUIET = 4; // squares of border that readers want

/** A link as a code to be read by the camera of another phone; null if it is too long. */
function codeOf(text, words) {
  const rows = qrCode(text);
  if (!rows) return null;
  const side = rows.length + 2 * QUIET;
  const marks = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : "")));
  const code = shape("svg", { viewBox: `0 0 ${side} ${side}`, role: "img", "aria-label": words, class: "code" });
  code.append(shape("rect", { width: side, height: side }), shape("path", { d: marks.join("") }));
  return code;
}

/** The code of a seat's link, and what to do with it. */
function codeParts(view, note) {
  const { of } = note,
    { players } = view.game,
    words = t("share.scan", { seat: SEATS[of] }),
    code = codeOf(textShared(view, note), words);
  const send = buttonFor("share.send", { type: "give", of });
  send.prepend(icon("share"));
  const card = made("div", "", { class: "card" });
  card.append(...(code ? [code, made("h3", words)] : []), made("p", t("share.scan-own", { seat: SEATS[of] })));
  const row = made("div", "", { class: "row" });
  row.append(send, of + 1 < players ? buttonFor("share.next-seat", giving(of + 1), { class: "main" }, { seat: SEATS[of + 1] }) : "");
  return [seatButtons(view, of), card, row];
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
  if (note.shows) return codeParts(view, note);
  const words = shareWords(view, note.of),
    field = sharedField(textShared(view, note));
  let more = null;
  if (note.of === "result") {
    const moves = buttonFor("share.with-moves", { type: "give", of: "moves" });
    moves.toggleAttribute("disabled", !view.at);
    more = made("div", "", { class: "row" });
    more.append(moves, view.onTable ? "" : buttonFor("home.invite", { type: "give", of: "seats" }));
  } else if (note.of !== "moves") more = seatButtons(view, note.of);
  // on a phone the first lines are in view
  return note.copied ? [sentences(t("share.copied"), words), more, field] : [words, field, more];
}
