"""Results as text and as JSON: knowledge, questions, casts, judged games, races."""

from __future__ import annotations

from itertools import pairwise

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from _gamekit.facts import Fact, Facts, Rows, for_people, plain_table, view_of
from _gamekit.intervals import CONFIDENCE, Interval
from _gamekit.problems import number_of, shorten
from amulets_solver.asking.casting import CastAdvice
from amulets_solver.asking.judging import GameJudgement, JudgedCast, JudgedQuestion, SureCast
from amulets_solver.asking.question import Question, bits_of, entropy_bound
from amulets_solver.belief.belief import Belief
from amulets_solver.belief.drawing import percent
from amulets_solver.game.errors import ArgumentError
from amulets_solver.game.placement import Placement
from amulets_solver.game.readings import COLUMNS, ROWS
from amulets_solver.game.record import Record
from amulets_solver.racing.tournament import Race
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
    for seat, one in belief.marginals.items():
        altar = plain_table(f"player {seat}", *COLUMNS[: rules.columns], right=True)
        for row in ROWS[: rules.rows]:
            shares = [one[column + row] for column in COLUMNS[: rules.columns]]
            altar.add_row(row, *(percent(share) if share else "." for share in shares))
        altar.add_section()
        for colour in rules.colours:
            if colour != belief.me.amulet:
                altar.add_row(colour, percent(one[colour]) if one[colour] else ".")
        cells.append(altar)
    grid.add_row(*cells)
    return grid


def below_beliefs() -> Text:
    """Return the caption of `beliefs_view`."""
    return Text("Probabilities in percent, of the fields and below of the amulets of each player (exact).")


SHOWN = 24
"""Largest number of combinations of answers shown at a terminal."""


def ask_facts(belief: Belief, found: Question) -> Facts:
    """Return the player's knowledge and the best question, as facts."""
    asked = list(found.facts())
    if belief.castable:  # no question is needed
        asked = [one._replace(words=None) for one in asked if isinstance(one, Fact)]
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


def ask_view(record: Record, belief: Belief, found: Question) -> RenderableType:
    """Return the best question, the events so far and the probabilities, for a terminal."""
    advice = view_of([*ask_facts(belief, found), *([record.book] if record.events else [])])
    return Group(advice, beliefs_view(belief), below_beliefs())


def law_facts(belief: Belief, placement: Placement) -> Facts:
    """Return facts about a question: the player's knowledge, its value, and its possible answers.

    Each combination of answers has its probability and its number of hypotheses; the most probable is first.
    """
    bits, left = bits_of(belief, placement)
    law = belief.law_counts(placement)
    counts = sorted(law.items(), key=lambda one: (-one[1], one[0]))
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
        Fact("bits", bits, f"{bits:.4f} bits: {left:,.1f} hypotheses left on average (exact)", "worth"),
        for_people("at most", f"{entropy_bound(belief):.4f} bits by any question (proven)"),
        Fact("expected_count", left),
        Fact("law", belief.law(placement)),
        Fact("counts", law),
        Rows("", rows, [1, 2]),
        for_people("", order + rest),
    ]


def judge_facts(found: GameJudgement) -> Facts:
    """Return a judged game as facts: each event, and the sure casts."""
    sentences = []
    for sure in found.sure:
        last = sure.after == len(found.record.events)
        missed = "missed" if sure.missed else "the record ends there" if last else "taken"
        when = f"after event {sure.after}"
        if sure.heard is not None:
            when += f", after {number_of(sure.heard, 'answer')} to its question"
        sentences.append(f"player {sure.seat} had a sure cast {when}: {missed}")
    players = ", ".join(map(str, found.seats))
    return [
        Fact("seats", found.seats, f"players {players}, by what each could know at the time", "judged"),
        found.record.book,
        Rows(
            "events",
            [_question(one) if isinstance(one, JudgedQuestion) else _cast(one) for one in found.judged],
        ),
        Rows("sure", [_sure(one) for one in found.sure]),
        for_people("", "\n".join(sentences) or "None of these players had a sure cast."),
        Fact("rules", {"players": found.record.players, **found.record.rules.described}),
    ]


def _sure(one: SureCast) -> list[Fact]:
    return [
        Fact("seat", one.seat),
        Fact("after", one.after),
        Fact("placement", one.placement),
        Fact("missed", one.missed),
        Fact("heard", one.heard),
    ]


def _question(one: JudgedQuestion) -> list[Fact]:
    worth = f"{one.bits:.3f} bits, {one.expected_count:,.1f} left on average"
    if one.cost < 0.0005:
        judgement, better = "best" if one.better.proven else "as good as the best found", ""
    else:
        judgement, better = f"{one.cost:.3f} bits less", f"{one.better.placement}: {one.better.bits:.3f} bits"
    return [
        Fact("number", one.number, f"{one.number} ask", "event"),
        Fact("act", "ask"),
        Fact("seat", one.event.seat, str(one.event.seat), "player"),
        Fact("placement", one.event.placement),
        Fact("count_before", one.count_before, f"{one.count_before:,} to {one.count_after:,}", "hypotheses"),
        Fact("count_after", one.count_after),
        Fact("bits", one.bits, worth, "worth"),
        Fact("expected_count", one.expected_count),
        Fact("cost", one.cost, judgement, "judgement"),
        Fact("better", one.better.placement, better),
        Fact("better_bits", one.better.bits),
        Fact("proven", one.better.proven),
    ]


