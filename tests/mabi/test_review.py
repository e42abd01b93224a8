"""A game judged ply by ply: what is proven agrees with `solve`, what is estimated is never called proven."""

import json
import random
from dataclasses import replace
from itertools import product
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from _gamekit.languages import language_of
from mabi_search import ArgumentError, Judgement, Limits, Move, Position, Rules, review, solve
from mabi_search.game.outcomes import DRAW, LOSS, UNDECIDED, WIN, Outcome
from mabi_search.game.rules import PASS
from mabi_search.reviewing import curve, game_review
from mabi_search.reviewing.curve import Point
from mabi_search.reviewing.game_review import ReviewedPly, Worth
from tests.conftest import Run
from tests.nightly import nightly, thinned

PLAYED = "1bw1/b1w1/1w1b w - w 9 moves b1a1 pass pass"


def game(seed: int, size: str = "3x3", plies: int = 12) -> Position:
    choose, position = random.Random(seed), Position.start(Rules(size=size))
    while position.outcome() is None and len(position.moves) < plies:
        position = position.play(choose.choice(position.legal_moves))
    return position


@pytest.mark.parametrize(
    ("size", "seed"),
    [
        *thinned(4, [("3x3", 0), ("3x3", 2), ("2x4", 1), ("3x4", 4)]),
        *nightly(*product(("3x3", "2x5", "4x3"), range(3, 9))),
    ],
)
def test_what_is_proven_agrees_with_solve(size: str, seed: int) -> None:
    played = game(seed, size)
    found = review(played)
    moments = [Position(played.base, played.moves[:i], played.rules) for i in range(len(played.moves) + 1)]
    compared = lost = 0
    for i, ply in enumerate(found.plies):
        before, after = (solve(moments[j]) if moments[j].outcome() is None else None for j in (i, i + 1))
        assert (ply.ply, ply.side, ply.move) == (i + 1, moments[i].side, played.moves[i])
        if before is not None and before.proven:
            assert ply.before.outcome == before.outcome
            compared += 1
        if after is not None and after.proven:
            same = moments[i].side == moments[i + 1].side
            assert ply.after.outcome == (after.outcome if same else after.outcome.turned)
        if ply.judgement is Judgement.LOSES_WIN:
            lost += 1
            assert ply.better[0] in moments[i].legal_moves and solve(moments[i].play(ply.better[0])).proven
        for line, moment in ((ply.before.pv, moments[i]), (ply.better, moments[i])):
            for move in line:
                moment = moment.play(move)
        assert ply.proven == (ply.before.proven and ply.after.proven)
    assert compared >= len(found.plies) // 2 and (lost or size not in ("2x4", "3x4"))
    over = played.outcome()
    if over is not None:
        assert found.worths[-1].outcome == over.outcome_for(played.side)
        assert found.summary.startswith(str(over))


def judged(before: Worth, after: Worth, best: bool = False) -> ReviewedPly:
    move = Move.parse("a1a2")
    pv = (move,) if best else (Move.parse("b1b2"),)
    return ReviewedPly(1, "w", move, Worth(before.outcome, before.score, pv), after)


@pytest.mark.parametrize(
    ("before", "after", "judgement"),
    [
        (WIN, WIN, "best"), (WIN, LOSS, "loses the win"), (WIN, DRAW, "loses the win"),
        (DRAW, DRAW, "best"), (DRAW, LOSS, "loses the draw"), (LOSS, LOSS, "already lost"),
        (WIN, 300, "may lose the win"), (100, LOSS, "is lost after it"), (LOSS, 20, "already lost"),
        (100, 60, "good"), (100, 50, "inaccuracy"), (100, -50, "mistake"), (None, 3, "not known"),
    ],
)  # fmt: skip
def test_judgements(before: Outcome | int | None, after: Outcome | int | None, judgement: str) -> None:
    def worth(value: Outcome | int | None) -> Worth:
        return Worth(value) if isinstance(value, Outcome) else Worth(UNDECIDED, value)

    ply = judged(worth(before), worth(after))
    assert ply.judgement == judgement
    assert ply.proven == (isinstance(before, Outcome) and isinstance(after, Outcome))
    assert ("(estimated)" in str(ply)) == (judgement in ("good", "inaccuracy", "mistake"))
    assert bool(ply.better) == (judgement in {*map(str, game_review.TURNING), "inaccuracy"})
    if before == 100 and after != LOSS:
        assert judged(worth(before), worth(after), best=True).judgement is Judgement.BEST


