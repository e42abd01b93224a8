"""What a command writes: never what it reads, links followed, regular files only."""

import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from _gamekit import outputs
from tests.conftest import PROGRAMS, ROOT, messages
from tests.narabi.samples import EXAMPLE
from tests.nightly import nightly

pytestmark = pytest.mark.usefixtures("warm")

SMALL = "1b1b/w1w1/1b1b/w1w1 w - - 0"
SHORT = "w1/1b w p - 9"
TEXTS = {"narabi": EXAMPLE, "mabi": SMALL}
WRITERS = {  # each reads a deck or a file of deals or positions, and writes
    "narabi view --svg": ["narabi", "view", "IN", "--svg"],
    "narabi view --html": ["narabi", "view", "IN", "--html"],
    "narabi solve --certificate": ["narabi", "solve", "IN", "--certificate"],
    "narabi survey --out": ["narabi", "survey", "--players", "3", "--deals", "5", "--deck", "IN", "--out"],
    "mabi show --svg": ["mabi", "show", "IN", "--svg"],
    "mabi view --html": ["mabi", "view", "IN", "--html"],
    "mabi analyse --svg": ["mabi", "analyse", "IN", "--depth", "1", "--svg"],
    "mabi solve --certificate": ["mabi", "solve", "IN", "--nodes", "100", "--certificate"],
}
DRAWERS = [name for name in WRITERS if name.endswith(("svg", "html"))]

Program = Callable[..., subprocess.CompletedProcess[str]]


def command(name: str, source: Path | str) -> list[str]:
    return [str(source) if word == "IN" else word for word in WRITERS[name]]


@pytest.fixture
def source(tmp_path: Path) -> Callable[[str], Path]:
    """Return what writes the input of a command to a file."""

    def make(name: str) -> Path:
        path = tmp_path / "input"
        deck = "[cards.any]\ncopies = 15\n"
        path.write_text(deck if "survey" in name else TEXTS[name.split()[0]] + "\n")
        return path

    return make


def refused(done: subprocess.CompletedProcess[str], message: str) -> bool:
    return (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1) and message in done.stderr


@pytest.mark.parametrize("name", WRITERS)
def test_an_input_is_never_an_output(
    name: str, program_here: Program, source: Callable[[str], Path], tmp_path: Path
) -> None:
    path = source(name)
    before = path.read_bytes()
    (tmp_path / "link").symlink_to(path)
    (tmp_path / "hard").hardlink_to(path)
    (tmp_path / "folder").symlink_to(tmp_path, target_is_directory=True)
    for given, written in (
        ("input", "input"),
        ("input", "link"),
        ("input", "hard"),
        ("link", "input"),
        ("input", "folder/input"),
    ):
        done = program_here(*command(name, tmp_path / given), str(tmp_path / written))
        assert refused(done, f"{tmp_path / written}: this file is an input of the command"), (written, done)
        assert path.read_bytes() == before and (tmp_path / "link").is_symlink()


@pytest.mark.parametrize("name", WRITERS)
def test_what_is_no_regular_file_is_refused(
    name: str, program_here: Program, source: Callable[[str], Path], tmp_path: Path
) -> None:
    path = source(name)
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    for bad, message in (
        (tmp_path, "not a regular file"),
        (tmp_path / "fifo", "not a regular file"),
        ("/dev/tty" if name in DRAWERS else "/dev/full", "not a regular file"),
        (tmp_path / "loop", "Too many levels of symbolic links"),
        (tmp_path / "none" / "x", f"there is no folder {tmp_path / 'none'}"),
        (path / "x", "Not a directory"),
        (tmp_path / ("x" * 300), "File name too long"),
        ("a\0b", "not a valid file name"),
        ("", "not a valid file name"),
        ("a\ud800b", "not a valid file name"),
    ):
        done = program_here(*command(name, path), str(bad))
        assert refused(done, message), (bad, done)
    assert stat.S_ISFIFO(os.stat(tmp_path / "fifo").st_mode) and (tmp_path / "loop").is_symlink()


