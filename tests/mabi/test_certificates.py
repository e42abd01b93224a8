"""Certificates: what the library writes is accepted, and nothing else is."""

import functools
import json
import random

import pytest

from _gamekit.progress import silent
from mabi_search import Limits, Position, Rules, solve
from mabi_search.certify import checker
from mabi_search.certify.certificate_format import HEAD
from mabi_search.certify.certificates import (
    NoCertificateError,
    certificate_of,
    key_of,
    make_certificate,
    steps,
)
from mabi_search.certify.checker import RejectedError, TooLargeError, check_certificate
from mabi_search.certify.checker_rules import Readings, Situation, read
from mabi_search.game import rules as game
from mabi_search.game.errors import ArgumentError
from mabi_search.game.notation import text_of
from mabi_search.kernels.proof.passing import TRIES
from mabi_search.proof.solving import decide
from studies.endgames.mabi_suites import suite
from tests.conftest import ROOT
from tests.mabi import games
from tests.mabi.samples import JOINED, LARGE, LEFT, LOST, SHORT, TRIED, signed
from tests.nightly import nightly, slow

FINAL = "2bw/2bw/wb2 w - w 20"


@functools.cache
def verdict_of(text, rules=None):
    verdict = solve(Position.parse(text, rules), limits=Limits(max_nodes=3_000_000))
    assert verdict.proven
    return verdict


def proof(text, rules=None):
    verdict = verdict_of(text, rules)
    return verdict, list(certificate_of(verdict, limits=Limits(max_nodes=3_000_000)).lines)


def changed(lines, number, **fields):
    """Return the certificate with other fields in a line, and the right checksum."""
    lines = list(lines)
    entry = json.loads(lines[number]) | fields
    lines[number] = json.dumps({name: value for name, value in entry.items() if value is not None})
    return signed(lines)


def situation(position: Position) -> Situation:
    """Return what the verifier counts."""
    moment, _ = read(text_of(position.state), Readings("piece", "unique", "run", "situation"))
    return moment.situation


@pytest.mark.parametrize("text", [SHORT, JOINED, *slow(LOST, TRIED)])
def test_what_is_written_is_accepted(text):
    verdict, lines = proof(text)
    found = check_certificate(lines)
    assert (found.outcome, found.position) == (verdict.outcome, str(verdict.position))
    assert found.answers == len(lines) - 1  # none is superfluous
    assert list(certificate_of(verdict, limits=Limits(max_nodes=3_000_000)).lines) == lines


def test_where_runs_were_tried_their_placements_are():
    _, lines = proof(TRIED)
    assert check_certificate(lines).placements > 0
    assert any('"exhausted"' in line for line in lines)


def test_what_it_takes_to_join_pieces_is_counted_again():
    _, lines = proof(JOINED)
    (first, *_) = [number for number, line in enumerate(lines) if '"joins"' in line]
    with pytest.raises(RejectedError, match=rf"line {first + 1}: .* can form one group"):
        check_certificate(changed(lines, first, cannot="squares"))
    _, lines = proof(TRIED)
    (tried, *_) = [number for number, line in enumerate(lines) if '"exhausted"' in line]
    with pytest.raises(RejectedError, match=rf"line {tried + 1}: .* can form one group"):
        check_certificate(changed(lines, tried, cannot="joins"))


@pytest.mark.parametrize(
    "rules", [Rules(pass_rule="final"), Rules(freeze="leader"), Rules(paralysis="group")]
)
@pytest.mark.parametrize("text", [FINAL, *slow(SHORT)])
def test_other_readings(text, rules):
    verdict, lines = proof(text, rules)
    assert check_certificate(lines).outcome == verdict.outcome
    assert check_certificate(lines).readings["freeze"] == rules.freeze


def test_every_answer_is_needed():
    _, lines = proof(LOST)
    for number in range(1, len(lines)):
        with pytest.raises(RejectedError):
            check_certificate(signed(lines[:number] + lines[number + 1 :]))


def test_the_other_outcome_is_rejected():
    for text in (SHORT, LOST):
        _, lines = proof(text)
        other = {"win": "loss", "loss": "win"}[json.loads(lines[0])["outcome"]]
        with pytest.raises(RejectedError):
            check_certificate(changed(lines, 0, outcome=other))


def test_a_changed_answer_is_rejected_with_its_place():
    _, lines = proof(SHORT)
    number = next(n for n, line in enumerate(lines) if n and '"move": "e6d6"' in line)
    for move in ("e6f6", "e6d7", "a3a4", "nonsense", 7):  # nothing is proven of what follows e6f6
        with pytest.raises(RejectedError) as error:
            check_certificate(changed(lines, number, move=move))
        assert error.value.place in ("the whole", f"line {number + 1}")
    with pytest.raises(RejectedError, match=f"line {number + 1}: within"):
        check_certificate(changed(lines, number, within=0))


