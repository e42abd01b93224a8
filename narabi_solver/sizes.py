"""Values and defaults of options; this module loads nothing else of the package."""

from typing import Annotated

from _gamekit.checked import Between
from _gamekit.limits import Limits as Limits
from _gamekit.progress import Progress as Progress

ALGORITHMS = ("auto", "astar", "bfs", "ida")
"""Names of the algorithms of the search."""

ATLAS_DEALS = 1_000_000
"""Default number of deals of an atlas."""

MAX_DEALS = 10_000_000
"""Default number of deals to try in a search for deals to order."""

MAX_STATES = 5_000_000
"""Default number of states after which the checker stops: about five minutes and two gigabytes."""

POLICIES = ("open", "random", "greedy", "silent", "silent-soft", "silent-rollouts", "asking-once", "asking")
"""Names of the policies of teams."""

HINT_POLICIES = ("silent", "silent-rollouts")
"""Names of the policies that a hint may assume for the partners."""

INFERENCES = ("none", "soft")
"""Inferences of a hint: "soft" counts the swaps that others chose as evidence."""

MAX_HARDEST = 100
"""Largest number of hardest deals that a census keeps."""

LAYOUTS = ("wide", "phone")
"""Layouts of a drawing of rings."""

COLUMNS = 3
"""Default number of rings side by side in the drawing of a line."""
Columns = Annotated[int, Between(1, 25)]
