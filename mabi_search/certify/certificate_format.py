"""The vocabulary of certificates, shared by builder and checker. This module contains no rules or bounds."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

KIND = "mabi certificate"
VERSION = 1
HEAD = ("kind", "version", "position", "outcome", "rules", "lines", "sha256")
"""The fields of the first line."""
READINGS = ("paralysis", "freeze", "pass_rule", "repetition")
"""The options of the rules whose values a certificate names."""
REGIONS, SQUARES, JOINS = "regions", "squares", "joins"
"""Reasons why the loser cannot overtake: too few of its pieces can form one group."""
EXHAUSTED, LAYOUTS, APART = "exhausted", "layouts", "apart"
"""Reasons why the run does not help the loser: the winner can answer all reachable placements; all placements
with a large group; or all overtaking combinations of the placements of each region."""
MOST_PLACEMENTS = 300_000
"""Maximum number of placements that the checker examines for one run."""


def digest(lines: Iterable[str]) -> str:
    """Return the checksum of these lines: all lines of a certificate except the first."""
    total = hashlib.sha256()
    for line in lines:
        total.update(line.encode(errors="surrogatepass") + b"\n")
    return total.hexdigest()
