"""`amulets strategy`: a check, by the plain rules, of a lone asker's strategy, by default the best known."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from _gamekit.arguments import add_json, whole_number
from _gamekit.facts import Fact, for_people
from _gamekit.problems import number_of
from _gamekit.program import ANSWERED, NEGATIVE
from amulets_solver.cli import PROGRAM
from amulets_solver.game.errors import ArgumentError
from amulets_solver.game.strategy_tree import StrategyTree

EXAMPLES = ["amulets strategy", "amulets strategy --check tree.txt.gz --json"]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    parser.description = """\
Follow every hypothesis through a strategy, using only the plain rules, and
count the questions until one hypothesis is left. This proves how few questions
a lone asker needs. Without --check, the best known strategy is checked."""
    parser.add_argument(
        "--check", metavar="FILE", help="a file with a strategy: text, or text compressed by gzip"
    )
    parser.add_argument(
        "--players",
        type=whole_number(3, 3),
        default=3,
        metavar="3",
        help="number of players of the strategy",
    )
    add_json(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    tree = (
        StrategyTree.shipped(options.players) if options.check is None else StrategyTree.load(options.check)
    )
    record = tree.record
    try:
        found = tree.check()
    except ArgumentError as error:
        if options.json:
            PROGRAM.print_json({"accepted": False, "why": str(error), "players": record.players})
        else:
            print(f"rejected: {error}")
        return NEGATIVE
    questions = number_of(len(tree.questions), "question")
    asked = f"{questions} for {record.players} players, asker's secret {tree.me}"
    facts = [
        Fact("players", record.players, asked, "strategy"),
        Fact("me", tree.me),
        *found.facts(),
        for_people("first", str(tree.questions[()])),
    ]
    PROGRAM.answer(facts, options.json)
    return ANSWERED
