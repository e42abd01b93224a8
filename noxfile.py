#!/usr/bin/env python3
# /// script
# dependencies = ["nox==2026.10.20"]
# ///
"""The tests on every supported Python and with the lowest versions, and what is released.

::

    nox                     # every Python that is installed here
    nox -s tests-3.13 -- tests/narabi
    nox -s lowest           # constraints-lowest.txt
    nox -s dist             # dist/: the source and a wheel for each system, checked
    nox -s installed        # the wheel of this system from dist/, alone in a fresh environment

`make test` is the way for one Python, in ``.venv``; CI runs that one on each.
"""

import shutil
from pathlib import Path

import nox

PYTHONS = ["3.11", "3.12", "3.13", "3.14"]
LOWEST = "constraints-lowest.txt"
WHEELS = [
    "x86-64-v2 x86-64-v3",
    "aarch64",
    "macos-arm64",
    "macos-x86-64",
    "windows-x86-64",
]
"""Values of NARABI_MABI_WHEEL: the processor levels in each wheel."""
KERNELS = ["mabi_search.kernels", "narabi_solver.kernels", "studies.hardest_deals"]
"""Packages with kernels, those of a study too."""
nox.needs_version = "==2026.10.20"
nox.options.default_venv_backend = "uv|virtualenv"
nox.options.error_on_missing_interpreters = False


def install(session: nox.Session, constraints: str, group: str) -> None:
    """Install the package and what its tests need; compile the kernels."""
    session.install("--upgrade", "pip>=25.1")
    session.install("-c", constraints, "-e", ".", "--group", group, env={"NARABI_MABI_WHEEL": "pure"})
    session.run("python", "-m", "_gamekit.jit.build_all", *KERNELS)


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
    install(session, LOWEST, "test")
    run_tests(session, "--ignore=tests/test_walls.py", "--ignore=tests/test_types.py")


@nox.session(default=False)
def dist(session: nox.Session) -> None:
    """Build the source archive and the wheels, or those named on the command line, and check each."""
    session.install("--upgrade", "pip>=25.1")
    session.install(
        "-c", "constraints.txt", "-e", ".", "--group", "release", env={"NARABI_MABI_WHEEL": "pure"}
    )
    shutil.rmtree("dist", ignore_errors=True)
    build = ["python", "-m", "build", "--no-isolation"]
    session.run(*build, "--sdist")
    for name in session.posargs or WHEELS:
        session.run(*build, "--wheel", env={"NARABI_MABI_WHEEL": name})
    made = [str(path) for path in sorted(Path("dist").iterdir())]
    session.run("twine", "check", "--strict", *made)
    session.run("check-wheel-contents", *(path for path in made if path.endswith(".whl")))
    for path in made:
        if "manylinux" in path:
            session.run("auditwheel", "show", path)


@nox.session(default=False)
def installed(session: nox.Session) -> None:
    """Install the wheel of this system with what it needs alone, and run each program; nothing is kept."""
    version = nox.project.load_toml("pyproject.toml")["project"]["version"]
    session.install("--find-links", "dist", "--only-binary", "narabi-mabi", f"narabi-mabi=={version}")
    folder = Path(session.create_tmp())
    (folder / "cache").write_text("a file, so that nothing can be written there")
    session.chdir(folder)
    env = {"XDG_CACHE_HOME": "cache", "LOCALAPPDATA": "cache", "HOME": "cache"}
    session.run("python", "-c", "import importlib.util as u; assert u.find_spec('numba') is None")
    for command in (
        (
            "narabi",
            "solve",
            "d:higher 2:at-least-3 d:at-most-6 7:even / 1:stay 3:three-away 6:four-away 0:white"
            " / 8:2-to-6 5:dark 4:two-away w:left",
        ),
        ("narabi", "analyse", "4-0-17"),
        ("mabi", "solve", "1bw1/b1w1/1w1b w - w 9", "--certificate", "proof.txt"),
        ("mabi", "check", "proof.txt"),
        ("mabi", "analyse", "start", "--depth", "4"),
        ("mabi", "page", "--out", "mabi.html"),
        ("narabi", "page", "--out", "narabi.html"),
        ("amulets", "ask", "players 3; me 1 C3 B"),
        ("tales", "plan", "--beings", "2", "--others", "5", "--endings", "1"),
    ):
        session.run(*command, env=env)


if __name__ == "__main__":
    nox.main()
