"""Random texts, right ones and changed ones: they are read, or refused with a message."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tales_of_arabia import Deck, DeckFormatError, Record, RecordFormatError
from tests.common.fuzzing import mutated, sometimes, tales_record
from tests.nightly import nightly, slow
from tests.tales.games import SMALL

many = pytest.mark.parametrize("count", [30, *slow(100), *nightly(5_000)])


@many
def test_records(count: int, tmp_path: Path) -> None:
    for seed in range(count):
        text = sometimes(tales_record, random.Random(seed))
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
