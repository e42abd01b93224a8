"""Positions as printed puzzles: only proven solutions, and the line that is printed is legal."""

from pathlib import Path
from xml.etree import ElementTree as ET

from mabi_search import Position
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
    proven = [text for text in solutions if "(proven): " in text]
    texts = [text for text in solutions if text in (WON, LOST)]
    assert len(proven) == 3 and texts == [WON, LOST, WON]
    for text, solution in zip(texts, proven, strict=True):
        line = solution.partition(": ")[2].removesuffix(" …")
        Position.parse(f"{text} moves {line}")


def test_what_is_no_diagram(program_here: Run, tmp_path: Path) -> None:
    out = str(tmp_path / "d.svg")
    undecided = program_here("mabi", "diagram", WON, "start", "--nodes", "50", "--out", out)
    assert undecided.returncode == 3 and "undecided: 2 of 2; nothing was written" in undecided.stderr
    over = program_here("mabi", "diagram", f"{WON} moves pass pass", "--out", out)
    assert over.returncode == 2 and "the game is over" in over.stderr
    assert program_here("mabi", "diagram", "x", "--out", out).returncode == 2
    assert not (tmp_path / "d.svg").exists()
