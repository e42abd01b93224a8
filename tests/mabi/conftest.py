"""Tables of the tests: in a folder of their own, and none where no folder is named; and less room."""

from functools import partial
from pathlib import Path

import pytest

from mabi_search.tables import stored
from mabi_search.tables.boards import TableSpec
from mabi_search.tables.stored import path_of


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tables")


@pytest.fixture(autouse=True)
def no_tables_in_the_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """So that a search is the same on machines with tables and without."""

    def path(board: TableSpec, folder: str | Path | None = None) -> Path:
        return path_of(board, tmp_path if folder is None else folder)

    monkeypatch.setattr(stored, "path_of", path)


@pytest.fixture
def small_rooms(monkeypatch: pytest.MonkeyPatch) -> None:
    """Little room for runs, which takes long to be cleared; so notes of runs collide, too."""
    from mabi_search.kernels.proof import graph

    monkeypatch.setattr(graph, "known", partial(graph.known, run_entries=1 << 11))
