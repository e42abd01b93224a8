"use strict";
// Walks Narabi's page at random: events go through `reduce` in two tabs that share what a browser keeps, or fails to keep.
// Solvers answer late or never, days pass, links come from elsewhere. `walks` returns the first walk that breaks a law.

const SECONDS = 4; // of ticks in a row
const OWN = { base: "standard", cards: { odd: { copies: 2 } } };
const FRIENDS = { base: "standard", cards: { low: { value: [0, 4], copies: 9 } } };
const DEALS = ["3-0-1", "3-0-5", "4-0-17"];

/** A source of random numbers by a seed (mulberry32). */
function source(seed) {
  let a = seed;
  const random = () => {
    a = (a + 0x6d2b79f5) | 0;
    let x = Math.imul(a ^ (a >>> 15), a | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 4294967296;
  };
  const below = n => Math.floor(random() * n);
  return { below, one: list => list[below(list.length)], chance: share => random() < share };
}

class Broken extends Error {}
const law = (holds, words) => {
  if (!holds) throw new Broken(words);
};
const text = value => JSON.stringify(value);

/** What a browser keeps for all its tabs. */
class Keeper {
  constructor() {
    this.data = null;
    this.full = false;
    this.played = new Map(); // by the name of a deal: lines that must be there
    this.decks = new Set();
    this.solved = new Set();
  }

  get kept() {
    return JSON.parse(this.data);
  }
}

class Tab {
  constructor(keeper, world, hash = "") {
    Object.assign(this, { keeper, world, alone: null, asked: [], history: [hash], at: 0, ids: new Map() });
    this.load();
  }

  kept() {
    const data = this.alone ?? this.keeper.data;
    return keptFrom(data === null ? null : JSON.parse(data));
  }

  load() {
    this.asked = [];
    this.page = { session: EMPTY, ...this.kept() };
    this.happen({ type: "address", hash: this.history[this.at] });
    this.lessons();
  }

  get session() {
    return this.page.session;
  }

  /** As the page does it: what is kept is read before each event, and kept after it. */
  happen(event) {
    const before = this.session;
    const { page, effects } = reduce({ session: before, ...this.kept() }, { today: this.world.day, seed: this.world.below(99), ...event });
    this.page = page;
    if (this.keeper.full) this.alone = text(asKept(page));
    else {
      const stored = this.alone && keptFrom(JSON.parse(this.keeper.data));
      if (stored) Object.assign(this.page, merged(page, stored));
      this.keeper.data = text(asKept(this.page));
      this.alone = null;
    }
    for (const effect of effects) {
      if (effect.effect === "ask") {
        this.asked.push(effect);
        this.ids.set(effect.stamp.id, effect.stamp);
      }
      if (effect.effect === "lesson") this.asked.push(effect);
    }
    if (this.asked.length > 6) this.asked.shift();
    if (this.session.game && !this.session.note.instead) this.name(before.number !== this.session.number && event.type !== "address");
    this.check(before, event);
  }

  name(isNew) {
    const hash = addressOf(this.session);
    if (isNew) this.history.splice(this.at++ + 1, Infinity, hash);
    this.history[this.at] = hash;
  }

  lessons() {
    for (const { effect, ...found } of this.asked.splice(0)) if (effect === "lesson") this.happen({ type: effect, ...found, index: 217 });
  }

  /** Let the solver answer a question, which may long be forgotten. */
  answer() {
    const question = this.world.one(this.asked);
    if (!question) return;
    if (this.world.chance(0.8)) this.asked.splice(this.asked.indexOf(question), 1);
    if (question.effect === "lesson") return this.happen({ type: "lesson", ...question, index: 217 });
    const { stamp } = question,
      before = this.session,
      late = !isPending(before, stamp);
    if (this.world.chance(0.1)) this.happen({ type: "failed", stamp, why: "no" });
    else for (const [data, done] of answersTo(question.question, this.world)) this.happen({ type: "answered", stamp, data, done });
    const undated = session => text({ ...session, today: 0, newDay: 0 });
    if (late) law(undated(this.session) === undated(before), "a late answer changes nothing");
  }

  check(before, event) {
    const { session, page } = this,
      { game } = session;
    if (!game) return;
    const table = tableOf(game);
    law(game.at <= game.line.swaps.length && table.states.length === game.line.swaps.length + 1, "the list of moves is the game shown");
    const rests = { hint: session.answer?.swaps, advice: session.answer?.advice, searching: session.pending.solver };
    law(!Object.hasOwn(rests, session.note.kind) || rests[session.note.kind], `what is said rests on nothing: ${session.note.kind}`);
    for (const other of table.others) law(other.swaps.some((swap, i) => !sameSwap(swap, game.line.swaps[i] ?? [])), "a line that was left differs from the one played");
    if (game.line !== before.game?.line)
      for (const [turn, swap] of game.line.swaps.entries())
        law(reasonAgainst(table.deck, table.states[turn], swap, game.undo) === null, "every move of the list is legal");
    for (const who of ["solver", "background"])
      if (session.pending[who]) law(this.ids.get(session.pending[who].id)?.number === session.number, "no question of another session is waited for");
    if (session.number !== before.number) {
      law(!session.auto && session.chosen === null && session.answer === null && session.hinted === 0 && (session.builder === null || event.build || event.hash?.includes("&build=")), "a new session has nothing of the old one");
      law(session.viewer.holder === -1, "nobody has the phone in a new session");
    } else if (before.game) {
      law(text(session.task) === text(before.task), "the task changes with the deal only");
      if (before.game.done) law(game.seconds === before.game.seconds, "the clock stands still after the end");
    }
    if (session.task.kind === "day" && game !== before.game) {
      const { players, seed, index } = puzzleOf(USUAL, session.task);
      law(game.id === `${players}-${seed}-${index}`, "a puzzle is the deal of its day");
    }
    this.remember(before, event, page);
  }

  /** Nothing that was played, kept or solved is gone, unless everything was deleted. */
  remember(before, event, { session, settings, shelf }) {
    const { keeper } = this,
      { game, task } = session;
    if (this.alone !== null || keeper.full) return;
    if (event.type === "forget" && before.form.sure) {
      for (const all of [keeper.played, keeper.decks, keeper.solved]) all.clear();
      return;
    }
    if (event.type === "own-save" && before.owning) keeper.decks.delete(before.owning.instead);
    for (const link of keeper.decks) law(settings.decks.some(file => linkOf(file) === link), "a deck of one's own is gone");
    for (const file of settings.decks) keeper.decks.add(linkOf(file));
    for (const [day, levels] of Object.entries(shelf.puzzles)) for (const level of Object.keys(levels)) keeper.solved.add(`${day} ${level}`);
    for (const name of keeper.solved) law(shelf.puzzles[name.split(" ")[0]]?.[name.split(" ")[1]], "a solved puzzle is no longer solved");
    const key = keyOf(game, task);
    if (["swap", "tap"].includes(event.type) && game.line !== before.game?.line && session.number === before.number) {
      const lines = keeper.played.get(key) ?? new Set();
      keeper.played.set(key, lines.add(movesOf(game, game.line)));
    }
    for (const [name, lines] of keeper.played) {
      const record = shelf.games[name];
      const all = record ? [record, ...record.lines].map(line => line.moves.replace(/asked \S+ ?/g, "").trim()) : [];
      for (const line of lines) law(all.some(one => `${one} `.startsWith(`${line} `)), `a line that was played is gone: ${line}`);
    }
  }

  /** Another tab has kept something: what it shows of this game is shown here. */
  told() {
    this.happen({ type: "kept" });
    const { game, task } = this.session,
      record = game && this.kept().shelf.games[keyOf(game, task)];
    if (!record || record.reviewing || game.reviewing) return;
    law(recordOf(game).moves === record.moves && game.at === record.at, "two tabs show the same turn of a game");
  }

  /** The address opens the same session in another tab, and the same deal in a browser that has kept nothing. */
  readdressed() {
    const { session } = this;
    if (!session.game || this.alone !== null || this.keeper.full) return;
    const hash = addressOf(session);
    const opens = kept => {
      const { page, effects } = reduce({ session: EMPTY, ...kept }, { type: "address", hash, today: this.world.day, seed: 1 });
      const lesson = effects.find(one => one.effect === "lesson");
      return lesson ? reduce(page, { type: "lesson", ...lesson, index: 217 }).page.session : page.session;
    };
    const again = opens(this.kept()),
      record = this.kept().shelf.games[keyOf(session.game, session.task)];
    law(again.game && keyOf(again.game, again.task) === keyOf(session.game, session.task), `the address ${hash} opens the same session`);
    law(text(again.task) === text(session.task) && (hash.includes("&cards=") ? again.viewer.cards === session.viewer.cards : session.viewer.cards === choicesOf(session.game)[0]), "with the same task and viewer");
    if (session.task.kind === "lesson") law((again.sentTo || null) === (session.sentTo || null), "with the same end of the lesson");
    if (record && this.world.tabs === 1) law(again.game.at === record.at && movesOf(again.game, again.game.line) === movesOf(session.game, session.game.line), "at the same turn of the same line");
    if (record && this.world.tabs === 1) law((again.pending.solver?.ask === "review") === session.game.reviewing, "with its review");
    if (this.world.tabs === 1) law(text(again.builder) === text(session.builder), "with the deal that is put together");
    const elsewhere = opens(keptFrom(null));
    const ring = ({ game }) => text([game.start.ring, game.start.mover, game.undo, game.deck]);
    law(ring(elsewhere) === ring(session), "the address alone names the deal");
  }

  /** Hidden cards have no influence on what is seen. */
  hidden() {
    const { session } = this,
      { game } = session;
    if (!game || session.builder) return;
    const view = seen(this.page),
      table = tableOf(game);
    if (!view.hides) return;
    const had = view.seat < 0 ? new Set() : table.had(view.seat);
    const places = table.start.ring.filter(stone => !had.has(stone)).map(stone => stone.nth);
    const ring = [...game.start.ring];
    for (const [i, place] of places.entries()) ring[place] = { ...ring[place], card: game.start.ring[places[(i + 1) % places.length]].card };
    const other = seen({ ...this.page, session: { ...session, game: { ...game, start: { ...game.start, ring } } } });
    if (other.standing !== view.standing || other.seat !== view.seat) return; // that the game is over, all know
    for (const part of ["state", "targets", "text", "swaps", "arrow", "minimum", "choices", "waits"])
      law(text(other[part]) === text(view[part]), `a hidden card shows in ${part}`);
    if (view.note.kind !== "turn" && view.note.kind !== "review") law(text({ ...other.note, hash: 0 }) === text({ ...view.note, hash: 0 }), "a hidden card shows in a note");
    const open = ({ hash }) => hash.replace(/~[\w-]+/, "~");
    law(open(other) === open(view), "a hidden card shows in the address");
  }
}

const movesOf = ({ start }, { swaps }) => swaps.map(swap => swapText(start, swap)).join(" ");

/** Answers as the solver may give them, as [data, done]. */
function answersTo({ ask, deck, state, states, swaps, undo, players, seed }, world) {
  const at = one => legalMoves(deck, one, undo);
  const solved = swap => (swap && world.chance(0.9) ? { outcome: "solved", turns: 3, swaps: [swap] } : { outcome: "undecided", turns: null, bound: 2 });
  const row = swap => ({ swap, outcome: "solved", turns: 3 });
  if (ask === "solve") return [[solved(world.one(at(state))), true]];
  if (ask === "costs") return [...at(state).slice(0, 2).map(swap => [row(swap), false]), [{}, true]];
  if (ask === "signs") return [[{ left: states.map(() => 1) }, true]];
  if (ask === "order") return [[{ tried: 16 }, false], [world.chance(0.5) ? { state: randomDeal(deck, players, seed, 3), index: 3 } : { tried: 20 }, true]];
  if (ask === "chances") return [[{ chances: Array(15).fill([["even", 1]]), count: "1" }, true]];
  if (ask === "review") return [...swaps.map((swap, turn) => [{ turn, found: [row(swap)], way: null }, false]), [{}, true]];
  return [[{ looked: 1, all: 2 }, false], [{ moves: [], questions: [], count: "1", worlds: 1, left: 0, exact: true }, true]];
}

/** An event that somebody may cause, or something that happens to the browser. */
function step(tabs, tab, world) {
  const { session } = tab,
    { game } = session,
    table = game && tableOf(game);
  const { below, one, chance } = world;
  const place = () => below(game ? game.start.ring.length : 12);
  const links = () => {
    const { past, start } = table;
    const seat = below(game.start.players);
    const dealt = dealText(start, past.swaps, past.answers);
    return one([
      `#deal=${HASH_TEXT(chance(0.5) ? dealt : seenText(start, past.swaps, past.answers, seat))}`,
      `#deal=${one(DEALS)}`,
      `#deal=${one(DEALS)}&undo=${one(["next", "receiver", "never"])}`,
      `#deck=${linkOf(one([OWN, FRIENDS]))}`,
      `#day=${world.day}&puzzle=${one(["easy", "hard"])}`,
      "#day=2026-11-24%26puzzle%3Dhard",
      "#learn",
      "#archive",
      "#nonsense",
      "",
    ]);
  };
  const address = hash => {
    tab.history.splice(tab.at++ + 1, Infinity, hash);
    tab.happen({ type: "address", hash });
  };
  const legal = () => one(table?.legal ?? []) ?? [0, 4];
  const goOn = () => {
    const swap = legal();
    if (chance(0.5)) tab.happen({ type: "swap", swap });
    else for (const at of swap) tab.happen({ type: "tap", place: at });
  };
  const does = [
    ...Array(9).fill(goOn),
    () => tab.happen({ type: "tap", place: place() }),
    () => tab.happen({ type: "explain", place: place() }),
    () => tab.happen({ type: "swap", swap: [place(), place()] }),
    () => tab.happen({ type: one(["undo", "undo", "redo", "again", "auto", "auto-step", "drop", "phone", "partner", "review", "try"]) }),
    () => {
      for (const type of ["undo", "redo"]) tab.happen({ type });
    },
    () => tab.happen({ type: one(["hint", "hint", "compare", "share"]) }),
    () => tab.happen({ type: "solution", sure: chance(0.5) }),
    () => tab.happen({ type: "step", to: below(6) - 1 }),
    () => tab.happen({ type: "line", line: below(2) }),
    () => tab.happen({ type: "rule", undo: one(["allowed", "next", "receiver", "expert", "x"]) }),
    () => tab.happen({ type: "cards", cards: one(["all", "pass", "0", "1", "4"]) }),
    () => tab.happen({ type: "give", of: one(["moves", "seats", 0, 2]) }),
    () => tab.happen({ type: "heard", swap: [place(), place()], yes: one([true, false, null]) }),
    () => (session.note.nth === undefined ? tab.happen({ type: "rename", nth: place() }) : tab.happen({ type: "name", nth: session.note.nth, card: one(USUAL.names) })),
    () => tab.happen({ type: "new", kind: one([undefined, "day", "build", "x"]) }),
    () => tab.happen({ type: "open", dialog: one(["menu", "more", "settings", "rules", "results", "x"]) }),
    () => tab.happen({ type: "choose", what: "kind", value: one(["day", "random", "order", "paste", "build", "none"]) }),
    () => tab.happen({ type: "choose", what: one(["players", "turns"]), value: one([3, 5, 4, 7]) }),
    () => tab.happen({ type: "make", text: one(["4-0-17", "Narabi, deal 3-0-5", "nothing", `see x.example/#deal=3-0-1`, `#deck=${linkOf(FRIENDS)}`]) }),
    () => tab.happen({ type: one(["close", "close", "faded", "mend", "export", "leave", "clear", "unknown", "built", "teach"]), linked: chance(0.5) }),
    () => tab.happen({ type: "day", day: one([world.day, "2026-11-24", "x"]), level: one(["easy", "medium", "hard"]) }),
    () => tab.happen({ type: "days", last: one(["2026-11-20", "2027-01-01"]) }),
    () => tab.happen({ type: "put", kind: one(["label", "card"]), what: one(["0", "1", "even", "?"]) }),
    () => tab.happen({ type: "arrange", ...one([{ began: one([null, 0, 2, 4, "1"]) }, { undo: one(["next", "allowed", "x"]) }]) }),
    () => tab.happen({ type: one(["own", "own-usual", "own-save", "own-share"]) }),
    () => tab.happen({ type: "own-copies", name: one(USUAL.names), by: one([1, -1]) }),
    () => tab.happen({ type: "own-add", conditions: one([{}, { colour: "white" }, { parity: "even", value: [3, 3] }]) }),
    () => tab.happen({ type: "own-white", number: below(10) }),
    () => tab.happen({ type: "keep", file: one([OWN, FRIENDS]) }),
    () => tab.happen({ type: "deck", link: one(["", linkOf(OWN), "x"]) }),
    () => tab.happen({ type: one(["language"]), language: one(["de", "ja", "xx"]) }),
    () => tab.happen({ type: one(["clock", "sounds"]), on: chance(0.7) }),
    () => {
      for (let i = 0; i < SECONDS; i++) tab.happen({ type: "tick" });
    },
    () => tab.happen({ type: "import", text: chance(0.5) ? keptText(one(tabs).page) : "nothing" }),
    () => tab.happen({ type: "forget" }),
    () => tab.happen({ type: "today" }),
    () => tab.told(),
    () => tab.answer(),
    () => tab.answer(),
    () => tab.answer(),
    () => tab.load(),
    () => game && address(links()),
    () => game && address(links()),
    () => {
      tab.at = Math.max(0, Math.min(tab.history.length - 1, tab.at + one([-1, 1])));
      tab.happen({ type: "address", hash: tab.history[tab.at] });
    },
    () => (world.day = dayBefore(world.day, -1)),
    () => chance(0.1) && (tab.keeper.full = !tab.keeper.full),
  ];
  one(does)();
  if (chance(0.15)) tab.readdressed();
  if (chance(0.15)) tab.hidden();
}

/** Take a walk; returns null, or which law it broke after which events. */
function walk(seed, steps) {
  const world = { ...source(seed), day: "2026-11-27" };
  const keeper = new Keeper();
  const events = [];
  const happen = Tab.prototype.happen;
  try {
    const tabs = [new Tab(keeper, world)];
    if (world.chance(0.3)) tabs.push(new Tab(keeper, world));
    world.tabs = tabs.length;
    for (const tab of tabs)
      tab.happen = event => {
        events.push(`${tabs.indexOf(tab)} ${text(event)}`);
        happen.call(tab, event);
      };
    for (let i = 0; i < steps; i++) step(tabs, world.one(tabs), world);
    for (const tab of tabs) {
      const { number } = tab.session;
      for (const type of ["leave", "close", "close"]) tab.happen({ type });
      tab.happen({ type: "day", day: "2026-11-24", level: "easy" });
      law(tab.session.number === number + 1, "every session can be left");
    }
    return null;
  } catch (error) {
    return { seed, why: error instanceof Broken ? error.message : error.stack, events: events.slice(-16) };
  }
}

/** The first walk of some seeds that breaks a law; null if none does. */
function walks(first, count, steps = 14) {
  for (let seed = first; seed < first + count; seed++) {
    const broken = walk(seed, steps);
    if (broken) return broken;
  }
  return null;
}
