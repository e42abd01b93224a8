"use strict";
// Cards and colours of one's own: composed in a dialog, kept in this browser as "our deck", and given to others as a link.

let edited = null; // in the dialog: { white, copies: of each card, conditions: of the new ones }

/** Show deals of a deck from now on. */
function useDeck(deck) {
  if (DECK === deck) return;
  DECK = ring.deck = deck;
  ring.clear();
}

/** The deck that is kept; null if there is none. */
function ours() {
  const { deck } = kept();
  if (!deck || !USUAL.standard) return null;
  if (ours.of !== JSON.stringify(deck)) {
    ours.of = JSON.stringify(deck);
    try {
      ours.deck = deckOf(USUAL, deck);
    } catch {
      ours.deck = null; // another version of the page kept it
    }
  }
  return ours.deck;
}

/** The deck of new deals. */
const chosenDeck = () => ($("deck-used").value === "ours" ? ours() : null) ?? USUAL;

/** { deck } of a link, the usual one if it holds none, or { problem }. */
function linkedDeck(link) {
  try {
    return { deck: link === undefined ? USUAL : deckOfLink(USUAL, link) };
  } catch (error) {
    return { problem: error.message };
  }
}

/** Offer the numbers of players that the chosen deck has cards for. */
function offerPlayers() {
  $("whose").hidden ||= !USUAL.standard;
  $("deck-used").querySelector("[value=ours]").disabled = !ours();
  const { players } = chosenDeck(),
    before = Number($("players").value || 4);
  if (players.join() === [...$("players").options].map(({ value }) => value).join()) return;
  $("players").replaceChildren(...players.map(one => made("option", String(one))));
  $("players").value = String(players.includes(before) ? before : players[0]);
}

/** Offer to keep the cards that came with a link. */
function offerCards() {
  const { file } = game.deck;
  const does = () => {
    keepCards(file);
    say(t("own.kept"), welcome());
  };
  const offer = made("p", `${t("own.linked")} `);
  offer.append(buttonFor("own.keep", does, { class: "link" }));
  say(offer, welcome());
}

/** Keep a deck as ours, and take it for new deals; null forgets it. */
function keepCards(file) {
  keep(all => Object.assign(all, { deck: file, useOurs: true }));
  if (file) $("deck-used").querySelector("[value=ours]").disabled = false;
  $("deck-used").value = file ? "ours" : "usual";
}

function openOwning() {
  const deck = chosenDeck();
  const copies = Object.fromEntries(USUAL.names.map(name => [name, 0]));
  for (const name of deck.names) copies[name] = deck.cards[name].copies;
  const news = deck.names.filter(name => deck.cards[name].conditions !== USUAL.cards[name]?.conditions);
  edited = { white: [...deck.white], copies, conditions: Object.fromEntries(news.map(name => [name, deck.cards[name].conditions])) };
  $("own-conditions").replaceChildren(...conditionFields());
  drawOwning();
  $("owning").showModal();
}

/** The data of a deck file for what is in the dialog: what differs from the usual deck. */
function editedFile() {
  const { white, copies, conditions } = edited,
    cards = {};
  for (const [name, count] of Object.entries(copies)) {
    const asked = conditions[name];
    if (!asked && count !== USUAL.cards[name].copies) cards[name] = { copies: count };
    if (asked && count) cards[name] = { ...asked, ...(asked.seat && { seat: asked.seat.length > 1 ? asked.seat : asked.seat[0] }), ...(count > 1 && { copies: count }) };
    if (asked && !count && Object.hasOwn(USUAL.cards, name)) cards[name] = { copies: 0 };
  }
  const other = white.join() !== USUAL.white.join();
  return { base: "standard", ...(other && { colours: { white } }), ...(Object.keys(cards).length && { cards }) };
}

const isUsual = ({ colours, cards }) => !colours && !cards;

/** The deck in the dialog; null if there is none, which is said. */
function editedDeck() {
  try {
    const file = editedFile();
    $("own-problem").textContent = "";
    return isUsual(file) ? USUAL : deckOf(USUAL, file);
  } catch {
    const count = Object.values(edited.copies).reduce((sum, one) => sum + one, 0);
    $("own-problem").textContent = t("own.too-few", { n: count, least: Math.min(...Object.values(PLACES)) });
    return null;
  }
}

const cardEdited = name => ({ conditions: edited.conditions[name] ?? USUAL.cards[name].conditions });

function drawOwning() {
  const { white, copies } = edited;
  $("own-white").replaceChildren(
    ...[...Array(10).keys()].map(number => {
      const button = made("button", String(number), { type: "button", "aria-pressed": white.includes(number) });
      button.addEventListener("click", () => {
        edited.white = white.includes(number) ? white.filter(one => one !== number) : [...white, number].sort();
        drawOwning();
        $("own-white").children[number].focus();
      });
      return button;
    }),
  );
  $("own-cards").replaceChildren(...Object.keys(copies).map(cardRow));
  drawComposed();
}

/** The sign of a card that need not lie in a ring. */
const signAlone = card => shape("svg", { viewBox: "-1 -.7 2 1.4", "aria-hidden": "true" }, signParts(card, null));

