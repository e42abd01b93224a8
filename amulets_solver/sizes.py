"""Names and limits used by command-line options; importing this module loads no solver code."""

from typing import Annotated, SupportsIndex

from _gamekit.checks import Between
from _gamekit.limits import Limits as Limits
from _gamekit.philox import MAX_SEED as MAX_SEED

GOALS = ("entropy", "expected-size", "castable")
"""Goals that a question can optimise."""

POLICIES = (*GOALS, "consistent", "random", "gambler")
"""Names of the policies of a race; ``gambler`` is ``entropy:0.5``, which casts at a chance of 0.5 or more."""

MAX_GAMES = 1_000_000
"""Maximum number of games of a race."""

Games = Annotated[SupportsIndex, Between(1, MAX_GAMES)]
