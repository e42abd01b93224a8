"""Choices and defaults of options, which need no other module."""

from typing import Annotated

from _gamekit.checked import Between
from _gamekit.limits import Limits as Limits
from _gamekit.philox import MAX_SEED as MAX_SEED

GOALS = ("entropy", "expected-size", "castable")
"""Goals of a question."""

POLICIES = (*GOALS, "consistent", "random", "gambler")
"""Names of the policies of a race; ``gambler:0.5`` casts when it succeeds with that probability."""

MAX_GAMES = 1_000_000
"""Default number of games of a race."""

Games = Annotated[int, Between(1, MAX_GAMES)]
