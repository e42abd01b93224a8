"""`RegionSearch`: whether a side that moves alone can ever overtake, region by region."""

from __future__ import annotations

from _gamekit.limits import Watch
from _gamekit.progress import Progress
from mabi_search import packed as packing
from mabi_search.game import rules as game
from mabi_search.game.rules import Rules, State
from mabi_search.kernels import runs as _loaded  # noqa: F401  (compiles or loads the kernels)
from mabi_search.kernels.runs import region
from mabi_search.runs.overtaking import regions, untaken
from mabi_search.runs.run_search import SLICE

MOST_PLACEMENTS = 1 << 23
"""Of the pieces of a region that are met."""
PLACEMENT_BYTES = 16
NEVER = "never"


class RegionSearch:
    """Whether the side that runs after a pass can ever overtake: each region's placements are all met.

    It ends without an answer where a larger group can be had, and where there is no room for all placements.

    Parameters
    ----------
    state
        Alternate play, before the pass.
    watch
        Of the limits.
    most
        Look for a group larger than this, instead of one that overtakes; less than what does.
    """

    def __init__(self, state: State, rules: Rules, watch: Watch, most: int | None = None):
        self.watch = watch
        self.packed = packing.pack(state, rules)
        self.most = game.largest(state, state.side) if most is None else most
        board, runner = state.board, game.other(state.side)
        held = [
            [at for at in one if board[at.rank][at.file] == runner]
            for one in regions(untaken(board, state.side))
        ]
        self.room = min(
            MOST_PLACEMENTS, 1 << (watch.limits.max_memory // PLACEMENT_BYTES | 2).bit_length() - 1
        )
        """Placements that there is room for, a power of two."""
        self.left = sorted(packing.bits(pieces) for pieces in held if len(pieces) > self.most)
        """The runner's pieces in the regions that hold enough of them, and were not looked through."""
        self.met: region.Met | None = None
        self.before = 0
        """Placements met in regions before this one."""
        self.over = False

    @property
    def made(self) -> int:
        """Placements met."""
        return self.before + (0 if self.met is None else int(self.met.cursor[region.COUNT]))

    def go_on(self, until: int, progress: Progress) -> str | None:
        """Go on until so many placements were met; return NEVER, the limit that was reached, or None."""
        while not self.over and (self.made < until or not self.left):
            if not self.left:
                self.over = True
                return NEVER
            if self.met is None:
                self.met = region.room(self.room)
                region.begin(self.met, self.left[-1], self.most)
            how = region.advance(self.packed.setting, self.met, self.packed.own, SLICE)
            if how != region.RUNNING:
                self.before, self.met = self.made, None
                self.left.pop()
                self.over = how != region.NEVER
            if (reason := self.watch.stopped_by(self.made)) is not None:
                return reason
            progress(f"{self.made:,} placements after a pass", nodes=self.made)
        return None
