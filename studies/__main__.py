"""``python -m studies NAME`` measures; ``--list`` tells what there is, ``NAME --help`` its settings."""

from __future__ import annotations

import ast
import sys

from benchmarks import frame
from benchmarks.marks import ROOT


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
    elif words[0] not in there:
        sys.exit(f"no study {words[0]!r}; there are:\n{listed()}")
    else:
        frame.main(there[words[0]], words[1:])


if __name__ == "__main__":
    main(sys.argv[1:])