def test_answers_may_not_go_round():
    _, lines = proof(SHORT)
    first = next(n for n, line in enumerate(lines) if n and '"within": 3' in line)
    with pytest.raises(RejectedError, match="within must be less than 1"):
        check_certificate(changed(lines, first, within=1))


def test_a_false_claim_about_a_run_is_rejected():
    _, lines = proof(TRIED)
    number = next(n for n, line in enumerate(lines) if '"exhausted"' in line)
    for why in ("regions", "squares", "because", 3):
        with pytest.raises(RejectedError, match=f"line {number + 1}"):
            check_certificate(changed(lines, number, cannot=why))


def test_a_run_that_does_not_win_is_rejected():
    _, lines = proof(LOST)
    number = next(n for n, line in enumerate(lines) if '"run": [' in line)
    run = json.loads(lines[number])["run"]
    for other in ([], run[:-2], run[1:], [*run, "pass"], "pass", [*run[:1] * 2]):
        with pytest.raises(RejectedError):
            check_certificate(changed(lines, number, run=other))


def test_two_answers_for_one_position_are_rejected():
    _, lines = proof(SHORT)
    for again in (lines[1], json.dumps(json.loads(lines[1]) | {"move": "pass"})):
        with pytest.raises(RejectedError, match=f"line {len(lines) + 1}: a second answer for"):
            check_certificate(signed([*lines, again]))


def test_damage_is_noticed():
    _, lines = proof(SHORT)
    choose = random.Random(5)
    for _ in range(60):
        text = "\n".join(lines)
        at = choose.randrange(len(text))
        other = choose.choice([c for c in "abw1- {" if c != text[at]])
        with pytest.raises((RejectedError, ArgumentError)):
            check_certificate((text[:at] + other + text[at + 1 :]).split("\n"))
    for part in (lines[:-1], [lines[0]], [lines[0].replace('"version": 1', '"version": 2'), *lines[1:]]):
        with pytest.raises(RejectedError):
            check_certificate(part)
    for part in ([], lines[1:], ["{}"], ["[1]"], ["nonsense"], ['{"kind": "narabi certificate"}']):
        with pytest.raises(ArgumentError, match="not a certificate"):
            check_certificate(part)


def test_a_field_that_is_missing_is_named():
    _, lines = proof(SHORT)
    first = json.loads(lines[0])
    for name in HEAD[1:]:
        rest = json.dumps({key: value for key, value in first.items() if key != name})
        with pytest.raises(RejectedError, match=f"line 1: {name} is missing"):
            check_certificate([rest, *lines[1:]])
    with pytest.raises(RejectedError, match="line 1: freeze is missing in rules"):
        check_certificate(changed(lines, 0, rules={"paralysis": "piece"}))
    with pytest.raises(RejectedError, match="line 1: lines is null, but the number of further lines is "):
        check_certificate([json.dumps(first | {"lines": None}), *lines[1:]])
    with pytest.raises(RejectedError, match="line 1: version must be 1, not null"):
        check_certificate([json.dumps(first | {"version": None}), *lines[1:]])


def test_what_has_arisen_twice_is_closed_to_the_winner():
    _, lines = proof(SHORT)
    position = Position.parse(SHORT)
    move = next(
        entry["move"] for entry in map(json.loads, lines[1:]) if entry["at"] == key_of(position.state)
    )
    entered = situation(position.play(move))
    for times, accepted in ((1, True), (2, False)):
        verifier = checker._Checker(lines, silent)
        verifier.past[entered] = times
        if accepted:
            assert verifier.checked().outcome == "win"
        else:
            with pytest.raises(RejectedError, match="third time"):
                verifier.checked()


def test_steps_into_what_has_arisen_twice_need_no_answer():
    """The loser cannot make them."""
    _, lines = proof(SHORT)
    position = Position.parse(SHORT).play("e6d6")
    gone = position.play(next(move for move in position.legal_moves if move != game.PASS))
    left = [line for line in lines[1:] if json.loads(line)["at"] != key_of(gone.state)]
    rest = signed([lines[0], *left])
    with pytest.raises(RejectedError, match="no answer"):
        checker._Checker(rest, silent).checked()
    verifier = checker._Checker(rest, silent)
    verifier.past[situation(gone)] = 2
    assert verifier.checked().outcome == "win"


def test_what_has_no_certificate():
    for text, rules in ((SHORT, Rules(pass_rule="plain")), (SHORT, Rules(repetition="placement"))):
        verdict = solve(Position.parse(text, rules), limits=Limits(max_nodes=200_000))
        with pytest.raises(NoCertificateError):
            list(certificate_of(verdict).lines)
    with pytest.raises(NoCertificateError, match="undecided"):
        list(certificate_of(solve(Position.start(), limits=Limits(max_nodes=10))).lines)


