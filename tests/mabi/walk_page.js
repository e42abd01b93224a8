// Random walks of events through the page's `reduce`, with two tabs, a shelf that may fail, and an engine that answers late or
// never. Called with the number of walks and a seed; the first fault is printed as the shortest list of steps that shows it.

const { reduce } = module_events;
const { keptForm } = module_session;
const { addressOf } = module_opening;
const { wanted, isSame } = module_questions;
const { positionOf, whyNot, here, sideAt } = module_positions;
const { legalMoves, outcome, isOver } = module_rules;
const { linesOf, nodeNamed, covers, movesTo } = module_tree;
const { stateOf } = module_tasks;
const shelves = module_shelf;

const STEPS = 14;
const SMALL = "w1w1/1b1b/w1w1 w - - 0";
const TEXTS_TO_LOAD = [SMALL, `${SMALL} moves a1b1 d2d1`, `${SMALL} moves c1d1\n# line a1b1 pass`, "a1a2! {good} h8→h7", "1b1b/w1w1/w1w1 w - w 3", "zzz", "start moves a1a2 zz", ""];
const HASHES = ["#puzzle=1", "#puzzle=2", "#day=2026-11-20", "#game=start%20moves%20a1a2%20h8h7", "#game=x", "#1", "#0", "", "#puzzle=999", "#x=1", "#game%3Dstart%20moves%20c1c2"];

function chanceOf(seed) {
  let state = seed >>> 0;
  return most => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return Math.floor(((Math.imul(state ^ (state >>> 13), 0x297a2d39) >>> 0) / 2 ** 32) * most);
  };
}

class Fault extends Error {}
const insist = (fits, what) => { if (!fits) throw new Fault(what); };

/** The world around the page: storage of all tabs, and tabs with their storage, history and open questions. */
class World {
  constructor(start) {
    this.stored = shelves.fitting(null);
    this.waiting = [];
    this.isFull = false;
    this.now = 0;
    this.fresh = 0;
    this.tabs = [];
    this.left = []; // trees that were left, which nothing may lose
    this.openTab(start);
  }

  get shelf() {
    return this.waiting.reduce((all, change) => Object.assign(all, change(all)), { ...this.stored });
  }

  change(change, isDropped) {
    const next = { ...this.shelf, ...change(this.shelf) };
    if (!this.isFull) [this.stored, this.waiting] = [next, []];
    else if (!isDropped) this.waiting.push(change);
    return !this.isFull;
  }

  openTab(hash) {
    const tab = { session: null, kept: null, history: [{ hash, number: null }], place: 0, asks: [], lost: 0 };
    this.tabs.push(tab);
    this.send(tab, { type: "begin", hash, number: null, kept: null });
  }

  send(tab, event) {
    this.fresh += 1;
    const full = { now: this.now, date: this.now, today: this.now > 50_000 ? "2026-11-28" : "2026-11-27", fresh: this.fresh, shelf: this.shelf, ...event };
    const before = tab.session;
    const [session, effects] = reduce(before, full);
    tab.session = session;
    check(before, session, full);
    for (const effect of effects) this.perform(tab, effect);
    if (before && before.number !== session.number && full.type !== "begin") checkLeft(this, before, session, full);
  }

  perform(tab, effect) {
    if (effect.type) this.send(tab, effect);
    else if (effect.do === "ask") tab.asks.push(effect);
    else if (effect.do === "remember") tab.kept = this.isFull ? tab.kept : effect.session;
    else if (effect.do === "shelve") this.change(shelves.withLeft(effect.session), false);
    else if (effect.do === "solved") this.change(shelves.withSolved(effect), false);
    else if (effect.do === "keep") this.send(tab, { type: "kept", done: this.change(shelves.withGame(effect.name, effect.text), true) });
    else if (effect.do === "settings") this.change(shelves.withSettings(effect.settings), false);
    else if (effect.do === "forget") this.change(shelves.withoutGame(effect.name), false);
    else if (effect.do === "address") {
      const from = effect.isNew ? effect.before : tab.history[tab.place].from;
      if (effect.isClosed && from === effect.screen) {
        this.send(tab, { type: "address", ...tab.history[--tab.place] });
        insist(tab.session.screen === effect.screen, "what is closed leads elsewhere than Back");
        return;
      }
      if (effect.isNew) tab.history = [...tab.history.slice(0, ++tab.place), null];
      tab.history[tab.place] = { hash: effect.hash, number: effect.number, screen: effect.screen, from };
    } else insist(["halt", "bring", "download", "hush", "top", "focus", "share", "give", "take", "empty", "boast", "learnt", "played", "sound"].includes(effect.do), `an effect without a meaning: ${effect.do}`);
  }

