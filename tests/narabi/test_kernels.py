"""The kernels against their twins in the specification, compiled and interpreted."""

import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from _gamekit.kernels import bits as shared
from _gamekit.limits import Limits, Watch
from benchmarks.cases import group
from narabi_solver import Deal, Outcome, Rules, State
from narabi_solver.game import rules
from narabi_solver.kernels import astar as astar_kernels, children, state as kernels_of_states
from narabi_solver.solving import api
from narabi_solver.solving.packed import pack, places_of, swap_from_mover, unpack_swap
from tests import strategies
from tests.narabi.samples import READINGS, minimum_turns
from tests.parts import Parts

kernel, turns, search, bits = Parts(kernels_of_states), Parts(children), Parts(astar_kernels), Parts(shared)

JIT_DISABLED = bool(os.environ.get("NUMBA_DISABLE_JIT"))


def kernel_swaps(state: State, no_undo: bool) -> set[rules.Swap]:
    packed = pack(state, Rules(no_undo=no_undo))
    game, cards, ring = packed.game, packed.cards, np.uint64(packed.ring)
    bits = int(turns.without_undo(turns.reachable(game, cards, 0, ring), packed.banned))
    places = [
        (turns.own_place(game, bit), turns.other_place(game, bit))
        for bit in range(game.pairs.size)
        if bits >> bit & 1
    ]
    return {
        unpack_swap(own, other, state.mover, state.players, state.hand)
        for own, other in places
        if turns.fits_stones(game, cards, 0, ring, own, other)
    }


def unpack_ring(ring: int, packed: State) -> tuple[rules.Stone, ...]:
    """Return the stones of a ring, from its mover's first place; `packed` is the state that was packed."""
    stones = [packed.ring[place] for place in places_of(packed)]
    return tuple(stones[ring >> 4 * place & 0xF] for place in range(len(stones)))


@given(strategies.games() | strategies.games(unusual=True))
def test_legal_moves(game: Deal) -> None:
    for no_undo in (False, True):
        state = game.state()
        assert kernel_swaps(state, no_undo) == set(rules.legal_moves(state, Rules(no_undo=no_undo)))


@given(strategies.near_wins())
def test_in_order(deal: Deal) -> None:
    state = deal.state()
    packed = pack(state, Rules())
    assert kernel.in_order(np.uint64(packed.ring), packed.game) == rules.in_order(state.ring)


@given(strategies.states())
def test_pack_and_unpack(state: State) -> None:
    packed = pack(state, Rules(no_undo=True))
    first = state.mover * state.hand
    assert unpack_ring(packed.ring, state) == state.ring[first:] + state.ring[:first]


@given(strategies.games(unusual=True))
def test_a_swap_leads_where_the_rules_say(game: Deal) -> None:
    """Ring, and what no-undo then forbids, after every legal swap."""
    state = game.state()
    packed = pack(state, Rules(no_undo=True))
    for swap in rules.legal_moves(state, Rules(no_undo=True)):
        own, other = ((state.number(place) - state.mover * state.hand) % len(state.ring) for place in swap)
        child = kernel.swapped(np.uint64(packed.ring), own, other)
        turned = kernel.passed_on(child, packed.game.places, packed.game.hand)
        after = rules.play_unchecked(state, swap)
        packed_stones = unpack_ring(int(turned), state)
        first = after.mover * after.hand
        assert packed_stones == after.ring[first:] + after.ring[:first]
        banned = turns.undo_after(packed.game, packed.cards, 0, np.uint64(packed.ring), own, other)
        assert banned == pack(after, Rules(no_undo=True)).banned


@pytest.mark.nightly
@given(strategies.games(unusual=True), st.sampled_from(READINGS), st.randoms(use_true_random=False))
def test_what_no_undo_remembers(game: Deal, rule: Rules, dice: random.Random) -> None:
    """The legal swaps on a line of play, from what the kernel remembers after each."""
    state = game.start()
    packed = pack(state, rule)
    question = astar_kernels.Question(packed.game, packed.cards, int(packed.returns is not None), 1, 24)
    ring, backs = np.uint64(packed.ring), np.uint64(0)
    for _ in range(9):
        allowed = int(search.legal(question, ring, backs))
        legal = {
            unpack_swap(own, other, state.mover, state.players, state.hand)
            for bit, (own, other) in enumerate((code >> 4, code & 15) for code in packed.game.pairs.tolist())
            if allowed >> bit & 1 and turns.fits_stones(packed.game, packed.cards, 0, ring, own, other)
        }
        assert legal == set(rules.legal_moves(state, rule))
        if not legal:
            break
        swap = dice.choice(sorted(legal))
        own, other = swap_from_mover(state, swap)
        backs = np.uint64(search.backs_after(question, ring, backs, own, other))
        child = np.uint64(kernel.swapped(ring, own, other))
        ring = np.uint64(kernel.passed_on(child, packed.game.places, packed.game.hand))
        state = rules.play_unchecked(state, swap)
        if rule.undo_reading == "next":
            assert int(backs) == pack(state, rule).backs


@pytest.mark.parametrize("word", [1, 2, 0x8000_0000_0000_0000, 0x0F00, 2**64 - 1])
def test_bits_of_a_word(word: int) -> None:
    assert bits.lowest_index(np.uint64(word)) == (word & -word).bit_length() - 1
    assert int(bits.lowest(np.uint64(word))) == word & -word
    assert bits.popcount(np.uint64(word)) == word.bit_count()


@pytest.mark.slow
@given(strategies.near_wins())
@settings(max_examples=10 if JIT_DISABLED else 25)
def test_search_finds_what_the_specification_finds(deal: Deal) -> None:
    for rule in (Rules(limit=2), Rules(limit=2, no_undo=True)):
        state = deal.state()
        expected = minimum_turns(state, rule)
        if expected == 0:
            continue
        found, _ = api.by_astar(pack(state, rule), 2, Watch(Limits()))
        assert (found.outcome_of(0) is Outcome.SOLVED) == (expected is not None)
        assert len(found.line(0)) == (expected or 0)


@pytest.mark.nightly
@pytest.mark.skipif(JIT_DISABLED, reason="this is the test that disables it")
def test_interpreted() -> None:
    """All of this file once more without the compiler: bounds are checked, and lines count for coverage."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "", __file__],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:]
    assert "1 skipped" in done.stdout


def test_a_fixed_case() -> None:
    case = group("4p-limit-04")[0]
    packed = pack(case.deal.state(), case.rules)
    found, _ = api.by_astar(packed, case.limit, Watch(Limits()), estimates=False)
    assert (found.outcome_of(0), found.nodes[0]) == (Outcome.UNSOLVABLE, case.nodes)