def test_proofs_are_carried_to_neighbours() -> None:
    first = Position.parse("1bw1/b1w1/1w1b w - w 9")
    moments = [first, first.play("b1a1"), first.play("b1a1").play("pass")]
    nothing = Worth(UNDECIDED, 7)
    joined = game_review._joined(moments, [nothing, nothing, Worth(WIN)])
    assert [one.outcome for one in joined] == [UNDECIDED, UNDECIDED, WIN]  # Black had other moves
    lost = game_review._joined(moments[:2], [Worth(LOSS), nothing])
    assert [one.outcome for one in lost] == [LOSS, WIN]
    won = game_review._joined(moments[:2], [Worth(WIN, pv=moments[1].moves), nothing])
    assert [one.outcome for one in won] == [WIN, LOSS]
    back = game_review._joined(moments[:2], [nothing, Worth(LOSS)])
    assert back[0].outcome == WIN and back[0].pv[0] == moments[1].moves[-1]
    with pytest.raises(Exception, match="contradict each other"):
        game_review._joined(moments[:2], [Worth(LOSS), Worth(LOSS)])


@pytest.mark.slow
def test_limits_and_what_cannot_be_reviewed() -> None:
    played = game(3, "8x8", 4)
    stopped = review(played, limits=Limits(stop=lambda: True))
    assert stopped.stopped_by == "interrupt" and not any(ply.proven for ply in stopped.plies)
    told: list[int] = []
    review(played, limits=Limits(max_nodes=50), progress=lambda text, /, **counts: told.append(counts["ply"]))
    assert told == [0, 1, 2, 3, 4]
    assert review(played, limits=Limits(max_seconds=0.05)).stopped_by is None
    with pytest.raises(ArgumentError, match="no game to review"):
        review(Position.start())


def test_the_program_and_its_page(program_here: Run, tmp_path: Path) -> None:
    page = tmp_path / "review.html"
    done = program_here("mabi", "review", PLAYED, "--html", str(page), "--json")
    answer = json.loads(done.stdout)
    assert done.returncode == 0 and [one["judgement"] for one in answer["plies"]] == [
        "best", "already lost", "best",
    ]  # fmt: skip
    assert answer["plies"][0] == {
        "ply": 10, "side": "w", "move": "b1a1", "judgement": "best", "value_before": "win",
        "value_after": "win", "proven": True, "better": [],
    }  # fmt: skip
    assert "The game for White" in page.read_text() and "move 6, Black pass: already lost" in page.read_text()
    assert "White wins by 2 to 1; turning points: none" in program_here("mabi", "review", PLAYED).stdout
    assert program_here("mabi", "review", "start").returncode == 2


def test_sentences_have_the_words_and_the_signs_of_their_language() -> None:
    ply = replace(judged(Worth(UNDECIDED, 100), Worth(LOSS)), move=PASS)
    found = [ply._words(language_of("mabi_search", name)) for name in ("de", "ja")]
    assert found == [
        "Zug 1, Weiß Passen: danach verloren, "
        "für Weiß vorher +1.00, nachher verloren (bewiesen); besser b1–b2",
        "1手目、白 パス：この後は負け、白から見て 前 +1.00、後 負け（証明済み）。よりよい手 b1–b2",
    ]


def test_the_curve_shows_bands_for_what_is_proven() -> None:
    points = [
        Point(0, "w", UNDECIDED, -120),
        Point(1, "b", UNDECIDED, -80),
        Point(2, "w", LOSS, None),
        Point(3, "b", DRAW, None),
        Point(4, "b", LOSS, None),
    ]
    root = ET.fromstring(
        curve.drawing(points, ["start", "1. a1a2", "1… h8h7", "2. a2a3", "2… pass"], [2]).svg()
    )
    told = next(one.text for one in root.iter() if one.tag.endswith("desc"))
    assert (told or "").split("; ") == [
        "start: −1.20", "1. a1a2: +0.80", "1… h8h7: Black wins (proven)", "2. a2a3: a draw (proven)",
        "2… pass: White wins (proven)",
    ]  # fmt: skip
    bands = [one for one in root.iter() if one.tag.endswith("rect") and one.get("stroke") == "none"]
    (top, low), (high, bottom) = sorted(
        (float(one.get("y", 0)), float(one.get("y", 0)) + float(one.get("height", 0))) for one in bands
    )
    assert (top, bottom) == (curve.TOP, curve.HEIGHT - curve.TOP)
    assert low < curve.MIDDLE - curve.REACH and high > curve.MIDDLE + curve.REACH
    assert len([one for one in root.iter() if one.tag.endswith("circle")]) == 2
