"""The QR codes of pages, which must be those of segno."""

from __future__ import annotations

import random
import shutil

import pytest

from _gamekit.game_page import modules
from benchmarks.page_cases import in_node

segno = pytest.importorskip("segno")
LONGEST = 2331
"""The longest text that fits, in bytes."""

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="there is no node")


def codes(texts: list[str]) -> list[list[list[int]] | None]:
    """Return the codes of texts as the pages draw them."""
    script = modules("narabi_solver.page", "qr.js")
    return in_node(f"(() => {{{script}\nreturn {texts!r}.map(module_qr.qrCode)}})()")


def expected(text: str) -> list[list[int]]:
    made = segno.make_qr(text.encode(), error="m", mode="byte", boost_error=False)
    return [[int(dark) for dark in row] for row in made.matrix]


def check(lengths: list[int], seed: int) -> None:
    chance = random.Random(seed)
    texts = ["".join(chance.choices("abcxyz019#=&%/.-é", k=length)) for length in lengths]
    for text, code in zip(texts, codes(texts), strict=True):
        assert code == expected(text), text


def test_codes_are_those_of_segno() -> None:
    check([1, 26, 120], 0)


@pytest.mark.nightly
def test_a_thousand_codes_are_those_of_segno() -> None:
    check([*range(1, 900), *range(900, 2000, 11)], 1)


@pytest.mark.nightly
def test_the_longest_text_has_a_code() -> None:
    check([LONGEST // 2], 2)
    assert codes(["a" * LONGEST]) == [expected("a" * LONGEST)]


def test_a_text_that_is_too_long_has_no_code() -> None:
    assert codes(["a" * (LONGEST + 1)]) == [None]
