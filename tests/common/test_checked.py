"""Every public function refuses what its annotations do not allow, before it does anything."""

import importlib
import inspect
import pickle
import re
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Any

import numpy as np
import pytest

import amulets_solver
import mabi_search
import narabi_solver
import tales_of_arabia
from _gamekit import checks
from _gamekit.checks import Between
from _gamekit.philox import Seed
from docs.making.reference import ROOMS
from narabi_solver import ArgumentError, Deal, DealSpec, Deck, Knowledge, random_deal
from narabi_solver.env import GameSpec, cross_play
from narabi_solver.hidden import Greedy, policy_named, score, team
from narabi_solver.page.making import page_html

NONSENSE = {  # with the words of annotations that allow it
    "nothing": (None, "None"),
    "object": (object(), ""),
    "text": ("\0nonsense", "str Iterable Risk"),
    "bytes": (b"3", "Iterable Sequence[int"),
    "truth": (True, "bool"),
    "number": (-1, "int float Risk SupportsIndex"),
    "fraction": (1.5, "float Risk"),
    "array": (np.array([1, 2]), "Iterable"),
    "list": ([object()], "Iterable"),
    "dict": ({object(): 1}, "Iterable"),
    "function": (lambda: None, "Callable Progress Act"),
}
UNKNOWN = ("Any", "object", "Array", "Axes")
"""Words of annotations that allow anything, or arrays; or what may be missing here."""


def public(home: str) -> Iterator[tuple[str, Callable[..., object]]]:
    """Yield the public functions of a module, and the methods and constructors of its classes."""
    module = importlib.import_module(home)
    for name in getattr(module, "__all__", None) or [one for one in vars(module) if one[0] != "_"]:
        value = getattr(module, name)
        if getattr(value, "__module__", home) != home and not hasattr(module, "__all__"):
            continue
        if isinstance(value, types.FunctionType):
            yield f"{home}.{name}", value
        if inspect.isclass(value) and not issubclass(value, Exception):
            for inner in dir(value):
                found = getattr(value, inner)
                home_of = getattr(found, "__module__", None) or ""
                shared = home_of.startswith("_gamekit.") and hasattr(found, "checks_arguments")
                own = shared or home_of == value.__module__
                if inner[0] != "_" and own and isinstance(found, types.FunctionType | types.MethodType):
                    yield f"{home}.{name}.{inner}", found


HOMES = [package.__name__ for package in ROOMS] + [
    f"{package.__name__}.{room}" for package, rooms in ROOMS.items() for room in rooms
]
FUNCTIONS = {
    getattr(function, "__func__", function): (name, function)
    for home in HOMES
    for name, function in public(home)
}
OPTIONS = [
    pytest.param(function, option, str(parameter.annotation), id=f"{name}-{option}")
    for name, function in FUNCTIONS.values()
    for option, parameter in inspect.signature(function).parameters.items()
    if parameter.annotation is not parameter.empty and getattr(function, "checks_arguments", True)
]


def test_there_are_many() -> None:
    assert len(OPTIONS) > 300


@pytest.mark.parametrize(("function", "option", "annotation"), OPTIONS)
def test_nonsense_is_refused(function: Callable[..., object], option: str, annotation: str) -> None:
    """By itself: all that a function is given is looked at before it is called."""
    if any(word in annotation for word in UNKNOWN):
        pytest.skip("takes anything")
    default = inspect.signature(function).parameters[option].default
    several = inspect.signature(function).parameters[option].kind is inspect.Parameter.VAR_POSITIONAL
    for value, allowed in NONSENSE.values():
        if not any(word in annotation for word in allowed.split()) and value is not default:
            with pytest.raises(ArgumentError, match=f"{option}|needed"):
                function(*[value] * several, **{} if several else {option: value})


