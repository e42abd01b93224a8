"""Cases of a test that only `make test-all` runs."""

from typing import Any

import pytest


def nightly(*cases: Any) -> list[Any]:
    """Return cases marked nightly: tuples of parameters, or single ones."""
    return [
        pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.nightly)
        for case in cases
    ]
