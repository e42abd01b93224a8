"""What Narabi's page shows while cards are hidden, and that they stay so until somebody opens them."""

from __future__ import annotations

import itertools
import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from narabi_solver import Deal, Knowledge
from tests.browser.conftest import Open, serious
from tests.narabi.samples import EXAMPLE, talked
from tests.nightly import nightly

if TYPE_CHECKING:
    from playwright.sync_api import Page

LINK = "#deal=" + EXAMPLE.replace(" ", "+")
COPIED = "navigator.clipboard.writeText = async text => { window.copied = text; }"
WALK = Path(__file__).with_name("walk_narabi.js").read_text("utf-8")


def alike(players: int, seed: int, seat: int | None) -> tuple[int, list[str]]:
    """Return a seat, the one to move if None, and texts of two games that it cannot tell apart.

    Cards of neighbours, whose signs name seats, lie with others in them.
    """
    game = talked(players, seed, 5)
    now = replace(game.deal, moves=game.moves)
    viewer = now.state().mover if seat is None else seat

    def neighbours(deal: Deal) -> list[str]:
        return [stone.label for card in ("left", "right") for stone in deal.ring if stone.card == card]

    others = (replace(one, moves=game.moves) for one in Knowledge.of(game, viewer).sample(50, seed=seed))
    fit = (one for one in others if one.legal_moves and neighbours(one) != neighbours(now))
    events = " ".join(map(str, game.events))
    return viewer, [f"{replace(one, moves=())} moves {events}" for one in (now, next(fit))]


@pytest.mark.parametrize(
    ("players", "seed", "cards"),
    [(3, 2, "pass"), (4, 1, "A"), *nightly((3, 9, "B"), (4, 3, "pass"), (5, 4, "C"), (5, 7, "pass"))],
)
def test_nothing_that_is_shown_depends_on_cards_that_the_viewer_may_not_know(
    open_page: Open, narabi_page: str, players: int, seed: int, cards: str
) -> None:
    viewer, texts = alike(players, seed, None if cards == "pass" else "ABCDE".index(cards))
    said: list[dict[str, list[str]]] = []
    for text in texts:
        page = open_page(f"{narabi_page}#deal={text.replace(' ', '+')}", prepare=COPIED)
        page.locator("#ring .stone").first.wait_for(state="attached")
        page.evaluate("one => showCards(one)", "pass" if cards == "pass" else str(viewer))
        walked = page.evaluate(f"(() => {{ {WALK} return walk().then(said => JSON.stringify(said)); }})()")
        said.append(json.loads(walked))  # as one text: Playwright takes long for thousands
        page.reload()
        page.locator("#ring .stone").first.wait_for(state="attached")
        said[-1]["loaded again"] = page.evaluate(f"(() => {{ {WALK} return everything(); }})()")
    one, two = said
    assert one.keys() == two.keys() and len(one) > 40
    differ = [
        (name, *pair)
        for name in one
        for pair in itertools.zip_longest(one[name], two[name])
        if pair[0] != pair[1]
    ]
    assert differ == []


def hidden(page: Page) -> int:
    """Return how many cards are hidden."""
    return page.locator(".tile.unknown").count()


def test_hidden_cards_stay_hidden_until_somebody_changes_it(open_page: Open, narabi_page: str) -> None:
    page = open_page(narabi_page + LINK)
    page.evaluate("one => showCards(one)", "0")
    assert hidden(page) == 8
    for _ in range(2):
        page.reload()
        page.locator(".stone").first.wait_for(state="attached")
        assert (page.locator("#cards").input_value(), hidden(page)) == ("0", 8)
    page.evaluate("one => showCards(one)", "pass")
    for opened, name in (
        ("startRandom(USUAL, 'allowed', 5)", "Random deal, 5 players"),
        ("dealOfDay({ day: '2026-11-24', level: 'hard' })", "24 Nov · hard"),
        ("location.hash = '#deal=3-0-5'", "Deal 3-0-5"),
        ("forget()", "Deal 3-0-5"),
        ("history.back()", "24 Nov · hard"),
        ("speak('de')", "24. Nov. · schwer"),
    ):
        page.evaluate(opened)
        page.locator("#name").get_by_text(name).wait_for()
        assert (page.locator("#cards").input_value(), hidden(page)) == ("pass", page.locator(".tile").count())
    other = page.context.new_page()
    other.goto(narabi_page + LINK)
    assert hidden(other) == 12
    other.evaluate("one => showCards(one)", "all")
    page.reload()
    page.locator(".stone").first.wait_for(state="attached")
    assert hidden(page) == 15, "what another tab shows changes nothing here"
    page.evaluate("one => showCards(one)", "pass")
    page.evaluate("takePhone()")
    assert hidden(page) < 15
    page.evaluate("startRandom(USUAL, 'allowed', 4)")
    assert hidden(page) == 12, "nobody has the phone yet"


