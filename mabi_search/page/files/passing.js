// What a pass does, where it can end the game: said before anybody passes.

import { after, outcome, whyIllegal, PASS } from "./rules.js";
import { say } from "./texts.js";

/** What a pass leads to: the end at once, or by an answer that the one who passes does not want; empty elsewhere. */
export function passTold(shown) {
  const { state, rules } = shown;
  if (outcome(shown) || whyIllegal(state, PASS, rules) !== null) return "";
  const passed = after(shown, PASS);
  const now = outcome(passed);
  if (now) return say("pass.ends", { how: now.reason });
  const answered = outcome(after(passed, PASS));
  return answered.winner === state.side ? "" : say("pass.answered", { how: answered.reason });
}
