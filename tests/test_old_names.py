"""Names that users may hold: modules that moved, and functions that are named like none."""

import importlib
import subprocess
import sys
import warnings
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


@pytest.mark.parametrize(
    ("module", "old", "new"),
    [
        *(("narabi_solver", old, new) for old, new in narabi_names.RENAMED.items()),
        ("narabi_solver.analysis", "Wish", "DealSpec"),
        ("narabi_solver.analysis.orders", "OrderedDeals", "DealFinder"),
        ("narabi_solver.certify", "check", "check_certificate"),
        ("narabi_solver.certify.checker", "check", "check_certificate"),
        ("narabi_solver.statistics.blocks", "FATES", "RESULTS"),
        ("narabi_solver.statistics.blocks", "Study", "SurveySettings"),
        ("narabi_solver.statistics.blocks", "Tally", "Totals"),
        ("mabi_search.tables.boards", "Board", "TableSpec"),
        ("narabi_solver.tables", "rebuild", "build"),
    ],
)
def test_names_that_changed(module: str, old: str, new: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        room = importlib.import_module(module)
    with pytest.warns(DeprecationWarning, match=rf"^{room.__name__}\.{old} is now {room.__name__}\.{new}$"):
        assert getattr(room, old) is getattr(room, new)
    assert old not in getattr(room, "__all__", ())


def test_options_and_attributes_that_changed() -> None:
    deal = narabi_solver.random_deal(3, 1)
    rules = narabi_solver.Rules(limit=2)
    told: list[tuple[int, int]] = []
    with pytest.warns(DeprecationWarning, match=r"^solve\(\): options are given by name: rules=…$"):
        assert narabi_solver.solve(deal, rules).rules == rules  # type: ignore[misc]
    with pytest.warns(DeprecationWarning, match=r"max_tried= is now max_deals=, report= is now progress=$"):
        found = narabi_solver.find_deals(  # type: ignore[call-arg]
            3, narabi_solver.DealSpec(), max_tried=1, report=lambda *counts: told.append(counts)
        )
    assert len(list(found)) == 1 and (1, 1) in told
    for made, by_name in (
        (lambda: narabi_solver.Rules(True, 5), narabi_solver.Rules(no_undo=True, limit=5)),
        (lambda: narabi_solver.DealSpec(4), narabi_solver.DealSpec(turns=4)),
        (lambda: mabi_search.Rules("rows", "4x4"), mabi_search.Rules(setup="rows", size="4x4")),
        (lambda: mabi_search.Limits(7), narabi_solver.Limits(max_nodes=7)),
    ):
        with pytest.warns(DeprecationWarning, match=rf"^{type(by_name).__name__}\(\): .* by name: ") as found:
            assert made() == by_name
        assert found[0].filename == __file__
    counted = narabi_solver.survey(3, 10)
    with pytest.warns(DeprecationWarning, match=r"examples\(\): fate= is now result=$"):
        assert counted.examples(fate=25) == []  # type: ignore[call-arg]
    for result, old, new in (
        (counted, "study", "settings"),
        (counted, "tally", "totals"),
        (narabi_solver.solve(deal), "notes", "why_over"),
        (narabi_solver.verify(deal, ""), "to_go", "solutions"),
        (narabi_solver.restriction_costs(deal), "turns", "position"),
        (narabi_solver.restriction_costs(deal), "none", "all_lifted"),
    ):
        with pytest.warns(DeprecationWarning, match=rf"\.{old} is now {new}$"):
            assert getattr(result, old) == getattr(result, new)
