"""`make_atlas` writes an atlas, a parquet file of random deals with their grades, block by block."""

from __future__ import annotations

import operator
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from _gamekit.facts import Fact, Facts, Result, Rows, for_people
from _gamekit.limits import WorkerCount
from _gamekit.problems import number_of
from _gamekit.progress import Progress
from _gamekit.work import study_files
from _gamekit.work.study import DealCount
from narabi_solver.game.deck import Deck
from narabi_solver.game.ids import DealId
from narabi_solver.game.random_deals import random_deal
from narabi_solver.game.rules import TRACK, Rules
from narabi_solver.sizes import ATLAS_DEALS
from narabi_solver.solving.packing import pack
from narabi_solver.solving.search import warm_up
from narabi_solver.statistics import grading, parquet
from narabi_solver.statistics.blocks import UNSOLVABLE, Block, Totals, answer
from narabi_solver.statistics.survey import SurveySettings

if TYPE_CHECKING:
    import pyarrow as pa


STUDY = "atlas"
"""The name of the study in the metadata of the file."""
GRADING = 1
"""Version of the columns; it is raised when the meaning of a column changes. `atlas_reading` reads only this
version.
"""
BLOCK = {3: 4_096, 4: 4_096, 5: 1_024}
"""Number of deals in a block, for each number of players: two or three seconds of work."""


@dataclass(frozen=True)
class AtlasSettings(SurveySettings):
    """The settings of an atlas: the deals, with the plain rules and the built-in deck."""

    verb = "graded"

    @property
    def block(self) -> int:
        """Number of deals in a block."""
        return BLOCK[self.players]

    def identity(self) -> dict[str, Any]:
        """Return everything on which the rows depend, as JSON."""
        return super().identity() | {"study": STUDY, "grading": GRADING}

    def columns(self) -> pa.Schema:
        """Return the schema of the rows."""
        return columns()

    def answer(
        self, start: int, count: int, with_rows: bool, stop: Callable[[], bool] | None
    ) -> tuple[Totals, bytes]:
        """Return the totals of a block of deals, and the rows of the deals."""
        block = answer(self, start, count, stop)
        grades = grading.grades(block.deals, block.results, block.results <= TRACK, stop)
        return block.totals(start), _rows(self, start, block, grades)


@dataclass(frozen=True)
class Atlas(Result):
    """A report on a file with graded deals."""

    settings: AtlasSettings
    """The settings, which determine the deals."""
    path: Path
    """The file."""
    totals: Totals
    """The number of deals with each result, with the first examples."""
    seconds: float
    """Wall-clock seconds of this call."""
    answered: int
    """Number of deals graded by this call; the other deals were in the file already."""

    @property
    def distribution(self) -> dict[int, int]:
        """The number of deals with each minimum that occurs."""
        return {turns: n for turns, n in enumerate(self.totals.counts[: TRACK + 1]) if n}

    @property
    def unsolvable(self) -> int:
        """Number of deals proven to be unsolvable."""
        return self.totals.counts[UNSOLVABLE]

    @property
    def deals_per_second(self) -> float:
        """Number of deals that this call graded per second; 0 if all deals were in the file already."""
        return self.answered / self.seconds if self.answered else 0.0

    def facts(self) -> Facts:
        """Return the facts about the file, and the number of deals with each minimum."""
        settings, took = self.settings, "all deals were in the file"
        if self.answered:
            took = f"{number_of(self.answered, 'deal')} in {self.seconds:.1f} s, "
            took += f"{self.deals_per_second:,.0f} a second"
        dealt = f"{settings.deals:,} of {settings.players} players, seed {settings.seed}"
        return [
            Fact("file", self.path, str(self.path), "atlas"),
            Fact("players", settings.players),
            Fact("deals", settings.deals, dealt),
            Fact("seed", settings.seed),
            Fact("unsolvable", self.unsolvable, f"{self.unsolvable:,} not solvable (proven)", "lost"),
            Fact("deals_per_second", self.deals_per_second, took, "effort"),
            Fact("distribution", self.distribution),
            Rows(
                "",
                [
                    [for_people("turns", str(n)), for_people("deals", f"{k:,}")]
                    for n, k in self.distribution.items()
                ],
                [0, 1],
            ),
        ]


