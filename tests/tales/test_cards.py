"""Cards to print and hands to deal: every card once, in five languages, and no hand but one's own."""

import functools
import json
import random
import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from _gamekit.languages import FIRST, language_names, language_of
from _gamekit.paper import SIZES
from tales_of_arabia import Deck, Game, Record
from tales_of_arabia.game.deck import Kind
from tales_of_arabia.show.cards import COLUMNS, ROWS, WORDS, cards, folded, texts_of
from tests.conftest import Run, messages
from tests.nightly import slow

SVG = "{http://www.w3.org/2000/svg}"
LANGUAGES = language_names("tales_of_arabia")


@pytest.fixture
def tales(program_here: Run) -> Run:
    return functools.partial(program_here, "tales")


def places(page: ET.Element) -> list[tuple[float, float]]:
    """Return where the cards of a page stand."""
    moved = (part.get("transform", "") for part in page.findall(f"{SVG}g") or page.findall("g"))
    return [tuple(map(float, re.findall("[0-9.]+", one)[:2])) for one in moved]


@pytest.mark.parametrize("size", ["a4", *slow("letter")])
def test_every_card_is_printed_once_with_a_back_behind_it(size: str) -> None:
    deck = Deck.standard()
    pages = [
        page.element
        for page in cards(deck, language=language_of("tales_of_arabia"), title="x", size=size).pages
    ]
    printed = Counter(text.text for page in pages[::2] for text in page.iter("text"))
    assert len(pages) == 2 * -(-len(deck) // (COLUMNS * ROWS))
    assert all(printed[card.name] >= 1 for card in deck)
    assert sum(len(places(page)) for page in pages[::2]) == len(deck)
    width, height = SIZES[size]
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        corners = places(front)
        turned = {(round(width - x - 174, 2), y) for x, y in corners}
        assert turned == {(round(x, 2), y) for x, y in places(back)}
        assert all(0 <= x <= width - 174 and 0 <= y <= height - 240 for x, y in corners)
    backs = {
        re.sub("translate.[^)]*.", "", ET.tostring(part, "unicode"))
        for page in pages[1::2]
        for part in page.findall("g")
    }
    assert len({re.sub(r"\s", "", one) for one in backs}) == 1  # nobody tells cards by their backs


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != FIRST])
def test_the_deck_is_complete_in_every_language(language: str) -> None:
    deck = Deck.standard()
    texts = texts_of(deck, language_of("tales_of_arabia", language))
    assert list(texts) == [card.name for card in deck]
    titles = [title.casefold() for title, *_ in texts.values()]
    assert len({*titles}) == len(titles)
    for card in deck:
        _, *words = texts[card.name]
        assert words and all(word.strip() == word for word in words)
        assert len(words) == 1 or card.kind is not Kind.ENDING
        assert texts[card.name][0] != card.name or language == "fr", card.name


def test_an_own_deck_is_printed_as_it_is(tales: Run, tmp_path: Path) -> None:
    own = "[cards]\n" + "".join(
        f'"e{i}" = {{ kind = "ending", words = ["so it ended"] }}\n' for i in range(10)
    )
    (tmp_path / "own.toml").write_text(own)
    done = tales("cards", "--deck", "own.toml", "--language", "de", "--out", "own.svg", folder=tmp_path)
    assert done.returncode == 0 and "10 cards on 4 pages written to own.svg" in done.stderr, done
    assert "so it ended" in (tmp_path / "own.svg").read_text()


@pytest.mark.parametrize(
    "text",
    ["and so it ended well for all of them but one", "そして二人は、いちじくの木の下で待っていた。", "word"],
)
def test_folded_lines_fit_and_say_the_same(text: str) -> None:
    for width in (60, 90, 138):
        lines = folded(text, width, WORDS)
        assert (" " if " " in text else "").join(lines) == text
        assert not any(line[0] in "、。" for line in lines)


def test_cards_in_each_kind_of_file(tales: Run, tmp_path: Path) -> None:
    done = tales("cards", "--language", "ja", "--out", "x.html", folder=tmp_path)
    assert done.returncode == 0 and "96 cards on 22 pages" in done.stderr
    for wrong, said in (
        (["--out", "x.png"], "must end in .pdf, .html or .svg"),
        (["--out", "x.svg", "--deck", "nowhere.toml"], "nowhere.toml"),
        (["--out", "x.svg", "--language", "xx"], "must be en, de, fr, ja or pl"),
        ([], "--out"),
    ):
        done = tales("cards", *wrong, folder=tmp_path)
        assert done.returncode == 2 and said in done.stderr and len(messages(done.stderr)) == 1, done


@pytest.mark.parametrize("seed", range(3))
def test_a_deal_is_a_record_that_the_rules_take(tales: Run, seed: int) -> None:
    players = random.Random(seed).randint(2, 8)
    done = tales("deal", "--players", str(players), "--seed", str(seed))
    record, game = Record.parse(done.stdout), Game.dealt(players, seed)
    assert record.game == game
    dealt = [card for hand in record.deals.values() for card in hand] + list(record.pile or ())
    assert sorted(dealt) == sorted(card.name for card in Deck.standard())
    for player in range(1, players + 1):
        one = ["deal", "--players", str(players), "--seed", str(seed), "--player", str(player)]
        mine = json.loads(tales(*one, "--json").stdout)
        assert mine["hands"] == {str(player): list(record.deals[player])} and "pile" not in mine
        shown = tales(*one).stdout
        rows = [re.split(r"  +", line.strip())[1] for line in shown.splitlines()[3:] if line.strip()]
        assert sorted(rows) == sorted(record.deals[player])  # and nothing of the others


def test_a_deal_without_a_seed_names_it(tales: Run) -> None:
    done = tales("deal", "--players", "3", "--player", "4")
    assert done.returncode == 2 and "the players are 1 to 3" in done.stderr
    done = tales("deal", "--players", "3", "--player", "2")
    seed = re.search(r"--seed (\d+)", done.stderr)
    assert seed and tales("deal", "--players", "3", "--player", "2", "--seed", seed[1]).stdout == done.stdout
