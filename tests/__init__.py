"""Tests of the packages, their programs, notebooks and pages.

Compiling the kernels takes longest on a new machine. So of the two processes that `make test` runs, one
begins with those of Narabi and of Mabi's tables, and the other with those of Mabi's searches.
"""

import importlib
import os

NARABI = ("census", "fifteen", "glances", "many", "rows", "twelve")
FIRST = {
    "gw0": [*(f"narabi_solver.kernels.{name}" for name in NARABI), "mabi_search.kernels.retrograde"],
    "gw1": ["mabi_search.kernels.proof"],
}

if not os.environ.get("NUMBA_DISABLE_JIT"):
    for package in FIRST.get(os.environ.get("PYTEST_XDIST_WORKER", ""), []):
        importlib.import_module(package)
