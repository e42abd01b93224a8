"""Deals to order have exactly the promised properties; packed random deals are the random deals."""

import itertools
import json
import math
import os
import pty
import re
import subprocess
import sys
import threading

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from narabi_solver import (
    ArgumentError,
    Deal,
    DealSpec,
    Deck,
    Rules,
    analyse,
    find_deals,
    random_deal,
    random_deals,
    solve,
)
from narabi_solver.analysis.finding import outlook
from narabi_solver.game import rules
from narabi_solver.kernels import dealing
from narabi_solver.solving import pack_deals, random_packed, search
from tests import strategies
from tests.conftest import ROOT, Run
from tests.interrupting import PATIENCE, interrupt
from tests.narabi.samples import DECK
from tests.nightly import nightly, slow, thinned
from tests.parts import called

pytestmark = pytest.mark.usefixtures("warm")


@given(strategies.players, strategies.seeds, st.integers(0, 2**64 - 50), st.sampled_from([None, DECK]))
@settings(max_examples=30)
def test_packed_deals_are_the_deals(players: int, seed: int, start: int, deck: Deck | None) -> None:
    rule = Rules(no_undo=True)
    packed = random_packed(players, seed, start, 20, rule, deck)
    expected = pack_deals(
        list(itertools.islice(random_deals(players, seed=seed, start=start, deck=deck), 20)), rule
    )
    assert packed.game is expected.game
    for ours, theirs in zip(packed[1:], expected[1:], strict=True):
        assert np.array_equal(ours, theirs)


def test_large_decks_are_drawn_alike() -> None:
    deck = Deck.loads("[cards.a]\ncopies = 99\n[cards.b]\ncopies = 99\n")
    packed = random_packed(5, 3, 0, 300, Rules(), deck)
    expected = pack_deals(list(itertools.islice(random_deals(5, seed=3, start=0, deck=deck), 300)), Rules())
    assert np.array_equal(packed.cards, expected.cards) and np.array_equal(packed.rings, expected.rings)


def test_uneven_words_are_passed_over_by_the_kernel_too() -> None:
    """As in test_random_deals: below 3 the word 0 is rejected."""
    source = np.array([0, 0xFFFF_FFFF, 7, 7, 0, 1], np.uint64)
    nothing = np.uint64(0)
    assert called(dealing.below)(3, source, nothing, nothing, nothing) == 2
    assert source[dealing.USED] == 2


@pytest.mark.parametrize(
    ("players", "no_undo"),
    [*thinned(2, [(3, False), (4, True), (5, False), (5, True)]), *nightly((3, True), (4, False))],
)
def test_exact_minimum_and_none_left_out(players: int, no_undo: bool) -> None:
    rule = Rules(no_undo=no_undo)
    tried = 90 if players < 5 else 60
    turns = 6
    finder = find_deals(players, DealSpec(turns=turns), seed=6, rules=rule, max_deals=tried)
    found = list(finder)
    assert (finder.tried, finder.found, finder.undecided) == (tried, len(found), 0)
    expected = [
        (i, deal)
        for i, deal in enumerate(itertools.islice(random_deals(players, seed=6), tried))
        if solve(deal, rules=rule, algorithm="bfs" if players < 5 else "auto").turns == turns
    ]
    assert found == expected and expected


def brute_chance(deal: Deal, turns: int) -> float:
    """Return the chance that random legal swaps win in `turns` turns, by trying everything."""

    def chance(state: rules.State, left: int) -> float:
        if rules.in_order(state.ring):
            return float(left == 0)
        swaps = rules.legal_moves(state, Rules())
        if left == 0 or not swaps:
            return 0.0
        return sum(chance(rules.play_unchecked(state, swap), left - 1) for swap in swaps) / len(swaps)

    return chance(deal.state(), turns)


@pytest.mark.nightly
@given(strategies.near_wins())
@settings(max_examples=20)
def test_difficulty_is_what_it_is_said_to_be(deal: Deal) -> None:
    found = analyse(deal, rules=Rules(limit=3), lines=True)
    if found.turns is None:
        assert found.difficulty is None and found.grade is None and found.chance == 0
        return
    expected = brute_chance(deal, found.turns)
    assert found.chance == pytest.approx(expected)
    assert found.difficulty == pytest.approx(-math.log2(expected))
    assert found.trap_free == all(
        not analyse(Deal.parse(data["text"], unusual=True), rules=Rules(limit=data["to_go"])).traps
        for _, data in found.graph.nodes(data=True)
    )


@pytest.mark.slow
def test_grades_on_data() -> None:
    """About a fifth of the deals of 12 stones has each grade; hard ones have more traps."""
    found = [analyse(deal, lines=True) for deal in itertools.islice(random_deals(4, seed=10), 150)]
    counts = np.bincount([one.grade or 0 for one in found], minlength=6)[1:]
    assert counts.sum() >= 149 and counts.min() > 15
    easy = [one for one in found if one.grade == 1]
    hard = [one for one in found if one.grade == 5]
    assert np.mean([one.turns or 0 for one in easy]) < np.mean([one.turns or 0 for one in hard])
    share = [np.mean([len(one.traps) / len(one.moves) for one in group]) for group in (easy, hard)]
    assert share[0] < share[1]


