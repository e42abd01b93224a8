"use strict";
// Short names for what tests ask of Narabi's page and tell it: events go through `reduce` as those of its controls do.

{
  // where nothing is kept yet somebody knows either game all the same: no first screen stands before it
  const { getItem } = Storage.prototype,
    known = { narabi: { taught: true, puzzles: {}, games: {}, results: {} }, mabi: { welcomed: true } };
  Storage.prototype.getItem = function (key) {
    return getItem.call(this, key) ?? (known[key] && !globalThis.stranger ? JSON.stringify(known[key]) : null);
  };
  const send = event => module_dom.send(event);
  const session = () => module_app.current().session;
  const table = () => module_game.tableOf(session().game);
  const seen = () => module_seen.seen(module_app.current());
  const usual = deck => (deck === USUAL ? "" : (deck.link ?? ""));
  const values = {
    game: () => ({ ...session().game, swaps: session().game.line.swaps, start: table().start, state: table().state, legal: table().legal, standing: table().standing, helps: module_game.helpsOf(session().game), deck: table().deck }),
    chosen: () => session().chosen,
    ring: () => module_app.ringOf(),
    machine: () => module_here.here.machine,
    solver: () => module_effects.solvers.solver,
    background: () => module_effects.solvers.background,
    DECK: () => (session().builder ? module_decks.deckBy(session().builder.deck) : table().deck),
    KEPT: () => module_keeping.KEPT,
  };
  const names = {
    $: id => document.getElementById(id),
    swap: swap => send({ type: "swap", swap }),
    tapped: place => send({ type: "tap", place }),
    explain: place => send({ type: "explain", place }),
    hint: () => send({ type: "hint" }),
    costs: () => send({ type: "compare" }),
    share: () => send({ type: "share" }),
    takeBack: () => send({ type: "undo" }),
    redo: () => send({ type: "redo" }),
    step: to => send({ type: "step", to }),
    takePhone: () => send({ type: "phone" }),
    changed: () => send({ type: "drop" }),
    showCards: cards => send({ type: "cards", cards }),
    setRule: undo => send({ type: "rule", undo }),
    review: () => send({ type: "review" }),
    giveUp: () => send({ type: "solution" }),
    partner: () => send({ type: "partner" }),
    openDialog: dialog => send({ type: "open", dialog }),
    draw: () => module_app.draw(),
    speak: language => send({ type: "language", language }),
    startLesson: () => send({ type: "teach" }),
    startRandom: (deck, undo, players) => send({ type: "random", deck: usual(deck), undo, players }),
    dealOfDay: puzzle => send({ type: "day", ...puzzle }),
    nextPuzzle: () => module_opening.nextPuzzle(module_app.current().shelf, today()),
    openDealing: () => send({ type: "new" }),
    showArchive: last => send({ type: "days", last }),
    forget() {
      send({ type: "forget" });
      send({ type: "forget" });
    },
    build(players) {
      send({ type: "new" });
      send({ type: "choose", what: "kind", value: "build" });
      send({ type: "choose", what: "players", value: players });
      send({ type: "make" });
    },
    leave: () => send({ type: "leave" }),
    openOwning: () => send({ type: "own" }),
    keepCards: file => send({ type: "keep", file }),
    chosenDeck: () => module_decks.deckBy(module_app.current().settings.used),
    cardName: name => module_decks.cardName(table().deck, name),
    openSeat: () => module_session.openSeat(session()),
    targets: () => seen().targets,
    seatText: seat => {
      const { start, past } = table(),
        { hides } = seen();
      const hash = `#deal=${module_naming.HASH_TEXT(module_texts.seenText(start, past.swaps, past.answers, seat))}`;
      const rest = module_naming.restOf(session().game);
      return rest || hides ? (hides ? module_naming.sealed(hash + rest) : hash + rest) : module_texts.seenText(start, past.swaps, past.answers, seat);
    },
    drawResults: () => module_app.draw(),
    keptText: () => module_keeping.keptText(module_app.current()),
    keyNow: () => module_naming.keyOf(session().game, session().task),
    hashNow: () => module_naming.hashOf(session().game, session().task),
    swapText: (...all) => module_rules.swapText(...all),
    placeText: (...all) => module_rules.placeText(...all),
    seatOf: (...all) => module_rules.seatOf(...all),
    isBlank: label => module_rules.isBlank(label),
    afterSwap: (...all) => module_rules.afterSwap(...all),
    dealText: (...all) => module_texts.dealText(...all),
    signParts: (...all) => module_ring.signParts(...all),
    send,
    session,
  };
  for (const [name, get] of Object.entries(values)) Object.defineProperty(globalThis, name, { get, configurable: true });
  const address = { get: () => module_naming.publicAddress, set: value => (module_here.here.address = value), configurable: true };
  Object.defineProperty(globalThis, "publicAddress", address);
  for (const [name, value] of Object.entries(names)) globalThis[name] ??= value;
}
