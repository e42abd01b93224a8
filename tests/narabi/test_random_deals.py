"""Random deals are the same for ever."""

import itertools
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from _gamekit.philox import below, philox4x32
from narabi_solver import ArgumentError, Deck, random_deal, random_deals
from narabi_solver.kernels import dealing
from narabi_solver.solving import dealing as dealing_blocks
from tests.nightly import nightly, slow
from tests.parts import called

# Philox4x32-10 of the file kat_vectors of Random123 (D. E. Shaw Research): counter, key, words.
VECTORS = """
00000000 00000000 00000000 00000000 00000000 00000000 6627e8d5 e169c58d bc57ac4c 9b00dbd8
ffffffff ffffffff ffffffff ffffffff ffffffff ffffffff 408f276d 41c83b0e a20bc7c6 6d5451fd
243f6a88 85a308d3 13198a2e 03707344 a4093822 299f31d0 d16cfe09 94fdcceb 5001e420 24126ea1
"""


@pytest.mark.parametrize("line", VECTORS.strip().splitlines())
def test_published_vectors(line: str) -> None:
    a, b, c, d, key_0, key_1, *words = (int(word, 16) for word in line.split())
    assert philox4x32((a, b, c, d), (key_0, key_1)) == tuple(words)


# A promise: these never change. The file was written once, by this library.
KNOWN = Path(__file__).parents[1] / "data" / "random_deals.txt"


@pytest.mark.parametrize("line", KNOWN.read_text().splitlines()[1:])
def test_known_deals(line: str) -> None:
    players, seed, index, text = line.split("\t")
    assert str(random_deal(int(players), int(seed), int(index))) == text


def test_a_deal_depends_on_its_number_alone() -> None:
    deals = list(itertools.islice(random_deals(3, seed=5, start=10), 5))
    assert deals == [random_deal(3, 5, i) for i in range(10, 15)]
    assert len(set(deals)) == 5
    assert random_deal(3, 5, 10) != random_deal(3, 6, 10)


@pytest.mark.parametrize(
    ("players", "seed"),
    [
        (2, 2**64 - 1),
        *slow((5, 2**64 - 1)),
        *nightly((3, 2**64 - 1), (4, 2**64 - 1), *itertools.product((2, 3, 4, 5), (0, 7))),
    ],
)
def test_deals_of_a_block_are_those_drawn_alone(players: int, seed: int) -> None:
    count = 3 * dealing_blocks.BLOCK
    block = itertools.islice(random_deals(players, seed=seed, start=3), count)
    assert list(block) == [random_deal(players, seed, 3 + i) for i in range(count)]
    last = 2**64 - 5
    assert list(random_deals(players, seed=seed, start=last)) == [
        random_deal(players, seed, last + i) for i in range(5)
    ]


def test_drawing_below_a_number_rejects_what_would_be_uneven() -> None:
    # 2^32 mod 3 = 1: the word 0 has product 0 < 1 and is passed over; the next one counts.
    assert below(3, iter([0, 0xFFFF_FFFF])) == 2
    assert below(1, iter([])) == 0
    assert below(4, iter([0])) == 0


def test_every_stone_and_card_comes_to_every_place_equally_often() -> None:
    places: Counter[tuple[str, int]] = Counter()
    cards: Counter[str] = Counter()
    count = 4000
    for deal in itertools.islice(random_deals(4, seed=11), count):
        places.update((stone.label, i) for i, stone in enumerate(deal.ring) if stone.label != "d")
        cards.update(stone.card for stone in deal.ring)
    # five standard deviations of a binomial around 1/12 and 12/15
    assert all(abs(n - count / 12) < 5 * (count * 11 / 144) ** 0.5 for n in places.values())
    assert len(places) == 120 and len(cards) == 15
    assert all(abs(n - count * 0.8) < 5 * (count * 0.16) ** 0.5 for n in cards.values())


def test_bad_arguments() -> None:
    for arguments in ((1, 0, 0), (6, 0, 0), (3, -1, 0), (3, 2**64, 0), (3, 0, -1), (3, 1.5, 0)):
        with pytest.raises(ArgumentError):
            random_deal(*arguments)  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="the deck has 1 card;"):
        random_deals(3, deck=Deck.loads("[cards.x]"))
    with pytest.raises(TypeError, match="1 positional argument but 2"):
        random_deals(3, 100)  # type: ignore[misc]  # a hundred deals, as `survey(3, 100)`?


@pytest.mark.parametrize("n", [1, 3, 4, 12, 15])
@pytest.mark.parametrize("word", [0, 1, 3, 2**32 - 1, 2**31])
def test_the_kernel_draws_below_a_number_as_the_plain_code_does(n: int, word: int) -> None:
    """The words at which rejection begins are too rare to be met by chance."""
    source = np.zeros(dealing.SOURCE_SIZE, np.uint64)
    source[:4] = word, 7, 2**32 - 5, 0
    assert called(dealing.below)(n, source, np.uint64(0), np.uint64(0), np.uint64(0)) == below(
        n, iter([word, 7, 2**32 - 5, 0])
    )
