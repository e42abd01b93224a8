"""The readings of the rules under which each technique is sound.

A reading is a value of an option of the rules. A technique is not used with a value that is not listed here.
So a new reading disables techniques until it is added here. Certificates have an independent list,
`certify.checker_rules.ALLOWED`.
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
"""The default: if a technique does not list an option, it is sound under all values listed here for that
option."""
_ENDING: _Readings = {"repetition": ("situation", "placement"), "max_plies": (None,)}
"""Every run and every game ends, and no game is stopped."""
_HISTORY: _Readings = {"repetition": ("situation",), "max_plies": (None,)}
"""Only a situation that has occurred with the same side and mode can be forbidden."""
_FREEZE: _Readings = {"freeze": ("unique", "leader")}
"""A strictly largest group never shrinks."""
_ONE_CHOICE: _Readings = {"pass_rule": ("run", "final")}
"""A run lasts until its pass, and that pass does not resume alternate play."""

SOUND: dict[Technique, tuple[_Readings, ...]] = {
    "one choice": (_ONE_CHOICE,),
    "run search": (_ONE_CHOICE | _HISTORY,),
    # after the pass that ends a run, the other side may run
    "answered runs": ({"pass_rule": ("run",)},),
    "holding out": ({"pass_rule": ("run", "resume", "final")} | _ENDING,),
    # under resume, runs recur, and the search of a single run does not see later runs
    "pass searches": ({"pass_rule": ("run", "final", "plain"), "repetition": ("situation",)},),
    "settled": (_ENDING,),
    "proofs": (_ONE_CHOICE | {"repetition": ("situation",)} | _FREEZE,),
    # a placement that counts for both sides and all modes is forbidden more often than the key shows
    "kept proofs": ({"repetition": ("situation", "off"), "max_plies": (None,)},),
    # tested: on 4x4 some values change if a run has to end strictly ahead
    "tables": (_FREEZE, {"pass_rule": ("resume", "final", "plain")}),
    "tables in a search": ({"pass_rule": ("run", "final", "plain")} | _HISTORY | _FREEZE,),
}
"""The readings under which each technique is sound. At least one of its mappings must allow the values of all
options.

* one choice: a run is treated as the choice of a reachable placement, followed by a pass
* run search: a single run is searched, and the situations before it are known
* answered runs: a run loses if the other side can answer each reachable placement with a run
* holding out: a pass is judged by the groups that the other side can form alone
* pass searches: runs are searched to find the value of a pass
* settled: alpha-beta relies on a proof that no side can overtake
* proofs: the proof search and certificates, which check `max_plies` themselves
* kept proofs: alpha-beta reuses proofs of positions regardless of their history
* tables: a table can be built; its values are for positions without a history
* tables in a search: alpha-beta looks up values in a table
"""


def sound(technique: Technique, rules: Rules) -> bool:
    """Return whether a technique is sound under these readings."""
    return any(
        all(getattr(rules, option) in values for option, values in (EXAMINED | readings).items())
        for readings in SOUND[technique]
    )


def is_run(position: Position) -> bool:
    """Return whether one side is locked out, and the other side's run is the choice of a placement."""
    in_run = position.mode in (PASSED, RUN) and sound("one choice", position.rules)
    return in_run and position.outcome() is None


def is_searchable_run(position: Position) -> bool:
    """Return whether the position is in a run, and the run search is sound under its readings."""
    return is_run(position) and sound("run search", position.rules)
