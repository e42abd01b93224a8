"""The program `narabi`, as its users run it."""

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from _gamekit.problems import PROBLEMS_SHOWN
from narabi_solver import Deal, Rules, analyse, random_deal, solve
from tests.conftest import ROOT, Run, messages
from tests.interrupting import busy_for, interrupt, start
from tests.narabi.samples import EXAMPLE, LONG, STUCK
from tests.nightly import nightly, slow, thinned

pytestmark = pytest.mark.usefixtures("warm")

KEYS = (
    "deal outcome turns swaps lower_bound proven stopped_by nodes seconds assumed rules"  # interfaces.md
).split()


def test_solve_json(narabi: Run) -> None:
    done = narabi("solve", EXAMPLE, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    (line,) = done.stdout.splitlines()
    answer = json.loads(line)
    assert [key for key in KEYS if key not in answer] == []
    expected = solve(Deal.parse(EXAMPLE))
    assert answer["deal"] == str(expected.deal)
    assert (answer["outcome"], answer["turns"], answer["proven"], answer["lower_bound"]) == (
        "solved",
        5,
        True,
        5,
    )
    assert answer["swaps"] == [str(swap) for swap in expected.swaps]
    assert answer["assumed"] == ["at-most-6", "four-away", "colours"]
    assert answer["rules"] == {
        "players": 3,
        "no_undo": False,
        "undo_reading": None,
        "limit": 24,
        "deck": "Narabi",
    }


@pytest.mark.parametrize(
    ("arguments", "code", "outcome", "bound"),
    [
        ([STUCK, "--unusual"], 1, "unsolvable", 25),
        ([EXAMPLE, "--limit", "3"], 1, "unsolvable", 4),
        ([EXAMPLE, "--max-nodes", "1"], 3, "undecided", 5),
        ([EXAMPLE, "--first", "C"], 0, "solved", None),
        ([EXAMPLE, "--no-undo", "--algorithm", "bfs"], 0, "solved", None),
    ],
)
def test_outcomes_and_exit_codes(
    narabi_here: Run, arguments: list[str], code: int, outcome: str, bound: int | None
) -> None:
    done = narabi_here("solve", *arguments, "--json")
    answer = json.loads(done.stdout)
    assert (done.returncode, answer["outcome"], answer["proven"]) == (code, outcome, code != 3)
    assert bound is None or answer["lower_bound"] == bound
    assert (answer["turns"] is None) == (outcome != "solved")


def test_text_for_people(narabi_here: Run) -> None:
    done = narabi_here("solve", EXAMPLE)
    expected = (ROOT / "tests/data/solve_example.txt").read_text()
    effort = next(line for line in done.stdout.splitlines() if line.startswith("effort"))
    assert done.stdout.replace(effort, "effort  …") == expected
    assert "no win within 3 turns (proven)" in narabi_here("solve", EXAMPLE, "--limit", "3").stdout
    undecided = narabi_here("solve", EXAMPLE, "--max-nodes", "1").stdout
    assert "stopped by nodes" in undecided and "unsolvable" not in undecided


NO_WIN = r"\b(?:no win|cannot be won|could be won|not solvable|unsolvable)\b"


@pytest.mark.parametrize(
    ("arguments", "count"),
    thinned(
        3,
        [
            (["solve", EXAMPLE], 1),
            (["verify", EXAMPLE, "B4-A2 C1-B3"], 1),
            (["analyse", EXAMPLE], 1),
            (["analyse", "--costs", EXAMPLE], 2),
            (["review", f"{EXAMPLE} moves B4-A2 C1-B3"], 1),
            (["score", f"{EXAMPLE} moves B4-A2 C1-B3", "--teams", "2"], 1),
            (["team", "--players", "3", "--deals", "4", "--policy", "greedy"], 1),
            (["survey", "--players", "3", "--deals", "4"], 2),
            (["survey", "--players", "3", "--deals", "4", "--paired"], 1),
        ],
    ),
)
def test_no_win_within_a_lower_limit_names_the_limit(
    narabi_here: Run, arguments: list[str], count: int
) -> None:
    shown = narabi_here(*arguments, "--limit", "2").stdout
    assert re.search("^(rules|second) .*2 turns at most$", shown, re.MULTILINE), shown
    sentences = re.sub(r"no win( is possible by turn 2)?$", "", shown, flags=re.MULTILINE)  # cells of tables
    words = re.findall(f"{NO_WIN}(.{{15}})", sentences)
    assert len(words) == count and all(word == " within 2 turns" for word in words), shown
    whole = narabi_here(*arguments).stdout
    assert "within" not in whole and "at most\n" not in whole


def test_pages_and_drawings_name_a_lower_limit(narabi_here: Run, tmp_path: Path) -> None:
    page, rules = tmp_path / "review.html", Rules(limit=2)
    narabi_here("review", f"{EXAMPLE} moves B4-A2 C1-B3", "--limit", "2", "--html", str(page))
    found = analyse(Deal.parse(EXAMPLE), rules=rules)
    for text in (page.read_text(), repr(found), found.svg(), solve(Deal.parse(EXAMPLE), rules=rules).svg()):
        assert " within 2 turns" in text


def test_many_deals_keep_their_order_and_bad_lines_their_number(narabi_here: Run, tmp_path: Path) -> None:
    deals = [str(random_deal(3, 1, i)) for i in range(3)]
    file = tmp_path / "deals.txt"
    file.write_text(f"# three deals\n{deals[0]}\n\n1:evn / 2\n{deals[1]}  # the second\n{deals[2]}\n")
    for source in ([str(file)], ["-"]):
        done = narabi_here("solve", *source, "--json", stdin=file.read_text())
        assert [json.loads(line)["deal"] for line in done.stdout.splitlines()] == deals
        assert done.returncode == 2
        where = "standard input" if source == ["-"] else str(file)
        assert [said.startswith(f"narabi: {where}: line 4") for said in messages(done.stderr)] == [True] * 3


def test_the_highest_code_counts(narabi_here: Run) -> None:
    both = f"{STUCK}\n{random_deal(4, 1)}\n"
    assert narabi_here("solve", "-", "--unusual", stdin=both).returncode == 1
    assert narabi_here("solve", "-", "--unusual", "--max-nodes", "5", stdin=both).returncode == 3


def test_verify(narabi_here: Run) -> None:
    done = narabi_here("verify", EXAMPLE, "B2-A3 C1-B3 A4-B4 B2-A4 C4-A3", "--json")
    answer = json.loads(done.stdout)
    assert done.returncode == 0
    assert answer["assumed"] == ["at-most-6", "four-away", "colours"] and answer["proven"]
    assert "four-away" in narabi_here("verify", EXAMPLE, "B2-A3").stdout
    assert {key: answer[key] for key in ("legal", "in_order", "turns", "minimum", "first_loss", "error")} == {
        "legal": True, "in_order": True, "turns": 5, "minimum": 5, "first_loss": None, "error": None,
    }  # fmt: skip
    illegal = narabi_here("verify", EXAMPLE, "B2-A3 C1-A1", "--json")
    answer = json.loads(illegal.stdout)
    assert (illegal.returncode, answer["legal"], answer["turns"]) == (1, False, 1)
    assert "does not fit" in narabi_here("verify", EXAMPLE, "B2-A3 C1-A1").stdout


def test_deals_are_those_of_the_library(narabi_here: Run) -> None:
    done = narabi_here("deal", "--players", "4", "--seed", "7", "--count", "3")
    assert done.stdout.splitlines() == [str(random_deal(4, 7, i)) for i in range(3)]
    drawn = narabi_here("deal", "--players", "5")
    seed = drawn.stdout.splitlines()[0].removeprefix("# seed ")
    again = narabi_here("deal", "--players", "5", "--seed", seed)
    assert again.stdout == drawn.stdout.split("\n", 1)[1]
    answer = json.loads(narabi_here("deal", "--players", "3", "--seed", "1", "--json").stdout)
    assert answer.pop("schema") == "narabi-deal/1"
    assert answer == {"deal": str(random_deal(3, 1)), "players": 3, "seed": 1, "index": 0, "id": "3-1-0"}


def test_cards_names_every_source(narabi_here: Run) -> None:
    text = narabi_here("cards").stdout
    assert "four-away" in text and text.count("assumed") >= 3 and "several reviews" in text
    cards = [json.loads(line) for line in narabi_here("cards", "--json").stdout.splitlines()]
    assert len(cards) == 15 and all(card["source"] for card in cards)


def test_own_deck(narabi_here: Run, tmp_path: Path) -> None:
    deck = tmp_path / "deck.toml"
    deck.write_text("[cards.any]\ncopies = 15\n")
    deal = narabi_here("deal", "--players", "3", "--seed", "1", "--deck", str(deck)).stdout
    answer = json.loads(narabi_here("solve", deal, "--deck", str(deck), "--json").stdout)
    assert answer["outcome"] == "solved" and answer["assumed"] == []
    assert answer["rules"]["deck"] == "own deck"


@pytest.mark.parametrize("command", [[], ["solve"], ["verify"], ["deal"], ["cards"]])
def test_help_has_examples(narabi_here: Run, command: list[str]) -> None:
    done = narabi_here(*command, "--help")
    assert done.returncode == 0 and "examples:" in done.stdout and "narabi" in done.stdout
    assert narabi_here("--version").stdout.startswith("narabi ")


def bad_input(tmp_path: Path) -> dict[str, tuple[list[str], str]]:
    """Return arguments that are wrong, and what the message must say."""
    files = {
        "empty": b"",
        "two": b"0:even\n1:odd\n",
        "comments": b"# nothing here\n\n",
        "binary": bytes(range(256)) * 100,
        "utf16": EXAMPLE.encode("utf-16"),
        "color.toml": b"[cards.x]\ncolor = 'white'",
        "never.toml": b"[cards.x]\nparity = 'odd'\nvalue = [4, 4]",
        "bigint.toml": b"[cards.x]\nvalue = [" + b"9" * 1900 + b", 9]",
        "longint.toml": b"[cards.x]\nvalue = [" + b"9" * 5000 + b", 9]",
        "hex.toml": b"[cards.x]\ncopies = 0x" + b"f" * 1900,
        "dots.toml": b"[cards.x]\ncolour" + b".a" * 900 + b" = 1",
        "nest.toml": b"[cards.x]\nvalue = " + b"[\n" * 40000,
        "escape.toml": b'[cards.x]\nsource = "\\u001b[2J"',
        "many.toml": b"".join(b"k%d = 1\n" % i for i in range(8000)),
    }
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    path = {name: str(tmp_path / name) for name in files}
    missing = str(tmp_path / "missing")
    return {
        "unknown card": (["solve", EXAMPLE.replace("even", "evne")], "did you mean 'even'"),
        "unknown stone": (["solve", EXAMPLE.replace("7:", "x:")], "unknown stone 'x'"),
        "stone twice": (["solve", EXAMPLE.replace("7:", "8:")], "stone 8 occurs twice"),
        "unequal seats": (["solve", EXAMPLE.replace("/ 1:stay", "1:stay /")], "seat A has 5 stones"),
        "11 stones": (["solve", EXAMPLE.replace("7:even", "")], "11 stones"),
        "16 stones": (["solve", EXAMPLE + " 9:odd w:left w:right d:odd"], "16 stones"),
        "no 0": (["solve", EXAMPLE.replace("0:", "9:")], "lacks the 0"),
        "empty file": (["solve", path["empty"]], "contains no deal"),
        "empty for a seat": (["know", path["empty"], "--seat", "A"], "empty contains no deal; a deal is"),
        "comments only": (["solve", path["comments"]], "contains no deal"),
        "binary": (["solve", path["binary"]], "not text; deals must be text in UTF-8"),
        "utf-16": (["solve", path["utf16"]], "not text; deals must be text in UTF-8"),
        "folder": (["solve", str(tmp_path)], "directory"),
        "missing file": (["solve", missing], "neither a file nor a deal"),
        "empty text": (["solve", ""], "neither a file nor a deal"),
        "no deal for a seat": (["know", "rubbish", "--seat", "A"], "'rubbish' is neither a file nor a deal"),
        "unreadable for a seat": (["hint", path["two"], "--seat", "A"], f"narabi: {path['two']}: line "),
        "unreadable for all": (["verify", "--hidden", "4:x"], "(no file has this name, so it was read as"),
        "unreadable to play": (["play", path["two"], "--seat", "A"], f"narabi: {path['two']}: line "),
        "negative limit": (["solve", EXAMPLE, "--limit", "-1"], "--limit: must be a whole number from 0"),
        "limit too high": (["solve", EXAMPLE, "--limit", "25"], "from 0 to 24"),
        "nodes": (["solve", EXAMPLE, "--max-nodes", "many"], "--max-nodes"),
        "huge number": (["solve", EXAMPLE, "--max-nodes", "9" * 5000], "--max-nodes"),
        "large number": (["solve", EXAMPLE, "--nodes", "9" * 25], "whole number from 0 to 10^24, not '9999"),
        "many deals": (
            ["deal", "--players", "3", "--deals", "9" * 25],
            "whole number from 1 to 2^64 - 1, not",
        ),
        "seconds": (["solve", EXAMPLE, "--max-seconds", "nan"], "--max-seconds"),
        "digits": (["solve", EXAMPLE, "--max-seconds", "\u0663"], "--max-seconds"),
        "seat": (["solve", EXAMPLE, "--first", "F"], "A to E"),
        "no such seat here": (["solve", EXAMPLE, "--first", "E"], "narabi: seat E cannot begin"),
        "algorithm": (["solve", EXAMPLE, "--algorithm", "magic"], "--algorithm"),
        "illegal moves": (["solve", EXAMPLE + " moves B1-A1"], "the 1's card does not let its owner swap it"),
        "moves beyond the limit": (
            ["review", "examples/game.txt", "--limit", "3"],
            "line 4, column 40: turn 4, B2-A3: the game ended with turn 3",
        ),
        "undoing moves": (["solve", "--no-undo", "--unusual", UNDONE], "would undo"),
        "deck key": (["cards", "--deck", path["color.toml"]], "unknown key 'color' in [cards.x]"),
        "impossible card": (["solve", EXAMPLE, "--deck", path["never.toml"]], "can never be played"),
        **{name: (["cards", "--deck", path[name]], ": ") for name in path if name.endswith(".toml")},
        "missing deck": (["cards", "--deck", missing], "No such file"),
        "binary deck": (["cards", "--deck", path["binary"]], "not a text file"),
        "bad line": (["verify", EXAMPLE, "B2-A3 hello"], "'hello' is not a swap"),
        "seed": (["deal", "--players", "3", "--seed", str(2**64)], "--seed"),
        "players": (["deal", "--players", "6"], "--players: must be a whole number from 2 to 5"),
        "unknown option": (["solve", EXAMPLE, "--fast"], "--fast"),
        "unknown command": (["solv", EXAMPLE], "narabi: 'solv' is not a command; did you mean 'solve'?"),
        "help as a command": (["help"], "is not a command; the commands are solve, "),
        "misspelled value": (["tables", "bild"], "info or verify, not 'bild'; did you mean 'build'?"),
    }  # fmt: skip


UNDONE = (
    "0:at-most-6 2:left 1:left 3:left / 4:at-most-6 5:right 6:right 7:right / 8:left w:left d:left d:left"
    " moves A1-B1 B1-A1"
)


MESSAGES = {
    "unreadable for all": 2,
    "unequal seats": 2,
    "11 stones": 2,
    "16 stones": 2,
    "many.toml": PROBLEMS_SHOWN + 1,
}
"""Bad input with more than one thing wrong."""
IN_PROCESSES = ("unknown card", "binary", "nest.toml", "unknown option")
"""Bad input for processes of their own: the notation, a file, what recursion may break, the options."""


def test_bad_input_gets_one_message_and_code_2(narabi: Run, narabi_here: Run, tmp_path: Path) -> None:
    for name, (arguments, message) in bad_input(tmp_path).items():
        done = (narabi if name in IN_PROCESSES else narabi_here)(*arguments)
        assert done.returncode == 2, (name, done)
        assert message in done.stderr, (name, done.stderr)
        said = messages(done.stderr)
        assert all(line.startswith("narabi") for line in said), (name, done.stderr)
        assert len(said) == MESSAGES.get(name, 1), (name, done.stderr)
        assert len(done.stderr) < 3000 and "\x1b" not in done.stderr, name
        assert done.stdout == "", name


@pytest.mark.parametrize("command", ["know", "hint"])
def test_signs_of_full_width_are_read_for_a_seat_too(narabi_here: Run, command: str) -> None:
    words = ["--seat", "A", "--json"]
    plain, wide = (
        json.loads(narabi_here(command, text, *words).stdout)
        for text in (EXAMPLE, EXAMPLE.replace(":", "："))
    )
    for answer in (plain, wide):
        answer.pop("seconds", None)
    assert plain == wide


def test_a_problem_is_shown_in_its_place(narabi_here: Run) -> None:
    text = EXAMPLE.replace("7:even", "x:even").replace("8:2-to-6", "8:2-to-7")
    lines = narabi_here("solve", text).stderr.splitlines()
    assert lines[6:] == ["  (no file has this name, so it was read as a deal)"]
    assert [line.split(": ")[1] for line in lines[:6:3]] == ["line 1, column 35", "line 1, column 88"]
    for shown, caret, wrong in ((lines[1], lines[2], "x:even"), (lines[4], lines[5], "2-to-7")):
        assert len(shown) <= 80 and caret.strip() == "^" and shown[caret.index("^") :].startswith(wrong)


@pytest.mark.slow
def test_a_line_of_100_mb(narabi: Run, tmp_path: Path) -> None:
    file = tmp_path / "long"
    with open(file, "wb") as out:
        for _ in range(100):
            out.write(b"7:even " * 150_000)
    done = narabi("solve", str(file))
    assert (done.returncode, done.stdout) == (2, "")
    assert "line 1: the line has 105,000,000 bytes" in done.stderr


def test_many_bad_lines_are_counted_not_all_printed(narabi_here: Run) -> None:
    done = narabi_here("solve", "-", stdin="what is this\n" * 1000)
    assert done.returncode == 2
    assert len(messages(done.stderr)) == 31 and "990 more lines" in done.stderr  # three words a line


def shell(command: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run a shell command in which $N is the program."""
    return subprocess.run(
        command, shell=True, capture_output=True, cwd=ROOT, timeout=60, check=False,
        env=os.environ | {"N": f"{sys.executable} -m narabi_solver", "DEAL": EXAMPLE} | environment,
    )  # fmt: skip


@pytest.mark.slow
def test_closed_and_full_streams() -> None:
    for command in ('solve "$DEAL"', "cards", "cards --json"):
        lost = shell(f"$N {command} >&-")
        assert lost.returncode == 2 and b"output cannot be written: Bad file descriptor" in lost.stderr
        assert b"Traceback" not in lost.stderr
    closed = shell("$N solve - <&-")
    assert closed.returncode == 2 and b"no deal" in closed.stderr
    silent = shell("$N solve nonsense 2>&-")
    assert (silent.returncode, silent.stdout) == (2, b"")
    full = shell('$N solve "$DEAL" > /dev/full')
    assert full.returncode == 2 and b"output cannot be written: No space left" in full.stderr
    assert b"Traceback" not in closed.stderr + full.stderr


@pytest.mark.parametrize("encoding", ["ascii", *slow("latin-1")])
def test_output_that_cannot_show_every_character(encoding: str) -> None:
    done = shell('$N solve "$DEAL"', PYTHONIOENCODING=encoding)
    assert (done.returncode, done.stderr) == (0, b"") and b"solved in 5 turns" in done.stdout
    assert b"?" not in done.stdout


def test_endless_input() -> None:
    done = shell("$N solve /dev/zero")
    assert done.returncode == 2 and b"not text; deals must be text in UTF-8" in done.stderr


@pytest.mark.slow
def test_answers_go_where_they_are_sent_while_progress_is_shown(tmp_path: Path) -> None:
    """The error output is a terminal and shows progress; the output is a file."""
    main, other = pty.openpty()
    deals = tmp_path / "deals.txt"
    deals.write_text(f"{LONG}\n{random_deal(3, 1)}\n")
    out = tmp_path / "out.json"
    with open(out, "wb") as file:
        subprocess.run(
            [sys.executable, "-m", "narabi_solver", "solve", str(deals), "--unusual", "--json"]
            + ["--algorithm", "bfs", "--max-seconds", "1.5"],
            stdout=file, stderr=other, cwd=ROOT, check=False, env=os.environ | {"TERM": "xterm"},
        )  # fmt: skip
    os.close(other)
    shown = os.read(main, 1 << 16)
    assert b" nodes (Ctrl-C stops)" in shown and b"outcome" not in shown
    answers = [json.loads(line)["outcome"] for line in out.read_text().splitlines()]
    assert answers == ["undecided", "solved"]


def test_bad_bytes_spoil_one_line_only(narabi: Run, tmp_path: Path) -> None:
    deals = [str(random_deal(3, 1, i)) for i in range(2)]
    done = narabi("solve", "-", "--json", stdin=f"{deals[0]}\n".encode() + b"\xe9\n" + deals[1].encode())
    assert [json.loads(line)["deal"] for line in done.stdout.splitlines()] == deals
    assert done.returncode == 2 and "line 2: not text" in done.stderr
    (tmp_path / "image").write_bytes(b"\xe9\n\xf3\x07\n\xf4\n")
    done = narabi("solve", str(tmp_path / "image"))
    assert (
        done.returncode == 2 and len(messages(done.stderr)) == 1 and "line 1: not text; deals" in done.stderr
    )


def test_first_counts_before_the_deal_is_checked(narabi_here: Run) -> None:
    nobody = EXAMPLE.replace("0:", "9:")
    assert narabi_here("solve", nobody, "--unusual", "--first", "A").returncode == 0
    assert narabi_here("solve", EXAMPLE + " moves A1-B1", "--first", "A").returncode in (0, 2)
    moved = narabi_here("solve", EXAMPLE + " moves A2-B2", "--first", "A", "--json")
    assert json.loads(moved.stdout)["deal"] == EXAMPLE + " first A moves A2-B2"


def test_no_legal_swap_is_said_only_where_it_is_so(narabi_here: Run) -> None:
    assert "Seat A has no legal swap." in narabi_here("solve", STUCK, "--unusual").stdout
    assert "no legal swap" not in narabi_here("solve", EXAMPLE, "--limit", "1").stdout


def test_a_closed_pipe_is_no_error(narabi: Run) -> None:
    done = subprocess.run(
        f"{sys.executable} -m narabi_solver deal --players 3 --seed 1 --count 100000 | head -1",
        shell=True, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout.strip() == str(random_deal(3, 1)) and done.stderr == ""


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [[], *nightly(["--json"])])
def test_ctrl_c_stops_within_a_second_and_says_what_is_known(arguments: list[str]) -> None:
    process = start("narabi_solver", "solve", LONG, "--unusual", "--algorithm", "bfs", *arguments)
    ended = interrupt(process, busy_for(process, 4.0))  # two of them load what is needed
    assert ended.returncode == 130 and "Traceback" not in ended.err
    if arguments:
        answer = json.loads(ended.out)
        assert (answer["outcome"], answer["stopped_by"]) == ("undecided", "interrupt")
        assert answer["lower_bound"] > 4
    else:
        assert "undecided: stopped by interrupt" in ended.out


def test_colours_on_a_terminal_only_and_never_with_no_color() -> None:
    def on_a_terminal(**environment: str) -> str:
        main, other = pty.openpty()
        subprocess.run(
            [sys.executable, "-m", "narabi_solver", "solve", EXAMPLE],
            stdout=other, stderr=other, cwd=ROOT, check=True,
            env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "120", **environment},
        )  # fmt: skip
        os.close(other)
        pieces = []
        try:
            while piece := os.read(main, 1 << 16):
                pieces.append(piece)
        except OSError:
            pass
        return b"".join(pieces).decode()

    assert "\x1b[" in on_a_terminal()
    plain = on_a_terminal(NO_COLOR="1")
    assert "\x1b[3" not in plain and "solved in 5 turns" in plain


def test_a_number_of_deals_has_one_name_and_an_older_one(narabi_here: Run) -> None:
    for command in (["deal", "--players", "3", "--seed", "1"], ["survey", "--players", "3", "--json"]):
        named, older = (narabi_here(*command, option, "2") for option in ("--deals", "--count"))
        assert named.returncode == 0 and named.stdout[:200] == older.stdout[:200]