def test_richer_specs() -> None:
    specs = [
        DealSpec(turns=5, single_line=True),
        DealSpec(turns=5, grade=5),
        DealSpec(grade=1, turns=4),
        DealSpec(turns=2, single_line=True, grade=1),
    ]
    for spec in specs:
        found = list(itertools.islice(find_deals(3, spec, seed=12, max_deals=40_000), 3))
        assert found
        for number, deal in found:
            assert deal == random_deal(3, 12, number)
            analysis = analyse(deal, lines=True)
            assert analysis.turns == spec.turns
            assert not spec.single_line or analysis.optimal_lines == 1 == len(list(analysis.lines()))
            assert spec.grade is None or analysis.grade == spec.grade


@pytest.mark.parametrize("spec", [{"turns": -1}, {"turns": 25}, {"grade": 0}, {"grade": 6}, {"turns": 2.0}])
def test_specs_out_of_range(spec: dict[str, int]) -> None:
    with pytest.raises(ArgumentError, match=next(iter(spec))):
        DealSpec(**spec)  # type: ignore[arg-type]


def test_no_traps() -> None:
    """Too rare among random deals to wait for: every deal of the first ones is looked at instead."""
    found = [analyse(deal, lines=True) for deal in itertools.islice(random_deals(4, seed=13), 60)]
    assert all(not one.trap_free for one in found if one.traps)
    one_way = analyse(Deal.parse(ONE_WAY, unusual=True), lines=True)
    assert one_way.trap_free and one_way.turns == 1 and one_way.chance == 1
    spec = DealSpec(no_traps=True)
    assert spec.matches(one_way) and not any(spec.matches(one) for one in found if one.traps)


# The first player may swap the 3 only, and with the 2 only: that wins.
ONE_WAY = "w:stay 0:stay 1:stay 3:two-away / d:stay 2:stay 4:stay 5:stay / d:stay 6:stay 7:stay 8:stay"


def every_spec() -> list[DealSpec]:
    kinds = itertools.product((None, 2, 5), (False, True), (False, True), (None, 1, 5))
    return [
        DealSpec(turns=turns, single_line=single, no_traps=free, grade=grade)
        for turns, single, free, grade in kinds
    ]


@pytest.mark.slow
@pytest.mark.parametrize("budget", [5, search.NODE_BUDGET])
def test_no_deal_is_lost_whatever_a_batch_can_decide(monkeypatch: pytest.MonkeyPatch, budget: int) -> None:
    """With little budget nearly all deals of a batch are undecided, and are solved one by one."""
    tried = 7 if budget == 5 else 30
    known = [analyse(deal, lines=True) for deal in itertools.islice(random_deals(4, seed=6), tried)]
    monkeypatch.setattr(search, "NODE_BUDGET", budget)
    for spec in every_spec():
        found = list(find_deals(4, spec, seed=6, max_deals=tried))
        assert found == [(i, one.deal) for i, one in enumerate(known) if spec.matches(one)], spec
    assert len(list(find_deals(4, DealSpec(), seed=6, max_deals=tried))) == tried


def test_what_memory_is_wanting_for_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "NODE_BUDGET", 5)
    monkeypatch.setattr("narabi_solver.kernels.astar.FIRST_ROWS", 64)
    monkeypatch.setattr(search, "MAX_ROWS", 64)
    monkeypatch.setattr(search, "has_table", lambda game: False)
    finder = find_deals(4, DealSpec(turns=6), seed=6, max_deals=40)
    found = list(finder)
    monkeypatch.undo()
    lost = len(list(find_deals(4, DealSpec(turns=6), seed=6, max_deals=40))) - len(found)
    assert finder.tried == 40 and 0 < lost <= finder.undecided


def test_stopping() -> None:
    asked = iter([False] * 3 + [True] * 1000)
    finder = find_deals(3, DealSpec(turns=9), seed=1, stop=lambda: next(asked))
    assert list(finder) == [] and finder.tried < 100_000


def test_found_deals_are_given_at_once_and_the_numbers_are_theirs() -> None:
    reported: list[tuple[int, int]] = []

    def progress(text: str, /, **counts: int) -> None:
        reported.append((counts["tried"], counts["found"]))
        assert text == f"{counts['tried']:,} deals tried, {counts['found']:,} found"

    finder = find_deals(3, DealSpec(turns=5), seed=1, progress=progress)
    for count in range(1, 30):
        number, deal = next(finder)
        assert deal == random_deal(3, 1, number)
        assert (finder.tried, finder.found) == (number + 1, count)
    assert reported == sorted(reported) and reported[-1][1] == 28


