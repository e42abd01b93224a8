"""Mabi's puzzles in a real browser: played out, refuted, chosen, kept and shared."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any

import pytest

from studies.endgames.mabi_puzzles import STUDY, level
from tests.browser.conftest import PLY, Board, Open, act, dashed, in_view, overflow, serious, until
from tests.browser.test_mabi_sizes import hidden
from tests.common.test_wasm import reason
from tests.nightly import nightly, slow

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.skipif(reason() is not None, reason=str(reason()))

PUZZLES: list[dict[str, Any]] = STUDY.kept()["puzzles"]
SHOWN = f"({PLY} || 20) - 20"
"""How many moves of a puzzle are made; its position is that after 20."""
COPIED = """Object.defineProperty(navigator, "clipboard",
  { value: { writeText: async text => { window.copied = text; } } })"""


def winning(puzzle: dict[str, Any]) -> tuple[str, list[str]]:
    """Return a first move that wins, and the line after it."""
    return next((move, line[1:].split()) for move, line in puzzle["lines"].items() if line.startswith("="))


def number_of(kind: str) -> int:
    """Return the number of a puzzle of a theme or a level whose first move is not the last one."""
    fits = (
        number
        for number, one in enumerate(PUZZLES, 1)
        if kind in (one["theme"], level(one)) and winning(one)[1][0] != "pass"
    )
    return next(fits)


def losing(puzzle: dict[str, Any]) -> str:
    """Return a first step that loses."""
    lines: dict[str, str] = puzzle["lines"]
    return next(name for name, line in lines.items() if not line.startswith("=") and name != "pass")


def move(page: Page, name: str) -> None:
    """Make a move of White's."""
    if name == "pass":
        page.click("#pass")
        return
    page.click(f'#board [data-square="{name[:2]}"]')
    page.click(f'#board [data-square="{name[2:]}"]')


def begin(page: Page, number: int) -> None:
    """Begin with a puzzle of the list."""
    act(page, "puzzles")
    page.click(f"#puzzle-list button >> nth={number - 1}")
    page.wait_for_selector(f"#title:has-text('Puzzle {number} ')")


def play_out(page: Page, puzzle: dict[str, Any]) -> None:
    """Win a puzzle by the line of its proof."""
    first, line = winning(puzzle)
    for ply, name in enumerate([first, *line]):
        until(page, f"{SHOWN} >= {ply}")
        if page.locator("#player-w.turn").count() and page.evaluate(SHOWN) == ply:
            move(page, name)
    page.wait_for_selector("#dialog-over")
    page.wait_for_selector("#training[data-state=right]", state="attached")


@pytest.mark.quick
@pytest.mark.parametrize("kind", ["easy", *slow("run"), *nightly("medium", "hard")])
def test_a_puzzle_is_played_out_and_kept(board: Board, kind: str) -> None:
    page, number = board(), number_of(kind)
    begin(page, number)
    play_out(page, PUZZLES[number - 1])
    assert page.inner_text("#training-told").endswith("★") and page.inner_text("#over-title") == "Perfect"
    page.keyboard.press("Escape")
    page.click("#puzzles")
    assert page.inner_text(f"#puzzle-list button >> nth={number - 1}") == f"{number} ★"
    page.keyboard.press("Escape")
    page.click("#training-row >> text=Next")
    page.wait_for_selector(f"#title:has-text('Puzzle {number + 1} ')")


@pytest.mark.parametrize("language", ["en", *nightly("de", "fr", "ja", "pl")])
def test_a_friends_puzzle_is_begun_by_a_tap_and_shared_at_its_end(
    open_page: Open, mabi_page: str, language: str
) -> None:
    number = number_of("easy")
    page = open_page(f"{mabi_page}#puzzle={number}", 360, 640, touch=True, stranger=True, language=language)
    page.wait_for_selector("#dialog-welcome[open]")
    assert serious(page) == []
    assert in_view(page, "#welcome-title", "#welcome-rules", "#welcome-go") == []
    page.tap("#welcome-go")
    assert hidden(page, "#board", "#state", "#training", "#hint") == []
    play_out(page, PUZZLES[number - 1])
    assert serious(page) == [] and in_view(page, "#dialog-over [data-act=over-share]") == []
    page.reload()
    page.wait_for_selector("body[data-ready]")
    assert not page.is_visible("#dialog-welcome")


