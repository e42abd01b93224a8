"""What several files say about versions is the same in all of them."""

import importlib
import re
import shlex
import shutil
import subprocess
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

import hatch_build
from _gamekit.problems import ArgumentError, extra
from benchmarks import house
from benchmarks.marks import unwrapped
from tests.conftest import ROOT
from tests.test_readme import PAGES, name_of

PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
PROJECT = PYPROJECT["project"]
GROUPS = PYPROJECT["dependency-groups"]
CLASSIFIERS = "\n".join(PROJECT["classifiers"])
WORKFLOW = (ROOT / ".github" / "workflows" / "ci.yml").read_text()


def pins(name: str) -> dict[str, str]:
    lines = (ROOT / name).read_text().splitlines()
    return dict(line.split("==") for line in lines if line and not line.startswith("#"))


def lowest(requirements: list[str]) -> dict[str, str]:
    """Return the lowest version of each package, wherever it is asked for at all."""
    return dict(requirement.partition(";")[0].split(">=") for requirement in requirements)


def test_the_lowest_versions_are_those_that_are_declared() -> None:
    everything = [*PROJECT["dependencies"], *sum(PROJECT["optional-dependencies"].values(), [])]
    pinned = pins("constraints-lowest.txt")
    declared = lowest(everything)
    assert {name: pinned[name] for name in declared} == declared


def test_what_users_and_tests_need_is_declared_alike() -> None:
    extras = lowest(sum(PROJECT["optional-dependencies"].values(), []))
    test = lowest([one for one in GROUPS["test"] if isinstance(one, str)])
    assert {name: test[name] for name in extras} == extras


def test_what_compiles_kernels_is_declared_alike() -> None:
    assert {*GROUPS["demo"]} <= {*hatch_build.COMPILERS} <= {*GROUPS["demo"], *PROJECT["dependencies"]}


