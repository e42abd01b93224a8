"""Rings and strips as SVG, and `narabi view`."""

import itertools
import json
import math
import operator
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import example, given, strategies as st

from _gamekit import paper
from _gamekit.languages import Language, language_of, languages_of
from _gamekit.svg import Drawing, Group, width_of
from _gamekit.themes import AUTO, LIGHT
from narabi_solver import (
    ArgumentError,
    Card,
    Deal,
    Deck,
    MoveFormatError,
    Rules,
    analyse,
    random_deal,
    review,
    solve,
    verify,
)
from narabi_solver.game import drawing as draw, ring_parts, ring_texts
from narabi_solver.game.ring_parts import BAND, RADIUS, STONE, letter_discs, sign
from narabi_solver.game.rules import Place, State, Stone, Swap, order_of, refusal
from narabi_solver.show import sheet
from narabi_solver.sizes import LAYOUTS
from tests import strategies
from tests.conftest import ROOT, Run
from tests.drawings import HOSTILE, SVG, count, is_golden, read, steps, texts, told
from tests.narabi.samples import EXAMPLE, STUCK
from tests.strategies import with_stones

DEAL = Deal.parse(EXAMPLE)
FIVE = random_deal(5, 3)
LINE_NUMBER = 7
"""Font size of the numbers of the lines to write on."""


def test_golden_drawings() -> None:
    solution = solve(DEAL)
    assert is_golden("ring.svg", DEAL.svg())
    assert is_golden("ring_targets_dark.svg", DEAL.svg(chosen="B4", theme="dark", width=900))
    assert is_golden("ring_five.svg", FIVE.svg())
    assert is_golden("ring_phone.svg", DEAL.svg(layout="phone", chosen="B4"))
    assert is_golden("ring_five_phone_dark.svg", analyse(FIVE).svg(layout="phone", theme="dark"))
    assert is_golden("strip.svg", solution.svg())
    assert is_golden("strip_dark.svg", solution.svg(theme="dark", columns=6))
    assert is_golden("analysis.svg", analyse(DEAL).svg())


def test_a_ring_shows_seats_stones_cards_and_the_mover() -> None:
    root = read(DEAL.svg())
    written = texts(root)
    for stone in DEAL.ring:
        assert stone.card in written
        assert stone.label in "wd" or stone.label in written
    for text in (
        "A",
        "B",
        "C",
        "A1",
        "C4",
        "turn 1: seat B to move",
        "assumed: at-most-6, four-away, colours",
    ):
        assert text in written
    assert "w" not in written and written.count("d") == 0  # blanks have no number
    assert count(root, "path", stroke=LIGHT.accent) == 1  # the mover's stretch
    assert "A: A1 d:higher  A2 2:at-least-3  A3 d:at-most-6  A4 7:even\n" in told(root)


@given(strategies.games(unusual=True))
def test_all_that_is_written_is_told(deal: Deal) -> None:
    told(read(deal.svg(chosen="A1")))
    told(read(draw.strip([deal.state()], [], title="nothing yet").svg()))


def test_targets_are_those_of_the_rules() -> None:
    for place, targets in (
        ("B4", "A2 C1 C3 C4"),
        ("B1", "nothing"),
        ("A2", "on seat A’s turn: B2 B3 C1 C2 C3"),
    ):
        root = read(DEAL.svg(chosen=place))
        assert told(root).endswith(f"can take{' ' if 'turn' in targets else ': '}{targets}")
        marks = count(root, "circle", stroke=LIGHT.second)
        assert marks == sum(word[0] in "ABC" and len(word) == 2 for word in targets.split())
    state = DEAL.state()
    after = Deal.parse(f"{DEAL} moves B2-A3").state()
    assert ring_texts.targets_of(state, Place(0, 2), Rules()) == ring_texts.targets_of(
        replace(state, mover=0), Place(0, 2), Rules()
    )
    undo = replace(after, last=Swap.parse("B3-C1"))
    assert Place(1, 2) in ring_texts.targets_of(undo, Place(2, 0), Rules())
    assert Place(1, 2) not in ring_texts.targets_of(undo, Place(2, 0), Rules(no_undo=True))