def test_a_wrong_move_is_refuted(board: Board) -> None:
    page, number = board(), number_of("medium")
    begin(page, number)
    wrong = losing(PUZZLES[number - 1])
    line = PUZZLES[number - 1]["lines"][wrong]
    move(page, wrong)
    said = f"{dashed(wrong)} does not win. Black answers {dashed(line.split()[0])}"
    page.wait_for_selector(f"#training-told:has-text('{said}')")
    page.click("#training-row >> text=Show")
    until(page, f"document.querySelectorAll('#moves button').length === {2 + len(line.split())}")
    page.click("#training-row >> text=Try again")
    play_out(page, PUZZLES[number - 1])
    assert "★" not in page.inner_text("#training-told") and page.inner_text("#over-title") == "Solved"
    page.keyboard.press("Escape")
    page.click("#puzzles")
    assert page.inner_text(f"#puzzle-list button >> nth={number - 1}") == f"{number} ✓"


def test_a_reply_comes_when_the_player_who_looked_back_returns(open_page: Open, mabi_page: str) -> None:
    page = open_page(mabi_page, calm=False)
    page.wait_for_selector("body[data-ready]")
    number = number_of("medium")
    begin(page, number)
    act(page, "to-analysis")
    first, line = winning(PUZZLES[number - 1])
    move(page, first)
    page.wait_for_selector(f"#training-told:has-text('{dashed(first)} wins')")
    page.click("#back")
    page.wait_for_selector("#training-told:has-text('Find a move that wins.')")
    page.click("#on")
    until(page, "document.querySelectorAll('#moves button').length === 3")
    assert dashed(line[0]) in page.inner_text("#moves [aria-current]")
    assert page.locator("#training-row button").all_inner_texts() == ["Another one"]


def test_another_move_than_that_of_the_line_is_judged_by_the_engine(board: Board) -> None:
    page, number = board(), number_of("run")
    begin(page, number)
    first, line = winning(PUZZLES[number - 1])
    move(page, first)
    page.wait_for_selector(f"#training-told:has-text('{dashed(first)} wins')")
    move(page, "pass")  # too early: White has not overtaken yet
    page.wait_for_selector("#training-told:has-text('pass does not win')")
    page.click("#solution")
    page.wait_for_selector(f"#training-told:has-text('A solution: {' '.join(map(dashed, line))}')")


def test_puzzles_are_chosen_by_theme_and_level(board: Board) -> None:
    page = board()
    page.click("#puzzles")
    assert page.locator("#puzzle-list button").count() == len(PUZZLES) >= 100
    page.select_option("#puzzle-theme", "freeze")
    page.select_option("#puzzle-level", "hard")
    numbers = [i for i, one in enumerate(PUZZLES, 1) if one["theme"] == "freeze" and level(one) == "hard"]
    assert page.locator("#puzzle-list button").all_inner_texts() == list(map(str, numbers))
    assert page.inner_text("#puzzle-count") == f"{len(numbers)} puzzles, 0 solved."
    page.click("#puzzle-list button >> nth=0")
    page.click("#training-row >> text=Another one")
    page.wait_for_selector(f"#title:has-text('Puzzle {numbers[1]} ')")