def test_where_nothing_is_secret_all_cards_lie_open(open_page: Open, narabi_page: str) -> None:
    """In the lesson, and in a deal that was put together here to be reviewed."""
    page = open_page(narabi_page + LINK)
    page.evaluate("one => showCards(one)", "pass")
    page.evaluate("startLesson()")
    page.locator("#message").get_by_text("Tap A1, the 5.").wait_for()
    assert hidden(page) == 0
    page.evaluate("build(4)")
    for tray in ("#stones", "#deck"):
        for place in range(12):
            page.evaluate("place => tapped(place)", place)
            page.locator(f"{tray} button:enabled").last.evaluate("one => one.click()")
    page.locator("#built").click()
    assert (hidden(page), page.locator("#cards").input_value()) == (0, "all")
    page.evaluate("startRandom(USUAL, 'allowed', 3)")
    assert hidden(page) == 12


def test_games_that_were_kept_by_names_with_cards_go_on(open_page: Open, narabi_page: str) -> None:
    page = open_page(narabi_page + LINK)
    page.locator(".stone").first.wait_for(state="attached")
    page.evaluate("swap(game.legal[0])")
    kept = page.evaluate("[keyNow(), hashNow(), localStorage.getItem(KEPT)]")
    assert kept[0] in kept[2] and kept[1] not in kept[2]
    page.evaluate("([now, before, all]) => localStorage.setItem(KEPT, all.replace(now, before))", kept)
    page.reload()
    page.locator("#count").get_by_text("turn 2").wait_for()
    assert page.evaluate("localStorage.getItem(KEPT)") == kept[2]


def test_a_seat_that_a_smaller_table_lacks_is_its_last_one(open_page: Open, narabi_page: str) -> None:
    page = open_page(f"{narabi_page}#deal=5-0-1")
    page.evaluate("one => showCards(one)", "4")
    page.evaluate("startRandom(USUAL, 'allowed', 3)")
    assert (page.locator("#cards").input_value(), hidden(page)) == ("2", 8)
    page.evaluate("startRandom(USUAL, 'allowed', 5)")
    assert (page.locator("#cards").input_value(), hidden(page)) == ("4", 12)


def test_a_pressed_button_can_be_read_below_the_mouse(open_page: Open, narabi_page: str) -> None:
    page = open_page(narabi_page + LINK)
    page.evaluate("send({ type: 'give', of: 'seats' })")
    button = page.get_by_role("button", name="For B")
    button.click()
    button.hover()
    assert button.get_attribute("aria-pressed") == "true"
    assert serious(page) == []


def test_what_is_shared_says_which_cards_it_gives(open_page: Open, narabi_page: str) -> None:
    page = open_page(narabi_page + LINK)
    seat_text = page.evaluate("seatText(0)")
    page.evaluate("one => showCards(one)", "0")
    page.evaluate("share()")
    shared = page.get_by_label("text to be shared").input_value()
    assert "This gives nothing of the solution away" in page.locator("#shared").inner_text()
    assert not any(card in shared for card in ("higher", "stay", "left"))
    page.evaluate("openDealing()")
    page.locator("[name=kind][value=paste]").check()
    page.locator("#paste").fill(shared)
    page.locator("#make").click()
    page.evaluate("one => showCards(one)", "all")
    assert page.locator("#text").input_value() == EXAMPLE
    page.evaluate("location.hash = '#deal=~eyJ'")
    page.get_by_text("the deal in it is damaged").wait_for()
    seat = open_page(f"{narabi_page}#deal={seat_text.replace(' ', '+')}")
    seat.get_by_text("It is seat B’s turn.").wait_for()
    seat.evaluate("share()")
    assert "This shows the cards that are known here, and no swaps:" in seat.locator("#shared").inner_text()
    assert "d:higher" in seat.get_by_label("text to be shared").input_value()
