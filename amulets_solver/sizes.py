"""What may be asked for, and what holds if nothing is: known before anything is loaded."""

from _gamekit.limits import Limits as Limits

GOALS = ("entropy", "expected-size", "castable")
"""What a question may be chosen for."""

POLICIES = (*GOALS, "consistent", "random", "gambler")
"""Names of the policies of a race; ``gambler:0.5`` casts when it succeeds with that probability."""

MAX_SEED = 2**64 - 1
"""The greatest seed."""

MAX_GAMES = 1_000_000
"""Games of a race."""
