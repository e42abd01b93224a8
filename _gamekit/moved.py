"""Deprecated names: they work for one release, with a DeprecationWarning.

`OldNames` finds modules that moved, `attributes` what is in a module, `attribute` what is in a class, and
`keyword_options` takes options by position, or by their old names; `keyword_fields` does so for fields.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, ParamSpec, TypeVar, overload

if TYPE_CHECKING:
    from importlib.abc import Loader
else:
    Loader = object  # that module loads many others, and imports ask for no class

P = ParamSpec("P")
R = TypeVar("R")


class _Moved(Loader):
    """Loads the module that an old name refers to."""

    def __init__(self, old: str, new: str):
        self.old, self.new = old, new
        self.spec: ModuleSpec | None = None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        warnings.warn(f"{self.old} is now {self.new}", DeprecationWarning, stacklevel=2)
        module = importlib.import_module(self.new)
        self.spec = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        module.__spec__ = self.spec  # the import system has put that of the old name there


class OldNames:
    """Finds modules by their old names; consulted only when no module has such a name.

    Parameters
    ----------
    package
        The package in which they were and are.
    moved
        Old names in the package with new ones.
    """

    def __init__(self, package: str, moved: Mapping[str, str]):
        self.moved = {f"{package}.{old}": f"{package}.{new}" for old, new in moved.items()}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of a module that has moved; None for all others."""
        if (new := self.moved.get(fullname)) is None:
            return None
        return ModuleSpec(fullname, _Moved(fullname, new))

    def install(self) -> None:
        """Let imports find the old names from now on."""
        sys.meta_path.append(self)


def _warn(message: str) -> None:
    """Warn whoever called the function that calls this."""
    warnings.warn(message, DeprecationWarning, stacklevel=3)


def attributes(module: str, renamed: Mapping[str, str]) -> Callable[[str], Any]:
    """Return the `__getattr__` of a module, which gives what has a new name there by the old one.

    Parameters
    ----------
    module
        The name of the module.
    renamed
        Old names with new ones.
    """

    def find(name: str) -> Any:
        if (new := renamed.get(name)) is None:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        _warn(f"{module}.{name} is now {module}.{new}")
        return getattr(sys.modules[module], new)

    return find


def attribute(old: str, new: str) -> Any:
    """Return a property that gives an attribute of a class by its old name."""

    def find(instance: object) -> Any:
        _warn(f"{type(instance).__name__}.{old} is now {new}")
        return getattr(instance, new)

    return property(find, doc=f"The old name of `{new}`.")


class Renamed(NamedTuple):
    """An option that has a new name and takes its value in another form."""

    name: str
    """The new name."""
    convert: Callable[[Any], Any]
    """Converts a value of the old option to one of the new option."""


def given_numbers(*names: str) -> Callable[[Any], Any]:
    """Return a function that turns one taking these counts by position into a `Progress`."""
    return lambda report: lambda text, /, **counts: report(*(counts[name] for name in names))


def given_text(report: Any) -> Any:
    """Return a `Progress` that calls a function with the text alone."""
    return lambda text, /, **counts: report(text)


@overload
def keyword_options(function: Callable[P, R], /) -> Callable[P, R]: ...


@overload
def keyword_options(
    *, order: Sequence[str] = (), renamed: Mapping[str, str | Renamed] | None = None
) -> Callable[[Callable[P, R]], Callable[P, R]]: ...


def keyword_options(
    function: Callable[P, R] | None = None,
    /,
    *,
    order: Sequence[str] = (),
    renamed: Mapping[str, str | Renamed] | None = None,
) -> Callable[P, R] | Callable[[Callable[P, R]], Callable[P, R]]:
    """Let a function with keyword-only options take them without names too, with a DeprecationWarning.

    Type checkers and `inspect.signature` see the function as it is written.

    Parameters
    ----------
    function : callable
        The function, where the decorator stands alone, without brackets.
    order : sequence of str
        The old names of the options, in the order in which they could be given; that of the signature if
        left out.
    renamed : mapping
        Old names of options with new ones; the old ones still work, with a DeprecationWarning.

    Examples
    --------
    >>> @keyword_options(renamed={"most": "limit"})
    ... def search(question: str, *, limit: int = 10) -> str:
    ...     return f"{question} {limit}"
    >>> search("deal", limit=3)
    'deal 3'

    Both ``search("deal", 3)`` and ``search("deal", most=3)`` do the same, and warn.
    """
    if function is None:
        return functools.partial(_keyword_options, order=order, renamed=renamed or {})
    return _keyword_options(function, order, {})


def keyword_fields(cls: type[R]) -> type[R]:
    """Let a dataclass with ``kw_only=True`` take its fields without names too, with a DeprecationWarning.

    Parameters
    ----------
    cls : type
        The dataclass.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> @keyword_fields
    ... @dataclass(kw_only=True)
    ... class Choice:
    ...     limit: int = 24
    >>> Choice(limit=3)
    Choice(limit=3)

    ``Choice(3)`` does the same, and warns.
    """
    initial = cls.__init__
    initial.__qualname__ = cls.__qualname__  # what a message names
    setattr(cls, "__init__", _keyword_options(initial, (), {}))  # noqa: B010  (mypy forbids the plain way)
    return cls


def _keyword_options(
    function: Callable[P, R], order: Sequence[str], renamed: Mapping[str, str | Renamed]
) -> Callable[P, R]:
    kinds = {name: one.kind for name, one in inspect.signature(function).parameters.items()}
    options = order or [name for name, kind in kinds.items() if kind is inspect.Parameter.KEYWORD_ONLY]
    main = len(kinds) - sum(kind is inspect.Parameter.KEYWORD_ONLY for kind in kinds.values())
    title = function.__qualname__

    @functools.wraps(function)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        positional = args[main:] if len(args) <= main + len(options) else ()
        given = dict(zip(options, positional, strict=False))
        old = [name for name in kwargs if name in renamed]
        if given:
            words = ", ".join(f"{_new(name, renamed)}=…" for name in given)
            _warn(f"{title}(): options are given by name: {words}")
        if old:
            _warn(f"{title}(): " + ", ".join(f"{name}= is now {_new(name, renamed)}=" for name in old))
        if given or old:
            args = args[:main]
            kwargs = _by_new_names(title, [*given.items(), *kwargs.items()], renamed)
        return function(*args, **kwargs)

    return wrapper


def _new(name: str, renamed: Mapping[str, str | Renamed]) -> str:
    new = renamed.get(name, name)
    return new if isinstance(new, str) else new.name


def _by_new_names(
    title: str, options: list[tuple[str, Any]], renamed: Mapping[str, str | Renamed]
) -> dict[str, Any]:
    """Return the options of a call by their new names, what they were given in its new form."""
    found: dict[str, Any] = {}
    for name, value in options:
        new = renamed.get(name, name)
        if _new(name, renamed) in found:
            raise TypeError(f"{title}() got multiple values for argument {_new(name, renamed)!r}")
        if isinstance(new, Renamed) and value is not None:
            value = new.convert(value)
        found[_new(name, renamed)] = value
    return found
