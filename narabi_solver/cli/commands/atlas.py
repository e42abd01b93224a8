"""`narabi atlas`: many random deals with their grades, in a file."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from _gamekit import folders, outputs
from _gamekit.arguments import add_json, add_workers, workers_of
from _gamekit.program import ANSWERED, ProgressMeter
from _gamekit.progress import status
from narabi_solver import statistics
from narabi_solver.cli import PROGRAM
from narabi_solver.cli.options import add_many, warm_up
from narabi_solver.game.errors import ArgumentError, StoppedError
from narabi_solver.game.random_deals import random_deal
from narabi_solver.sizes import ATLAS_DEALS

EXAMPLES = [
    "narabi atlas --players 4 --workers 2",
    "narabi atlas --players 3 --deals 5000 --seed 7 --out three.parquet --json",
]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    parser.description = """\
Grades random deals by the plain rules, and writes them to a parquet file: the
minimum, shortest lines, traps, forced turns, grades, and figures of a person's
search. 'narabi deal' searches the default file for deals to order.
Needs the extra parquet."""
    add_many(parser, ATLAS_DEALS)
    add_workers(parser, "the file (default: one in the cache folder)")
    add_json(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    outputs.check([options.out], [])
    out = options.out
    if out is None:
        path = statistics.atlas_path(options.players)
        if (reason := folders.writable(path.parent)) is not None:
            raise ArgumentError(f"{path.parent} cannot be written ({reason}); name a file with --out")
        out = str(path)
    warm_up(random_deal(options.players))
    with PROGRAM.interruptible() as stop, status() as tell:
        meter = ProgressMeter(PROGRAM, options.deals, tell)
        try:
            made = statistics.make_atlas(
                options.players,
                options.deals,
                seed=options.seed,
                **workers_of(options, meter.telling(stop), meter) | {"out": out},
            )
        except StoppedError as error:
            return meter.stopped(error, stop(), out)
    PROGRAM.answer(made.facts(), options.json)
    return ANSWERED
