"""Drives the census kernels: all arrangements of one assignment of cards, a layer at a time."""

from __future__ import annotations

import math
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import permutations
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from _gamekit import files
from _gamekit.limits import Watch
from _gamekit.progress import Progress
from narabi_solver.game.rules import TRACK
from narabi_solver.kernels.census import blocks, layers
from narabi_solver.kernels.census.blocks import Numbering
from narabi_solver.kernels.state import STONE, Game
from narabi_solver.solving.packed import PackedState
from narabi_solver.solving.table_parts import pieces

KIND, VERSION = "narabi census under way", 1
"""Of the file; the version also goes up when the numbering of arrangements changes."""

SLICE = 1 << 22
"""Arrangements visited between two checks of the limits: some hundredths of a second."""

THREADS = 2
"""The kernels run without the interpreter lock; more than two were not tried."""


def numbering_of(game: Game) -> Numbering:
    """Return the tables by which the arrangements of a game are numbered."""
    places, hand = game.places, game.hand
    choose = [[math.comb(n, k) for k in range(hand + 1)] for n in range(places + 1)]
    sets = [math.comb(left, hand) for left in range(places, 0, -hand)]
    ways = list(permutations(range(hand)))
    moved = np.zeros((hand, hand, len(ways)), np.uint8)
    for old in range(hand):
        for new in range(hand):
            for number, way in enumerate(ways):
                after = [*way[:old], *way[old + 1 :]]
                after.insert(new, way[old])
                moved[old, new, number] = ways.index(tuple(after))
    return Numbering(
        np.array(choose, np.int64),
        np.array([math.prod(sets[seat + 1 :]) for seat in range(len(sets))], np.int64),
        np.array(ways, np.uint8),
        moved,
        len(ways),
        len(ways) ** len(sets),
    )


class Retrograde:
    """All arrangements of one assignment of cards to stones, seen from the mover, and their minimums."""

    def __init__(self, packed: PackedState):
        """Begin with nothing known; `packed` is any arrangement, without no-undo."""
        self.game, self.cards = packed.game, packed.cards
        self.numbering = numbering_of(self.game)
        self.arrangements = math.factorial(self.game.places)
        self.blocks = self.arrangements // self.numbering.size
        self.distance: NDArray[np.uint8] = np.full(self.arrangements, layers.UNKNOWN, np.uint8)
        """For each number of an arrangement its minimum, 255 if it is in no layer; `kernels.census.blocks`
        explains the numbering."""
        self.counts: NDArray[np.uint16] = np.zeros((TRACK + 1, self.blocks), np.uint16)
        """For each minimum and block of arrangements, how many there are."""
        self.layer = -1
        """The last layer that is complete."""

    @property
    def finished(self) -> bool:
        """True if no arrangement is left that could still be won in time."""
        return self.layer == TRACK or (self.layer >= 0 and not self.counts[self.layer].any())

    def advance(self, watch: Watch, progress: Progress) -> str | None:
        """Find the next layer; return the limit that stopped this, after which the search cannot continue."""
        layer = self.layer

        def fill(piece: tuple[int, int]) -> int:
            room = np.zeros(self.numbering.weights.size, np.uint64)
            known = layers.Known(self.distance, self.counts, room)
            if layer < 0:
                return int(layers.fill_wins(self.game, self.numbering, known, *piece))
            return int(layers.fill_layer(self.game, self.cards, self.numbering, known, layer, *piece))

        todo = list(pieces(self.blocks, max(1, SLICE // self.numbering.size)))
        found = 0
        with ThreadPoolExecutor(THREADS) as pool:
            for (_, last), more in zip(todo, pool.map(fill, todo), strict=True):
                found += more
                looked_at = last * self.numbering.size
                if stopped_by := watch.stopped_by((layer + 1) * self.arrangements + looked_at):
                    pool.shutdown(cancel_futures=True)
                    return stopped_by
                share = looked_at * 100 // self.arrangements
                progress(f"minimum {layer + 1}: {share} % done, {found:,} arrangements", minimum=layer + 1)
        self.layer += 1
        return None

    def rings(self, numbers: NDArray[np.int64]) -> NDArray[np.uint64]:
        """Return the rings of the arrangements of these numbers, from the mover's first place."""
        rings = np.zeros(numbers.size, np.uint64)
        room = np.zeros(self.numbering.weights.size, np.uint64)
        blocks.write_rings(self.game, self.numbering, numbers, room, rings)
        return rings

    def blocks_of_mover(self, stone: int) -> NDArray[np.bool_]:
        """Return for each block whether the mover holds a stone in it."""
        weight = int(self.numbering.weights[0])  # the mover's set is the first digit of a block's number
        firsts = np.arange(0, self.blocks, weight, dtype=np.int64) * self.numbering.size
        places = self.rings(firsts)[:, None] >> np.arange(0, 4 * self.game.hand, 4, dtype=np.uint64)
        return np.repeat(((places & STONE) == stone).any(axis=1), weight)

    def hardest(self, within: NDArray[np.bool_], most: int) -> Iterator[tuple[int, int]]:
        """Yield minimum and ring of up to `most` arrangements in some blocks, the hardest first."""
        size = self.numbering.size
        for turns in range(self.layer, -1, -1):
            for block in np.flatnonzero(within & (self.counts[turns] > 0)).tolist():
                indices = np.flatnonzero(self.distance[block * size : (block + 1) * size] == turns)[:most]
                yield from ((turns, int(ring)) for ring in self.rings(block * size + indices))
                most -= indices.size
                if not most:
                    return

    def save(self, path: Path, name: str) -> None:
        """Write what is known after the last complete layer, under a name for the assignment of cards."""
        payload = [self.distance.data, self.counts.reshape(-1).view(np.uint8).data]
        files.write_checked(path, KIND, VERSION, payload, {"census": name, "layer": self.layer})

    def restore(self, path: Path, name: str) -> None:
        """Restore what `save` wrote under the same name.

        Raises
        ------
        DamagedFileError
            The file is damaged, or has another name in it.
        OSError
            It cannot be read.
        """
        mapped, about = files.map_checked(path, KIND, VERSION)
        if about.get("census") != name:
            raise files.DamagedFileError(f"{path} is not a file of this census")
        start = files.HEADER_BYTES
        self.distance[:] = np.frombuffer(mapped, np.uint8, self.distance.size, start)
        counts = np.frombuffer(mapped, np.uint16, self.counts.size, start + self.distance.size)
        self.counts[:] = counts.reshape(self.counts.shape)
        self.layer = about["layer"]
