"""What several tests of Narabi stand on."""

from pathlib import Path

import pytest

from narabi_solver import survey
from tests.narabi.surveys import DEALS


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of an uninterrupted survey of seed 7."""
    path = tmp_path_factory.mktemp("whole") / "whole.parquet"
    survey(3, DEALS, seed=7, out=path)
    return path
