"""Checks of arguments by the annotations of their functions.

`public` wraps a function so that its arguments are checked; `exports` does this to all public names. The
checks also convert numpy numbers to Python numbers, and check the range in an annotation like
``Annotated[int, Between(1, 60)]``. The wrapped functions rely on these checks, and themselves check only
conditions on several arguments.
"""

from __future__ import annotations

import enum
import functools
import inspect
import itertools
import operator
import re
import sys
import types
import typing
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from numbers import Integral, Real
from typing import Annotated, Any, Literal, NamedTuple, SupportsIndex, TypeVar

from _gamekit import wrong_calls
from _gamekit.problems import ArgumentError, check_kind, shorten

F = TypeVar("F", bound=Callable[..., object])
T = TypeVar("T")


class Between(NamedTuple):
    """The allowed range of a number, for use in an annotation."""

    low: float
    high: float | None = None
    """The upper end; None if there is no upper bound."""

    def __contains__(self, number: object) -> bool:
        return bool(self.low <= number and (self.high is None or number <= self.high))  # type: ignore[operator]

    def words(self, number: str = "a whole number") -> str:
        """Return the allowed values in words; `number` says what kind of number they are."""
        if self.high is None:
            return f"{number}, {self.low:,} or more"
        if self.low == self.high:
            return f"{self.low:,}"
        return f"{number} from {self.low:,} to {_SHORT.get(self.high) or f'{self.high:,}'}"


_SHORT: dict[float, str] = {2**64 - 1: "2^64 - 1", 10**24: "10^24"}
"""Large numbers as messages write them."""


class _Kind(NamedTuple):
    """The values that an annotation allows."""

    take: Callable[[Any], Any]
    """A function that returns a value with numpy numbers converted, or `_UNFIT` if it is not allowed."""
    words: str
    """A description of the allowed values."""
    wanted: type | None = None
    """The allowed class, if it belongs to this library."""
    each: _Kind | None = None
    """The kind of a container's items, if all have the same."""
    ranged: tuple[_Kind, Between] | None = None
    """The kind of a number without its range, and the range."""


_UNFIT: Any = object()


def _instance(wanted: Any) -> Callable[[Any], Any]:
    return lambda value: value if isinstance(value, wanted) else _UNFIT


def _whole(value: Any) -> Any:
    if type(value) is int:
        return value
    return int(value) if not isinstance(value, bool) and isinstance(value, Integral) else _UNFIT


def _number(value: Any) -> Any:
    if type(value) is float:
        return value
    try:
        return float(value) if isinstance(value, Real) and not isinstance(value, Integral) else _whole(value)
    except OverflowError:  # a large fraction
        return _UNFIT


def _truth(value: Any) -> Any:
    if isinstance(value, bool):
        return value
    numpy = sys.modules.get("numpy")  # slow to load, and without it there are no such values
    return bool(value) if numpy and isinstance(value, numpy.bool_) else _UNFIT


_PLAIN = {
    bool: _Kind(_truth, "True or False"),
    int: _Kind(_whole, "a whole number"),
    SupportsIndex: _Kind(_whole, "a whole number"),
    float: _Kind(_number, "a number"),
    type(None): _Kind(_instance(type(None)), "None"),
    str: _Kind(_instance(str), "a text"),
}


def public(value: T) -> T:
    """Return a function or a class whose arguments are checked before each call.

    Parameters
    ----------
    value
        A function is wrapped, and also replaced in its module. A class is changed in place. Any other value
        is returned unchanged.
    """
    if isinstance(value, types.FunctionType):
        door, home, name = _door(value), vars(sys.modules[value.__module__]), value.__name__
        if home.get(name) is value:  # the same function object under every name
            home[name] = door
        return typing.cast(T, door)
    if inspect.isclass(value) and not issubclass(value, (BaseException, enum.Enum)):
        for kind in value.__mro__:
            if kind.__module__.partition(".")[0] == value.__module__.partition(".")[0]:
                _open(kind)
    return value


def checked_fields(kind: type[T]) -> type[T]:
    """Make the constructor of a class check its arguments by the annotations of the fields."""
    kind.__init__ = _door(kind.__init__)  # type: ignore[method-assign]
    return kind


def trusting(function: F) -> F:
    """Exempt a public function from checks, because it is called so often that they would take too long."""
    function.checks_arguments = False  # type: ignore[attr-defined]
    return function


def unchecked(kind: type[T], **fields: Any) -> T:
    """Return an instance of a dataclass with the given fields, without calling its constructor."""
    made = object.__new__(kind)
    made.__dict__.update(fields)
    return made


def _open(kind: Any) -> None:
    """Make the public methods and the constructor of a class check their arguments.

    A constructor that only stores fields is called very often, so it only converts numpy numbers.
    """
    plain = hasattr(kind, "_fields") or (
        hasattr(kind, "__dataclass_fields__") and not hasattr(kind, "__post_init__")
    )
    for name, member in list(vars(kind).items()):
        if name.startswith("_") and name not in ("__init__", "__new__"):
            continue
        door: Callable[[Any], Any] = _plain_door if plain and name.startswith("_") else _door
        parse = next((one for one in ("parse", "loads") if name == "__init__" and hasattr(kind, one)), None)
        if parse is not None:
            door = _texts_refused(kind, parse, door)
        if isinstance(member, types.FunctionType):
            setattr(kind, name, door(member))
        elif isinstance(member, (classmethod, staticmethod)):
            setattr(kind, name, type(member)(door(member.__func__)))


