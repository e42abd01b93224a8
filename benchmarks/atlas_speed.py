"""Times `make_atlas`, counts its search grades, and writes what `docs/speed.md` says.

::

    python -m benchmarks.atlas_speed        # some minutes on one core
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet

from benchmarks.marks import SPEED, put
from benchmarks.run import about, processor_seconds
from narabi_solver.statistics import make_atlas

RESULTS = Path(__file__).with_name("atlas_results.json")
BEGIN, END = "<!-- atlas begin -->", "<!-- atlas end -->"
SEED = 2028
DEALS = {3: 40_960, 4: 40_960, 5: 10_240}
MILLION = 1_000_000


def measured(players: int, folder: Path) -> dict[str, Any]:
    """Return processor seconds for some deals, and how many have each search grade."""
    make_atlas(players, 10, out=folder / f"warm-{players}.parquet")
    path = folder / f"{players}.parquet"
    seconds = processor_seconds(lambda: make_atlas(players, DEALS[players], seed=SEED, out=path))
    table = pyarrow.parquet.read_table(path)
    grades = table["search_grade"].drop_null().to_numpy()
    return {
        "deals": DEALS[players],
        "seconds": seconds,
        "bytes": path.stat().st_size,
        "grades": np.bincount(grades, minlength=6)[1:].tolist(),
    }


def table(results: dict[str, Any]) -> str:
    """Return what the page says."""
    lines = [
        "| players | deals | a second | a million takes | file of a million | of search grade 1 to 5 |",
        "|---|---|---|---|---|---|",
    ]
    for players, one in results["players"].items():
        rate = one["deals"] / one["seconds"]
        shares = ", ".join(f"{count / sum(one['grades']):.0%}" for count in one["grades"])
        lines.append(
            f"| {players} | {one['deals']:,} | {rate:,.0f} | {MILLION / rate / 60:,.0f} min | "
            f"{one['bytes'] / one['deals'] * MILLION / 1e6:.0f} MB | {shares} |"
        )
    of = results["about"]
    written = f"Written by `{of['command']}` at commit {of['commit']} on {of['processor']}."
    return "\n".join([*lines, "", written])


def main() -> None:
    """Measure, keep the results, and write the page."""
    made_by = about() | {"command": "python -m benchmarks.atlas_speed"}
    with tempfile.TemporaryDirectory() as folder:
        players = {str(count): measured(count, Path(folder)) for count in DEALS}
    results = {"about": made_by, "players": players}
    RESULTS.write_text(json.dumps(results, indent=1) + "\n")
    put(SPEED, table(results), BEGIN, END)


if __name__ == "__main__":
    main()
