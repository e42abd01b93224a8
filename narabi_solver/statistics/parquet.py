"""The rows of the parquet file of a survey."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from _gamekit.work.study_files import arrow, stream
from narabi_solver.game.cards import RING_SIZES, numbered_stones
from narabi_solver.game.rules import TRACK
from narabi_solver.kernels import texts
from narabi_solver.solving.answers import Outcome
from narabi_solver.solving.packing import card_numbers
from narabi_solver.statistics.blocks import UNDECIDED, UNSOLVABLE, Block, DealStudy

if TYPE_CHECKING:
    import pyarrow as pa


def schema() -> pa.Schema:
    """Return the schema of the file."""
    pa = arrow()
    return pa.schema(
        [
            pa.field("index", pa.uint64(), nullable=False),
            pa.field("deal", pa.string(), nullable=False),
            pa.field("outcome", pa.string(), nullable=False),
            pa.field("turns", pa.uint8()),
            pa.field("nodes", pa.int64(), nullable=False),
            pa.field("line", pa.string(), nullable=False),
        ]
    )


def payload(settings: DealStudy[Any], start: int, block: Block) -> bytes:
    """Return the rows of a block of a survey, one for each deal, as an Arrow stream."""
    pa = arrow()
    results = block.results
    count = results.size
    names = pa.array([str(outcome) for outcome in Outcome])
    outcome = np.where(results == UNSOLVABLE, 1, np.where(results == UNDECIDED, 2, 0))
    lengths = np.where(results > TRACK, 0, results).astype(np.uint8)
    return stream(
        [
            pa.array(np.arange(count, dtype=np.uint64) + np.uint64(start)),
            strings(pa, *deal_texts(settings, block)),
            names.take(pa.array(outcome)),
            pa.array(results, mask=results > TRACK),
            pa.array(block.answers.nodes),
            strings(pa, *_line_texts(settings, block, lengths)),
        ],
        schema(),
    )


def strings(pa: Any, offsets: NDArray[np.int32], text: NDArray[np.uint8]) -> Any:
    """Return the texts in a buffer as an Arrow array; `offsets` has the start of each text."""
    return pa.StringArray.from_buffers(offsets.size - 1, pa.py_buffer(offsets), pa.py_buffer(text))


def deal_texts(settings: DealStudy[Any], block: Block) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
    """Return the deals in the notation: the start of each deal in a buffer of bytes, and the buffer."""
    labels = numbered_stones(settings.deck.ring_stones(settings.players))
    words = bytearray()
    starts = np.zeros((len(card_numbers(settings.deck)), 16), np.int32)
    for name, number in card_numbers(settings.deck).items():
        for stone, label in enumerate(labels):
            starts[number, stone] = len(words)
            words += f"{label}:{name}".encode("ascii")
        starts[number, len(labels) :] = len(words)
    count, places = block.results.size, RING_SIZES[settings.players]
    longest = max(map(len, card_numbers(settings.deck))) + 5
    offsets = np.zeros(count + 1, np.int32)
    text = np.zeros(count * places * longest, np.uint8)
    end = texts.write_deals(
        block.deals.rings, block.deals.cards, block.seats, places, places // settings.players,
        np.frombuffer(bytes(words), np.uint8).copy(), starts, offsets, text,
    )  # fmt: skip
    return offsets, text[:end].copy()


def _line_texts(
    settings: DealStudy[Any], block: Block, lengths: NDArray[np.uint8]
) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
    """Return the lines in the notation, in the form of `deal_texts`."""
    hand = RING_SIZES[settings.players] // settings.players
    offsets = np.zeros(lengths.size + 1, np.int32)
    text = np.zeros(int(lengths.sum()) * texts.SWAP_BYTES + 1, np.uint8)
    end = texts.write_lines(block.answers.lines, lengths, block.seats, settings.players, hand, offsets, text)
    return offsets, text[:end].copy()
