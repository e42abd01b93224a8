"""The data set of move values: its rows are true, and answers get what they deserve."""

from collections import Counter
from itertools import count, islice, permutations
from pathlib import Path

import pytest

from benchmarks import plain_bfs
from narabi_solver import Deal, Deck, Knowledge, Rules
from narabi_solver.game.rules import TRACK
from studies.values import move_values


def fewest(deal: Deal) -> int | None:
    """Return the minimum by the frozen search, which shares no code with the kernels."""
    return plain_bfs.solve(deal, Rules())


@pytest.mark.nightly
@pytest.mark.parametrize("number", [0, 1, 3, 4])
def test_values_with_open_cards_are_those_of_plain_python(number: int) -> None:
    row = move_values.open_row(number)
    deal = Deal.parse(row.position)
    assert [one["swap"] for one in row.swaps] == list(map(str, deal.legal_moves))
    for one in row.swaps:
        after = fewest(deal.play(one["swap"]))
        assert one["turns"] == (None if after is None else after + 1)
    assert row == move_values.open_row(number)


@pytest.mark.slow
def test_values_with_hidden_cards_are_means_over_every_world() -> None:
    dealt = (number for number in count() if " moves " not in move_values.hidden_row(number).position)
    for row in map(move_values.hidden_row, islice(dealt, 3)):
        knows = Knowledge.parse(row.position, row.seat, deck=Deck.mini())
        worlds = []
        for cards, weight in knows.world_cards(knows.count):
            stones = zip(row.position.split(), [*cards[:3], None, *cards[3:]], strict=True)
            text = " ".join(f"{stone.partition(':')[0]}:{card}" if card else "/" for stone, card in stones)
            worlds.append((Deal.parse(text, deck=Deck.mini()), weight))
        assert len(worlds) > 1 and sum(weight for _, weight in worlds) == pytest.approx(1)
        for one in row.swaps:
            turns = [(fewest(deal.play(one["swap"])), weight) for deal, weight in worlds]
            mean = sum(weight * (TRACK + 1 if n is None else n + 1) for n, weight in turns)
            assert one["turns"] == pytest.approx(mean)
            assert one["wins"] == pytest.approx(sum(weight for n, weight in turns if n is not None))


def test_worlds_are_weighed_by_the_ways_to_deal_all_cards_as_the_card_says() -> None:
    """Every way is tried, with two cards for two copies; equal weights would give other values."""
    row = next(row for row in map(move_values.hidden_row, count()) if " moves " not in row.position)
    words = row.position.split()
    known = Counter(word.partition(":")[2] for word in words if ":" in word)
    left = list((Counter({card.name: card.copies for card in Deck.mini()}) - known).elements())
    ways: Counter[str] = Counter()
    for cards in permutations(left, known["?"]):
        hidden = iter(cards)
        ways[" ".join(word.replace("?", next(hidden)) if "?" in word else word for word in words)] += 1
    worlds = {text: Deal.parse(text, deck=Deck.mini()) for text in ways}
    seen = []
    for one in row.swaps:
        turns = {text: fewest(deal.play(one["swap"])) for text, deal in worlds.items()}
        values = {text: TRACK + 1 if n is None else n + 1 for text, n in turns.items()}
        mean = sum(ways[text] * value for text, value in values.items()) / ways.total()
        assert one["turns"] == pytest.approx(mean)
        seen.append(mean != pytest.approx(sum(values.values()) / len(values)))
    assert any(seen)
    for file in (Path(move_values.__file__).with_name("card.md"), move_values.SAMPLE / move_values.CARD):
        text = " ".join(file.read_text("utf-8").split())
        assert "each way to deal the deck's cards is equally likely" in text
        assert "worlds that the seat holds for possible, each with the same probability" not in text


def test_answers_are_scored() -> None:
    rows = [move_values.open_row(number)._asdict() for number in range(4)]
    best = [min(row["swaps"], key=lambda one: one["turns"] or 99) for row in rows]
    right = [f"{row['id']} {one['swap'].lower()}" for row, one in zip(rows, best, strict=True)]
    found = move_values.scored(["# by hand", *right], rows)
    assert found == (4, 4, 0, 4, [0, 0, 0, 0])
    assert found.facts()["best"]["estimate"] == 1 and found.facts()["regret"]["high"] >= 0
    worst = max(rows[0]["swaps"], key=lambda one: one["turns"] or 99)
    found = move_values.scored(
        [f"{rows[0]['id']} {worst['swap']}", right[0], f"{rows[1]['id']} A1-A2", right[2]], rows
    )
    played = rows[1]["position"].partition(" moves ")[2].count("-")
    assert (found.asked, found.answered, found.illegal) == (4, 3, 1) and found.best == 1 + (
        worst["turns"] == best[0]["turns"]
    )
    assert found.regrets[:2] == [worst["turns"] - best[0]["turns"], TRACK + 1 - played - best[1]["turns"]]
    assert found.regrets[2] == 0 and found.regrets[3] > 10


def test_the_sample_is_made_again() -> None:
    for kind, make in move_values.KINDS.items():
        kept = list(move_values.rows_of(move_values.SAMPLE / f"{kind}.parquet", "test"))
        assert kept and {int(row["id"].split("-")[2]) % 10 for row in kept} == {9}
        for row in kept[:3]:
            assert row == make(int(row["id"].split("-")[2]))._asdict()
