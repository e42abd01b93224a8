"""The program `narabi`."""

from _gamekit.folders import NamedFolderError
from _gamekit.program import Program
from narabi_solver.cli import arguments
from narabi_solver.game.errors import InternalError, NarabiError

PROGRAM = Program(
    "narabi",
    arguments.build,
    "narabi_solver.cli.commands",
    bad_input=(NarabiError, NamedFolderError),
    bug=InternalError,
)
main, run = PROGRAM.main, PROGRAM.run
