"""Boards as SVG, games as pages, `mabi show --svg` and `mabi view`."""

import json
import re
import time
from pathlib import Path

import pytest

from _gamekit.languages import language_of
from _gamekit.themes import DARK, LIGHT
from mabi_search import (
    ArgumentError,
    Move,
    MoveFormatError,
    Position,
    Rules,
    analyse,
    analyse_pass,
    probe,
    solve,
)
from mabi_search.cli import main
from mabi_search.game import drawing as draw, rules as game
from mabi_search.game.drawing import Look
from mabi_search.game.marks import Arrow
from mabi_search.game.notation import line_words
from mabi_search.tables import table_files
from tests.drawings import HOSTILE, SVG, count, is_golden, read, steps, texts, told
from tests.mabi import games
from tests.mabi.samples import LONG_GAME

ACCENT, SECOND, HATCH = LIGHT.accent, LIGHT.second, (LIGHT.white_hatch, LIGHT.black_hatch)
OPENING = Position.parse("start moves a1a2 h8h7 c1c2 f8f7 e1e2 b8b7 g1g2 d8d7")
RUN = Position.parse("1wb1/wwb1/w1b1/1bw1 w r w 13")


def test_golden_drawings() -> None:
    assert is_golden("board.svg", OPENING.svg())
    assert is_golden("board_run_dark.svg", RUN.svg(region="w", theme="dark", width=900))
    assert is_golden("board_analysis.svg", analyse(OPENING, depth=3, lines=4).svg())
    passed = Position.parse("1b1b/w1w1/w1w1 w - w 3")
    assert is_golden("board_arrows.svg", passed.play("pass").svg(arrows=analyse_pass(passed).run))


def test_a_board_shows_pieces_groups_and_the_last_move() -> None:
    root = read(OPENING.svg())
    written = texts(root)
    alone = sum(count(root, "circle", fill=fill, r="20.25") for fill in (LIGHT.white_disc, LIGHT.black_disc))
    joined = [path for path in root.iter(SVG + "path") if path.get("stroke-width") == "40.5"]
    assert alone + 2 * len(joined) == 32 and len(joined) == 8 and count(root, "rect", width="56") == 64
    assert [written.count(text) for text in ("move 5, White to move", "a", "h", "8", "2")] == [1, 1, 1, 1, 9]
    assert count(root, "rect", stroke=ACCENT) == 2 and count(root, "rect", stroke_dasharray="5 4") == 1
    assert "numbers: group sizes  ·  hatched: paralysed  ·  last: d8–d7" in written
    twin = told(root)
    assert "\n7  w* b  w* b  w* b  w* b\n" in twin and "White's group of 2: a2 a3\n" in twin
    first = read(Position.start().svg())
    assert count(first, "rect", stroke=ACCENT) == 0 and "numbers: group sizes" in texts(first)


def test_marks_are_those_of_the_rules() -> None:
    for reading in games.every_reading():
        if reading["repetition"] != "situation":  # which marks nothing
            continue
        rules = Rules(size="5x5", **reading)
        for state in list(games.game(rules, seed=3, plies=24))[::9]:
            marked = draw.marks(state, rules)
            for square in game.squares(state.board):
                frozen = any(square in group for group in game.frozen(state, rules))
                held = state.at(square) != "." and bool(game.paralysers(state, square, rules))
                assert marked.get(square) == ("!" if frozen else "*" if held else None)
    root = read(RUN.svg())
    assert sum(count(root, "path", stroke=hatch) for hatch in HATCH) == 3
    assert count(root, "path", stroke=SECOND, stroke_width="53") == 1  # round the group of 4
    assert any("framed: frozen" in text for text in texts(root))


@pytest.mark.parametrize("size", games.SIZES)
def test_all_that_is_written_is_told(size: str) -> None:
    rules = Rules(size=size)
    *_, state = games.game(rules, seed=5, plies=30)
    moves = [Arrow(move, str(i)) for i, move in enumerate(game.legal_moves(state, rules), 1)]
    look = Look(region="b", arrows=moves, notes=[HOSTILE, *(arrow.label for arrow in moves)])
    board = draw.board(state, rules, ["x" * 200, HOSTILE], look)
    assert "\ufffd" in told(read(board.svg()))