@pytest.mark.parametrize("players", [3, *slow(4, 5)])
def test_a_rare_spec_ends(players: int) -> None:
    """Each deal is dropped at its first trap; looking at all lines of all deals took minutes and more."""
    finder = find_deals(players, DealSpec(no_traps=True), seed=3, max_deals=500)
    assert all(analyse(deal, lines=True).trap_free for _, deal in finder)
    assert (finder.tried, finder.undecided) == (500, 0)


def test_the_program(narabi: Run, narabi_here: Run) -> None:
    done = narabi("deal", "--players", "4", "--turns", "7", "--count", "3", "--seed", "5", "--json")
    assert done.returncode == 0
    for line in done.stdout.splitlines():
        answer = json.loads(line)
        assert random_deal(4, 5, answer["index"]) == Deal.parse(answer["deal"])
        assert solve(Deal.parse(answer["deal"])).turns == 7
    assert len(done.stdout.splitlines()) == 3
    none = narabi_here("deal", "--players", "3", "--turns", "9", "--seed", "5", "--max-deals", "5000")
    assert (none.returncode, none.stdout) == (3, "")
    assert "found 0 of 1 among 5,000 deals of seed 5" in none.stderr and "a second" in none.stderr
    bad = narabi_here("deal", "--players", "3", "--turns", "25")
    assert bad.returncode == 2 and "--turns" in bad.stderr
    single = narabi_here(
        "deal", "--players", "3", "--turns", "5", "--single-line", "--grade", "4", "--seed", "5"
    )
    found = analyse(Deal.parse(single.stdout), lines=True)
    assert (found.turns, found.optimal_lines, found.grade) == (5, 1, 4)


def test_a_search_at_work_says_so_and_ctrl_c_keeps_what_it_found() -> None:
    """So many deals like these take hours; each is printed when it is found."""
    code = "import _gamekit.progress as p, narabi_solver.cli as c; p.LINE_SECONDS = 0.2; c.run()"
    spec = ["deal", "--players", "3", "--turns", "2", "--seed", "5", "--count", "1000000"]
    process = subprocess.Popen(  # without buffers: what one had read in advance, `interrupt` would not see
        [sys.executable, "-c", code, *spec],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        cwd=ROOT,
    )
    assert process.stdout is not None and process.stderr is not None
    rescue = threading.Timer(PATIENCE, process.kill)
    rescue.start()
    first = process.stdout.readline().decode()
    said = process.stderr.readline().decode()
    rescue.cancel()
    returncode, out, err = interrupt(process, lambda: True)
    assert returncode == 130 and solve(Deal.parse(first)).turns == 2
    assert re.match(r"narabi: [\d,]+ deals tried, [\d,]+ found, [\d,]+ a second", said)
    end = re.match(rb"narabi: interrupted; found ([\d,]+) of 1,000,000 among", err.splitlines()[-1])
    assert end and int(end[1].replace(b",", b"")) == 1 + len(out.splitlines())


def test_at_a_terminal_deals_stand_alone_on_their_lines() -> None:
    """What is shown of the search is cleared before a deal is printed."""
    code = "import _gamekit.progress as p, narabi_solver.cli as c; p.PATIENCE = 0; c.run()"
    main, other = pty.openpty()
    subprocess.run(
        [sys.executable, "-c", code, "deal", "--players", "3", "--turns", "7", "--seed", "5", "--count", "3"],
        stdout=other, stderr=other, cwd=ROOT, check=True, env=os.environ | {"TERM": "xterm"},
    )  # fmt: skip
    os.close(other)
    shown = os.read(main, 1 << 20).decode()
    assert "Ctrl-C" in shown
    lines = after_all(shown)
    assert len(lines) == 4 and lines[-1].startswith("narabi: found 3 of 3")
    assert all(solve(Deal.parse(line)).turns == 7 for line in lines[:3])


def after_all(shown: str) -> list[str]:
    """Return the lines of a terminal after some output, which goes back to the beginning of a line too."""
    lines = []
    for line in shown.split("\n"):
        now = ""
        for part in line.split("\r"):
            now = part + now[len(part) :]
        lines.append(now.rstrip())
    return [line for line in lines if line]


def test_how_rare_deals_are_is_said(narabi_here: Run) -> None:
    done = narabi_here(
        "deal",
        "--players",
        "4",
        "--single-line",
        "--no-traps",
        "--turns",
        "6",
        "--seed",
        "1",
        "--max-deals",
        "6000",
    )
    assert done.returncode == 3 and done.stdout == ""
    assert "has exactly one legal swap on each of its turns" in done.stderr.splitlines()[0]
    assert "none yet, so rarer than one in 2,000 (95 %); stopped by --max-deals" in done.stderr
    assert outlook(10, 0, 1, 1.0) == "" and outlook(10, 5, 5, 1.0) == "one in 2, about 0 s left"
    assert outlook(1_000, 1, 100, 60.0) == "one in 1,000, about 99 min left"
