"""Times `make_atlas`, and counts its search grades; some minutes of one core."""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet

from benchmarks.frame import Results, Run, Study, Table
from benchmarks.marks import SPEED, grid
from benchmarks.timing import processor_seconds
from narabi_solver.statistics import make_atlas

SEED = 2028
DEALS = {3: 40_960, 4: 40_960, 5: 10_240}
MILLION = 1_000_000


def measured(players: int) -> dict[str, Any]:
    """Return processor seconds for some deals, and how many have each search grade."""
    with tempfile.TemporaryDirectory() as folder:
        make_atlas(players, 10, out=Path(folder) / "warm.parquet")
        path = Path(folder) / "atlas.parquet"
        seconds = processor_seconds(lambda: make_atlas(players, DEALS[players], seed=SEED, out=path))
        table = pyarrow.parquet.read_table(path)
        grades = np.bincount(table["search_grade"].drop_null().to_numpy(), minlength=6)[1:].tolist()
        return {"deals": DEALS[players], "seconds": seconds, "bytes": path.stat().st_size, "grades": grades}


def table(results: dict[str, Any]) -> str:
    """Return what the page says."""
    lines = []
    for players, one in results["players"].items():
        rate = one["deals"] / one["seconds"]
        shares = ", ".join(f"{count / sum(one['grades']):.0%}" for count in one["grades"])
        line = [players, f"{one['deals']:,}", f"{rate:,.0f}", f"{MILLION / rate / 60:,.0f} min"]
        lines.append([*line, f"{one['bytes'] / one['deals'] * MILLION / 1e6:.0f} MB", shares])
    heads = "players | deals | a second | a million takes | file of a million | of search grade 1 to 5"
    return grid(heads, lines)


def measure(run: Run) -> Results:
    """Measure each number of players."""
    return {"players": {str(one): run.part(f"{one} players", partial(measured, one)) for one in DEALS}}


STUDY = Study(__name__, [Table(SPEED, "atlas", table)], measure)
