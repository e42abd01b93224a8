"""Results as text and as JSON: knowledge, questions, casts, judged games, races."""

from __future__ import annotations

from itertools import pairwise

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from _gamekit.facts import Fact, Facts, Rows, for_people, plain_table, view_of
from _gamekit.intervals import CONFIDENCE
from _gamekit.problems import number_of, shorten
from amulets_solver.asking.casting import CastAdvice
from amulets_solver.asking.question import Question, bits_of, entropy_bound
from amulets_solver.belief.belief import Belief
from amulets_solver.belief.drawing import percent
from amulets_solver.game.errors import ArgumentError
from amulets_solver.game.placement import Placement
from amulets_solver.game.readings import COLUMNS, ROWS
from amulets_solver.game.record import Record
from amulets_solver.racing.results import share_text
from amulets_solver.racing.waiting import WaitAdvice


def known_text(belief: Belief) -> str:
    """Return the number of hypotheses left, in words, without advice."""
    if belief.known:
        return "one hypothesis is left: all is known"
    return f"{number_of(belief.count, 'hypothesis is', 'hypotheses are')} left (exact)"


def question_text(belief: Belief, found: Question) -> str:
    """Return a question and its worth, in one line."""
    before = f"{belief.count:,}"
    left = f"{found.expected_count:,.0f}" if found.expected_count >= 100 else f"{found.expected_count:.1f}"
    most = "no question has more, proven" if found.proven else "the most found"
    return f"ask {found.placement}: leaves {left} of {before} on average ({found.bits:.2f} bits; {most})"


def why_lines(record: Record, field: str) -> list[str]:
    """Return, for each opponent, the events that crossed out amulets on a field, and the amulets left there.

    Raises
    ------
    ArgumentError
        The altar has no such field.
    """
    sheets = [Belief.of(record, events=number).sheet for number in range(len(record.events) + 1)]
    if field not in record.rules.fields:
        last = record.rules.fields[-1]
        raise ArgumentError(f"{shorten(field)} is not a field; the fields are A1 to {last}")
    lines = []
    for seat, now in sheets[-1].items():
        crossed = [
            f"event {number} crossed out {' '.join(gone)}"
            for number, (before, after) in enumerate(pairwise(sheets), 1)
            if (gone := [amulet for amulet in before[seat][field] if amulet not in after[seat][field]])
        ]
        left = f"{' '.join(now[field])} left" if now[field] else "no amulet is left"
        if not sheets[0][seat][field]:
            crossed = ["the field is your own"]
        lines.append(f"player {seat}, {field}: {'; '.join([*crossed, left])}")
    return lines


def spell_book(record: Record) -> RenderableType:
    """Return the questions and casts of a game as players write them down."""
    return view_of([record.book])


INK = {"R": "red", "Y": "yellow", "G": "green", "B": "blue", "K": "bold", "W": "italic"}
"""Style of each amulet's letter at a terminal."""
CROSSED = "\N{MULTIPLICATION SIGN}"


def sheet_view(belief: Belief) -> RenderableType:
    """Return, for each opponent, the altar with the possible amulets of each field."""
    rules, altars = belief.rules, []
    for seat, fields in belief.sheet.items():
        altar = plain_table(f"player {seat}", *COLUMNS[: rules.columns])
        altar.collapse_padding = True  # 5x5 then fits in 40 columns
        for row in ROWS[: rules.rows]:
            cells = [fields[column + row] for column in COLUMNS[: rules.columns]]
            altar.add_row(
                row,
                *(
                    Text.assemble(*((one, INK[one]) for one in cell)) if cell else Text(CROSSED, style="dim")
                    for cell in cells
                ),
            )
        altars.append(altar)
    return Columns(altars, padding=(0, 0))


def beliefs_view(belief: Belief) -> RenderableType:
    """Return the probabilities of each opponent's field and amulet, in percent."""
    rules = belief.rules
    grid = Table.grid(padding=(0, 4))
    cells: list[RenderableType] = []
    for seat, probabilities in belief.marginals.items():
        altar = plain_table(f"player {seat}", *COLUMNS[: rules.columns], right=True)
        for row in ROWS[: rules.rows]:
            shares = [probabilities[column + row] for column in COLUMNS[: rules.columns]]
            altar.add_row(row, *(percent(share) if share else "." for share in shares))
        altar.add_section()
        for colour in rules.colours:
            if colour != belief.me.amulet:
                altar.add_row(colour, percent(probabilities[colour]) if probabilities[colour] else ".")
        cells.append(altar)
    grid.add_row(*cells)
    return grid


