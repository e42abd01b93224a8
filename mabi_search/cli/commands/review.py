"""`mabi review`: judge a game ply by ply."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

import mabi_search
from _gamekit.arguments import (
    add_drawing,
    add_json,
    add_nodes,
    add_replay,
    add_seconds,
    add_workers,
    replay_options,
)
from _gamekit.facts import Facts
from _gamekit.limits import Limits
from _gamekit.problems import StoppedError
from _gamekit.program import ANSWERED, DrawingFiles
from _gamekit.progress import Progress, stoppable
from _gamekit.work.workers import Workers
from mabi_search.cli import PAGE, PROGRAM
from mabi_search.cli.answering import answer_by
from mabi_search.cli.options import ANSWERS_OUT, add_position, add_readings
from mabi_search.cli.questions import Question
from mabi_search.game.position import Position

EXAMPLES = ["mabi review game.txt", "mabi review game.txt --seconds 60 --html review.html"]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    add_position(parser, "GAME")
    add_drawing(parser, svg=False)
    add_replay(parser, "mabi_search", PAGE)
    add_nodes(parser, "search N nodes for each move (default 20,000 without --seconds)")
    add_seconds(parser, "search S seconds for the whole game")
    add_readings(parser)
    add_workers(parser, ANSWERS_OUT)
    add_json(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    drawn = DrawingFiles(PROGRAM, options, options.position)

    def show(answer: _Reviewed) -> None:
        drawn.write(options.html, lambda: answer.review.replay(**replay_options(options, PAGE)).html())
        PROGRAM.answer(answer.review.facts(), options.json)

    limits = Limits(max_nodes=options.nodes, max_seconds=options.seconds)
    workers = Workers(options.workers, scheduler=options.scheduler)
    return answer_by(workers, options, partial(Question, limits=limits, what=_review), show, drawn.options)


class _Reviewed(NamedTuple):
    """The review of a game."""

    review: mabi_search.GameReview
    code: int = ANSWERED

    def lines(self) -> list[Facts]:
        """Return the facts of the review."""
        return [self.review.facts()]


def _review(position: Position, limits: Limits, progress: Progress) -> Iterator[_Reviewed]:
    """Yield the review of a game."""
    game_review = mabi_search.review(position, limits=limits, progress=stoppable(progress))
    if limits.stop is not None and limits.stop():
        raise StoppedError("interrupted; nothing was written")
    yield _Reviewed(game_review)
