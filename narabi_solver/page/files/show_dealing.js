// Draws the dialog of new deals, with the puzzles of the days: today's and those before, and what is solved of them.

import { deckBy, linkOf } from "./decks.js";
import { byId, fill, made, offer, send } from "./dom.js";
import { OPENS, playersOf, rarity } from "./forms.js";
import { resultOf } from "./keeping.js";
import { LEVELS } from "./naming.js";
import { nextPuzzle } from "./opening.js";
import { MOST_TRIED } from "./random.js";
import { showTally } from "./show_end.js";
import { sentences } from "./words.js";

const DAYS_SHOWN = 5;
const MARKS = { perfect: "★", solved: "✓", open: "" };

function dayRow(page, day) {
  const row = made("tr");
  row.append(made("th", day === page.session.today ? t("deal.today") : dayInWords(day, true), { scope: "row" }));
  for (const level of LEVELS) {
    const result = resultOf(page.shelf, { day, level }),
      button = made("button", `${t(`level.${level}`)} ${MARKS[result]}`.trim(), { type: "button" });
    button.setAttribute("aria-label", t(`deal.puzzle-${result}`, { day: dayInWords(day), level: t(`level.${level}`) }));
    button.addEventListener("click", () => send({ type: "day", day, level }));
    const cell = made("td");
    cell.append(button);
    row.append(cell);
  }
  return row;
}

function showDays(page, keeps) {
  const { form, today: now } = page.session,
    last = form.last ?? now;
  fill(byId("days"), ...[...Array(DAYS_SHOWN).keys()].map(i => dayRow(page, dayBefore(last, i))));
  byId("later").disabled = last === now;
  showTally(byId("archive"), page, { hidden: page.session.dialog !== "dealing" });
  byId("kept").textContent = t(keeps ? "deal.kept" : "deal.not-kept");
  byId("forget").hidden = !keeps;
  byId("forget").textContent = t(form.sure ? "deal.forget-sure" : "deal.forget");
}

/** How rare deals are that take so many turns, in words. */
function rarityWords(page, rare) {
  if (!rare) return "";
  const { turns } = page.session.form,
    players = playersOf(page),
    { n, deals, most, known } = rare;
  const words = t(n ? "deal.survey" : "deal.survey-none", { deals, players, n, turns: counted(turns, "turns") });
  if (known === "none") return sentences(words, t("deal.never-found", { players, most }));
  return sentences(words, known && t("deal.too-rare"));
}

function problemWords({ form }) {
  const { ordering, problem, turns } = form;
  if (ordering !== null) return t("deal.dealing-of", { n: ordering, deals: counted(MOST_TRIED, "deals") });
  if (!problem) return "";
  if (problem.text !== undefined) return problem.text;
  const deals = counted(problem.n ?? MOST_TRIED, "deals");
  return t(problem.key, { ...problem, deals, turns: counted(turns, "turns") });
}

export const DIALOGS = ["welcome", "sharing", ...OPENS];

/** Open or close a dialog, as it is shown; what was in front before gets the focus again. */
function toggle(dialog, open) {
  if (open && !dialog.open) dialog.showModal();
  if (!open && dialog.open) dialog.close();
}

export function showDealing(page, keeps) {
  const { session, settings } = page,
    { form, dialog } = session;
  const decks = settings.decks.map((file, i) => [linkOf(file), i ? `${t("own.ours")} ${i + 1}` : t("own.ours")]);
  byId("whose").hidden = !USUAL.standard || !byId("whose").dataset.for.split(" ").includes(form.kind);
  offer(byId("deck-used"), [["", t("own.usual")], ...decks], settings.used);
  offer(byId("players"), deckBy(settings.used).players.map(one => [String(one), String(one)]), String(playersOf(page)));
  byId("turns").value = String(form.turns);
  for (const radio of document.getElementsByName("kind")) radio.checked = radio.value === form.kind;
  for (const part of document.querySelectorAll("[data-for]:not(#whose)")) part.hidden = !part.dataset.for.split(" ").includes(form.kind);
  showDays(page, keeps);
  const rare = rarity(page);
  byId("rarity").textContent = rarityWords(page, rare);
  byId("make").disabled = form.kind === "order" && rare?.known === "none";
  const { level } = nextPuzzle(page.shelf, session.today),
    makes = { day: t("deal.next", { level: t(`level.${level}`) }), build: t("build.start") };
  byId("make").textContent = form.ordering !== null ? t("deal.stop") : (makes[form.kind] ?? t("deal.make"));
  byId("problems").textContent = problemWords(session);
  byId("problems").classList.toggle("calm", form.ordering !== null || Boolean(form.problem?.calm) || form.problem?.key === "deal.stopped");
  toggle(byId("owning"), dialog === "owning");
  for (const id of DIALOGS) toggle(byId(id), dialog === id);
  if (dialog === "dealing" && !byId("dealing").open) {
    byId("dealing").showModal();
    document.querySelector("[name=kind]:checked").focus();
  }
  toggle(byId("dealing"), dialog === "dealing" || dialog === "owning");
}

/** What its main button sends, and Enter. */
export const make = () => ({ type: "make", text: byId("paste").value });

/** What the other controls of the dialog send. */
export const DEALING = {
  close: () => ({ type: "close" }),
  earlier: ({ form, today: now }) => ({ type: "days", last: dayBefore(form.last ?? now, DAYS_SHOWN) }),
  later: ({ form, today: now }) => ({ type: "days", last: dayBefore(form.last ?? now, -DAYS_SHOWN) }),
  forget: () => ({ type: "forget" }),
  "own-open": () => ({ type: "own" }),
};
