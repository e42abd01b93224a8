"""Fixtures that several tests of Narabi share."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from narabi_solver import survey
from tests.narabi.surveys import DEALS


@pytest.fixture(autouse=True)
def wrapping_products() -> Iterator[None]:
    """Allow hashes to overflow: compiled kernels wrap in silence, interpreted ones make numpy warn."""
    with np.errstate(over="ignore"):
        yield


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of an uninterrupted survey of seed 7."""
    path = tmp_path_factory.mktemp("whole") / "whole.parquet"
    survey(3, DEALS, seed=7, out=path)
    return path
