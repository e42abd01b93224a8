"""`judge`: a review of a game, with the value of each question, the risk of each cast, and missed casts."""

from __future__ import annotations

from dataclasses import dataclass

from _gamekit.facts import AsDict, Fact, Facts, Result, Rows, for_people
from _gamekit.problems import number_of
from amulets_solver.asking.casting import CastAdvice, cast, chance
from amulets_solver.asking.question import Question, bits_of, question
from amulets_solver.belief.belief import Belief
from amulets_solver.game.errors import ArgumentError
from amulets_solver.game.placement import Placement
from amulets_solver.game.record import Record
from amulets_solver.game.rules import Asked, Cast


@dataclass(frozen=True)
class JudgedQuestion(AsDict):
    """The value of a question to its asker, and the best question at that moment."""

    number: int
    """Number of the event, from 1."""
    event: Asked
    """The question and its answers."""
    count_before: int
    """Number of the asker's hypotheses before the question."""
    count_after: int
    """Number of the asker's hypotheses after the answers."""
    bits: float
    """The exact entropy, in bits, of the answers before they were heard."""
    expected_count: float
    """Expected number of hypotheses left after the question."""
    better: Question
    """The best question found at that moment. If `better.proven` is true, no question is better."""

    @property
    def cost(self) -> float:
        """Bits lost compared with the best question found."""
        return max(0.0, self.better.bits - self.bits)

    def facts(self) -> list[Fact]:
        """Return the judged question as facts for a table row."""
        worth = f"{self.bits:.3f} bits, {self.expected_count:,.1f} left on average"
        if self.cost < 0.0005:
            judgement, better = "best" if self.better.proven else "as good as the best found", ""
        else:
            judgement = f"{self.cost:.3f} bits less"
            better = f"{self.better.placement}: {self.better.bits:.3f} bits"
        return [
            Fact("number", self.number, f"{self.number} ask", "event"),
            Fact("act", "ask"),
            Fact("seat", self.event.seat, str(self.event.seat), "player"),
            Fact("placement", self.event.placement),
            Fact(
                "count_before",
                self.count_before,
                f"{self.count_before:,} to {self.count_after:,}",
                "hypotheses",
            ),
            Fact("count_after", self.count_after),
            Fact("bits", self.bits, worth, "worth"),
            Fact("expected_count", self.expected_count),
            Fact("cost", self.cost, judgement, "judgement"),
            Fact("better", self.better.placement, better),
            Fact("better_bits", self.better.bits),
            Fact("proven", self.better.proven),
        ]


@dataclass(frozen=True)
class JudgedCast(AsDict):
    """A cast, with its chance of success when it was made."""

    number: int
    """Number of the event, from 1."""
    event: Cast
    """The cast and the verdicts on it."""
    count: int
    """Number of the caster's hypotheses at that moment."""
    probability: float
    """Exact probability of success. Under the reading ``spare="random"`` this is the probability before the
    spare amulets were drawn, assuming that the caster named the most favourable amulets."""
    better: CastAdvice
    """The cast that was most likely to succeed at that moment."""

    def facts(self) -> list[Fact]:
        """Return the judged cast as facts for a table row."""
        better = ""
        if self.better.probability > self.probability:
            better = f"{self.better.placement}: {self.better.probability:.2%}"
        judgement = "succeeded" if self.event.succeeded else "failed"
        return [
            Fact("number", self.number, f"{self.number} cast", "event"),
            Fact("act", "cast"),
            Fact("seat", self.event.seat, str(self.event.seat), "player"),
            Fact("placement", self.event.placement),
            Fact("count", self.count, f"{self.count:,}", "hypotheses"),
            Fact("probability", self.probability, f"{self.probability:.2%} to succeed", "worth"),
            Fact("succeeded", self.event.succeeded, judgement, "judgement"),
            Fact("better", self.better.placement, better),
            Fact("better_probability", self.better.probability),
        ]


@dataclass(frozen=True)
class SureCast(AsDict):
    """The first moment at which a player could cast for certain."""

    seat: int
    """The player's seat."""
    after: int
    """Number of events before this moment."""
    placement: Placement
    """The placement to cast."""
    missed: bool
    """Whether the next question or cast in the record, if any, is not a successful cast of this player."""
    heard: int | None = None
    """Number of answers given by then to the open question; None if no question was open."""

    def facts(self) -> list[Fact]:
        """Return the moment and its placement as facts for a table row."""
        return [
            Fact("seat", self.seat),
            Fact("after", self.after),
            Fact("placement", self.placement),
            Fact("missed", self.missed),
            Fact("heard", self.heard),
        ]


