"""Whatever is typed or read: a documented code, no traceback, a message for what is wrong.

Nothing that was there is changed.

A slice runs always. `make test-all` runs thousands with a seed of its own, which is shown and which
NARABI_MABI_FUZZ gives again: "SEED" or "SEED:FIRST:COUNT".
"""

from __future__ import annotations

import io
import itertools
import json
import os
import random
import secrets
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from _gamekit.problems import PROBLEMS_SHOWN
from amulets_solver import AmuletsError, Belief, Placement, Record
from mabi_search import MabiError, Move, Position
from mabi_search.certify import checker
from mabi_search.game import saved_games as mabi_io
from mabi_search.game.rules import Rules
from narabi_solver import Deal, Deck, InternalError, NarabiError, Swap, solve
from narabi_solver.certify import checker as narabi_checker
from narabi_solver.certify.certificates import make_certificate
from narabi_solver.game import deal_files as narabi_io
from tests.common import fuzzing
from tests.conftest import Run, messages
from tests.narabi.samples import EXAMPLE

MANY = 3000
CODES = (0, 1, 2, 3)


def cases(few: int, many: bool) -> Iterator[tuple[str, random.Random]]:
    """Yield names of cases, from which they can be made again, and their generators."""
    seed, first, count = "0", 0, few
    if many:
        seed, count = str(secrets.randbits(32)), MANY
        given = os.environ.get("NARABI_MABI_FUZZ", "").split(":")
        seed = given[0] or seed
        first, count = (int(given[1]), int(given[2])) if len(given) == 3 else (first, count)
        print(f"NARABI_MABI_FUZZ={seed}:{first}:{count}")  # noqa: T201  (shown with what fails)
    for number in range(first, first + count):
        yield f"{seed}:{number}:1", random.Random(f"{seed}-{number}")


many = pytest.mark.parametrize(
    "many", [False, pytest.param(True, marks=pytest.mark.nightly)], ids=["few", "many"]
)


@pytest.fixture(scope="module")
def proof() -> str:
    """Return a certificate of Narabi."""
    return str(make_certificate(solve(Deal.parse(EXAMPLE))))


def _twice(text: str, deck: Deck | None = None) -> None:
    deal = Deal.parse(text, deck=deck, unusual=True)
    assert Deal.parse(str(deal), deck=deck, unusual=True) == deal


def _deck_twice(text: str) -> None:
    deck = Deck.loads(text)
    assert Deck.loads(deck.dumps()) == deck


def _position_twice(text: str) -> None:
    position = Position.parse(text)
    assert Position.parse(str(position)) == position


def _record_twice(text: str) -> None:
    record = Record.parse(text)
    assert Record.parse(str(record)) == record
    for seat in record.secrets:
        assert Belief.of(record, seat).count > 0


def _all_lines(read: object, text: str) -> None:
    for entry in read.lines(io.BytesIO(text.encode(errors="surrogatepass"))):  # type: ignore[attr-defined]
        assert (entry.value is None) == (entry.error is not None)


@many
def test_parsers(many: bool, proof: str, tmp_path: Path) -> None:
    saved = tmp_path / "saved"

    def load(text: str) -> None:
        saved.write_bytes(text.encode(errors="surrogatepass"))
        mabi_io.load(saved, Rules())

    parsers: list[tuple[Callable[[random.Random], str], Callable[[str], object]]] = [
        (fuzzing.deal, _twice),
        (fuzzing.deal, lambda text: _all_lines(narabi_io.reader(), text + "\n" + text)),
        (fuzzing.line, lambda text: [Swap.parse(word) for word in text.split()]),
        (fuzzing.deck, _deck_twice),
        (
            lambda choose: fuzzing.narabi_certificate(proof, choose),
            lambda text: narabi_checker.check_certificate(text, max_states=300),
        ),
        (fuzzing.position, _position_twice),
        (fuzzing.position, lambda text: _all_lines(mabi_io.reader(Rules()), text + "\n" + text)),
        (fuzzing.position, lambda text: [Move.parse(word) for word in text.split()]),
        (fuzzing.game, load),
        (fuzzing.record, _record_twice),
        (fuzzing.record, Placement.parse),
        (fuzzing.mabi_certificate, lambda text: checker.check_certificate(text.splitlines())),
    ]
    for name, choose in cases(400, many):
        make, parse = choose.choice(parsers)
        text = fuzzing.sometimes(make, choose)
        try:
            parse(text)
        except (NarabiError, MabiError, AmuletsError) as error:
            assert str(error) and not isinstance(error, InternalError), (name, text)
        except Exception as error:
            raise AssertionError(f"NARABI_MABI_FUZZ={name}: {error!r} for {text!r}") from error


