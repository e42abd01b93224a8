"""Decide region by region whether a side that moves alone can ever overtake."""

from __future__ import annotations

from _gamekit.limits import Watch
from _gamekit.problems import number_of
from _gamekit.progress import Progress, silent
from mabi_search.game import packed as packing, rules as game
from mabi_search.game.position import Position
from mabi_search.game.readings import sound
from mabi_search.game.rules import ALTERNATE, PASS, Rules, State
from mabi_search.kernels.runs import levels, region
from mabi_search.runs.run_search import SLICE, RunSearch

MOST_PLACEMENTS = 1 << 23
"""Maximum number of placements of the pieces in one region."""
PLACEMENT_BYTES = 16
NEVER = "never"
AT_ONCE, ROOM_OF_EACH = 1 << 8, 1 << 5
"""AT_ONCE: number of placements of regions searched before the run is searched, and maximum number of
placements of the run that are expanded. ROOM_OF_EACH: number of new placements for which each expansion has
memory."""


class RegionSearch:
    """Decide region by region whether the side that runs after a pass can ever overtake.

    The search ends without an answer if it finds that a larger group may be possible, or if the memory does
    not suffice for all placements.

    Parameters
    ----------
    state
        The state of alternate play before the pass.
    watch
        The limits of the search.
    most
        The size that a group must exceed. By default, it is the size of the largest group of the side that
        passes.
    placements
        Maximum number of placements in each region.
    """

    def __init__(
        self,
        state: State,
        rules: Rules,
        watch: Watch,
        most: int | None = None,
        placements: int = MOST_PLACEMENTS,
    ):
        self.watch = watch
        self.packed = packed = packing.pack(state, rules)
        self.most = game.largest(state, state.side) if most is None else most
        self.met = region.scratch(
            min(placements, 1 << (watch.limits.max_memory // PLACEMENT_BYTES | 2).bit_length() - 1)
        )
        self.how = region.begin(packed.setting, self.met, packed.own, packed.enemy, self.most)
        """The state of the search: one of the constants of `kernels.runs.region`."""
        self.over = False

    @property
    def made(self) -> int:
        """Number of placements searched."""
        return int(self.met.cursor[region.BEFORE] + self.met.cursor[region.COUNT])

    def go_on(self, until: int, progress: Progress) -> str | None:
        """Search up to `until` placements; return NEVER if proven, the limit reached, or None."""
        while not self.over:
            if self.how == region.NEVER:
                self.over = True
                return NEVER
            if self.made >= until:
                break
            self.how = region.advance(self.packed.setting, self.met, self.packed.own, SLICE)
            self.over = self.how in (region.REACHED, region.FULL)
            if (reason := self.watch.stopped_by(self.made)) is not None:
                return reason
            progress(f"{number_of(self.made, 'placement')} after a pass", nodes=self.made)
        return None


def may_hold_out(position: Position) -> bool:
    """Return whether the side to move is the holder and may pass, and the run that follows is finite."""
    rules, state = position.rules, position.state
    if state.mode != ALTERNATE or state.holder != state.side or not sound("holding out", rules):
        return False
    return game.why_illegal(state, PASS, rules) is None


def holds_out(position: Position, watch: Watch, placements: int) -> tuple[bool, int]:
    """Return whether a pass is proven to win because the other side can never overtake.

    The second value is the number of placements searched.
    """
    state, rules = position.state, position.rules
    search = RegionSearch(state, rules, watch, placements=1 << placements.bit_length())
    ended = search.go_on(min(placements, AT_ONCE), silent)
    if ended is not None or search.over or placements <= AT_ONCE:
        return ended == NEVER, search.made
    run = RunSearch(
        watch, AT_ONCE * ROOM_OF_EACH, answers=False
    )  # this search quickly reaches a group that overtakes, if any
    after = packing.pack(game.play_unchecked(state, PASS, rules), rules)
    run.begin(after, False, levels.GREATEST, search.most + 1, min(AT_ONCE, placements // ROOM_OF_EACH))
    run.go_on()
    if not run.wins:
        ended = search.go_on(placements, silent)
    return ended == NEVER, search.made + run.made