def test_a_run_stays_in_its_region() -> None:
    """What the drawing says: no run leaves the marked squares, and no more pieces come together."""
    for seed in range(4):
        rules = Rules(size="3x4")
        for state in list(games.game(rules, seed, 12, passing=0))[3::4]:
            regions = draw.reachable(state.board, state.side)
            inside = frozenset().union(*regions)
            most = max(sum(state.at(square) == state.side for square in one) for one in regions)
            seen, fringe = {state.board}, [state]
            while fringe:
                now = game.replace(fringe.pop(), mode="r", seen=())
                assert set(now.pieces(state.side)) <= inside and game.largest(now, state.side) <= most
                for move in game.legal_moves(now, Rules(size="3x4", repetition="off")):
                    after = game.play_unchecked(now, move, rules)
                    if move.origin is not None and after.board not in seen:
                        seen.add(after.board)
                        fringe.append(after)
    root = read(RUN.svg(region="w"))
    assert count(root, "circle", r="5", fill=SECOND) == 7
    assert "dots: where a run of White can get; 4 come together at most" in texts(root)
    with pytest.raises(ArgumentError, match="'w', 'b' or None, not 'white'"):
        RUN.svg(region="white")


def test_arrows_are_numbered() -> None:
    root = read(OPENING.svg(arrows=["a5b5", Move.parse("c5c4"), "pass"]))
    assert "arrows  1: a5–b5  2: c5–c4  3: pass" in texts(root)
    assert count(root, "path", fill=ACCENT) == 2
    found = analyse(OPENING, depth=2, lines=3)
    root = read(found.svg())
    assert count(root, "path", fill=ACCENT) + count(root, "path", fill=SECOND) == 3
    assert any(text.startswith(line_words(found.pv[:2], 2)) for text in texts(root))
    with pytest.raises(MoveFormatError, match="'a5' is not a move"):
        OPENING.svg(arrows=["a5"])


def test_texts_begin_at_the_board_and_scores_are_bold() -> None:
    root = read(analyse(OPENING, depth=2, lines=2).svg())
    lines = [element for element in root.iter(SVG + "text") if element.get("text-anchor") is None]
    board = min(
        float(square.get("x", "")) for square in root.iter(SVG + "rect") if square.get("width") == "56"
    )
    rows = [[one for one in lines if one.get("y") == y] for y in dict.fromkeys(one.get("y") for one in lines)]
    assert all(float(row[0].get("x", "")) == board for row in rows) and [len(row) for row in rows[-3:]] == [
        3,
        3,
        1,
    ]
    for number, score, moves in rows[-3:-1]:
        assert [one.get("font-weight") for one in (number, score, moves)] == [None, "bold", None]
        assert re.fullmatch(r"[+−]\d\.\d\d", score.text or "")
        assert float(moves.get("x", "")) == float(rows[-3][2].get("x", ""))


@pytest.mark.parametrize("language", ["de", "fr", "ja", "pl"])
def test_an_analysis_is_drawn_in_the_language_of_the_reader(language: str, tmp_path: Path) -> None:
    words, file = language_of("mabi_search", language), tmp_path / "board.svg"
    won = "1b1b/w1w1/w1w1 w - w 3"
    assert main(["analyse", won, "--svg", str(file), "--language", language]) == 0
    assert file.read_text() == analyse(Position.parse(won)).svg(language=language)
    drawn = texts(read(file.read_text()))
    assert words.text("proven", outcome=words.text("win")) in drawn
    assert words.text("replay.scores", depth=1) in drawn and "(proven)" not in " ".join(drawn)


def test_results_show_themselves_in_notebooks(tmp_path: Path) -> None:
    small = Position.start(Rules(size="3x4"))
    table_files.build(table_files.TableSpec.of(small.rules), folder=tmp_path)
    over = Position.parse("start moves a1a2 pass pass")
    for shown in (small, over, analyse(small), analyse(over), probe(small, folder=tmp_path), solve(small)):
        told(read(shown._repr_svg_()))
    assert "White wins (proven)" in texts(read(solve(small)._repr_svg_()))
    assert texts(read(over.svg()))[0] == "the game is over: White wins by 2 to 1"
    assert "win for the side to move at distance 2; arrows: the moves that keep it" in texts(
        read(probe(small, folder=tmp_path)._repr_svg_())
    )