DEAL = random_deal(3, 1)
GAME = Deal.parse(f"{DEAL} moves C1-A2")
START = mabi_search.Position.start()
MANY: Any = np.array([1, 2])
WRONG: Any = 3
ESCAPED: list[Callable[[], object]] = [  # each ended in an AttributeError, a TypeError and the like
    lambda: narabi_solver.solve(DEAL, progress=3),
    lambda: narabi_solver.analyse(DEAL, lines="no"),
    lambda: Deal.parse(str(DEAL), unusual="no"),
    lambda: Knowledge.of(DEAL, "A").answered("C1-B3", yes="no"),
    lambda: Knowledge.of(DEAL, MANY),
    lambda: Deck.load(-1),
    lambda: DealSpec(turns=MANY),
    lambda: GameSpec(players=MANY),
    lambda: random_deal(MANY),
    lambda: narabi_solver.Rules(undo_reading=MANY),
    lambda: narabi_solver.survey(3, 1, limits=MANY),
    lambda: policy_named(None),
    lambda: team(3, 1, None),
    lambda: team(3, 1, [Greedy()], workers=MANY),
    lambda: score(GAME, policy="silent"),
    lambda: page_html("x"),
    lambda: cross_play(None, [DEAL]),
    lambda: cross_play([Greedy()], [3]),
    lambda: mabi_search.solve(mabi_search.Position.start(), progress=3),
    lambda: mabi_search.Rules(size=MANY),
    lambda: mabi_search.perft(mabi_search.Position.start(), MANY),
    lambda: amulets_solver.Belief(3, ("C3", MANY)),
    lambda: amulets_solver.race(3, 1, [None]),
    lambda: tales_of_arabia.Situation(rows=MANY),
    lambda: tales_of_arabia.plan(tales_of_arabia.Situation(endings=1), risk=MANY),
]


@pytest.mark.parametrize("call", ESCAPED)
def test_no_built_in_error_escapes(call: Callable[[], object]) -> None:
    with pytest.raises(ArgumentError):
        call()


MEANT: list[tuple[Callable[[], object], type[Exception], str]] = [
    (lambda: narabi_solver.solve(DEAL, max_seconds=1), TypeError, "; write limits=Limits(max_seconds=1)"),
    (lambda: narabi_solver.solve(DEAL, no_undo=True), TypeError, "; write rules=Rules(no_undo=True)"),
    (lambda: narabi_solver.solve(DEAL, rule=None), TypeError, "'rule'; did you mean 'rules'?"),
    (lambda: narabi_solver.solve(DEAL, colour=1), TypeError, "unexpected keyword argument 'colour'$"),
    (lambda: narabi_solver.solve(DEAL, narabi_solver.Rules()), TypeError, "but 2 were given; write rules=…"),
    (lambda: narabi_solver.random_deals(3, 5), TypeError, "but 2 were given; write seed=… or start=…"),
    (lambda: mabi_search.perft(START, 1, seconds=2), TypeError, "; write limits=Limits(max_seconds=2)"),
    (lambda: mabi_search.Position.start(size="4x4"), TypeError, "'size'; write rules=Rules(size='4x4')"),
    (lambda: Deal("4-0-17"), ArgumentError, "Deal(…) takes no text; Deal.parse('4-0-17') reads it"),
    (lambda: Deck("white = 1"), ArgumentError, "Deck(…) takes no text; Deck.loads('white = 1') reads it"),
    (lambda: mabi_search.Position("start"), ArgumentError, "Position.parse('start') reads it"),
    (lambda: amulets_solver.Record("players 3"), ArgumentError, "Record.parse('players 3') reads it"),
    (lambda: narabi_solver.analyze, AttributeError, "no attribute 'analyze'; did you mean 'analyse'?"),
    (lambda: mabi_search.SOLVE, AttributeError, "no attribute 'SOLVE'; did you mean 'solve'?"),
    (lambda: narabi_solver.hidden.Polcy, AttributeError, "module 'narabi_solver.hidden' has no"),
    (lambda: tales_of_arabia.zzz, AttributeError, "'tales_of_arabia' has no attribute 'zzz'$"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "kind", "message"), MEANT)
