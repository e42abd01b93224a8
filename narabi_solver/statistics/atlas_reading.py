"""Finds deals with given properties in an atlas, a file of graded deals.

Each deal is solved again before it is returned.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from _gamekit import folders
from _gamekit.files import DamagedFileError
from _gamekit.folders import named
from _gamekit.problems import number_of
from _gamekit.work import study_files
from narabi_solver.analysis.finding import DealSpec, FoundDeal
from narabi_solver.analysis.swaps import analyse
from narabi_solver.game.deck import Deck
from narabi_solver.game.errors import ArgumentError
from narabi_solver.game.ids import DealId
from narabi_solver.game.random_deals import random_deal
from narabi_solver.statistics.atlas_making import GRADING, STUDY

if TYPE_CHECKING:
    from numpy.typing import NDArray


def atlas_path(players: int) -> Path:
    """Return the default file of the atlas for a number of players, which need not exist.

    Parameters
    ----------
    players : int
        3, 4 or 5.

    Returns
    -------
    Path
        A file in the cache folder.
    """
    return folders.cache_folder()[0] / "atlas" / f"{players}-players.parquet"


class AtlasFile:
    """A finished atlas.

    Parameters
    ----------
    path : str or Path
        A file that `make_atlas` has written.

    Raises
    ------
    ArgumentError
        The file is damaged, is not an atlas, or is an atlas of another version or deck; or pyarrow is
        missing.
    OSError
        The file cannot be read.
    """

    def __init__(self, path: str | Path):
        self.path = named(path)
        try:
            about, _, self.deals = study_files.provenance(self.path)
        except DamagedFileError as error:
            raise ArgumentError(f"{error}; damaged, or not an atlas") from None
        if about.get("study") != STUDY or about.get("grading") != GRADING:
            raise ArgumentError(f"{self.path} is not an atlas of this version: make it with 'narabi atlas'")
        if about.get("deck") != Deck.standard().dumps():
            raise ArgumentError(f"{self.path} is an atlas of another deck")
        self.players, self.seed = int(about["players"]), int(about["seed"])

    def __repr__(self) -> str:
        """Return a description with the deals of the file."""
        deals = number_of(self.deals, "deal")
        return f"<AtlasFile {self.path}: {deals} of {self.players} players, seed {self.seed}>"

    @functools.cached_property
    def _table(self) -> Any:
        names = ["turns", "lines", "traps", "grade"]
        return study_files.arrow().parquet.read_table(self.path, columns=names, memory_map=True)

    def matching(self, spec: DealSpec) -> NDArray[np.int64]:
        """Return the numbers of the deals with given properties, according to the file.

        Parameters
        ----------
        spec : DealSpec
            The properties.

        Returns
        -------
        ndarray
            The numbers, ascending. A number is the `index` of `random_deal`.
        """

        def column(name: str) -> NDArray[np.int64]:
            return np.asarray(self._table[name].cast("int64").fill_null(-1).to_numpy(), np.int64)

        fits = column("turns") >= 0
        if spec.turns is not None:
            fits &= column("turns") == spec.turns
        if spec.single_line:
            fits &= column("lines") == 1
        if spec.no_traps:
            fits &= column("traps") == 0
        if spec.grade is not None:
            fits &= column("grade") == spec.grade
        return np.flatnonzero(fits)

    def find(self, spec: DealSpec, *, begin: int = 0, below: int | None = None) -> Iterator[FoundDeal]:
        """Yield the deals with given properties, after drawing and solving each of them again.

        Parameters
        ----------
        spec : DealSpec
            The properties.
        begin : int, default: 0
            The deals with this number or a higher one come first, and the deals with lower numbers follow.
        below : int, optional
            Limit of the numbers: only deals with lower numbers are yielded.

        Yields
        ------
        FoundDeal
            A deal with its number.

        Raises
        ------
        ArgumentError
            A deal that has the properties according to the file does not really have them.
        """
        numbers = self.matching(spec)
        numbers = numbers if below is None else numbers[numbers < below]
        first = int(np.searchsorted(numbers, begin))
        for number in np.roll(numbers, -first).tolist():
            deal = random_deal(self.players, self.seed, number)
            if not spec.matches(analyse(deal, lines=spec.needs_lines)):
                wrong = DealId(self.players, self.seed, number)
                raise ArgumentError(f"{self.path} is wrong about deal {wrong}: remove it, and make it again")
            yield FoundDeal(number, deal)
