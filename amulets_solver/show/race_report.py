"""Races, for people and for programs."""

from __future__ import annotations

from _gamekit.facts import Fact, Facts, Rows, said
from _gamekit.intervals import CONFIDENCE, Interval
from amulets_solver.racing.tournament import Race


def race_facts(found: Race) -> Facts:
    """Return a race: what was played, and who won how often."""
    names = ", ".join(one.name for one in found.policies)
    dealt = f"{found.games:,}: {found.deals:,} random deals of {found.players} players, seed {found.seed}"
    asked = f"{mean_text(found.questions_to_sure_cast)} until somebody could cast for certain"
    without = f"{found.without_sure_cast:,} games ended before anybody could cast for certain"
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
        said("policies", f"{names}, in this order round the table" + _turns(found)),
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
        Fact("nobody", found.nobody, f"{found.nobody:,} games" * bool(found.nobody), "nobody won"),
        Rows("seats", seats, [1]),
        Rows("policies", policies, range(1, 4), None if len(policies) > 1 else 0),
        Fact("confidence", CONFIDENCE, f"In brackets: intervals of {CONFIDENCE:.0%} confidence.", ""),
        Fact("rules", {"players": found.players, **found.rules.described}),
    ]


def _turns(found: Race) -> str:
    if len(found.policies) == 1:
        return ""
    return f"; each deal is played {len(found.policies)} times, so that all sit in all seats"


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