def test_a_strip_numbers_the_turns() -> None:
    solution = solve(DEAL)
    root = read(solution.svg())
    written = texts(root)
    assert written[0] == "solved in 5 turns and in no fewer (proven)"
    for turn, swap in enumerate(solution.swaps, 1):
        assert f"{turn}.  {swap}" in written
    assert "in order after turn 5" in written and "counterclockwise from the 0" in written
    told(root)
    middle = solve(Deal.parse(f"{DEAL} moves B2-A3 C1-B3"))
    assert "3.  A4-B4" in texts(read(middle.svg()))
    with pytest.raises(ArgumentError, match="from 1 to 25, not 0"):
        solution.svg(columns=0)


def test_a_strip_shows_the_card_of_the_moving_stone() -> None:
    solution = solve(DEAL)
    written = texts(read(solution.svg()))
    for state, swap in zip(solution.states(), solution.swaps, strict=False):
        row = written[written.index(f"{state.turns + 1}.  {swap}") :][:30]
        own, other = state.stone(swap.own), state.stone(swap.other)
        assert own.card in row and "takes" in row
        assert all(stone.label in "wd" or stone.label in row for stone in (own, other))


def arrow_and_letters(part: ET.Element) -> tuple[list[tuple[float, float]], list[tuple[float, float]]]:
    """Return points of the one arrow of a part of a drawing, and the middles of the seats' letters."""
    (curve,) = (path.get("d") for path in part.iter("path") if path.get("stroke") == LIGHT.accent)
    numbers = [float(number) for number in re.findall(r"-?[0-9.]+", curve or "")]
    points = []
    for t in (i / 200 for i in range(201)):
        weights = ((1 - t) ** 2, 2 * t * (1 - t), t * t)
        x, y = (sum(map(operator.mul, weights, numbers[i::2])) for i in (0, 1))
        points.append((x, y))
    middles = [
        (float(text.attrib["x"]), float(text.attrib["y"]) - 0.36 * float(text.attrib["font-size"]))
        for text in part.iter("text")
    ]
    return points, middles


@pytest.mark.parametrize("outside", [False, True])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_no_arrow_runs_across_a_letter(players: int, outside: bool) -> None:
    """For every swap of seat A with others: the other seats' are the same, turned."""
    state = replace(random_deal(players, 1).state(), mover=0)
    size, width, avoid = (draw.SMALL_LETTER, 7, []) if outside else (draw.LETTER, 4, letter_discs(state, 15))
    for own in range(state.hand):
        for other in range(state.hand, len(state.ring)):
            drawing = Drawing(100, 100, "a", "b", "light", None)
            swap = Swap(Place(0, own), Place(*divmod(other, state.hand)))
            ring_parts.swap_arrow(drawing, state, swap, width, avoid)
            ring_parts.letters(drawing, state, size, outside)
            points, middles = arrow_and_letters(drawing.element)
            assert len(middles) == players
            for seat, middle in enumerate(middles):
                room = min(math.dist(middle, point) for point in points) - width / 2
                assert room > (0.95 if seat == 0 else 0.55) * size, (swap, seat)


def test_a_ring_in_order_says_where_the_order_begins() -> None:
    down = solve(DEAL).states()[-1]
    assert order_of(down.ring) == (5, False) and ring_texts.order_text(down) == "counterclockwise from the 0"
    up = replace(down, ring=down.ring[::-1])
    assert order_of(up.ring) == (6, True) and ring_texts.order_text(up) == "clockwise from the 0"
    assert order_of(DEAL.ring) is None and ring_texts.order_text(DEAL.state()) == ""
    for state in (up, down):
        root = read(draw.ring(state, Rules(), theme="light").svg())
        assert ring_texts.order_text(state) in texts(root)
        (curve,) = (path.get("d") for path in root.iter(SVG + "path") if path.get("stroke") == LIGHT.accent)
        numbers = [float(number) for number in re.findall(r"-?[0-9.]+", curve or "")]
        turned = math.atan2(numbers[5], numbers[4]) - math.atan2(numbers[1], numbers[0])
        assert (math.sin(turned) > 0) == (state is up)  # y grows downwards: clockwise is positive


