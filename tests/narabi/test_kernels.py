"""The kernels against their twins in the specification, compiled and interpreted."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from _gamekit.kernels import bits as shared
from _gamekit.limits import SharedWatch
from benchmarks.cases import group
from narabi_solver import Deal, Outcome, Rules, State
from narabi_solver.game import rules
from narabi_solver.game.cards import ORDER
from narabi_solver.kernels import children, state as kernels_of_states
from narabi_solver.solving.packing import (
    PackedDeals,
    pack,
    pack_worlds,
    swap_from_mover,
    unpack_start,
    unpack_swap,
)
from narabi_solver.solving.search import search as search_deals
from tests import strategies
from tests.narabi.samples import READINGS, minimum_turns
from tests.parts import Parts

kernel, turns, bits = Parts(kernels_of_states), Parts(children), Parts(shared)

JIT_DISABLED = bool(os.environ.get("NUMBA_DISABLE_JIT"))


def kernel_swaps(state: State, rule: Rules) -> set[rules.Swap]:
    game, (ring,), cards, (backs,), _ = pack(state, rule)
    bits = int(turns.reachable(game, cards, 0, ring, backs))
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


@given(strategies.games() | strategies.games(unusual=True))
def test_legal_moves(game: Deal) -> None:
    for rule in READINGS:
        state = game.state()
        assert kernel_swaps(state, rule) == set(rules.legal_moves(state, rule))


@given(strategies.near_wins())
def test_in_order(deal: Deal) -> None:
    state = deal.state()
    packed = pack(state, Rules())
    assert kernel.in_order(packed.rings[0], packed.game) == rules.in_order(state.ring)


@given(strategies.states())
def test_pack_and_unpack(state: State) -> None:
    packed = pack(state, Rules(no_undo=True))
    labels = "".join(sorted((stone.label for stone in state.ring), key=ORDER.index))
    unpacked = unpack_start(packed, 0, state.mover, labels, state.deck)
    assert unpacked == State(state.ring, state.deck, state.players, state.mover)


@given(strategies.games(unusual=True), st.sampled_from(READINGS))
def test_worlds_are_packed_as_states(game: Deal, rule: Rules) -> None:
    """The position itself, and a world in which every stone has the card of its neighbour."""
    state = game.state()
    number = {card.name: i for i, card in enumerate(state.deck)}
    cards = np.array([number[stone.card] for stone in state.ring], np.uint8)
    worlds = np.stack([cards, np.roll(cards, 1)])
    packed = pack_worlds(state, worlds, rule)
    names = [card.name for card in state.deck]
    for i, world in enumerate(worlds.tolist()):
        ring = tuple(rules.Stone(s.label, names[c]) for s, c in zip(state.ring, world, strict=True))
        alone = pack(replace(state, ring=ring), rule)
        assert packed.game is alone.game
        for column, expected in zip(packed[1:], alone[1:], strict=True):
            assert np.array_equal(column[i : i + 1], expected)


@given(strategies.games(unusual=True), st.sampled_from(READINGS))
def test_a_swap_leads_where_the_rules_say(game: Deal, rule: Rules) -> None:
    """Ring, and what no-undo then forbids, after every legal swap."""
    state = game.state()
    packed = pack(state, rule)
    (ring,), (backs,) = packed.rings, packed.backs
    for swap in rules.legal_moves(state, rule):
        own, other = swap_from_mover(state, swap)
        after = pack(rules.play_unchecked(state, swap), rule)
        turned = kernel.passed_on(kernel.swapped(ring, own, other), packed.game.places, packed.game.hand)
        assert unpacked_stones(turned, packed) == unpacked_stones(after.rings[0], after)
        assert turns.backs_after(packed.game, packed.cards, 0, ring, backs, own, other) == after.backs[0]


def unpacked_stones(ring: np.uint64, packed: PackedDeals) -> list[tuple[int, int]]:
    """Return the stones of a ring, from its mover's first place, with their cards; blanks look alike."""
    game = packed.game
    stones = [int(ring) >> 4 * place & 0xF for place in range(game.places)]
    return [(min(stone, game.ranks), int(packed.cards[0, stone])) for stone in stones]


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
        found = search_deals(pack(state, rule), SharedWatch(), algorithm="astar")
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
    found = search_deals(packed, SharedWatch(), algorithm="bfs")
    assert (found.outcome_of(0), found.nodes[0]) == (Outcome.UNSOLVABLE, case.nodes)
