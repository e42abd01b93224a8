"""`narabi score`: rates games against par, against teams of a policy, and by levels."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable

from _gamekit.arguments import add_json, whole_number
from _gamekit.program import ANSWERED, NEGATIVE, UNDECIDED
from _gamekit.progress import status
from narabi_solver import hidden
from narabi_solver.cli import PROGRAM
from narabi_solver.cli.options import (
    DEAL_HELP,
    add_drawing_seed,
    add_policy,
    add_rules,
    answer_each,
    policy_of,
    rules_of,
)
from narabi_solver.game.deal import Deal
from narabi_solver.game.errors import StoppedError, UndecidedError

CODES = "exit codes: 0 won, 1 lost, 3 unfinished, or a limit left something unknown"
EXAMPLES = ["narabi score games.txt", "narabi score games.txt --levels ours.toml --policy asking"]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    parser.description = """\
Rates games: against par, the minimum of the deal with all cards open, and
against teams that play the same deal by a policy, with hidden cards. You can
define levels in a TOML file: a table [[levels]] for each, lowest first, with its
name and the largest number of turns for it. A game is a deal with its moves."""
    parser.epilog = f"{parser.epilog}\n{CODES}"
    parser.add_argument("deal", metavar="GAMES", help=DEAL_HELP.replace("deal", "game"))
    parser.add_argument("--levels", metavar="FILE", help="names for results, as described above")
    add_policy(parser, "teams")
    parser.add_argument(
        "--teams",
        type=whole_number(1, 1_000_000),
        default=100,
        metavar="N",
        help="number of teams (default 100)",
    )
    add_drawing_seed(parser)
    add_rules(parser, unusual=False)
    add_json(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    policy, rules = policy_of(options.policy), rules_of(options)
    levels = None if options.levels is None else hidden.Levels.load(options.levels)
    before: list[hidden.Score] = []

    def answer(deal: Deal, stop: Callable[[], bool]) -> int:
        with status() as tell:
            try:
                score = hidden.score(
                    deal,
                    policy=policy,
                    teams=options.teams,
                    seed=options.seed,
                    rules=rules,
                    stop=stop,
                    progress=lambda text, /, **counts: tell(text),
                )
            except (StoppedError, UndecidedError) as error:
                return PROGRAM.stopped(error, stop())
        last = before[-1] if before else None
        before.append(score)
        PROGRAM.answer(score.facts(levels, last), options.json)
        if not score.over:
            return UNDECIDED
        return NEGATIVE if score.turns is None else ANSWERED

    return answer_each(options, answer)