  reload(tab) {
    const before = tab.session;
    const { hash, number } = tab.history[tab.place];
    const kept = JSON.parse(JSON.stringify(tab.kept));
    const isKept = kept !== null && steady(kept) === steady(keptForm(before));
    this.stored = shelves.fitting(JSON.parse(JSON.stringify(this.stored)));
    tab.asks = [];
    tab.session = null;
    this.send(tab, { type: "begin", hash, number, kept });
    if (isKept) same(before, tab.session, "reload");
  }
}

const steady = ({ number, base, rules, tree, at, undone, engine, task, opponent, screen, flipped, editor, lesson }) => JSON.stringify([number, base, rules, tree, at, undone, engine, task,
  opponent && { ...opponent, since: 0 }, screen, flipped, editor, lesson]);

function same(before, after, how) {
  const one = before.opponent && !["playing", "over"].includes(before.opponent.state) ? { ...before, opponent: null } : before;
  insist(steady(keptForm(one)) === steady(keptForm(after)), `${how}: another session\n${steady(keptForm(one))}\n${steady(keptForm(after))}`);
}

const replayed = new WeakMap();

/** Replay a line by the rules, once; a move that is illegal throws Wrong. */
function replay(root, moves) {
  if (!replayed.has(root)) replayed.set(root, new Set());
  const known = replayed.get(root);
  if (known.has(moves.join())) return;
  moves.reduce(module_rules.play, root);
  known.add(moves.join());
}

/** What is so after each event. */
function check(before, session, event) {
  const { game, task, opponent, pending } = session;
  for (const moves of linesOf(game.tree)) replay(positionOf(game, 0), moves);
  insist(game.at >= 0 && game.at <= game.tree.length, "the cursor is at no node");
  insist((wanted(session) === null) === (pending === null) && (pending === null || isSame(pending, wanted(session))), "another question is open");
  insist(!opponent || ((nodeNamed(game.tree, opponent.tip) !== null || opponent.state !== "playing") && nodeNamed(game.tree, opponent.first) !== null), "the opponent plays another game");
  insist(opponent?.state !== "playing" || task === null, "a task and an opponent at once");
  if (session.screen === "setup") checkEditor(session);
  if (before?.screen === "setup" && ["play", "analyse"].includes(event.deed) && session.screen !== "setup")
    insist(module_notation.textOfState(positionOf(game).state) === module_setup.textOfEditor(before.editor), "another position is opened than was set up");
  if (task?.kind === "puzzle") {
    const end = outcome(positionOf(game));
    const { state } = stateOf(session);
    if (state === "right") insist(end?.winner === "w" && task.done, "a puzzle is solved where White has not won");
    if (state === "open") insist(sideAt(game) === "w" && !end, "Black or nobody is to find a move");
    if (end && end.winner !== "w" && game.at) insist(["wrong", "shown", "judging"].includes(state), "a puzzle that is not won is not judged");
  }
  if (opponent?.state === "playing") {
    const { state, rules } = positionOf(game, nodeNamed(game.tree, opponent.tip));
    insist(!isOver(state, rules), "the game with the engine goes on after its end");
    insist(state.side === opponent.side || pending?.what === "move", "the engine is to move, and is not asked");
  }
  if (before === null || before.number !== session.number) {
    const isBack = ["begin", "left", "address"].includes(event.type);
    insist(isBack || opponent === null || (event.type === "play" && event.rules), "an opponent of another session");
    insist(isBack || ["puzzle", "day", "learn", "train"].includes(event.type) === (task !== null), "a task of another session");
  } else insist(covers(game.tree, before.game.tree) || ["undo"].includes(event.type), `moves are gone by ${event.type}`);
  if (before?.number === session.number && event.type === "undo" && session.game !== before.game) {
    insist(session.game.undone.length > 0, "what is taken back cannot be made again");
    const [again] = reduce({ ...session, opponent: null, task: null, pending: null }, { ...event, type: "redo" });
    insist(covers(before.game.tree, again.game.tree) && again.game.at > 0, "redo makes another move");
  }
  if (["answer", "part", "failed"].includes(event.type) && (before.pending?.id !== event.stamp.id || before.number !== event.stamp.number))
    insist(game === before.game && task === before.task && session.answered === before.answered, "a late answer counts");
  if (["move", "choose"].includes(event.type) && before.opponent?.state === "playing" && sideAt(before.game) !== before.opponent.side)
    insist(game === before.game, "the player moves for the engine");
}

