"""Narabi's page for a table at home: own cards, a deal entered, several people, what is kept as text."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from _gamekit.languages import languages_of
from narabi_solver import Deck, Knowledge
from tests.browser.conftest import COVERED, Open, cut, in_view, overflow, serious, stop_clock, until

if TYPE_CHECKING:
    from playwright.sync_api import Page

DEAL = "#deal=3-0-1"
USUAL = 'base = "standard"\n'
LANGUAGES = ("en", "de", "fr", "ja", "pl")


def opened(page: Page) -> Page:
    """Return a page whose deal has been solved."""
    page.locator("#count").get_by_text(" of ").wait_for()
    return page


def dealing(page: Page, kind: str) -> None:
    """Open the dialog of new deals."""
    page.evaluate("openDealing()")
    page.locator(f"[name=kind][value={kind}]").check()


def deck_of(page: Page) -> Deck:
    """Return the deck of the deal shown, as the program reads it from the page's address."""
    return Deck.from_link(page.evaluate("location.hash"))


def test_own_cards_and_colours_are_composed_kept_and_given_to_others(
    open_page: Open, narabi_page: str
) -> None:
    page = opened(open_page(narabi_page + DEAL, 360, 620))
    dealing(page, "random")
    assert page.locator("#deck-used option").all_inner_texts() == ["the usual ones"]
    page.locator("#own-open").click()
    for number in (0, 1):
        page.locator("#own-white button").nth(number).click()
    page.get_by_label("one four-away fewer").click()
    page.get_by_label("one odd more").click()
    page.locator("#own-colour").select_option("white")
    page.locator("#own-value-low").select_option("1")
    page.locator("#own-value-high").select_option("5")
    page.locator("#own-seat").select_option("left")
    words = "a white stone of value 1 to 5 of the player on the left"
    assert words in page.locator("#own-words").inner_text()
    page.locator("#own-add").click()
    assert words in page.locator("#own-cards li").last.inner_text()
    assert overflow(page) == 0 and serious(page) == []
    page.locator("#own-save").click()
    page.locator("#make").click()
    opened(page)
    deck = deck_of(page)
    assert deck.white == (1, 2, 4, 6, 8) and not deck.colours_assumed
    assert "four-away" not in deck and deck["odd"].copies == 2
    own = deck["white-1-to-5-left"]
    assert (own.colour, own.value, own.seat, own.copies) == ("white", (1, 5), ("left",), 1)

    hash_ = page.evaluate("location.hash")
    cards = "game.start.ring.map(stone => stone.card)"
    dealt = page.evaluate(cards)
    page.reload()
    opened(page)
    assert page.evaluate(cards) == dealt
    page.evaluate("dealOfDay(nextPuzzle())")
    page.locator("#name").get_by_text(" · ").wait_for()
    assert "deck=" not in page.evaluate("location.hash"), "the puzzles of the days are the same for all"
    dealing(page, "random")
    assert page.locator("#deck-used option:checked").inner_text() == "ours"

    friend = opened(open_page(narabi_page + hash_))
    assert friend.evaluate(cards) == dealt
    friend.get_by_role("button", name="Keep them as ours").click()
    dealing(friend, "random")
    assert friend.locator("#deck-used option:checked").inner_text() == "ours"
    friend.locator("#own-open").click()
    assert words in friend.locator("#own-cards").inner_text()
    friend.locator("#own-usual").click()
    friend.locator("#own-save").click()
    assert friend.locator("#deck-used option").all_inner_texts() == ["the usual ones"]


