// Lists of events through the page's `reduce`: what the page then shows. An event with `asked` answers the question of that number,
// counted from 0; one with `again` is a reload, or follows an address as another tab would.

function made(events) {
  let [session, shelf, kept, fresh, now] = [null, module_shelf.fitting(null), null, 0, 0];
  let place = { hash: "", number: null };
  const asks = [];
  const done = [];
  const heard = [];
  const send = event => {
    fresh += 1;
    now += 10;
    const full = { now, date: now, today: "2026-11-27", fresh, shelf, ...event };
    const [next, effects] = module_events.reduce(session, full);
    session = next;
    for (const effect of effects) {
      if (effect.do === "ask") asks.push(effect);
      else if (effect.do === "remember") kept = JSON.parse(JSON.stringify(effect.session));
      else if (effect.do === "address") place = effect;
      else if (effect.do === "shelve") Object.assign(shelf, module_shelf.withLeft(effect.session)(shelf));
      else if (effect.do === "settings") Object.assign(shelf, effect.settings);
      else if (effect.do === "sound") heard.push(`${effect.kind}${effect.dark ? " dark" : ""}`);
      else if (effect.do === "learnt") Object.assign(shelf, module_shelf.withLearnt(effect.name)(shelf));
      else if (effect.do === "solved") Object.assign(shelf, module_shelf.withSolved(effect)(shelf));
      else if (effect.do === "keep") {
        Object.assign(shelf, module_shelf.withGame(effect.name, effect.text)(shelf));
        send({ type: "kept", done: true });
      } else done.push(effect.do);
    }
  };
  send({ type: "begin", ...place, kept: null });
  for (const { again, asked, ...event } of events) {
    if (again) send({ type: "begin", ...(again === "reload" ? place : { hash: place.hash, number: null }), kept: again === "reload" ? kept : null });
    else if (event.type === "open kept") send({ type: "load", text: shelf.games[event.index].text });
    else if (asked === undefined) send(event);
    else send({ ...event, stamp: asks.at(asked).stamp, answer: event.answer ?? asks.at(asked).fields });
  }
  const { editor, game, task, opponent, pending, screen, flipped, refused, message, wrong, said, answered } = session;
  const state = task && module_tasks.stateOf(session).state;
  return {
    lines: module_tree.linesOf(game.tree).map(moves => moves.join(" ")), at: module_positions.here(game), rules: game.rules, state,
    told: task && module_training.toldOfTask(session), play: module_wording.stateWords(session)[0], note: module_wording.noteOf(session), beside: module_wording.toldOf(session),
    opponent: opponent?.state ?? null, dialogs: session.dialogs, lesson: module_lesson.stateOfLesson(session.lesson), pending: pending?.what ?? null, screen, flipped, refused, message: message?.text ?? null, wrong, said: said.text,
    setup: editor && module_setup.textOfEditor(editor), illegal: editor && module_setup.whyNoPosition(editor, module_positions.positionOf(game)),
    mistakes: answered?.answer?.mistakes?.map(({ move }) => move) ?? null, progress: answered?.part?.progress ?? null, exercises: task?.list?.map(({ move }) => move) ?? null,
    asks: asks.map(({ what }) => what), address: place.hash, names: shelf.games.map(({ name }) => name), left: shelf.left.length, learnt: Object.keys(shelf.learnt), solved: Object.keys(shelf.solved).length, done, heard,
  };
}

require("node:readline").createInterface({ input: process.stdin }).on("line", line => {
  process.stdout.write(`${JSON.stringify(made(JSON.parse(line)))}\n`);
});