const drawn = new Set();

/** What is set up can be drawn, and is a position unless it is said why not: each board once, since both ask for nothing else. */
function checkEditor({ editor, game }) {
  const first = positionOf(game);
  const text = module_setup.textOfEditor(editor);
  const asked = JSON.stringify([module_setup.stateOfEditor(editor), first.rules]);
  if (drawn.has(asked)) return;
  module_setup.viewOfEditor(editor, first);
  const isPosition = editor.board.some(row => /[wb]/u.test(row));
  insist((module_setup.whyNoPosition(editor, first) === "") === isPosition, `a board with pieces is no position: ${text}`);
  if (drawn.size > 100_000) drawn.clear();
  drawn.add(asked);
}

function checkLeft(world, before, session, event) {
  if (before.game.tree.length) world.left.push(before.game);
  for (const game of world.left.slice(-3))
    insist(world.shelf.left.some(one => one.base === game.base && covers(one.tree, game.tree)), `a game that was left by ${event.type} is nowhere`);
  insist(session.pending === null || session.questions > 0, "a question of another session is open");
}

/** The address alone opens the same game in another browser. */
function checkAddress(session) {
  const [other] = reduce(null, { type: "begin", hash: addressOf(session), number: null, kept: null, now: 0, date: 0, today: "2026-11-27", fresh: 1e9, shelf: shelves.fitting(null) });
  insist(other.message === null, `the own address is damaged: ${other.message?.text}`);
  const { task } = session;
  if (task?.kind === "puzzle") insist(other.task?.number === task.number && other.task.day === task.day, "the address opens another puzzle");
  else {
    insist(covers(other.game.tree, session.game.tree) && covers(session.game.tree, other.game.tree), "the address opens another game");
    insist(here(other.game) === here(session.game), "the address opens another place");
    insist(positionOf(other.game).state.board.join() === positionOf(session.game).state.board.join(), "the address opens another position");
  }
}

// Steps: each is a name, and a number from which its choices follow.

const pick = (list, chance) => list[chance(list.length)];
const known = new WeakMap();
const legal = ({ game }) => {
  const position = positionOf(game);
  if (!known.has(position)) known.set(position, legalMoves(position.state, position.rules));
  return known.get(position);
};

const ANSWER = {
  move: (_, game, chance) => ({ move: pick(legal({ game }), chance) ?? "pass", proven: chance(4) === 0, worth: { sure: null, score: 5, told: "+0.05" } }),
  reply: ask => ask.fields,
  step: () => ({}),
  prove: (_, game, chance) => ({ wins: pick([true, false, null], chance), line: legal({ game }).slice(0, 1) }),
  judge: (_, __, chance) => ({ good: chance(2) === 0, told: "told" }),
  analyse: () => ({ lines: [], depth: 1, nodes: 1, seconds: 1, worth: { sure: null, score: 1, told: "+0.01" } }),
  pass: () => ({ told: "told", run: ["a1a2"] }),
  hint: (_, game, chance) => ({ move: pick(legal({ game }), chance) ?? "pass" }),
  solve: () => ({ proven: true, worth: { sure: 1, score: null, told: "White wins" }, moves: ["a1a2"], summary: "wins", nodes: 1, seconds: 1, told: "", certificate: true }),
  certificate: () => ({ text: "proof" }),
  review: ({ fields: { game: { moves } } }) => ({
    summary: "done", worths: [...moves, ""].map(() => ({ sure: null, score: 1, told: "+0.01" })),
    plies: moves.map((_, i) => ({ mark: i % 2 ? "" : "?", name: "mistake", judged: "mistake", told: "told", good: false, better: ["pass"] })),
  }),
};

