"""What answers the page: a process for each page, which ends with it.

It is started as ``python -m narabi_solver.page.answers [DECK]``.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path

from _gamekit.facts import json_of
from _gamekit.intervals import percent
from _gamekit.limits import Limits
from _gamekit.web.answering import Dispatcher, Fields, Work, number_of, text_of
from narabi_solver.analysis.reviewing import review
from narabi_solver.analysis.swaps import Analysis, analyse
from narabi_solver.game.deal import Deal
from narabi_solver.game.deck import Deck
from narabi_solver.game.errors import ArgumentError
from narabi_solver.game.notation import MAX_LINE
from narabi_solver.game.rules import Rules
from narabi_solver.page.making import UNDO
from narabi_solver.solving.values import turns_text
from narabi_solver.statistics.survey import Survey, survey

SECONDS = 60.0
"""After which a question is answered with what is known by then."""
LEAST_DEALS, MOST_DEALS = 100, 100_000


class Answers:
    """The answers to one page.

    Parameters
    ----------
    deck : Deck
        The deck of its deals.
    """

    def __init__(self, deck: Deck):
        self._deck = deck

    def long(self) -> dict[str, Callable[[Fields, Work], Fields]]:
        """Return the questions that are searched for."""
        return {"analyse": self.analyse, "review": self.review, "survey": self.survey}

    def analyse(self, fields: Fields, work: Work) -> Fields:
        """Say what every swap leads to, and how hard the deal is."""
        deal, rules = self._deal(fields), rules_of(fields)
        work.progress("searching …")
        found = analyse(deal, rules=rules, limits=_limits(work), lines=True, why=True)
        return {
            **json_of(found.facts()),
            "told": _sentence(found),
            "stopped": work.stopped(),
        }

    def review(self, fields: Fields, work: Work) -> Fields:
        """Judge a game swap by swap."""
        deal, rules = self._deal(fields), rules_of(fields)
        work.progress("searching …")
        found = review(deal, rules=rules, limits=_limits(work))
        sentence = found.summary[:1].upper() + found.summary[1:] + "."
        return {**json_of(found.facts()), "told": sentence, "stopped": work.stopped()}

    def survey(self, fields: Fields, work: Work) -> Fields:
        """Say how many turns random deals for so many players need."""
        players = number_of(fields, "players", 3, 5)
        deals = number_of(fields, "deals", LEAST_DEALS, MOST_DEALS)
        work.progress("solving random deals …")
        found = survey(
            players, deals, deck=self._deck, rules=rules_of(fields), stop=work.stopped, progress=work.progress
        )
        solved, mean = percent(found.solvable.estimate or 0.0), found.mean_turns
        sentence = f"{deals:,} random deals: {solved} can be won, on average in {mean.estimate:.2f} turns."
        return {
            **json_of(found.facts()),
            "svg": _plot(found),
            "told": sentence,
            "stopped": work.stopped(),
        }

    def _deal(self, fields: Fields) -> Deal:
        return Deal.parse(text_of(fields, "deal", MAX_LINE), deck=self._deck)


def rules_of(fields: Fields) -> Rules:
    """Return the rules that a question names; ArgumentError if there are none of that name."""
    undo = fields.get("undo", "allowed")
    if not isinstance(undo, str) or undo not in UNDO:
        raise ArgumentError(f"undo must be {', '.join(UNDO)}, not {str(undo)[:40]!r}")
    return UNDO[undo]


def _limits(work: Work) -> Limits:
    return Limits(max_seconds=SECONDS, stop=work.stopped)


def _sentence(found: Analysis) -> str:
    """Return an analysis in a sentence or two."""
    sentence = f"The fewest turns: {turns_text(found.outcome, found.turns)}."
    if found.turns and found.optimal_lines is not None:
        many = f"{found.optimal_lines:,} shortest way{'s' * (found.optimal_lines != 1)}"
        traps = f"{len(found.traps)} of {len(found.moves)} swaps lose the minimum"
        sentence += f" {many}; grade {found.grade} of 5; {traps}."
    return sentence


def _plot(found: Survey) -> str | None:
    """Return the distribution as a drawing; None where matplotlib is not installed."""
    try:
        from matplotlib.figure import Figure  # noqa: PLC0415  (an extra)

        from narabi_solver.show.plots import plot_distribution  # noqa: PLC0415
    except ImportError:
        return None
    figure, file = Figure(figsize=(7, 4), layout="constrained"), io.StringIO()
    plot_distribution(found, axes=figure.add_subplot())
    figure.savefig(file, format="svg")
    return file.getvalue()


def main() -> None:
    """Answer until the page is closed."""
    answers = Answers(Deck.load(Path(sys.argv[1])) if len(sys.argv) > 1 else Deck.standard())
    Dispatcher({}, answers.long()).run()


if __name__ == "__main__":
    main()
