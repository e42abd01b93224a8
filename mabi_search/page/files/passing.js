// Explain what a pass would do if it can end the game.

import { after, other, outcome, whyIllegal, PASS, PASSED } from "./rules.js";
import { say } from "./texts.js";

/** Return what a pass leads to: the end of the game, at once or by the opponent's pass, or a run of the opponent; empty if none of them. */
export function passTold(shown) {
  const { state, rules } = shown;
  if (outcome(shown) || whyIllegal(state, PASS, rules) !== null) return "";
  const passed = after(shown, PASS);
  const now = outcome(passed);
  if (now) return say("pass.ends", { how: now.reason });
  const answered = outcome(after(passed, PASS));
  const them = say(other(state.side));
  if (answered.winner !== state.side) return say("pass.answered", { them, how: answered.reason });
  return passed.state.mode === PASSED ? say("pass.alone", { them }) : "";
}
