"""Random texts and lines, right ones and changed ones: they are read, or refused with a message."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from tales_of_arabia import Deck, DeckFormatError, Record, RecordFormatError
from tests.common.fuzzing import JUNK, NUMBERS, mutated
from tests.conftest import Run
from tests.messages import messages
from tests.tales.games import READINGS, SMALL, random_record

many = pytest.mark.parametrize("count", [100, pytest.param(5_000, marks=pytest.mark.nightly)])
WORDS = ("show", "steps", "undo", "words lamp", "why lay king", "save game", "svg table", "help", "quit", "x")


def record_text(chance: random.Random) -> str:
    """Return a record, two of three times with changes."""
    record = random_record(chance, 2, chance.choice(READINGS), Deck.standard(), chance.random() < 0.2, 12)
    text = str(record) if chance.randrange(3) else str(record).replace("\n", "; ")
    return mutated(text, chance) if chance.randrange(3) else text


@many
def test_records(count: int, tmp_path: Path) -> None:
    for seed in range(count):
        text = record_text(random.Random(seed))
        try:
            record = Record.parse(text, tmp_path)
        except RecordFormatError as error:
            assert error.problems and all(problem.message for problem in error.problems), seed
        else:
            assert Record.parse(str(record), tmp_path) == record, seed


@many
def test_decks(count: int) -> None:
    for seed in range(count):
        chance = random.Random(seed)
        text = mutated(SMALL.dumps(), chance)
        try:
            deck = Deck.loads(text)
        except DeckFormatError as error:
            assert error.problems, seed
        else:
            assert Deck.loads(deck.dumps()) == deck, seed


@pytest.mark.parametrize("count", [40, pytest.param(2_000, marks=pytest.mark.nightly)])
def test_command_lines(count: int, program_here: Run, tmp_path: Path) -> None:
    for seed in range(count):
        chance = random.Random(seed)
        text = record_text(chance)
        table = "\n".join([text, *chance.choices(WORDS, k=4)])
        numbers = [chance.choice((*NUMBERS[:6], *NUMBERS)) for _ in range(4)]
        arguments, stdin = chance.choice(
            [
                (["score", "-", "--steps"], text),
                (["score", text, "--json"], ""),
                (["referee", "--players", chance.choice("23x")], table),
                (["plan", *(f"--{name}={number}" for name, number in zip(
                    ("beings", "others", "endings", "risk"), numbers, strict=True))], ""),
                (["thresholds", "--cards", chance.choice(JUNK)], ""),
            ]
        )  # fmt: skip
        folder = tmp_path / str(seed)
        folder.mkdir()
        done = program_here("tales", *arguments, stdin=stdin.encode(errors="surrogatepass"), folder=folder)
        told = f"seed {seed}: {arguments!r} {stdin!r} {done}"
        assert done.returncode in (0, 2) and "Traceback" not in done.stderr, told
        assert (done.returncode == 2) == bool(messages(done.stderr)), told
        if "--json" in arguments and not done.returncode:
            assert json.loads(done.stdout), told
