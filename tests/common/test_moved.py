"""The old ways to call and to name things: they work for one release, and say what is right now."""

import inspect
import warnings
from types import ModuleType

import pytest

import mabi_search
import narabi_solver
from _gamekit.moved import Renamed, attribute, attributes, keyword_options
from _gamekit.svg import theme_of


@keyword_options
def plain(main: str, *, first: int = 1, second: int = 2) -> tuple[str, int, int]:
    """Return what was given."""
    return main, first, second


@keyword_options(order=("b", "old"), renamed={"old": Renamed("a", lambda value: value * 10), "was": "b"})
def changed(main: str, *, a: int | None = 1, b: int = 2) -> tuple[str, int | None, int]:
    """Return what was given."""
    return main, a, b


def test_options_by_name_are_right() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert plain("x", second=3) == ("x", 1, 3) and plain(main="x") == ("x", 1, 2)
        assert changed("x", a=3) == ("x", 3, 2)


def test_options_without_their_names() -> None:
    with pytest.warns(DeprecationWarning, match=r"^plain\(\): options are given by name: first=…$") as found:
        assert plain("x", 5) == ("x", 5, 2)  # type: ignore[misc]
    assert found[0].filename == __file__
    with pytest.warns(DeprecationWarning, match=r"first=…, second=…$"):
        assert plain("x", 5, 6) == ("x", 5, 6)  # type: ignore[misc]
    with pytest.warns(DeprecationWarning, match=r"b=…, a=…$"):
        assert changed("x", 5, 6) == ("x", 60, 5)  # type: ignore[misc]


def test_options_by_old_names() -> None:
    with pytest.warns(DeprecationWarning, match=r"^changed\(\): old= is now a=, was= is now b=$") as found:
        assert changed("x", old=4, was=7) == ("x", 40, 7)  # type: ignore[call-arg]
    assert found[0].filename == __file__
    with pytest.warns(DeprecationWarning):
        assert changed("x", old=None) == ("x", None, 2)  # type: ignore[call-arg]
    with pytest.warns(DeprecationWarning) as both:
        assert changed("x", 5, old=4) == ("x", 40, 5)  # type: ignore[misc]
    assert len(both) == 2


def test_wrong_calls_stay_wrong() -> None:
    with pytest.raises(TypeError, match="3 positional|takes 1 positional argument but 4"):
        plain("x", 5, 6, 7)  # type: ignore[misc]
    with pytest.raises(TypeError, match="unexpected keyword argument 'third'"):
        plain("x", third=1)  # type: ignore[call-arg]
    with (
        pytest.warns(DeprecationWarning),
        pytest.raises(TypeError, match="multiple values for argument 'first'"),
    ):
        plain("x", 5, first=6)  # type: ignore[misc]
    with pytest.warns(DeprecationWarning), pytest.raises(TypeError, match="multiple values for argument 'a'"):
        changed("x", a=1, old=2)  # type: ignore[call-arg]


def test_the_signature_is_the_one_that_is_written() -> None:
    assert (
        str(inspect.signature(plain))
        == "(main: str, *, first: int = 1, second: int = 2) -> tuple[str, int, int]"
    )
    assert plain.__doc__ == "Return what was given." and plain.__name__ == "plain"


def test_attributes_by_old_names(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("some_module")
    module.new = 5  # type: ignore[attr-defined]
    module.__getattr__ = attributes("some_module", {"old": "new"})  # type: ignore[method-assign]
    monkeypatch.setitem(__import__("sys").modules, "some_module", module)
    with pytest.warns(DeprecationWarning, match=r"^some_module\.old is now some_module\.new$") as found:
        assert module.old == 5
    assert found[0].filename == __file__
    with pytest.raises(AttributeError, match="'some_module' has no attribute 'nothing'"):
        module.nothing  # noqa: B018

    class Result:
        new = 7
        old = attribute("old", "new")

    with pytest.warns(DeprecationWarning, match=r"^Result\.old is now new$") as found:
        assert Result().old == 7
    assert found[0].filename == __file__


@pytest.mark.parametrize(
    "error",
    [
        narabi_solver.ArgumentError,
        narabi_solver.NarabiError,
        mabi_search.ArgumentError,
        mabi_search.MabiError,
        ValueError,
    ],
)
def test_what_is_wrong_with_an_argument_that_both_packages_take(error: type[Exception]) -> None:
    with pytest.raises(error, match="max_nodes must be a whole number"):
        narabi_solver.Limits(max_nodes=-1)
    with pytest.raises(error, match="max_seconds must be a number"):
        mabi_search.Limits(max_seconds=float("nan"))
    with pytest.raises(error, match="stop must be a function"):
        mabi_search.Limits(stop=True)  # type: ignore[arg-type]
    with pytest.raises(error, match="the theme must be"):
        theme_of("blue")


def test_an_error_of_one_game_is_none_of_the_other() -> None:
    assert not issubclass(narabi_solver.DealFormatError, mabi_search.MabiError)
    assert not issubclass(mabi_search.PositionFormatError, narabi_solver.NarabiError)
