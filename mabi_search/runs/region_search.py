"""Decide region by region whether a side that moves alone can ever overtake."""

from __future__ import annotations

from _gamekit.limits import DEFAULT_MEMORY, Watch
from _gamekit.search import FixedMemory, Status, Stop, drive
from mabi_search.game import packed as packing, rules as game
from mabi_search.game.position import Position
from mabi_search.game.readings import sound
from mabi_search.game.rules import ALTERNATE, PASS, Rules, State
from mabi_search.kernels.runs import levels, region
from mabi_search.runs.run_search import RunSearch

MOST_PLACEMENTS = 1 << 23
"""Maximum number of placements of the pieces in one region."""
PLACEMENT_BYTES = 16
AT_ONCE, ROOM_OF_EACH = 1 << 8, 1 << 5
"""AT_ONCE: number of placements of regions searched before the run is searched, and maximum number of
placements of the run that are expanded. ROOM_OF_EACH: number of new placements for which each expansion has
memory."""
STATUSES = {
    region.RUNNING: Status.RUNNING, region.NEVER: Status.DECIDED,
    region.REACHED: Status.EXHAUSTED, region.FULL: Status.EXHAUSTED,
}  # fmt: skip


class RegionSearch(FixedMemory):
    """A search, region by region, for a proof that the side that runs after a pass can never overtake.

    The search is exhausted if it finds that a larger group may be possible, or if the memory does not suffice
    for all placements.

    Parameters
    ----------
    state
        The state of alternate play before the pass.
    max_memory
        The memory limit in bytes.
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
        max_memory: int = DEFAULT_MEMORY,
        most: int | None = None,
        placements: int = MOST_PLACEMENTS,
    ):
        self.packed = packed = packing.pack(state, rules)
        self.most = game.largest(state, state.side) if most is None else most
        self.work = region.scratch(min(placements, 1 << (max_memory // PLACEMENT_BYTES | 2).bit_length() - 1))
        self.status = STATUSES[region.begin(packed.setting, self.work, packed.own, packed.enemy, self.most)]

    @property
    def nodes(self) -> int:
        """Number of placements searched."""
        return int(self.work.cursor[region.BEFORE] + self.work.cursor[region.COUNT])

    @property
    def regions_left(self) -> int:
        """Number of regions with enough pieces that are still to be searched, after the current one."""
        return int(self.work.cursor[region.LEFT])

    def advance(self, quota: int) -> Status:
        """Reach at most `quota` placements, but for further placements of the last expansion."""
        if self.status is Status.RUNNING:
            packed = self.packed
            self.status = STATUSES[region.advance(packed.setting, self.work, packed.own, quota)]
        return self.status


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
    state, rules, max_memory = position.state, position.rules, watch.limits.max_memory
    search = RegionSearch(state, rules, max_memory, placements=1 << placements.bit_length())
    stop = drive(search, watch, until=min(placements, AT_ONCE))
    if stop is not Stop.TURN or placements <= AT_ONCE:
        return stop is Stop.DECIDED, search.nodes
    # this search quickly reaches a group that overtakes, if any
    run = RunSearch(max_memory, AT_ONCE * ROOM_OF_EACH, answers=False)
    after = packing.pack(game.play_unchecked(state, PASS, rules), rules)
    run.begin(after, False, levels.GREATEST, search.most + 1, min(AT_ONCE, placements // ROOM_OF_EACH))
    drive(run, watch)
    if not run.wins:
        stop = drive(search, watch, until=placements)
    return stop is Stop.DECIDED, search.nodes + run.nodes
