"use strict";
// Which key and which control does what; and the first deal.

/** Single letters, by the key where another alphabet is written; they can be switched off. */
const LETTERS = {
  KeyH: () => game.standing === "open" && hint(),
  KeyU: () => takeBack(),
};

function keys(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || builder || $("dealing").open) return;
  if (event.target.closest?.("input, select, textarea")) return;
  const does = {
    ArrowLeft: () => step(game.at - 1),
    ArrowRight: redo,
    Home: () => step(0),
    End: () => step(game.swaps.length),
    Escape: () => { changed(); draw(); },
    ...($("letters").checked && LETTERS),
  }[/^[^a-z]$/i.test(event.key) ? event.code : event.key.length === 1 ? `Key${event.key.toUpperCase()}` : event.key];
  if (!does || !game) return;
  event.preventDefault();
  does();
}

/** Open a part below the game, and go there. */
function showPart(id) {
  $(id).open = true;
  $(id).firstElementChild.focus();
  $(id).scrollIntoView();
}

/** Say everything in a language, as far as it has been said. */
function speak(chosen) {
  language = document.documentElement.lang = $("language").value = chosen;
  translate(document);
  $("mend").textContent = t("page.mend", { file: `${language}.toml` });
  if (!game) return;
  stopPlaying();
  changed();
  drawChoices();
  ring.clear();
  drawWords();
  draw();
  say(welcome(), whatNext());
}

function begin() {
  $("language").append(...Object.keys(TEXTS).map(one => made("option", TEXTS[one].language, { value: one, lang: one })));
  const { language: chosenBefore, visited } = kept();
  speak(Object.hasOwn(TEXTS, chosenBefore ?? "") ? chosenBefore : languageFor(navigator.languages ?? [navigator.language ?? ""]));
  for (let turns = LEAST_TURNS; turns <= MOST_TURNS; turns++) $("turns").append(made("option", String(turns)));
  $("turns").value = "6";
  ring = new Ring($("ring"), DECK, tapped, explain);
  beginOwning();
  const clicks = {
    undo: takeBack,
    hint,
    costs,
    solution,
    partner,
    share,
    make,
    built,
    leave,
    first: () => step(0),
    back: () => step(game.at - 1),
    on: redo,
    redo,
    auto: playOn,
    judged: review,
    rules: () => showPart("how"),
    legend: () => showPart("signs"),
    new: openDealing,
    teach: () => { startLesson(); $("how").open = false; },
    earlier: () => showArchive(dayBefore(lastShown, DAYS_SHOWN)),
    later: () => showArchive(dayBefore(lastShown, -DAYS_SHOWN)),
    forget: forgetAsked,
    "compared-close": () => { changed(); draw(); },
    close: () => { stopOrder(); $("dealing").close(); },
    clear: () => { builder.empty(); draw(); },
    unknown: () => { builder.hideRest(); draw(); },
  };
  for (const [id, does] of Object.entries(clicks)) $(id).addEventListener("click", does);
  $("dealing").addEventListener("cancel", () => stopOrder());
  for (const id of ["players", "turns"]) $(id).addEventListener("change", showKind);
  $("step").addEventListener("input", () => step(Number($("step").value)));
  $("cards").addEventListener("change", chooseCards);
  $("rule").addEventListener("change", rule);
  $("language").addEventListener("change", () => {
    keep(all => (all.language = $("language").value));
    speak($("language").value);
  });
  beginTogether();
  $("letters").checked = kept().letters !== false;
  $("letters").addEventListener("change", () => keep(all => (all.letters = $("letters").checked)));
  for (const one of document.getElementsByName("kind")) one.addEventListener("change", showKind);
  document.addEventListener("keydown", keys);
  $("signs").addEventListener("toggle", () => game && drawWords());
  addEventListener("beforeprint", () => ($("signs").open = true));
  addEventListener("storage", ({ key }) => (key === KEPT || key === null) && showArchive(lastShown ?? today()));
  document.addEventListener("visibilitychange", newDay);
  setInterval(newDay, 20000);
  // what is drawn meanwhile may have replaced the address again
  addEventListener("hashchange", ({ newURL }) => readAddress(new URL(newURL).hash).catch(failed));
  $("how").open = !visited;
  keep(all => Object.assign(all, { visited: true, games: byKey(all.games), results: byKey(all.results) }));
  readAddress().catch(failed);
}

begin();
