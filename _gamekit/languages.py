"""Texts in several languages: a table in TOML for each, by key.

In pages, data/languages.js reads the same tables. A text is a string, or a table of plural forms by their
names in Unicode.
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
"""The fallback language; all other languages have the same keys."""
ON_PAPER = ("sheet.", "replay.", "invite.")
"""Prefixes of the keys that only printed sheets and games to step through use."""
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
"""The plural form of a whole number, by language, as in `Intl.PluralRules`."""


@dataclass(frozen=True)
class Language:
    """The texts of a language."""

    name: str
    """The language's code, like "de"."""
    texts: Mapping[str, str | Forms]
    """The texts by key, with `locale`, and `language`, the name of the language in itself."""

    def text(self, key: str, **fields: object) -> str:
        """Return a text with its {fields} filled in; `n` chooses the plural form."""
        found = self.texts[key]
        if not isinstance(found, str):
            n = fields["n"]
            assert isinstance(n, int)
            found = found.get(FORM[self.name](n), [*found.values()][-1])
        return _FIELD.sub(lambda field: str(fields[field[1]]), found)


def language_names(package: str) -> list[str]:
    """Return the codes of a package's languages, the fallback first: the tables in its data/languages."""
    names = [file.name[:-5] for file in _folder(package).iterdir() if file.name.endswith(".toml")]
    return sorted(names, key=lambda name: (name != FIRST, name))


@functools.cache
def language_of(package: str, name: str = FIRST) -> Language:
    """Return a language of a package.

    Raises
    ------
    ArgumentError
        There is no such language.
    """
    if name not in (names := language_names(package)):
        *some, last = names
        raise ArgumentError(f"the language must be {', '.join(some)} or {last}, not {name!r}")
    return Language(name, tomllib.loads(_folder(package).joinpath(f"{name}.toml").read_text("utf-8")))


def languages_of(package: str) -> dict[str, Language]:
    """Return the languages of a package by their codes."""
    return {name: language_of(package, name) for name in language_names(package)}


def _folder(package: str) -> Traversable:
    return importlib.resources.files(package).joinpath("data", "languages")
