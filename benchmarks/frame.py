"""The frame of a measurement: all that ``python -m studies NAME`` does, whatever is measured.

A module that fills a part of a page has a `STUDY`. It says what is measured, by which settings, and which
text this makes. ``docs/design/measuring.md`` describes the rest.
"""

from __future__ import annotations

import argparse
import datetime
import functools
import importlib
import importlib.metadata
import inspect
import json
import os
import platform
import re
import shlex
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

from _gamekit.files import write_atomic
from _gamekit.problems import StoppedError
from _gamekit.progress import Progress, silent, status
from _gamekit.work.workers import Workers
from benchmarks.marks import ROOT, marked, put, sheet

T = TypeVar("T")
Results = dict[str, Any]
"""What a study has measured, as JSON; ``about`` tells of what commit and on which machine."""

MADE = (
    ":!*.md",
    ":!*.json",
    ":!*.svg",
    ":!*.csv",
    ":!studies/*/*_games.txt",
    ":!studies/endgames/suites/certificates/start-*.jsonl",
)
"""What the writers write, and may have written: everything else must be as it was committed."""
FOLDERS = ("benchmarks", "studies")
PACKAGES = ("narabi-mabi", "numba", "numpy", "llvmlite")


class Table(NamedTuple):
    """A text between two marks of a page; or a table of its own, as a CSV file beside the study."""

    page: Path
    mark: str
    """The page has ``<!-- MARK begin -->`` and ``<!-- MARK end -->``; a CSV file has no marks."""
    text: Callable[[Results], str]
    """Makes the text from what was measured."""
    dated: bool = True
    """Below the text stands when and how it was measured: not needed where it is the same everywhere."""

    @property
    def marks(self) -> tuple[str, str]:
        """The two marks."""
        return f"<!-- {self.mark} begin -->", f"<!-- {self.mark} end -->"

    def put(self, text: str) -> None:
        """Write the text into the page, or the CSV file."""
        if self.page.suffix == ".csv":
            write_atomic(self.page, [sheet(text).encode()])
        else:
            put(self.page, text, *self.marks)

    def shows(self, text: str) -> bool:
        """Tell whether the text is in the page, or is the CSV file."""
        there = self.page.read_text("utf-8")
        return sheet(text) == there if self.page.suffix == ".csv" else marked(text, *self.marks) in there


def beside(module: str, text: Callable[[Results], str], name: str | None = None) -> Table:
    """Return a table as a CSV file beside a study, which has the name of the module if no other is given.

    `module` is the study's ``__file__``.
    """
    file = Path(module)
    return Table(file.with_name(f"{name or file.stem}.csv"), "", text, dated=False)


def kept_text(mark: str) -> Callable[[Results], str]:
    """Return a function that gives a text of the results, which was made when it was measured."""
    return lambda results: str(results["texts"][mark])


class Run:
    """A run under way: parts that are finished are kept, and not done again after a stop."""

    def __init__(self, file: Path | None, asked: Mapping[str, Any], show: Progress = silent):
        self.show, self.parts, self._file, self._asked = show, dict[str, Any](), file, dict(asked)
        self._began, self._before = time.monotonic(), 0.0
        if file is not None and file.exists():
            kept = json.loads(file.read_text("utf-8"))
            if kept["asked"] == self._asked:
                self.parts, self._before = kept["parts"], kept["seconds"]
            else:
                print(f"{file.name} is of another commit or of other settings: begun anew")

    @property
    def trial(self) -> bool:
        """True if nothing may be written."""
        return self._file is None

    @property
    def seconds(self) -> float:
        """How long the run has taken, with what was done before a stop."""
        return self._before + time.monotonic() - self._began

    def part(self, name: str, work: Callable[[], T]) -> T:
        """Return what this work brings, as JSON gives it back: done now, or before a stop."""
        if name not in self.parts:
            self.show(f"{name}; {len(self.parts)} parts are done")
            self._keep(name, work())
        value: T = self.parts[name]
        return value

    def each(
        self, work: Callable[..., T], calls: Mapping[str, tuple[Any, ...]], workers: int = 1
    ) -> dict[str, T]:
        """Return what a function of a module brings for each call, each a part; processes share them."""
        todo = [(work, name, *call) for name, call in calls.items() if name not in self.parts]
        self.show(f"{len(calls) - len(todo)} of {len(calls)} done")
        for name, value in Workers(workers).results(_named, todo, None):
            self._keep(name, value)
            self.show(f"{name}; {sum(call in self.parts for call in calls)} of {len(calls)} done")
        return {name: self.parts[name] for name in calls}

    def _keep(self, name: str, value: object) -> None:
        self.parts[name] = json.loads(json.dumps(value))
        if self._file is not None:
            kept = {"asked": self._asked, "seconds": self.seconds, "parts": self.parts}
            write_atomic(self._file, [json.dumps(kept).encode()])

    def over(self) -> None:
        """Forget the parts: the whole is written."""
        if self._file is not None:
            self._file.unlink(missing_ok=True)


