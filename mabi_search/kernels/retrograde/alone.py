"""What a side can do alone, after the other side has passed.

While Y stands still with a largest group of M, X wins by its run if it reaches a placement where its own
largest group is larger than M and Y, to answer, does not win in the same way. Y's answers start where X has
more than M. So the placements are treated by falling M, each when all that it depends on is known.
"""

from __future__ import annotations

import numpy as np
from numba.types import int32, int64, uint8, uint32
from numpy.typing import NDArray

from _gamekit.kernel_cache import helper, kernel
from mabi_search.kernels.numbering import (
    NUMBERING,
    Numbering,
    among_left,
    first_of,
    list_left,
    number_of,
)
from mabi_search.kernels.values import BLACK_WINS, WHITE_WINS

ANY = -1


@helper
def list_steps(numbering: Numbering, n: int, left: NDArray[np.int64], steps: NDArray[np.int64]) -> None:
    """Write for each of the squares left those left beside it, all numbered among those left."""
    for i in range(n):
        steps[i] = 0
        for j in range(n):
            steps[i] |= (numbering.beside[left[i]] >> left[j] & 1) << j


@helper
def mark_goals(
    numbering: Numbering,
    stands: int,
    still: int,
    final: int,
    alone: NDArray[np.uint8],
    left: NDArray[np.int64],
    numbers: NDArray[np.int64],
    queue: NDArray[np.int32],
    reached: NDArray[np.uint8],
) -> int:
    """Queue the placements where the pass of the side that runs wins; return how many; number them all."""
    sets = numbering.black_left if stands == 0 else numbering.white_left
    answer = WHITE_WINS if stands == 0 else BLACK_WINS
    goals = 0
    for i in range(len(sets)):
        moving = among_left(sets[i], left)
        white, black = (still, moving) if stands == 0 else (moving, still)
        numbers[i] = number_of(numbering, white, black)
        ahead = numbering.most[moving] > numbering.most[still]
        reached[i] = 1 if ahead and (final or not alone[numbers[i]] & answer) else 0
        if reached[i]:
            queue[goals] = i
            goals += 1
    return goals


@kernel(
    int64(
        NUMBERING, int64, int64, int64, int64, int64, uint32[::1], uint8[::1],
        int64[::1], int64[::1], int64[::1], int32[::1], uint8[::1],
    )
)  # fmt: skip
def run_alone(
    numbering: Numbering,
    stands: int,
    most: int,
    final: int,
    first: int,
    last: int,
    free: NDArray[np.uint32],
    alone: NDArray[np.uint8],
    left: NDArray[np.int64],
    steps: NDArray[np.int64],
    numbers: NDArray[np.int64],
    queue: NDArray[np.int32],
    reached: NDArray[np.uint8],
) -> int:
    """Treat sets of the side that stands, `first` to `last` - 1, against all of the side that runs.

    stands           0 White, 1 Black
    most             the size that the standing side's largest group must have; ANY for all
    final            1 if the pass that ends the run ends the game
    free             who of the running side may step, of each placement
    alone            for each placement WHITE_WINS, BLACK_WINS; the running side's bit is set here
    left, steps      room for all squares
    numbers, queue, reached    room for all sets of the running side
    Return how many placements were treated.
    """
    still_sets = numbering.white_sets if stands == 0 else numbering.black_sets
    sets = numbering.black_left if stands == 0 else numbering.white_left
    bit = BLACK_WINS if stands == 0 else WHITE_WINS
    treated = 0
    for k in range(first, last):
        still = still_sets[k]
        if most != ANY and numbering.most[still] != most:
            continue
        treated += len(sets)
        n = list_left(numbering, still, left)
        list_steps(numbering, n, left, steps)
        tail = mark_goals(numbering, stands, still, final, alone, left, numbers, queue, reached)
        head = 0
        while head < tail:
            here = sets[queue[head]]
            head += 1
            targets = here
            while targets:
                target = first_of(targets)
                targets &= targets - 1
                origins = steps[target] & ~here
                while origins:
                    origin = first_of(origins)
                    origins &= origins - 1
                    before = numbering.rank[here ^ 1 << target ^ 1 << origin]
                    if not reached[before] and free[numbers[before]] >> left[origin] & 1:
                        reached[before] = 1
                        queue[tail] = before
                        tail += 1
        for i in range(tail):
            alone[numbers[queue[i]]] |= bit
    return treated