def below_beliefs() -> Text:
    """Return the caption of `beliefs_view`."""
    return Text("Probabilities in percent, of the fields and below of the amulets of each player (exact).")


SHOWN = 24
"""Largest number of combinations of answers shown at a terminal."""


def ask_facts(belief: Belief, best: Question) -> Facts:
    """Return the player's knowledge and the best question, as facts."""
    asked = list(best.facts())
    if belief.castable:  # no question is needed
        asked = [fact._replace(words=None) for fact in asked if isinstance(fact, Fact)]
    return [
        *belief.facts(),
        Fact("me", belief.me),
        Fact("known", belief.known),
        Fact(
            "castable", belief.castable, "now, it cannot fail: see 'amulets cast'" * belief.castable, "cast"
        ),
        Fact("marginals", belief.marginals),
        *asked,
    ]


def ask_view(record: Record, belief: Belief, best: Question) -> RenderableType:
    """Return the best question, the events so far and the probabilities, for a terminal."""
    advice = view_of([*ask_facts(belief, best), *([record.book] if record.events else [])])
    return Group(advice, beliefs_view(belief), below_beliefs())


def law_facts(belief: Belief, placement: Placement) -> Facts:
    """Return facts about a question: the player's knowledge, its value, and its possible answers.

    Each combination of answers has its probability and its number of hypotheses; the most probable is first.
    """
    bits, expected = bits_of(belief, placement)
    law = belief.law_counts(placement)
    counts = sorted(law.items(), key=lambda pair: (-pair[1], pair[0]))
    rows = [
        [
            for_people("answers", signs),
            for_people("probability", f"{count / belief.count:.4%}"),
            for_people("hypotheses left", f"{count:,}"),
        ]
        for signs, count in counts[:SHOWN]
    ]
    more = len(counts) - SHOWN
    order = f"Answers of players {', '.join(map(str, belief.opponents))}, in this order."
    rest = f" {more:,} less probable answers are not shown; --json has all." * (more > 0)
    return [
        *belief.facts(),
        Fact("placement", placement, str(placement), "asks"),
        Fact("bits", bits, f"{bits:.4f} bits: {expected:,.1f} hypotheses left on average (exact)", "worth"),
        for_people("at most", f"{entropy_bound(belief):.4f} bits by any question (proven)"),
        Fact("expected_count", expected),
        Fact("law", belief.law(placement)),
        Fact("counts", law),
        Rows("", rows, [1, 2]),
        for_people("", order + rest),
    ]


def cast_facts(belief: Belief, advice: CastAdvice, wait: WaitAdvice | None = None) -> Facts:
    """Return the best cast and, if given, its comparison with waiting, as facts."""
    placement, chance, *others = advice.facts()
    count = f"{advice.count:,}"
    hypotheses = number_of(belief.count, "hypothesis", "hypotheses")
    agree = f"all say yes in {count} of {hypotheses}"
    where = "may stand anywhere"
    if belief.rules.spare == "random":
        named = " ".join(f"{amulet}:{field}" for amulet, field in advice.named.items())
        placement = placement._replace(words=named)
        where = "drawn at random from the free fields"
        if not advice.sure:
            agree = f"the named amulets alone succeed in {count} of {hypotheses}; "
            agree += "lucky draws of the others are included"
    *others, spare = others
    facts = [
        *belief.facts(),
        placement,
        chance._replace(words=f"{chance.words}: {agree} (exact)"),
        *others,
        spare._replace(words=f"{spare.words}: {where}" * bool(advice.spare)),
    ]
    if wait is not None:
        won, better = wait_lines(wait)
        facts.append(Fact("waiting", wait.to_dict(), won.removeprefix("waiting ")))
        facts.append(for_people("better", better.removeprefix("better: ")))
    return facts


def wait_lines(wait: WaitAdvice) -> list[str]:
    """Return the chance of winning by waiting, and what is better, each in a line."""
    who = f"you play on as {wait.mine.name}, the others as {wait.rivals.name}"
    better = {"cast": "cast now", "wait": "wait", "open": "undecided; more games would tell"}[wait.better]
    return [
        f"waiting wins {share_text(wait.waiting)} of {number_of(wait.games, 'simulated game')}, if {who}",
        f"better: {better} ({CONFIDENCE:.0%} confidence; a failed cast loses the game)",
    ]


def cast_view(belief: Belief, facts: Facts) -> RenderableType:
    """Return the best cast and the probabilities, for a terminal."""
    return Group(view_of(facts), beliefs_view(belief), below_beliefs())
