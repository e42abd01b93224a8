// The screen on which a position is set up.

import { Board } from "./board.js";
import { byId, isNew, make } from "./dom.js";
import { largest } from "./rules.js";
import { positionOf } from "./positions.js";
import { textOfEditor, viewOfEditor, whyNoPosition } from "./setup.js";

const SIZES = [2, 3, 4, 5, 6, 7, 8];
const radios = name => [...document.querySelectorAll(`[name=setup-${name}]`)];

/** Let the parts of the screen send their events; return its board. */
export function beginSetup(send) {
  const tell = (deed, fields) => send({ type: "setup", deed, ...fields });
  for (const deed of ["brush", "side", "holder"]) for (const radio of radios(deed)) radio.onchange = () => tell(deed, { value: radio.value });
  byId("setup-passed").onchange = () => tell("passed", { value: byId("setup-passed").checked });
  for (const id of ["setup-ranks", "setup-files"]) {
    byId(id).replaceChildren(...SIZES.map(size => make("option", {}, String(size))));
    byId(id).onchange = () => tell("size", { ranks: Number(byId("setup-ranks").value), files: Number(byId("setup-files").value) });
  }
  return new Board(byId("setup-board"), { choose: square => tell("paint", { square }), move: () => {}, look: () => {} }, t("setup.title"));
}

export function showSetup({ editor, game, screen, flipped }, board) {
  if (screen !== "setup" || !isNew("setup", editor, game, screen, flipped)) return;
  const first = positionOf(game);
  const view = viewOfEditor(editor, first);
  board.show({ view, flipped, locked: true });
  const [white, black] = ["w", "b"].map(side => largest(view.board, side));
  const chosen = { brush: editor.brush, side: editor.side, holder: view.holder };
  for (const [name, value] of Object.entries(chosen)) for (const radio of radios(name)) radio.checked = radio.value === value;
  for (const radio of radios("holder")) radio.disabled = white !== black || white < 2;
  byId("setup-passed").checked = editor.mode !== "-";
  byId("setup-passed-of").textContent = t("state.passed", { side: t(`side.${editor.side === "w" ? "b" : "w"}`) });
  byId("setup-ranks").value = String(view.board.length);
  byId("setup-files").value = String(view.board[0].length);
  byId("setup-text").value = textOfEditor(editor);
  byId("setup-undo").disabled = !editor.past.length;
  const why = whyNoPosition(editor, first);
  byId("setup-wrong").textContent = why && t("setup.wrong", { why });
  for (const id of ["setup-analyse", "setup-play"]) byId(id).disabled = why !== "";
}
