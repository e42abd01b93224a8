"""Wrong arguments of public functions raise the documented error, and change nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import mabi_search
import narabi_solver
from mabi_search import tables
from narabi_solver import (
    ArgumentError,
    Card,
    Deal,
    DealEntry,
    DealFormatError,
    Deck,
    IllegalMoveError,
    Knowledge,
    Place,
    Swap,
    hidden,
    judge_hidden,
    random_deal,
)
from narabi_solver.env import GameSpec, ManyGames
from tests.conftest import Run
from tests.narabi.samples import EXAMPLE

DEAL = random_deal(3, 1)
SEAT = Knowledge.of(DEAL, "A")
USUAL = Deck.standard()
UNUSUAL = "d:stay 2:stay d:stay 7:even / 1:stay 3:odd 6:dark 0:white / 8:white 5:dark 4:even w:left"
NO_DIMENSION: Any = np.array(3)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"colour": "White"}, "colour of the card 'x' must be 'white' or 'dark', not 'White'"),
        ({"parity": "Even"}, "parity of the card 'x' must be 'even' or 'odd', not 'Even'"),
        ({"compare": "Higher"}, "compare of the card 'x' must be 'higher' or 'lower', not 'Higher'"),
        ({"parity": ""}, "parity of the card 'x' must be 'even' or 'odd', not ''"),
        ({"value": (5, 2)}, "value of the card 'x' must be .low, high. with 0 <= low <= high <= 9"),
        ({"distance": 2}, "distance must be a tuple or None, not 2"),
        ({"distance": ()}, "distance of the card 'x' must be different whole numbers from 1 to 7"),
        ({"distance": (2, 8)}, "distance of the card 'x' must be different whole numbers from 1 to 7"),
        ({"seat": ("Left",)}, "seat of the card 'x' must be 'left', 'right' or a list of seats"),
        ({"seat": ("left", 2)}, "seat of the card 'x' must be 'left', 'right' or a list of seats"),
        ({"never": True, "parity": "odd"}, "the card 'x': never cannot be combined"),
        ({"copies": 0}, "copies must be a whole number from 1 to 99, not 0"),
    ],
)
def test_cards(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        Card("x", **fields)
    assert Card("x", distance=(5, 2)) == Card("x", distance=(2, 5))


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"cards": (*USUAL.cards, Card("odd"))}, "two cards are called 'odd'"),
        ({"cards": tuple(Card(f"c{i}") for i in range(257))}, "257 different cards: a deck has at most 256"),
        ({"white": (1, 10)}, "white must be different whole numbers from 0 to 9"),
        ({"white": (1, 1)}, "white must be different whole numbers from 0 to 9"),
        ({"stones": ((3, "012345678wwdd"),)}, "3 in .stones. must list 12 stones"),
        ({"stones": ((3, "012345678wdx"),)}, "3 in .stones. must list 12 stones"),
        ({"stones": ((6, "012345678wdd"),)}, "stones must name different numbers of players from 2 to 5"),
        ({"stones": (USUAL.stones[0], USUAL.stones[0])}, "stones must name different numbers of players"),
    ],
)
def test_decks(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        replace(USUAL, **fields)


def test_a_place_that_is_not_in_the_ring() -> None:
    entry = DealEntry(3).add("7 even, 2 odd, 1 stay, 3 dark")
    for place in (Place(0, -1), Place(-1, 2), Place(0, 4), Place(3, 0)):
        with pytest.raises(DealFormatError, match="there is no stone at .* to be changed"):
            entry.change(place, "8 left")
        with pytest.raises(IllegalMoveError, match="there is no place"):
            SEAT.after(Swap(Place(SEAT.mover, 0), place))
        with pytest.raises(IllegalMoveError, match="there is no place"):
            DEAL.play(Swap(place, Place(0, 0)))


SURVEY = narabi_solver.survey(3, 5)
GAMES = ManyGames(GameSpec(players=2))
WRONG: list[tuple[Callable[[], object], str]] = [
    (lambda: narabi_solver.hint(SEAT, worlds=2**63), "worlds must be a whole number from 1 to 1,000,000"),
    (lambda: narabi_solver.analyse(DEAL, lines=True).facts(-1), "lines must be a whole number, 0 or more"),
    (lambda: narabi_solver.hint(SEAT).facts(-1), "most must be a whole number, 0 or more"),
    (lambda: USUAL.ring_stones(7), "players must be 3, 4 or 5, not 7"),
    (lambda: SEAT.before(5), "event must be 0, not 5"),
    (lambda: SEAT.before(-1), "event must be 0, not -1"),
    (lambda: SEAT.position(["odd"]), "a list of 12 names of cards is needed"),
    (lambda: SEAT.position(["odd"] * 11 + ["x"]), "the deck has no card 'x'"),
    (lambda: SURVEY.share(27), "turns must be a whole number from 0 to 24, not 27"),
    (lambda: SURVEY.share(-1), "turns must be a whole number from 0 to 24, not -1"),
    (lambda: SURVEY.examples(27), "result must be a whole number from 0 to 26, not 27"),
    (lambda: GAMES.reset(2**64), "batch must be a whole number from 1 to 16,777,216"),
    (lambda: GAMES.step([float("nan")]), "the actions must be an array of whole numbers"),
    (lambda: GAMES.step([2**70]), "the actions must be an array of whole numbers"),
    (lambda: GAMES.step("abc"), "the actions must be an array of whole numbers"),
    (lambda: GAMES.step([[1], [1, 2]]), "the actions must be an array of whole numbers"),
    (lambda: GAMES.step(np.array([2**64 - 1], np.uint64)), "action 18446744073709551615 is not legal"),
    (lambda: GAMES.spec.observation(SEAT), "the knowledge is of 3 players; this game has 2"),
    (lambda: GAMES.spec.mask(SEAT), "the knowledge is of 3 players; this game has 2"),
    (lambda: narabi_solver.solve_many(NO_DIMENSION), "deals must be an iterable, not"),
    (lambda: USUAL.assumed(NO_DIMENSION), "names must be a mapping or a set, not"),
    (lambda: SEAT.position(NO_DIMENSION), "cards must be a sequence, not"),
    (
        lambda: mabi_search.check_certificate(NO_DIMENSION),
        "certificate must be a text, a Path or an iterable, not",
    ),
    (lambda: mabi_search.check_certificate(b"x"), "the lines of a certificate must be texts"),  # type: ignore[arg-type]
    (lambda: tables.TableSpec.of(SMALL, -1, 2), "white must be a whole number from 0 to 64, not -1"),
    (lambda: tables.TableSpec.of(SMALL, 9, 9), "9 white and 9 black pieces do not fit on the 9 squares"),
    (
        lambda: Knowledge.of(Deal.parse(UNUSUAL, unusual=True), "A"),
        "unusual deal: card 'stay' occurs 4 times",
    ),
    (lambda: judge_hidden(PLAYED), "unusual deal: card 'stay' occurs 4 times"),
    (lambda: hidden.score(PLAYED.deal, teams=1), "unusual deal: card 'stay' occurs 4 times"),
]
SMALL = mabi_search.Rules(size="3x3")
PLAYED = narabi_solver.PlayedGame.parse(f"{UNUSUAL} moves B4-A2", unusual=True)


@pytest.mark.parametrize(("call", "message"), WRONG)
def test_the_documented_error(call: Callable[[], object], message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        call()


def test_unusual_is_an_option_where_it_is_kept(narabi_here: Run) -> None:
    for command in (
        ["play", UNUSUAL, "--seat", "A"],
        ["score", UNUSUAL],
        ["invite", UNUSUAL, "--page", "https://example.org", "--out", "x.svg"],
    ):
        done = narabi_here(*command, "--unusual")
        assert done.returncode == 2 and "unrecognized arguments: --unusual" in done.stderr
    done = narabi_here("verify", f"{EXAMPLE} moves B2-A3", "--hidden", "--unusual")
    assert done.returncode == 2 and "--hidden and --unusual contradict each other" in done.stderr