function answered(world, tab, chance) {
  const ask = pick(tab.asks, chance);
  if (!ask) return;
  if (chance(3)) tab.asks = tab.asks.filter(one => one !== ask); // else it comes twice
  if (chance(12) === 0) {
    world.send(tab, { type: "failed", stamp: ask.stamp, error: "broken" });
    return;
  }
  const asked = ask.fields.game;
  const tree = asked?.moves.map((move, i) => [i, move]) ?? [];
  world.send(tab, { type: "answer", stamp: ask.stamp, answer: ANSWER[ask.what](ask, { ...asked, tree, at: tree.length }, chance) });
}

const KINDS = {
  move: (world, tab, chance) => world.send(tab, { type: "move", move: pick(legal(tab.session), chance) ?? "pass" }),
  twice(world, tab, chance) {
    const move = pick(legal(tab.session), chance) ?? "pass";
    for (const _ of "12") world.send(tab, { type: "move", move });
  },
  expected(world, tab) { // the move of a puzzle's line
    const { task } = tab.session;
    const line = task && module_tasks.solutionOf(tab.session);
    world.send(tab, { type: "move", move: line?.[0] ?? "pass" });
  },
  illegal: (world, tab, chance) => world.send(tab, { type: "move", move: pick(["a1a1", "a1b2", "h8h1", "pass"], chance) }),
  choose: (world, tab, chance) => world.send(tab, { type: "choose", square: pick([..."abcd"], chance) + (1 + chance(4)) }),
  answer: answered, more: answered, late: answered,
  undo: (world, tab) => world.send(tab, { type: "undo" }),
  redo: (world, tab) => world.send(tab, { type: "redo" }),
  go: (world, tab, chance) => world.send(tab, { type: "go", to: pick(["first", "back", "on", "last", chance(9)], chance) }),
  place: (world, tab, chance) => world.send(tab, { type: "place", place: chance(9) }),
  walk: (world, tab, chance) => world.send(tab, { type: pick(["auto", "walk", "line"], chance), moves: ["pass", "a1a2"] }),
  new: (world, tab, chance) => world.send(tab, { type: "new", rules: { size: pick(["3x4", "4x4", "8x8"], chance), pass_rule: pick(["run", "final"], chance) } }),
  load: (world, tab, chance) => world.send(tab, { type: "load", text: pick(TEXTS_TO_LOAD, chance) }),
  puzzle: (world, tab, chance) => world.send(tab, { type: "puzzle", puzzle: chance(3), chosen: {} }),
  day: (world, tab) => world.send(tab, { type: "day" }),
  left: (world, tab, chance) => world.send(tab, { type: "left", index: chance(3) }),
  learn: (world, tab) => world.send(tab, { type: "learn" }),
  train: (world, tab, chance) => world.send(tab, { type: "train", deed: pick(["again", "show", "why", "next", "end"], chance) }),
  play: (world, tab, chance) => world.send(tab, { type: "play", side: pick(["w", "b"], chance), level: chance(3), clock: pick(["", "60+1"], chance) }),
  again: (world, tab, chance) => world.send(tab, { type: "again", other: chance(2) === 0 }),
  resign: (world, tab) => world.send(tab, { type: "resign" }),
  wait(world, tab, chance) {
    world.now += chance(9) === 0 ? 70_000 : 300;
    world.send(tab, { type: "tick" });
  },
  ask: (world, tab, chance) => world.send(tab, { type: "ask", what: pick(["pass", "solve", "review", "review", "certificate"], chance) }),
  analyse: (world, tab, chance) => world.send(tab, { type: pick(["analyse", "why", "stop", "flip"], chance) }),
  lines: (world, tab, chance) => world.send(tab, { type: "lines", lines: 1 + chance(3) }),
  dialog: (world, tab, chance) => world.send(tab, { type: pick(["dialog", "close"], chance), dialog: pick(["new", "load", "save", "rules", "ask"], chance) }),
  confirm(world, tab) {
    world.send(tab, { type: "confirm", question: "?", deed: "!", effect: { do: "forget", name: "mine" } });
    world.send(tab, { type: "yes" });
  },
  keep: (world, tab) => world.send(tab, { type: "keep", name: "mine" }),
  lesson: (world, tab, chance) => world.send(tab, { type: "lesson", deed: pick(["choose", "move", "look", "again"], chance), square: "a1", move: pick(["pass", "a1a2"], chance) }),
  setup(world, tab, chance) {
    for (const deed of ["begin", "paint", "paint", pick(["clear", "side", "holder", "passed", "size", "undo", "brush"], chance), pick(["paint", "copy", "close", "play", "analyse"], chance)])
      world.send(tab, { type: "setup", deed, square: pick([..."abcdz"], chance) + (1 + chance(9)), value: pick(["w", "b", ".", true, false], chance), ranks: 1 + chance(8), files: 1 + chance(8) });
  },
  deed: (world, tab, chance) => world.send(tab, { type: "setup", deed: pick(["undo", "close", "play", "analyse", "zzz"], chance) }),
  teach: (world, tab, chance) => world.send(tab, { type: "teach", number: chance(9) }),
  hint: (world, tab) => world.send(tab, { type: "hint" }),
  result: (world, tab) => world.send(tab, { type: "result" }),
  pass(world, tab, chance) {
    world.send(tab, { type: "pass" });
    if (chance(2)) world.send(tab, { type: "yes" });
  },
  screen: (world, tab, chance) => world.send(tab, { type: "screen", screen: pick(["start", "play", "analysis", "learn", "setup"], chance) }),
  level: (world, tab, chance) => world.send(tab, { type: "play", side: pick(["w", "b", "-"], chance), level: chance(3), clock: "", rules: { size: pick(["3x4", "8x8"], chance) } }),
  reload: (world, tab) => world.reload(tab),
  language(world, tab, chance) {
    world.send(tab, { type: "settings", settings: { language: pick(["en", "de"], chance) } });
    world.reload(tab);
  },
  address(world, tab, chance) {
    const hash = pick(HASHES, chance);
    tab.history = [...tab.history.slice(0, ++tab.place), { hash, number: null }];
    world.send(tab, { type: "address", hash, number: null });
  },
  back(world, tab, chance) {
    tab.place = Math.max(0, Math.min(tab.history.length - 1, tab.place + (chance(3) ? -1 : 1)));
    world.send(tab, { type: "address", ...tab.history[tab.place] });
  },
  tab(world, tab, chance) {
    if (world.tabs.length < 3) world.openTab(chance(2) ? addressOf(tab.session) : "");
    else world.tabs.push(world.tabs.shift());
  },
  duplicate(world, tab) {
    if (world.tabs.length < 3) world.tabs.push({ ...tab, history: [...tab.history], asks: [] });
  },
  full(world) { world.isFull = !world.isFull; },
  share: (_, tab) => checkAddress(tab.session),
};
const OFTEN = ["move", "move", "move", "expected", "answer", "answer", "more", "undo"];

