"""The words of what may be taken, as the search of 12 stones keeps them, against the rules."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from narabi_solver import Rules
from narabi_solver.game.rules import legal_swaps, play_unchecked
from narabi_solver.kernels.batch import Batch
from narabi_solver.kernels.twelve import ida
from narabi_solver.packed import pack, swap_from_mover
from narabi_solver.solving.batch import pack_states, waiting
from tests import strategies
from tests.parts import Parts

kernel = Parts(ida)
ZERO = np.uint64(0)


@given(data=st.data(), no_undo=st.booleans(), players=st.sampled_from([3, 4]))
def test_kept_up_to_date_as_if_written_anew(data: st.DataObject, no_undo: bool, players: int) -> None:
    deal = data.draw(strategies.deals(st.just(players), unusual=True))
    rules, state = Rules(no_undo=no_undo), deal.start()
    packed = pack(state, rules)
    hand, seats = packed.game.hand, slice(int(ida.TAKES), int(ida.TAKES) + players)
    batch: Batch = waiting(pack_states([packed], [24]))
    lanes, anew = kernel.lanes(), kernel.lanes()
    lanes.frames[0, 0, ida.RING] = packed.ring
    kernel.write_takes(packed.game, hand, batch, lanes, ZERO, 0, np.uint64(packed.ring))
    for depth in range(data.draw(st.integers(1, 8))):
        here = np.uint64(depth)
        legal = int(kernel.legal(packed.game, hand, lanes, ZERO, here))
        pairs = [divmod(int(pair), 16) for i, pair in enumerate(packed.game.pairs) if legal >> i & 1]
        expected = legal_swaps(state, rules)
        assert sorted(pairs) == sorted(swap_from_mover(state, swap) for swap in expected)
        if not expected:
            break
        swap = data.draw(st.sampled_from(expected))
        own, other = swap_from_mover(state, swap)
        bit = np.uint64(packed.game.pairs.tolist().index(own * 16 + other))
        kernel.make_child(packed.game, hand, lanes, ZERO, here, bit)
        state = play_unchecked(state, swap)
        child = lanes.frames[0, depth + 1]
        kernel.write_takes(packed.game, hand, batch, anew, ZERO, 0, child[ida.RING])
        assert (child[seats] == anew.frames[0, 0, seats]).all()
