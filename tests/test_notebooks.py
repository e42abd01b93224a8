"""The notebooks run from a clean kernel, in order, with less to do; and they explain what they do."""

import re
from pathlib import Path
from typing import Any

import pytest

from docs.making.notebooks import NOTEBOOKS, SMALL, read, run
from tests.nightly import nightly

pytestmark = pytest.mark.usefixtures("warm")


def outputs(book: Any) -> list[Any]:
    return [output for cell in book.cells if cell.cell_type == "code" for output in cell.outputs]


def printed(book: Any) -> str:
    return "".join(output.text for output in outputs(book) if output.output_type == "stream")


def kinds(book: Any) -> set[str]:
    return {kind for output in outputs(book) for kind in output.get("data", {})}


EXPECTED = {
    1: (["solved in 5 turns and in no fewer (proven)", "first lost on turn 1", "17.2 bits, grade 5 of 5"],
        {"image/svg+xml", "text/html"}),
    2: (["2,000 deals each", "assumed: at-most-6", "deals whose minimum changes"], {"image/png"}),
    3: (["4 turns, 1 line, 14.3 bits, grade 2\n4 turns, 1 line, 15.2 bits", "answer-3.html puzzle-1.svg"],
        {"image/svg+xml", "text/html"}),
    4: (["b2 is paralysed", "a2 is frozen", "a pass here is a win", "move 5, White pass: gave away"],
        {"image/svg+xml", "text/html", "image/png"}),
    5: (["loss for the side to move; proven: True", "accepted: loss", "rejected: the whole: no answer for"],
        {"image/svg+xml", "text/html"}),
    6: (["79,833,600 assignments", "won in", "turns to go with all cards open", "open     0.00 turns more"],
        {"image/svg+xml"}),
    7: (["6,624 hypotheses", "on average, 5 at most", "3.3201 bits, ", "has won", "until a sure cast"],
        {"image/svg+xml", "text/html"}),
    8: (["ArrayPolicy('reactive'): better than Greedy()", "games, "], set()),
}  # fmt: skip
"""For each notebook words that it prints, and kinds of pictures that it shows."""


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # of the machinery of notebooks
@pytest.mark.parametrize("path", [*NOTEBOOKS[:1], *nightly(*NOTEBOOKS[1:])], ids=lambda path: path.stem)
def test_it_runs_from_a_clean_kernel(path: Path, tmp_path: Path) -> None:
    book = run(path, tmp_path, SMALL)
    words, pictures = EXPECTED[int(path.name[0])]
    assert [text for text in words if text not in printed(book)] == []
    assert pictures <= kinds(book)
    assert not [
        output
        for output in outputs(book)
        if output.get("name") == "stderr" and re.search("Error|DeprecationWarning", output.text)
    ]
    assert list(tmp_path.iterdir()) == []  # nothing is left where it was run


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_explains(path: Path) -> None:
    book = read(path)
    prose = [cell.source for cell in book.cells if cell.cell_type == "markdown"]
    code = [cell.source for cell in book.cells if cell.cell_type == "code"]
    assert prose[0].startswith(f"# {path.name[0]} · ")
    assert sum(map(len, prose)) > sum(map(len, code)) and len(prose) >= len(code) - 2
    for before, cell in zip(book.cells, book.cells[1:], strict=False):
        tags = before.metadata.get("tags", [])
        assert cell.cell_type == "markdown" or before.cell_type == "markdown" or "parameters" not in tags
    assert not outputs(book) and all(cell.get("execution_count") is None for cell in book.cells)


def test_they_are_numbered() -> None:
    assert [int(path.name[0]) for path in NOTEBOOKS] == sorted(EXPECTED)


def test_links_lead_somewhere() -> None:
    for path in NOTEBOOKS:
        for link in re.findall(r"\]\(([^)#:]+)\)", path.read_text()):
            assert (path.parent / link).exists(), (path, link)
