"""`narabi atlas`: many random deals with their grades, in a file."""

from __future__ import annotations

from argparse import Namespace

from _gamekit import folders, outputs
from _gamekit.program import ANSWERED, as_text
from _gamekit.progress import status
from _gamekit.work.commands import ProgressMeter
from narabi_solver.cli.program import PROGRAM


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    from narabi_solver.game.errors import ArgumentError, StoppedError
    from narabi_solver.show import atlas_report
    from narabi_solver.statistics.atlas_making import make_atlas, warm_up
    from narabi_solver.statistics.atlas_reading import atlas_path

    outputs.check([options.out], [])
    out = options.out
    if out is None:
        path = atlas_path(options.players)
        if (reason := folders.writable(path.parent)) is not None:
            raise ArgumentError(f"{path.parent} cannot be written ({reason}); name a file with --out")
        out = str(path)
    with PROGRAM.ended_by_interrupt():
        warm_up(options.players)
    with PROGRAM.interruptible() as stop, status() as show:
        meter = ProgressMeter(PROGRAM, options.deals, show)
        try:
            made = make_atlas(
                options.players,
                options.deals,
                out=out,
                seed=options.seed,
                workers=options.workers,
                scheduler=options.scheduler,
                stop=stop,
                progress=meter,
            )
        except StoppedError as error:
            return meter.stopped(error, stop(), out)
    if options.json:
        PROGRAM.print_json(atlas_report.atlas_json(made))
    else:
        PROGRAM.show(atlas_report.atlas_view(made), as_text)
    return ANSWERED