/** A card with how often the deck has it. */
function cardRow(name) {
  const row = made("li", "", { class: edited.copies[name] ? "" : "none" }),
    words = made("span"),
    count = made("span", "", { class: "copies" });
  words.append(made("b", cardName(name, cardEdited(name))), ` ${wordsOfCard(cardEdited(name))}`);
  const change = (sign, key, by) => {
    const button = made("button", sign, { type: "button", "aria-label": t(key, { card: cardName(name, cardEdited(name)) }) });
    button.disabled = !whole(0, MOST_COPIES)(edited.copies[name] + by);
    button.addEventListener("click", () => {
      edited.copies[name] += by;
      const at = [...$("own-cards").children].indexOf(row);
      drawOwning();
      $("own-cards").children[at].querySelector(`button:${by < 0 ? "first" : "last"}-of-type`).focus();
    });
    return button;
  };
  count.append(change("−", "own.fewer", -1), made("output", String(edited.copies[name])), change("+", "own.more", 1));
  row.append(signAlone(cardEdited(name)), words, count);
  return row;
}

/** A field for each condition that a new card may have. */
function conditionFields() {
  const select = (id, choices, none = "–") => {
    const field = made("select", "", { id: `own-${id}`, "aria-label": t(`own.${id.replace(/-.*/, "")}`) });
    field.append(...(none ? [made("option", none, { value: "" })] : []), ...choices.map(([value, words]) => made("option", words, { value })));
    field.addEventListener("change", drawComposed);
    return field;
  };
  const named = names => names.map(name => [name, t(`name.${name}`)]);
  const numbers = (low, high) => [...Array(high - low + 1).keys()].map(i => [String(low + i), String(low + i)]);
  const fields = {
    colour: [select("colour", named(["white", "dark"]))],
    parity: [select("parity", named(["even", "odd"]))],
    compare: [select("compare", named(["higher", "lower"]))],
    value: [select("value-low", numbers(0, 9)), select("value-high", numbers(0, 9))],
    distance: [select("distance", numbers(1, 7))],
    seat: [select("seat", named(["left", "right"]))],
    never: [select("never", [["true", t("own.yes")]])],
  };
  return Object.entries(fields).map(([name, selects]) => {
    const label = made(selects.length > 1 ? "div" : "label"),
      both = made("span", "", { class: "both" });
    both.append(...selects);
    label.append(made("span", t(`own.${name}`)), both);
    return label;
  });
}

/** The conditions that are chosen for a new card. */
function composed() {
  const of = id => $(`own-${id}`).value;
  if (of("never")) return { never: true };
  const [low, high] = [of("value-low"), of("value-high")];
  const asked = {
    colour: of("colour"),
    parity: of("parity"),
    compare: of("compare"),
    value: (low || high) && [Number(low || 0), Number(high || 9)].sort(),
    distance: of("distance") && [Number(of("distance"))],
    seat: of("seat") && [of("seat")],
  };
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value));
}

function drawComposed() {
  const card = { conditions: composed() };
  $("own-words").replaceChildren(signAlone(card), ` ${wordsOfCard(card)}`);
}

/** A name, with a number behind it if another card of the deck has it. */
function unusedName(name) {
  const taken = [name, ...Array.from({ length: MOST_CARDS }, (_, i) => `${name}.${i + 2}`)];
  return taken.find(one => !Object.hasOwn(edited.copies, one));
}

/** Put the new card into the deck; one that is there already once more. */
function addComposed() {
  const conditions = composed();
  if (!conditions.never && !canBePlayed({ ...USUAL, white: edited.white }, { conditions })) {
    $("own-problem").textContent = t("own.impossible");
    return;
  }
  $("own-problem").textContent = "";
  const same = Object.keys(edited.copies).find(name => JSON.stringify(sorted(cardEdited(name).conditions)) === JSON.stringify(sorted(conditions)));
  const name = same ?? unusedName(nameBy(conditions, "en"));
  if (!same) edited.conditions[name] = conditions;
  edited.copies[name] = Math.min(MOST_COPIES, (edited.copies[name] ?? 0) + 1);
  for (const field of $("own-conditions").querySelectorAll("select")) field.value = "";
  drawOwning();
  $("own-cards").children[Object.keys(edited.copies).indexOf(name)].scrollIntoView({ block: "nearest" });
}

const sorted = conditions => Object.entries(conditions).sort();

function saveOwning() {
  const deck = editedDeck();
  if (!deck) return;
  keepCards(deck === USUAL ? null : deck.file);
  offerPlayers();
  $("owning").close();
  problem(t(deck === USUAL ? "own.is-usual" : "own.kept"), true);
}

/** Give the cards of the dialog to others, as a link or as the text that the program reads. */
async function shareOwning() {
  const deck = editedDeck();
  if (!deck) return;
  const address = publicAddress(location) ?? "";
  const shared = deck.link ? `${address}#deck=${deck.link}` : address;
  $("owning").close();
  $("dealing").close();
  await give(t("own.shared"), shared);
}

function beginOwning() {
  $("deck-used").value = ours() && kept().useOurs !== false ? "ours" : "usual";
  offerPlayers();
  $("deck-used").addEventListener("change", () => {
    keep(all => (all.useOurs = $("deck-used").value === "ours"));
    showKind();
  });
  const clicks = {
    "own-open": openOwning,
    "own-add": addComposed,
    "own-save": saveOwning,
    "own-share": () => shareOwning().catch(failed),
    "own-usual": () => {
      edited = { white: [...USUAL.white], copies: Object.fromEntries(USUAL.names.map(name => [name, USUAL.cards[name].copies])), conditions: {} };
      $("own-problem").textContent = "";
      drawOwning();
    },
    "own-close": () => $("owning").close(),
  };
  for (const [id, does] of Object.entries(clicks)) $(id).addEventListener("click", does);
}