Box = tuple[float, float, float, float]


def boxes(part: ET.Element, x: float = 0, y: float = 0, scale: float = 1) -> Iterator[tuple[str, float, Box]]:
    """Yield the tiles and texts of a drawing: what it is, the size of its font, left, top, right, bottom."""
    moved = re.fullmatch(r"translate\((\S+) (\S+)\)(?: scale\((\S+)\))?", part.get("transform", ""))
    if moved:
        x, y = x + scale * float(moved[1]), y + scale * float(moved[2])
        scale *= float(moved[3] or 1)
    for element in part:
        at = [float(element.get(name, 0)) for name in ("x", "y", "width", "height")]
        if element.tag == SVG + "g":
            yield from boxes(element, x, y, scale)
        elif element.tag == SVG + "rect" and element.get("rx") not in (None, "8", "0.1"):
            left, top = x + scale * at[0], y + scale * at[1]
            yield "tile", 0, (left, top, left + scale * at[2], top + scale * at[3])
        elif element.tag == SVG + "text":
            size = scale * float(element.attrib["font-size"])
            wide = size * width_of(element.text or "")
            share = {"middle": 0.5, "end": 1.0}.get(element.get("text-anchor", ""), 0.0)
            left, base = x + scale * at[0] - share * wide, y + scale * at[1]
            yield element.text or "", size, (left, base - 0.72 * size, left + wide, base)


def overlap(one: Box, other: Box) -> bool:
    return all(one[i] < other[i + 2] and other[i] < one[i + 2] for i in (0, 1))


def with_long_names(deal: Deal) -> State:
    """Return a ring in which every third card has a name that is too long for a tile."""
    state = deal.state()
    long = Card("a-card-with-a-long-name")
    ring = tuple(Stone(one.label, long.name) if i % 3 == 0 else one for i, one in enumerate(state.ring))
    return replace(state, ring=ring, deck=replace(state.deck, cards=(*state.deck.cards, long)))


@pytest.mark.parametrize("layout", ["wide", "phone"])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_nothing_overlaps_or_is_cut_off(players: int, layout: str) -> None:
    deal = random_deal(players, 2)
    for state in (deal.state(), with_long_names(deal)):
        root = read(draw.ring(state, Rules(), chosen=Place(1, 0), notes=["a note"], layout=layout).svg())
        width, height = map(float, root.attrib["viewBox"].split()[2:])
        found = list(boxes(root))
        tiles = [box for what, _, box in found if what == "tile"]
        places = [box for what, _, box in found if re.fullmatch("[A-E][1-4]", what)]
        listed = 2 if layout == "phone" else 1
        assert len(tiles) == len(places) == listed * len(state.ring)
        for box in (box for _, _, box in found):
            assert 0 <= box[0] and 0 <= box[1] and box[2] <= width and box[3] <= height, (box, width)
        for one, other in itertools.combinations([*tiles, *places], 2):
            assert not overlap(one, other)
        ring = root.find(SVG + "g")
        assert ring is not None
        x, y, *scale = map(float, re.findall(r"[\d.]+", ring.attrib["transform"]))
        for box in tiles[: len(state.ring)]:
            aside = max(box[0] - x, x - box[2], 0), max(box[1] - y, y - box[3], 0)
            assert math.hypot(*aside) > (RADIUS + BAND + 2) * (scale or [1])[0]


