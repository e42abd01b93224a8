"use strict";
// New deals: of the day, by chance, to order, from a text or a link, or put together by the player.

const LEAST_TURNS = 2; // that can be ordered
const MOST_TURNS = 9;

/** The first random deal of a seed that takes so many turns; null if there is none among those that are tried. */
async function order(players, seed, turns, undo, tried = () => {}) {
  const question = { ask: "order", deck: DECK, undo, players, seed, turns };
  const { state } = await solver.ask(question, ({ tried: count }) => tried(count));
  return state ?? null;
}

async function dealOfDay(which, undo = "allowed") {
  const { seed, players, turns } = puzzleOf(which);
  const name = `Puzzle of the day, ${dayInWords(which)}`;
  say("Dealing …");
  start(new Game(DECK, await order(players, seed, turns, "allowed"), [], undo, name), which);
}

/** Read a deal from a text; returns what is wrong with it. */
function dealOf(text, name, undo = "allowed") {
  const { state, swaps, id, problems } = readDeal(DECK, text, undo);
  if (problems) return problems;
  start(new Game(DECK, state, swaps, undo, id ? `Deal ${id}` : name));
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
  $("turn").textContent = "Put a deal together";
  $("count").textContent = "Tap a place, then its stone and its card.";
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
  start(new Game(DECK, stateOf(builder.ring, builder.players), [], $("rule").value, "A deal of your own"));
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
}

function showKind() {
  for (const part of document.querySelectorAll("[data-for]"))
    part.hidden = !part.dataset.for.split(" ").includes(kind());
  problem("");
  $("make").disabled = false;
}

function problem(text, calm = false) {
  $("problems").textContent = text;
  $("problems").classList.toggle("calm", calm);
}

/** The deal that the dialog asks for. */
async function make() {
  const players = Number($("players").value);
  const seed = crypto.getRandomValues(new Uint32Array(1))[0];
  if (kind() === "paste") {
    const problems = dealOf($("paste").value, "A deal of your own", $("rule").value);
    return problems.length ? problem(problems.slice(0, 8).join("\n")) : $("dealing").close();
  }
  if (kind() === "order") return makeToOrder(players, seed, Number($("turns").value)).catch(failed);
  $("dealing").close();
  if (kind() === "day") return dealOfDay(today()).catch(failed);
  if (kind() === "build") return build(players);
  const name = `A random deal for ${players} players`;
  start(new Game(DECK, randomDeal(DECK, players, seed, 0), [], $("rule").value, name));
}

async function makeToOrder(players, seed, turns) {
  const undo = $("rule").value;
  $("make").disabled = true;
  problem("Dealing …", true);
  const state = await order(players, seed, turns, undo, tried => problem(`Dealing … ${tried} deals tried`, true));
  $("make").disabled = false;
  if (!state)
    return problem(
      `No deal that was tried takes exactly ${counted(turns, "turn")}. Try again, or another number.`,
    );
  $("dealing").close();
  start(new Game(DECK, state, [], undo, `${counted(turns, "turn")}, ${players} players`));
}

function readAddress() {
  const { day: which, text, problem: wrong, undo } = readHash(location.hash);
  const problems = wrong ? [wrong] : text !== undefined ? dealOf(text, "A deal from a link", undo) : null;
  if (problems?.length === 0) return Promise.resolve();
  return dealOfDay(which ?? today(), undo).then(() => {
    if (problems) say(`The link was not read: ${problems[0]}. This is today's puzzle.`);
  });
}

async function share() {
  const field = made("input", "", { readonly: "", "aria-label": "link to this deal" });
  field.value = location.href;
  let words = "This link opens the deal as it stands:";
  try {
    await navigator.clipboard.writeText(location.href);
    words = "Copied. This link opens the deal as it stands:";
  } catch {
    // no clipboard here: the link is shown
  }
  say(words, field);
  field.select();
}
