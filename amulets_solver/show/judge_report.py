"""A judged game, for people and for programs."""

from __future__ import annotations

from _gamekit.facts import Fact, Facts, Rows, said
from amulets_solver.asking.judging import GameJudgement, JudgedCast, JudgedQuestion, SureCast


def judge_facts(found: GameJudgement) -> Facts:
    """Return a judged game: each event, and who could have cast for certain."""
    sentences = []
    for sure in found.sure:
        last = sure.after == len(found.record.events)
        missed = "missed" if sure.missed else "nothing was played since" if last else "taken"
        sentences.append(f"player {sure.seat} could cast for certain after event {sure.after}: {missed}")
    players = ", ".join(map(str, found.seats))
    return [
        Fact("seats", found.seats, f"players {players}, by what each could know then", "judged"),
        found.record.book,
        Rows(
            "events",
            [_question(one) if isinstance(one, JudgedQuestion) else _cast(one) for one in found.judged],
        ),
        Rows("sure", [_sure(one) for one in found.sure]),
        said("", "\n".join(sentences) or "None of these players could cast for certain."),
        Fact("rules", {"players": found.record.players, **found.record.rules.described}),
    ]


def _sure(one: SureCast) -> list[Fact]:
    return [
        Fact("seat", one.seat),
        Fact("after", one.after),
        Fact("placement", one.placement),
        Fact("missed", one.missed),
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
