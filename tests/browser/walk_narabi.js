"use strict";
// Walks Narabi's page as somebody may who does not ask for all cards, and notes all that it says after each step.

/** All that the page says anywhere, without the deals sealed in links and names: nobody reads cards in them. */
function everything() {
  const texts = node => [...node.childNodes].filter(one => one.nodeType === Node.TEXT_NODE).map(one => one.data);
  const attributes = ({ attributes }) => [...attributes].map(({ name, value }) => `${name}=${value}`);
  const elements = [...document.querySelectorAll("body *:not(script)")].map(one =>
    [one.tagName, one.value, ...texts(one), ...attributes(one)].join(" "),
  );
  const beside = [location.hash, document.title, history.state, { ...localStorage }, { ...sessionStorage }, window.copied];
  const all = [...beside.map(one => JSON.stringify(one) ?? ""), ...elements];
  return all.map(one => one.replace(/~[\w-]{9,}/g, "~"));
}

/** Close a dialog, and wait until the page knows it. */
async function shut(dialog) {
  if (!dialog.open) return;
  const closed = new Promise(done => dialog.addEventListener("close", done, { once: true }));
  dialog.close();
  await closed;
}

/** All that is said after each step, by the name of the step. */
async function walk() {
  const said = {},
    seat = game.state.mover;
  const take = () => openSeat() < 0 && game.state.mover === seat && takePhone();
  const note = async name => {
    do await new Promise(done => setTimeout(done, 1));
    while (solver.busy || background.busy);
    said[name] = everything();
  };
  const worker = $("rules-script"); // it need not think long
  worker.textContent = worker.textContent.replace("MOST_WORLDS=64", "MOST_WORLDS=4");
  const closed = [...document.querySelectorAll("details:not([open])")];
  const opened = closed.map(one => new Promise(done => one.addEventListener("toggle", done, { once: true })));
  for (const one of closed) one.open = true;
  await Promise.all(opened);
  await note("opened");
  take();
  await note("phone taken");
  for (const place of game.state.ring.keys()) {
    await explain(place);
    await note(`explained ${place}`);
    tapped(place);
    await note(`tapped ${place}`);
    changed();
  }
  for (const asked of ["hint", "hint", "costs"]) {
    $(asked).click();
    await note(asked);
  }
  for (const button of [0, 1]) {
    await share();
    await note("shared");
    document.querySelectorAll("#shared button")[button].click();
    const row = () => document.querySelectorAll("#shared .row button");
    for (let i = 0; i < row().length; i++) {
      row()[i].click();
      await note(`shared ${button} ${i}`);
    }
  }
  for (const dialog of ["menu", "more", "settings", "rules", "results"]) {
    openDialog(dialog);
    await note(dialog);
    await shut($(dialog));
  }
  for (const kind of document.getElementsByName("kind")) {
    kind.checked = true;
    openDealing();
    await note(kind.value);
    await shut($("dealing"));
  }
  openOwning();
  await note("own cards");
  await shut($("owning"));
  build(game.start.players);
  await note("builder");
  leave();
  $("kept-show").click();
  for (const one of [...Object.keys(TEXTS), "en"]) {
    speak(one);
    await note(one);
  }
  takeBack();
  await note("undone");
  redo();
  for (let at = game.swaps.length; at >= 0; at--) {
    step(at);
    take();
    await note(`turn ${at}`);
  }
  return said;
}