@pytest.mark.nightly
def test_the_puzzle_of_a_day_with_archive_streak_and_text(open_page: Open, mabi_page: str) -> None:
    page = open_page(mabi_page, alone=True)
    page.clock.set_fixed_time("2026-11-25T12:00:00")
    page.reload()
    page.wait_for_selector("body[data-ready]")
    page.evaluate(COPIED)
    page.click("#start-puzzle")
    until(page, "document.title === 'Puzzle of 25 November 2026 · Mabi'")
    text = page.evaluate("JSON.parse(sessionStorage.getItem('mabi-game')).base")
    puzzle = next(one for one in PUZZLES if one["position"] == text)
    play_out(page, puzzle)
    page.click("#dialog-over [data-act=over-share]")
    until(page, "window.copied")
    page.locator("#over-said").get_by_text("Copied").wait_for()
    title, signs = str(page.evaluate("window.copied")).splitlines()
    assert title == f"Mabi, 25 November 2026, {level(puzzle)}" and set(signs) == {"🟦"}
    page.keyboard.press("Escape")
    page.click("#puzzles")
    assert page.inner_text("#puzzle-counts").split() == [
        "1",
        "day",
        "in",
        "a",
        "row",
        "1",
        "solved",
        "1",
        "perfect",
    ]
    days = page.locator("#puzzle-days button")
    assert days.count() == 25 and page.is_disabled("#puzzle-later")
    assert days.last.get_attribute("aria-label") == (
        f"25 November 2026, {level(puzzle)}, solved without a wrong move"
    )
    assert days.last.inner_text().split() == ["25", "★"]
    page.click("#puzzle-earlier")
    assert page.inner_text("#puzzle-month") == "October 2026" and days.count() == 31
    page.click("#puzzle-later")
    sunday = page.locator("#puzzle-days > :first-child")
    assert sunday.evaluate("one => getComputedStyle(one).gridColumnStart") == "7"
    days.nth(19).click()
    until(page, "document.title === 'Puzzle of 20 November 2026 · Mabi'")
    page.evaluate("location.hash = '#day=2026-11-25'")
    until(page, "document.title === 'Puzzle of 25 November 2026 · Mabi'")


def test_in_so_many_days_each_puzzle_comes_once(board: Board) -> None:
    page = board()
    met = set()
    for days in (0, 1, 2, 30, len(PUZZLES) - 1):
        day = datetime.date(2026, 1, 1) + datetime.timedelta(days)
        page.evaluate(f"location.hash = '#day={day}'")
        until(page, f"document.title.includes('{day.day} {day.strftime('%B %Y')}')")
        met.add(page.evaluate("JSON.parse(sessionStorage.getItem('mabi-game')).base"))
    assert len(met) == 5


@pytest.mark.parametrize(
    ("width", "height", "language"),
    [
        (360, 620, "de"),
        (740, 360, "ja"),
        *nightly((740, 360, "de"), (360, 620, "ja")),
        *nightly(*((*size, name) for size in ((360, 620), (740, 360)) for name in ("en", "fr", "pl"))),
    ],
)
def test_the_dialog_and_a_refutation_fit(
    open_page: Open, mabi_page: str, width: int, height: int, language: str
) -> None:
    page = open_page(mabi_page, width, height, language=language, dark=language == "fr")
    page.wait_for_selector("body[data-ready]")
    act(page, "puzzles")
    assert overflow(page) == 0
    assert overflow(page, "#dialog-puzzles") == 0
    page.keyboard.press("Escape")
    number = number_of("hard")
    page.evaluate(f"location.hash = '#puzzle={number}'")
    page.wait_for_selector(f"#title:has-text('{number}')")
    page.mouse.move(1, 1)  # a pointer over a piece would have it explained
    assert hidden(page, "#board", "#pass", "#undo", "#training-told") == []
    move(page, losing(PUZZLES[number - 1]))
    until(page, "document.querySelectorAll('#training-row button').length === 2")
    assert overflow(page) == 0
    assert hidden(page, "#training-told", *(f"#training-row button:nth-child({i})" for i in (1, 2))) == []


def test_sentences_begin_large_and_moves_do_not(board: Board) -> None:
    page = board()
    page.evaluate("location.hash = '#puzzle=3'")
    page.click("#pass")
    page.wait_for_selector("#training[data-state=wrong]")
    assert page.inner_text("#training-told").startswith("Pass does not win.")
    page.click("text=Try again")
    for name in ("d1", "e1"):
        page.click(f'#board [data-square="{name}"]')
    page.wait_for_selector("#training[data-state=wrong]")
    assert page.inner_text("#training-told").startswith("d1–e1 does not win.")
    act(page, "new")
    page.click("#new-board summary")
    assert page.inner_text("#new-readings").startswith("Interpretations")


def test_after_a_game_that_is_no_puzzle_the_puzzles_are_listed(board: Board) -> None:
    """The button is hidden then; a program may click it all the same."""
    page = board("start moves a1a2")
    page.evaluate("document.getElementById('over-next').click()")
    page.locator("#dialog-puzzles").wait_for(timeout=10_000)
