"""Cases of a test that only `make test-all` runs."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import settings


def nightly(*cases: Any) -> list[Any]:
    """Return cases marked nightly: tuples of parameters, or single ones."""
    return [
        pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.nightly)
        for case in cases
    ]


def nightly_twin(drawn: Callable[..., Any], examples: int, test: Any) -> Any:
    """Return a test by hypothesis once more, nightly, with more examples; `drawn` is what `given` returns."""
    twin = settings(max_examples=examples)(drawn(test.hypothesis.inner_test))
    return pytest.mark.nightly(twin)
