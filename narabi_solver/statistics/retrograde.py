"""Runs the census kernels over all arrangements of a deal's stones, layer by layer.

Each stone keeps its card. Layer n has the arrangements whose minimum is n.
"""

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
from _gamekit.problems import number_of
from _gamekit.progress import Progress
from narabi_solver.game.rules import TRACK
from narabi_solver.kernels.census import blocks, layers
from narabi_solver.kernels.census.blocks import Numbering
from narabi_solver.kernels.state import STONE, Game
from narabi_solver.solving.packing import PackedDeals
from narabi_solver.solving.twelve_table import pieces

KIND, VERSION = "narabi census under way", 1
"""Kind and version of the file; the version is also raised when the numbering of arrangements changes."""

SLICE = 1 << 22
"""Number of arrangements visited between two checks of the limits: some hundredths of a second."""

THREADS = 2
"""Number of threads. The kernels run without the interpreter lock; more than two were not tried."""


def numbering_of(game: Game) -> Numbering:
    """Return the tables that number the arrangements of a game."""
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
    """All arrangements of one assignment of cards to stones, seen from the mover, with their minimums."""

    def __init__(self, packed: PackedDeals):
        """Create a search in which no layer is known; `packed` is any arrangement, without no-undo."""
        self.game, self.cards = packed.game, packed.cards
        self.numbering = numbering_of(self.game)
        self.arrangements = math.factorial(self.game.places)
        self.blocks = self.arrangements // self.numbering.size
        self.distance: NDArray[np.uint8] = np.full(self.arrangements, layers.UNKNOWN, np.uint8)
        """The minimum of each arrangement, by number; 255 for an arrangement in no layer.
        `kernels.census.blocks` explains the numbering.
        """
        self.counts: NDArray[np.uint16] = np.zeros((TRACK + 1, self.blocks), np.uint16)
        """(25, blocks): the number of arrangements with each minimum in each block."""
        self.layer = -1
        """The number of the last complete layer; -1 if there is none."""

    @property
    def finished(self) -> bool:
        """True if the last complete layer is empty, or is layer 24, the largest possible minimum."""
        return self.layer == TRACK or (self.layer >= 0 and not self.counts[self.layer].any())

    def advance(self, watch: Watch, progress: Progress) -> str | None:
        """Find the next layer; return the limit that stopped the search for good, or None."""
        layer = self.layer

        def fill(piece: tuple[int, int]) -> int:
            scratch = np.zeros(self.numbering.weights.size, np.uint64)
            known = layers.Known(self.distance, self.counts, scratch)
            if layer < 0:
                return int(layers.fill_wins(self.game, self.numbering, known, *piece))
            return int(layers.fill_layer(self.game, self.cards, self.numbering, known, layer, *piece))

        todo = list(pieces(self.blocks, max(1, SLICE // self.numbering.size)))
        added = 0
        with ThreadPoolExecutor(THREADS) as pool:
            for (_, last), more in zip(todo, pool.map(fill, todo), strict=True):
                added += more
                looked_at = last * self.numbering.size
                if stopped_by := watch.stopped_by((layer + 1) * self.arrangements + looked_at):
                    pool.shutdown(cancel_futures=True)
                    return stopped_by
                share = looked_at * 100 // self.arrangements
                arrangements = number_of(added, "arrangement")
                progress(f"minimum {layer + 1}: {share} % done, {arrangements}", minimum=layer + 1)
        self.layer += 1
        return None

    def rings(self, numbers: NDArray[np.int64]) -> NDArray[np.uint64]:
        """Return the rings of the arrangements with these numbers, from the mover's first place."""
        rings = np.zeros(numbers.size, np.uint64)
        scratch = np.zeros(self.numbering.weights.size, np.uint64)
        blocks.write_rings(self.game, self.numbering, numbers, scratch, rings)
        return rings

    def blocks_of_mover(self, stone: int) -> NDArray[np.bool_]:
        """Return, for each block, whether the given stone belongs to the mover in its arrangements."""
        weight = int(self.numbering.weights[0])  # the mover's set is the first digit of a block's number
        firsts = np.arange(0, self.blocks, weight, dtype=np.int64) * self.numbering.size
        places = self.rings(firsts)[:, None] >> np.arange(0, 4 * self.game.hand, 4, dtype=np.uint64)
        return np.repeat(((places & STONE) == stone).any(axis=1), weight)

    def hardest(self, within: NDArray[np.bool_], most: int) -> Iterator[tuple[int, int]]:
        """Yield the minimum and ring of at most `most` arrangements in the blocks `within`, hardest first."""
        size = self.numbering.size
        for turns in range(self.layer, -1, -1):
            for block in np.flatnonzero(within & (self.counts[turns] > 0)).tolist():
                indices = np.flatnonzero(self.distance[block * size : (block + 1) * size] == turns)[:most]
                yield from ((turns, int(ring)) for ring in self.rings(block * size + indices))
                most -= indices.size
                if not most:
                    return

    def save(self, path: Path, name: str) -> None:
        """Write all complete layers to a file, with a name that identifies the stones and their cards."""
        payload = [self.distance.data, self.counts.reshape(-1).view(np.uint8).data]
        files.write_checked(path, KIND, VERSION, payload, {"census": name, "layer": self.layer})

    def restore(self, path: Path, name: str) -> None:
        """Restore a search that `save` has written under the same name.

        Raises
        ------
        DamagedFileError
            The file is damaged, or was saved under another name.
        OSError
            The file cannot be read.
        """
        mapped, about = files.map_checked(path, KIND, VERSION)
        if about.get("census") != name:
            raise files.DamagedFileError(f"{path} is not a file of this census")
        start = files.HEADER_BYTES
        with files.contents(path):
            distance = np.frombuffer(mapped, np.uint8, self.distance.size, start)
            counts = np.frombuffer(mapped, np.uint16, self.counts.size, start + self.distance.size)
            self.layer = range(TRACK + 1).index(about["layer"])
        self.distance[:], self.counts[:] = distance, counts.reshape(self.counts.shape)
