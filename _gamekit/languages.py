"""Texts in several languages: a TOML table of texts by key, for each language.

Pages use the same tables, through ``data/languages.js``. A text is a string, or a table of plural forms with
the names that Unicode gives them.
"""

from __future__ import annotations

import functools
import importlib.resources
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable

from _gamekit.problems import ArgumentError

FIRST = "en"
"""The default language. All other languages have the same keys."""
ON_PAPER = ("sheet.", "replay.", "invite.")
"""Prefixes of the keys that only printed sheets, replays and invitations use."""
Forms = Mapping[str, str]
_FIELD = re.compile(r"\{(\w+)\}")


def _polish(n: int) -> str:
    few = n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14)
    return "one" if n == 1 else "few" if few else "many"


FORM: dict[str, Callable[[int], str]] = {
    "en": lambda n: "one" if n == 1 else "other",
    "de": lambda n: "one" if n == 1 else "other",
    "fr": lambda n: "one" if n in (0, 1) else "other",
    "ja": lambda n: "other",
    "pl": _polish,
}
"""Functions that return the plural form of a whole number, by language, as `Intl.PluralRules` does."""


@dataclass(frozen=True)
class Language:
    """The texts of a language."""

    name: str
    """The language's code, like "de"."""
    texts: Mapping[str, str | Forms]
    """The texts by key. The key `locale` has the locale, and `language` the language's own name."""

    def text(self, key: str, **fields: object) -> str:
        """Return a text with its {fields} filled in; the field `n` selects the plural form."""
        found = self.texts[key]
        if not isinstance(found, str):
            n = fields["n"]
            assert isinstance(n, int)
            found = found.get(FORM[self.name](n), [*found.values()][-1])
        return _FIELD.sub(lambda field: str(fields[field[1]]), found)


def language_names(package: str) -> list[str]:
    """Return the codes of the languages in a package's folder data/languages, the default first."""
    names = [file.name[:-5] for file in _folder(package).iterdir() if file.name.endswith(".toml")]
    return sorted(names, key=lambda name: (name != FIRST, name))


@functools.cache
def language_of(package: str, name: str = FIRST) -> Language:
    """Return a language of a package.

    Raises
    ------
    ArgumentError
        The package does not have this language.
    """
    if name not in (names := language_names(package)):
        *some, last = names
        raise ArgumentError(f"the language must be {', '.join(some)} or {last}, not {name!r}")
    return Language(name, tomllib.loads(_folder(package).joinpath(f"{name}.toml").read_text("utf-8")))


def given_or_first(package: str, language: Language | None) -> Language:
    """Return the given language, or the first language of a package if the language is None."""
    return language or language_of(package)


def languages_of(package: str) -> dict[str, Language]:
    """Return the languages of a package, by code."""
    return {name: language_of(package, name) for name in language_names(package)}


def _folder(package: str) -> Traversable:
    return importlib.resources.files(package).joinpath("data", "languages")
