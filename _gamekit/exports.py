"""The public names of packages and modules: found on first use, and checked by `checks`.

`names` imports each public name of a package on first use, so that a program loads only the modules that it
needs. `room` is for a module whose names are defined in it.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from typing import Any

import lazy_loader

from _gamekit import wrong_calls
from _gamekit.checks import public


def version() -> str:
    """Return the version of this library."""
    import importlib.metadata

    return importlib.metadata.version("narabi-mabi")


def names(room: str, file: str) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """Return the `__getattr__`, `__dir__` and `__all__` of a package that has a stub file.

    The package uses lazy loading by stubs, as described in SPEC 1 of Scientific Python.

    Parameters
    ----------
    room
        The name of the package.
    file
        The package's ``__file__``.
    """
    load, listed, every = lazy_loader.attach_stub(room, file)
    exported = set(every)

    def find(name: str) -> Any:
        if name == "__version__" and "." not in room:
            return version()
        if name not in exported:
            raise wrong_calls.unknown_name(room, name, every)
        found = public(load(name))
        setattr(sys.modules[room], name, found)  # the loader would cache the unchecked value
        for module in [one for home, one in sys.modules.copy().items() if home.startswith(f"{room}.")]:
            for other in exported & vars(module).keys():  # functions return their instances
                if inspect.isclass(vars(module)[other]):
                    public(vars(module)[other])
        return found

    return find, listed, every


def room(namespace: dict[str, Any]) -> None:
    """Make the public functions and classes of a module check their arguments, and define its ``__dir__``.

    Parameters
    ----------
    namespace
        The module's ``globals()``. Its public names are those in ``__all__`` or, without ``__all__``, those
        defined in the module.
    """
    home = namespace["__name__"]
    names = namespace.get("__all__") or [
        name for name, value in namespace.items() if getattr(value, "__module__", "") == home
    ]
    shown = sorted(name for name in names if not name.startswith("_"))
    for name in shown:
        namespace[name] = public(namespace[name])
    namespace["__dir__"] = lambda: shown
