"""Numbers of numpy are taken wherever numbers are, and mean what Python's numbers mean."""

import dataclasses
import importlib
import inspect
import re
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Annotated, Any, get_origin

import numpy as np
import pytest

import amulets_solver as amulets
import mabi_search as mabi
import narabi_solver as narabi
import tales_of_arabia as tales
from _gamekit import checks
from narabi_solver import hidden
from narabi_solver.env import GameSpec, ManyGames, NarabiEnv
from tests.common.test_checked import FUNCTIONS, HOMES
from tests.nightly import thinned

Kinds = tuple[Callable[[Any], Any], ...]
"""What makes a whole number, a number, and a truth value."""
PYTHON: Kinds = (int, float, bool)
NUMPY: list[Kinds] = [
    (np.int64, np.float64, np.bool_),
    (np.int32, np.float32, np.bool_),
    (np.int8, np.float16, np.bool_),
    (np.uint8, np.longdouble, np.bool_),
    (np.uint64, np.float64, np.bool_),
]
ANNOTATED = {  # what each annotation with numbers is tried with; None is a part of many
    r"str \| int|int( \| None| \| str)?": lambda w, n, t: w(3),
    r"float( \| None)?": lambda w, n, t: n(0.5),
    "bool": lambda w, n, t: t(1),
    r"tuple\[int, \.\.\.\]( \| None)?": lambda w, n, t: (w(1), 2, w(3)),
    r"tuple\[int, int\]( \| None)?": lambda w, n, t: (w(1), w(3)),
    r"tuple\[str \| int, \.\.\.\]( \| None)?": lambda w, n, t: (w(1), "left", w(3)),
    r"tuple\[tuple\[int, str\], \.\.\.\]": lambda w, n, t: ((w(3), "0"), (4, "1")),
    r"tuple\[tuple\[int, \.\.\.\], \.\.\.\]": lambda w, n, t: ((w(1), 2), (w(3),)),
    r"tuple\[tuple\[str, int\], \.\.\.\]": lambda w, n, t: (("a", w(1)), ("b", 3)),
    r"Mapping\[int, Sequence\[str\]\] \| None": lambda w, n, t: {w(1): ["a"], w(2): ("b",)},
    r"Mapping\[int, int\]": lambda w, n, t: {w(1): w(2)},
    r"Mapping\[int, tuple\[str, \.\.\.\]\]": lambda w, n, t: {w(1): ("a",)},
    r"Mapping\[int, Secret\]": lambda w, n, t: {w(1): amulets.Secret("C3", "B")},
}
ELSEWHERE = ("Callable[", "Iterator[", "Iterable[")
"""Beginnings of annotations whose numbers come out, or are read one by one, as those of arrays are."""


def constructors() -> Iterator[tuple[str, Callable[..., object]]]:
    """Yield the constructors of public classes that check their arguments."""
    for home in HOMES:
        module = importlib.import_module(home)
        for name in getattr(module, "__all__", ()):
            kind = getattr(module, name)
            if inspect.isclass(kind) and hasattr(kind.__init__, "checks_arguments"):
                yield f"{home}.{name}", kind.__init__


def plain(function: Any, annotation: str) -> str:
    """Return an annotation without ranges, and with `int` for all whole numbers."""
    names = inspect.unwrap(function).__globals__
    text = re.sub(r"Annotated\[(\w+), Between\(.*?\)\]", r"\1", annotation)

    def without(word: re.Match[str]) -> str:
        value = names.get(word[0])
        return value.__origin__.__name__ if get_origin(value) is Annotated else word[0]

    return re.sub(r"\w+", without, text).replace("SupportsIndex", "int")


OPTIONS = [
    (function, option, annotation)
    for function in {**{name: one for name, one in FUNCTIONS.values()}, **dict(constructors())}.values()
    for function in [getattr(function, "__func__", function)]
    for option, given in inspect.unwrap(function).__annotations__.items()
    for annotation in [plain(function, str(given))]
    if getattr(function, "checks_arguments", False)
    and option != "return"
    and re.search(r"\b(int|float|bool)\b", annotation)
    and not annotation.startswith(ELSEWHERE)
    and "NDArray[" not in annotation
]


def test_each_annotation_with_numbers_is_tried() -> None:
    assert len(OPTIONS) > 200
    for function, option, annotation in OPTIONS:
        assert sum(bool(re.fullmatch(one, annotation)) for one in ANNOTATED) == 1, (function, option)


