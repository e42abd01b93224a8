"""The words of what may be taken, as the searches of 12 and 15 stones keep them, against the rules."""

import numpy as np
from hypothesis import given, settings, strategies as st

from narabi_solver import Rules
from narabi_solver.game.rules import legal_moves, play_unchecked
from narabi_solver.kernels import lanes
from narabi_solver.kernels.batch import Batch, waiting
from narabi_solver.kernels.fifteen import ida as fifteen
from narabi_solver.kernels.state import Game
from narabi_solver.kernels.twelve import ida as twelve
from narabi_solver.solving.packing import pack, swap_from_mover
from tests import strategies
from tests.nightly import nightly_twin
from tests.parts import Parts

ZERO = np.uint64(0)


class Search:
    """The first lane of a search, one deal in it."""

    def __init__(self, game: Game, batch: Batch):
        self.game, self.size = game, (game.hand, game.places)
        self.kernel, self.lanes = Parts(lanes), (twelve if game.places == 12 else fifteen).lanes()
        self.seats = slice(int(lanes.TAKES), int(lanes.TAKES) + game.places // game.hand)
        self.kernel.begin(game, *self.size, batch, self.lanes, ZERO, 0)

    def legal(self, depth: int) -> int:
        """Return the legal swaps of a node."""
        return int(self.kernel.legal(*self.size, self.lanes, ZERO, np.uint64(depth)))

    def make_child(self, depth: int, own: int, other: int) -> None:
        """Write the node that a swap leads to."""
        node = self.lanes, ZERO, np.uint64(depth)
        self.kernel.make_child(self.game, *self.size, *node, np.uint64(own * 16 + other))

    def takes(self, depth: int) -> list[int]:
        """Return the words of a node."""
        words: list[int] = self.lanes.frames[0, depth, self.seats].tolist()
        return words


PLAYED = given(data=st.data(), no_undo=st.booleans(), players=strategies.players)


@settings(max_examples=10)
@PLAYED
def test_kept_up_to_date_as_if_written_anew(data: st.DataObject, no_undo: bool, players: int) -> None:
    deal = data.draw(strategies.deals(st.just(players), unusual=True))
    rules, state = Rules(no_undo=no_undo), deal.start()
    packed = pack(state, rules)
    batch = Batch(packed.rings, packed.cards, packed.backs, packed.turns_left, waiting(1))
    search = Search(packed.game, batch)
    for depth in range(data.draw(st.integers(1, 8))):
        legal = search.legal(depth)
        pairs = [divmod(int(pair), 16) for i, pair in enumerate(packed.game.pairs) if legal >> i & 1]
        expected = legal_moves(state, rules)
        assert sorted(pairs) == sorted(swap_from_mover(state, swap) for swap in expected)
        if not expected:
            break
        swap = data.draw(st.sampled_from(expected))
        search.make_child(depth, *swap_from_mover(state, swap))
        state = play_unchecked(state, swap)
        ring = search.lanes.frames[0, depth + 1, lanes.RING]
        anew = Search(packed.game, batch._replace(rings=np.array([ring])))
        assert search.takes(depth + 1) == anew.takes(0)


test_more_kept_up_to_date = nightly_twin(PLAYED, 100, test_kept_up_to_date_as_if_written_anew)