ALWAYS_NEW = {"narabi solve --certificate", "mabi solve --certificate"}
MORE_WRITERS = {
    "narabi page --out": ["narabi", "page", "--out"],
    "narabi sheet --out": ["narabi", "sheet", "IN", "--out"],
    "mabi diagram --out": ["mabi", "diagram", "IN", "--out"],
    "amulets ask --svg": ["amulets", "ask", "players 3; me 1 A2 R", "--svg"],
    "tales score --svg": ["tales", "score", "2 players", "--svg"],
}


@pytest.mark.parametrize("name", [*sorted(WRITERS.keys() - ALWAYS_NEW), *MORE_WRITERS])
def test_a_file_of_another_kind_is_not_replaced(
    name: str, program_here: Program, source: Callable[[str], Path], tmp_path: Path
) -> None:
    path = tmp_path / "notes.svg"
    path.write_text("ten years of notes")
    words = [str(source(name)) if word == "IN" else word for word in (WRITERS | MORE_WRITERS)[name]]
    done = program_here(*words, str(path))
    assert done.returncode == 2 and not done.stdout, done
    assert ("is not replaced" if "survey" not in name else "was not changed") in done.stderr
    assert path.read_text() == "ten years of notes"


def test_a_file_of_the_same_kind_is_replaced(program_here: Program, tmp_path: Path) -> None:
    for kind, begin in {"svg": '<?xml version="1.0"?>', "html": "<html>"}.items():
        path = tmp_path / "drawing"
        for before in (begin, ""):
            path.write_text(before)
            assert program_here("narabi", "view", EXAMPLE, f"--{kind}", str(path)).returncode == 0
            assert "<svg" in path.read_text()


@pytest.mark.parametrize("name", DRAWERS)
def test_links_are_followed_and_leftovers_removed(
    name: str, program_here: Program, source: Callable[[str], Path], tmp_path: Path
) -> None:
    path = source(name)
    (tmp_path / "link").symlink_to("real")
    leftover, fresh = (tmp_path / f"real.{part}.narabi-mabi.part" for part in ("old", "new"))
    leftover.write_text("half")
    fresh.write_text("half, and another process is at it")
    os.utime(leftover, (0, 0))
    for _ in range(2):  # where the link leads nowhere, and to a file
        done = program_here(*command(name, path), str(tmp_path / "link"))
        assert done.returncode == 0, done
        assert (tmp_path / "link").is_symlink() and "<svg" in (tmp_path / "real").read_text()
        assert {one.name for one in tmp_path.iterdir()} == {"input", "link", "real", fresh.name}
        (tmp_path / "real").chmod(0o600)
    assert stat.S_IMODE((tmp_path / "real").stat().st_mode) == 0o600


def shell(text: str, folder: Path) -> subprocess.CompletedProcess[bytes]:
    """Run a shell command in a folder, in which $N and $M are the programs."""
    programs = {"N": f"{sys.executable} -m narabi_solver", "M": f"{sys.executable} -m mabi_search"}
    return subprocess.run(
        text, shell=True, capture_output=True, cwd=folder, timeout=120, check=False,
        env=os.environ | programs | {"PYTHONPATH": str(ROOT), "DEAL": EXAMPLE},
    )  # fmt: skip


@pytest.mark.slow
def test_a_drawing_can_be_the_standard_output(tmp_path: Path) -> None:
    for name in ("-", "/dev/stdout", "/proc/self/fd/1"):
        piped = shell(f'$N view "$DEAL" --svg {name} | cat', tmp_path)
        assert piped.stdout.startswith(b"<svg") and piped.stdout.endswith(b"</svg>\n"), (name, piped)
        assert piped.stderr == b""
    assert shell("echo before > x; $M show start --svg /dev/stdout >> x", tmp_path).returncode == 0
    text = (tmp_path / "x").read_text()
    assert text.startswith("before\n<svg") and text.endswith("</svg>\n")
    for both in ("--svg - --json", "--svg - --html /dev/stdout"):
        done = shell(f'$N view "$DEAL" {both} | cat', tmp_path)
        assert done.stdout == b"" and b"cannot both go to the standard output" in done.stderr
    refused = shell('$N solve "$DEAL" --certificate /dev/stdout > x', tmp_path)
    assert refused.returncode == 2 and b"/dev/stdout: this is the standard output" in refused.stderr
    full = shell('$N view "$DEAL" --svg - > /dev/full', tmp_path)
    assert full.returncode == 2 and b"No space left" in full.stderr and full.stderr.count(b"\n") == 1


