// Explain what a pass would do if it can end the game.

import { after, outcome, whyIllegal, PASS } from "./rules.js";
import { say } from "./texts.js";

/** Return what a pass leads to: the end of the game, at once or by the opponent's pass; empty if neither. */
export function passTold(shown) {
  const { state, rules } = shown;
  if (outcome(shown) || whyIllegal(state, PASS, rules) !== null) return "";
  const passed = after(shown, PASS);
  const now = outcome(passed);
  if (now) return say("pass.ends", { how: now.reason });
  const answered = outcome(after(passed, PASS));
  return answered.winner === state.side ? "" : say("pass.answered", { how: answered.reason });
}