def kinds_within(value: object) -> list[type]:
    """Return the types of the numbers and texts in nested containers."""
    if isinstance(value, dict):
        return kinds_within([*value.items()])
    if isinstance(value, list | tuple):
        return [kind for one in value for kind in kinds_within(one)]
    return [type(value)]


@pytest.mark.parametrize("pattern", ANNOTATED)
def test_python_numbers_come_through_the_door(pattern: str) -> None:
    given, tried = ANNOTATED[pattern], 0
    for function, option, annotation in OPTIONS:
        if re.fullmatch(pattern, annotation):
            check = checks._checks(function)[2][option]
            tried += 1
            for kinds in NUMPY:
                taken = check(given(*kinds))
                assert taken == given(*PYTHON), (function, option)
                assert kinds_within(taken) == kinds_within(given(*PYTHON)), (function, option)
    assert tried


def options() -> Iterator[tuple[type, dataclasses.Field[Any]]]:
    """Yield the numbers of classes of options."""
    for home in HOMES[:4]:
        module = importlib.import_module(home)
        for kind in (getattr(module, name) for name in module.__all__):
            if dataclasses.is_dataclass(kind) and hasattr(kind.__init__, "checks_arguments"):
                fields = dataclasses.fields(kind)
                if all(field.kw_only for field in fields):
                    yield from (
                        (kind, field) for field in fields if re.search(r"\b(int|Count)\b", str(field.type))
                    )


def test_type_checkers_accept_whole_numbers_of_numpy() -> None:
    """Where packages export it: `int` does not include them, `SupportsIndex` does."""
    functions = [
        (name, option)
        for home in HOMES[:4]
        for module in [importlib.import_module(home)]
        for name, function in vars(module).items()
        if name in module.__all__ and inspect.isfunction(function)
        for option, given in inspect.unwrap(function).__annotations__.items()
        if option != "return" and re.search(r"\bint\b", str(given)) and "NDArray" not in str(given)
    ]
    assert functions == []
    assert len([*options()]) >= 10
    for kind, field in options():
        assert re.search(rf"\b{field.name}: .*SupportsIndex", inspect.getsource(kind)), (kind, field.name)


DEAL = narabi.random_deal(3, 1)
SEAT = narabi.Knowledge.of(DEAL, "A")
POSITION = mabi.Position.start(mabi.Rules(size="3x3"))
FOUND = narabi.solve(DEAL)
TOLD = amulets.Belief(3, me=("C3", "B"))
ASKED = amulets.question(TOLD).placement
SECRETS = (("C3", "B"), ("A1", "R"), ("E5", "Y"))
DEALT = tales.Game.dealt(3)


def moved(step: Any, kinds: Kinds) -> list[Any]:
    """Return a swap or a move made of numbers."""
    (a, b), (c, d) = step
    square = type(step[0])
    move = type(step)(square(kinds[0](a), kinds[0](b)), square(kinds[0](c), kinds[0](d)))
    return [move, str(move)]


def played(kinds: Kinds) -> list[Any]:
    """Return a game of the referee of amulets."""
    whole = kinds[0]
    game = amulets.Game(SECRETS, first=whole(2))
    game.ask(whole(2), ASKED)
    return [str(game.record), amulets.Asked(whole(2), ASKED, "yn")]


def rolled(kinds: Kinds) -> list[Any]:
    """Return what environments of Narabi say of a game."""
    whole = kinds[0]
    env = NarabiEnv(GameSpec(players=whole(2)))
    env.reset(seed=whole(3))
    many = ManyGames(GameSpec(players=whole(3)))
    many.reset(whole(2), seed=whole(5))
    return [env.spec, str(env.last()), str(many.observe())]


