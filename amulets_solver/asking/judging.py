"""`judge`: the worth of each question of a game, the risk of each cast, and the sure casts missed."""

from __future__ import annotations

from dataclasses import dataclass

from amulets_solver.asking.casting import CastAdvice, cast, chance
from amulets_solver.asking.question import Question, bits_of, question
from amulets_solver.belief.belief import Belief
from amulets_solver.game.errors import ArgumentError
from amulets_solver.game.placement import Placement
from amulets_solver.game.record import Record
from amulets_solver.game.rules import Asked, Cast


@dataclass(frozen=True)
class JudgedQuestion:
    """The worth of a question to its asker, and the best question at that moment."""

    number: int
    """Number of the event, from 1."""
    event: Asked
    """The question and its answers."""
    count_before: int
    """Number of the asker's hypotheses before the question."""
    count_after: int
    """Number of the asker's hypotheses after the answers."""
    bits: float
    """The exact entropy of the answers in bits, before they were heard."""
    expected_count: float
    """Mean number of hypotheses left by the question."""
    better: Question
    """The best question found at that moment; its `proven` says whether none is better."""

    @property
    def cost(self) -> float:
        """Bits lost against the best question found."""
        return max(0.0, self.better.bits - self.bits)


@dataclass(frozen=True)
class JudgedCast:
    """A cast, with its chance of success when it was made."""

    number: int
    """Number of the event, from 1."""
    event: Cast
    """The cast and what was said."""
    count: int
    """Number of the caster's hypotheses at that moment."""
    probability: float
    """Exact probability of success. Under the reading ``spare="random"`` this is the probability before the
    spare amulets were drawn, if the caster named the most favourable amulets."""
    better: CastAdvice
    """The cast that was most likely to succeed at that moment."""


@dataclass(frozen=True)
class SureCast:
    """The first moment at which a player could cast for certain."""

    seat: int
    """The player."""
    after: int
    """Number of events before it."""
    placement: Placement
    """The placement to cast."""
    missed: bool
    """Whether the next question or cast was not a cast of this player."""
    heard: int | None = None
    """Number of answers to the last question given by then; None if all were."""


@dataclass(frozen=True)
class GameJudgement:
    """A played game, judged by what its players could know."""

    record: Record
    """The game."""
    seats: tuple[int, ...]
    """The players whose secrets are in the record; acts of the others cannot be judged."""
    judged: tuple[JudgedQuestion | JudgedCast, ...]
    """Questions and casts of these players, in order."""
    sure: tuple[SureCast, ...]
    """The first sure cast of each of these players who had one."""

    def __repr__(self) -> str:
        """Return a summary in one line."""
        questions = [one for one in self.judged if isinstance(one, JudgedQuestion)]
        cost = sum(one.cost for one in questions)
        missed = sum(one.missed for one in self.sure)
        return (
            f"<GameJudgement: {len(questions)} questions, {cost:.2f} bits lost; sure casts missed: {missed}>"
        )


def judge(record: Record) -> GameJudgement:
    """Judge a game: each question against the best one then, each cast by its chance when it was made.

    Parameters
    ----------
    record : Record
        The game, with the secrets of those who are to be judged.

    Returns
    -------
    GameJudgement
        The worth of each question, the risk of each cast, and the sure casts that were missed.

    Raises
    ------
    ArgumentError
        No secret is in the record.
    ContradictionError
        Nothing agrees with the record.
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
                missed = bool(later) and not (isinstance(later[0], Cast) and later[0].seat == seat)
                sure[seat] = SureCast(seat, number, cast(belief).placement, missed, heard)
    return GameJudgement(record, seats, tuple(judged), tuple(sure[seat] for seat in sorted(sure)))


def _judged(number: int, event: Asked | Cast, belief: Belief) -> JudgedQuestion | JudgedCast:
    if isinstance(event, Cast):
        return JudgedCast(number, event, belief.count, chance(belief, event.placement), cast(belief))
    bits, left = bits_of(belief, event.placement)
    after = belief.after(event).count
    return JudgedQuestion(number, event, belief.count, after, bits, left, question(belief))
