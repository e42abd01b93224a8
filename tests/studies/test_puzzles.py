"""The puzzles of Mabi's page: each label by the rules and by certificates, and the file that the page has."""

from __future__ import annotations

from typing import Any

import pytest

from mabi_search import Limits, Position
from mabi_search.certify.certificates import NoCertificateError, certificate_of
from mabi_search.certify.checker import check_certificate
from mabi_search.game.outcomes import LOSS, WIN
from mabi_search.proof.solving import decide
from studies.endgames.mabi_puzzles import (
    DRAWS,
    OUT,
    RANDOM_NODES,
    STUDY,
    drawn,
    most_wins,
    puzzle_of,
    script,
    theme,
)
from studies.endgames.mabi_suites import normal
from tests.nightly import nightly, thinned

PUZZLES: list[dict[str, Any]] = STUDY.kept()["puzzles"]
ENOUGH = Limits(max_nodes=2_000_000)


def test_the_page_has_the_puzzles_that_were_kept() -> None:
    assert OUT.read_text("utf-8") == script(STUDY.kept())
    assert len(PUZZLES) >= 100
    assert len({normal(Position.parse(one["position"]).state) for one in PUZZLES}) == len(PUZZLES)


@pytest.mark.slow
def test_each_first_move_is_labelled_and_its_line_ends_as_the_label_says() -> None:
    for one in PUZZLES:
        position = Position.parse(one["position"])
        assert {str(move) for move in position.legal_moves} == set(one["lines"])
        wins = [move for move, line in one["lines"].items() if line.startswith("=")]
        assert 0 < len(wins) <= most_wins(position)
        assert one["theme"] in {theme(position, move) for move in position.legal_moves if str(move) in wins}
        for move, line in one["lines"].items():
            after = position.play(move)
            for name in line.removeprefix("=").split():
                after = after.play(name)
            over = after.outcome()
            assert over is not None and (over.winner == "w") == (move in wins), (one["position"], move)


@pytest.mark.parametrize(
    "number", [*thinned(3, range(0, len(PUZZLES), 40)), *nightly(*(i for i in range(len(PUZZLES)) if i % 40))]
)
def test_the_checker_accepts_a_certificate_of_each_label(number: int) -> None:
    """By the rules alone; a few whose certificate would be too large are left out."""
    one = PUZZLES[number]
    position = Position.parse(one["position"])
    checked = 0
    for move, line in one["lines"].items():
        after = position.play(move)
        if after.outcome() is not None:
            continue
        verdict, proof = decide(after, limits=ENOUGH, margin=False)
        won = (verdict.outcome == WIN) == (after.side == "w")
        assert verdict.outcome in (WIN, LOSS) and won == line.startswith("=")
        try:
            certificate = certificate_of(verdict, proof, limits=ENOUGH)
        except NoCertificateError:
            continue
        assert check_certificate(list(certificate.lines)).outcome == str(verdict.outcome)
        checked += 1
    assert 2 * checked >= len(one["lines"]) - 1


def test_a_position_is_found_again_by_its_seed() -> None:
    found = [drawn("4x4", "-", 2026, number) for number in range(DRAWS["4x4", "-"])]
    again = next(one for one in found if str(one) in {puzzle["position"] for puzzle in PUZZLES})
    assert again is not None and puzzle_of(again, RANDOM_NODES) in PUZZLES