def test_cards_that_are_too_few_or_fit_nothing_are_said(open_page: Open, narabi_page: str) -> None:
    page = opened(open_page(narabi_page + DEAL, 360, 620))
    dealing(page, "build")
    page.locator("#own-open").click()
    page.locator("#own-parity").select_option("even")
    page.locator("#own-value-low").select_option("3")
    page.locator("#own-value-high").select_option("3")
    page.locator("#own-add").click()
    assert page.locator("#own-problem").inner_text() == "No stone ever fits that card."
    for card in ("odd", "even", "left", "right"):
        page.get_by_label(f"one {card} fewer").click()
    page.locator("#own-save").click()
    assert page.locator("#own-problem").inner_text() == "The deck has 11 cards; a game needs 12 at least."
    page.get_by_label("one odd more").click()
    page.locator("#own-save").click()
    assert page.locator("#players option").all_inner_texts() == ["3", "4"], "5 players need 15 cards"


def test_a_link_with_cards_alone_deals_with_them_and_a_damaged_one_says_so(
    open_page: Open, narabi_page: str
) -> None:
    deck = Deck.loads("base = 'standard'\n[cards.low]\nvalue = [0, 4]\ncopies = 9\n")
    page = opened(open_page(f"{narabi_page}#{deck.to_link()}."))
    assert deck_of(page) == deck
    assert "came with cards of its own" in page.locator("#message").inner_text()
    page.evaluate("openDealing()")
    page.locator("[name=kind][value=paste]").check()
    page.locator("#paste").fill(f"our cards: https://example.org/narabi#deal=3-0-5&{deck.to_link()}")
    page.locator("#make").click()
    page.locator("#name").get_by_text("Deal 3-0-5").wait_for()
    assert deck_of(page) == deck
    page.evaluate("hash => location.hash = hash", f"#{deck.to_link()[:-9]}")
    page.get_by_text("the cards in it are damaged").wait_for()


def test_a_card_with_the_name_of_a_part_of_every_object_can_be_taken_out(
    open_page: Open, narabi_page: str
) -> None:
    cards = "".join(f"[cards.{name}]\nvalue = [0, 4]\n" for name in ("constructor", "toString"))
    page = opened(open_page(f"{narabi_page}#{Deck.loads(USUAL + cards).to_link()}"))
    page.get_by_role("button", name="Keep them as ours").click()
    dealing(page, "random")
    page.locator("#own-open").click()
    page.get_by_label("one constructor fewer").click()
    page.get_by_label("one toString fewer").click()
    page.locator("#own-save").click()
    assert page.locator("#own-problem").inner_text() == ""
    assert page.locator("#problems").inner_text().startswith("These are the usual cards")


NAMED = {
    "white-1-to-5-left": ("weiß, 1 bis 5, links", "biały, od 1 do 5, z lewej", "白・1〜5・左隣"),
    "even-higher-only-8": ("gerade, höher, nur 8", "parzysty, wyższy, tylko 8", "偶数・大きい石・8のみ"),
    "5-away": ("5 entfernt", "5 miejsc stąd", "5つ隣"),
    "any": ("beliebig", "dowolny", "どの石でも"),
    "ours": ("ours", "ours", "ours"),
    "from-to": ("from-to", "from-to", "from-to"),
    "white": ("white", "white", "white"),
    "four-away": ("four-away", "four-away", "four-away"),
    "two-away": ("2 entfernt", "2 miejsca stąd", "2つ隣"),
}


def test_a_card_of_ones_own_is_called_in_the_language_of_the_reader(
    open_page: Open, narabi_page: str
) -> None:
    deck = Deck.loads("""
base = "standard"
cards.white-1-to-5-left = { colour = "white", value = [1, 5], seat = "left" }
cards.even-higher-only-8 = { parity = "even", compare = "higher", value = [8, 8] }
cards.5-away = { distance = 5 }
cards.any = { }
cards.ours = { parity = "odd", seat = "right" }
cards.from-to = { value = [0, 5] }
cards.white = { colour = "dark" }
cards.four-away = { distance = 5 }
""")
    page = opened(open_page(f"{narabi_page}#{deck.to_link()}"))
    for name, language in languages_of("narabi_solver").items():
        page.evaluate("one => speak(one)", name)
        for card in deck:
            assert page.evaluate("one => cardName(one)", card.name) == card.called(language)
    for at, language in enumerate(("de", "pl", "ja")):
        page.evaluate("one => speak(one)", language)
        for card, called in NAMED.items():
            assert page.evaluate("one => cardName(one)", card) == called[at]
    page.evaluate("speak('de')")
    page.evaluate("keepCards(game.deck.file)")
    dealing(page, "random")
    page.locator("#own-open").click()
    assert "weiß, 1 bis 5, links einen weißen Stein" in page.locator("#own-cards").inner_text()
    page.locator("#own-distance").select_option("6")
    page.locator("#own-add").click()
    page.locator("#own-save").click()
    page.evaluate("startRandom(chosenDeck(), 'allowed')")
    assert "6-away" in deck_of(page)
    assert page.evaluate("cardName('6-away')") == "6 entfernt"


