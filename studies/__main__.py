"""``python -m studies NAME`` measures; ``--list`` tells what there is, ``NAME --help`` its settings.

``--figures`` runs one study after another, those whose results are not of this commit.
"""

from __future__ import annotations

import ast
import json
import subprocess
import sys

from benchmarks import frame
from benchmarks.marks import ROOT

FIGURES = (
    "narabi_speed",
    "survey_speed",
    "atlas_speed",
    "mabi_perft",
    "mabi_search_speed",
    "mabi_stop",
    "mabi_ablation",
    "mabi_depths",
    "wasm_speed",
    "env_speed",
    "partners",
    "spread_overhead",
    "mini_page",
    "silence",
    "stricter_deals",
    "teams",
    "amulets --seconds 40",
    "results_page",
    "mabi_openspiel --pairs 4 --simulations 30",
    "narabi_openspiel --deals 40 25",
    "mabi_two",
    "mabi_hard",
    "tales_thresholds",
    "mabi_next",
    "hardest_page",
    "figures",
)
"""In this order: those that time first, and last those that read what others kept.

By what they took before, about four hours on two cores. The league and what needs a folder, a wheel or other
packages is run by itself."""


def figures() -> None:
    """Run all studies whose results are not of this commit; after a stop, the same command goes on."""
    now, there = frame.commit(), frame.modules()
    for words in map(str.split, FIGURES):
        file = ROOT.joinpath(*there[words[0]].split(".")).with_suffix(".json")
        of = json.loads(file.read_text("utf-8"))["about"].get("commit") if file.exists() else None
        if of is None or of != now:
            print(f"== {' '.join(words)}", flush=True)
            subprocess.run([sys.executable, "-m", "studies", *words], cwd=ROOT, check=True)


def listed() -> str:
    """Return a line for each study."""
    lines = []
    for name, module in frame.modules().items():
        tree = ast.parse(ROOT.joinpath(*module.split(".")).with_suffix(".py").read_text("utf-8"))
        lines.append(f"{name:18} {(ast.get_docstring(tree) or '').partition(chr(10))[0]}")
    return "\n".join(lines)


def main(words: list[str]) -> None:
    """Run the study that is named first."""
    there = frame.modules()
    if words[:1] in ([], ["--help"], ["-h"], ["--list"]):
        print(f"{__doc__}\n\n{listed()}")
    elif words == ["--figures"]:
        figures()
    elif words[0] not in there:
        sys.exit(f"no study {words[0]!r}; there are:\n{listed()}")
    else:
        frame.main(there[words[0]], words[1:])


if __name__ == "__main__":
    main(sys.argv[1:])
