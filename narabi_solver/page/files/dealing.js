"use strict";
// New deals: of the day, by chance, to order, from a text or a link, or put together by the player.

const newSeed = () => crypto.getRandomValues(new Uint32Array(1))[0];
const LEAST_TURNS = 2; // that can be ordered
const MOST_TURNS = 12;

/** The first random deal of a seed that takes so many turns, with its id; null if there is none among those that are tried. */
async function order(asked, deck, players, seed, turns, undo, tried) {
  const question = { ask: "order", deck, undo, players, seed, turns };
  const { state, index } = await asked.ask(question, ({ tried: count }) => tried(count));
  return state ? { state, id: [players, seed, index].join("-") } : null;
}

async function dealOfDay(which, undo = "allowed") {
  const { seed, players, index, turns } = puzzleOf(USUAL, which);
  const name = () => t("deal.name-day", { day: dayInWords(which.day), level: t(`level.${which.level}`) });
  const tried = count =>
    say(count ? t("deal.dealing-tried", { deals: counted(count, "deals") }) : t("deal.dealing"));
  let found = { state: randomDeal(USUAL, players, seed, index ?? 0), id: [players, seed, index ?? 0].join("-") };
  if (turns) {
    tried(0);
    found = (await order(background, USUAL, players, seed, turns, "allowed", tried)) ?? found;
  }
  start(new Game(USUAL, found.state, [], undo, name, found.id), which);
}

/** Read a deal from a text; returns what is wrong with it. */
function dealOf(text, name, undo = "allowed", deck = chosenDeck()) {
  const { state, swaps, answers, id, problems } = readDeal(deck, text, undo);
  if (problems) return problems;
  const read = new Game(deck, state, swaps, undo, id ? () => t("deal.name-id", { id }) : name, id);
  read.answers = answers;
  start(read);
  return [];
}

function build(players) {
  stopPlaying();
  changed();
  useDeck(chosenDeck());
  builder = new Builder(DECK, players);
  const seats = [...SEATS].slice(0, players).map((seat, i) => made("option", seat, { value: i }));
  $("began").replaceChildren(made("option", t("build.holder"), { value: "", "data-t": "build.holder" }), ...seats);
  $("built-rule").replaceChildren(...[...$("rule").options].map(one => one.cloneNode(true)));
  $("built-rule").value = $("rule").value;
  $("building").hidden = false;
  $("playing").hidden = true;
  ring.clear();
  draw();
  scrollTo(0, 0);
}

