"""Decks in links: the program and the page take the same ones, those of one table."""

from __future__ import annotations

import base64
import json
import shutil
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from benchmarks.page_cases import in_node, named, rules_of_page
from narabi_solver import Card, Deck, DeckFormatError
from narabi_solver.page.making import deck_data
from tests.narabi import deck_table

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="there is no node")


def link_of(text: str) -> str:
    return base64.urlsafe_b64encode(text.encode("utf-8", "surrogatepass")).decode().rstrip("=")


def by_program(link: str) -> Any:
    """Return what the program makes of a link: the deck, or "wrong"."""
    try:
        deck = Deck.from_link(f"deck={link}")
    except DeckFormatError:
        return "wrong"
    cards = [[card.name, card.conditions, card.copies, card.assumed] for card in deck]
    few = sum(card.copies for card in deck) < deck_table.FEWEST
    stones = {str(players): stones for players, stones in deck.stones}
    made: Any = json.loads(json.dumps([[*deck.white], stones, deck.colours_assumed, cards]))
    return "few" if few else made


def by_page(links: Sequence[str]) -> list[Any]:
    """Return what the page makes of links."""
    found: list[Any] = in_node(f"""(() => {{
        {rules_of_page()}
        const usual = {json.dumps(deck_data(Deck.standard()))};
        const few = t("own.too-few", {{ n: 0, least: 12 }}).split("0")[0];
        return {json.dumps(links)}.map(link => {{
            try {{
                const {{ white, stones, assumedColours, names, cards }} = deckOfLink(usual, link);
                const joined = Object.entries(stones).map(([one, labels]) => [one, labels.join("")]);
                const all = names.map(name => [name, cards[name]]).map(
                    ([name, one]) => [name, one.conditions, one.copies, one.assumed ?? false],
                );
                return [white, Object.fromEntries(joined), assumedColours, all];
            }} catch (error) {{
                if (error.name !== "Error") return String(error.stack);
                return error.message.startsWith(few) ? "few" : "wrong";
            }}
        }});
    }})()""")
    return found


@needs_node
@pytest.mark.parametrize(
    ("seed", "count"), [(72, 600), pytest.param(7_200, 10_000, marks=pytest.mark.nightly)]
)
def test_program_and_page_take_the_decks_of_one_table(seed: int, count: int) -> None:
    decks = [*deck_table.decks(seed, count)]
    links = [link_of(json.dumps(data)) for data in decks]
    verdicts = [*map(deck_table.verdict, decks)]
    assert min(Counter(verdicts).values()) > count // 50 and {*verdicts} == {"good", "few", "wrong"}
    for data, verdict, link, page in zip(decks, verdicts, links, by_page(links), strict=True):
        program = by_program(link)
        assert (program if isinstance(program, str) else "good") == verdict, data
        assert page == program, data


CARD = '{"base": "standard", "cards": {"own": {%s}}}'
TEXTS = (
    "", "[]", "null", "7", '"base"', "{", '{"base": "standard"} x', '\ufeff{"base": "standard"}',
    '{"base": "mini", "base": "standard"}', '{"base": "standard", "edition": {"name": "a\nb"}}', "[" * 5_000,
    CARD % '"value": [NaN, 3]', CARD % '"copies": 1.0', CARD % '"copies": 1e1', CARD % '"copies": 1e999',
    CARD % '"copies": -0', CARD % '"value": [-0.0, 3]', CARD % '"distance": Infinity',
)  # fmt: skip


@needs_node
def test_program_and_page_read_the_same_json() -> None:
    links = [*map(link_of, TEXTS), "a", "_w", "e30", "7b7", "A" * 200_001]
    assert by_page(links) == [by_program(link) for link in links]


@needs_node
def test_a_link_with_two_decks_is_refused_by_both() -> None:
    link = Deck.standard().to_link()
    for both in (f"{link}&{link}", f"https://example.org/#deal=4-0-17&{link}&{link}"):
        with pytest.raises(DeckFormatError, match="this link holds 2 decks"):
            Deck.from_link(both)
    assert Deck.from_link(f"https://example.org/?{link}x#{link}") == Deck.standard()
    problems = in_node(f"""(() => {{
        {named("naming.js")}
        return ["deck=x&deck=y", "deck=x&deck=x", "undo=next&undo=allowed", "undo=next&deck=x"].map(more => {{
            const {{ problem, deck }} = readHash(`#deal=4-0-17&${{more}}`);
            return [problem ?? null, deck ?? null];
        }});
    }})()""")
    several = [f"it has several parts {name}=; leave one of them" for name in ("deck", "deck", "undo")]
    assert problems == [*([one, None] for one in several), [None, "x"]]


def test_a_link_holds_a_whole_deck_or_is_refused() -> None:
    usual = Deck.standard()
    many = replace(usual, cards=tuple(Card(f"c{i}", value=(0, i % 9)) for i in range(256)))
    assert Deck.from_link(many.to_link()) == many
    long = replace(many, cards=tuple(replace(card, source="x" * 1_500) for card in many.cards))
    with pytest.raises(DeckFormatError, match=r"too long for a link: [0-9,]+ characters, at most 200,000"):
        long.to_link()
