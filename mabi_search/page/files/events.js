// `reduce`: the session after an event, and what is to be done outside. It is pure and total: clock, day, shelf and new numbers
// come with the event, as { type, now, date, today, fresh, shelf, … }; what makes no sense changes nothing.

import { addressOf, begun, complained, followed, openDay, opened, openGame, openLeft, openPuzzle } from "./opening.js";
import { chosenAt } from "./choosing.js";
import { along, atNode, gone, madeAgain, mayMove, played, takenBack, tried, walking } from "./moving.js";
import { freshLesson, lessonAfter, LESSONS, stateOfLesson } from "./lesson.js";
import { isEnginesTurn, isPlaying, newOpponent, ended, timed } from "./opponent.js";
import { here, nodeOr, positionOf, whyNot } from "./positions.js";
import { LIST, nextNumber, numbersOf } from "./puzzle_list.js";
import { textOfState } from "./notation.js";
import { askedFor, isSame, wanted, withAnswer, withFailure, withPart } from "./questions.js";
import { after, isOver, other, outcome, PASS } from "./rules.js";
import { emptyGame, keptForm, SCREENS } from "./session.js";
import { edited, editorOf, textOfEditor, whyNoPosition } from "./setup.js";
import { exerciseOf, marked, mistakesTask, nodeOfTask, SIGNS, solutionOf, stateOf } from "./tasks.js";
import { Wrong } from "./texts.js";
import { lineThrough, nodeName, nodeNamed } from "./tree.js";
import { hintOf } from "./wording.js";
import { isAtEnd, resultText } from "./ending.js";
import { heardOf } from "./sounding.js";
import { readGame, textOfGame } from "./written.js";


const without = (list, one) => list.filter(other => other !== one);
/** Read something and open it; what is wrong with it is said in the dialog. */
function openedOrWrong(session, open) {
  try {
    return open();
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    return { ...session, wrong: error.message };
  }
}

/** Begin a game against the engine from the node shown. */
function againstEngine(session, event) {
  const { game } = session;
  const { side, level, clock, now } = event;
  const { state, rules } = positionOf(game);
  if (isOver(state, rules)) return complained(session, t("play.over"), event);
  return {
    ...atNode(session, game.at, { ...game, undone: [], engine: other(side) }), task: null, answered: null, analysing: false, screen: "play", dialogs: [],
    flipped: side === "b", opponent: newOpponent({ side, level, clock }, here(game), now),
  };
}

/** Open the position that is set up, unless it is the one shown. */
function openSetup(session, event, effects) {
  const { editor, game } = session;
  if (whyNoPosition(editor, positionOf(game))) return session;
  const text = textOfEditor(editor);
  const { size, ...rules } = positionOf(game).rules;
  const next = text === textOfState(positionOf(game).state) ? session : openGame(session, readGame(text, rules), event, effects);
  return event.deed === "play" ? ACTS.dialog({ ...next, screen: "play" }, { dialog: "new", fromHere: true }) : { ...next, screen: "analysis" };
}

/** Go on to an exercise of the list, from its position. */
function exercise(session, now) {
  const task = { ...session.task, now, answer: null, shown: null };
  return atNode({ ...session, task }, nodeNamed(session.game.tree, exerciseOf(task).at) ?? 0);
}

const TRAIN = {
  again(session) {
    const { task } = session;
    return { ...atNode(session, nodeOfTask(session)), task: task.kind === "puzzle" ? { ...task, shown: null } : { ...task, shown: null, answer: null } };
  },
  show(session) {
    const { task, game } = session;
    const node = nodeOfTask(session);
    const line = solutionOf(session);
    if (task.shown !== null || !line?.length) return session;
    const name = nodeName(game.tree, node);
    const tried = task.kind === "puzzle" ? { tried: { ...task.tried, [`${name} shown`]: SIGNS.shown } } : {};
    return walking({ ...session, task: { ...task, ...tried, shown: name } }, node, line);
  },
  why(session) {
    const { at, verdict, state } = stateOf(session);
    return state === "wrong" && verdict?.line?.length ? walking(session, at, verdict.line) : session;
  },
  next(session, event, effects) {
    const { task } = session;
    if (task.kind === "mistakes") return task.now + 1 < task.list.length ? exercise(session, task.now + 1) : session;
    const number = nextNumber(task);
    return number === null ? session : openPuzzle(session, number, { chosen: task.chosen }, event, effects);
  },
  end: session => ({ ...session, task: null, screen: session.task.kind === "mistakes" ? "analysis" : session.screen }),
  share(session, _, effects) {
    const { task } = session;
    if (task.kind === "puzzle") effects.push({ do: "give", puzzle: task.number, day: task.day, signs: Object.values(task.tried).join(""), hash: addressOf(session) });
    return session;
  },
};