def test_a_file(tmp_path):
    verdict, lines = proof(SHORT)
    certificate = make_certificate(verdict.position, limits=Limits(max_nodes=3_000_000))
    certificate.write(tmp_path / "proof.jsonl")
    assert (list(certificate.lines), certificate.answers) == (lines, len(lines) - 1)
    assert (certificate.position, certificate.outcome) == (verdict.position, verdict.outcome)
    assert check_certificate((tmp_path / "proof.jsonl").read_text().splitlines()).outcome == "win"


@pytest.mark.slow
def test_a_run_that_is_all_that_is_left_is_searched_longer():
    """Only a pass is left here, and efforts that are made at every node do not tell what it leads to."""
    position = Position.parse(LEFT)
    verdict, search = decide(position, limits=Limits(max_nodes=5_000_000), margin=False)
    assert (verdict.outcome, verdict.method) == ("loss", "proof search")
    assert search is not None and search.graph.nodes[0].effort > TRIES
    assert verdict.pv[0] == game.PASS and len(verdict.pv) > 2
    assert check_certificate(certificate_of(verdict, search).lines).outcome == "loss"
    few, _ = decide(position, limits=Limits(max_nodes=400_000), margin=False)
    assert few.stopped_by == "nodes"


def test_too_many_placements_are_neither_accepted_nor_rejected(monkeypatch):
    monkeypatch.setattr("mabi_search.certify.checker.MOST_PLACEMENTS", 5)
    _, lines = proof(SHORT)
    assert check_certificate(lines).outcome == "win"
    monkeypatch.setattr("mabi_search.certify.checker.MOST_PLACEMENTS", 300_000)
    _, lines = proof(TRIED)
    monkeypatch.setattr("mabi_search.certify.checker.MOST_PLACEMENTS", 5)
    with pytest.raises(TooLargeError, match="line"):
        check_certificate(lines)


@pytest.mark.nightly
def test_placements_with_a_large_group_are_answered(monkeypatch):
    _, tried = proof(LARGE)
    monkeypatch.setattr("mabi_search.certify.certificates.FEW_PLACEMENTS", 4)
    _, lines = proof(LARGE)
    assert any('"layouts"' in line for line in lines) and any('"run": [' in line for line in lines)
    assert 0 < check_certificate(lines).placements < check_certificate(tried).placements
    for number in range(1, len(lines), 3):
        with pytest.raises(RejectedError):
            check_certificate(signed(lines[:number] + lines[number + 1 :]))
    _, lines_of_tried = proof(TRIED)  # there is no answer to some that are out of reach
    assert any('"exhausted"' in line for line in lines_of_tried)
    monkeypatch.setattr("mabi_search.certify.checker_layouts.MOST_GROUPS", 3)
    with pytest.raises(TooLargeError, match="line .* large group"):
        check_certificate(lines)
    monkeypatch.setattr("mabi_search.runs.layouts.MOST_SETS", 3)
    assert any('"apart"' in line for line in proof(LARGE)[1])


@pytest.mark.parametrize("readings", [{}, {"paralysis": "group"}, {"freeze": "leader"}, {"freeze": "none"}])
def test_steps_are_those_of_the_rules(readings):
    choose = random.Random(str(readings))
    for seed in range(4):
        rules = Rules(size=choose.choice(["4x4", "5x5", "8x8"]), repetition="off", **readings)
        for state in games.game(rules, seed, 30):
            if not game.is_over(state, rules):
                expected = [move for move in game.legal_moves(state, rules) if move != game.PASS]
                assert list(steps(state, rules)) == expected


def test_the_certificates_of_the_benchmarks_are_accepted():
    folder = ROOT / "studies" / "endgames" / "suites" / "certificates"
    small = [path for path in sorted(folder.iterdir()) if path.stat().st_size < 2_000]
    assert len(small) > 4
    for path in small:
        lines = path.read_text().splitlines()
        assert check_certificate(lines).outcome == json.loads(lines[0])["outcome"], path


@pytest.mark.slow
@pytest.mark.parametrize(("step", "least_accepted", "least_runs"), [(60, 4, 5), *nightly((28, 8, 12))])
def test_what_the_proof_search_proves_is_accepted(step, least_accepted, least_runs, monkeypatch):
    """The verifier shares nothing with it: runs that were only thought to win would be refused."""
    monkeypatch.setattr("mabi_search.proof.solving.STAGES", ((1, 150_000),))
    accepted = runs = 0
    for endgame in suite("6x6")[::step]:
        verdict, search = decide(endgame.position, limits=Limits(max_nodes=150_000))
        if verdict.method == "proof search":
            lines = certificate_of(verdict, search).lines
            assert check_certificate(lines).outcome == verdict.outcome
            accepted += 1
            runs += sum('"run": [' in line for line in lines)
    assert accepted > least_accepted and runs > least_runs
