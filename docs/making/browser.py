"""The pages to be opened as they are: what `narabi page`, `mabi page` and `mabi view` of a game write."""

from __future__ import annotations

from docs.making.pages import ROOT, put
from mabi_search.game import saved_games
from mabi_search.game.rules import Rules
from mabi_search.page import making
from narabi_solver.page.making import page_folder


def write() -> None:
    """Write the pages beside those of Sphinx, which copies the folder as it is."""
    for name, content in page_folder().items():
        put(f"made/narabi/{name}", content)
    for name, content in making.page_folder().items():
        put(f"made/mabi/{name}", content)
    game = saved_games.load(ROOT / "examples" / "mabi-game.txt", Rules())
    put("made/mabi-game.html", game.replay(page="mabi/index.html").html())
