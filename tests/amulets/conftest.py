"""Fixtures of the tests of Amulets."""

import functools

import pytest

from tests.conftest import Run


@pytest.fixture
def amulets(program_here: Run) -> Run:
    """Run the program `amulets`."""
    return functools.partial(program_here, "amulets")
