// What a position is worth in words, for those who play; numbers are for those who analyse.

const [EVEN, LITTLE, MUCH] = [30, 80, 250]; // hundredths of a piece

/** Who is better; `worth` is what the engine says, seen from White. */
export function inWords({ sure, score, told }) {
  if (sure !== null) return t("search.proven", { worth: told });
  const much = Math.abs(score);
  if (much < EVEN) return t("worth.even");
  const degree = much < LITTLE ? "worth.little" : much < MUCH ? "worth.better" : "worth.much";
  return t(degree, { side: t(score > 0 ? "side.w" : "side.b") });
}
