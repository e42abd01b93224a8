"""Positions as printed puzzles: only proven solutions, and the line that is printed is legal."""

import re
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from _gamekit.languages import language_of, languages_of
from mabi_search import Position, solve
from mabi_search.cli import main
from mabi_search.cli.commands import diagram
from mabi_search.show.diagrams import PositionPuzzle, diagrams
from tests.conftest import Run

WON = "1bw1/b1w1/1w1b w - w 9"
LOST = "1bw1/b1w1/1w1b b - w 9"


def test_diagrams(program_here: Run, tmp_path: Path) -> None:
    file, positions = tmp_path / "d.svg", tmp_path / "positions.txt"
    positions.write_text(f"{WON}\n{LOST} # the other side\n")
    done = program_here("mabi", "diagram", str(positions), WON, "--title", "Two", "--out", str(file))
    assert done.returncode == 0 and "3 diagrams on 2 pages" in done.stderr
    shown = [one.text or "" for one in ET.fromstring(file.read_text()).iter() if one.tag.endswith("text")]
    assert "Two" in shown and any(text.startswith("White to move and win") for text in shown)
    assert "Black to move; White wins" in shown and "White wins a tie; alternate play" in shown
    solutions = shown[shown.index("Solutions") :]
    proven = [text for text in solutions if re.match(r"(pass|[a-z]\d[a-z]\d)( |$)", text)]
    assert solutions.count("White wins (proven)") == 3
    texts = [text for text in solutions if text in (WON, LOST)]
    assert len(proven) == 3 and texts == [WON, LOST, WON]
    for text, solution in zip(texts, proven, strict=True):
        line = solution.removesuffix(" …")
        Position.parse(f"{text} moves {line}")


def test_diagrams_in_each_language(program_here: Run, tmp_path: Path) -> None:
    tasks = {
        "en": "White to move and win",
        "de": "Weiß zieht und gewinnt",
        "fr": "trait aux Blancs, qui gagnent",
        "ja": "白の番で白の勝ち",
        "pl": "Białe zaczynają i wygrywają",
    }
    for name, task in tasks.items():
        file, texts = tmp_path / f"{name}.html", language_of("mabi_search", name)
        done = program_here("mabi", "diagram", WON, "--language", name, "--out", str(file))
        assert done.returncode == 0, done.stderr
        page = file.read_text("utf-8")
        assert f'<html lang="{name}">' in page
        for text in (
            task,
            texts.text("sheet.title"),
            texts.text("sheet.solutions"),
            texts.text("rules.rest"),
        ):
            assert f">{text}<" in page, (name, text)
        shown = re.findall("<text[^>]*>([^<]*)<", page)
        english = {"Solutions", "White wins (proven)", "Mabi puzzles"} & {*shown}
        assert not english or name == "en" or (name, english) == ("fr", {"Solutions"})


def test_the_tasks_of_a_page_have_one_size() -> None:
    """The second task is longer, because the number of plies is known."""
    for texts in languages_of("mabi_search").values():
        won = solve(Position.parse(WON))
        verdicts = [won, replace(won, within=123)]
        page = ET.fromstring(diagrams(verdicts, language=texts.name).pages[0].svg())
        tasks = [PositionPuzzle(verdict, texts).task for verdict in verdicts]
        sizes = {one.text: one.get("font-size") for one in page.iter() if one.text in tasks}
        assert len(sizes) == 2 and len({*sizes.values()}) == 1, sizes


def test_the_progress_of_each_search_is_shown(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    shown: list[str] = []
    monkeypatch.setattr(diagram, "status", lambda: nullcontext(lambda text, /, **counts: shown.append(text)))
    main(["diagram", WON, LOST, "--out", str(tmp_path / "d.svg")])
    for number in (1, 2):
        assert any(re.match(rf"position {number} of 2: alpha-beta.* nodes? \(Ctrl-C", text) for text in shown)


def test_what_is_no_diagram(program_here: Run, tmp_path: Path) -> None:
    out = str(tmp_path / "d.svg")
    undecided = program_here("mabi", "diagram", WON, "start", "--nodes", "50", "--out", out)
    assert undecided.returncode == 3
    assert "left position 2 undecided (node limit reached; increase --nodes)\n" in undecided.stderr
    full = program_here("mabi", "diagram", "start", WON, "--memory", "8", "--out", out)
    why = "left position 1 undecided (the search's tables are full; --memory 16 doubles them)\n"
    assert full.returncode == 3 and why in full.stderr
    over = program_here("mabi", "diagram", f"{WON} moves pass pass", "--out", out)
    assert over.returncode == 2 and "the game is over" in over.stderr
    assert program_here("mabi", "diagram", "x", "--out", out).returncode == 2
    assert not (tmp_path / "d.svg").exists()
