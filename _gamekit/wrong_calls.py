"""Errors for calls that Python refuses anyway: each message adds what was probably meant."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from _gamekit.problems import ArgumentError, nearest, shorten


def unknown_name(module: str, name: str, names: Sequence[str]) -> AttributeError:
    """Return the error for a name that a module does not have."""
    near = nearest(name, names) or nearest(name.lower(), [one for one in names if one.islower()])
    meant = f"; did you mean {near!r}?" if near else ""
    message = f"module {module!r} has no attribute {name!r}{meant}"
    return AttributeError(message, name=name, obj=None)  # without `obj`, Python adds no suggestion of its own


def unknown_keyword(
    function: Callable[..., Any], name: str, value: object, classes: Mapping[str, type | None]
) -> TypeError:
    """Return the error for a keyword that a function does not have.

    `classes` has the class of each argument, or None. If such a class has a field of this or a similar name,
    the message has the whole argument, for example ``limits=Limits(max_seconds=1)``.
    """
    shown = shorten(repr(value))[1:-1]
    fields = {
        field: f"write {argument}={kind.__name__}({field}={shown})"
        for argument, kind in classes.items()
        for field in getattr(kind, "__dataclass_fields__", ())
        if kind is not None and field not in classes
    }
    near = name if name in fields else nearest(name, [*classes, *fields])
    meant = "" if near is None else f"; {fields.get(near, f'did you mean {near!r}?')}"
    return TypeError(f"{function.__qualname__}() got an unexpected keyword argument {name!r}{meant}")


def too_many(function: Callable[..., Any], most: int, given: int, names: Sequence[str]) -> TypeError:
    """Return the error for too many values; the arguments `names` take the first of them by name."""
    plural = "s" * (most != 1)
    taken = f"{function.__qualname__}() takes {most} positional argument{plural} but {given} were given"
    return TypeError(f"{taken}; write {' or '.join(f'{name}=…' for name in names)}")


def text_alone(kind: type, parse: str, text: str) -> ArgumentError:
    """Return the error for a constructor that is given a text, which a method of the class reads."""
    return ArgumentError(
        f"{kind.__name__}(…) takes no text; {kind.__name__}.{parse}({shorten(text)}) reads it"
    )
