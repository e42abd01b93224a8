// Explain why an outcome is certain, by the answers of a certificate.

const KINDS = ["move", "run", "regions", "squares", "joins", "exhausted", "layouts"];

export function reasonsText(reasons) {
  if (!reasons) return "";
  if (!reasons.answers) return t("why.none");
  const parts = KINDS.filter(kind => reasons[kind]).map(kind => t(`why.${kind}`, { n: reasons[kind] }));
  return [t("why.answers", { n: reasons.answers }), ...parts].join(" ");
}
