"""Runs whose past repeats: solved by the search of runs, against the truth, with certificates that hold."""

import itertools
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from _gamekit.limits import Watch
from mabi_search import Limits, Position, solve
from mabi_search.certify import certificates
from mabi_search.certify.certificates import NoCertificateError, certificate_of
from mabi_search.certify.checker import RejectedError, check_certificate
from mabi_search.game import packed as packing
from mabi_search.game.errors import InternalError
from mabi_search.kernels import keys
from mabi_search.kernels.board import RUN
from mabi_search.kernels.runs import levels, run
from mabi_search.proof.solving import decide
from mabi_search.runs import run_search
from tests.mabi.brute_force import plain_run
from tests.mabi.past_truth import truth
from tests.mabi.pasts import forgetting, is_barred, pasts
from tests.mabi.samples import LARGE, SHUFFLED, signed
from tests.nightly import nightly, slow

ANSWER_FORBIDDEN = (
    "b1bw2/wwb3 b - b 21 moves c1d1 d2e2 d1c1 e2e1 pass e1f1 f1e1 e1f1 f1e1 pass c1d1 d1c1 c1d1 d1c1 c2d2 "
    "pass e1d1 d1e1 e1d1 d1e1"
)
"""White runs, and Black's run that would answer it may not enter what has arisen twice."""

LOST_BY_ITS_PAST = (
    "1bww/w3/bb2 b - w 21 moves pass c3c2 c2c3 c3c2 c2b2 d3c3 c3d3 d3c3 b2c2 c2c1 "
    "c3d3 d3c3 c3c2 c2b2 b2c2 c2b2"
)
"""Black's second run would win, could it enter what has arisen twice."""


@pytest.mark.parametrize(("size", "pass_rule"), [("2x6", "run"), *slow(("3x4", "final"), ("3x4", "run"))])
def test_what_has_arisen_twice_is_not_entered(size: str, pass_rule: str) -> None:
    fewer = 0
    for position in pasts(size, 45, 2, pass_rule=pass_rule):
        if position.mode not in ("p", "r"):
            continue
        met = run_search.reachable(position.state, position.rules, 1 << 12, Watch(Limits()))
        assert met is not None
        plain = plain_run(position.state, position.rules)
        assert {(one.board, one.holder) for one in met} == plain, str(position)
        assert len(met) == len(plain)
        fewer += is_barred(position.state, position.rules)
    assert fewer > 3


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "pieces", "readings"),
    [
        ("2x4", None, {"freeze": "leader"}),
        ("3x3", (3, 2), {"pass_rule": "final"}),
        ("3x4", (3, 3), {"paralysis": "group"}),
        *nightly(("2x4", None, {}), ("2x6", None, {"freeze": "leader"})),
    ],
)
def test_verdicts_are_the_truth_and_certificates_hold(
    size: str, pieces: tuple[int, int] | None, readings: dict[str, str]
) -> None:
    found = Counter[str]()
    for position in pasts(size, 40, 3, pieces, **readings):
        if position.mode not in ("p", "r"):
            continue
        verdict, expected = solve(position, limits=Limits(max_nodes=20_000)), truth(position)
        if verdict.outcome == "undecided":
            bars_others = bool(packing.past(packing.pack(position.state, position.rules)) & keys.BARS_OTHERS)
            assert expected.value != "win" and (position.holder == "-" or bars_others), str(position)
            found["bars others"] += bars_others
        else:
            assert verdict.outcome == expected.value, str(position)
        found[verdict.outcome] += 1
        found[verdict.method] += 1
        if verdict.outcome not in ("win", "loss"):
            continue
        try:
            lines = list(certificate_of(verdict).lines)
        except NoCertificateError as error:
            assert "not found again" in str(error), str(position)
            found["none"] += 1
        else:
            assert check_certificate(lines).outcome == expected.value
    assert found["win"] > 2 and found["loss"] > 2 and found["run"] > 5
    assert found["none"] <= 2


def test_the_run_that_is_shown_and_written_is_allowed() -> None:
    position = Position.parse(SHUFFLED)
    verdict = solve(position)
    assert (verdict.outcome, verdict.method) == ("win", "run")
    for move in verdict.pv:
        position = position.play(move)
    assert position.outcome() is not None
    assert check_certificate(list(certificate_of(verdict).lines)).outcome == "win"