def test_a_wrong_call_names_what_is_meant(
    call: Callable[[], object], kind: type[Exception], message: str
) -> None:
    end = "$" * message.endswith("$")
    with pytest.raises(kind, match=re.escape(message.removesuffix("$")) + end):
        call()


def test_what_the_annotations_allow() -> None:
    seen: list[object] = []

    @checks.public
    def take(
        deal: Deal | str, *several: int, rows: "tuple[int, str]" = (1, ""), some: "list[bool] | None" = None
    ) -> None:
        seen.append((deal, several, rows, some))

    take("x", 1, np.int64(2), rows=(3, "y"), some=[True])  # type: ignore[arg-type]
    assert seen == [("x", (1, 2), (3, "y"), [True])]
    for call, told in (
        (lambda: take(3), "a Deal is needed, not int '3'; Deal.parse"),
        (lambda: take("x", "y"), "several must be a whole number, not 'y'"),
        (lambda: take("x", rows=(1,)), r"rows must be a tuple of 2, not \(1,\)"),
        (lambda: take("x", some=[0]), "each of some must be True or False, not 0"),
        (lambda: take("x", some=0), "some must be a list or None, not 0"),
    ):
        with pytest.raises(ArgumentError, match=told):
            call()
    with pytest.raises(TypeError, match="missing 1 required positional argument"):
        take()  # type: ignore[call-arg]


def test_ranges_of_annotations() -> None:
    seen: list[object] = []

    @checks.public
    def take(
        seed: Seed = 0,
        *counts: Annotated[int, Between(1)],
        width: "Annotated[float, Between(0, 9.5)] | None" = None,
    ) -> None:
        seen.append((seed, counts, width))

    take(2**64 - 1, 1, 5, width=9.5)
    take(width=None)
    assert seen == [(2**64 - 1, (1, 5), 9.5), (0, (), None)]
    for call, told in (
        (lambda: take(-1), r"seed must be a whole number from 0 to 2\^64 - 1, not -1"),
        (lambda: take(True), r"seed must be a whole number from 0 to 2\^64 - 1, not True"),
        (lambda: take(0, 1, 0), "counts must be a whole number, 1 or more, not 0"),
        (lambda: take(width=float("nan")), "width must be a number from 0 to 9.5, not nan"),
        (lambda: take(width="x"), "width must be a number from 0 to 9.5 or None, not 'x'"),  # type: ignore[arg-type]
    ):
        with pytest.raises(ArgumentError, match=told):
            call()
    assert checks.Between(3, 3).words() == "3"


def test_ranges_of_fields_hold_for_every_caller() -> None:
    """Also where a module is imported past the door, and where fields are replaced."""

    @checks.checked_fields
    @dataclass(frozen=True)
    class Settings:
        count: "Annotated[int, Between(1, 3)]" = 1

    for call in (lambda: Settings(4), lambda: replace(Settings(), count=np.int64(0))):
        with pytest.raises(ArgumentError, match="count must be a whole number from 1 to 3"):
            call()


def test_any_allows_everything() -> None:
    """`typing.Any` is a class since Python 3.11, but nothing is an instance of it."""
    seen: list[object] = []

    @checks.public
    def take(value: Any, some: "list[dict[str, Any]]") -> None:
        seen.append((value, some))

    take(None, [{"x": 1, "y": None}])
    assert seen == [(None, [{"x": 1, "y": None}])]
    with pytest.raises(ArgumentError, match="each of some must be a dict"):
        take(None, [1])  # type: ignore[list-item]


def test_a_function_is_one_and_the_same_by_every_way() -> None:
    for one, other in (
        (narabi_solver.solve, importlib.import_module("narabi_solver.solving.solve").solve),
        (team, importlib.import_module("narabi_solver.hidden.team_study").team),
    ):
        assert one is other and pickle.loads(pickle.dumps(one)) is one
