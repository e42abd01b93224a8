"""Lines of files and texts: whatever their ends are, the same is read by all programs."""

import io
import json
import re
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from _gamekit.lines import Entry, Reader, lines_of
from amulets_solver.cli import main as amulets
from mabi_search.cli import main as mabi
from narabi_solver import Deal
from narabi_solver.cli import main as narabi
from narabi_solver.game.errors import DealFormatError, InvalidDealError
from tales_of_arabia.cli import main as tales

DEAL = "0:even 5:odd 1:odd / 4:even 3:two-away 2:three-away"
TEXTS = {
    "narabi solve": f"# two deals\n{DEAL}  # here\n\n\n3-0-1\n",
    "narabi know --seat A": f"# one\n{DEAL}\n# its moves\nmoves B1-A1\n",
    "mabi solve": "start # the start\nmoves a1a2 # one move\n# and\n2b/w1 w - - 0\n",
    "amulets judge": "players 3 # three\n# more\nask 1 R A\n",
    "tales score": "players 3 # three\n# more\nlay princess open\n",
}
PROGRAMS = {"narabi": narabi, "mabi": mabi, "amulets": amulets, "tales": tales}


@pytest.mark.parametrize("end", ["\r", "\r\n"])
@pytest.mark.parametrize("command", TEXTS)
def test_every_program_reads_the_same_whatever_ends_lines(
    command: str,
    end: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    name, *words = command.split()
    limits = ["--nodes", "1000"] if command == "mabi solve" else []
    answers = []
    for written in ("\n", end):
        Path("asked").write_bytes(b"\xef\xbb\xbf" + TEXTS[command].replace("\n", written).encode())
        code = PROGRAMS[name]([*words, "asked", *limits])
        answers.append((code, *(re.sub(r"[0-9.]+ s\b", "", one) for one in capsys.readouterr())))
    assert answers[0] == answers[1]


@pytest.mark.parametrize(
    "wrong", ["not text \0", "é" * 200_000, "\udcff", "x / y", "1b1b/w1w1/1b1b/w1w1 w - - 0 moves x"]
)
@pytest.mark.parametrize(
    "command",
    ["narabi solve", "mabi show", "mabi solve", "mabi solve --out answers", "mabi diagram --out a.svg"],
)
def test_the_line_of_what_is_wrong_is_said_once(
    command: str,
    wrong: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    name, *words = command.split()
    Path("asked").write_bytes(f"# one line\n{wrong}\n".encode(errors="surrogateescape"))
    assert PROGRAMS[name]([*words, "asked"]) == 2
    said = capsys.readouterr().err
    assert re.findall(r"line \d+", said.splitlines()[0]) == ["line 2"], said


PIECES = st.lists(st.sampled_from(["\n", "\r", "\r\n", "#", "a", " ", "é" * 9, "\x0b", "\u2028", "\x85"]))


class LineError(DealFormatError):
    """Raised for no line."""


def reader() -> Reader[str]:
    return Reader("word", lambda text, line: text, LineError, LineError, 5, "", ("", ""))


@given(PIECES.map("".join))
def test_a_stream_has_the_lines_of_its_text(text: str) -> None:
    """Long lines are cut, wherever the pieces that are read end."""
    expected = [
        Entry(number, line, None)
        for number, line in enumerate(lines_of(text), 1)
        if line.partition("#")[0].strip() and len(line.encode()) <= 20
    ]
    entries = reader().lines(io.BytesIO(text.encode()))
    found = [one._replace(value=one.value.split("\n")[0]) for one in entries if one.value is not None]
    assert found == expected
    plain = "\n".join(lines_of(text)).encode()
    assert [entry.line for entry in reader().lines(io.BytesIO(plain))] == [
        entry.line for entry in reader().lines(io.BytesIO(text.encode()))
    ]


def test_the_place_of_a_problem_is_found_whatever_ends_lines() -> None:
    wrong = f"# one\n{DEAL.replace('even', 'evn')}\n"
    found = []
    for end in ("\n", "\r\n", "\r"):
        with pytest.raises(InvalidDealError) as error:
            Deal.parse(wrong.replace("\n", end))
        found.append(error.value.problems)
    assert found[0] == found[1] == found[2] and found[0][0].source == wrong.splitlines()[1]


@pytest.mark.parametrize("mark", ["\ufeff", ""])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_certificates_with_a_byte_order_mark_and_any_end_of_lines(
    mark: str, end: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "proof"
    for program, question in (
        (narabi, ["solve", DEAL, "--certificate"]),
        (mabi, ["solve", "start", "--size", "3x4", "--certificate"]),
    ):
        assert program([*question, str(path)]) == 0
        path.write_bytes((mark + path.read_text().replace("\n", end)).encode())
        assert program(["check", str(path), "--json"]) == 0, capsys.readouterr()
        assert json.loads(capsys.readouterr().out.splitlines()[-1])["accepted"]
        path.unlink()


@pytest.mark.parametrize(
    "command",
    [
        "narabi solve",
        "narabi sheet",
        "narabi invite --page https://example.org/",
        "mabi show",
        "mabi diagram",
    ],
)
def test_messages_begin_with_the_name_of_the_file(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, out = tmp_path / "wrong.txt", tmp_path / "out.svg"
    file.write_text("wrong\n\n7:even wrong\n")
    name, *words = command.split()
    written = [] if words[0] in ("solve", "show") else ["--out", str(out)]
    assert PROGRAMS[name]([*words, str(file), *written]) == 2
    messages = [line for line in capsys.readouterr().err.splitlines() if line.startswith(f"{name}: ")]
    assert len(messages) > 1 and all(line.startswith(f"{name}: {file}: line ") for line in messages)
    assert any(f"{file}: line 3" in line for line in messages) and not out.exists()
