"use strict";
// What is given to others: a text that tells how it went and spoils nothing, with a link where the page has an address.

const SIGNS = { best: "🟦", more: "🟧", hint: "💡" };

/** Signs of the swaps as a ring, read clockwise: the upper row, then the lower one backwards. */
function ringOfSigns(signs) {
  const upper = Math.ceil(signs.length / 2);
  const lower = signs.slice(upper).reverse();
  return [signs.slice(0, upper).join(""), "\u3000".repeat(upper - lower.length) + lower.join("")]
    .filter(Boolean)
    .join("\n");
}

/** For each swap of the game a sign: with a hint, one that kept the fewest turns, or one that cost some; null if undecided. */
async function signsOf(played) {
  const left = [];
  for (const state of played.states) {
    const { outcome, turns } = await background.ask({ ask: "solve", deck: DECK, state, undo: played.undo });
    if (outcome === "undecided") return null;
    left.push(turns);
  }
  return played.swaps.map((_, i) =>
    played.hinted(played.states[i]) ? SIGNS.hint : left[i + 1] === left[i] - 1 ? SIGNS.best : SIGNS.more,
  );
}

/** What is shared: how the deal is called, the result if it was won here, and where it is found. */
async function sharedText() {
  const address = publicAddress(location);
  const title = puzzle
    ? t("share.puzzle", { day: dayInWords(puzzle.day), level: t(`level.${puzzle.level}`) })
    : game.id && !isLesson()
      ? t("share.deal", { id: game.id })
      : t("share.players", { players: game.start.players });
  const lines = [title];
  if (game.standing === "won" && game.own && minimum?.outcome === "solved") {
    const turns = counted(game.swaps.length, "turns");
    lines.push(t("share.result", { turns, least: minimum.turns, helps: game.help || t("share.no-hints") }));
    const signs = await signsOf(game);
    if (signs) lines.push(ringOfSigns(signs));
  }
  if (address) lines.push(address + shownHash(hashOf(game, puzzle)));
  else if (puzzle || !game.id || isLesson()) lines.push(pasted());
  return lines.join("\n");
}

/** The deal as dealt, to be pasted: its id if it has one. */
const pasted = () => (game.id && !isLesson() ? game.id : given(dealText(game.start, [])));

/** The deal with what was played: only for those who ask for it. */
const withMoves = () => given(dealText(game.start, game.swaps.slice(0, game.at), game.answers));

/** Show a text in the message box, and copy it; below it stand buttons for other texts. */
async function give(words, shared, ...more) {
  const field = made("textarea", shared, {
    readonly: "",
    rows: String(shared.split("\n").length),
    "aria-label": t("share.label"),
  });
  let copied = "";
  try {
    if (navigator.share) await navigator.share({ text: shared });
    else {
      await navigator.clipboard.writeText(shared);
      copied = `${t("share.copied")} `;
    }
  } catch {
    // called off, or none of both here: it is shown
  }
  if (copied) return say(copied + words, ...more, field); // on a phone the first lines are in view
  say(words, field, ...more);
  field.select();
}

async function share() {
  stopPlaying();
  const asked = game.state;
  const shared = await sharedText().catch(failed);
  if (!shared || game.state !== asked) return;
  const moves = buttonFor("share.with-moves", () => give(t(game.onTable ? "share.cards-moves" : "share.moves"), withMoves()).catch(failed));
  moves.disabled = !game.at;
  const row = made("div", "", { class: "row" });
  row.append(moves, game.onTable ? "" : buttonFor("home.invite", () => say(seatButtons(), inviteWords())));
  await give(t(game.onTable ? "share.cards" : "share.text"), shared, row);
}