def _named(work: Callable[..., T], name: str, *call: Any) -> tuple[str, T]:
    return name, work(*call[:-1])  # the last one would tell it to stop


@dataclass(frozen=True)
class Study:
    """What is measured, and the texts that it makes."""

    module: str
    """``__name__`` of the module; the results stand beside it, as JSON."""
    tables: Sequence[Table]
    measure: Callable[..., Results] | None = None
    """Takes a `Run`, and settings with types and defaults: the options of the command.

    None if the texts need nothing that takes time."""
    check: Callable[[Results], Iterable[str]] = lambda results: ()
    """Tells what is wrong with the results, which are not written then."""

    digest: Callable[[Results], str] | None = None
    """Says in a sentence what a smaller run came to, which is kept beside the large one of the page."""

    @property
    def name(self) -> str:
        """What it is asked for by."""
        return self.module.rpartition(".")[2]

    @property
    def file(self) -> Path:
        """Where the results are."""
        return ROOT.joinpath(*self.module.split(".")).with_suffix(".json")

    @property
    def small_file(self) -> Path:
        """Where those of a smaller run are, if the study takes too long to be done anew for each commit."""
        return self.file.with_suffix(".small.json")

    def kept(self) -> Results:
        """Return what was measured last."""
        return {} if self.measure is None else _read(self.file)

    def texts(self, results: Results | None = None) -> Iterator[tuple[Table, str]]:
        """Yield each table with its text, below the dated ones when and how it was measured."""
        results = self.kept() if results is None else results
        below = [measured(results["about"])] if "about" in results else []
        if self.digest is not None and self.small_file.exists():
            small = _read(self.small_file)
            below += [f"A smaller run: {self.digest(small)} {measured(small['about'])}"]
        for table in self.tables:
            yield table, "\n\n".join([table.text(results), *(below if table.dated else ())]).strip()

    def write_pages(self, results: Results | None = None) -> None:
        """Write the texts into their pages."""
        for table, text in self.texts(results):
            table.put(text)

    def settings(self) -> dict[str, inspect.Parameter]:
        """Return the settings of what is measured."""
        return dict([*inspect.signature(self.measure).parameters.items()][1:]) if self.measure else {}

    def command(self, settings: Mapping[str, Any]) -> str:
        """Return the command with the settings that are not the usual ones; paths by the name of theirs."""
        words = ["python -m studies", self.name]
        for name, one in self.settings().items():
            value = settings.get(name, one.default)
            if value != one.default:
                values = value if isinstance(value, tuple) else () if value is True else (value,)
                words += [f"--{name.replace('_', '-')}"]
                words += [name.upper() if isinstance(one, Path) else shlex.quote(str(one)) for one in values]
        return " ".join(words)

    def run(self, settings: Mapping[str, Any], trial: bool = False, small: bool = False) -> Results:
        """Measure, and return what was found; it is written if it is no trial."""
        assert self.measure is not None
        load = [round(os.getloadavg()[0], 1)]
        name = None if trial else commit()
        file, command = self.small_file if small else self.file, self.command(settings) + " --small" * small
        with status() as show:
            asked = {"commit": name, "command": command}
            run = Run(None if trial else file.with_suffix(".part"), asked, show)
            found = self.measure(run, **settings)
        made_by = {"commit": name} | machine() | {"command": command, "date": str(datetime.date.today())}
        made_by |= {"minutes": round(run.seconds / 60, 1), "load": [*load, round(os.getloadavg()[0], 1)]}
        results: Results = json.loads(json.dumps({"about": made_by | found.pop("about", {}), **found}))
        if wrong := [*self.check(results)]:
            raise SystemExit("\n".join(["nothing is written:", *wrong]))
        if not trial:
            keep(file, results)
            run.over()
        return results


def _read(file: Path) -> Results:
    return dict(json.loads(file.read_text("utf-8")))


def about_of(file: Path) -> Results:
    """Return what results say of the commit and the machine; nothing if there are none."""
    return dict(_read(file).get("about", {})) if file.exists() else {}


def keep(file: Path, results: Results) -> None:
    """Write results, a line for each key."""
    lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in results.items())
    write_atomic(file, [f"{{\n{lines}\n}}\n".encode()])