def test_the_standard_input_is_an_input(tmp_path: Path) -> None:
    (tmp_path / "in").write_text(EXAMPLE + "\n")
    done = shell("$N view - --svg in < in", tmp_path)
    assert done.returncode == 2 and b"in: this file is an input of the command" in done.stderr
    assert (tmp_path / "in").read_text() == EXAMPLE + "\n"


def test_two_outputs_are_two_files(program_here: Program, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("x")
    done = program_here(
        "narabi", "view", EXAMPLE, "--svg", str(tmp_path / "x"), "--html", str(tmp_path / "link")
    )
    assert refused(done, "link: named for two outputs") and not (tmp_path / "x").exists()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_what_may_not_be_written(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.write_text("kept")
    kept.chmod(0o444)
    with pytest.raises(OSError, match="no permission to write"):
        outputs.write(kept, [b"x"])
    tmp_path.chmod(0o555)
    with pytest.raises(OSError, match="no permission to write"):
        outputs.write(tmp_path / "new", [b"x"])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("program", "unbuffered"), [("$N", ""), ("$M", "1"), *nightly(("$N", "1"), ("$M", ""))]
)
def test_help_that_cannot_be_written(program: str, unbuffered: str, tmp_path: Path) -> None:
    for asked in ("--help", "--version", "check --help"):
        done = shell(f"PYTHONUNBUFFERED={unbuffered} {program} {asked} > /dev/full", tmp_path)
        assert done.returncode == 2 and done.stderr.count(b"\n") == 1, (asked, done)
        assert b"the output cannot be written: No space left" in done.stderr
    assert shell(f"{program} --help >&-", tmp_path).returncode == 2
    assert shell(f"{program} --nonsense 2>&-", tmp_path).returncode == 2


def test_rings_of_several_deals_are_one_sheet(program_here: Program, tmp_path: Path) -> None:
    several, target = tmp_path / "several", tmp_path / "out.svg"
    several.write_text(f"{TEXTS['narabi']}\n" * 3)
    assert program_here("narabi", "view", str(several), "--svg", str(target)).returncode == 0
    assert "Narabi, 3 rings" in target.read_text() and target.read_text().count("to move</text>") == 3
    for option in (["--line", "B2-A3"], ["--solve"], ["--stone", "B2"]):
        done = program_here("narabi", "view", str(several), "--svg", str(tmp_path / "no"), *option)
        assert refused(done, "--svg can use only one") and not (tmp_path / "no").exists()


ONE_EACH = [name for name in DRAWERS if name != "narabi view --svg"]


@pytest.mark.parametrize("name", [*ONE_EACH, "mabi solve --certificate"])
def test_one_thing_a_file(name: str, program_here: Program, tmp_path: Path) -> None:
    """Of several deals or positions none is drawn, and it is said how to draw one."""
    text = TEXTS[name.split()[0]]
    several, one = tmp_path / "several", tmp_path / "one"
    several.write_text(f"# two\n{text}\n{text}\n{text}\n")
    one.write_text(f"# one\n{text}\nnonsense\n")
    target = tmp_path / "out"
    done = program_here(*command(name, several), str(target))
    option = name.split()[-1]
    assert refused(done, f"on line 2 and one on line 3, but {option} can use only one"), done
    assert f"sed -n 2p {several} | … -" in done.stderr and not target.exists()
    if name in DRAWERS:
        done = program_here(*command(name, one), str(target))
        assert done.returncode == 2 and target.exists() and "line 3" in done.stderr


READERS = [
    "narabi solve FILE",
    "narabi check FILE",
    "narabi cards --deck FILE",
    "narabi score EXAMPLE --levels FILE",
    "narabi survey --players 3 --deals 5 --deck FILE",
    "mabi show FILE",
    "mabi check FILE",
    "amulets ask FILE",
    "amulets strategy --check FILE",
    "tales score FILE",
    "tales deck --deck FILE",
]
MEMORY = "/proc/self/mem"
"""A file that opens, and whose first byte cannot be read."""


@pytest.mark.parametrize("reader", READERS)
def test_what_cannot_be_read_is_named(program_here: Program, reader: str) -> None:
    words = [{"FILE": MEMORY, "EXAMPLE": EXAMPLE}.get(word, word) for word in reader.split()]
    assert refused(program_here(*words), f"{MEMORY}: Input/output error")


@pytest.mark.parametrize("reader", ["narabi solve -", "mabi show -", "amulets ask -", "tales score -"])
def test_a_standard_input_that_cannot_be_read_is_named(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], reader: str
) -> None:
    program, *words = reader.split()
    with open(MEMORY, encoding="utf-8") as stream:
        monkeypatch.setattr("sys.stdin", stream)
        assert PROGRAMS[program](words) == 2
    assert "standard input: Input/output error" in capfd.readouterr().err


