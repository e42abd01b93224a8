"""The words of certificates, shared by builder and checker. This module has no rule and no bound."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

KIND = "mabi certificate"
VERSION = 1
READINGS = ("paralysis", "freeze", "pass_rule", "repetition")
"""Kind and version named by a certificate."""
REGIONS, SQUARES, JOINS = "regions", "squares", "joins"
"""Reasons why the loser cannot overtake: too few of its pieces come together."""
EXHAUSTED, LAYOUTS = "exhausted", "layouts"
"""Reasons why the run does not help the loser: all reachable placements, or all large groups, have an
answer."""
MOST_PLACEMENTS = 300_000
"""Largest number of placements that the checker tries for one run."""


def digest(lines: Iterable[str]) -> str:
    """Return the checksum of the lines after the first."""
    total = hashlib.sha256()
    for line in lines:
        total.update(line.encode(errors="surrogatepass") + b"\n")
    return total.hexdigest()
