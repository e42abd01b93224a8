"""Builds the page: a single file that contains the rules, kernels and deck, and loads no other file."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np

from _gamekit import exports, game_page
from _gamekit.jit import wasm
from _gamekit.languages import ON_PAPER, language_of, languages_of
from _gamekit.page import compact, looks as shared_looks
from _gamekit.squeezing import squeezed
from _gamekit.svg import Group
from _gamekit.themes import Theme, theme_of
from narabi_solver.game import ring_parts, shapes
from narabi_solver.game.cards import DESCRIBED, SEAT_COUNTS
from narabi_solver.game.deck import Deck, words_pattern
from narabi_solver.game.errors import ArgumentError
from narabi_solver.game.ids import ID
from narabi_solver.game.rules import Rules
from narabi_solver.kernels import astar, state

ENTRIES = {name: f"narabi_solver.kernels.astar.{name}" for name in ("begin", "step", "index")}
"""The kernels of the page, by the names that the scripts of the page use."""
SHARED = ("rules.js", "random.js", "search.js", "hidden.js")
"""The modules that both the page and its search worker run."""
SURVEYS = {
    3: (10_000_000, {2: 63_362, 3: 620_888, 4: 3_206_177, 5: 5_246_677, 6: 852_106, 7: 4_748, 8: 13}),
    4: (
        10_000_000,
        {2: 39_273, 3: 339_843, 4: 2_133_855, 5: 5_116_790, 6: 2_252_742, 7: 110_710, 8: 941, 9: 1},
    ),
    5: (1_000_000, {2: 526, 3: 5_402, 4: 43_871, 5: 258_796, 6: 517_034, 7: 168_510, 8: 5_695, 9: 21}),
}
"""For each number of players: how many random deals of the built-in deck were solved, and how many of these
deals have each minimum (docs/results.md).
"""
HARDEST = {
    3: {
        8: "0:lower 8:higher 6:even w:white / 4:2-to-6 d:four-away 7:odd 1:stay"
        " / 3:two-away 5:dark d:at-least-3 2:three-away",
        9: "0:lower w:white 6:even 8:higher / 4:2-to-6 d:four-away 7:odd 1:stay"
        " / 3:two-away 5:dark d:at-least-3 2:three-away",
    },
    4: {
        9: "0:lower 2:stay d:two-away / 8:higher 7:left 4:three-away / d:odd w:dark 6:four-away"
        " / 1:right 5:at-least-3 3:2-to-6",
        10: "0:lower 2:stay d:two-away / 8:higher 7:left 4:three-away / 6:four-away w:dark 5:at-least-3"
        " / 1:right d:odd 3:2-to-6",
        11: "0:lower 2:stay d:two-away / 8:higher 7:left 4:three-away / d:odd w:dark 5:at-least-3"
        " / 1:right 6:four-away 3:2-to-6",
    },
    5: {
        9: "2:right d:at-most-6 0:lower / w:even 4:two-away 9:higher / w:three-away 6:four-away 8:stay"
        " / d:white d:2-to-6 5:at-least-3 / 1:left 7:odd 3:dark",
        10: "2:right d:at-most-6 0:lower / w:even 4:two-away 9:higher / 5:at-least-3 6:four-away 8:stay"
        " / d:white d:2-to-6 w:three-away / 1:left 7:odd 3:dark",
    },
}
"""For each number of players: a deal for each minimum that hardly any random deal has. No deals with higher
minimums are known (docs/hardest-deals.md).
"""
SIGNS = (
    ("colour", "white"), ("colour", "dark"), ("parity", "even"), ("parity", "odd"),
    ("compare", "higher"), ("compare", "lower"), ("distance", ()), ("seat", ("left",)), ("seat", ("right",)),
    ("never", True), ("", None),
)  # fmt: skip
"""Parts of the signs of cards: a condition and its value. The page writes numbers into the signs."""
IN_PAGE = Theme(*(f"var(--{one.name.replace('_', '-')})" for one in fields(Theme)))
"""The theme of drawings within the page, whose style sheet has the colours."""
UNDO = {
    "allowed": Rules(),
    "next": Rules(no_undo=True),
    "receiver": Rules(no_undo=True, undo_reading="receiver"),
}
"""The rules for each reading of no-undo, by the name of the reading in the page."""
_INSIDE = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline' blob: 'wasm-unsafe-eval'; "
)
_NO_NETWORK = _INSIDE + "img-src data:; worker-src blob:"


def page_html(deck: Deck | None = None, *, theme: str = "auto") -> str:
    """Return Narabi as one page: deals, play, hints and the solver.

    Parameters
    ----------
    deck : Deck, optional
        The deck of the cards, colours and stones; the built-in deck if left out.
    theme : str, default: "auto"
        "light", "dark", or "auto" for the colour scheme of the reader's device.

    Returns
    -------
    str
        An HTML page that needs no other file and no connection.

    Raises
    ------
    ArgumentError
        There is no such theme, or the deck has too few cards for 3 players.
    KernelError
        The kernels of the page are not compiled, or are older than their sources.
    """
    return _one_file(deck, theme, _NO_NETWORK)


def page_folder(deck: Deck | None = None, *, theme: str = "auto") -> dict[str, bytes]:
    """Return the page as files for a web server, from which browsers can install it for use offline.

    Parameters
    ----------
    deck : Deck, optional
        The deck of the cards, colours and stones; the built-in deck if left out.
    theme : str, default: "auto"
        "light", "dark", or "auto" for the colour scheme of the reader's device.

    Returns
    -------
    dict of str to bytes
        The content of each file by its name; "index.html" is the page.

    Raises
    ------
    ArgumentError
        As for `page_html`.
    KernelError
        As for `page_html`.
    """
    page = _one_file(deck, theme, _INSIDE + game_page.SOURCES, game_page.HEAD)
    return game_page.folder(page, "Narabi", _goal(), "narabi_solver.page")


def _goal() -> str:
    return language_of("narabi_solver").text("welcome.goal")


def _one_file(deck: Deck | None, theme: str, policy: str, head: str = "") -> str:
    """Return the page in one file, with a security policy that restricts what the page may load."""
    deck = deck or Deck.standard()
    data = deck_data(deck)
    if not data["players"]:
        least = min(SEAT_COUNTS.values())
        raise ArgumentError(
            f"the page needs a deck of at least {least} cards, not {_cards_in(deck)}; a deck file that "
            'begins with base = "standard" lists only the differences'
        )
    page = game_page.filled(
        file_text("page.html"),
        policy=policy,
        head=head,
        about=game_page.about("narabi_solver.page", "Narabi", _goal()),
        looks=looks(theme),
        signs=signs(),
        deck=game_page.in_script(data),
        library=script(*SHARED),
        kernels=wasm.packed("narabi", ENTRIES),
        worker=modules("worker.js", after=SHARED),
        script=page_script(),
    )
    return game_page.without_unused(page)


def looks(theme: str) -> str:
    """Return the style sheet of the page; raise ArgumentError if there is no such theme."""
    return f"{shared_looks(theme_of(theme))}\n{compact(file_text('page.css'))}"


def page_script() -> str:
    """Return the script of the page, which runs after that of `SHARED`."""
    deck = 'const USUAL = JSON.parse(document.getElementById("deck-data").textContent);'
    return f"{deck}\n{modules('app.js', after=SHARED)}"


def script(*names: str) -> str:
    """Return modules, with all their imports, as one script that needs no other file."""
    return f"{library()}\n{modules(*names)}"


def library() -> str:
    """Return the first part of the scripts of page and worker: texts, constants and what calls kernels."""
    known = game_page.texts(page_texts()), f"const ASTAR = {game_page.in_script(search_data())};"
    kernels = f"(() => {{\n{file_text('kernels.js')}}})();"
    shared = (squeezed(file_text(name)) for name in ("languages.js", "browser.js"))
    return "\n".join(['"use strict";', *known, squeezed(kernels), *shared])


def modules(*names: str, after: tuple[str, ...] = ()) -> str:
    """Return the named modules and their imports as a script, which must follow that of `library`."""
    return game_page.modules("narabi_solver.page", *names, after=after)


def search_data() -> dict[str, Any]:
    """Return the constants of the kernels for the page: sizes of arrays, and the results of a step."""
    return {
        "DECIDED": astar.DECIDED,
        "EXHAUSTED": astar.EXHAUSTED,
        "MEMORY": astar.MEMORY,
        "FIRST_ROWS": astar.FIRST_ROWS,
        "PLACES": state.MAX_PLACES,
        "HAND": state.MAX_HAND,
        "no_undo": {
            "allowed": state.ALLOWED,
            "next": state.NEXT,
            "expert": state.NEXT,
            "receiver": state.RECEIVER,
        },
        "work": _shapes(astar.work_scratch()),
    }


def _shapes(scratch: Any) -> Any:
    """Return the shapes of all arrays of the scratch memory, by their names."""
    if isinstance(scratch, np.ndarray):
        return list(scratch.shape)
    return {name: _shapes(part) for name, part in scratch._asdict().items()}


def page_texts() -> dict[str, dict[str, Any]]:
    """Return the texts of the page by language and key; a text with a number has several forms."""
    return {
        name: {key: text for key, text in language.texts.items() if not key.startswith(ON_PAPER)}
        for name, language in languages_of("narabi_solver").items()
    }


def deck_data(deck: Deck) -> dict[str, Any]:
    """Return a deck in the form that the page reads.

    Parameters
    ----------
    deck : Deck
        The deck.

    Returns
    -------
    dict
        "name" is the name of the deck, and "white" has the numbers of white stones. "stones" has the stones
        for each number of players. "players" has the numbers of players for which the deck has enough cards.
        "names" has the names of the cards in order, and "cards" has the cards by name. "id" is the pattern of
        deal ids. "words" is the pattern of cards in words, with marks in place of the cards. "surveys" has
        numbers of deals by minimum, and "puzzles" has the daily puzzles; both have content for the built-in
        deck only. "standard" is true for the built-in deck, and "assumedColours" is true if the colours are
        assumed. "described" has the translated names that do not list conditions.
    """
    return {
        "name": deck.name,
        "white": list(deck.white),
        "stones": {str(players): list(stones) for players, stones in deck.stones},
        "players": [players for players, stones in SEAT_COUNTS.items() if stones <= _cards_in(deck)],
        "names": [card.name for card in deck],
        "cards": {
            card.name: {
                "conditions": card.conditions,
                "copies": card.copies,
                "assumed": card.assumed,
            }
            for card in deck
        },
        "id": ID,
        "words": words_pattern("@names@", "@cards@"),
        "standard": deck == Deck.standard(),
        "surveys": {
            str(players): {"deals": deals, "minima": minima, "hardest": HARDEST[players]}
            for players, (deals, minima) in SURVEYS.items()
            if deck == Deck.standard()
        },
        "puzzles": json.loads(file_text("puzzles.json")) if deck == Deck.standard() else None,
        "assumedColours": deck.colours_assumed,
        "described": DESCRIBED,
    }


def _cards_in(deck: Deck) -> int:
    return sum(card.copies for card in deck)


def signs() -> str:
    """Return as SVG: parts of the signs of cards, outlines of stones of radius 100, light on them, icons."""
    outlines = (
        f'<path id="pebble-{ord(label) % shapes.OUTLINES}" d="{shapes.pebble(label, (0, 0), 100)}"/>'
        for label in map(chr, range(shapes.OUTLINES))
    )
    return "".join(
        [*(_symbol(*part) for part in SIGNS), *outlines, file_text("light.svg"), file_text("icons.svg")]
    )


def _symbol(condition: str, asked: Any) -> str:
    """Return a part of the signs of cards as an SVG symbol; its id is "sign-" and its condition."""
    values = asked if isinstance(asked, tuple) else (asked,)
    name = "-".join([condition, *(one for one in values if isinstance(one, str))])
    element = ET.Element("symbol", id=f"sign-{name}", viewBox="-1 -.7 2 1.4", overflow="visible")
    ring_parts.SIGNS[condition](Group(element, IN_PAGE), asked)
    return ET.tostring(element, encoding="unicode")


def file_text(name: str) -> str:
    """Return the text of a file of the page, or of a file that pages of several games have in common."""
    return game_page.file_text("narabi_solver.page", name)


exports.room(globals())
