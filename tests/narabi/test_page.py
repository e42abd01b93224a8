"""Narabi as one page: the file, and its rules and solver compared with the program's under node."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from benchmarks.page_cases import BLOCK, CASES, compared_texts, in_node, script_for, texts
from narabi_solver import Deck
from narabi_solver.page.making import deck_data, page_html
from tests.conftest import Run
from tests.narabi.samples import EXAMPLE

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="there is no node")


def test_the_page_is_one_small_file_that_asks_for_nothing() -> None:
    page = page_html()
    assert len(page.encode()) < 1_000_000
    assert "default-src 'none'" in page
    assert page.replace("http://www.w3.org/2000/svg", "").count("://") == 0
    assert "@" not in {page[i] for i in range(len(page)) if page.startswith(("@style", "@deck", "@page"), i)}


def test_a_hostile_deck_stays_text(tmp_path: Path) -> None:
    file = tmp_path / "deck.toml"
    cards = "\n".join(f"[cards.c{i}]" for i in range(15))
    file.write_text(f'[edition]\nname = "</script><script>alert(1)//"\n[colours]\nwhite = [0]\n{cards}\n')
    deck = Deck.load(file)
    page = page_html(deck)
    assert page.count("<script") == page_html().count("<script")
    data = page.split('id="deck-data">')[1].split("</script>")[0]
    assert json.loads(data) == deck_data(deck)


def test_the_command_writes_the_page(narabi_here: Run, tmp_path: Path) -> None:
    done = narabi_here("page", "--out", str(tmp_path / "a.html"), "--theme", "dark")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "a.html").read_text("utf-8") == page_html(theme="dark")


@pytest.mark.parametrize("arguments", [["--out", "-"], ["--out", "no/such/folder.html"], []])
def test_what_cannot_be_written_is_refused(narabi_here: Run, arguments: list[str]) -> None:
    done = narabi_here("page", *arguments)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


@needs_node
def test_rules_and_minima_of_the_page_are_the_programs() -> None:
    cases = [one for one in json.loads(CASES.read_text("utf-8")) if one["undo"] != "receiver"]
    found = in_node(script_for(cases, BLOCK))
    assert (found["deals"], found["wrong"]) == (BLOCK * len(cases), [])


@needs_node
def test_the_comparison_sees_a_wrong_minimum_and_a_wrong_rule() -> None:
    case = json.loads(CASES.read_text("utf-8"))[0]
    wrong = {**case, "minima": "9" + case["minima"][1:], "games": [case["games"][0] ^ 1, *case["games"][1:]]}
    found = in_node(script_for([wrong], BLOCK))["wrong"]
    assert len(found) == 2
    assert "minimum" in found[0]
    assert "rules differ" in found[1]


@needs_node
def test_the_page_reads_the_texts_that_the_program_reads() -> None:
    seats = EXAMPLE.upper().replace("AT-LEAST-3", "aL3").replace("2-TO-6", "2to6").replace(" / ", "\n")
    some = [{"deck": "built-in", "text": text} for text in (seats, "4-0-17 # an id")]
    read, differ = compared_texts(some)
    assert (read, differ) == (2, [])
    some = texts(400)
    read, differ = compared_texts(some)
    assert differ == []
    assert 50 < read < 350, "of both kinds there must be enough"
