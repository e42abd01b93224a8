"""Placements in which the loser's run overtakes, from the placements of each region, for the checker.

The winner's pieces stand still and divide the other squares into regions. A piece of the loser never leaves
its region, and pieces in different regions never touch. Only the size of a piece's own group and the winner's
pieces beside it decide whether it is paralysed. A frozen group is larger than all of the winner's groups, and
only other groups of the loser that are at least as large matter to the freeze. If one region alone holds
enough pieces for such a group, the pieces of each region move as if those of the others were not there. So
the loser can reach every combination of the placements of the regions, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from mabi_search.certify.checker_rules import RUN, Moment, Readings, after_step, greatest, parts, steps


class TooManyPlacementsError(Exception):
    """There are too many placements."""


class SeveralError(Exception):
    """Several regions hold enough pieces to overtake."""


def overtaking_moments(
    first: Moment, readings: Readings, most: int, show: Callable[[int], None]
) -> list[Moment]:
    """Return every moment of a run with a larger group than the other side's; `first` has none.

    Raises
    ------
    TooManyPlacementsError
        More than `most` placements have to be listed, of a region or of all.
    SeveralError
        Several regions hold enough pieces to overtake.
    """
    runner, standing = first.pieces[first.side], first.pieces[1 - first.side]
    large = greatest(standing)
    regions = sorted(parts(first.board & ~standing), key=lambda region: -(region & runner).bit_count())
    if len(regions) > 1 and (regions[1] & runner).bit_count() > large:
        raise SeveralError
    together: list[int] = []
    for region in regions:
        if runner & region:
            listed = _placements(_with(first, runner & region), readings, most, show)
            if region == regions[0]:
                together = [pieces for pieces in listed if greatest(pieces) > large]
            elif len(together) * len(listed) > most:
                raise TooManyPlacementsError
            else:
                together = [pieces | others for pieces, others in product(together, listed)]
        if not together:
            break
    return [_with(first, pieces)._replace(mode=RUN, holder=first.side) for pieces in together]


def _placements(first: Moment, readings: Readings, most: int, show: Callable[[int], None]) -> list[int]:
    """Return the placements that the side to move can reach alone, with its pieces of one region only."""
    listed = {first.pieces[first.side]: first}
    for moment in (fringe := [first]):
        for step in steps(moment, readings):
            after = after_step(moment, step)
            if after.pieces[first.side] not in listed:
                listed[after.pieces[first.side]] = after
                fringe.append(after)
                show(1)
        if len(listed) > most:
            raise TooManyPlacementsError
    return list(listed)


def _with(moment: Moment, pieces: int) -> Moment:
    """Return a moment with other pieces of the side to move."""
    standing = moment.pieces[1 - moment.side]
    return moment._replace(pieces=(pieces, standing) if moment.side == 0 else (standing, pieces))
