"""What may be asked for, and what holds if nothing is: known before anything is loaded."""

from typing import Annotated

from _gamekit.checked import Between
from _gamekit.limits import Limits as Limits
from _gamekit.progress import Progress as Progress

ALGORITHMS = ("auto", "astar", "bfs", "ida")
"""Ways to search."""

ATLAS_DEALS = 1_000_000
"""Deals of an atlas, by default."""

MAX_DEALS = 10_000_000
"""Deals that are tried for deals to order, by default."""

MAX_STATES = 5_000_000
"""States after which the checker stops, by default: about five minutes and two gigabytes."""

POLICIES = ("open", "random", "greedy", "silent", "silent-soft", "silent-rollouts", "asking-once", "asking")
"""Names of the policies of teams."""

HINT_POLICIES = ("silent", "silent-rollouts")
"""What a hint may assume of the partners."""

INFERENCES = ("none", "soft")
"""Whether a hint takes what others chose to play for a sign."""

MAX_HARDEST = 100
"""Hardest deals that a census keeps."""

LAYOUTS = ("wide", "phone")
"""Ways to lay out a drawing of rings."""

COLUMNS = 3
"""Rings beside each other in the drawing of a line."""
Columns = Annotated[int, Between(1, 25)]