const ACTS = {
  begin: (_, event, effects) => begun(event, effects),
  address(session, event, effects) {
    const next = followed(session, event, effects);
    const { screen } = event;
    if (!SCREENS.includes(screen)) return next;
    const isSetup = screen === "setup";
    return { ...next, screen, dialogs: [], editor: isSetup ? next.editor ?? editorOf(next.game, "analysis") : next.editor, analysing: next.analysing && !isSetup };
  },
  // moves
  move: (session, { move, now }) => tried(session, move, now),
  choose: (session, { square, now }) => choice(session, square, now),
  look: (session, { square }) => (square === session.looked ? session : { ...session, looked: square, refused: square ? "" : session.refused }),
  go: (session, { to }) => gone(session, to),
  place: (session, { place }) => gone(session, lineThrough(session.game.tree, session.game.at)[place]),
  node: (session, { name }) => gone(session, nodeOr(session.game, name)),
  line: (session, { moves }) => along(session, session.game.at, moves),
  walk: (session, { moves }) => walking(session, session.game.at, moves),
  auto: played,
  undo: (session, { now }) => takenBack(session, now),
  redo: (session, { now }) => madeAgain(session, now),
  flip: session => ({ ...session, flipped: !session.flipped }),
  // other games
  new: (session, event, effects) => openedOrWrong(session, () => {
    const game = emptyGame(event.rules);
    positionOf(game);
    return { ...openGame(session, game, event, effects), screen: event.screen ?? "play" };
  }),
  load: (session, event, effects) => openedOrWrong(session, () => {
    const { size, ...rules } = session.game.rules;
    return openGame(session, readGame(event.text, rules), event, effects);
  }),
  puzzle: (session, event, effects) => (LIST[event.puzzle] ? openPuzzle(session, event.puzzle, { chosen: numbersOf(session.filter).includes(event.puzzle) ? session.filter : {} }, event, effects) : session),
  day: (session, event, effects) => openDay(session, event.day ?? event.today, event, effects),
  left: (session, event, effects) => {
    const kept = event.shelf.left[event.index];
    return kept ? openedOrWrong(session, () => openLeft(session, kept, event, effects)) : session;
  },
  learn: (session, event, effects) => {
    const mistakes = session.answered?.answer?.mistakes;
    if (!mistakes?.length) return session;
    const { game, worths, judged, flipped } = session;
    return exercise({ ...opened(session, { game, task: mistakesTask(mistakes), flipped, screen: "play" }, event, effects), worths, judged }, 0);
  },
  train: (session, event, effects) => (session.task && Object.hasOwn(TRAIN, event.deed) ? TRAIN[event.deed](session, event, effects) : session),
  // the engine
  play: (session, event, effects) => openedOrWrong(session, () => {
    const side = event.side === "-" ? "wb"[event.fresh % 2] : event.side;
    if (!event.rules) return againstEngine(session, { ...event, side });
    const game = emptyGame(event.rules);
    positionOf(game);
    return againstEngine(openGame(session, game, event, effects), { ...event, side });
  }),
  again(session, event) {
    const { opponent, game } = session;
    if (!opponent || isPlaying(session)) return session;
    const side = event.other ? other(opponent.side) : opponent.side;
    return againstEngine(atNode(session, nodeOr(game, opponent.first)), { ...event, ...opponent, side, now: event.now });
  },
  resign: session => (isPlaying(session) ? { ...session, answered: null, opponent: { ...session.opponent, state: "stopped" } } : session),
  tick: session => session,
  analyse: session => ({ ...session, analysing: !session.analysing, answered: session.analysing ? session.answered : null, asked: null }),
  lines: (session, { lines }) => (lines >= 1 ? { ...session, lines } : session),
  ask(session, { what }, effects) {
    effects.push({ do: "bring", id: "result" });
    return askedFor(session, what);
  },
  why(session, _, effects) {
    const { claim } = session.opponent ?? {};
    if (claim == null || isEnginesTurn(session)) return session;
    return ACTS.ask(atNode({ ...session, screen: "analysis" }, nodeOr(session.game, claim)), { what: "solve" }, effects);
  },
  stop(session, _, effects) {
    if (session.analysing) return { ...session, analysing: false };
    if (!session.pending) return session;
    effects.push({ do: "halt" });
    return { ...session, pending: { ...session.pending, stopped: true } };
  },
  part: (session, event) => (isOpen(session, event) && !session.pending.stopped ? withPart(session, event.part) : session),
  answer(session, event, effects) {
    if (!isOpen(session, event)) return session;
    if (session.pending.what === "certificate") effects.push({ do: "download", name: "mabi-certificate.jsonl", text: event.answer.text });
    return withAnswer(session, event.answer, event.now);
  },
  failed: (session, event) => (isOpen(session, event) ? withFailure(session, event.error) : session),
  hint(session) {
    if (session.task?.kind !== "puzzle") return mayMove(session) ? askedFor(session, "hint") : session;
    const node = nodeOfTask(session);
    if (stateOf(session).state !== "open") return session;
    const at = nodeName(session.game.tree, node);
    const { task } = session;
    return { ...session, task: { ...task, tried: { ...task.tried, [`${at} hint`]: SIGNS.shown } }, answered: { what: "hint", at, answer: { move: hintOf(session) } } };
  },
  pass(session, event) {
    const how = mayMove(session) ? endByPass(session) : null;
    if (how === null) return tried(session, PASS, event.now);
    return { ...session, asking: { question: t("pass.ends", { how }), deed: t("board.pass"), event: { type: "move", move: PASS } }, dialogs: [...without(session.dialogs, "ask"), "ask"] };
  },
  // screens and dialogs
  screen: (session, { screen }) => (SCREENS.includes(screen) && screen !== "setup" ? { ...session, screen, dialogs: [] } : session),
  dialog: (session, { dialog, fromHere = false }) => ({ ...session, dialogs: [...without(session.dialogs, dialog), dialog], wrong: "", fromHere }),
  close(session, { dialog }, effects) {
    if (!session.dialogs.includes(dialog)) return session;
    if (dialog === "welcome") effects.push({ do: "settings", settings: { welcomed: true } });
    return { ...session, dialogs: without(session.dialogs, dialog), wrong: "", asking: dialog === "ask" ? null : session.asking };
  },
  lesson(session, event, effects) {
    const lesson = lessonAfter(session.lesson, event);
    if (lesson !== session.lesson && stateOfLesson(lesson) === "done") effects.push({ do: "learnt", name: LESSONS[lesson.number].name });
    return { ...session, lesson };
  },
  setup(session, event, effects) {
    const { editor, game } = session;
    if (session.screen !== "setup") return event.deed === "begin" ? { ...session, screen: "setup", editor: editorOf(game, session.screen), dialogs: [], analysing: false } : session;
    if (["play", "analyse"].includes(event.deed)) return openSetup(session, event, effects);
    if (event.deed === "close") return { ...session, screen: editor.from };
    if (event.deed === "copy") effects.push({ do: "share", text: textOfEditor(editor) });
    return { ...session, editor: edited(editor, event, positionOf(game)) };
  },
  teach(session, { number }) {
    const { lesson, screen } = session;
    if (!LESSONS[number]) return { ...session, screen: lesson.from, dialogs: [] };
    return { ...session, lesson: freshLesson(number, screen === "learn" ? lesson.from : screen), screen: "learn", dialogs: [] };
  },
  confirm(session, { question, deed, effect }) {
    return { ...session, asking: { question, deed, effect }, dialogs: [...without(session.dialogs, "ask"), "ask"] };
  },
  yes(session, given, effects) {
    if (!session.asking) return session;
    const { effect, event } = session.asking;
    const next = { ...session, asking: null, dialogs: without(session.dialogs, "ask") };
    if (event) return ACTS[event.type](next, { ...given, ...event }, effects);
    effects.push(effect);
    return next;
  },
  hush: (session, { n }) => (n === undefined || n === session.message?.n ? { ...session, message: null } : session),
  say: (session, event) => complained(session, event.text, event, event.lasting),
  // what is kept
  keep(session, { name }, effects) {
    effects.push({ do: "keep", name: name.trim().slice(0, 80) || "?", text: textOfGame(session.game) });
    return session;
  },
  file(session, _, effects) {
    effects.push({ do: "download", name: "mabi-game.txt", text: textOfGame(session.game) });
    return { ...session, dialogs: without(session.dialogs, "save") };
  },
  kept(session, { done }, effects) {
    if (done) return { ...session, dialogs: without(session.dialogs, "save"), wrong: "" };
    effects.push({ do: "focus", id: "save-file" });
    return { ...session, wrong: t("save.not-kept") };
  },
  take(session, { text }, effects) {
    effects.push({ do: "take", text });
    return session;
  },
  taken: (session, { wrong }) => ({ ...session, wrong }),
  download(session, { name, text }, effects) {
    effects.push({ do: "download", name, text });
    return session;
  },
  share(session, _, effects) {
    effects.push({ do: "share", text: textOfGame(session.game), hash: addressOf(session) });
    return session;
  },
  archive: (session, { last }) => ({ ...session, archive: last }),
  filter: (session, { filter }) => ({ ...session, filter }),
  result(session, _, effects) {
    if (session.task) return TRAIN.share(session, _, effects);
    effects.push({ do: "boast", text: resultText(session), hash: addressOf(session) });
    return session;
  },
  settings(session, { settings }, effects) {
    effects.push({ do: "settings", settings });
    return session;
  },
};
const isOpen = ({ number, pending }, { stamp }) => pending !== null && stamp?.number === number && stamp.id === pending.id;

