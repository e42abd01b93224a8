"""What the packages export is documented as numpydoc asks: summary, parameters with types, what is returned.

Examples in docstrings are run by `test_readme`.
"""

import dataclasses
import importlib
import inspect
import re
import sys
import warnings
from collections.abc import Iterator
from functools import cached_property
from types import ModuleType
from typing import Any

import pytest

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # of numpydoc's own imports
    from numpydoc.validate import validate

import amulets_solver
import mabi_search
import narabi_solver
import tales_of_arabia
from _gamekit.problems import GameError
from docs.making.reference import ROOMS, public

PACKAGES: list[ModuleType] = [narabi_solver, mabi_search, amulets_solver, tales_of_arabia]

CHECKS = {
    "GL08": "there is a docstring",
    "SS01": "it has a summary",
    "SS02": "which begins with a capital letter",
    "SS03": "and ends with a full stop",
    "SS06": "on one line",
    "PR01": "every parameter is described",
    "PR02": "and no other one",
    "PR03": "in their order",
    "PR04": "with a type",
    "PR07": "and a description",
    "RT01": "what is returned is described",
    "RT03": "in words",
    "YD01": "and so is what is yielded",
}


def callables(package: ModuleType) -> Iterator[tuple[str, Any]]:
    """Yield what a package exports, with the public methods of its classes and of what these share."""
    shared = set()
    for name in package.__all__:
        value = getattr(package, name)
        yield f"{value.__module__}.{value.__qualname__}", value
        if inspect.isclass(value):
            ours = {kind for kind in value.__mro__ if kind.__module__.startswith("_gamekit.")}
            bases = {kind for kind in ours if not issubclass(kind, Exception)} - shared
            shared |= bases
            for kind in [value, *sorted(bases, key=str)]:
                for inner, member in vars(kind).items():
                    found = member.__func__ if isinstance(member, classmethod | staticmethod) else member
                    if not inner.startswith("_") and (inspect.isfunction(found) or is_value(found)):
                        yield f"{kind.__module__}.{kind.__qualname__}.{inner}", found


def is_value(member: object) -> bool:
    return isinstance(member, property | cached_property)


def has_fields(value: object) -> bool:
    """Tell whether a class says with its attributes what it is made of."""
    return dataclasses.is_dataclass(value) or hasattr(value, "_fields")


def undocumented_fields(value: Any) -> list[str]:
    """Return the public fields of a class without a docstring below them; those of its bases are left out."""
    source = inspect.getsource(value)
    fields = getattr(value, "_fields", None) or [field.name for field in dataclasses.fields(value)]
    own = [
        name for name in fields if name in vars(value).get("__annotations__", {}) or hasattr(value, "_fields")
    ]
    described = set(re.findall(r'^    (\w+): [^\n]*\n    """', source, re.MULTILINE))
    parameters = set(re.findall(r"^(\w+) : ", inspect.getdoc(value) or "", re.MULTILINE))
    return [name for name in own if name not in described | parameters and not name.startswith("_")]


VALUES = {name: value for package in PACKAGES for name, value in callables(package)}


@pytest.mark.parametrize(("name", "value"), VALUES.items(), ids=VALUES)
def test_as_numpydoc_asks(name: str, value: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        errors = validate(name)["errors"]
    checks = set(CHECKS)
    if inspect.isclass(value):
        checks -= {"PR01"}  # fields have docstrings of their own; what has none is made by a function
        if has_fields(value):
            assert undocumented_fields(value) == []
    elif is_value(value) or name.endswith(".facts"):  # `Result.facts` says what all of them return
        checks -= {"RT01"}
    assert [f"{code}: {said}" for code, said in errors if code in checks] == []


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.__name__)
def test_dir_shows_the_public_names_and_errors_are_one_family(package: ModuleType) -> None:
    assert dir(package) == sorted(package.__all__)
    for room in ROOMS[package]:
        module = importlib.import_module(f"{package.__name__}.{room}")
        if "__dir__" in vars(module):
            assert dir(module) == sorted(public(module))
        home, _, last = module.__name__.rpartition(".")
        assert "." not in room or (
            last in dir(sys.modules[home]) and getattr(sys.modules[home], last) is module
        )
    errors = [value for name in package.__all__ if inspect.isclass(value := getattr(package, name))]
    errors = [value for value in errors if issubclass(value, Exception)]
    assert package.GameError is GameError and package.InternalError is narabi_solver.InternalError
    assert all(issubclass(error, GameError) for error in errors)
