"""Names that users may hold: modules that moved, and functions that are named like none."""

import importlib
import subprocess
import sys
from types import FunctionType

import pytest

import mabi_search
import narabi_solver
from mabi_search import old_names as mabi_names
from narabi_solver import old_names as narabi_names
from tests.conftest import ROOT

OLD = [
    *((f"narabi_solver.{old}", f"narabi_solver.{new}") for old, new in narabi_names.MOVED.items()),
    *((f"mabi_search.{old}", f"mabi_search.{new}") for old, new in mabi_names.MOVED.items()),
]


@pytest.mark.parametrize(("old", "new"), OLD)
def test_modules_that_moved(old: str, new: str) -> None:
    module = importlib.import_module(new)
    spec = module.__spec__
    sys.modules.pop(old, None)
    with pytest.warns(DeprecationWarning, match=rf"^{old} is now {new}$"):
        assert importlib.import_module(old) is module
    assert module.__spec__ is spec and module.__name__ == new


def test_who_imports_an_old_name_is_told_where() -> None:
    program = "from narabi_solver.deck import Deck\nimport mabi_search.analysis\nprint(Deck.__module__)"
    done = subprocess.run(
        [sys.executable, "-W", "always", "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "narabi_solver.game.deck\n"
    assert "<string>:1: DeprecationWarning: narabi_solver.deck is now narabi_solver.game.deck" in done.stderr
    assert (
        "<string>:2: DeprecationWarning: mabi_search.analysis is now mabi_search.search.analysis"
        in done.stderr
    )


@pytest.mark.parametrize(
    ("package", "name"), [(narabi_solver, "survey"), (narabi_solver, "census"), (mabi_search, "perft")]
)
def test_no_module_has_the_name_of_a_public_function(package: object, name: str) -> None:
    """`import narabi_solver.survey` would put the module in the place of the function."""
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module(f"{package.__name__}.{name}")  # type: ignore[attr-defined]
    assert isinstance(getattr(package, name), FunctionType)


@pytest.mark.parametrize("package", [narabi_solver, mabi_search])
def test_public_names_are_no_modules(package: object) -> None:
    for name in package.__all__:  # type: ignore[attr-defined]
        value = getattr(package, name)
        assert type(value).__name__ != "module", name


def test_rooms_whose_modules_load_kernels() -> None:
    from mabi_search import tables as mabi_tables
    from narabi_solver import tables as narabi_tables

    for room in (mabi_tables, narabi_tables):
        for name in room.__all__:
            assert name == "PLAYERS" or getattr(room, name).__module__.startswith(room.__name__), name
        with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
            room.nothing  # noqa: B018
