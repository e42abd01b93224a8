"""Deals packed many at once, as one by one."""

from dataclasses import replace

import numpy as np
from hypothesis import given, strategies as st

from narabi_solver import Deal, Rules, Stone
from narabi_solver.solving.packing import pack, packed_groups
from tests import strategies
from tests.nightly import nightly_twin


def with_more_white_stones(deal: Deal) -> Deal:
    """Return a deal in which white stones replace the dark ones."""
    return strategies.with_stones(deal, lambda s: Stone("w" if s.label == "d" else s.label, s.card))


UNUSUAL = strategies.deals(unusual=True)
DEALS = given(
    deals=st.lists(
        st.one_of(
            strategies.deals(),
            UNUSUAL,
            UNUSUAL.map(with_more_white_stones),
            strategies.games(),
            strategies.odd_deals(),
            strategies.odd_deals().map(lambda deal: replace(deal, moves=())),
        ),
        max_size=8,
    ),
    rules=strategies.rules,
)


@DEALS
def test_many_packed_as_one_by_one(deals: list[Deal], rules: Rules) -> None:
    groups = packed_groups(deals, rules)
    assert sorted(i for members, _, _ in groups for i in members) == list(range(len(deals)))
    for members, packed, seats in groups:
        for n, i in enumerate(members):
            state = deals[i].state(rules)
            one = pack(state, rules)
            assert packed.game is one.game and seats[n] == state.mover
            assert packed.turns_left[n] == rules.limit - state.turns
            for column, expected in zip(packed[1:], one[1:], strict=True):
                assert np.array_equal(column[n], expected[0])


test_more_packed_as_one_by_one = nightly_twin(DEALS, 100, test_many_packed_as_one_by_one)