def test_a_new_card_never_takes_the_place_of_another_with_its_name(open_page: Open, narabi_page: str) -> None:
    deck = Deck.loads("base = 'standard'\n[cards.white]\ncolour = 'dark'\nvalue = [1, 7]\n")
    page = opened(open_page(f"{narabi_page}#{deck.to_link()}"))
    page.evaluate("keepCards(game.deck.file)")
    dealing(page, "random")
    page.locator("#own-open").click()
    page.locator("#own-colour").select_option("white")
    page.locator("#own-add").click()
    page.locator("#own-save").click()
    page.evaluate("startRandom(chosenDeck(), 'allowed')")
    assert deck_of(page)["white"].colour == "dark" and deck_of(page)["white.2"].colour == "white"


@pytest.mark.nightly
def test_own_cards_can_be_composed_in_every_language(open_page: Open, narabi_page: str) -> None:
    page = opened(open_page(narabi_page + DEAL, 360, 620))
    for language in LANGUAGES:
        page.evaluate("one => speak(one)", language)
        dealing(page, "random")
        page.locator("#own-open").click()
        assert overflow(page) == 0
        assert cut(page.locator("#owning button, #owning h3")) == [], language
        page.locator("#owning .close").click()
        page.locator("[name=kind][value=build]").check()
        page.locator("#make").click()
        assert overflow(page) == 0, language
        page.locator("#leave").click()


ENTERED = (
    "d:higher 2:at-least-3 d:at-most-6 7:even 1:stay 3:three-away 6:four-away 0:white "
    "8:2-to-6 5:dark 4:two-away w:left"
)


def test_a_deal_of_the_table_is_entered_with_who_began_and_then_its_swaps(
    open_page: Open, narabi_page: str
) -> None:
    page = opened(open_page(narabi_page + DEAL, 360, 620))
    dealing(page, "build")
    page.locator("#players").select_option("3")
    assert page.locator("#make").inner_text() == "Start"
    page.locator("#make").click()
    labels = {"d": "dark blank", "w": "white blank"}
    for stone, card in (one.split(":") for one in ENTERED.split()):
        for tray, name in (("#stones", labels.get(stone, stone)), ("#deck", card)):
            button = page.locator(tray).get_by_role("button", name=name, exact=True)
            button.scroll_into_view_if_needed()
            assert in_view(page, "#ring") == [], "the place being filled"
            button.evaluate("one => one.click()")
        if stone == "3":
            page.reload()
            page.locator("#placed").get_by_text("6 of 12 stones placed; 6 of 12 cards.").wait_for()
            assert page.locator("#turn").inner_text() == "Stone at B3", "the next place"
    page.locator("#began").select_option("B")
    page.locator("#built-rule").select_option("next")
    page.locator("#built").click()
    message = page.locator("#message")
    assert message.inner_text().endswith("then Review. Seat B begins.")
    assert page.evaluate("game.undo") == "next"
    assert message.is_visible() and page.locator("#saying .close").is_hidden(), "it stays said"
    assert page.evaluate(COVERED) == 0
    page.evaluate("swap(game.legal[0])")
    assert page.evaluate(COVERED) == 0
    page.evaluate("swap(game.legal[0])")
    page.reload()
    opened(page)
    button = message.get_by_role("button", name="Review")
    assert in_view(page, "#message button.main") == []
    button.click()
    page.locator("#review-result").get_by_text("Not won yet").wait_for()
    page.locator("#reviewed .close").click()
    assert button.count() == 0