@pytest.mark.parametrize("name", PROJECT["optional-dependencies"])
def test_a_missing_extra_is_named_with_its_packages(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The package is on no index, so its own name would install nothing; in a clone it is the folder's."""
    with pytest.raises(ImportError, match=f"^it needs the extra {name} ") as caught, extra(name, "it needs"):
        raise ModuleNotFoundError("No module named 'x'")
    _, _, wanted = str(caught.value).partition("(No module named 'x'): python -m pip install ")
    asked = lowest(PROJECT["optional-dependencies"][name])
    assert lowest(shlex.split(wanted.replace("open-spiel", "open_spiel"))) == asked
    monkeypatch.setattr("importlib.metadata.requires", not_installed)
    with pytest.raises(ArgumentError, match=rf"pip install '\.\[{name}\]'$"), extra(name, "it needs"):
        raise ModuleNotFoundError("No module named 'x'")


TURNS = """
who says that there is no|in order together|needs? no network|is in here|asks for nothing|trails live
just so many|so much is taken|Who is to learn|heavier than all else|What compiles
include the waiting|what names none|100 points more mean|deals so,|than loading the kernels would
to be stepped through|if not told otherwise|[Pp]rinted is always|no text we have|has been made so|begins? anew
could think of then|by a whole turn|rooms offer besides
table games|as this library reads|not on an index|all that CI runs|all questions that pay
What you get nowhere else|when somebody cannot|each with its proof|in six sentences|with no false trail longer
where nothing else is said|[Kk]ill it whenever|what not knowing costs|[Tt]hinking longer was not
"""
"""Turns of phrase that fresh readers stumbled over: from another language, or the subject comes too late."""


def texts() -> list[Path]:
    """Return what people read: pages, and the sources with what programs and docstrings say; no kernels."""
    folders = [ROOT / name for name in (*house.PACKAGES, "docs", "notebooks", "studies")]
    every = [
        *ROOT.glob("*.md"),
        *(
            file
            for one in folders
            for kind in ("md", "py", "toml", "js", "ipynb")
            for file in one.rglob(f"*.{kind}")
        ),
    ]
    made = ROOT / "docs" / "notebooks"
    return [file for file in every if "kernels" not in file.parts and file.parent != made]


def test_no_text_has_a_turn_that_readers_stumbled_over() -> None:
    turns = re.compile("|".join(TURNS.strip().splitlines()))
    found = {
        str(file): turns.findall(" ".join(file.read_text().replace('" "', "").split())) for file in texts()
    }
    assert {name: here for name, here in found.items() if here} == {}


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_a_paragraph_of_a_page_is_one_line(page: Path) -> None:
    """A page that is wrapped by hand breaks in the middle of a sentence as soon as somebody edits it."""
    assert page.read_text() == unwrapped(page.read_text())


def stumbling(source: str) -> list[str]:
    """Return the sentences of docstrings that begin with a relative clause."""
    return [one for one in house.docstring_sentences(source) if re.match("(What|Which) ", one)]


def test_a_sentence_of_a_docstring_has_its_subject_first() -> None:
    files = [file for package in house.PACKAGES for file in sorted((ROOT / package).rglob("*.py"))]
    faults = {file.relative_to(ROOT).as_posix(): stumbling(file.read_text()) for file in files}
    assert {name: parts for name, parts in faults.items() if parts} == {}


def test_a_docstring_that_stumbles_is_found() -> None:
    first = "Draw it::\n\n        What x\n\n    What is left.\n    "
    source = f"def f():\n    '''{first}'''\n\nA = 1\n'''Which is.'''\n"
    assert sorted(stumbling(source)) == ["What is left.", "Which is."]


def not_installed(name: str) -> list[str]:
    raise metadata.PackageNotFoundError(name)


def test_the_supported_pythons_are_the_same_everywhere() -> None:
    (matrix,) = re.findall(r"^ +python: \[(.*)\]$", WORKFLOW, re.MULTILINE)
    pythons = re.findall(r'"(3\.\d+)"', matrix)
    nox = re.search(r"^PYTHONS = \[(.*)\]$", (ROOT / "noxfile.py").read_text(), re.MULTILINE)
    assert nox is not None and re.findall(r'"(3\.\d+)"', nox[1]) == pythons
    named = [
        re.fullmatch(r"Programming Language :: Python :: (3\.\d+)", one) for one in PROJECT["classifiers"]
    ]
    assert {found[1] for found in named if found} <= set(pythons)  # those that were run
    assert PROJECT["requires-python"] == f">={pythons[0]}"


def test_hooks_before_a_commit_are_of_the_versions_we_test_with() -> None:
    hooks = (ROOT / ".pre-commit-config.yaml").read_text()
    revisions = dict(re.findall(r"repo: https://github.com/(\S+)\n +rev: v(\S+)", hooks))
    assert revisions["astral-sh/ruff-pre-commit"] == pins("constraints.txt")["ruff"]


def test_the_version_is_the_same_everywhere() -> None:
    """In pyproject.toml, for the last release in the list of changes, and in the citation, with its date."""
    changes = (ROOT / "CHANGELOG.md").read_text()
    released = re.search(r"^## \[(\d\S*)\] - (\d{4}-\d\d-\d\d)$", changes, re.MULTILINE)
    assert released is not None and PROJECT["version"] == released[1]
    assert {importlib.import_module(name).__version__ for name in house.PACKAGES if name[0] != "_"} == {
        metadata.version("narabi-mabi")
    }
    citation = (ROOT / "CITATION.cff").read_text()
    assert re.findall(r"^(?:version|date-released): (.*)$", citation, re.MULTILINE) == [*released.groups()]


def test_workflows_use_actions_by_commit_and_tools_by_version() -> None:
    for file in (ROOT / ".github" / "workflows").glob("*.yml"):
        for used in re.findall(r"uses: (.*)", file.read_text()):
            assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", used), used
        for installed in re.findall(r"run: pip install (.*)", file.read_text()):
            assert installed == "-c constraints.txt nox"
    nox = pins("constraints.txt")["nox"]
    text = (ROOT / "noxfile.py").read_text()
    assert f'# dependencies = ["nox=={nox}"]' in text and f'nox.needs_version = "=={nox}"' in text


def test_duplicates_and_circles_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house, "ROOT", tmp_path)
    long = "\n".join(f"    a{i} = {i}" for i in range(house.ALIKE + 3))
    (tmp_path / "one.py").write_text(f"import two\n\n\ndef f():\n    import three\n{long}\n")
    (tmp_path / "two.py").write_text(f"from one import f\n# noqa\nif True:\n\n{long}\nb = 1\n")
    (tmp_path / "three.py").write_text("c = 1\n")
    modules = [house.Source(tmp_path / f"{name}.py") for name in ("one", "two", "three")]
    assert house.circles(modules) == 1
    assert house.duplicates(modules) == 1
    assert [one.imports_in_functions() for one in modules] == [1, 0, 0]


@pytest.mark.slow
def test_no_modules_import_each_other() -> None:
    """Imports in functions count. `lint-imports` does not check the folders beside the packages."""
    folders = (*house.PACKAGES, "benchmarks", "docs", "studies", "tests")
    files = [file for folder in folders for file in sorted((ROOT / folder).rglob("*.py"))]
    assert house.circles([house.Source(file) for file in files]) == 0


PARSES = """
const fs = require("fs"), vm = require("vm");
for (const name of process.argv.slice(1)) {
  const text = fs.readFileSync(name, "utf-8");
  try { /^(import|export) /m.test(text) ? new vm.SourceTextModule(text) : new vm.Script(text); }
  catch (error) { console.log(`${name}: ${error}`); }
}"""


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node")
def test_every_script_of_a_page_parses() -> None:
    files = [file for package in house.PACKAGES for file in sorted((ROOT / package).rglob("*.js"))]
    node = ["node", "--no-warnings", "--experimental-vm-modules", "-e", PARSES]
    done = subprocess.run([*node, *map(str, files)], capture_output=True, text=True, check=True)
    assert files and done.stdout == ""
