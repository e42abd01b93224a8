"""The site that `mabi serve` serves."""

from __future__ import annotations

from _gamekit import languages
from _gamekit.web.site import Site
from mabi_search.serve.making import tables


def site() -> Site:
    """Return the board with the program behind it, which speaks the first language."""
    return Site(
        folders=(("_gamekit.web", "data"), ("mabi_search.serve", "data")),
        answers=("mabi_search.serve.answers",),
        made={"tables.js": tables(languages.FIRST).encode()},
    )