@dataclass(frozen=True)
class GameJudgement(Result):
    """Review of a game, based on what each player could know at the time."""

    record: Record
    """The game."""
    seats: tuple[int, ...]
    """The players whose secrets are in the record. Only their questions and casts can be judged."""
    judged: tuple[JudgedQuestion | JudgedCast, ...]
    """The questions and casts of these players, in order."""
    sure: tuple[SureCast, ...]
    """The first chance of a sure cast, for each of these players who had one."""

    def facts(self) -> Facts:
        """Return the judged game as facts: each event, and the sure casts."""
        sentences = []
        for sure in self.sure:
            last = sure.after == len(self.record.events)
            missed = "missed" if sure.missed else "the record ends there" if last else "taken"
            when = f"after event {sure.after}"
            if sure.heard is not None:
                when += f", after {number_of(sure.heard, 'answer')} to its question"
            sentences.append(f"player {sure.seat} had a sure cast {when}: {missed}")
        players = f"player{'s' * (len(self.seats) > 1)} {', '.join(map(str, self.seats))}"
        return [
            Fact("seats", self.seats, f"{players}, by what each could know at the time", "judged"),
            self.record.book,
            Rows(
                "events",
                [one.facts() for one in self.judged],
            ),
            Rows("sure", [one.facts() for one in self.sure]),
            for_people("", "\n".join(sentences) or "None of these players had a sure cast."),
            Fact("rules", {"players": self.record.players, **self.record.rules.described}),
        ]

    def __repr__(self) -> str:
        """Return a summary in one line."""
        questions = [one for one in self.judged if isinstance(one, JudgedQuestion)]
        cost = sum(one.cost for one in questions)
        missed = sum(one.missed for one in self.sure)
        asked = number_of(len(questions), "question")
        return f"<GameJudgement: {asked}, {cost:.2f} bits lost; sure casts missed: {missed}>"


def judge(record: Record) -> GameJudgement:
    """Judge each question against the best one at that moment, and each cast by its chance of success.

    Parameters
    ----------
    record : Record
        The game, with the secrets of the players to be judged.

    Returns
    -------
    GameJudgement
        The value of each question, the risk of each cast, and the sure casts that were missed.

    Raises
    ------
    ArgumentError
        The record has no secrets.
    ContradictionError
        No secrets agree with the record.
    """
    seats = tuple(sorted(record.secrets))
    if not seats:
        raise ArgumentError(
            "the record has no secrets; add a line 'me SEAT FIELD AMULET' for each player to be judged"
        )
    for seat in seats:
        Belief.of(record, seat)  # the error of a contradiction names its line
    beliefs = {seat: Belief.of(record, seat, 0) for seat in seats}
    judged: list[JudgedQuestion | JudgedCast] = []
    sure: dict[int, SureCast] = {}
    failed: set[int] = set()
    for number, heard, event in record.moments:
        if event.seat in beliefs and (isinstance(event, Cast) or heard == 0):
            judged.append(_judged(number, record.said[number - 1], beliefs[event.seat]))
        beliefs = {seat: belief.after(event) for seat, belief in beliefs.items()}
        if isinstance(event, Cast):
            if event.succeeded:
                break  # the game is won
            failed.add(event.seat)
        if heard is not None and record.rules.after == "round":
            continue  # nobody may cast between two answers
        for seat, belief in beliefs.items():
            if seat not in sure and seat not in failed and belief.castable:
                later = record.events[number:]
                missed = bool(later) and not _casts(later[0], seat)
                sure[seat] = SureCast(seat, number, cast(belief).placement, missed, heard)
    return GameJudgement(record, seats, tuple(judged), tuple(sure[seat] for seat in sorted(sure)))


def _casts(event: Asked | Cast, seat: int) -> bool:
    """Return whether an event is a successful cast of a player."""
    return isinstance(event, Cast) and event.seat == seat and event.succeeded


def _judged(number: int, event: Asked | Cast, belief: Belief) -> JudgedQuestion | JudgedCast:
    if isinstance(event, Cast):
        return JudgedCast(number, event, belief.count, chance(belief, event.placement), cast(belief))
    bits, left = bits_of(belief, event.placement)
    after = belief.after(event).count
    return JudgedQuestion(number, event, belief.count, after, bits, left, question(belief))
