"""The program `mabi`."""

from _gamekit.folders import NamedFolderError
from _gamekit.program import Program
from mabi_search.cli import arguments
from mabi_search.game.errors import InternalError, MabiError

PROGRAM = Program(
    "mabi",
    arguments.build,
    "mabi_search.cli.commands",
    bad_input=(MabiError, NamedFolderError),
    bug=InternalError,
)
main, run = PROGRAM.main, PROGRAM.run
