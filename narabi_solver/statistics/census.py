"""Computes the minimum of every arrangement of a deal's stones; each stone keeps its card."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, SupportsIndex

from _gamekit.checks import Between
from _gamekit.facts import AsDict, Fact, Facts, Result, Rows, for_people, for_programs
from _gamekit.limits import Limits, Watch
from _gamekit.problems import number_of, or_default
from _gamekit.progress import Progress, silent, while_waiting
from narabi_solver.game.cards import BLANKS, NUMBERS
from narabi_solver.game.deal import Deal
from narabi_solver.game.errors import ArgumentError, InternalError
from narabi_solver.game.facts import assumed_fact, rules_of
from narabi_solver.game.rules import Rules, Stone
from narabi_solver.sizes import MAX_HARDEST
from narabi_solver.solving.answers import Outcome, Solution
from narabi_solver.solving.packing import PackedDeals, pack
from narabi_solver.solving.solve import solve
from narabi_solver.statistics.census_files import Files
from narabi_solver.statistics.retrograde import Retrograde

LARGEST_PLACES = 12

SECONDS_BETWEEN_FILES = 20.0
"""Least number of seconds between two saves, because a save writes half a gigabyte."""


@dataclass(frozen=True)
class Counts(AsDict):
    """The numbers of arrangements with each minimum."""

    arrangements: int
    """Number of all arrangements; blanks with the same card count as different stones."""
    distribution: Mapping[int, int] = field(hash=False)
    """The number of arrangements with each minimum that occurs."""
    unsolvable: int
    """Number of arrangements that cannot be won within 24 turns; 0 if the census was stopped."""
    undecided: int = 0
    """Number of arrangements whose minimum is only known to exceed all minimums in `distribution`; 0 unless
    the census was stopped.
    """

    @property
    def mean_turns(self) -> float | None:
        """The mean of the minimums in `distribution`; None if `distribution` is empty."""
        solvable = sum(self.distribution.values())
        turns = sum(minimum * count for minimum, count in self.distribution.items())
        return turns / solvable if solvable else None

    def facts(self) -> list[Fact]:
        """Return the number of arrangements, and of those with each minimum, for programs only."""
        mean = None if self.mean_turns is None else round(self.mean_turns, 6)
        return [
            Fact("count", self.arrangements),
            *for_programs(self, "distribution", "unsolvable"),
            Fact("mean_turns", mean),
        ]

    def cells(self, turns: int | None) -> list[Fact]:
        """Return cells of a table: the number of arrangements with a minimum (None: no win) and its share."""
        number = self.unsolvable if turns is None else self.distribution.get(turns, 0)
        return [
            for_people("deals", f"{number:,}"),
            for_people("share", f"{number * 100 / self.arrangements:.4f} %"),
        ]


@dataclass(frozen=True)
class Census(Result):
    """The minimums of all arrangements of a deal's stones; each stone keeps its card."""

    deal: Deal
    """The deal that names the stones and their cards; the places of the stones do not matter."""
    all: Counts
    """Counts of all arrangements, for a fixed player to move."""
    deals: Counts
    """Counts of the arrangements in which the player to move holds the 0. Only these arrangements can be
    dealt.
    """
    hardest: tuple[Solution, ...]
    """Solvable deals with the highest minimums, hardest first, each solved separately; seat A holds the 0."""
    stopped_by: str | None = None
    """The limit that stopped the census, "nodes", "seconds", "memory" or "interrupt"; None if it is
    complete.
    """

    def __repr__(self) -> str:
        return f"<Census: {number_of(self.deals.arrangements, 'deal')} of {self.deal.players} players>"

    def facts(self) -> Facts:
        """Return the numbers of deals and arrangements with each minimum. The census must be complete."""
        deal, all_arrangements, deals = self.deal, self.all, self.deals
        mean = deals.mean_turns
        words = f"{mean:.4f} turns, of the deals that can be won" if mean is not None else ""
        rows = [
            [for_people("minimum", "no win" if turns is None else str(turns)), *deals.cells(turns)]
            + [
                cell._replace(label=cell.named.replace("deals", "all arrangements"))
                for cell in all_arrangements.cells(turns)
            ]
            for turns in (*sorted({*all_arrangements.distribution, *deals.distribution}), None)
        ]
        return [
            Fact("deal", deal),
            for_people("stones", " ".join(sorted(map(str, deal.ring)))),
            Fact("players", deal.players, f"{deal.players}"),
            for_people("mean", words, "bold"),
            Fact("arrangements", all_arrangements.arrangements),
            Fact("distribution", all_arrangements.distribution),
            Fact("unsolvable", all_arrangements.unsolvable),
            Fact("deals", deals),
            assumed_fact(deal.assumed),
            Rows("", rows, range(5)),
            for_people("", "Deals: the player to move holds the 0. Blanks count as different stones."),
            Rows(
                "hardest",
                [
                    [
                        Fact("turns", solution.turns, f"{solution.turns} turns", ""),
                        Fact("deal", solution.deal, str(solution.deal), ""),
                    ]
                    for solution in self.hardest
                ],
            ),
            Fact("rules", rules_of(Rules(), deal.players, deal.deck)),
        ]