@pytest.mark.slow
def test_what_the_other_side_may_not_enter_either(monkeypatch: pytest.MonkeyPatch) -> None:
    position = Position.parse(ANSWER_FORBIDDEN)
    assert truth(position).value == "win"
    verdict = solve(position)
    assert (verdict.outcome, verdict.method) == ("win", "alpha-beta")
    past = packing.past
    monkeypatch.setattr(packing, "past", lambda packed: past(packed) & ~keys.BARS_OTHERS)
    assert solve(position).outcome == "loss"


def test_a_certificate_that_is_refused_is_not_given_out() -> None:
    """Here because the search of runs does not know the past."""
    verdict = replace(solve(Position.parse(SHUFFLED)), pv=())
    with forgetting(), pytest.raises(InternalError, match="rejected: line 2: .* third time"):
        list(certificate_of(verdict).lines)


def test_the_checker_spares_the_loser_only_what_has_arisen_twice() -> None:
    """An answer to each placement that a run can reach is needed, but to those that the past forbids."""
    position = Position.parse(LOST_BY_ITS_PAST)
    assert is_barred(position.state, position.rules)
    verdict = solve(position)
    assert (verdict.outcome, verdict.method) == ("loss", "run")
    lines = list(certificate_of(verdict).lines)
    alone = str(Position(replace(position.state, seen=()), (), position.rules))
    assert '"exhausted"' in lines[1] and solve(Position.parse(alone)).outcome == "win"
    assert check_certificate(lines).outcome == "loss"
    with pytest.raises(RejectedError):
        check_certificate(signed([lines[0].replace(str(position), alone), *lines[1:]]))


def test_a_placement_that_is_barred_is_not_asked_for_an_answer() -> None:
    """Whoever holds there; and it costs no node."""
    position = Position.parse("4/1w2/bb1w/b1w1 w p b 21")
    packed, scratch = packing.pack(position.state, position.rules), levels.scratch(1 << 12)
    met = packed.own << np.uint64(8), packed.enemy, RUN, 0
    made = []
    for times, count in ((0, 1), (1, 1), (2, 3), (3, 3)):
        keys = np.array([met] * times, np.uint64).reshape(-1, 4)
        run.begin_run(packed.setting, scratch, packed.own, packed.enemy, 0, 100, keys, int(packed.code))
        made.append(int(scratch.cursor[levels.MADE]))
        assert scratch.levels[0].count == count
    assert len(set(made)) == 1


def stopping(after: int) -> Limits:
    """Return limits that stop when they are asked again after so many times."""
    asked = itertools.count()
    return Limits(stop=lambda: next(asked) >= after)


def test_runs_heed_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Watch, "next_slice", lambda watch, nodes: 1)
    position = Position.parse(SHUFFLED)
    state, rules = position.state, position.rules
    assert run_search.winning_run(state, rules, Watch(Limits())) is not None
    assert run_search.reachable(state, rules, 4_000, Watch(Limits())) is not None
    for limits in (stopping(1), Limits(max_nodes=1), Limits(max_seconds=0)):
        assert run_search.winning_run(state, rules, Watch(limits)) is None
        assert run_search.reachable(state, rules, 4_000, Watch(limits)) is None


@pytest.mark.slow
def test_the_builder_of_certificates_heeds_a_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    """At each of its steps and the checker's; other limits are for the search for a proof alone."""
    monkeypatch.setattr(certificates, "FEW_PLACEMENTS", 4)
    monkeypatch.setattr("mabi_search.runs.layouts.EACH", 1)
    verdict, search = decide(Position.parse(LARGE), limits=Limits(max_nodes=3_000_000))
    asked = itertools.count()
    lines = certificate_of(
        verdict, search, limits=Limits(max_nodes=0, max_seconds=0.0, stop=lambda: next(asked) < 0)
    ).lines
    assert lines == certificate_of(verdict, search).lines
    total = next(asked)
    assert total > 100
    for after in range(0, total, max(total // 20, 1)):
        with pytest.raises(NoCertificateError, match="interrupted"):
            certificate_of(verdict, search, limits=stopping(after))
