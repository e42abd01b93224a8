"""What a position is for the side to move, in words."""

from __future__ import annotations

WIN, LOSS, DRAW, UNDECIDED = "win", "loss", "draw", "undecided"
TURNED = {WIN: LOSS, LOSS: WIN, DRAW: DRAW, UNDECIDED: UNDECIDED}
"""The same for the other side."""
