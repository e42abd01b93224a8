"""Code shared by the packages of all four games: kernels, files, workers, limits, programs, pages."""

import sys

if sys.orig_argv[1:2] == ["-m"] and sys.orig_argv[2:3] in (
    ["narabi_solver"], ["mabi_search"], ["amulets_solver"], ["tales_of_arabia"],
):  # fmt: skip
    from _gamekit import start  # before all else, for Ctrl-C during imports

    start.heed()
