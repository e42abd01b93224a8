"""The readings of the rules under which each technique is sound, for all modules that use one.

A value that is not named is unsound: a new value disables every technique that depends on it, until it is
added here with the reason. Certificates have an independent list, `certify.checker_rules.ALLOWED`.
"""

from __future__ import annotations

from typing import Literal

from mabi_search.game.position import Position
from mabi_search.game.rules import PASSED, RUN, Rules

Technique = Literal[
    "one choice", "run search", "answered runs", "holding out", "pass searches", "settled", "proofs",
    "kept proofs", "tables", "tables in a search",
]  # fmt: skip
_Readings = dict[str, tuple[object, ...]]
EXAMINED: _Readings = {
    "paralysis": ("piece", "group"),
    "freeze": ("unique", "leader", "none"),
    "pass_rule": ("run", "resume", "final", "plain"),
    "repetition": ("situation", "placement", "off"),
}
"""Default values: a technique that does not name an option is sound under all values given here."""
_ENDING: _Readings = {"repetition": ("situation", "placement"), "max_plies": (None,)}
"""Runs end, games end, and no game is stopped."""
_HISTORY: _Readings = {"repetition": ("situation",), "max_plies": (None,)}
"""Only a situation that occurred before with the same side and mode can be forbidden."""
_FREEZE: _Readings = {"freeze": ("unique", "leader")}
"""A strictly largest group never shrinks."""
_ONE_CHOICE: _Readings = {"pass_rule": ("run", "final")}
"""A run goes on until its pass, and that pass does not resume alternate play."""

SOUND: dict[Technique, tuple[_Readings, ...]] = {
    "one choice": (_ONE_CHOICE,),
    "run search": (_ONE_CHOICE | _HISTORY,),
    # the pass that ends a run lets the other side run
    "answered runs": ({"pass_rule": ("run",)},),
    "holding out": ({"pass_rule": ("run", "resume", "final")} | _ENDING,),
    # under resume, runs recur, and the search of a single run does not see later runs
    "pass searches": ({"pass_rule": ("run", "final", "plain"), "repetition": ("situation",)},),
    "settled": (_ENDING,),
    "proofs": (_ONE_CHOICE | {"repetition": ("situation",)} | _FREEZE,),
    # a placement counted for both sides and all modes is forbidden more often than the key shows
    "kept proofs": ({"repetition": ("situation", "off"), "max_plies": (None,)},),
    # tried: on 4x4 some positions are decided otherwise if a run has to end strictly ahead
    "tables": (_FREEZE, {"pass_rule": ("resume", "final", "plain")}),
    "tables in a search": ({"pass_rule": ("run", "final", "plain")} | _HISTORY | _FREEZE,),
}
"""The readings under which each technique is sound: one of its mappings must allow all readings.

* one choice: a run is valued as a placement that can be reached, and the pass
* run search: a single run is searched, its past known
* answered runs: what can be reached is lost, if each placement has an answer by a run
* holding out: a pass is answered by trying what the other side can reach
* pass searches: runs are searched for the value of a pass
* settled: alpha-beta trusts that nobody can overtake
* proofs: the proof search and certificates; they ask about `max_plies` themselves
* kept proofs: alpha-beta keeps what it has proven of a position without its history
* tables: a table can be built, whose values hold without a history
* tables in a search: alpha-beta takes values from a table
"""


def sound(technique: Technique, rules: Rules) -> bool:
    """Return whether a technique is sound under these readings."""
    return any(
        all(getattr(rules, option) in values for option, values in (EXAMINED | readings).items())
        for readings in SOUND[technique]
    )


def is_run(position: Position) -> bool:
    """Return whether a side is locked out of a game that goes on, and the other's run is one choice."""
    in_run = position.mode in (PASSED, RUN) and sound("one choice", position.rules)
    return in_run and position.outcome() is None


def is_searchable_run(position: Position) -> bool:
    """Return whether the state is in a run that ends, and only this run can repeat past situations."""
    return is_run(position) and sound("run search", position.rules)
