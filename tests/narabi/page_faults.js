"use strict";
// What players met on Narabi's page, as events with what must come of them: test_page_session.py has the values.

const TODAY = "2026-11-27";
const fresh = (hash = "") => new Tab(new Keeper(), { ...source(1), day: TODAY, tabs: 1 }, hash);
const open = (tab, hash) => {
  tab.history[tab.at] = hash;
  tab.load();
  return tab;
};
const all = (tab, ...events) => {
  for (const event of events) tab.happen(event);
  return tab;
};
const swapOf = tab => tableOf(tab.session.game).legal.find(swap => !orderOf(afterSwap(tableOf(tab.session.game).state, swap).ring));
const seenIn = tab => seen(tab.page);
const linkTo = (start, swaps, seat) => `#deal=${HASH_TEXT(seenText(start, swaps, [], seat))}`;
/** Play some swaps at a table; each card that is asked for is the first one offered. */
const atTable = (tab, turns) => {
  for (let i = 0; i < turns; i++) {
    tab.happen({ type: "swap", swap: swapOf(tab) });
    nameAll(tab);
  }
  return tab;
};
const nameAll = tab => {
  while (tab.session.note.kind === "naming") tab.happen({ type: "name", nth: tab.session.note.nth, card: seenIn(tab).note.names[0] });
};
/** A game in which the seat A has just received a stone. */
const received = () => {
  const tab = fresh(linkTo(randomDeal(USUAL, 3, 0, 1), [], 0));
  while (tab.session.note.kind !== "naming") tab.happen({ type: "swap", swap: swapOf(tab) });
  return tab;
};
const minimum = (tab, turns) => {
  const { id } = tab.session.pending.background;
  const stamp = { who: "background", id, number: tab.session.number, at: 0 };
  return all(tab, { type: "answered", stamp, data: { outcome: "solved", turns, swaps: [] }, done: true });
};
/** A deal of two swaps, of which the second wins; and a puzzle that is won by its way. */
const solvedWay = tab => {
  const { deck, start } = tableOf(tab.session.game);
  return new Machine(KERNELS).solve(deck, start, "allowed").swaps;
};
const won = tab => {
  const way = solvedWay(tab);
  minimum(tab, way.length);
  return all(tab, ...way.map(swap => ({ type: "swap", swap })));
};
const pastedAt = text => {
  const friend = fresh("#deal=4-0-17");
  friend.happen({ type: "new" });
  return all(friend, { type: "choose", what: "kind", value: "paste" }, { type: "make", text });
};
const ringOf = ({ session: { game } }) => JSON.stringify([game.start.ring, game.undo]);

