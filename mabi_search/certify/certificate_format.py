"""The words of certificates: what the builder writes and the checker reads. No rule and no bound is here."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

KIND = "mabi certificate"
VERSION = 1
READINGS = ("paralysis", "freeze", "pass_rule", "repetition")
"""That a certificate names."""
REGIONS, SQUARES, JOINS = "regions", "squares", "joins"
"""Why the loser cannot overtake: too few of its pieces come together."""
EXHAUSTED, LAYOUTS = "exhausted", "layouts"
"""Why it does not help the loser: there is an answer to all that it can reach, or to all large groups."""
MOST_PLACEMENTS = 300_000
"""That the checker tries for one run."""


def digest(lines: Iterable[str]) -> str:
    """Return the checksum of the lines after the first."""
    total = hashlib.sha256()
    for line in lines:
        total.update(line.encode(errors="surrogatepass") + b"\n")
    return total.hexdigest()