def measured(about: Mapping[str, Any]) -> str:
    """Return the line below a table: date, commit, processor, and the command that measures again.

    Commit and processor are left out where they were not kept.
    """
    at = f" at commit {about['commit']}" if about.get("commit") else ""
    where = f", {about['processor']}" if "processor" in about else ""
    return f"Measured on {about['date']}{at}{where}: `{about['command']}`."


def commit(root: Path = ROOT) -> str | None:
    """Return the commit of what is measured; None outside of a clone.

    Raises
    ------
    SystemExit
        Something differs from the commit, which would then be named for figures that it does not give.
    """
    git = functools.partial(subprocess.run, cwd=root, capture_output=True, text=True, check=False)
    name = git(["git", "rev-parse", "--short", "HEAD"]).stdout.strip()
    changed = git(["git", "status", "--porcelain", "--", ".", *MADE]).stdout.splitlines()
    if name and changed:
        raise SystemExit(f"commit first, as the page names a commit: {changed[0]} ({len(changed)} in all)")
    return name or None


def machine() -> dict[str, Any]:
    """Return what figures depend on besides the commit."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return {
        "machine": platform.machine(),
        "processor": names[0] if names else platform.processor(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        **{name: importlib.metadata.version(name) for name in PACKAGES},
    }


def modules() -> dict[str, str]:
    """Return the modules that have a study, by the name that it is asked for by."""
    paths = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]
    with_study = [path for path in paths if re.search("^STUDY = ", path.read_text("utf-8"), re.MULTILINE)]
    return {path.stem: ".".join(path.relative_to(ROOT).with_suffix("").parts) for path in with_study}


def study_of(module: str) -> Study:
    """Return the study of a module, which is imported."""
    found: Study = importlib.import_module(module).STUDY
    return found


def add_settings(parser: argparse.ArgumentParser, study: Study) -> None:
    """Give a parser an option for each setting: ``depth: Annotated[int, "plies"] = 6`` is ``--depth``."""
    hints = get_type_hints(study.measure, include_extras=True) if study.measure else {}
    for name, one in study.settings().items():
        kind, about = hints[name], ""
        if get_origin(kind) is Annotated:
            kind, about = get_args(kind)
        many = get_origin(kind) is tuple
        if get_origin(kind) not in (None, Annotated):  # `int | None`, `tuple[int, ...]`
            kind = next(part for part in get_args(kind) if part is not type(None))
        required = one.default is inspect.Parameter.empty
        usual = "" if required or one.default in (None, False) else f" (default {_words(one.default)})"
        how: dict[str, Any] = {"help": (about + usual).strip() or None, "dest": name}
        if kind is bool:
            how |= {"action": "store_true"}
        else:
            how |= {"type": kind, "nargs": "+" if many else None}
            how |= {"default": None if required else one.default}
        parser.add_argument(f"--{name.replace('_', '-')}", **how)


def _words(value: object | Sequence[object]) -> str:
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def main(module: str, arguments: Sequence[str]) -> None:
    """Measure what the arguments ask for, and write the JSON and the page."""
    study = study_of(module)
    parser = argparse.ArgumentParser(
        prog=f"python -m studies {study.name}",
        description=importlib.import_module(module).__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_settings(parser, study)
    options = {
        "page": "only write the page, from what is kept",
        "json": "write no page, only what was measured",
        "trial": "write nothing; changes may be there",
        "small": "keep this smaller run beside the large one",
    }
    for name, about in options.items():
        if name != "small" or study.digest is not None:
            parser.add_argument(
                f"--{ {'trial': 'try'}.get(name, name) }", dest=name, action="store_true", help=about
            )
    asked = vars(parser.parse_args(arguments))
    chosen = {name: asked.pop(name, False) for name in options}
    page = chosen["page"] or study.measure is None
    for name, setting in study.settings().items():
        if setting.default is inspect.Parameter.empty and asked[name] is None and not page:
            parser.error(f"--{name} is missing")
    settings = {name: tuple(value) if isinstance(value, list) else value for name, value in asked.items()}
    try:
        results = study.kept() if page else study.run(settings, chosen["trial"], chosen["small"])
    except (KeyboardInterrupt, StoppedError):
        raise SystemExit("stopped; the same command goes on with the next part") from None
    if chosen["small"]:
        print(study.digest and study.digest(results))
    elif not chosen["json"]:
        for _, text in study.texts(results):
            print(text, end="\n\n")
    if not chosen["trial"] and not chosen["json"]:
        study.write_pages(None if chosen["small"] else results)
