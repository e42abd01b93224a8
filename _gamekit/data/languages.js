"use strict";
// Texts in the language of a page. TEXTS, which stands before this, has a table for each (_gamekit/languages.py). A
// worker says nothing: its language stays the first.

/** The table of each language, of lines that have a key and its text in each: the keys stand in a page once. */
function tablesOf(languages, lines) {
  const textOf = text => (/^{?"/.test(text) ? JSON.parse(text) : text);
  const rows = lines.split("\n").map(line => line.split("\t"));
  const tableOf = nth => Object.fromEntries(rows.map(([key, ...all]) => [key, textOf(all[nth])]));
  return Object.fromEntries(languages.map((name, nth) => [name, tableOf(nth)]));
}

let language = Object.keys(TEXTS)[0];
const locale = (spoken = language) => TEXTS[spoken].locale;

/** A text by its key, its {fields} filled in; of a text with forms that of the number `n`. */
function t(key, fields = {}, spoken = language) {
  const found = TEXTS[spoken][key];
  if (found === undefined) throw new Error(`no text has the key ${key}`);
  const form =
    typeof found === "string"
      ? found
      : (found[new Intl.PluralRules(locale(spoken)).select(fields.n)] ?? Object.values(found).at(-1));
  return form.replace(/\{(\w+)\}/g, (_, name) =>
    typeof fields[name] === "number" ? fields[name].toLocaleString(locale(spoken)) : fields[name],
  );
}

/** A number with the word for what is counted: count.turns, count.deals and the like. */
const counted = (n, word) => t(`count.${word}`, { n });

const listed = words => words.join(t("list.comma"));

/** The first of some languages, like "de-AT", that has a table; else the first table's. */
const languageFor = wanted =>
  wanted.map(one => one.split("-")[0].toLowerCase()).find(one => Object.hasOwn(TEXTS, one)) ?? Object.keys(TEXTS)[0];

/** Fill in the texts of all elements that name one. */
function translate(root, fields = {}) {
  for (const element of root.querySelectorAll("*"))
    for (const { name, value } of [...element.attributes])
      if (name === "data-t") element.textContent = t(value, fields);
      else if (name.startsWith("data-t-")) element.setAttribute(name.slice(7), t(value));
}
