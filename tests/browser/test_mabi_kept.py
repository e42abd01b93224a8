"""Mabi's page in a real browser: what is kept is not lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import ANSWERED, Board, act, against, dashed, load, until
from tests.browser.test_mabi_puzzles import PUZZLES, begin, number_of, play_out
from tests.common.test_wasm import reason
from tests.nightly import nightly

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.skipif(reason() is not None, reason=str(reason()))

FULL = "void (Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); })"
BLOCKED = """void Object.defineProperty(window, 'localStorage', {
  get() { throw new DOMException('no', 'SecurityError'); },
})"""


def keep(page: Page, name: str) -> None:
    page.click("#save")
    page.fill("#save-name", name)
    page.click("#save-keep")
    page.wait_for_selector("#dialog-save", state="hidden")


def another_tab(first: Page) -> Page:
    second = first.context.new_page()
    second.goto(first.url)
    second.wait_for_selector("body[data-ready]")
    return second


def kept_games(page: Page) -> list[str]:
    page.click("#load")
    names = page.locator("#kept-games .link").all_inner_texts()
    page.keyboard.press("Escape")
    return names


def test_what_is_deleted_in_one_tab_does_not_come_back_from_another(board: Board) -> None:
    first = board("start moves a1a2")
    keep(first, "one")
    second = another_tab(first)
    until(second, "JSON.parse(localStorage.getItem('mabi'))?.games.length === 1")
    second.click("#load")
    second.wait_for_selector("#kept-games .link:has-text('one')")
    first.click("#load")
    first.click("#kept-open")
    first.click("#kept-delete")
    first.click("#ask-yes")
    second.wait_for_selector("#kept", state="hidden")
    second.keyboard.press("Escape")
    keep(second, "other")
    first.wait_for_selector("#kept-games .link:has-text('other')", state="attached")
    assert first.locator("#kept-games .link").all_inner_texts() == ["other"]


@pytest.mark.nightly
def test_a_puzzle_solved_in_another_tab_stays_solved(board: Board) -> None:
    first = board()
    second = another_tab(first)
    first.click("#puzzles")
    number = number_of("easy")
    begin(second, number)
    play_out(second, PUZZLES[number - 1])
    first.wait_for_selector("#puzzle-list button:has-text('★')")
    first.keyboard.press("Escape")
    act(first, "to-play")
    keep(first, "mine")
    assert "true" in str(first.evaluate("JSON.stringify(JSON.parse(localStorage.getItem('mabi')).solved)"))


@pytest.mark.parametrize("fault", [FULL, BLOCKED])
def test_where_nothing_can_be_kept_the_page_says_so_and_offers_a_file(board: Board, fault: str) -> None:
    page = board("start moves a1a2")
    page.evaluate(fault)
    page.click("#save")
    page.click("#save-keep")
    page.wait_for_selector("#save-wrong:has-text('can keep nothing')")
    assert page.evaluate("document.activeElement.id") == "save-file"
    with page.expect_download() as waiting:
        page.keyboard.press("Enter")
    assert "a1a2" in waiting.value.path().read_text()
    assert kept_games(page) == []


def test_all_that_is_kept_moves_to_another_browser_as_text(board: Board) -> None:
    first = board("start moves a1a2")
    keep(first, "same")
    keep(first, "mine")
    first.evaluate(
        "localStorage.setItem('mabi', JSON.stringify("
        "{ ...JSON.parse(localStorage.getItem('mabi')), solved: { puzzle: true }, days: { day: true } }))"
    )
    first.click("#load")
    first.click("#kept-open")
    text = first.input_value("#kept-text")
    with first.expect_download() as waiting:
        first.click("#kept-file")
    assert waiting.value.path().read_text() == text

    second = board("start moves c1c2")
    keep(second, "same")
    second.click("#load")
    second.click("#kept-open")
    for wrong in "{", "null", '{"games": []}', "start moves a1a2":
        second.fill("#kept-text", wrong)
        second.click("#kept-take")
        assert "no text of what" in second.inner_text("#kept-told")
    for _ in range(2):  # a text that is taken in twice changes nothing
        second.fill("#kept-text", text)
        second.click("#kept-take")
        second.wait_for_selector("#kept-told:has-text('taken in')")
    second.keyboard.press("Escape")
    second.keyboard.press("Escape")
    assert sorted(kept_games(second)) == ["mine", "same", "same (2)"]
    assert second.evaluate("JSON.parse(localStorage.getItem('mabi')).solved.puzzle") is True
    assert second.evaluate("JSON.parse(localStorage.getItem('mabi')).days.day") is True
    load(second, text.split('"text": "')[1].split('"')[0].replace("\\n", "\n"))
    assert second.locator("#moves button").count() == 2


def test_thousands_of_games_with_one_name_are_taken_in_at_once(board: Board) -> None:
    page = board()
    page.click("#load")
    page.click("#kept-open")
    page.evaluate(
        """() => {
        const games = Array.from({ length: 3000 }, (_, i) => ({ name: "same", text: `start # ${i}` }));
        document.getElementById("kept-text").value = JSON.stringify({ mabi: 1, games });
        document.getElementById("kept-take").click();
        }"""
    )
    assert "taken in" in page.inner_text("#kept-told")
    names = page.evaluate("JSON.parse(localStorage.getItem('mabi')).games.map(game => game.name)")
    assert len(set(names)) == 3000 and {"same", "same (2)", "same (3000)"} <= set(names)


@pytest.mark.parametrize("anew", ["language", *nightly("reload")])
def test_the_whole_tree_is_there_after_the_page_is_loaded_anew(board: Board, anew: str) -> None:
    page = board("start moves a1a2 h8h7 a3b3 b8a8")
    for ply, move in [(2, "c1c2"), (0, "e1e2")]:
        for _ in range(4 - ply if ply else 3):
            page.click("#back")
        page.click(f'#board [data-square="{move[:2]}"]')
        page.click(f'#board [data-square="{move[2:]}"]')
        page.wait_for_selector(f"#moves [aria-current]:has-text('{dashed(move)}')")
    page.click("#moves button:has-text('c1–c2')")
    page.wait_for_selector("#moves [aria-current]:has-text('c1–c2')")
    before = page.inner_html("#moves")
    assert page.locator("#moves .variation").count() == 2
    if anew == "reload":
        page.reload()
    else:
        page.click("#menu")
        page.select_option("#language", "pl")
        page.wait_for_selector("html[lang=pl]")
    page.wait_for_selector("body[data-ready]")
    if anew == "language":
        page.click("#menu")
        page.select_option("#language", "en")
        page.wait_for_selector("html[lang=en]")
        page.wait_for_selector("body[data-ready]")
    assert page.inner_html("#moves") == before


def test_variations_that_were_damaged_are_dropped(board: Board) -> None:
    page = board("start moves a1a2 h8h7")
    tree = '[[0, "a1a2"], [1, "h8h7"], [1, "h8a1"], [3, "pass"], [0, "<b>"]]'
    kept = f'{{ base: "start", rules: {{}}, tree: {tree}, at: 2, play: {{ side: "x", tip: -1 }} }}'
    page.evaluate(f"sessionStorage.setItem(Object.keys(sessionStorage)[0], JSON.stringify({kept}))")
    page.reload()
    page.wait_for_selector("body[data-ready]")
    assert page.inner_text("#moves").split() == ["start", "1.a1–a2", "h8–h7"]
    assert page.inner_text("#player-w").split()[1] == "White"  # nobody plays against the engine


@pytest.mark.nightly
def test_a_game_against_the_engine_goes_on_after_a_reload(board: Board) -> None:
    page = board("start")
    against(page, side="b", clock="900+10")
    page.wait_for_selector(ANSWERED)
    left = "Number(document.querySelector('#player-b .clock').textContent.split(':')[1])"
    until(page, f"{left} < 59 && {left} > 0")  # black's time runs
    page.reload()
    page.wait_for_selector("body[data-ready]")
    assert page.inner_text("#title").startswith("Beginner") and "You" in page.inner_text("#player-b")
    assert page.inner_text("#player-b .clock").startswith("14:5")
    assert page.get_attribute("#flip", "aria-pressed") == "true"
    plies = page.locator("#moves button").count()
    page.focus("#board .grid button.movable")
    page.keyboard.press("Enter")
    page.focus("#board .grid button.target")
    page.keyboard.press("Enter")
    until(page, f"document.querySelectorAll('#moves button').length >= {plies + 2}")  # it answers


def test_enter_in_the_dialog_of_names_keeps_the_game(board: Board) -> None:
    page = board("start moves a1a2")
    page.click("#save")
    assert page.input_value("#save-name").endswith(", 1 move")
    page.fill("#save-name", "mine")
    page.press("#save-name", "Enter")
    page.wait_for_selector("#dialog-save", state="hidden")
    assert kept_games(page) == ["mine"]


def test_back_goes_from_each_screen_to_the_one_before(board: Board) -> None:
    page = board()
    for name, shown in [("learn", "learn"), ("setup", "setup"), ("to-analysis", "analysis")]:
        act(page, name)
        page.wait_for_selector(f"[data-screen={shown}]")
        page.go_back()
        page.wait_for_selector("[data-screen=start]")
    page.click("#start-play [data-level='0']")
    page.wait_for_selector("[data-screen=play]")
    page.go_back()
    page.wait_for_selector("[data-screen=start]")
    page.go_forward()
    page.wait_for_selector("[data-screen=play]")
    assert page.inner_text("#title").startswith("Beginner")


@pytest.mark.parametrize("name", ["learn", "setup"])
@pytest.mark.parametrize("anew", [False, True])
def test_what_is_closed_is_not_shown_again_by_back(board: Board, name: str, anew: bool) -> None:
    page = board()
    page.click("#start-play [data-level='0']")
    page.wait_for_selector("[data-screen=play]")
    for shown in ("play", "start"):  # the game stays the same
        act(page, name)
        page.wait_for_selector(f"[data-screen={name}]")
        if anew:
            page.reload()
            page.wait_for_selector(f"[data-ready][data-screen={name}]")
        page.click(f".{name} [data-icon=close]")
        page.wait_for_selector(f"[data-screen={shown}]")
        if shown == "play":
            page.go_back()
            page.wait_for_selector("[data-screen=start]")
    assert page.evaluate("history.state.from") is None  # the page's first entry, as before


@pytest.mark.parametrize(("name", "shown"), [("play", "play"), ("analyse", "analysis")])
def test_back_from_what_was_set_up_goes_to_the_screen_before_it(board: Board, name: str, shown: str) -> None:
    page = board()
    act(page, "setup")
    page.click('#setup-board [data-square="a1"]')
    page.click(f"#setup-{name}")
    page.wait_for_selector(f"[data-screen={shown}]")
    page.go_back()
    page.wait_for_selector("[data-screen=start]")
    page.go_forward()
    page.wait_for_selector(f"[data-screen={shown}]")
    assert page.locator("#board").get_by_label("a1, empty").count() == 1


def test_back_and_forward_open_what_was_left(board: Board) -> None:
    page = board("start moves a1a2 h8h7")
    begin(page, number_of("easy"))
    page.go_back()
    page.wait_for_selector("#training", state="hidden")
    assert page.inner_text("#moves").split() == ["start", "1.a1–a2", "h8–h7"]
    page.go_forward()
    page.wait_for_selector(f"#title:has-text('Puzzle {number_of('easy')} ')")
    second = another_tab(page)
    assert second.inner_text("#title").startswith(f"Puzzle {number_of('easy')} ")