function walk(steps) {
  const world = new World(steps.length % 8 ? `#game=${encodeURIComponent(SMALL)}` : "");
  for (const [i, [kind, seed]] of steps.entries()) {
    const chance = chanceOf(seed);
    world.now += 50;
    const tab = world.tabs[chance(4) ? 0 : chance(world.tabs.length)];
    try {
      KINDS[kind](world, tab, chance);
    } catch (error) {
      return { step: i, what: error instanceof Fault ? error.message : error.stack };
    }
  }
  return null;
}

/** Leave out steps as long as the same fault is met. */
function shortened(steps, what) {
  const head = text => text.split("\n")[0];
  let short = steps;
  for (let i = short.length - 1; i >= 0; i -= 1) {
    const fewer = short.filter((_, k) => k !== i);
    const fault = walk(fewer);
    if (fault && head(fault.what) === head(what)) short = fewer.slice(0, fault.step + 1);
    i = Math.min(i, short.length);
  }
  return short;
}

const [walks, seed] = process.argv.slice(2).map(Number);
const chance = chanceOf(seed);
const names = [...Object.keys(KINDS), ...OFTEN];
const states = new Set();
for (let i = 0; i < walks; i += 1) {
  const steps = Array.from({ length: STEPS }, () => [pick(names, chance), chance(2 ** 31)]);
  const fault = walk(steps);
  if (!fault) continue;
  const short = shortened(steps.slice(0, fault.step + 1), fault.what);
  const { what } = walk(short);
  process.stdout.write(JSON.stringify({ walk: i, what, steps: short }));
  process.exit(1);
}
process.stdout.write(JSON.stringify({ walks }));