WRONG_SUFFIXES = {
    ("narabi", "view", EXAMPLE, "--svg"): "png",
    ("narabi", "view", EXAMPLE, "--html"): "svg",
    ("narabi", "page", "--out"): "pdf",
    ("narabi", "solve", EXAMPLE, "--certificate"): "parquet",
    ("narabi", "enter", "--players", "3", "--out"): "json",
    ("narabi", "sheet", "3-0-1", "--out"): "png",
    ("narabi", "invite", "3-0-1", "--page", "https://a.example/", "--out"): "png",
    ("narabi", "survey", "--players", "3", "--deals", "5", "--out"): "csv",
    ("narabi", "survey", "--players", "3", "--deals", "5", "--paired", "--out"): "parquet",
    ("narabi", "team", "--players", "3", "--deals", "1", "--policy", "random", "--out"): "json",
    ("narabi", "atlas", "--players", "3", "--deals", "5", "--out"): "csv",
    ("mabi", "view", "start", "--html"): "txt",
    ("mabi", "show", "start", "--svg"): "png",
    ("mabi", "solve", "start", "--size", "4x4", "--nodes", "9", "--certificate"): "svg",
    ("mabi", "solve", "start", "--size", "4x4", "--nodes", "9", "--save"): "json",
    ("mabi", "solve", "start", "--size", "4x4", "--nodes", "9", "--out"): "parquet",
    ("amulets", "race", "--players", "3", "--games", "1", "--policy", "random", "--out"): "csv",
    ("amulets", "referee", "--players", "3", "--save"): "html",
    ("amulets", "sit", "--players", "3", "--me", "C3", "B"): "svg",
    ("amulets", "ask", "players 3; me 1 A2 R", "--svg"): "pdf",
    ("tales", "score", "players 2", "--svg"): "html",
    ("tales", "referee", "--players", "2", "--save"): "json",
}


@pytest.mark.parametrize(("words", "suffix"), WRONG_SUFFIXES.items(), ids=lambda value: " ".join(value)[:60])
def test_a_suffix_that_means_another_format_is_refused(
    words: tuple[str, ...], suffix: str, program_here: Program, tmp_path: Path
) -> None:
    path = tmp_path / f"x.{suffix}"
    done = program_here(*words, str(path), stdin="")
    assert done.returncode == 2 and "Traceback" not in done.stderr and not [*tmp_path.iterdir()], done
    assert len(messages(done.stderr)) == 1 and path.name in done.stderr, done


@pytest.mark.parametrize(
    ("program", "begin", "line"),
    [
        ("narabi", ["play", EXAMPLE, "--seat", "B"], "save x.json"),
        ("mabi", ["play", "start"], "save x.svg"),
        ("amulets", ["solitaire", "--players", "3"], "save x.parquet"),
        ("tales", ["referee", "--players", "2"], "svg x.png"),
    ],
)
def test_a_session_refuses_the_suffix_of_another_format(
    program: str, begin: list[str], line: str, program_here: Program, tmp_path: Path
) -> None:
    done = program_here(program, *begin, stdin=line, folder=tmp_path)
    assert done.returncode == 2 and "it would be a file of kind" in done.stderr, done
    assert not [*tmp_path.iterdir()]


def test_a_suffix_that_means_no_format_is_right() -> None:
    for name, kind in (("x", "svg"), ("4.5-game", "text"), ("a.json", "certificate"), ("B.HTM", "html")):
        outputs.check_suffix(name, kind)
