// The value of a position in words, for players. Analysts see numbers.

const [EVEN, LITTLE, MUCH] = [30, 80, 250]; // hundredths of a piece

/** Return in words who is better. `worth` is the engine's value for White. */
export function inWords({ sure, score, told }) {
  if (sure !== null) return t("search.proven", { worth: told });
  const much = Math.abs(score);
  if (much < EVEN) return t("worth.even");
  const degree = much < LITTLE ? "worth.little" : much < MUCH ? "worth.better" : "worth.much";
  return t(degree, { side: t(score > 0 ? "side.w" : "side.b") });
}
