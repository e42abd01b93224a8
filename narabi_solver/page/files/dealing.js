"use strict";
// New deals: of the day, by chance, to order, from a text or a link, or put together by the player.

const LEAST_TURNS = 2; // that can be ordered
const MOST_TURNS = 12;

/** The first random deal of a seed that takes so many turns, with its id; null if there is none among those that are tried. */
async function order(asked, players, seed, turns, undo, tried) {
  const question = { ask: "order", deck: DECK, undo, players, seed, turns };
  const { state, index } = await asked.ask(question, ({ tried: count }) => tried(count));
  return state ? { state, id: [players, seed, index].join("-") } : null;
}

async function dealOfDay(which, undo = "allowed") {
  const { seed, players, index, turns } = puzzleOf(DECK, which);
  const name = () => t("deal.name-day", { day: dayInWords(which.day), level: t(`level.${which.level}`) });
  const tried = count =>
    say(count ? t("deal.dealing-tried", { deals: counted(count, "deals") }) : t("deal.dealing"));
  let found = { state: randomDeal(DECK, players, seed, index ?? 0), id: [players, seed, index ?? 0].join("-") };
  if (turns) {
    tried(0);
    found = (await order(background, players, seed, turns, "allowed", tried)) ?? found;
  }
  start(new Game(DECK, found.state, [], undo, name, found.id), which);
}

/** Read a deal from a text; returns what is wrong with it. */
function dealOf(text, name, undo = "allowed") {
  const { state, swaps, answers, id, problems } = readDeal(DECK, text, undo);
  if (problems) return problems;
  const read = new Game(DECK, state, swaps, undo, id ? () => t("deal.name-id", { id }) : name, id);
  read.answers = answers;
  start(read);
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
    const left = builder.left(kind),
      all = kind === "label" ? DECK.stones[builder.players] : [HIDDEN, ...DECK.names];
    $(id).replaceChildren(
      ...[...new Set(all)].map(what => {
        const button = made("button", "", { type: "button" });
        button.disabled = what !== HIDDEN && !left.includes(what);
        if (kind === "card" && what !== HIDDEN) button.append(signOf(what));
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
  start(new Game(DECK, stateOf(builder.ring, builder.players), [], $("rule").value, () => t("deal.name-own")));
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
  showArchive();
  const { words, known } = rarity(Number($("players").value), Number($("turns").value));
  $("rarity").textContent = words;
  $("make").disabled = kind() === "order" && known === "none";
}

/**
 * What is known of deals that take so many turns, in words; and `known`: a deal where random ones are too rare to
 * wait for, "none" where nobody has ever found one, undefined where one is looked for.
 */
function rarity(players, turns) {
  const survey = DECK.surveys[players];
  if (!survey || $("rule").value !== "allowed") return { words: "" };
  const most = Math.max(...Object.keys(survey.hardest).map(Number));
  const n = survey.minima[turns] ?? 0;
  const words = t(n ? "deal.survey" : "deal.survey-none", { deals: survey.deals, players, n, turns });
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
  const seed = crypto.getRandomValues(new Uint32Array(1))[0];
  if (kind() === "paste") {
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
  const name = () => t("deal.name-random", { players });
  start(new Game(DECK, randomDeal(DECK, players, seed, 0), [], $("rule").value, name, `${players}-${seed}-0`));
}

let ordering = null; // how many deals were tried for one to order, while it is looked for

/** Stop looking for a deal to order. */
function stopOrder(words = "") {
  if (ordering !== null) solver.end();
  ordering = null;
  $("make").textContent = t("deal.make");
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
  const found = await order(solver, players, seed, turns, undo, tried);
  stopOrder();
  if (!found)
    return problem(
      t("deal.none-found", { deals: counted(MOST_TRIED, "deals"), turns: counted(turns, "turns") }),
    );
  $("dealing").close();
  start(new Game(DECK, found.state, [], undo, () => orderedName(players, turns), found.id));
}

/** Open what the address names; if it cannot be read, say why, and show a puzzle of today. */
async function readAddress(hash = location.hash) {
  addressed = true;
  const firstVisit = !kept().taught && !game;
  const { puzzle: which, learn, archive, text, undo, unknown, problem: wrong } = readHash(hash);
  const read = text !== undefined && !wrong ? dealOf(text, () => t("deal.name-link"), undo) : [];
  const problems = wrong ? [wrong] : read;
  if (problems.length) return sayUnread(text ?? "", problems);
  if (text === undefined) {
    if (learn || (!which && firstVisit)) await startLesson();
    else await dealOfDay(which ?? nextPuzzle(), undo);
  }
  const said = unknown.length ? t("link.unknown", { word: listed(unknown.map(quoted)) }) : "";
  if (firstVisit && (which || text !== undefined)) offerLesson(said);
  else if (said) say(said, welcome());
  if (archive) {
    document.querySelector("[name=kind][value=day]").checked = true;
    openDealing();
  }
}

/** Say that the address cannot be read, above a puzzle of today or the game that is shown. */
async function sayUnread(text, problems) {
  const instead = game ? "" : t("link.today");
  if (!game) await dealOfDay(nextPuzzle());
  addressed = false;
  draw();
  const mend = made("button", t("link.mend"), { type: "button", id: "mend-link" });
  mend.addEventListener("click", () => {
    $("paste").value = text;
    document.querySelector("[name=kind][value=paste]").checked = true;
    openDealing();
    $("paste").focus();
    problem(problems.slice(0, 8).join("\n"));
  });
  say(made("strong", t("link.unread")), ...problems.slice(0, 3), instead, mend);
}

/** Offer the lesson to somebody who was sent here by a link; the deal of the link waits. */
function offerLesson(said) {
  sentTo = location.hash;
  const button = made("button", t("teach.begin"), { type: "button", class: "link" });
  button.addEventListener("click", startLesson);
  const offer = made("p", `${t("teach.offer")} `);
  offer.append(button);
  say(said, offer, welcome());
}
