"""Allowed values and defaults of options. This module imports no other module of the package."""

from typing import Annotated

from _gamekit.checks import Between
from _gamekit.limits import Limits as Limits
from _gamekit.progress import Progress as Progress

ALGORITHMS = ("auto", "astar", "bfs", "ida")
"""Names of the search algorithms."""

ATLAS_DEALS = 1_000_000
"""Default number of deals in an atlas, which is a file of graded random deals."""

MAX_DEALS = 10_000_000
"""Default number of deals after which a search for deals with given properties stops."""

MAX_STATES = 5_000_000
"""Default number of states after which the checker of certificates stops. Checking that many states takes
about five minutes and two gigabytes of memory.
"""

POLICIES = ("open", "random", "greedy", "silent", "silent-soft", "silent-rollouts", "asking-once", "asking")
"""Names of the built-in policies by which teams play."""

HINT_POLICIES = ("silent", "silent-rollouts")
"""Names of the policies that a hint may assume for the partners of the advised seat."""

INFERENCES = ("none", "soft")
"""Kinds of inference for a hint. "soft" treats the swaps of a seat as evidence about that seat's cards."""

MAX_HARDEST = 100
"""Largest number of hardest deals that a census keeps."""

LAYOUTS = ("wide", "phone")
"""Names of the layouts of a drawing of rings."""

COLUMNS = 3
"""Default number of rings side by side in the drawing of a line of play."""
Columns = Annotated[int, Between(1, 25)]
