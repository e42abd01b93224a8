"""Surveys as text for people, and as JSON for programs."""

from __future__ import annotations

from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from _gamekit.report_parts import facts_view
from narabi_solver.game.rules import TRACK
from narabi_solver.show.report import rules_json
from narabi_solver.statistics.blocks import UNDECIDED, name_of_result
from narabi_solver.statistics.intervals import CONFIDENCE, Interval, percent, span
from narabi_solver.statistics.survey import PairedSurvey, Survey, SurveySettings


def survey_json(survey: Survey) -> dict[str, Any]:
    """Return a survey as JSON."""
    settings = survey.settings
    return {
        "players": settings.players,
        "deals": settings.deals,
        "seed": settings.seed,
        "solved": survey.solved,
        "unsolvable": survey.unsolvable,
        "undecided": survey.undecided,
        "distribution": {str(turns): n for turns, n in survey.distribution.items()},
        "shares": {str(turns): survey.share(turns)._asdict() for turns in survey.distribution},
        "band": {str(turns): one._asdict() for turns, one in enumerate(survey.band)},
        "mean_turns": survey.mean_turns._asdict(),
        "solvable": survey.solvable._asdict(),
        "confidence": CONFIDENCE,
        "nodes": survey.totals.nodes,
        "examples": {name_of_result(result): list(found) for result, found in _examples(survey)},
        "deals_per_second": survey.deals_per_second,
        "assumed": list(survey.assumed),
        "rules": rules_json(settings.rules, settings.players, settings.deck)
        | {"max_nodes": settings.max_nodes},
    }


def paired_json(paired: PairedSurvey) -> dict[str, Any]:
    """Return a paired survey as JSON."""
    first, second = paired.first, paired.second
    return {
        "players": first.players,
        "deals": first.deals,
        "seed": first.seed,
        "rules": [rules_json(one.rules, one.players, one.deck) for one in (first, second)],
        "solved_by_both": paired.both,
        "solved_by_first_only": paired.only_first,
        "solved_by_second_only": paired.only_second,
        "solved_by_neither": paired.neither,
        "undecided": paired.undecided,
        "mcnemar_p": paired.p_value,
        "more_turns": {str(more): n for more, n in paired.differences.items()},
        "changed": paired.changed._asdict(),
        "confidence": CONFIDENCE,
        "examples": list(paired.comparison.different),
        "deals_per_second": paired.deals_per_second,
        "assumed": list(first.deck.assumed({card.name for card in first.deck})),
    }


def _examples(survey: Survey) -> list[tuple[int, tuple[int, ...]]]:
    return [(result, found) for result, found in enumerate(survey.totals.examples) if found]


def _bare(interval: Interval) -> str:
    """Return an interval in percent for a table, which has the unit beside it."""
    return span(interval).replace(" %", "")


def survey_view(survey: Survey) -> RenderableType:
    """Return a survey for people."""
    settings = survey.settings
    facts: list[tuple[str, str | Text]] = [("deals", _deals(settings)), ("rules", _rules(settings))]
    word = "solvable" if settings.rules.limit == TRACK else f"in {settings.rules.limit} turns"
    share = f"{percent(survey.solvable.estimate)}  ({span(survey.solvable)})"
    lost = f"{survey.unsolvable:,} not solvable (proven), {survey.undecided:,} undecided"
    facts += [(word, Text(share, style="bold")), ("", lost)]
    mean = survey.mean_turns
    if mean.estimate is not None:
        text = f"{mean.estimate:.4f} turns  ({mean.low:.4f} to {mean.high:.4f}), of the solvable ones"
        facts.append(("mean", Text(text, style="bold")))
    if survey.assumed:
        facts.append(("assumed", ", ".join(survey.assumed) + "  (see 'narabi cards')"))
    facts.append(("effort", _effort(survey)))
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for heading in ("turns", "deals", "share", "95 % interval", "or fewer", "95 % band", "first"):
        table.add_column(heading, justify="left" if heading == "first" else "right")
    band = survey.band
    for result, found in _examples(survey):
        row = [name_of_result(result), f"{survey.totals.counts[result]:,}"]
        if result == UNDECIDED:
            row += [percent(survey.undecided / settings.deals), "", "", ""]
        else:
            row += [percent(survey.share(result).estimate), _bare(survey.share(result))]
            row += [percent(band[result].estimate), _bare(band[result])] if result <= TRACK else ["", ""]
        table.add_row(*row, f"{found[0]:,}")
    note = (
        "Intervals of 95 %: Clopper-Pearson for shares, each by itself, Student's t for the mean; the band "
        "(Dvoretzky-Kiefer-Wolfowitz-Massart) holds for all turns together."
    )
    return Group(facts_view(facts), table, Text(note))


def _deals(settings: SurveySettings) -> str:
    return (
        f"{settings.deals:,} of {settings.players} players, seed {settings.seed}, deck {settings.deck.name}"
    )


def _rules(settings: SurveySettings) -> str:
    undo = settings.rules.undo_words or "plain"
    return undo if settings.rules.limit == TRACK else f"{undo}, {settings.rules.limit} turns at most"


def _effort(survey: Survey) -> str:
    nodes = f"{survey.totals.nodes:,} states expanded"
    if not survey.answered:
        return f"{nodes}; all answers were in the file"
    rate = f"{survey.answered:,} deals in {survey.seconds:.1f} s, {survey.deals_per_second:,.0f} a second"
    return f"{nodes}; {rate}"


def paired_view(paired: PairedSurvey) -> RenderableType:
    """Return a paired survey for people."""
    first, second = paired.first, paired.second
    facts: list[tuple[str, str | Text]] = [
        ("deals", _deals(first)),
        ("first", _rules(first)),
        ("second", _rules(second)),
        ("solvable", f"{paired.both:,} by both, {paired.only_first:,} by the first rules only,"),
        ("", f"{paired.only_second:,} by the second only, {paired.neither:,} by neither (proven)"),
        ("undecided", f"{paired.undecided:,}"),
        ("McNemar", f"p = {paired.p_value:.3g} (exact)"),
        ("changed", Text(f"{percent(paired.changed.estimate)}  ({span(paired.changed)})", style="bold")),
    ]
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for heading in ("turns more by the second rules", "deals"):
        table.add_column(heading, justify="right")
    for more, count in paired.differences.items():
        table.add_row(f"{more:+d}" if more else "0", f"{count:,}")
    numbers = ", ".join(f"{n:,}" for n in paired.comparison.different) or "none"
    return Group(facts_view(facts), table, Text(f"the first deals that differ: {numbers}"))
