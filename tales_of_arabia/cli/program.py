"""The program `tales`."""

from _gamekit.folders import NamedFolderError
from _gamekit.program import Program
from tales_of_arabia.cli import arguments
from tales_of_arabia.game.errors import InternalError, TalesError

PROGRAM = Program(
    "tales",
    arguments.build,
    "tales_of_arabia.cli.commands",
    bad_input=(TalesError, NamedFolderError),
    bug=InternalError,
)
main, run = PROGRAM.main, PROGRAM.run