def test_a_game_is_stepped_through() -> None:
    page = OPENING.replay(theme="dark").html()
    assert len(steps(page)) == 9 and ">1. a1–a2<" in page and ">4… d8–d7<" in page and ">start<" in page
    assert "hatched: paralysed" in steps(page)[8]["text"] and "last: d8–d7" in steps(page)[8]["text"]
    assert "<h1>Mabi: move 5, White to move</h1>" in page
    assert len(steps(RUN.replay().html())) == 1


def test_a_page_shows_how_the_largest_groups_grow() -> None:
    replay = OPENING.replay(theme="dark")
    assert replay.timeline is not None and len(replay.timeline.places) == len(replay.frames) == 9
    assert replay.timeline.places == sorted(set(replay.timeline.places))
    root = read(replay.timeline.drawing.svg())
    assert (root.findtext(SVG + "desc") or "").startswith(
        "start: White 1, Black 1; 1. a1–a2: White 2, Black 1; 1… h8–h7: White 2, Black 2; "
    )
    assert texts(root)[3:5] == ["start", "4… d8–d7"]
    largest = [len(OPENING.groups[side][0]) for side in "wb"]
    assert texts(root)[-2:] == [f"White {largest[0]}", f"Black {largest[1]}"]
    heights = [float(mark.attrib["cy"]) for mark in root.iter(SVG + "circle")]
    assert (heights[0] < heights[1]) == (largest[0] > largest[1])
    assert RUN.replay().timeline is None


def test_a_page_of_120_plies_is_small() -> None:
    assert len(Position.parse(LONG_GAME).replay().html().encode()) < 400_000


def test_show_and_view(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    svg, html = tmp_path / "a.svg", tmp_path / "a.html"
    assert main(["show", str(OPENING), "--svg", str(svg), "--width", "300", "--region", "black"]) == 0
    root = read(svg.read_text())
    assert root.get("width") == "300" and "run of Black" in told(root)
    assert main(["view", str(OPENING), "--html", str(html), "--json", "--theme", "dark"]) == 0
    assert len(steps(html.read_text())) == 9 and DARK.ground in html.read_text()
    captured = capsys.readouterr()
    assert json.loads(captured.out.splitlines()[-1])["ply"] == 8
    assert f"mabi: written to {html}" in captured.err
    assert main(["analyse", str(OPENING), "--depth", "2", "--lines", "2", "--svg", str(svg)]) == 0
    assert count(read(svg.read_text()), "path", fill=ACCENT) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["view", "start"], "--html"),
        (["view", "start", "--html", "/"], "/: not a regular file"),
        (["show", "start", "--svg", "none/none.svg"], "none/none.svg: there is no folder"),
        (["show", "start", "--theme", "red"], "must be "),
        (["show", "start", "--width", "20"], "60 to 10,000"),
        (["show", "start", "--region", "w"], "must be "),
    ],
)
def test_nonsense(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        code = main(arguments)
    except SystemExit as end:
        assert isinstance(end.code, int)
        code = end.code
    captured = capsys.readouterr()
    assert code == 2 and message in captured.err and captured.out == ""


def test_one_drawing_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    two = tmp_path / "two"
    two.write_text("start\nstart moves a1a2\n")
    assert main(["show", str(two), "--svg", str(tmp_path / "a.svg")]) == 2
    assert "select one, for example" in capsys.readouterr().err


def test_a_long_game_is_drawn_in_time() -> None:
    states = list(games.game(Rules(), seed=1, plies=100))
    started = time.process_time()
    for state in states:
        draw.board(state, Rules(), ["words"], Look())
    assert time.process_time() - started < 10


@pytest.mark.parametrize("language", ["de", "fr", "ja", "pl"])
def test_a_board_is_described_in_the_language_of_the_reader(language: str) -> None:
    drawn = RUN.svg(region="w", language=language)
    words = language_of("mabi_search", language)
    side, numbers = words.text("w"), words.text("replay.numbers")
    assert numbers in drawn and RUN.words(language)[0] in drawn
    assert words.text("replay.region", side=side, most="|").split("|")[0] in drawn
    assert words.text("replay.group", side=side, n="|", squares="").split("|")[0] in drawn
    assert re.findall(r"\b(?:White|Black|group|dots|numbers|to move|passed)\b", drawn) == []
