"""Cross-play of the ready partners in the mini game: some minutes. Turns are the same everywhere."""

from __future__ import annotations

from itertools import islice

from benchmarks.frame import Results, Run, Study, Table
from benchmarks.marks import DOCS, grid
from narabi_solver import random_deals
from narabi_solver.env import cross_play
from narabi_solver.hidden import policy_named

PARTNERS = ("random", "greedy", "silent", "silent-soft", "asking-once", "asking")
DEALS = 100
SEED = 2031


def measure(run: Run) -> Results:
    """Let all partners play the mini game with each other."""
    deals = islice(random_deals(2, seed=SEED), DEALS)
    found = cross_play([policy_named(name) for name in PARTNERS], deals, seed=SEED)
    own = [row[i].regret for i, row in enumerate(found.results)]
    return {
        "regret": found.regret.tolist(),
        "alone": [(one.low, one.high) for one in own],
        "games": found.results[0][0].games,
        "unsolvable": found.results[0][0].unsolvable,
    }


def table(found: Results) -> str:
    """Return what the page says."""
    rows = (
        [f"`{name}`", *(f"{regret:.2f}" for regret in row), f"{low:.2f} to {high:.2f}"]
        for name, row, (low, high) in zip(PARTNERS, found["regret"], found["alone"], strict=True)
    )
    heads = " | ".join(f"`{name}`" for name in PARTNERS)
    return (
        f"{grid(f' | {heads} | with itself, 95 %', rows)}\n\n"
        f"{found['games']} deals of the mini game, seed {SEED}; {found['unsolvable']} more cannot be won."
    )


STUDY = Study(__name__, [Table(DOCS / "howto" / "learning.md", "partners", table)], measure)
