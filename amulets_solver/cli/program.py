"""The program `amulets`."""

from _gamekit.program import Program
from amulets_solver.cli import arguments

PROGRAM = Program("amulets", arguments.build, "amulets_solver.cli.commands")
main, run = PROGRAM.main, PROGRAM.run