CALLS: dict[str, Callable[[Any, Any, Any], object]] = {
    "random_deal": lambda w, n, t: narabi.random_deal(w(3), w(1), w(2)),
    "random_deals": lambda w, n, t: next(iter(narabi.random_deals(w(3), seed=w(1), start=w(2)))),
    "find_deals": lambda w, n, t: list(
        narabi.find_deals(w(3), narabi.DealSpec(turns=w(3), single_line=t(0)), seed=w(1), max_deals=w(40))
    ),
    "survey": lambda w, n, t: narabi.survey(w(3), w(4), seed=w(1), workers=w(1)).totals,
    "survey of 9": lambda w, n, t: narabi.survey(w(9), w(4)),
    "share": lambda w, n, t: narabi.survey(3, 4).share(w(5)),
    "paired_survey": lambda w, n, t: (
        narabi.paired_survey(
            w(3), w(2), rules=(narabi.Rules(no_undo=t(1)), narabi.Rules(limit=w(9))), seed=w(1)
        ).counts
    ),
    "solve": lambda w, n, t: (
        narabi.solve(
            DEAL, rules=narabi.Rules(limit=w(4)), limits=narabi.Limits(max_nodes=w(100), max_seconds=n(60))
        ).summary
    ),
    "a first seat": lambda w, n, t: narabi.Deal(DEAL.seats, first=w(1)),
    "a first seat too high": lambda w, n, t: narabi.Deal(DEAL.seats, first=w(7)),
    "parse": lambda w, n, t: narabi.Deal.parse(str(DEAL), unusual=t(0), line=w(3)),
    "hint": lambda w, n, t: narabi.hint(SEAT, worlds=w(2), seed=w(1)).moves,
    "worlds": lambda w, n, t: list(SEAT.worlds(most=w(3), seed=w(1))),
    "sample": lambda w, n, t: SEAT.sample(w(3), seed=w(100)),
    "seat": lambda w, n, t: narabi.Knowledge.of(DEAL, w(2)),
    "no seat": lambda w, n, t: narabi.Knowledge.of(DEAL, w(100)),
    "drawing": lambda w, n, t: FOUND.svg(columns=w(2), width=n(400)),
    "drawing too wide": lambda w, n, t: FOUND.svg(width=n(2)),
    "ring_stones": lambda w, n, t: narabi.Deck.standard().ring_stones(w(3)),
    "card": lambda w, n, t: narabi.Card("odd", copies=w(99)),
    "swap": lambda w, n, t: moved(FOUND.swaps[0], (w, n, t)),
    "swap played": lambda w, n, t: str(DEAL.play(moved(FOUND.swaps[0], (w, n, t))[0])),
    "score": lambda w, n, t: (
        hidden.score(
            DEAL.play(FOUND.swaps[0]), policy=hidden.Silent(worlds=w(2)), teams=w(1), seed=w(1)
        ).turns
    ),
    "team": lambda w, n, t: hidden.team(w(3), w(1), [hidden.Greedy()], seed=w(2)).totals,
    "environment": lambda w, n, t: rolled((w, n, t)),
    "no limit": lambda w, n, t: narabi.Limits(max_seconds=n(-1)),
    "no truth": lambda w, n, t: narabi.analyse(DEAL, lines=w(3)),
    "a truth is no number": lambda w, n, t: narabi.random_deal(t(1)),
    "no whole number": lambda w, n, t: narabi.random_deal(n(3)),
    "no seed": lambda w, n, t: narabi.random_deal(w(1), w(3)),
    "a deal": lambda w, n, t: narabi.solve(w(3)),
    "mabi rules": lambda w, n, t: mabi.Rules(max_plies=w(20)),
    "perft": lambda w, n, t: mabi.perft(POSITION, w(3)).nodes,
    "perft too deep": lambda w, n, t: mabi.perft(POSITION, w(100)),
    "divide": lambda w, n, t: [(move, count.nodes) for move, count in mabi.divide(POSITION, w(2))],
    "analyse": lambda w, n, t: mabi.analyse(POSITION, depth=w(2), lines=w(2), threads=w(1)).lines,
    "analyse too deep": lambda w, n, t: mabi.analyse(POSITION, depth=w(0)),
    "mabi solve": lambda w, n, t: mabi.solve(POSITION, all_moves=t(1), workers=w(1)).outcome,
    "move": lambda w, n, t: moved(mabi.Move.parse("b1c1"), (w, n, t)),
    "move played": lambda w, n, t: str(
        mabi.Position.start().play(moved(mabi.Position.start().legal_moves[0], (w, n, t))[0])
    ),
    "table": lambda w, n, t: mabi.tables.TableSpec.of("3x3", w(2), w(1)),
    "belief": lambda w, n, t: amulets.Belief(w(3), me=("C3", "B"), seat=w(2)),
    "belief of none": lambda w, n, t: amulets.Belief(w(7), me=("C3", "B")),
    "no place at the table": lambda w, n, t: amulets.Belief(w(3), me=("C3", "B"), seat=w(4)),
    "hear": lambda w, n, t: TOLD.hear(ASKED, "y", asker=w(3)).count,
    "hear from nobody": lambda w, n, t: TOLD.hear(ASKED, "y", asker=w(9)).count,
    "question": lambda w, n, t: amulets.question(TOLD, seed=w(4)),
    "race": lambda w, n, t: amulets.race(w(3), w(2), ["random", "random", "random"], seed=w(1)),
    "policy": lambda w, n, t: amulets.Policy("entropy", n(0.5)),
    "no policy": lambda w, n, t: amulets.Policy("entropy", n(2)),
    "strategy": lambda w, n, t: amulets.StrategyTree.shipped(w(4)),
    "referee": lambda w, n, t: played((w, n, t)),
    "tales rules": lambda w, n, t: tales.Rules(minimum=w(3), passing=t(1)),
    "tales": lambda w, n, t: tales.Game.dealt(w(3), w(5)),
    "tales for many": lambda w, n, t: tales.Game.dealt(w(90), w(5)),
    "hand": lambda w, n, t: DEALT.hand(w(2)),
    "no hand": lambda w, n, t: DEALT.hand(w(9)),
    "interrupt": lambda w, n, t: tales.Interrupt(w(2), "cave", t(0)),
    "situation": lambda w, n, t: tales.Situation(beings=w(2), others=w(3), endings=w(1), rows=(w(1), w(0))),
    "plan": lambda w, n, t: tales.plan(tales.Situation(others=w(4), endings=w(1)), risk=n(0.25)),
    "threshold": lambda w, n, t: tales.threshold(w(8)),
    "no threshold": lambda w, n, t: tales.threshold(w(100)),
    "thresholds": lambda w, n, t: tales.thresholds([w(8), w(9)]),
    "thresholds of an array": lambda w, n, t: tales.thresholds(
        np.array([8, 9], w) if w is not int else [8, 9]
    ),
}