def _cast(one: JudgedCast) -> list[Fact]:
    better = ""
    if one.better.probability > one.probability:
        better = f"{one.better.placement}: {one.better.probability:.2%}"
    judgement = "succeeded" if one.event.succeeded else "failed"
    return [
        Fact("number", one.number, f"{one.number} cast", "event"),
        Fact("act", "cast"),
        Fact("seat", one.event.seat, str(one.event.seat), "player"),
        Fact("placement", one.event.placement),
        Fact("count", one.count, f"{one.count:,}", "hypotheses"),
        Fact("probability", one.probability, f"{one.probability:.2%} to succeed", "worth"),
        Fact("succeeded", one.event.succeeded, judgement, "judgement"),
        Fact("better", one.better.placement, better),
        Fact("better_probability", one.better.probability),
    ]


def cast_facts(belief: Belief, found: CastAdvice, wait: WaitAdvice | None = None) -> Facts:
    """Return the best cast and, if given, its comparison with waiting, as facts."""
    chance = "certain" if found.sure else f"{found.probability:.4%}"
    placement, count = str(found.placement), f"{found.count:,}"
    hypotheses = number_of(belief.count, "hypothesis", "hypotheses")
    agree = f"all say yes in {count} of {hypotheses}"
    where = "may stand anywhere"
    if belief.rules.spare == "random":
        placement = " ".join(f"{amulet}:{field}" for amulet, field in found.named.items())
        where = "drawn at random from the free fields"
        if not found.sure:
            agree = f"the named amulets alone succeed in {count} of {hypotheses}; "
            agree += "lucky draws of the others are included"
    spare = f"{' '.join(found.spare)}: {where}" * bool(found.spare)
    facts = [
        *belief.facts(),
        Fact("placement", found.placement, placement, "cast"),
        Fact("probability", found.probability, f"{chance}: {agree} (exact)", "succeeds"),
        Fact("sure", found.sure),
        Fact("hypotheses", found.count),
        Fact("named", found.named),
        Fact("spare", found.spare, spare),
    ]
    if wait is not None:
        asked = {
            "won": wait.waiting,
            "better": wait.better,
            "policy": wait.mine.name,
            "rivals": wait.rivals.name,
            "games": wait.games,
            "confidence": CONFIDENCE,
        }
        won, better = wait_lines(wait)
        facts.append(Fact("waiting", asked, won.removeprefix("waiting ")))
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


def race_facts(found: Race) -> Facts:
    """Return a race as facts: its settings, and the share of games won by each policy."""
    names = ", ".join(one.name for one in found.policies)
    deals = number_of(found.deals, "random deal")
    dealt = f"{found.games:,}: {deals} of {found.players} players, seed {found.seed}"
    asked = f"{mean_text(found.questions_to_sure_cast)} before somebody had a sure cast"
    without = f"{number_of(found.without_sure_cast, 'game')} ended before anybody had a sure cast"
    seats = [
        [
            Fact("seat", seat, f"{seat} (begins)" if seat == 1 else str(seat)),
            Fact("won", one, share_text(one)),
        ]
        for seat, one in enumerate(found.seats, 1)
    ]
    policies = [
        [
            Fact("policy", one.policy.name, one.policy.name),
            Fact("won", one.won, share_text(one.won)),
            Fact(
                "difference",
                one.difference,
                share_text(one.difference) if one.difference else "",
                "more than the first",
            ),
            Fact("failed", one.failed, f"{one.failed:,}", "failed casts"),
        ]
        for one in found.shares
    ]
    return [
        Fact("players", found.players),
        Fact("games", found.games, dealt),
        Fact("deals", found.deals),
        Fact("seed", found.seed),
        for_people("policies", f"{names}, seated in this order" + _turns(found)),
        Fact("questions_to_sure_cast", found.questions_to_sure_cast, asked, "questions"),
        Fact(
            "questions", found.questions, f"{mean_text(found.questions)} until the end of the game", "in all"
        ),
        Fact(
            "without_sure_cast",
            found.without_sure_cast,
            without * bool(found.without_sure_cast),
            "no sure cast",
        ),
        Fact("distribution", found.counts_to_sure_cast),
        Fact("nobody", found.nobody, number_of(found.nobody, "game") * bool(found.nobody), "nobody won"),
        Rows("seats", seats, [1]),
        Rows("policies", policies, range(1, 4), None if len(policies) > 1 else 0),
        Fact("confidence", CONFIDENCE, f"Intervals in brackets have {CONFIDENCE:.0%} confidence.", ""),
        Fact("rules", {"players": found.players, **found.rules.described}),
    ]


def _turns(found: Race) -> str:
    if len(found.policies) == 1:
        return ""
    return f"; each deal is played {len(found.policies)} times, with the policies moved on by one seat"


def mean_text(one: Interval) -> str:
    """Return a mean with its interval."""
    if one.estimate is None:
        return "unknown:"
    ends = f" ({one.low:.2f} to {one.high:.2f})" if abs(one.low) < float("inf") else ""
    return f"{one.estimate:.2f}{ends}"


def share_text(one: Interval) -> str:
    """Return a share or a difference of shares with its interval, in percent."""
    if one.estimate is None:
        return "unknown"
    ends = f" ({100 * one.low:.1f} to {100 * one.high:.1f})" if abs(one.low) < float("inf") else ""
    return f"{100 * one.estimate:.1f} %{ends}"
