#!/usr/bin/env python3
# /// script
# dependencies = ["nox>=2025.10.14"]
# ///
"""The tests on every supported Python, and with the lowest versions that are declared.

::

    nox                     # every Python that is installed here
    nox -s tests-3.13 -- tests/narabi
    nox -s lowest           # constraints-lowest.txt

`make test` is the way for one Python, in ``.venv``; CI runs that one on each.
"""

import nox

PYTHONS = ["3.11", "3.12", "3.13", "3.14"]
LOWEST = "constraints-lowest.txt"
nox.needs_version = ">=2025.10.14"
nox.options.default_venv_backend = "uv|virtualenv"
nox.options.error_on_missing_interpreters = False


def install(session: nox.Session, constraints: str, group: str) -> None:
    """Install the package and what its tests need; compile the kernels."""
    session.install("--upgrade", "pip>=25.1")
    session.install("-c", constraints, "-e", ".", "--group", group, env={"NARABI_MABI_WHEEL": "pure"})
    for program in ("narabi", "mabi"):
        session.run(program, "warm")


def run_tests(session: nox.Session, *options: str) -> None:
    """Run the tests: what is named on the command line, or all."""
    session.run("python", "-m", "pytest", "-n", "2", "--dist", "worksteal", *options, *session.posargs)


@nox.session(python=PYTHONS)
def tests(session: nox.Session) -> None:
    """Run the tests with the versions of ``constraints.txt``."""
    install(session, "constraints.txt", "dev")
    run_tests(session)


@nox.session(python=PYTHONS[0], default=False)
def lowest(session: nox.Session) -> None:
    """Run the tests with the lowest versions, without import-linter and mypy, which need newer packages."""
    install(session, LOWEST, "lowest")
    run_tests(session, "--ignore=tests/test_walls.py", "--ignore=tests/test_types.py")


if __name__ == "__main__":
    nox.main()
