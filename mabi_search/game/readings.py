"""Which technique is sound under which readings of the rules: said here, and asked everywhere else.

A value that is not named is unsound: with a new one nothing is searched but what needs no such reason, until
it is added here with the reason. Certificates have a second writing, `certify.checker_rules.ALLOWED`.
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
"""Where a technique says nothing of an option, it is sound under all of these."""
_ENDING: _Readings = {"repetition": ("situation", "placement"), "max_plies": (None,)}
"""Runs come to an end, and so do games, of which none is stopped."""
_HISTORY: _Readings = {"repetition": ("situation",), "max_plies": (None,)}
"""Only what occurred before with the same side and mode can be forbidden."""
_FREEZE: _Readings = {"freeze": ("unique", "leader")}
"""A strictly largest group never shrinks."""
_ONE_CHOICE: _Readings = {"pass_rule": ("run", "final")}
"""A run goes on until its pass, which does not give the turn back for alternate play."""

SOUND: dict[Technique, tuple[_Readings, ...]] = {
    "one choice": (_ONE_CHOICE,),
    "run search": (_ONE_CHOICE | _HISTORY,),
    # the pass that ends a run lets the other side run
    "answered runs": ({"pass_rule": ("run",)},),
    "holding out": ({"pass_rule": ("run", "resume", "final")} | _ENDING,),
    # under resume, runs come again, and a search of one does not know of it
    "pass searches": ({"pass_rule": ("run", "final", "plain"), "repetition": ("situation",)},),
    "settled": (_ENDING,),
    "proofs": (_ONE_CHOICE | {"repetition": ("situation",)} | _FREEZE,),
    # a placement that counts for both sides and all modes is forbidden more often than the key knows
    "kept proofs": ({"repetition": ("situation", "off"), "max_plies": (None,)},),
    # tried: on 4x4 some positions are decided otherwise if a run has to end strictly ahead
    "tables": (_FREEZE, {"pass_rule": ("resume", "final", "plain")}),
    "tables in a search": ({"pass_rule": ("run", "final", "plain")} | _HISTORY | _FREEZE,),
}
"""For each technique the readings under which it is sound: one of these mappings must allow all of them.

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
    """Tell whether a technique is sound under these readings."""
    return any(
        all(getattr(rules, option) in values for option, values in (EXAMINED | readings).items())
        for readings in SOUND[technique]
    )


def is_run(position: Position) -> bool:
    """Tell whether one side is locked out of a game that goes on, and the other's run is one choice."""
    in_run = position.mode in (PASSED, RUN) and sound("one choice", position.rules)
    return in_run and position.outcome() is None


def is_searchable_run(position: Position) -> bool:
    """Tell whether it is a run that comes to an end, of which only this one can repeat the past."""
    return is_run(position) and sound("run search", position.rules)
