"""`narabi serve`: the answers of the program to its page, without a server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from _gamekit.web.answering import Work
from narabi_solver import Deck, analyse, random_deal, survey
from narabi_solver.game.errors import NarabiError
from narabi_solver.page.answers import Answers
from narabi_solver.page.making import UNDO, served_files
from tests.conftest import Run

DEAL = random_deal(3, seed=29)


@pytest.fixture
def answers() -> Answers:
    return Answers(Deck.standard())


def ask(answer: Any, **fields: object) -> dict[str, Any]:
    return dict(answer(fields, Work(lambda part: None)))


def test_an_analysis_is_that_of_the_program(answers: Answers) -> None:
    for undo, rules in UNDO.items():
        found = ask(answers.analyse, deal=str(DEAL), undo=undo)
        expected = analyse(DEAL, rules=rules)
        assert [(one["swap"], one["turns"]) for one in found["moves"]] == [
            (str(move.swap), move.turns) for move in expected.moves
        ]
        assert f"{expected.turns} turns" in found["told"]
        assert not found["stopped"]


def test_a_game_is_judged(answers: Answers) -> None:
    worst = max(analyse(DEAL).moves, key=lambda move: move.turns or 0)
    found = ask(answers.review, deal=str(DEAL.play(worst.swap)))
    assert [turn["judgement"] for turn in found["swaps"]] == ["slip"]
    assert "one slip" in found["told"]


def test_a_survey_with_its_plot(answers: Answers) -> None:
    pytest.importorskip("matplotlib")
    found = ask(answers.survey, players=3, deals=200)
    expected = survey(3, 200)
    assert found["distribution"] == {str(turns): n for turns, n in expected.distribution.items()}
    assert found["svg"].startswith("<?xml") and "</svg>" in found["svg"]


@pytest.mark.parametrize(
    ("question", "fields", "words"),
    [
        ("analyse", {}, "deal must be a text"),
        ("analyse", {"deal": "1:foo"}, "unknown card 'foo'"),
        ("analyse", {"deal": str(DEAL), "undo": ["next"]}, "undo must be allowed, next, receiver"),
        ("review", {"deal": "x" * 20_000}, "deal must be a text of at most"),
        ("survey", {"players": 6, "deals": 200}, "players must be a whole number from 3 to 5"),
        ("survey", {"players": 3, "deals": 10**9}, "deals must be a whole number"),
        ("survey", {"players": 3, "deals": "200"}, "deals must be a whole number"),
    ],
)
def test_bad_questions_get_one_clear_sentence(
    answers: Answers, question: str, fields: dict[str, object], words: str
) -> None:
    with pytest.raises(NarabiError) as caught:
        answers.long()[question](fields, Work(lambda part: None))
    assert words in str(caught.value)


def test_a_stopped_question_says_so(answers: Answers) -> None:
    work = Work(lambda part: None)
    work.stop()
    assert answers.analyse({"deal": str(DEAL)}, work)["stopped"]


def test_the_served_page_has_no_script_or_style_of_its_own() -> None:
    files = served_files()
    page = files["index.html"].decode()
    assert "<style" not in page
    assert page.count("<script") == 4  # the deck as data, and three files
    assert 'style="' not in page
    assert {name for name in files if f'"{name}"' in page or f"'{name}'" in page} >= {"rules.js", "page.js"}


def test_a_deck_that_is_none_is_refused_before_anything_is_served(narabi_here: Run, tmp_path: Path) -> None:
    (tmp_path / "deck.toml").write_text("[cards.x]\ncolour = 'green'\n")
    done = narabi_here("serve", "--no-open", "--deck", str(tmp_path / "deck.toml"))
    assert done.returncode == 2
    assert "green" in done.stderr