def census(
    deal: Deal,
    *,
    hardest: Annotated[SupportsIndex, Between(0, MAX_HARDEST)] = 3,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> Census:
    """Count the arrangements of a deal's stones by their minimum; each stone keeps its card.

    The census uses the plain rules. It needs 0.7 GB of memory (1.1 GB to continue after a stop), and a minute
    or two on one core. The result is kept in the cache folder. The state of the search, half a gigabyte, is
    saved there at most every 20 seconds. After a stop, the same call continues from the saved state.

    Parameters
    ----------
    deal : Deal
        The deal, which names the stones, their cards and the number of players. The places of the stones, the
        seat that begins and the `moves` do not matter.
    hardest : int, default: 3
        Number of the hardest deals to return, at most 100.
    limits : Limits, optional
        An arrangement counts as one node for each minimum that is searched. If left out, the only limit is 4
        GiB of memory.
    progress : Progress, optional
        Called several times a second with the `minimum` that is being searched.

    Returns
    -------
    Census
        The numbers of arrangements with each minimum, and the hardest deals.

    Raises
    ------
    ArgumentError
        The deal is for five players or has no 0, or `hardest` is out of range.
    InternalError
        The solver finds another minimum for one of the hardest deals.
    _gamekit.folders.NamedFolderError
        The user named a cache folder that cannot be written.

    Notes
    -----
    The search is retrograde. The first layer has the arrangements in order. Each further layer has the new
    arrangements from which a legal swap leads into the layer before it. No-undo is not supported, because the
    last swap would be a part of the state.
    """
    _check(deal)
    limits = or_default(limits, Limits)
    dealt_in_order = _in_a_row(deal)
    packed = pack(dealt_in_order.start(), Rules())
    with Files(packed) as kept:
        record = kept.result()
        stopped_by = None
        if record is None:
            record, stopped_by = _searched(packed, kept, Watch(limits), progress or silent)
    stopped = stopped_by is not None
    solutions = []
    for turns, ring in record["hardest"][:hardest]:
        solution = solve(_deal_of(dealt_in_order, ring), limits=Limits(stop=limits.stop))
        if solution.outcome is Outcome.UNDECIDED:
            stopped_by = solution.stopped_by
            break
        if solution.turns != turns:
            raise InternalError(
                f"census and solver disagree about {solution.deal}: {turns} turns, {solution.summary}; "
                "please report this"
            )
        solutions.append(solution)
    arrangements = math.factorial(len(dealt_in_order.ring))
    dealt = arrangements // deal.players  # each seat holds the 0 equally often
    return Census(
        deal,
        _counts(record["all"], arrangements, stopped),
        _counts(record["deals"], dealt, stopped),
        tuple(solutions),
        stopped_by,
    )


def _check(deal: Deal) -> None:
    places = len(deal.ring)
    if places > LARGEST_PLACES:
        raise ArgumentError(
            f"a census is for three or four players: {places} stones have too many arrangements "
            f"({math.factorial(places):,}) to keep them all"
        )
    if all(stone.label != "0" for stone in deal.ring):
        raise ArgumentError("a census needs the stone 0, which decides who begins")


def _in_a_row(deal: Deal) -> Deal:
    """Return the deal with the stones in ascending order, so that all arrangements lead to the same deal."""
    row = sorted(deal.ring, key=lambda stone: ((NUMBERS + BLANKS).index(stone.label), stone.card))
    return _dealt(deal, row)


def _deal_of(numbered: Deal, ring: int) -> Deal:
    """Return the deal of a packed ring; the number of a stone is its place in `numbered`."""
    return _dealt(numbered, [numbered.ring[ring >> 4 * place & 0xF] for place in range(len(numbered.ring))])


def _dealt(deal: Deal, ring: list[Stone]) -> Deal:
    hand = len(ring) // deal.players
    seats = tuple(tuple(ring[i : i + hand]) for i in range(0, len(ring), hand))
    return Deal(seats, deck=deal.deck, unusual=deal.unusual)


def _searched(
    packed: PackedDeals, kept: Files, watch: Watch, progress: Progress
) -> tuple[dict[str, Any], str | None]:
    """Return the results of a census for its file, and the limit that stopped the census, or None.

    The results are the numbers of arrangements and of deals with the minimums 0, 1, 2, …, and the minimum and
    the ring of each of the hardest deals.
    """
    if math.factorial(packed.game.places) > watch.limits.max_memory:  # one byte for each
        return {"all": [], "deals": [], "hardest": []}, "memory"
    with while_waiting(lambda: "reading what was saved"):
        search = Retrograde(packed)
        kept.restore(search)
    last_file = time.monotonic()
    while not search.finished:
        if stopped_by := search.advance(watch, progress):
            return _record(search, 0), stopped_by
        if time.monotonic() - last_file >= SECONDS_BETWEEN_FILES and not search.finished:
            progress(f"minimum {search.layer}: saving progress", minimum=search.layer)
            kept.save(search)
            last_file = time.monotonic()
    record = _record(search, MAX_HARDEST)
    kept.finish(record)
    return record, None


def _record(search: Retrograde, most: int) -> dict[str, Any]:
    complete = search.counts[: search.layer + 1]
    mover_holds_0 = search.blocks_of_mover(0)  # stones are numbered in ascending order
    return {
        "all": complete.sum(axis=1, dtype=int).tolist(),
        "deals": complete[:, mover_holds_0].sum(axis=1, dtype=int).tolist(),
        "hardest": list(search.hardest(mover_holds_0, most)),
    }


def _counts(layers: list[int], arrangements: int, stopped: bool) -> Counts:
    rest = arrangements - sum(layers)
    distribution = {turns: count for turns, count in enumerate(layers) if count}
    return Counts(arrangements, distribution, 0 if stopped else rest, rest if stopped else 0)