def make_atlas(
    players: int,
    deals: DealCount = ATLAS_DEALS,
    *,
    out: str | Path,
    seed: int = 0,
    workers: WorkerCount = 1,
    executor: Executor | None = None,
    scheduler: str | None = None,
    stop: Callable[[], bool] | None = None,
    progress: Progress | None = None,
) -> Atlas:
    """Grade the first `deals` deals of a seed, and write a row for each deal to a parquet file.

    The rules are the plain rules and the deck is the built-in one. ``docs/howto/atlas.md`` lists the columns.

    Parameters
    ----------
    players : int
        3, 4 or 5.
    deals : int, default: 1,000,000
        Number of deals.
    out : str or Path
        The file, which needs the extra ``parquet``. After a stop, the same call continues with the rows in
        the file.
    seed : int, default: 0
        As for `random_deal`.
    workers, executor, scheduler : optional
        As for `survey`.
    stop, progress : optional
        As for `survey`.

    Returns
    -------
    Atlas
        The number of deals with each minimum. The file is the same for any number of workers.

    Raises
    ------
    ArgumentError
        An argument is out of range, or `out` is a file with other contents.
    StoppedError
        `stop` returned True, or a worker process died. Finished blocks are saved.
    OSError
        `out` cannot be written. Finished blocks are saved.
    """
    deals, workers = map(operator.index, (deals, workers))
    settings = AtlasSettings(players, deals, seed, Rules(), Deck.standard())
    warm_up(pack(random_deal(players).state(), Rules()).game)  # before the clock runs
    done = settings.run(
        workers=workers, executor=executor, scheduler=scheduler, out=out, stop=stop, progress=progress
    )
    return Atlas(settings, Path(out), *done)


def columns() -> pa.Schema:
    """Return the columns of the file."""
    pa = study_files.arrow()

    def filled(name: str, kind: Any) -> Any:
        return pa.field(name, kind, nullable=False)

    return pa.schema(
        [
            filled("id", pa.string()),
            filled("index", pa.uint64()),
            filled("deal", pa.string()),
            pa.field("turns", pa.uint8()),
            pa.field("lines", pa.int64()),
            pa.field("traps", pa.int64()),
            pa.field("forced_turns", pa.list_(pa.uint8())),
            pa.field("difficulty", pa.float64()),
            pa.field("grade", pa.uint8()),
            pa.field("first_choice", pa.uint8()),
            pa.field("longest_trail", pa.uint8()),
            pa.field("mean_trail", pa.float64()),
            pa.field("positions", pa.float64()),
            pa.field("search_grade", pa.uint8()),
        ]
    )


def _rows(settings: AtlasSettings, start: int, block: Block, grades: grading.Grades) -> bytes:
    """Return the rows of a block."""
    pa = study_files.arrow()
    lost = block.results > TRACK
    numbers = range(start, start + lost.size)
    forced = [
        None if no else [turn + 1 for turn in range(TRACK) if bits >> turn & 1]
        for no, bits in zip(lost.tolist(), grades.forced.tolist(), strict=True)
    ]

    def known(column: Any, unless: Any = False) -> Any:
        return pa.array(column, mask=lost | unless)

    return study_files.stream(
        [
            pa.array([str(DealId(settings.players, settings.seed, number)) for number in numbers]),
            pa.array(np.arange(lost.size, dtype=np.uint64) + np.uint64(start)),
            parquet.strings(pa, *parquet.deal_texts(settings, block)),
            known(block.results),
            known(grades.lines),
            known(grades.traps),
            pa.array(forced, pa.list_(pa.uint8())),
            known(np.round(grades.difficulty, 3)),
            known(grades.grade),
            known(grades.first_choice, grades.first_choice == 0),
            known(grades.longest_trail),
            known(np.round(grades.mean_trail, 3)),
            known(np.round(grades.positions, 3)),
            known(grades.search_grade),
        ],
        columns(),
    )