/** Return how a pass would end a game between players at once; null if it does not, or the moves are not a game. */
function endByPass({ game, task, screen }) {
  const position = positionOf(game);
  if (task || screen !== "play" || whyNot(game, PASS) !== null) return null;
  return outcome(after(position, PASS))?.reason ?? null;
}

/** Choose a piece, or move the chosen one. */
function choice(session, square, now) {
  if (!mayMove(session)) return { ...session, looked: square, refused: "" };
  const found = chosenAt(session.game, session.chosen, square);
  return found.move ? tried(session, found.move, now) : { ...session, ...found, refused: "" };
}

/** Return the session after an event, and the effects: what is to be done outside, in this order. */
export function reduce(before, event) {
  const effects = [];
  let session = before && timed(before, event.now);
  const isLate = isPlaying(before ?? {}) && !isPlaying(session) && ["move", "choose"].includes(event.type); // the time was over
  if (Object.hasOwn(ACTS, event.type) && !isLate) session = ACTS[event.type](session, event, effects);
  const next = settled(before, session, event, effects);
  const heard = heardOf(before, next);
  if (heard && event.shelf.sounds) effects.push({ do: "sound", ...heard });
  return [next, effects];
}

/** End what has ended, ask what has to be asked, and keep what is new. */
function settled(before, session, event, effects) {
  let next = ended(session);
  if (next.task?.kind === "puzzle") next = withMarks(next, event, effects);
  next = withSheet(before, next, effects);
  next = withQuestion(next, effects);
  if (!before || ["game", "task", "opponent", "screen", "flipped", "editor", "lesson"].some(name => next[name] !== before[name]))
    effects.push({ do: "remember", session: keptForm(next, event.date) });
  const isNew = next.number !== before?.number || next.screen !== before.screen;
  const isClosed = event.deed === "close" || (event.type === "teach" && next.screen !== "learn");
  const replaces = isClosed || ["begin", "address"].includes(event.type) || (event.type === "setup" && before.screen === "setup"); // the entry of the history before
  if (isNew || next.game !== before.game || next.task !== before.task || event.type === "address") // which may be "#puzzle", today's
    effects.push({ do: "address", hash: addressOf(next), number: next.number, screen: next.screen, isClosed, isNew: isNew && !replaces, before: before?.screen });
  if (before && (next.number !== before.number || (isPlaying(next) && !isPlaying(before)))) effects.push({ do: "top" });
  if (next.message && next.message !== before?.message) effects.push({ do: "hush", n: next.message.n, lasting: next.message.lasting });
  return next;
}

