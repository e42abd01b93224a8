"""Mabi's page in a real browser: what can be seen at once, by where it is in the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import ANSWERED, Board, Open, act, against, cut, load, overflow, rows
from tests.common.test_wasm import reason
from tests.nightly import nightly

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.skipif(reason() is not None, reason=str(reason()))

WINDOWS = [
    *[(360, 620), (740, 360), (568, 320), (1024, 600), (1024, 768), (768, 1024), (1400, 900), (3840, 2160)]
]
ACTS = ("#pass", "#undo", "#hint", "#new", "#more", "#flip")
STEPS = ("#first", "#back", "#on", "#last", "#auto", "#redo")
HIDDEN = """ids => ids.filter(id => {
  const element = document.querySelector(id);
  const box = element.getBoundingClientRect();
  const [right, bottom] = [document.documentElement.clientWidth, innerHeight];
  const inside = box.width > 0 && box.top >= 0 && box.left >= 0 && box.right <= right && box.bottom <= bottom;
  const seen = document.elementFromPoint(box.left + box.width / 2, box.top + Math.min(box.height / 2, 9));
  return !inside || !(element.contains(seen) || seen.contains(element));
})"""


def hidden(page: Page, *ids: str) -> list[str]:
    """Return what is not wholly in the window, or lies below something else."""
    return list(page.evaluate(HIDDEN, ids))


def side(page: Page) -> float:
    box = page.locator("#board").bounding_box()
    assert box is not None
    return min(box["width"], box["height"])


def opened(board: Board, width: int, height: int, language: str = "en") -> Page:
    page = board(language=language)
    page.set_viewport_size({"width": width, "height": height})
    return page


def in_each_window(page: Page, *ids: str) -> dict[tuple[int, int], list[str]]:
    """Return for each size of the window what is hidden in it."""
    found = {}
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        assert overflow(page) == 0
        if missing := hidden(page, *ids):
            found[width, height] = missing
    return found


TAP = """(style => parseFloat(style.fontSize) * parseFloat(style.getPropertyValue("--tap")))(
  getComputedStyle(document.documentElement))"""
"""The height of what a finger taps, as the style sheet has it."""
RING = """disc => {
  const { outlineWidth, outlineOffset } = getComputedStyle(disc);
  return parseFloat(outlineWidth) + parseFloat(outlineOffset);
}"""
"""How far the ring round a disc reaches beyond it."""

LINES = """part => {
  const words = document.createRange();
  words.selectNodeContents(part.lastChild);
  return words.getClientRects().length;
}"""
"""In how many lines the last words of a part stand."""

ROWS = "part => part.getBoundingClientRect().height / parseFloat(getComputedStyle(part).lineHeight)"
"""How many lines high a part is."""

CROSSED = """board => [...board.querySelectorAll(".chosen-ring")].flatMap(ring => {
  const [x, y, r] = [ring.cx, ring.cy, ring.r].map(one => one.baseVal.value);
  const half = parseFloat(getComputedStyle(ring).strokeWidth) / 2;
  const pen = document.createElement("canvas").getContext("2d");
  return [...board.querySelectorAll(".name")].filter(name => {
    const { fontWeight, fontSize, fontFamily } = getComputedStyle(name);
    pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
    const drawn = pen.measureText(name.textContent);
    const [at, below] = [name.x, name.y].map(one => one.baseVal[0].value);
    const [left, right] = [at - x - drawn.width / 2, at - x + drawn.width / 2];
    const top = below - y - drawn.actualBoundingBoxAscent;
    const bottom = below - y + drawn.actualBoundingBoxDescent;
    const nearest = Math.hypot(Math.max(left, 0, -right), Math.max(top, 0, -bottom));
    const farthest = Math.hypot(Math.max(-left, right), Math.max(-top, bottom));
    return nearest < r + half && farthest > r - half;
  }).map(name => name.textContent);
})"""
"""The names of ranks and files that the ring round the chosen piece crosses."""

OVER = """bar => {
  const { top, right, bottom } = bar.getBoundingClientRect();
  const steps = (from, to) => Array.from({ length: 12 }, (_, i) => from + ((i + 0.5) * (to - from)) / 12);
  const points = steps(top, bottom).flatMap(y => steps(0, right).map(x => [x, y]));
  const there = points.map(([x, y]) => document.elementFromPoint(x, y));
  return there.filter(one => !bar.contains(one)).map(one => one.id);
}"""
"""The ids of what lies over a bar."""


def test_nothing_that_is_scrolled_lies_over_the_bar_of_buttons(board: Board) -> None:
    page = board("start moves a1a2 h8h7", 360)
    act(page, "to-analysis")
    page.set_viewport_size({"width": 360, "height": 620})
    bar = page.locator("nav.bottom")
    length = int(page.evaluate("document.documentElement.scrollHeight - innerHeight"))
    for down in range(0, length + 40, 40):
        page.evaluate("down => scrollTo(0, down)", down)
        assert bar.evaluate(OVER) == [], f"scrolled by {down}"


def test_goal_and_offers_are_seen_at_once(board: Board) -> None:
    page = board()
    assert in_each_window(page, ".aim", "#mini-learn", "#menu") == {}
    for width, height in [(1024, 768), (1400, 900)]:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        assert hidden(page, "#start-learn", "#start-play", "#start-puzzle") == []
    offers = page.locator(".offers").bounding_box()
    assert offers is not None and offers["width"] > 1400 / 2


@pytest.mark.parametrize("language", ["en", "de", "fr", "ja", "pl"])
def test_low_windows_show_all_levels_at_once(board: Board, language: str) -> None:
    page = board(language=language, stranger=True)
    for width, height in ((740, 360), (568, 320), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        chips = page.locator("#start-play [data-level]")
        assert chips.count() == 6
        for chip in chips.all():
            box = chip.bounding_box()
            assert box and box["y"] + box["height"] <= height
        assert not cut(chips) and not cut(page.locator(".offer .words > *:visible"))


def test_what_the_signs_mean_is_seen_in_the_first_games(board: Board) -> None:
    page = board("start moves a1a2 h8h7 c1c2 b8a8")
    act(page, "to-play")
    page.mouse.move(1, 1)
    lines = [f"#legend > :nth-child({i})" for i in (1, 2, 3, 4)]
    said = "can move|largest group|paralysed: beside a larger group|wins if both groups are the same size"
    assert [page.inner_text(line).strip().split("\n")[-1] for line in lines] == said.split("|")
    assert in_each_window(page, *lines, "#board", "#pass", "#undo") == {}
    load(page, "4b/1www1/b3b/3w1/w1b2 w - w 8")
    assert "frozen: the largest group" in (page.text_content("#legend") or "")
    assert "can move" == page.text_content("#legend > :first-child")
    assert page.locator("#legend > *").count() == 3  # nothing is paralysed here


def test_the_frame_of_a_frozen_sign_touches_no_other_sign(board: Board) -> None:
    page = board()
    page.evaluate("location.hash = '#puzzle=3'")
    page.locator("#solution").wait_for()
    page.set_viewport_size({"width": 360, "height": 640})
    above, frozen = (page.locator(f"#legend .{kind}") for kind in ("paralysed", "frozen"))
    boxes, frame = [one.bounding_box() for one in (above, frozen)], frozen.evaluate(RING)
    assert boxes[0] and boxes[1] and boxes[0]["y"] + boxes[0]["height"] <= boxes[1]["y"] - frame


@pytest.mark.parametrize("language", ["de", *nightly("en", "fr", "ja", "pl")])
def test_what_is_said_of_a_run_and_the_legend_fit(board: Board, language: str) -> None:
    """The longest note: who has passed, what to do, and that a pass ends the game by a tie."""
    page = board("start moves a1a2 h8h7 c1c2 b8a8 pass", language=language)
    act(page, "to-play")
    for width, height in [*WINDOWS, (360, 640), (390, 844)]:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        said = page.locator("#legend > :visible, .note p:visible")
        boxes = [page.locator("nav.bottom").bounding_box(), *(one.bounding_box() for one in said.all())]
        bar, *lines = [box for box in boxes if box]
        over = [line for line in lines if line["y"] + line["height"] > bar["y"] and line["y"] < bar["y"]]
        assert over == [], (width, height)
        assert hidden(page, "#board", "#pass", "#undo") == []
        assert page.locator("#state b").evaluate(ROWS) <= 2


@pytest.mark.parametrize("language", ["en", *nightly("de", "fr", "ja", "pl")])
def test_the_title_of_an_analysis_is_whole(board: Board, language: str) -> None:
    page = board("start moves a1a2 h8h7 c1c2", language=language)
    act(page, "to-analysis")
    for ply in (3, 251):
        load(page, f"1b4b1/wbw2ww1/1bb3b1/wb1wb3/2bbwbwb/1bwwwbw1/ww1b4/2w3wb b - b {ply}")
        for width, height in [(568, 320), (740, 360), (360, 640)]:
            page.set_viewport_size({"width": width, "height": height})
            assert cut(page.locator("#title")) == [] and hidden(page, "#title") == []
        page.set_viewport_size({"width": 1400, "height": 900})


@pytest.mark.parametrize("language", ["de", "pl", *nightly("en", "fr", "ja")])
def test_the_score_fits_with_the_star_of_ties(board: Board, language: str) -> None:
    page = board(language=language)
    page.evaluate("location.hash = '#puzzle=3'")
    page.locator("#solution").wait_for()
    assert in_each_window(page, "#player-b .disc", "#state", "#player-w .disc") == {}
    page.set_viewport_size({"width": 1024, "height": 768})
    assert cut(page.locator(".bottom button:visible")) == []
    page.set_viewport_size({"width": 360, "height": 640})
    assert page.locator(".holds").evaluate(LINES) == 1


def test_names_lie_over_pieces_and_beside_the_ring_of_a_turn(board: Board) -> None:
    page = board("start moves a1a2 h8h7 c1c2")
    act(page, "to-play")
    page.set_viewport_size({"width": 360, "height": 640})
    drawn = page.locator("#board svg > *")
    kinds = drawn.evaluate_all("all => all.map(one => one.dataset.group ?? one.classList[0])")
    groups = [i for i, kind in enumerate(kinds) if kind[1].isdigit()]
    assert groups and kinds.index("name") > max(groups)
    name, disc = (page.locator(f"#player-b {part}").bounding_box() for part in (".who", ".disc"))
    ring = page.locator("#player-b.turn .disc").evaluate(RING)
    assert name and disc and name["x"] > disc["x"] + disc["width"] + ring + 1


def test_the_ring_of_the_chosen_piece_crosses_no_name(board: Board) -> None:
    """Of a group on the left, of one on the lowest rank, and of single pieces beside both."""
    page = board("3b4/w7/w7/8/3b3w/8/8/1ww1w3 w - w 8")
    act(page, "to-play")
    rings = page.locator("#board .chosen-ring")
    names = page.locator("#board .movable").evaluate_all("all => all.map(one => one.dataset.square)")
    assert {"a6", "a7", "b1", "c1", "e1"} <= set(names)
    for name in names:
        page.click(f'#board [data-square="{name}"]')
        assert rings.count() == 1 and page.locator("#board").evaluate(CROSSED) == [], name
        page.click(f'#board [data-square="{name}"]')


def test_what_is_tapped_is_large_enough(board: Board) -> None:
    page = board()
    page.evaluate("location.hash = '#puzzle=3'")
    page.locator("#solution").wait_for()
    act(page, "rules")
    tap = page.evaluate(TAP)
    for width, height in [(360, 640), (1400, 900)]:
        page.set_viewport_size({"width": width, "height": height})
        for part in ("#player-w .holds", "#dialog-rules label"):
            box = page.locator(part).bounding_box()
            assert box and box["height"] >= tap


def test_the_menu_is_beside_the_board_of_a_low_analysis(board: Board) -> None:
    page = board(width=568, height=320)
    act(page, "to-analysis")
    for width, height in [(568, 320), (740, 360)]:
        page.set_viewport_size({"width": width, "height": height})
        assert hidden(page, "#menu", "#flip", "#board", "#player-b", "#player-w") == []


@pytest.mark.parametrize(("width", "height"), [(740, 360), *nightly((500, 740), (360, 620), (568, 320))])
def test_no_message_lies_over_the_board(board: Board, width: int, height: int) -> None:
    page = opened(board, width, height)
    page.click("#start-play [data-level='0']")
    page.evaluate(f"location.hash = '#puzzle=4711&nonsense={'1234567890' * 5}'")
    page.locator("#alert").wait_for()
    boxes = [page.locator(part).bounding_box() for part in ("#board", "#alert")]
    assert boxes[0] and boxes[1]
    below = boxes[1]["y"] >= boxes[0]["y"] + boxes[0]["height"]
    assert below or boxes[1]["x"] >= boxes[0]["x"] + boxes[0]["width"]


def test_no_message_lies_over_the_buttons_of_an_analysis(board: Board) -> None:
    page = opened(board, 360, 640)
    act(page, "to-analysis")
    act(page, "share")
    page.locator("#alert").wait_for()
    for width, height in [(360, 640), (740, 360)]:
        page.set_viewport_size({"width": width, "height": height})
        assert hidden(page, "#undo", "#new", "#more") == []


def test_the_buttons_of_a_dialog_stand_apart_and_speak_the_language(board: Board) -> None:
    page = opened(board, 360, 640, "de")
    act(page, "load")
    boxes = [page.locator(part).bounding_box() for part in ("#load-go", "#kept-open")]
    assert boxes[0] and boxes[1] and boxes[1]["y"] > boxes[0]["y"] + boxes[0]["height"]
    page.focus("#load-text")
    page.keyboard.press("Tab")
    assert page.get_by_label("Datei öffnen").evaluate("one => one === document.activeElement")
    assert page.locator("#load-file").bounding_box()["width"] <= 1  # type: ignore[index]


def test_low_windows_show_the_goal_of_a_puzzle_before_its_controls(
    board: Board, open_page: Open, mabi_page: str
) -> None:
    page = board()
    goals = ("#start-learn .words", "#day-task", "#start-play h2")
    for width, height in [(740, 360), (568, 320)]:
        page.set_viewport_size({"width": width, "height": height})
        assert hidden(page, ".aim", *goals) == []
    page = open_page(f"{mabi_page}#puzzle=3", 568, 320, stranger=True)
    page.locator("#dialog-welcome").wait_for()
    assert hidden(page, "#welcome-name", "#welcome-title", "#welcome-rules", "#welcome-go") == []


def test_score_board_and_buttons_are_seen_at_once(board: Board) -> None:
    page = board()
    load(page, "start moves a1a2 h8h7 c1c2 b8a8")
    act(page, "to-play")
    page.click('#board [data-square="a7"]')
    page.click('#board [data-square="b8"]')
    page.mouse.move(1, 1)
    page.wait_for_selector("#told:has-text('never diagonally')")
    shown = ("#player-b", "#state", "#player-w", "#board", "#told", *ACTS)
    assert in_each_window(page, *shown) == {}
    assert side(page) > WINDOWS[-1][1] / 2  # on the largest
    for width, height in [(360, 740), (768, 1024)]:
        page.set_viewport_size({"width": width, "height": height})
        assert side(page) == width  # as wide as the window
    act(page, "to-analysis")
    for width, height in [(740, 360), (568, 320), (1024, 600)]:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        assert hidden(page, "#board", *STEPS) == []
        page.locator("#curve").scroll_into_view_if_needed()  # the board stays while its column is scrolled
        assert page.evaluate("scrollY") > 0 and hidden(page, "#board", "#curve") == []
        assert side(page) > height / 3


@pytest.mark.parametrize(("width", "height"), [(740, 360), *nightly((360, 620))])
def test_a_puzzle_shows_its_task_and_why_a_move_is_illegal(board: Board, width: int, height: int) -> None:
    page = opened(board, width, height)
    page.evaluate("location.hash = '#puzzle=2'")
    page.wait_for_selector("#title:has-text('Puzzle 2 ')")
    squares = page.locator("#board [data-square]")
    page.locator("#board .movable").first.click()
    away = "!b.matches('.target') && b.ariaLabel.endsWith(', empty')"
    square = squares.evaluate_all(f"all => all.find(b => {away}).dataset.square")
    page.click(f'#board [data-square="{square}"]')
    page.wait_for_selector("#told:has-text('never diagonally')")
    assert hidden(page, "#board", "#told", "#state", "#hint", "#solution") == []


@pytest.mark.parametrize(("width", "height"), [(360, 620), *nightly((740, 360))])
def test_a_game_is_begun_by_one_tap_and_fits(board: Board, width: int, height: int) -> None:
    page = opened(board, width, height)
    page.click("#start-play [data-level='0']")
    page.click('#board [data-square="a1"]')
    page.click('#board [data-square="a2"]')
    page.wait_for_selector(f"{ANSWERED} >> visible=true")
    assert hidden(page, "#board", "#state", "#player-b", "#player-w", *ACTS) == []


@pytest.mark.parametrize("language", ["de", *nightly("en", "fr", "ja", "pl")])
@pytest.mark.parametrize(("width", "height"), [(360, 620), *nightly((740, 360))])
def test_words_fit_in_each_language(board: Board, language: str, width: int, height: int) -> None:
    page = opened(board, width, height, language)
    buttons = page.locator("button:visible")
    assert overflow(page) == 0 and cut(buttons) == []
    assert max(rows(one) for one in page.locator(".levels .chip:visible").all()) < 4
    page.click("#start-learn")
    for _ in range(7):
        assert overflow(page) == 0 and cut(buttons) == []
        assert hidden(page, "#lesson-board", "#lesson-next", "#lesson-goal") == []
        page.click("#lesson-next")
    page.click("#start-play [data-level='5']")
    assert overflow(page) == 0 and cut(buttons) == []
    assert hidden(page, "#state", "#player-b", "#player-w", *ACTS) == []
    page.click("#more")
    assert overflow(page, "#dialog-more") == 0 and cut(page.locator("#dialog-more button")) == []
    page.click("#dialog-more [data-act=to-analysis]")
    assert page.locator("#effort").evaluate("one => one.scrollHeight - one.clientHeight") == 0


@pytest.mark.parametrize("language", ["de", "pl", *nightly("en", "fr", "ja")])
def test_words_fit_in_the_lowest_windows(board: Board, language: str) -> None:
    page = board(language=language)
    page.evaluate("location.hash = '#puzzle=9'")
    page.locator("#solution").wait_for()
    for screen in ("play", "analysis"):
        for width, height in [(568, 320), (640, 360)]:
            page.set_viewport_size({"width": width, "height": height})
            assert overflow(page) == 0
            assert cut(page.locator(".bottom button:visible, .holds, .verdict")) == []
        if screen == "play":
            act(page, "to-analysis")


@pytest.mark.parametrize("language", ["pl", *nightly("en", "de", "fr", "ja")])
def test_low_windows_show_the_whole_end_of_a_game(board: Board, language: str) -> None:
    page = opened(board, 740, 360, language)
    load(page, "1b1b/w1w1/w1w1 w - w 3")
    against(page)
    page.click("#pass")
    page.locator("#over-title").wait_for()
    assert in_each_window(page, "#over-title", "#after-again", "#after-review", "#after-other") == {}


def test_a_review_is_brought_into_view(board: Board) -> None:
    page = board("start moves a1a2 h8h7 c1c2 b8a8")
    act(page, "to-play")
    for width, height in [(360, 640), (740, 360)]:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        act(page, "more")
        page.click("#more-review")
        page.wait_for_selector("#result p:has-text('turning points')")
        assert hidden(page, "#result p") == []


@pytest.mark.parametrize("shape", [("8", "2"), ("2", "8")])
def test_boards_of_any_shape_fit(board: Board, shape: tuple[str, str]) -> None:
    page = opened(board, 1400, 900)
    act(page, "new")
    page.click("#new-board summary")
    page.select_option("#new-ranks", shape[0])
    page.select_option("#new-files", shape[1])
    page.click("#new-go")
    page.wait_for_selector("#dialog-new", state="hidden")
    assert hidden(page, "#board", "#state", "#pass") == []


@pytest.mark.parametrize(("width", "height"), [(360, 620), *nightly((1400, 900))])
def test_the_rules_open_at_their_heading(board: Board, width: int, height: int) -> None:
    page = opened(board, width, height)
    act(page, "rules")
    assert page.evaluate("document.activeElement.id") == "rules-title"
    assert page.evaluate("document.querySelector('#dialog-rules').scrollTop") == 0
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.act") == "learn"
