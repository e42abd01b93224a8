"""``python -m studies NAME`` measures; ``--list`` tells what there is, ``NAME --help`` its settings.

``--figures`` runs one study after another, those whose results are not of this commit, and then writes all
pages; ``--pages`` only writes them. ``docs/design/measuring.md`` says more.
"""

from __future__ import annotations

import ast
import subprocess
import sys

from benchmarks import frame
from benchmarks.marks import ROOT

FIGURES = {
    "narabi_speed": 1,
    "survey_speed": 2,
    "atlas_speed": 1,
    "mabi_perft": 1,
    "mabi_search_speed": 1,
    "mabi_stop": 2,
    "mabi_ablation": 1,
    "mabi_depths": 11,
    "wasm_speed": 1,
    "page_speed": 3,
    "env_speed": 1,
    "partners": 2,
    "short_learner": 1,
    "spread_overhead": 1,
    "mini_page": 1,
    "silence": 1,
    "stricter_deals": 1,
    "teams": 7,
    "amulets --seconds 40": 17,
    "results_page": 4,
    "mabi_openspiel --pairs 4 --simulations 30": 1,
    "narabi_openspiel --deals 40 25": 11,
    "mabi_two": 7,
    "mabi_hard": 2,
    "mabi_together": 1,
    "mabi_endgames --small --sample 24 --soon 0 --ideas 0": 10,
    "mabi_stopped": 4,
    "mabi_starts": 5,
    "mabi_learn --small --rounds 1 --games 1024 --pairs 2": 1,
    "mabi_league --small --pairs 4 --games build/{}.txt --players new:750 frozen:750 mcts:60 greedy": 2,
    "hard_deals": 10,
    "unsolvable_deals": 3,
    "small_rings": 5,
    "lower_bound": 19,
}
"""In this order, and about how many minutes each takes on two cores: those that time first.

A study of `LARGE` may have a smaller run here, which is kept beside the large one."""
LARGE = {
    "command_times": 1,
    "peers": 3,
    "mabi_endgames": 60,
    "mabi_puzzles": 8,
    "mabi_learn": 45,
    "mabi_league": 71,
    "mabi_perfect": 2,
    "mabi_tables": 10,
}
"""What takes too long to be done anew for each commit, or needs a folder, a wheel or other packages."""


def figures() -> None:
    """Run all studies whose results are not of this commit; after a stop, the same command goes on."""
    now, there = frame.commit(), frame.modules()
    for line in FIGURES:
        name, *words = line.format(now).split()
        try:
            study = frame.study_of(there[name])
        except ImportError as error:
            print(f"{name} is left out: {error}")
            continue
        about = frame.about_of(study.small_file if "--small" in words else study.file)
        if now is None or about.get("commit") != now:
            print(f"== {name} {' '.join(words)}", flush=True)
            command = [sys.executable, "-m", "studies", name, *words, "--json"]
            try:
                subprocess.run(command, cwd=ROOT, check=True)
            except (KeyboardInterrupt, subprocess.CalledProcessError):
                sys.exit(f"{name} is not finished; the same command goes on with it")
    pages()


def pages() -> None:
    """Write every page from what is kept."""
    for name, module in frame.modules().items():
        try:
            frame.study_of(module).write_pages()
        except ImportError as error:
            print(f"{name} is left out: {error}")


def listed() -> str:
    """Return a line for each study: its name, about how many minutes it takes, and what it is."""
    usual = {line.split()[0]: minutes for line, minutes in FIGURES.items()} | LARGE
    lines = []
    for name, module in frame.modules().items():
        file = ROOT.joinpath(*module.split(".")).with_suffix(".py")
        summary = (ast.get_docstring(ast.parse(file.read_text("utf-8"))) or "").partition("\n")[0]
        minutes = frame.about_of(file.with_suffix(".json")).get("minutes", usual.get(name, 0))
        lines.append(f"{name:17} {minutes:4.0f} min  {summary}")
    return "\n".join(lines)


def main(words: list[str]) -> None:
    """Run the study that is named first."""
    there = frame.modules()
    if words[:1] in ([], ["--help"], ["-h"], ["--list"]):
        print(f"{__doc__}\n\n{listed()}")
    elif words in (["--figures"], ["--pages"]):
        (figures if words == ["--figures"] else pages)()
    elif words[0] not in there:
        sys.exit(f"no study {words[0]!r}; there are:\n{listed()}")
    else:
        frame.main(there[words[0]], words[1:])


if __name__ == "__main__":
    main(sys.argv[1:])
