"""The drawing of a table: all that it shows is in its text, in both themes, whatever cards are called."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tales_of_arabia import ArgumentError, Card, Deck, Game, Kind, Record, thresholds
from tales_of_arabia.game.drawing import table
from tests.drawings import GOLDEN, count, in_dark, read, told

GAME = Record.parse(
    "players 3; lay cave; lay old woman; lay king open; interrupt 2 forgotten name; lay jinni open;"
    "interrupt 3 lamp; lay desert; lay talking ass; lay ruby; lay comet; lay dervish open"
).game


def test_every_card_and_player_is_drawn() -> None:
    root = read(GAME.svg())
    text = told(root)
    assert "The story of the dervish: 0 cards, 4 more needed" in text and "player 3 tells" in text
    assert count(root, "circle", r="4") == 5  # beings
    assert in_dark(root) is root and GAME._repr_svg_() == GAME.svg()


@pytest.mark.parametrize(("name", "theme"), [("tales_table.svg", "auto"), ("tales_table_dark.svg", "dark")])
def test_golden_files(name: str, theme: str) -> None:
    path = Path(GOLDEN / name)
    if os.environ.get("NARABI_MABI_GOLDEN") == "write":
        path.write_text(GAME.svg(theme=theme))
    assert path.read_text() == GAME.svg(theme=theme)


def test_long_names_many_rows_and_strange_characters() -> None:
    beings = [Card(f"{i} <b>&amp; a very long name of a being {i}"[:40], Kind.BEING, ()) for i in range(30)]
    endings = [Card(f"e{i}", Kind.ENDING, ()) for i in range(8)]
    game = Game.start(2, deck=Deck("x", (*beings, *endings)))
    for number in range(14):
        player = game.teller % 2 + 1
        game = game.play(f"interrupt {player} {beings[number].name} open")
    root = read(game.svg(width=300))
    assert "very long name" in told(root) and root.get("width") == "300"
    with pytest.raises(ArgumentError):
        table(game, width=1)
    with pytest.raises(ArgumentError):
        table(game, theme="blue")


def test_a_game_that_is_over_is_drawn() -> None:
    game = Record.parse("players 2; lay cave; lay lamp; lay ruby; lay silk; end ashes accepted").game
    assert "player 1 has ended the main story" in told(read(game.svg()))


def test_the_plot_of_thresholds() -> None:
    pyplot = pytest.importorskip("matplotlib.pyplot")
    from tales_of_arabia.show.plots import plot_thresholds

    axes = plot_thresholds(thresholds(range(5, 9)))
    assert [*axes.lines[0].get_xdata()] == [6, 7, 8] and axes.get_xlabel() == "story cards in hand"
    with pytest.raises(ArgumentError, match="none of these thresholds has a risk to plot"):
        plot_thresholds(thresholds([5]))
    pyplot.close("all")
