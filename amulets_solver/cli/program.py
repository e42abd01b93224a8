"""The program `amulets`."""

from _gamekit.folders import NamedFolderError
from _gamekit.program import Program
from amulets_solver.cli import arguments
from amulets_solver.game.errors import AmuletsError, InternalError

PROGRAM = Program(
    "amulets",
    arguments.build,
    "amulets_solver.cli.commands",
    bad_input=(AmuletsError, NamedFolderError),
    bug=InternalError,
)
main, run = PROGRAM.main, PROGRAM.run
