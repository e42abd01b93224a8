"use strict";
// New deals: of the day, by chance, to order, from a text or a link, or put together by the player.

const LEAST_TURNS = 2; // that can be ordered
const MOST_TURNS = 9;

/** The first random deal of a seed that takes so many turns; null if there is none among those that are tried. */
async function order(asked, players, seed, turns, undo, tried) {
  const question = { ask: "order", deck: DECK, undo, players, seed, turns };
  const { state } = await asked.ask(question, ({ tried: count }) => tried(count));
  return state ?? null;
}

async function dealOfDay(which, undo = "allowed") {
  const { seed, players, turns } = puzzleOf(DECK, which);
  const name = t("deal.name-day", { day: dayInWords(which) });
  const tried = count =>
    say(count ? t("deal.dealing-tried", { deals: counted(count, "deals") }) : t("deal.dealing"));
  tried(0);
  const found = await order(background, players, seed, turns, "allowed", tried);
  start(new Game(DECK, found ?? randomDeal(DECK, players, seed, 0), [], undo, name), which);
}

/** Read a deal from a text; returns what is wrong with it. */
function dealOf(text, name, undo = "allowed") {
  const { state, swaps, id, problems } = readDeal(DECK, text, undo);
  if (problems) return problems;
  start(new Game(DECK, state, swaps, undo, id ? t("deal.name-id", { id }) : name));
  return [];
}

function build(players) {
  stopPlaying();
  changed();
  builder = new Builder(DECK, players);
  $("building").hidden = false;
  $("playing").hidden = true;
  ring.clear();
  draw();
}

function drawBuilder() {
  showGoal();
  ring.clear();
  ring.draw({
    state: builder.state,
    moves: false,
    known: knows,
    tell: place => tell(place, []),
    chosen: builder.chosen,
    targets: [],
    hinted: [],
    arrow: null,
    order: false,
  });
  $("turn").textContent = t("build.heading");
  $("count").textContent = t("build.count");
  $("placed").textContent = builder.told;
  $("built").disabled = !builder.complete;
  for (const [id, kind] of [
    ["stones", "label"],
    ["deck", "card"],
  ]) {
    const left = [...new Set(builder.left(kind))];
    $(id).replaceChildren(
      ...left.map(what => {
        const button = made("button", "", { type: "button" });
        if (kind === "card") button.append(signOf(what));
        button.append(kind === "card" ? what : nameOf(what));
        button.addEventListener("click", () => {
          builder.put(kind, what);
          draw();
        });
        return button;
      }),
    );
  }
}

function built() {
  start(new Game(DECK, stateOf(builder.ring, builder.players), [], $("rule").value, t("deal.name-own")));
}

function leave() {
  builder = null;
  $("building").hidden = true;
  $("playing").hidden = false;
  ring.clear();
  draw();
  $("new").focus();
}

const kind = () => document.querySelector("[name=kind]:checked").value;

function openDealing() {
  stopPlaying();
  showKind();
  $("dealing").showModal();
  document.querySelector("[name=kind]:checked").focus();
}

function showKind() {
  for (const part of document.querySelectorAll("[data-for]"))
    part.hidden = !part.dataset.for.split(" ").includes(kind());
  stopOrder();
  problem("");
  $("rarity").textContent = rarity(Number($("players").value), Number($("turns").value));
}

/** How many deals take so many turns; empty if that is not known for this deck and rule. */
function rarity(players, turns) {
  const survey = DECK.surveys[players];
  if (!survey || $("rule").value !== "allowed") return "";
  const found = survey.minima[turns] ?? 0;
  const fields = { deals: survey.deals, players, n: found, turns };
  const told = t(found ? "deal.survey" : "deal.survey-none", fields);
  const rare = MOST_TRIED * found < survey.deals / 10;
  return rare ? `${told} ${t("deal.too-rare", { deals: MOST_TRIED })}` : told;
}

function problem(text, calm = false) {
  $("problems").textContent = text;
  $("problems").classList.toggle("calm", calm);
}

/** The deal that the dialog asks for. */
async function make() {
  if (ordering !== null) return stopOrder(t("deal.stopped", { deals: counted(ordering, "deals") }));
  const players = Number($("players").value);
  const seed = crypto.getRandomValues(new Uint32Array(1))[0];
  if (kind() === "paste") {
    const problems = dealOf($("paste").value, t("deal.name-own"), $("rule").value);
    return problems.length ? problem(problems.slice(0, 8).join("\n")) : $("dealing").close();
  }
  if (kind() === "order") {
    const ended = error => stopOrder(t("hint.stopped", { why: error.message }));
    return makeToOrder(players, seed, Number($("turns").value)).catch(ended);
  }
  $("dealing").close();
  if (kind() === "day") return dealOfDay(today()).catch(failed);
  if (kind() === "build") return build(players);
  const name = t("deal.name-random", { players });
  start(new Game(DECK, randomDeal(DECK, players, seed, 0), [], $("rule").value, name));
}

let ordering = null; // how many deals were tried for one to order, while it is looked for

/** Stop looking for a deal to order. */
function stopOrder(words = "") {
  if (ordering !== null) solver.end();
  ordering = null;
  $("make").textContent = t("deal.make");
  if (words) problem(words, true);
}

async function makeToOrder(players, seed, turns) {
  const undo = $("rule").value;
  const tried = count => {
    ordering = count;
    problem(t("deal.dealing-of", { n: count, deals: counted(MOST_TRIED, "deals") }), true);
  };
  $("make").textContent = t("deal.stop");
  tried(0);
  const state = await order(solver, players, seed, turns, undo, tried);
  stopOrder();
  if (!state)
    return problem(
      t("deal.none-found", { deals: counted(MOST_TRIED, "deals"), turns: counted(turns, "turns") }),
    );
  $("dealing").close();
  start(new Game(DECK, state, [], undo, t("deal.name-order", { turns: counted(turns, "turns"), players })));
}

/** Open what the address names; if it cannot be read, say why where it can be mended. */
async function readAddress() {
  const { day: which, text, undo, ...found } = readHash(location.hash);
  const read = text !== undefined && !found.problem ? dealOf(text, t("deal.name-link"), undo) : [];
  const problems = found.problem ? [found.problem] : read;
  if (text !== undefined && !problems.length) return;
  if (problems.length) {
    $("paste").value = text ?? "";
    document.querySelector("[name=kind][value=paste]").checked = true;
    openDealing();
    $("paste").focus();
    problem([t("link.unread"), ...problems.slice(0, 8)].join("\n"));
    if (game) return draw();
  }
  await dealOfDay(which ?? today(), undo);
}

/** Give others the deal, without what was played: a link if they can open the page where it lies, else the text. */
async function share() {
  const address = publicAddress(location);
  const shared = address ? address + hashOf(game.start, [], game.undo, day) : dealText(game.start, []);
  const label = t(address ? "share.link-label" : "share.text-label");
  const field = made("input", "", { readonly: "", "aria-label": label });
  field.value = shared;
  const words = t(address ? "share.link" : "share.text");
  let copied = "";
  try {
    await navigator.clipboard.writeText(shared);
    copied = t("share.copied") + " ";
  } catch {
    // no clipboard here: it is shown
  }
  say(copied + words, field);
  field.select();
}
