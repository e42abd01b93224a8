"""Prints the signature of Mabi's search: the nodes of a fixed piece of work, the same on every machine.

::

    python -m benchmarks.mabi_signature

A change of the search changes it, and is explained in CHANGELOG.md; a change that should not, did.
"""

from __future__ import annotations

from benchmarks.mabi_positions import load
from mabi_search import analyse

DEPTH = 4


def signature() -> int:
    """Return the nodes of the sixty positions to depth 4."""
    return sum(analyse(position, depth=DEPTH).nodes for _, position in load())


if __name__ == "__main__":
    print(signature())
