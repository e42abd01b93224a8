"""`amulets strategy`: the best known strategy of one asker, checked by the plain rules."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from _gamekit.arguments import add_json, whole_number
from _gamekit.program import ANSWERED, NEGATIVE, as_text
from _gamekit.report_parts import facts_view
from amulets_solver.cli.program import PROGRAM
from amulets_solver.game.errors import ArgumentError
from amulets_solver.game.strategy_tree import StrategyTree

EXAMPLES = ["amulets strategy", "amulets strategy --check tree.txt.gz --json"]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    parser.description = """\
Follows every hypothesis through a strategy, by the plain rules alone, and says
how many questions it needs until one hypothesis is left: that one asker, asking
alone, can do so well is proven then. Without a file it is the best tree known."""
    parser.add_argument("--check", metavar="FILE", help="a file with a strategy, text or compressed")
    parser.add_argument(
        "--players", type=whole_number(2, 5), default=3, metavar="2-5", help="whose shipped tree (default 3)"
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
    hypotheses = sum(found.questions.values())
    if options.json:
        PROGRAM.print_json(
            {
                "accepted": True,
                "players": record.players,
                "me": str(tree.me),
                "hypotheses": hypotheses,
                "mean": found.mean,
                "worst": found.worst,
                "questions": {str(asked): count for asked, count in found.questions.items()},
            }
        )
        return ANSWERED
    told = ", ".join(f"{count:,} need {asked}" for asked, count in found.questions.items())
    facts = [
        ("strategy", f"{len(tree.questions):,} questions for {record.players} players, with {tree.me}"),
        ("accepted", f"{hypotheses:,} hypotheses followed by the plain rules: {told}"),
        ("questions", f"{found.mean:.4f} on average, {found.worst} at most"),
        ("first", str(tree.questions[()])),
    ]
    PROGRAM.show(facts_view(facts), as_text)
    return ANSWERED