def test_where_another_seat_is_to_move_the_message_lets_it(open_page: Open, narabi_page: str) -> None:
    page = opened(open_page(narabi_page + DEAL, 360, 620))
    mover = int(page.evaluate("game.state.mover"))
    page.evaluate("one => showCards(one)", str((mover + 1) % 3))
    assert "whose cards you do not see" in page.locator("#message").inner_text()
    page.evaluate("tapped(game.legal[0][0])")
    until(page, "!solver.busy && $('message').textContent.includes('%')")
    page.evaluate("changed()")
    for language in ("de", "fr", "ja", "pl", "en"):
        page.evaluate("one => speak(one)", language)
        assert in_view(page, "#message button.main") == [], language
        assert page.evaluate("$('saying').scrollHeight <= $('saying').clientHeight"), language
    page.evaluate("tapped(game.legal[0][0])")
    until(page, "!solver.busy && $('message').textContent.includes('%')")
    button = page.locator("#message").get_by_role("button", name="Let the others play")
    assert in_view(page, "#message button.main") == []
    button.click()
    page.locator("#turn").get_by_text("Your turn").wait_for()
    page.evaluate("swap(game.legal[0])")
    if page.evaluate("game.standing") == "open":
        assert in_view(page, "#message button.main") == []


def test_one_phone_is_passed_round_and_shows_each_seat_its_own_cards(
    open_page: Open, narabi_page: str
) -> None:
    page = opened(open_page(narabi_page + DEAL, 360, 620))
    page.evaluate("one => showCards(one)", "pass")
    shown = "[...document.querySelectorAll('.tile')].filter(one => !one.classList.contains('unknown')).length"
    for turn in range(2):
        seat = "ABC"[int(page.evaluate("game.state.mover"))]
        assert page.evaluate(shown) == 0
        assert page.locator("#text").input_value().count(":?") == 12
        for tap in ("tapped(0)", "explain(0)", "hint()", "costs()"):
            page.evaluate(tap)
            assert page.locator("#handover h2").inner_text() == f"Give the phone to {seat}."
            assert page.locator("#message").text_content() == ""
        button = page.get_by_role("button", name=f"I am {seat}")
        assert in_view(page, "#handover .main") == []
        assert page.locator("#handover .swap").is_visible() == (turn == 1), "what was swapped last"
        assert serious(page) == []
        button.click()
        assert page.evaluate(shown) in (4, 4 + turn)
        page.evaluate("swap(game.legal[0])")
    page.locator("#handover .swap").get_by_role("button", name="Undo").click()
    assert page.evaluate(shown) == 0


def test_each_seat_gets_a_link_with_its_own_cards_alone(open_page: Open, narabi_page: str) -> None:
    page = opened(open_page(f"{narabi_page}#deal=3-0-1&undo=next"))
    page.evaluate("swap(game.legal[0])")
    texts = page.evaluate("[0, 1, 2].map(seatText)")
    page.evaluate("share()")
    page.get_by_role("button", name="A link for each seat").click()
    assert "with “New deal” and “Paste”" in page.locator("#shared").inner_text()  # a file has no address
    for number, seat in enumerate("ABC"):
        page.get_by_role("button", name=f"For {seat}", exact=True).click()
        page.get_by_text(f"This is for {seat} alone").wait_for()
        assert page.locator("#shared textarea").input_value() == texts[number]
        own = Knowledge.parse(page.evaluate("dealText(game.start, game.swaps)"), seat)
        linked = open_page(narabi_page + texts[number])
        linked.locator("#count").get_by_text("turn 2").wait_for()
        assert Knowledge.parse(linked.locator("#text").input_value(), seat) == own
        assert linked.locator("#cards option").all_text_contents() == [f"seat {seat}’s only"]
        assert linked.evaluate("game.undo") == "next"
        heights = linked.locator(".letter circle").evaluate_all(
            "all => all.map(one => Number(one.getAttribute('cy')))"
        )
        assert heights.index(max(heights)) == number, "the own seat is nearest"
        mover = "ABC"[int(linked.evaluate("game.state.mover"))]
        message = linked.locator("#message").inner_text()
        assert (f"It is seat {mover}’s turn. Enter its swap" in message) == (mover != seat)


