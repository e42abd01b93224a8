"""Altars as SVG, what notebooks show, and `amulets ask --svg`."""

import functools
from pathlib import Path

import pytest

from amulets_solver import ArgumentError, Belief, Placement, Record, Rules, question
from amulets_solver.belief.drawing import percent
from tests.conftest import Run
from tests.drawings import in_dark, is_golden, read, texts, told

RECORD = "players 3; me 1 C3 B; ask 1 R:A1 Y:B2 G:D4 B:C5 K:E3 : +-; cast 2 R:A1 Y:B2 G:D4 B:C5 K:E3 : n"
PLACED = Placement.parse("R:A2 Y:E5 G:A4 B:D2 K:D1")


def belief() -> Belief:
    return Belief.of(Record.parse(RECORD))


@pytest.mark.parametrize("name", ["altars.svg", "altars_dark.svg"])
def test_golden(name: str) -> None:
    theme = "dark" if "dark" in name else "auto"
    assert is_golden(name, belief().svg(PLACED, theme=theme))


def test_it_shows_every_probability() -> None:
    one = belief()
    root = read(one.svg())
    shown = texts(root)
    for seat, shares in one.marginals.items():
        numbers = [percent(share) for share in shares.values() if share]
        assert f"player {seat}" in shown and all(number in shown for number in numbers)
        assert f"Of player {seat}: " in told(root)
    possible = sum(share > 0 for shares in one.marginals.values() for share in shares.values())
    assert sum(text.isdigit() and len(text) <= 3 for text in shown) - 2 * 5 + shown.count("<1") == possible
    assert "The amulets stand so" not in told(root) and f"stand so: {PLACED}" in told(read(one.svg(PLACED)))
    assert len(texts(read(one.svg(PLACED)))) == len(shown) + 2 * 5


def test_other_sizes_and_themes() -> None:
    for players, rules in ((2, Rules(size="2x6", amulets=2)), (5, Rules(size="6x6", amulets=6))):
        made = Belief(players, ("A1", "R"), rules=rules)
        root = read(made.svg(width=300))
        assert root.get("width") == "300" and texts(root).count("player 2") == 1
        in_dark(root)


@pytest.mark.parametrize(
    ("share", "text"), [(0.0, "0"), (1.0, "100"), (0.001, "<1"), (0.999, ">99"), (0.5, "50"), (0.006, "1")]
)
def test_percent(share: float, text: str) -> None:
    assert percent(share) == text


def test_in_a_notebook() -> None:
    one = belief()
    assert f"{one.count:,} hypotheses are left (exact)" in one._repr_html_() and "<svg" in one._repr_html_()
    book = Record.parse(RECORD)._repr_html_()
    assert "<table>" in book and "2 casts" in book and "player 1: C3 B" in book
    assert "the best found; no question has more than" in question(one)._repr_html_()


def test_what_cannot_be() -> None:
    with pytest.raises(ArgumentError, match="does not put 5 amulets"):
        belief().svg(Placement(("A1", "A2")))
    with pytest.raises(ArgumentError, match="the theme must be"):
        belief().svg(theme="red")


def test_ask_draws(program_here: Run, tmp_path: Path) -> None:
    amulets = functools.partial(program_here, "amulets")
    path = tmp_path / "a.svg"
    done = amulets("ask", RECORD, "--svg", str(path), "--theme", "light")
    assert done.returncode == 0 and str(path) in done.stderr
    found = question(belief()).placement
    assert path.read_text() == belief().svg(found, theme="light")
    assert amulets("ask", RECORD, "--svg", "-").stdout == belief().svg(found)
    assert amulets("ask", RECORD, "--svg", "-", "--json").returncode == 2
    file = tmp_path / "record.txt"
    file.write_text(RECORD)
    refused = amulets("ask", str(file), "--svg", str(file))
    assert refused.returncode == 2 and file.read_text() == RECORD