def _texts_refused(kind: type, parse: str, door: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return a door for a constructor: a text as the only argument is an error that names `parse`."""

    def wrapped(function: Any) -> Any:
        if not isinstance(function, types.FunctionType) or hasattr(function, "refuses_texts"):
            return function
        construct = door(function)

        @functools.wraps(construct)
        def made(instance: Any, *args: Any, **kwargs: Any) -> Any:
            if len(args) == 1 and isinstance(args[0], str) and not kwargs:
                raise wrong_calls.text_alone(kind, parse, args[0])
            return construct(instance, *args, **kwargs)

        made.refuses_texts = True  # type: ignore[attr-defined]
        return made

    return wrapped


def _plain_door(function: Any) -> Any:
    """Return a constructor that converts numpy numbers; if it takes no numbers, return it unchanged."""
    if hasattr(function, "makes_numbers") or hasattr(function, "checks_arguments"):
        return function
    taken = [getattr(one, "__forward_arg__", one) for one in function.__annotations__.values()]
    if not any(_NUMBERS.search(str(one)) for one in taken):
        return function

    @functools.wraps(function)
    def made(*args: Any, **kwargs: Any) -> Any:
        if "numpy" in sys.modules:  # slow to load, and without it there are no such values
            scalar = sys.modules["numpy"].generic
            args = tuple([one.item() if isinstance(one, scalar) else one for one in args])
            kwargs = {name: one.item() if isinstance(one, scalar) else one for name, one in kwargs.items()}
        return function(*args, **kwargs)

    made.makes_numbers = True  # type: ignore[attr-defined]
    return made


_NUMBERS = re.compile(r"\b(int|float|bool)\b")


def _door(function: Any) -> Any:
    """Return a function that checks the arguments of another, or the same function if it needs no checks."""
    if not isinstance(function, types.FunctionType) or hasattr(function, "checks_arguments"):
        return function
    if not inspect.unwrap(function).__annotations__.keys() - {"return"}:
        return function
    checks: tuple[list[Any], Iterable[Any], dict[str, Any]] | None = None
    takes_any = bool(inspect.unwrap(function).__code__.co_flags & inspect.CO_VARKEYWORDS)

    @functools.wraps(function)
    def checked(*args: Any, **kwargs: Any) -> Any:
        nonlocal checks
        checks = checks or _checks(function)
        order, rest, named = checks
        if len(args) > len(order) and rest == ():
            _refuse_surplus(function, len(order), args, named)
        taken = [
            value if check is None else check(value)
            for check, value in zip(itertools.chain(order, rest), args, strict=False)
        ]
        for name, value in kwargs.items():
            if name not in named and not takes_any:
                classes = {one: kind and kind.wanted for one, kind in _kinds(named).items()}
                raise wrong_calls.unknown_keyword(function, name, value, classes)
            if (check := named.get(name)) is not None:
                kwargs[name] = check(value)
        return function(*taken, *args[len(taken) :], **kwargs)

    checked.checks_arguments = True  # type: ignore[attr-defined]
    return checked


def _kinds(named: Mapping[str, Any]) -> dict[str, _Kind | None]:
    """Return the kinds of arguments from their checks."""
    return {name: None if check is None else check.args[1] for name, check in named.items()}


def _refuse_surplus(function: Any, most: int, args: tuple[Any, ...], named: Mapping[str, Any]) -> None:
    """Raise an error if arguments that are passed by name would take the first surplus positional one."""
    names = [
        name
        for name, kind in list(_kinds(named).items())[most:]
        if kind is not None and kind.take(args[most]) is not _UNFIT
    ]
    if names:
        raise wrong_calls.too_many(function, most, len(args), names)


def _checks(function: Any) -> tuple[list[Any], Iterable[Any], dict[str, Any]]:
    """Return the checks of a function's positional, variable and keyword arguments.

    A check is None if the argument may have any value.
    """
    annotations = inspect.unwrap(function).__annotations__
    named: dict[str, Any] = {}
    order: list[Any] = []
    rest: Any = ()
    for name, one in inspect.signature(function).parameters.items():
        kind = _kind(annotations.get(name, object), inspect.unwrap(function).__globals__)
        check = None if kind is None else functools.partial(_check, name, kind, one.default)
        if one.kind is one.VAR_POSITIONAL:
            rest = itertools.repeat(check)
        elif one.kind is not one.VAR_KEYWORD:
            named[name] = check
            order += [check] * (one.kind is not one.KEYWORD_ONLY)
    return order, rest, named


def _check(name: str, kind: _Kind, default: object, value: object) -> Any:
    """Return an allowed value, with numpy numbers converted; raise ArgumentError for any other value."""
    if value is default:
        return value
    taken = kind.take(value)
    if taken is not _UNFIT:
        return taken
    if (
        kind.each is not None
        and isinstance(value, Collection)
        and not (isinstance(value, str | Mapping) or _has_no_dimension(value))
    ):
        for one in value:
            _check(f"each of {name}", kind.each, inspect.Parameter.empty, one)
    given = next((one for one in (_truth(value), _number(value)) if one is not _UNFIT), value)
    if kind.ranged is not None and kind.ranged[0].take(value) is not _UNFIT:  # only the range is wrong
        kind = _Kind(kind.take, kind.ranged[1].words(kind.ranged[0].words))
    if kind.wanted is not None:
        check_kind(given, kind.wanted)
    raise ArgumentError(f"{name} must be {kind.words}, not {shorten(repr(given))[1:-1]}")


def _kind(annotation: Any, names: dict[str, Any]) -> _Kind | None:
    """Return the kind of an annotation; None if it allows any value or cannot be interpreted."""
    if isinstance(annotation, str):
        try:
            annotation = eval(annotation, names)
        except NameError:  # imported for type checkers only
            return None
    if annotation is None or annotation in _PLAIN:
        return _PLAIN[annotation or type(None)]
    origin, inner = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is Annotated:
        plain, span = _kind(inner[0], names), next((one for one in inner if isinstance(one, Between)), None)
        return plain if plain is None or span is None else _ranged(plain, span)
    if origin is Literal:
        return _Kind(
            lambda value: value if isinstance(value, str) and value in inner else _UNFIT,
            _either(map(str, inner)),
        )
    if origin in (typing.Union, types.UnionType):
        kinds = [_kind(one, names) for one in inner]
        known = [kind for kind in kinds if kind is not None]
        if len(known) < len(kinds):
            return None
        wanted = next((kind.wanted for kind in known if kind.wanted is not None), None)
        each = next((kind.each for kind in known if kind.each is not None), None)
        ranged = next((kind.ranged for kind in known if kind.ranged is not None), None)
        words = _either(kind.words for kind in known)

        def first(value: Any) -> Any:
            taken = (kind.take(value) for kind in known)
            return next((one for one in taken if one is not _UNFIT), _UNFIT)

        return _Kind(first, words, wanted, each, ranged)
    protocol = getattr(annotation, "_is_protocol", False)
    if Callable in (annotation, origin) or (protocol and "__call__" in vars(annotation)):
        return _Kind(lambda value: value if callable(value) else _UNFIT, "a function")
    if inspect.isclass(origin) and origin.__module__ in ("builtins", "collections.abc", "os"):
        return _container(origin, [_kind(one, names) for one in inner if one is not ...], ... in inner)
    if inspect.isclass(annotation) and annotation not in (object, Any) and not protocol:
        own = hasattr(annotation, "parse") or annotation.__module__.partition(".")[0] in _OURS
        words = f"a {annotation.__name__}"
        return _Kind(_instance(annotation), words, annotation if own else None)
    return None


def _ranged(number: _Kind, span: Between) -> _Kind:
    """Return the kind of numbers restricted to a range."""

    def take(value: Any) -> Any:
        taken = number.take(value)
        return taken if taken is not _UNFIT and taken in span else _UNFIT

    return _Kind(take, span.words(number.words), ranged=(number, span))


_OURS = ("_gamekit", "narabi_solver", "mabi_search", "amulets_solver", "tales_of_arabia")


def _container(origin: Any, inner: list[_Kind | None], endless: bool) -> _Kind:
    """Return the kind of a container; the items of an iterator are not checked."""
    words = f"{'an' if origin.__name__[0] in 'AEIOU' else 'a'} {origin.__name__.lower()}"
    fixed = issubclass(origin, tuple) and not endless
    if fixed:
        words += f" of {len(inner)}"
    if origin in (Iterable, Iterator):
        inner = []
    each = inner[0] if len({kind.words for kind in inner if kind is not None}) == 1 else None

    def take(value: Any) -> Any:
        if not isinstance(value, origin) or _has_no_dimension(value):
            return _UNFIT
        if not inner or not isinstance(value, Collection):
            return value
        if isinstance(value, Mapping):
            given, kinds = [*value.keys(), *value.values()], [one for one in inner for _ in value]
        else:
            given, kinds = list(value), inner if fixed else inner * len(value)
        if len(given) != len(kinds):
            return _UNFIT
        taken = [one if kind is None else kind.take(one) for kind, one in zip(kinds, given, strict=True)]
        if any(one is _UNFIT for one in taken):
            return _UNFIT
        if all(map(operator.is_, taken, given)):
            return value
        if isinstance(value, Mapping):
            return dict(zip(taken[: len(value)], taken[len(value) :], strict=True))
        return taken if isinstance(value, list) else tuple(taken)

    return _Kind(take, words, each=each)


def _has_no_dimension(value: object) -> bool:
    """Return whether a value is a numpy array of no dimension, which seems a container but has no items."""
    return getattr(value, "shape", None) == ()


def _either(some: Iterable[str]) -> str:
    *words, last = some
    return f"{', '.join(words)} or {last}" if words else last
