"""Cases of a test that only CI or only `make test-all` runs."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from hypothesis import settings


def slow(*cases: Any) -> list[Any]:
    """Return cases marked slow: tuples of parameters, or single ones."""
    return [marked(case, pytest.mark.slow) for case in cases]


def nightly(*cases: Any) -> list[Any]:
    """Return cases marked nightly: tuples of parameters, or single ones."""
    return [marked(case, pytest.mark.nightly) for case in cases]


def marked(case: Any, mark: pytest.MarkDecorator) -> Any:
    """Return a case with a mark."""
    return pytest.param(*(case if type(case) is tuple else (case,)), marks=mark)


def thinned(step: int, cases: Iterable[Any]) -> list[Any]:
    """Return all cases, marked slow unless their number is a multiple of `step`."""
    return [marked(case, pytest.mark.slow) if number % step else case for number, case in enumerate(cases)]


def slow_twin(drawn: Callable[..., Any], examples: int, test: Any) -> Any:
    """Return a test by hypothesis once more, slow, with more examples; `drawn` is what `given` returns."""
    return pytest.mark.slow(settings(max_examples=examples)(drawn(test.hypothesis.inner_test)))


def nightly_twin(drawn: Callable[..., Any], examples: int, test: Any) -> Any:
    """Return such a twin, but nightly."""
    return pytest.mark.nightly(settings(max_examples=examples)(drawn(test.hypothesis.inner_test)))