def said(call: Callable[..., object], kinds: Kinds) -> str:
    """Return a result as text, or what an error says."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            return re.sub(r"(seconds'?[=:] ?)[0-9.e-]+", r"\1", repr(call(*kinds)))
        except ValueError as error:
            return f"{type(error).__name__}: {error}"


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_calls_answer_alike(call: Callable[..., object]) -> None:
    answer = said(call, PYTHON)
    assert "np." not in answer and "numpy" not in answer
    assert [said(call, kinds) for kinds in NUMPY] == [answer] * len(NUMPY)


METHODS = {
    "narabi_solver.random_deal(3, 1).svg(width=number(400))": "400",
    "narabi_solver.survey(3, 4).share(number(5))": "Interval",
    "mabi_search.perft(mabi_search.Position.start(), 1).facts(seconds=number(2))": "Fact",
}


@pytest.mark.parametrize(("call", "words"), thinned(3, METHODS.items()))
def test_results_take_numbers_of_classes_that_nobody_asked_for(call: str, words: str) -> None:
    """Even in a program that names functions only."""
    code = "import sys, numpy, narabi_solver, mabi_search; number = numpy.int64; result = "
    told = f"; print(result); {call.partition('(')[0]}; assert 'numpy.' not in str(result)"
    shown = subprocess.run([sys.executable, "-c", code + call + told], capture_output=True, text=True)
    assert shown.returncode == 0, shown.stderr
    assert words in shown.stdout


def test_numbers_of_every_kind_are_taken() -> None:
    """All that `numbers` calls whole or real, if it has a value that Python can hold."""
    seen: list[object] = []

    @checks.public
    def take(whole: int = 0, number: float = 0.0, truth: bool = False) -> None:
        seen.append((whole, number, truth))

    take(np.uint8(200), Fraction(1, 2), np.bool_(True))  # type: ignore[arg-type]
    take(number=3)
    assert [kinds_within(one) for one in seen] == [[int, float, bool], [int, int, bool]]
    for given in (Fraction(10**400), np.complex64(1), np.array(1)):
        with pytest.raises(narabi.ArgumentError, match="number must be a number, not"):
            take(number=given)  # type: ignore[arg-type]