/** Open the sheet of the end when it comes, not over an analysis that steps there; close it when the end is left. */
function withSheet(before, next, effects) {
  if (!isAtEnd(next)) return next.dialogs.includes("over") ? { ...next, dialogs: without(next.dialogs, "over") } : next;
  const isStep = before?.game.tree === next.game.tree && next.screen === "analysis" && !isPlaying(before);
  if (!before || before.number !== next.number || isAtEnd(before) || isStep) return next;
  if (isPlaying(before)) effects.push({ do: "played" });
  return { ...next, dialogs: ["over"] };
}

function withMarks(session, { today: day }, effects) {
  const task = marked(session);
  if (task.done && !session.task.done) {
    const { position } = LIST[task.number];
    effects.push({ do: "solved", position, isPerfect: task.done === "perfect", day: task.day === task.begun ? task.begun : null, today: day });
  }
  return task === session.task ? session : { ...session, task };
}

function withQuestion(session, effects) {
  const question = wanted(session);
  const { pending } = session;
  if (question === null && pending === null) return session;
  if (question === null) {
    effects.push({ do: "halt" });
    return { ...session, pending: null };
  }
  if (pending !== null && isSame(question, pending)) return session;
  const id = session.questions + 1;
  effects.push({ do: "ask", stamp: { number: session.number, id }, what: question.what, fields: question.fields });
  return { ...session, questions: id, pending: { ...question, id } };
}
