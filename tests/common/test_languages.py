"""Tables of texts are complete in every language; programs and pages take the same forms for numbers."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Mapping

import pytest

from _gamekit.languages import FORM, Forms, Language, languages_of
from benchmarks.page_cases import in_node

PACKAGES = ["narabi_solver", "mabi_search", "amulets_solver", "tales_of_arabia", "_gamekit"]
"""All that speak."""
Tables = Mapping[str, Mapping[str, str | Forms]]


def wrong_texts(tables: Tables) -> list[str]:
    """Return what languages lack of the first, have besides, or fill in otherwise."""
    first, found = next(iter(tables.values())), []
    for language, table in tables.items():
        found += [f"{language}: {key} is missing" for key in first.keys() - table.keys()]
        found += [f"{language}: {key} is superfluous" for key in table.keys() - first.keys()]
        needed = list(dict.fromkeys(map(FORM[language], (1, 2, 5))))
        for key in first.keys() & table.keys():
            model, forms = forms_of(first[key]), forms_of(table[key])
            fields = set().union(*map(fields_of, model.values()))
            counts = "" not in model or "n" in fields
            if "" not in forms and (list(forms) != needed or not counts):
                found.append(f"{language}: {key} must have {' '.join(needed) if counts else 'no forms'}")
            found += [
                f"{language}: {key} has the fields {sorted(fields_of(text))}, not {sorted(fields)}"
                for text in forms.values()
                if fields_of(text) != fields
            ]
    return sorted(found)


def forms_of(text: str | Forms) -> Forms:
    return {"": text} if isinstance(text, str) else text


def fields_of(text: str) -> set[str]:
    return {*re.findall(r"\{(\w+)\}", text)}


@pytest.mark.parametrize("package", PACKAGES)
def test_every_language_has_the_same_keys_and_fields_and_the_forms_that_it_needs(package: str) -> None:
    languages = languages_of(package)
    assert list(languages) == ["en", "de", "fr", "ja", "pl"]
    assert wrong_texts({name: one.texts for name, one in languages.items()}) == []


def test_french_and_japanese_have_their_own_spaces_and_signs() -> None:
    wrong = {"fr": r" [:;!?»]|« |[A-Za-zéè]'[A-Za-zéê]", "ja": r"[ぁ-んァ-ヶ一-龠}](?:[?!]|: )| \("}
    found = [
        f"{package} {language}: {key}"
        for package in PACKAGES
        for language, pattern in wrong.items()
        for key, text in languages_of(package)[language].texts.items()
        if any(re.search(pattern, form) for form in forms_of(text).values())
    ]
    assert found == []


def test_what_is_wrong_with_a_table_is_named() -> None:
    tables = {name: {**one.texts} for name, one in languages_of("narabi_solver").items()}
    german, polish = tables["de"], tables["pl"]
    assert german.pop("page.undo") and german.update({"page.redo": "Vor", "page.rules": "{n} Regeln"}) is None
    german |= {"count.hints": {"other": "{n} Tipps"}, "count.deals": "{m} Partien"}
    polish["count.turns"] = {"one": "{n} ruch", "other": "{n} ruchów"}
    assert wrong_texts({"en": tables["en"], "de": german, "pl": polish}) == [
        "de: count.deals has the fields ['m'], not ['n']",
        "de: count.hints must have one other",
        "de: page.redo is superfluous",
        "de: page.rules has the fields ['n'], not []",
        "de: page.undo is missing",
        "pl: count.turns must have one few many",
    ]


def test_numbers_take_the_forms_of_their_language() -> None:
    languages = languages_of("narabi_solver")
    said = {n: languages["pl"].text("count.turns", n=n) for n in (1, 3, 5, 12, 22)}
    assert said == {1: "1 ruch", 3: "3 ruchy", 5: "5 ruchów", 12: "12 ruchów", 22: "22 ruchy"}
    assert [languages["fr"].text("count.turns", n=n) for n in (0, 2)] == ["0 coup", "2 coups"]
    assert Language("fr", {"x": {"one": "a", "other": "b {c}"}}).text("x", n=2, c="{n}") == "b {n}"


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node")
def test_the_forms_are_those_of_the_browser() -> None:
    numbers = [*range(1_001), 1_000_001, 1_000_022]
    script = (
        f"Object.fromEntries({json.dumps([*FORM])}.map(one => "
        f"[one, {numbers}.map(n => new Intl.PluralRules(one).select(n))]))"
    )
    assert in_node(script) == {name: [form(n) for n in numbers] for name, form in FORM.items()}