LANGUAGES = languages_of("narabi_solver").values()
lengths = st.integers(3, 5).flatmap(
    lambda players: st.tuples(
        st.just(players), st.lists(st.sampled_from([0, 7, 13, 14]), min_size=15, max_size=15)
    )
)
"""A number of players, and for each stone how many of the 15 cards have a shorter name than its card."""


def with_cards(deal: Deal, cards: Iterator[str]) -> Deal:
    """Return a deal whose stones have these cards, in order."""
    return with_stones(deal, lambda stone: Stone(stone.label, next(cards)))


def deals_in_languages(lengths: tuple[int, list[int]]) -> Iterator[tuple[Deal, Language]]:
    """Yield a deal with cards of these lengths for each language."""
    players, ranks = lengths
    deal = replace(random_deal(players, 2), unusual=True)
    for language in LANGUAGES:
        by_length = sorted(deal.deck, key=lambda card: width_of(card.called(language)))
        cards = iter([by_length[rank].name for rank in ranks])
        yield with_cards(deal, cards), language


def tiles_and_places(part: ET.Element) -> list[Box]:
    """Return the boxes of cards and of the names of places, and check that none overlaps another."""
    found = [box for what, _, box in boxes(part) if what == "tile" or re.fullmatch("[A-E][1-4]", what)]
    for one, other in itertools.combinations(found, 2):
        assert not overlap(one, other)
    return found


@pytest.mark.parametrize("layout", [*LAYOUTS, "sheet"])
@given(lengths=lengths)
@example(lengths=(5, [14] * 15))
@example(lengths=(5, [0, 0, 0, 0, 0, 0, 0, 14, 14, 0, 0, 0, 0, 0, 0]))
def test_no_card_hides_another_a_place_or_a_stone(layout: str, lengths: tuple[int, list[int]]) -> None:
    for deal, language in deals_in_languages(lengths):
        if layout == "sheet":
            drawing = Drawing(900, 900, "a", "b", "light", None)
            called = partial(Card.called, language=language)
            draw.draw_ring(drawing.part(450, 450), deal.state(), card_size=sheet.CARD_SIZE, called=called)
        else:
            drawing = draw.ring(deal.state(), Rules(), layout=layout, language=language)
        root = read(drawing.svg())
        found = tiles_and_places(root)
        ring = root.find(SVG + "g")
        assert ring is not None
        x, y, *scale = map(float, re.findall(r"[\d.]+", ring.attrib["transform"]))
        for box in found[: 2 * len(deal.ring)]:
            aside = max(box[0] - x, x - box[2], 0), max(box[1] - y, y - box[3], 0)
            assert math.hypot(*aside) > (RADIUS + STONE) * (scale or [1])[0]


@given(lengths, st.integers(1, 24), st.sampled_from([*paper.SIZES]))
@example((3, [0] * 15), 6, "letter")
@example((3, [0] * 15), 13, "a4")
def test_no_card_on_a_sheet_leaves_its_puzzle(lengths: tuple[int, list[int]], turns: int, size: str) -> None:
    """What a page has besides the rings is never under a card or under the name of a place."""
    line = (Swap(Place(0, 0), Place(1, 0)),) * turns
    for deal, language in deals_in_languages(lengths):
        puzzle = sheet.DealPuzzle(deal, line, 3, language=language)
        pages = sheet.sheet([puzzle] * 3, language=language, title="puzzles", foot="", size=size)
        root = read(pages.pages[0].svg())
        found = tiles_and_places(root)
        assert len(found) == 3 * 2 * len(deal.ring)
        written = [box for what, size, box in boxes(root) if what == puzzle.task or size == LINE_NUMBER]
        assert len(written) >= 3 + 3 * turns
        for one, other in itertools.product(found, written):
            assert not overlap(one, other)