def test_each_seat_has_a_code_for_its_own_phone(open_page: Open, narabi_page: str) -> None:
    segno = pytest.importorskip("segno")
    page = opened(open_page(f"{narabi_page}#deal=3-0-1&undo=next", 360, 620))
    page.evaluate("publicAddress = () => 'https://play.example/'; 0")
    page.evaluate("copied = []; navigator.clipboard.writeText = async text => copied.push(text); 0")
    page.locator("#more-open").click()
    page.locator("#invite").click()
    for number, seat in enumerate("ABC"):
        name = f"For {seat}" if not number else f"Next: {seat}"
        page.get_by_role("button", name=name, exact=True).click()
        page.get_by_role("img", name=f"Scan this on {seat}’s phone").wait_for()
        for width, height in [(740, 360), (360, 620)]:
            page.set_viewport_size({"width": width, "height": height})
            assert in_view(page, "#shared .code", "#shared .code ~ p", "#shared .row >> nth=1") == []
        link = "https://play.example/" + page.evaluate("seatText", number)
        rows = segno.make_qr(link.encode(), error="m", mode="byte", boost_error=False).matrix
        drawn = page.locator(".code path").get_attribute("d")
        dark = [f"M{x + 4} {y + 4}h1v1h-1z" for y, row in enumerate(rows) for x, one in enumerate(row) if one]
        assert drawn == "".join(dark)
    assert page.evaluate("copied") == [], "a code gives nothing away"
    page.get_by_role("button", name="Send the link").click()
    page.locator("#shared textarea").wait_for()
    assert page.evaluate("copied") == [link]
    page.evaluate("speak('ja')")
    assert page.locator("#shared p").inner_text().startswith("コピーしました。これはC専用です：")


def test_the_links_of_the_seats_are_in_view_on_a_phone(open_page: Open, narabi_page: str) -> None:
    page = opened(open_page(narabi_page + DEAL, 360, 620))
    page.evaluate("navigator.clipboard.writeText = async () => {}")
    page.evaluate("share()")
    page.get_by_role("button", name="A link for each seat").click()
    assert in_view(page, "#shared button >> nth=0", "#shared button >> nth=2") == []
    page.locator("#sharing .close").click()
    for language in LANGUAGES:
        page.evaluate("one => speak(one)", language)
        dealing(page, "random")
        page.locator("#own-open").click()
        assert in_view(page, *(f"#own-{button}" for button in ("save", "share"))) == []
        dialog, buttons = (page.locator(part).bounding_box() for part in ("#owning", "#owning form > .row"))
        assert dialog and buttons and buttons["height"] < dialog["height"] / 2, language
        assert cut(page.locator("#owning .row button")) == [], language
        assert page.locator("#owning").evaluate("one => one.offsetWidth") == 360, "a sheet"
        page.locator("#owning .close").click()
        page.locator("#close").click()


@pytest.mark.nightly
def test_experts_ask_no_questions_and_swap_nothing_back(open_page: Open, narabi_page: str) -> None:
    page = opened(open_page(f"{narabi_page}#deal=3-0-1&undo=expert", 360, 620))
    assert page.locator("#rule option:checked").text_content() == "Expert: no talking, no swapping back"
    opened(page)
    page.evaluate("one => showCards(one)", str(page.evaluate("game.state.mover")))
    for undo in ("expert", "next"):
        page.evaluate("one => setRule(one)", undo)
        page.locator("#hint").click()
        page.locator("#message").get_by_text("On average").wait_for()
        assert (page.get_by_role("button", name="Ask").count() == 0) == (undo == "expert")


