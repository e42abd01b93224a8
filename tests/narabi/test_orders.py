"""Deals to order have exactly the promised properties; packed random deals are the random deals."""

import itertools
import json
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from narabi_solver import (
    ArgumentError,
    Deal,
    Deck,
    Rules,
    Wish,
    analyse,
    ordered_deals,
    random_deal,
    random_deals,
    rules,
    solve,
)
from narabi_solver.batch import pack_deals, random_packed
from narabi_solver.kernels.many import dealing
from tests import strategies
from tests.conftest import Run
from tests.narabi.test_ida import DECK


@given(strategies.players, strategies.seeds, st.integers(0, 2**64 - 50), st.sampled_from([None, DECK]))
@settings(max_examples=30)
def test_packed_deals_are_the_deals(players: int, seed: int, start: int, deck: Deck | None) -> None:
    rule = Rules(no_undo=True)
    packed = random_packed(players, seed, start, 20, rule, deck)
    expected = pack_deals(list(itertools.islice(random_deals(players, seed, start, deck), 20)), rule)
    assert packed.game is expected.game
    for ours, theirs in zip(packed[1:], expected[1:], strict=True):
        assert np.array_equal(ours, theirs)


def test_large_decks_are_drawn_alike() -> None:
    deck = Deck.loads("[cards.a]\ncopies = 99\n[cards.b]\ncopies = 99\n")
    packed = random_packed(5, 3, 0, 300, Rules(), deck)
    expected = pack_deals(list(itertools.islice(random_deals(5, 3, 0, deck), 300)), Rules())
    assert np.array_equal(packed.cards, expected.cards) and np.array_equal(packed.rings, expected.rings)


def test_uneven_words_are_passed_over_by_the_kernel_too() -> None:
    """As in test_random_deals: below 3 the word 0 is rejected."""
    source = np.array([0, 0xFFFF_FFFF, 7, 7, 0, 1], np.uint64)
    nothing = np.uint64(0)
    assert dealing.below(3, source, nothing, nothing, nothing) == 2
    assert source[dealing.USED] == 2


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("no_undo", [False, True])
def test_exact_minimum_and_none_left_out(players: int, no_undo: bool) -> None:
    rule = Rules(no_undo=no_undo)
    tried = 150 if players < 5 else 60
    turns = 6
    found = list(ordered_deals(players, Wish(turns=turns), seed=6, rules=rule, max_tried=tried))
    assert found[-1] == (tried, None)
    expected = [
        (i, deal)
        for i, deal in enumerate(itertools.islice(random_deals(players, 6), tried))
        if solve(deal, rule, algorithm="bfs" if players < 5 else "auto").turns == turns
    ]
    assert found[:-1] == expected and expected


def brute_chance(deal: Deal, turns: int) -> float:
    """Return the chance that random legal swaps win in `turns` turns, by trying everything."""

    def chance(state: rules.State, left: int) -> float:
        if rules.in_order(state.ring):
            return float(left == 0)
        swaps = rules.legal_swaps(state, Rules())
        if left == 0 or not swaps:
            return 0.0
        return sum(chance(rules.play_unchecked(state, swap), left - 1) for swap in swaps) / len(swaps)

    return chance(deal.state(), turns)


@given(strategies.near_wins())
@settings(max_examples=20)
def test_difficulty_is_what_it_is_said_to_be(deal: Deal) -> None:
    found = analyse(deal, Rules(limit=3))
    if found.turns is None:
        assert found.difficulty is None and found.grade is None and found.chance == 0
        return
    expected = brute_chance(deal, found.turns)
    assert found.chance == pytest.approx(expected)
    assert found.difficulty == pytest.approx(-math.log2(expected))
    assert found.trap_free == all(
        not analyse(Deal.parse(data["text"], unusual=True), Rules(limit=data["to_go"])).traps
        for _, data in found.graph.nodes(data=True)
    )


def test_grades_on_data() -> None:
    """About a fifth of the deals of 12 stones has each grade; hard ones have more traps."""
    found = [analyse(deal) for deal in itertools.islice(random_deals(4, seed=10), 300)]
    counts = np.bincount([one.grade or 0 for one in found], minlength=6)[1:]
    assert counts.sum() >= 299 and counts.min() > 30
    easy = [one for one in found if one.grade == 1]
    hard = [one for one in found if one.grade == 5]
    assert np.mean([one.turns or 0 for one in easy]) < np.mean([one.turns or 0 for one in hard])
    share = [np.mean([len(one.traps) / len(one.moves) for one in group]) for group in (easy, hard)]
    assert share[0] < share[1]


def test_richer_wishes() -> None:
    wishes = [
        Wish(turns=5, single_line=True),
        Wish(turns=5, grade=5),
        Wish(grade=1, turns=4),
        Wish(turns=2, single_line=True, grade=1),
    ]
    for wish in wishes:
        found = list(itertools.islice(ordered_deals(3, wish, seed=12, max_tried=40_000), 3))
        deals = [one for one in found if one.deal is not None]
        assert deals
        for number, deal in deals:
            assert deal == random_deal(3, 12, number)
            analysis = analyse(deal)
            assert analysis.turns == wish.turns
            assert not wish.single_line or analysis.optimal_lines == 1 == len(list(analysis.lines()))
            assert wish.grade is None or analysis.grade == wish.grade


@pytest.mark.parametrize("wish", [{"turns": -1}, {"turns": 25}, {"grade": 0}, {"grade": 6}, {"turns": 2.0}])
def test_wishes_out_of_range(wish: dict[str, int]) -> None:
    with pytest.raises(ArgumentError, match=next(iter(wish))):
        Wish(**wish)  # type: ignore[arg-type]


def test_no_traps() -> None:
    """Too rare among random deals to wait for: every deal of the first ones is looked at instead."""
    found = [analyse(deal) for deal in itertools.islice(random_deals(4, seed=13), 60)]
    assert all(not one.trap_free for one in found if one.traps)
    one_way = analyse(Deal.parse(ONE_WAY, unusual=True))
    assert one_way.trap_free and one_way.turns == 1 and one_way.chance == 1
    wish = Wish(no_traps=True)
    assert wish.is_fulfilled(one_way) and not any(wish.is_fulfilled(one) for one in found if one.traps)


# The first player may swap the 3 only, and with the 2 only: that wins.
ONE_WAY = "w:stay 0:stay 1:stay 3:two-away / d:stay 2:stay 4:stay 5:stay / d:stay 6:stay 7:stay 8:stay"


def test_stopping() -> None:
    asked = iter([False] * 3 + [True] * 1000)
    found = list(ordered_deals(3, Wish(turns=9), seed=1, stop=lambda: next(asked)))
    assert found[-1].deal is None and found[-1].number < 100_000


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
    assert "found 0 of 1 among 5,000 deals" in none.stderr
    bad = narabi_here("deal", "--players", "3", "--turns", "25")
    assert bad.returncode == 2 and "--turns" in bad.stderr
    single = narabi_here(
        "deal", "--players", "3", "--turns", "5", "--single-line", "--grade", "4", "--seed", "5"
    )
    found = analyse(Deal.parse(single.stdout))
    assert (found.turns, found.optimal_lines, found.grade) == (5, 1, 4)