def test_on_a_phone_every_text_can_be_read() -> None:
    """At 360 pixels no text is smaller than 12."""
    solution = solve(FIVE)
    drawings = [
        DEAL.svg(layout="phone", chosen="B4"),
        FIVE.svg(layout="phone"),
        analyse(FIVE).svg(layout="phone"),
        solution.svg(layout="phone"),
        draw.ring(solution.states()[-1], Rules(), layout="phone").svg(),
        draw.rings([DEAL.state(), FIVE.state()], layout="phone").svg(),
    ]
    for drawing in drawings:
        root = read(drawing)
        assert root.get("width") == "360"
        pixels = 360 / float(root.attrib["viewBox"].split()[2])
        assert min(size * pixels for _, size, _ in boxes(root) if size) >= 12
        told(root)


def test_pages_choose_the_layout() -> None:
    page = solve(DEAL).replay(theme="light").html()
    assert [set(step) for step in steps(page)] == [{"text", "wide", "phone"}] * 6
    assert page.count('class="picture wide"') == page.count('class="picture phone"') == 1
    assert page.count('viewBox="0 0 360 ') == 1 and re.search(r"@media ?\(max-width: ?42rem\)", page)


def sign_of(card: Card) -> str:
    """Return what is drawn for a card."""
    part = Group(ET.Element("g"), AUTO)
    sign(part, card)
    return ET.tostring(part.element, encoding="unicode")


def test_each_card_has_a_sign_of_its_own_that_stays_in_its_box() -> None:
    values = strategies.CONDITION_VALUES
    drawn = [sign_of(card) for card in Deck.standard()] + [sign_of(Card("any"))]
    assert len(set(drawn)) == len(drawn)
    signs = {}
    combined = [name for name in values if name != "never"]
    for chosen in itertools.chain.from_iterable(itertools.combinations(combined, n) for n in range(1, 7)):
        for asked in itertools.product(*(values[name][:2] for name in chosen)):
            card = Card("own", **dict(zip(chosen, asked, strict=True)))
            signs[str(card.conditions)] = sign_of(card)
    for name in combined:
        for asked in values[name]:
            card = Card("own", **{name: asked})
            signs[str(card.conditions)] = sign_of(card)
    assert len(set(signs.values())) == len(signs)


def test_without_a_line_there_is_the_ring() -> None:
    stuck = solve(Deal.parse(STUCK, unusual=True))
    assert "unsolvable (proven)" in texts(read(stuck.svg()))
    in_order = "0:stay 1:odd 2:even w:left / 3:stay 4:dark d:white 5:left / 6:odd 7:lower 8:right d:left"
    root = read(solve(Deal.parse(in_order, unusual=True)).svg())
    assert "in order as dealt" in told(root)
    assert count(root, "path", fill=LIGHT.bed, stroke=LIGHT.accent) == 0  # nobody is to move


def test_results_show_themselves_in_notebooks() -> None:
    for shown in (DEAL, solve(DEAL), verify(DEAL, "B2-A3 C1-B3"), verify(DEAL, "B2-A4"), analyse(DEAL)):
        told(read(shown._repr_svg_()))
    html = analyse(DEAL)._repr_html_()
    assert html.count('<tr class="best">') == 1 and "7 turns" in html
    assert "(prefers-color-scheme: dark)" in html
    page = solve(DEAL).replay().html()
    assert len(steps(page)) == 6 and "5. C1-B3" in page
    text = read(verify(DEAL, "B2-A3 C1-A4")._repr_svg_())
    assert texts(text)[0] == "illegal on turn 2: 1 legal turn, the ring is not in order after it"
    assert "turn 2, C1-A4: the 7 does not fit: the 8's card allows any stone of value 2 to 6" in texts(text)
    told(text)


def test_names_of_cards_are_escaped() -> None:
    deck = replace(Deck.standard(), cards=(*Deck.standard().cards, Card(HOSTILE), Card("x" * 40)))
    ring = (Stone("0", HOSTILE), Stone("1", "x" * 40), *DEAL.ring[2:])
    root = read(draw.ring(State(ring, deck, 3, 0), Rules(), swaps=[Swap.parse("A1-B1")]).svg())
    harmless = HOSTILE.replace("\x00", "\ufffd").replace("\x1b", "\ufffd")
    assert harmless in texts(root) and "x" * 40 in texts(root) and harmless in told(root)
    assert "x" * 15 + "…" in [element.text for element in root.iter()]
    html = draw.replay([State(ring, deck, 3, 0)], [], Rules(), HOSTILE).html()
    assert html.count("<script>") == 1