@pytest.mark.nightly
def test_results_levels_and_the_clock(open_page: Open, narabi_page: str) -> None:
    page = opened(open_page(narabi_page + DEAL, 360, 620, alone=True))
    stop_clock(page)
    page.reload()
    opened(page)
    page.evaluate("openDialog('settings')")
    page.locator("#clock-on").check()
    page.evaluate("openDialog('results')")
    assert page.locator("#results-none").is_visible() and page.locator("#chart").is_hidden()
    page.locator("#levels").fill("our best: 3\nsilver 9\nnothing")
    page.locator("#levels").blur()
    page.locator("#results .close").click()
    page.evaluate("tapped(game.legal[0][0])")
    page.clock.run_for(65_000)
    assert page.locator("#clock").inner_text() == "1:05"
    page.evaluate("machine.solve(DECK, game.state, 'allowed').swaps.forEach(one => swap(one))")
    shown = page.locator("#clock").inner_text()
    page.clock.run_for(5_000)
    assert page.locator("#clock").inner_text() == shown, "it stops at the end"
    turns = page.evaluate("game.state.turns")
    level = "our best" if turns <= 3 else "silver"
    assert f"Level: {level}." in page.locator("#end-words").inner_text()
    page.evaluate("openDialog('results')")
    assert page.locator("#chart td").all_inner_texts() == ["1", "0", "0", "0"]
    assert f"3 players: 1 deal, best {turns} turns. {level}" in page.locator("#best").inner_text()
    page.clock.resume()
    assert overflow(page) == 0 and serious(page) == []


def test_what_is_kept_goes_to_another_browser_as_text(open_page: Open, narabi_page: str) -> None:
    deck = {"base": "standard", "cards": {"odd": {"copies": 2}}}
    page = opened(open_page(f"{narabi_page}#day=2026-11-24&puzzle=easy"))
    page.evaluate("deck => keepCards(deck)", deck)
    page.evaluate("machine.solve(DECK, game.state, 'allowed').swaps.forEach(one => swap(one))")
    page.evaluate("openDialog('results')")
    page.locator("#kept-show").click()
    text = page.locator("#kept-text").input_value()

    other = opened(open_page(narabi_page + DEAL, 360, 620))
    other.evaluate("swap(game.legal[0])")
    other.evaluate("openDialog('results')")
    for wrong in ("", "[]", "{", '{"mabi": 1}'):
        other.locator("#kept-text").fill(wrong)
        other.locator("#kept-take").click()
        assert other.locator("#kept-told").inner_text().startswith("This text does not come")
    other.locator("#kept-text").fill(text)
    for _ in range(2):
        other.locator("#kept-take").click()
        assert other.locator("#kept-told").inner_text().startswith("Imported")
    one, two = (json.loads(each.evaluate("keptText()")) for each in (page, other))
    assert two["puzzles"] == one["puzzles"] and two["results"] == one["results"] and two["decks"] == [deck]
    assert len(two["games"]) == 2
    assert other.locator("#chart td").all_inner_texts() == ["1", "0", "0", "0"]
    result = {"players": "toString", "turns": 1, "least": 1, "helps": 0, "day": "2026-11-24"}
    broken = {
        "games": {"#x": 3, "#y": {}, "toString": {"moves": "", "hints": []}},
        "puzzles": {"a": 1, "2026-11-23": {"constructor": result}},
        "results": {
            "b": {"turns": "1"},
            "constructor": {**result, "players": 3},
            "#c": result,
            "#d": {**result, "players": [3]},
        },
    }
    other.locator("#kept-text").fill(json.dumps({"narabi": 1, **broken}))
    other.locator("#kept-take").click()
    assert json.loads(other.evaluate("keptText()")) == two
    assert other.locator("#chart td").all_inner_texts() == ["1", "0", "0", "0"]