const FAULTS = {
  "a link of a seat opened again shows all that was played since": () => {
    const link = linkTo(randomDeal(USUAL, 3, 0, 1), [], 0);
    const tab = atTable(fresh(link), 9);
    const named = tab.session.game.line.named.length;
    open(tab, link);
    return [tab.session.game.at, tab.session.game.line.named.length === named && named > 0, Object.keys(tab.keeper.kept.games).length];
  },
  "a later link of the seat, with cards received, is the same deal": () => {
    const start = randomDeal(USUAL, 3, 0, 1),
      swaps = [];
    let state = start;
    for (let i = 0; i < 3; i++) {
      swaps.push(legalMoves(USUAL, state, "allowed").find(([, other]) => i === 0 || other < 12));
      state = afterSwap(state, swaps.at(-1));
    }
    const tab = fresh(linkTo(start, [], 0));
    open(tab, linkTo(start, swaps, 0));
    return [tab.session.game.at, Object.keys(tab.keeper.kept.games).length, keyOf(tab.session.game, tab.session.task) === keyOf(fresh(linkTo(start, [], 0)).session.game, { kind: "free" })];
  },
  "a card named wrongly is asked for again after undo and the same swap, after a reload too": () => {
    const tab = received(),
      { swaps } = tab.session.game.line,
      { nth } = tab.session.note;
    const again = () => {
      nameAll(tab);
      return all(tab, { type: "undo" }, { type: "swap", swap: swaps.at(-1) }).session.note;
    };
    const notes = [again()];
    nameAll(tab);
    tab.load();
    notes.push(again());
    return notes.map(note => note.kind === "naming" && note.nth === nth);
  },
  "a question for a card that was dismissed comes back at its stone, and a card can be changed": () => {
    const tab = received(),
      { nth } = tab.session.note;
    const place = () => tableOf(tab.session.game).state.ring.findIndex(stone => stone.nth === nth);
    const kinds = [all(tab, { type: "drop" }, { type: "cards", cards: "0" }, { type: "tap", place: place() }).session.note.kind];
    nameAll(tab);
    tab.happen({ type: "tap", place: place() });
    kinds.push(seenIn(tab).note.renamed, all(tab, { type: "rename", nth }).session.note.kind);
    const { names } = seenIn(tab).note;
    tab.happen({ type: "name", nth, card: names.at(-1) });
    return [...kinds, tableOf(tab.session.game).state.ring[place()].card === names.at(-1)];
  },
  "the cards of a friend are kept beside one's own": () => {
    const tab = all(fresh("#deal=3-0-1"), { type: "keep", file: OWN }, { type: "keep", file: FRIENDS });
    return [tab.page.settings.decks.length, tab.page.settings.used === linkOf(FRIENDS)];
  },
  "sharing cards closes no dialog and drops nothing": () => {
    const tab = all(fresh("#deal=3-0-1"), { type: "new" }, { type: "own" }, { type: "own-copies", name: "odd", by: 1 }, { type: "own-share" });
    const { dialog, owning } = tab.session;
    return [dialog, owning.copies.odd, owning.shared === `#deck=${linkOf(OWN)}`];
  },
  "a second tap on adding a card adds no card that asks nothing": () => {
    const tab = all(fresh("#deal=3-0-1"), { type: "new" }, { type: "own" });
    const add = conditions => all(tab, { type: "own-add", conditions }).session.owning;
    const cards = [add({ colour: "white", compare: "higher" }), add({}), add({})].map(({ copies }) => [copies["white-higher"], copies.any ?? 0]);
    return cards;
  },
  "what is shared from a file opens the same deal with the same cards and rule, with moves too": () => {
    const tab = all(fresh(`#deal=3-0-5&undo=next&deck=${linkOf(FRIENDS)}`));
    tab.happen({ type: "swap", swap: swapOf(tab) });
    return ["result", "moves"].map(of => {
      const { text, hash } = seenIn(all(tab, of === "result" ? { type: "share" } : { type: "give", of })).note;
      const friend = pastedAt(`Narabi, deal 3-0-5\n${text ?? hash}`);
      return ringOf(friend) === ringOf(tab) && friend.session.game.at === (of === "moves" ? 1 : 0);
    });
  },
  "a text that names an id is pasted": () => pastedAt("Narabi, deal 3-0-5\n5 turns, fewest possible 5").session.game.id,
  "a puzzle won under two rules counts once": () => {
    const tab = won(fresh(`#day=${TODAY}&puzzle=easy`));
    const other = won(open(tab, `#day=${TODAY}&puzzle=easy&undo=next`));
    return [Object.keys(other.page.shelf.results).length, resultsOf(other.page.shelf).length];
  },
  "the clock stands still after the end, and what was counted is kept": () => {
    const tab = all(fresh("#deal=3-0-1"), { type: "close" }, { type: "clock", on: true }, { type: "tap", place: 0 });
    const ticks = count => Array(count).fill({ type: "tick" });
    all(tab, ...ticks(6));
    tab.load();
    const kept = tab.session.game.seconds;
    won(tab);
    all(tab, { type: "undo" }, ...ticks(4));
    return [kept, tab.session.game.seconds];
  },
  "yesterday's page offers the puzzles of today": () => {
    const tab = won(fresh(`#day=${TODAY}&puzzle=easy`));
    const before = seenIn(tab).next;
    tab.world.day = "2026-11-28";
    all(tab, { type: "today" });
    const after = seenIn(tab);
    return [before, after.next, after.today];
  },
  "a puzzle begun after midnight on yesterday's page counts for its day": () => {
    const tab = fresh(`#day=${TODAY}&puzzle=easy`);
    tab.world.day = "2026-11-28";
    all(tab, { type: "today" });
    all(tab, { type: "day", day: seenIn(tab).today, level: "easy" });
    won(tab);
    return streak(tab.page.shelf, "2026-11-28");
  },
  "the first screen is for strangers, by a link of cards too, not to who has solved puzzles": () => {
    const tab = won(fresh(`#day=${TODAY}&puzzle=easy`));
    return [fresh(`#deck=${linkOf(FRIENDS)}`), fresh("#deal=3-0-1"), open(tab, "#deal=3-0-1")].map(({ session: { dialog } }) => dialog === "welcome");
  },
  "the first screen that was put aside is not there after a reload": () =>
    [{ type: "close" }, { type: "new", kind: "build" }, { type: "tap", place: 0 }].map(event => {
      const tab = all(fresh("#deal=3-0-1"), event);
      tab.load();
      return tab.session.dialog;
    }),
  "who plays at once is told what to tap, until a stone is tapped; a lesson has its own words": () => {
    const tab = all(fresh("#deal=3-0-1"), { type: "close" }),
      { kind } = tab.session.note;
    all(tab, { type: "tap", place: 0 });
    return [kind, tab.session.note.kind, all(fresh("#deal=3-0-1"), { type: "teach", linked: true }).session.note.kind];
  },
  "giving up a puzzle of the day asks first": () => {
    const tab = all(fresh(`#day=${TODAY}&puzzle=easy`), { type: "solution" });
    const { note, pending } = tab.session;
    tab.happen({ type: "solution", sure: true });
    return [note.kind, pending.solver, tab.session.pending.solver.ask];
  },
  "an import drops no deck and no longer game, and brings clock, language and keys along": () => {
    const theirs = all(fresh("#deal=3-0-1"), { type: "keep", file: FRIENDS }, { type: "clock", on: true }, { type: "letters", on: false }, { type: "language", language: "de" });
    const mine = all(fresh("#deal=3-0-1"), { type: "keep", file: OWN });
    for (let i = 0; i < 3; i++) theirs.happen({ type: "swap", swap: swapOf(theirs) });
    mine.happen({ type: "swap", swap: theirs.session.game.line.swaps[0] });
    mine.happen({ type: "import", text: keptText(theirs.page) });
    const { settings, session } = mine.page;
    mine.happen({ type: "redo" });
    mine.happen({ type: "redo" });
    return [settings.decks.length, settings.clock, settings.letters, settings.language, session.game.at, mine.session.game.at];
  },
  "an export is read as mail programs leave it": () => {
    const tab = fresh("#deal=3-0-1");
    for (let i = 0; i < 3; i++) tab.happen({ type: "swap", swap: swapOf(tab) });
    const text = keptText(tab.page);
    const odd = text.replace(/"/g, () => "“");
    const broken = text.replace(/.{60}/g, "$&\n");
    const quoted = text.split(" ").join("\n> ");
    const texts = [`\ufeff${text}`, odd, broken, quoted, `Here it is:\n\n${text}\n-- \nAnn {x}`, text.replaceAll('"', "&"), "Hello"];
    return texts.map(one => {
      const other = all(fresh(), { type: "import", text: one });
      return [other.session.said, Object.values(other.page.shelf.games)[0]?.moves === Object.values(tab.page.shelf.games)[0].moves];
    });
  },
  "an address is read with its signs encoded": () =>
    ["#day%3D2026-11-24%26puzzle%3Dhard", "#day=2026-11-24%26puzzle%3Dhard", "#deal%3D3-0-1%26undo%3Dnext", "#deal=3-0-1%26undo=next"].map(hash => {
      const { game, task } = fresh(hash).session;
      return [task.level ?? game.id, game.undo];
    }),
  "Enter and Escape in the dialogs make and close, and nothing else": () => {
    const tab = all(fresh("#deal=3-0-1"), { type: "new" }, { type: "own" }, { type: "close" });
    const dialogs = [tab.session.dialog];
    dialogs.push(all(tab, { type: "close" }).session.dialog, all(tab, { type: "make" }).session.number);
    return dialogs;
  },
  "a line that was taken back and played again is none that was left": () => {
    const tab = fresh("#deal=3-0-1");
    const swap = () => all(tab, { type: "swap", swap: swapOf(tab) });
    const others = [all(swap(), { type: "undo" }, { type: "redo" }), swap()].map(({ session }) => tableOf(session.game).others.length);
    return [...others, tab.session.game.line.swaps.length];
  },
  "a swap that another rule forbids is not made again": () =>
    ["allowed", "receiver", "next"].map(undo => {
      const swaps = [[9, 0], [0, 9]].map(swap => ({ type: "swap", swap }));
      const tab = all(fresh("#deal=3-0-1"), ...swaps, { type: "undo" }, { type: "rule", undo }, { type: "redo" });
      return tab.session.game.line.swaps.length;
    }),
  "a hint is no longer said while swaps are compared, a deal is put together or looked for": () =>
    [[{ type: "compare" }], [{ type: "new", kind: "build" }, { type: "make" }, { type: "leave" }], [{ type: "new", kind: "order" }, { type: "make" }]].map(events => {
      const tab = all(fresh("#deal=3-0-1"), { type: "close" }, { type: "hint" });
      const { id } = tab.session.pending.solver;
      const stamp = { who: "solver", id, number: tab.session.number, at: 0 };
      all(tab, { type: "answered", stamp, data: { outcome: "solved", turns: 2, swaps: solvedWay(tab) }, done: true });
      return [tab.session.note.kind, all(tab, ...events).session.note.kind];
    }),
  "a deal that is in order as dealt is none that was solved": () => {
    const { ring, ...rest } = randomDeal(USUAL, 3, 0, 1);
    const labels = ring.map(stone => stone.label).sort();
    const dealt = { ...rest, ring: ring.map((stone, i) => ({ ...stone, label: labels[i] })) };
    const tab = minimum(fresh(`#deal=${HASH_TEXT(dealText(dealt, []))}`), 0);
    return [tableOf(tab.session.game).standing, Object.keys(tab.page.shelf.results).length];
  },
  "a deal that is put together is there after a reload and another deal, and imported": () => {
    const put = (kind, what) => ({ type: "put", kind, what });
    const again = [{ type: "new", kind: "build" }, { type: "choose", what: "players", value: 4 }, { type: "make" }];
    const tab = all(fresh("#deal=3-0-1"), ...again, put("label", "0"), put("card", "even"), put("label", "0"), put("label", "even"), put("x", "0"));
    const there = ({ session: { game, builder } }) => [game.id, builder?.ring.map(({ label, card }) => label + card).join(" ").trim(), builder?.chosen];
    const text = keptText(tab.page);
    tab.load();
    const seenLater = [there(tab), there(all(tab, { type: "day", day: TODAY, level: "easy" }, { type: "day", day: "2026-11-24", level: "easy" }))[1], there(all(tab, ...again))[1]];
    const other = all(fresh("#deal=3-0-1"), { type: "import", text }, ...again);
    const broken = text.replace('"label":"0"', '"label":"12"');
    const wrong = all(fresh("#deal=3-0-1"), { type: "import", text: broken }, ...again);
    return [...seenLater, there(other)[1], there(wrong)[1], there(all(tab, { type: "leave" }, ...again))[1], fresh("#deal=3-0-1&build=5").session.builder];
  },
  "who began and by which rule is kept with a deal that is put together, and in order": () => {
    const tab = all(fresh("#deal=3-0-1&undo=next"), { type: "new", kind: "build" }, { type: "make" });
    const arranged = ({ session: { builder } }) => [builder.began, builder.undo];
    const first = arranged(tab);
    all(tab, ...[{ began: 2 }, { undo: "receiver" }, { began: 4 }, { began: "1" }, { undo: "x" }].map(one => ({ type: "arrange", ...one })));
    tab.load();
    const { began, undo, ...older } = tab.session.builder;
    tab.keeper.data = JSON.stringify({ ...tab.keeper.kept, built: { [older.players]: older } });
    return [first, [began, undo], arranged(open(tab, tab.history[tab.at]))];
  },
  "a question and a move end the search for a deal to order, and closing its dialog no question": () =>
    [{ type: "hint" }, { type: "step", to: 0 }, { type: "undo" }].map(event => {
      const tab = all(fresh("#deal=3-0-1"), { type: "swap", swap: [0, 7] });
      all(tab, { type: "swap", swap: swapOf(tab) }, { type: "new", kind: "order" }, { type: "make" });
      const { ordering } = tab.session.form;
      const after = all(tab, event).session.form.ordering;
      all(tab, { type: "close" });
      return [ordering, after, Boolean(tab.session.pending.solver), tab.session.note.kind === "searching"];
    }),
  "a review is there after a reload, at its turn and without another hint, until it is put aside": () => {
    const tab = won(fresh("#deal=3-0-1"));
    const judged = () => {
      const { solver: question } = tab.session.pending;
      const stamp = { who: "solver", id: question.id, number: tab.session.number, at: tab.session.game.at };
      const { states } = tableOf(tab.session.game),
        { line } = tab.session.game;
      for (const [turn, swap] of line.swaps.entries())
        tab.happen({ type: "answered", stamp, data: { turn, found: [{ swap, outcome: "solved", turns: states.length - turn }], way: null }, done: false });
      tab.happen({ type: "answered", stamp, data: {}, done: true });
    };
    all(tab, { type: "review" });
    judged();
    all(tab, { type: "step", to: 1 });
    const { hints } = tab.session.game;
    tab.load();
    judged();
    const { game } = tab.session;
    const again = [seenIn(tab).reviewing, game.at, game.hints.length - hints.length];
    all(tab, { type: "drop" });
    tab.load();
    return [...again, tab.session.note.kind];
  },
  "a random deal, one to order and one's own keep their names, by another rule too": () => {
    const opens = [
      { type: "random", players: 5 },
      { type: "text", text: dealText(randomDeal(USUAL, 3, 0, 1), []) },
    ];
    const tabs = opens.map(event => all(fresh("#deal=3-0-1"), { type: "close" }, event));
    const ordered = all(fresh("#deal=3-0-1"), { type: "close" }, { type: "new", kind: "order" }, { type: "make" }),
      { id } = ordered.session.pending.solver;
    const found = { state: randomDeal(USUAL, 4, 0, 1), index: 1 };
    tabs.push(all(ordered, { type: "answered", stamp: { who: "solver", id, number: ordered.session.number, at: 0 }, data: found, done: true }));
    return tabs.map(tab => {
      const name = () => Object.values(tab.session.game.name);
      const before = name();
      tab.load();
      const again = name();
      all(tab, { type: "rule", undo: "next" });
      tab.load();
      const ruled = name();
      const unknown = Object.keys(tab.keeper.kept.names ?? {}).map(key => [key, { key: "deal.name" }]);
      tab.keeper.data = JSON.stringify({ ...tab.keeper.kept, names: Object.fromEntries(unknown) });
      tab.load();
      return [before, text(again) === text(before), text(ruled) === text(before), name()[0]];
    });
  },
  "an end that was put aside stays so after a reload, until another turn is shown": () => {
    const tab = won(fresh(`#day=${TODAY}&puzzle=easy`));
    const aside = () => seenIn(tab).aside;
    const again = [aside()];
    all(tab, { type: "drop" });
    tab.load();
    again.push(aside());
    const { at } = tab.session.game;
    again.push(all(tab, { type: "step", to: at - 1 }, { type: "step", to: at }) && aside());
    tab.load();
    again.push(aside());
    all(tab, { type: "drop" }, { type: "day", day: TODAY, level: "easy" });
    again.push(aside());
    const { games } = all(tab, { type: "drop" }).keeper.kept;
    const older = Object.fromEntries(Object.entries(games).map(([key, { aside, ...one }]) => [key, one]));
    tab.keeper.data = JSON.stringify({ ...tab.keeper.kept, games: older });
    tab.load();
    return [...again, aside()];
  },
  "the puzzle of a day that is still to come everywhere opens one of today, and says why": () =>
    ["2026-11-28", "2026-11-29"].map(day => {
      const { task, note } = fresh(`#day=${day}&puzzle=hard`).session;
      return [task.day, note.problems];
    }),
  "deleting all that is kept also ends a deal that is put together": () => {
    const tab = all(fresh("#deal=3-0-1"), { type: "new", kind: "build" }, { type: "make" }, { type: "forget" });
    const before = addressOf(tab.session);
    return [before, addressOf(all(tab, { type: "forget" }).session), Object.keys(tab.page.shelf.built).length];
  },
};

const faults = () => Object.fromEntries(Object.entries(FAULTS).map(([name, does]) => [name, does()]));