def test_places_are_checked() -> None:
    with pytest.raises(ArgumentError, match="the layout must be wide or phone, not 'tall'"):
        DEAL.svg(layout="tall")
    with pytest.raises(MoveFormatError, match="'Z9' is not a place; a place is written like A2"):
        DEAL.svg(chosen="Z9")
    with pytest.raises(ArgumentError, match="there is no place D1: the places are A1 to C4"):
        DEAL.svg(chosen="D1")
    with pytest.raises(ArgumentError, match="there is no place A9: the places are A1 to C4"):
        DEAL.svg(chosen="A9")


def test_view(narabi_here: Run, tmp_path: Path) -> None:
    svg, html = str(tmp_path / "a.svg"), str(tmp_path / "a.html")
    done = narabi_here("view", EXAMPLE, "--svg", svg, "--html", html, "--stone", "B4", "--width", "300")
    assert done.returncode == 0 and "any stone exactly" not in done.stdout
    assert "B4  0:white  a white stone  A2 C1 C3 C4" in done.stdout
    root = read(Path(svg).read_text())
    assert root.get("width") == "300" and "B4 0:white can take: A2 C1 C3 C4" in told(root)
    (step,) = steps(Path(html).read_text())
    assert all("B4 0:white can take: A2 C1 C3 C4" in shown for shown in step.values())
    targets = f'stroke="{LIGHT.second}"'
    assert step["wide"].count(targets) == step["phone"].count(targets) == 4
    phone = ("--layout", "phone", "--theme", "light")
    assert narabi_here("view", EXAMPLE, "--stone", "B4", "--svg", svg, *phone).returncode == 0
    assert Path(svg).read_text() == DEAL.svg(chosen="B4", layout="phone", theme="light")
    two = tmp_path / "two.txt"
    two.write_text(f"{EXAMPLE}\n{FIVE}\n")
    assert narabi_here("view", str(two), "--svg", svg, *phone).returncode == 0
    assert read(Path(svg).read_text()).get("viewBox") == f"0 0 360 {2 * (412 + 27 * 8 + 4)}"
    done = narabi_here(
        "view", EXAMPLE, "--line", "B2-A3 C1-B3", "--svg", svg, "--html", html, "--theme", "dark"
    )
    assert done.returncode == 0 and "2 turns: the ring is not in order yet" in done.stdout
    assert "2.  C1-B3" in texts(read(Path(svg).read_text()))
    assert len(steps(Path(html).read_text())) == 3
    done = narabi_here("view", EXAMPLE, "--solve", "--svg", svg, "--json")
    assert json.loads(done.stdout)["in_order"] is True and len(json.loads(done.stdout)["line"]) == 5
    assert texts(read(Path(svg).read_text()))[0] == "solved in 5 turns and in no fewer (proven)"