function drawBuilder() {
  showGoal();
  const state = seen();
  ring.clear();
  ring.draw({
    state,
    moves: false,
    tell: place => tell(state, place, []),
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
    const left = builder.left(kind),
      all = kind === "label" ? DECK.stones[builder.players] : [HIDDEN, ...DECK.names];
    $(id).replaceChildren(
      ...[...new Set(all)].map(what => {
        const button = made("button", "", { type: "button" });
        button.disabled = what !== HIDDEN && !left.includes(what);
        if (kind === "card" && what !== HIDDEN) button.append(signOf(what, state));
        button.append(what === HIDDEN ? t("build.unknown") : kind === "card" ? cardName(what) : nameOf(what));
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
  const first = $("began").value === "" ? null : Number($("began").value);
  const next = new Game(DECK, stateOf(builder.ring, builder.players, first), [], $("built-rule").value, () => t("deal.name-own"));
  next.entering = !next.onTable;
  start(next);
}

function leave() {
  builder = null;
  useDeck(game.deck);
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
  showArchive();
  offerPlayers();
  const { words, known } = rarity(Number($("players").value), Number($("turns").value));
  $("rarity").textContent = words;
  $("make").disabled = kind() === "order" && known === "none";
}

/**
 * What is known of deals that take so many turns, in words; and `known`: a deal where random ones are too rare to
 * wait for, "none" where nobody has ever found one, undefined where one is looked for.
 */
function rarity(players, turns) {
  const survey = chosenDeck().surveys[players];
  if (!survey || $("rule").value !== "allowed") return { words: "" };
  const most = Math.max(...Object.keys(survey.hardest).map(Number));
  const n = survey.minima[turns] ?? 0;
  const words = t(n ? "deal.survey" : "deal.survey-none", { deals: survey.deals, players, n, turns: counted(turns, "turns") });
  if (turns > most) return { words: `${words} ${t("deal.never-found", { players, most })}`, known: "none" };
  if (MOST_TRIED * n >= survey.deals) return { words };
  return { words: `${words} ${t("deal.too-rare")}`, known: survey.hardest[turns] };
}

function problem(text, calm = false) {
  $("problems").textContent = text;
  $("problems").classList.toggle("calm", calm);
}

/** The deal that the dialog asks for. */
async function make() {
  if (ordering !== null) return stopOrder(t("deal.stopped", { deals: counted(ordering, "deals") }));
  const players = Number($("players").value);
  const seed = newSeed();
  if (kind() === "paste") {
    const link = /#(?:deal|deck|day)=\S+/.exec($("paste").value);
    if (link) {
      $("dealing").close();
      location.hash = link[0];
      return;
    }
    const problems = dealOf($("paste").value, () => t("deal.name-own"), $("rule").value);
    return problems.length ? problem(problems.slice(0, 8).join("\n")) : $("dealing").close();
  }
  if (kind() === "order") {
    const { known } = rarity(players, Number($("turns").value));
    if (known) {
      $("dealing").close();
      const turns = Number($("turns").value);
      return dealOf(known, () => orderedName(players, turns));
    }
    const ended = error => stopOrder(t("hint.stopped", { why: error.message }));
    return makeToOrder(players, seed, Number($("turns").value)).catch(ended);
  }
  $("dealing").close();
  if (kind() === "day") return dealOfDay(nextPuzzle()).catch(failed);
  if (kind() === "build") return build(players);
  startRandom(chosenDeck(), $("rule").value, players, seed);
}

/** Start a random deal; for 4 players, if not said otherwise and the deck is large enough. */
function startRandom(deck, undo, players = deck.players.find(one => one === 4) ?? deck.players[0], seed = newSeed()) {
  const name = () => t("deal.name-random", { players });
  start(new Game(deck, randomDeal(deck, players, seed, 0), [], undo, name, `${players}-${seed}-0`));
}

let ordering = null; // how many deals were tried for one to order, while it is looked for

/** Stop looking for a deal to order. */
function stopOrder(words = "") {
  if (ordering !== null) solver.end();
  ordering = null;
  $("make").textContent = t(kind() === "build" ? "build.start" : "deal.make");
  if (words) problem(words, true);
}

const orderedName = (players, turns) => t("deal.name-order", { turns: counted(turns, "turns"), players });

async function makeToOrder(players, seed, turns) {
  const undo = $("rule").value;
  const tried = count => {
    ordering = count;
    problem(t("deal.dealing-of", { n: count, deals: counted(MOST_TRIED, "deals") }), true);
  };
  $("make").textContent = t("deal.stop");
  tried(0);
  const deck = chosenDeck();
  const found = await order(solver, deck, players, seed, turns, undo, tried);
  stopOrder();
  if (!found)
    return problem(
      t("deal.none-found", { deals: counted(MOST_TRIED, "deals"), turns: counted(turns, "turns") }),
    );
  $("dealing").close();
  start(new Game(deck, found.state, [], undo, () => orderedName(players, turns), found.id));
}

/** Open what the address names; if it cannot be read, say why, and show a puzzle of today. */
async function readAddress(hash = location.hash) {
  addressed = readHash(hash);
  const firstVisit = !kept().taught && !game;
  const { puzzle: which, learn, archive, text, undo, unknown, deck: link, problem: wrong } = addressed;
  const { deck, problem: wrongCards } = linkedDeck(link);
  const read = text !== undefined && !wrong && deck ? dealOf(text, () => t("deal.name-link"), undo, deck) : [];
  const problems = [wrong, wrongCards].filter(Boolean).concat(read);
  if (problems.length) return sayUnread(text ?? "", problems);
  if (text === undefined && link && !which && !learn && !archive) startRandom(deck, undo);
  else if (text === undefined) {
    if (learn || (!which && firstVisit)) await startLesson();
    else await dealOfDay(which ?? nextPuzzle(), undo);
  }
  const words = [...unknown.slice(0, 3).map(quoted), ...(unknown.length > 3 ? ["…"] : [])];
  const said = unknown.length ? t("link.unknown", { word: listed(words) }) : "";
  if (firstVisit && (which || text !== undefined)) offerLesson(said);
  else if (said) say(said, welcome());
  if (game.deck.link && game.deck.link !== ours()?.link) offerCards();
  if (archive) {
    document.querySelector("[name=kind][value=day]").checked = true;
    openDealing();
  }
}

/** Say that the address cannot be read, above a puzzle of today or the game that is shown. */
async function sayUnread(text, problems) {
  const instead = game ? "" : t("link.today");
  if (!game) await dealOfDay(nextPuzzle());
  addressed = null;
  draw();
  const mend = () => {
    $("paste").value = text;
    document.querySelector("[name=kind][value=paste]").checked = true;
    openDealing();
    $("paste").focus();
    problem(problems.slice(0, 8).join("\n"));
  };
  const button = buttonFor("link.mend", mend, { id: "mend-link" });
  say(made("strong", t("link.unread")), ...problems.slice(0, 3), instead, button);
}

/** Offer the lesson to somebody who was sent here by a link; the deal of the link waits. */
function offerLesson(said) {
  sentTo = location.hash;
  const offer = made("p", `${t("teach.offer")} `);
  offer.append(buttonFor("teach.begin", startLesson, { class: "link" }));
  say(said, offer, welcome());
}
