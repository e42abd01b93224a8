"""`mabi review`: a game judged ply by ply."""

from __future__ import annotations

from argparse import Namespace

from _gamekit.limits import Limits
from _gamekit.program import ANSWERED, INTERRUPTED, DrawingFiles, as_text
from _gamekit.progress import status
from mabi_search.cli.answering import answer_each
from mabi_search.cli.program import PROGRAM
from mabi_search.game.position import Position


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    from mabi_search.reviewing.game_review import review
    from mabi_search.show import review_report

    drawn = DrawingFiles(PROGRAM, options, options.position)

    def answer(position: Position) -> int:
        with PROGRAM.interruptible() as stop, status() as show:

            def progress(text: str, /, **counts: int) -> None:
                show(f"{text} (Ctrl-C stops)")

            limits = Limits(max_nodes=options.nodes, max_seconds=options.seconds, stop=stop)
            found = review(position, limits=limits, progress=progress)
            stopped = stop()
        if stopped:
            PROGRAM.say("interrupted; nothing was written")
            return INTERRUPTED
        drawn.write(options.html, lambda: found.replay(theme=options.theme).html())
        if options.json:
            PROGRAM.print_json(review_report.review_json(found))
        else:
            PROGRAM.show(review_report.review_view(found), as_text)
        return ANSWERED

    return answer_each(options, answer, drawn.options)