def test_view_says_what_is_wrong(narabi_here: Run, tmp_path: Path) -> None:
    svg = str(tmp_path / "a.svg")
    done = narabi_here("view", EXAMPLE, "--line", "B2-A3 C1-A4", "--svg", svg, "--json")
    answer = json.loads(done.stdout)
    assert done.returncode == 1 and answer["line"] == ["B2-A3"] and not answer["legal"]
    assert answer["error"] in texts(read(Path(svg).read_text()))
    assert narabi_here("view", STUCK, "--unusual", "--solve").returncode == 1
    two = tmp_path / "two.txt"
    two.write_text(f"{EXAMPLE}\n{EXAMPLE}\n")
    for arguments, message in (
        ([EXAMPLE, "--line", "B2"], "'B2' is not a swap"),
        ([EXAMPLE, "--stone", "E1"], "there is no place E1"),
        ([EXAMPLE, "--stone", "B1", "--line", "B2-A3"], "cannot be combined with a line"),
        ([EXAMPLE, "--solve", "--line", "B2-A3"], "not allowed with"),
        ([EXAMPLE, "--theme", "red"], "not 'red'"),
        ([EXAMPLE, "--layout", "x"], "not 'x'"),
        ([EXAMPLE, "--width", "5"], "60 to 10,000"),
        ([EXAMPLE, "--svg", str(tmp_path / "none" / "a.svg")], "none/a.svg: there is no folder"),
        ([EXAMPLE, "--svg", str(tmp_path)], "not a regular file"),
        ([str(two), "--svg", svg, "--solve"], "select one, for example"),
    ):
        done = narabi_here("view", *arguments)
        assert done.returncode == 2 and message in done.stderr and "Traceback" not in done.stderr, arguments


def test_a_view_loads_no_kernels() -> None:
    program = (
        "import sys, narabi_solver.cli as cli\n"
        f"assert cli.main(['view', {EXAMPLE!r}]) == 0\n"
        "print(sorted({'numba', 'scipy', 'matplotlib'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, env=os.environ, check=True
    )
    assert done.stdout.endswith("[]\n")


def test_elements_are_not_pasted_together() -> None:
    """The text of a drawing is the one that its tree gives."""
    text = DEAL.svg()
    ET.register_namespace("", "http://www.w3.org/2000/svg")
    assert ET.tostring(ET.fromstring(text), encoding="unicode") + "\n" == text


@pytest.mark.parametrize("language", ["de", "fr", "ja", "pl"])
def test_strips_and_errors_are_in_the_language_of_the_reader(
    language: str, tmp_path: Path, narabi_here: Run
) -> None:
    texts = language_of("narabi_solver", language)
    strip, rings, bad, page = (tmp_path / name for name in ("strip.svg", "rings.svg", "bad.svg", "bad.html"))
    line = ["--line", "A1-A2"]
    for options in (
        [EXAMPLE, "--solve", "--svg", str(strip)],
        [EXAMPLE, *line, "--svg", str(bad), "--html", str(page)],
    ):
        narabi_here("view", *options, "--language", language)
    (tmp_path / "deals.txt").write_text(f"{EXAMPLE}\n{EXAMPLE}\n")
    narabi_here("view", str(tmp_path / "deals.txt"), "--svg", str(rings), "--language", language)
    deal = Deal.parse(EXAMPLE)
    assert texts.text("replay.takes") in strip.read_text("utf-8")
    why = refusal(deal.state(), Swap.parse("A1-A2"), Rules(), texts)
    assert why and texts.text("illegal.turn", seat="B", place="A1", owner="A") in why
    for file in (bad, page):
        assert why in file.read_text("utf-8")
    assert texts.text("replay.rings", n=2) in rings.read_text("utf-8")
    for file in (strip, rings, bad, page):
        found = re.findall(
            r"\b(?:in order|takes|turn|seat|stones|assumed|clockwise|then)\b", file.read_text("utf-8")
        )
        assert found == [], file


@pytest.mark.parametrize("language", ["de", "fr", "ja", "pl"])
def test_a_review_says_why_in_the_language_of_the_reader(language: str) -> None:
    texts = language_of("narabi_solver", language)
    game = review(Deal.parse(f"{EXAMPLE} moves B4-A2"))
    shown = game.replay(language=language).frames[0].text
    why = game.turns[0].why
    assert why and why.barred
    before, after = texts.text("review.stops", way="|", swap=why.barred.swap, why="|").split("|")[:2]
    assert before in shown and after in shown
    reason = texts.text(
        "illegal.place", place="A4", stone="3", words=game.deal.deck["three-away"].words(texts)
    )
    assert reason in shown