def _played(choose: random.Random) -> str:
    words = ("hint", "go", "undo", "show", "a1a2", "pass", "why a1a2", "save game", "load game")
    return "\n".join(choose.choices(words, k=4))


def _entered(choose: random.Random) -> str:
    words = ("3", "back", "A2 7 odd", "first b", "done", "cards", "quit", "?", "7e, 2 al3", "B2-A3", "x")
    stones = str(Deal.parse(EXAMPLE)).replace(" / ", "\n").splitlines()
    return "\n".join(["3", *choose.choices([*words, *stones], k=6)])


def _asked(choose: random.Random) -> str:
    words = (
        "hint",
        "show",
        "beliefs",
        "secret 1",
        "pass",
        "answer",
        "cast 1 R:A1 Y:B2",
        "R:A1 Y:B2",
        "give up",
    )
    return "\n".join(choose.choices(words, k=4))


def _engine(choose: random.Random) -> str:
    words = ("ugi", "isready", "position startpos moves a1a2", "go nodes 20", "stop", "query result", "x")
    return "\n".join(choose.choices(words, k=4))


def _laid(choose: random.Random) -> str:
    words = ("show", "steps", "undo", "words lamp", "why lay king", "save game", "svg table", "quit", "x")
    return "\n".join([fuzzing.tales_record(choose), *choose.choices(words, k=4)])


STDIN: dict[str, Callable[[random.Random], str]] = {
    "narabi": fuzzing.deal,
    "mabi": fuzzing.position,
    "amulets": fuzzing.record,
    "tales": fuzzing.tales_record,
    "narabi play": _played,
    "narabi enter": _entered,
    "mabi play": _played,
    "mabi engine": _engine,
    "amulets referee": _asked,
    "amulets solitaire": _asked,
    "amulets sit": _asked,
    "tales referee": _laid,
}
"""What stands on the input of a program, or of one of its commands."""
AT_THE_TERMINAL = {name.split()[1] for name in STDIN if " " in name}


def _check(program: str, arguments: list[str], done: subprocess.CompletedProcess[str], told: str) -> None:
    said = messages(done.stderr)
    assert done.returncode in CODES and "Traceback" not in done.stderr, told
    assert all(message.startswith(f"{program}") for message in said), told
    if done.returncode == 2:
        many = any(word == "-" or "input-" in word or "\n" in word for word in arguments)
        many = many or arguments[0] in AT_THE_TERMINAL
        assert 1 <= len(said) <= PROBLEMS_SHOWN + 1 or (said and many), told
    if "--json" in arguments and not done.stdout.startswith(("usage: ", f"{program} ", "<")):
        assert all(isinstance(json.loads(line), dict) for line in done.stdout.splitlines()), told


@pytest.mark.parametrize("program", fuzzing.PACKAGES)
def test_each_argument_of_each_command_has_values(program: str, proof: str, tmp_path: Path) -> None:
    """A new one needs a line in `fuzzing` only where the help calls its values something new."""
    lines = fuzzing.CommandLines(tmp_path, proof, random.Random(0))
    for parser in fuzzing.commands(program).values():
        for action in parser._actions:
            assert action.nargs == 0 or isinstance(lines.value(program, action), str), action


@many
def test_command_lines(
    many: bool, proof: str, program_here: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("narabi_solver.statistics.atlas_path", lambda players: tmp_path / f"{players}.atlas")
    for name, choose in cases(100, many):
        folder = tmp_path / name.replace(":", "-")
        folder.mkdir()
        program, arguments = fuzzing.CommandLines(folder, proof, choose).next()
        stdin = fuzzing.sometimes(STDIN.get(" ".join([program, *arguments[:1]]), STDIN[program]), choose)
        outputs = [value for word, value in itertools.pairwise(arguments) if word in fuzzing.WRITTEN]
        read = (Path(word) for word in arguments if arguments.count(word) > outputs.count(word))
        before = {path: path.read_bytes() for path in read if path.parent == folder and path.is_file()}
        told = f"NARABI_MABI_FUZZ={name}: {program} {arguments!r}"
        try:
            data = stdin.encode(errors="surrogatepass")
            done = program_here(program, *arguments, stdin=data, folder=folder)
        except Exception as error:
            raise AssertionError(f"{told}: {error!r}") from error
        _check(program, arguments, done, f"{told}\n{done}")
        assert {path: path.read_bytes() for path in before} == before, told
