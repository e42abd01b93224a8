"""`Position`: notation, immutability, explanations, and all that can be wrong with a text."""

import dataclasses

import pytest
from hypothesis import given, strategies as st

from mabi_search import (
    ArgumentError,
    IllegalMoveError,
    InvalidPositionError,
    MabiError,
    Move,
    MoveFormatError,
    Position,
    PositionFormatError,
    Rules,
)
from mabi_search.game import rules as game
from tests.mabi.games import SIZES, every_reading, game as random_game

START = "1b1b1b1b/w1w1w1w1/1b1b1b1b/w1w1w1w1/1b1b1b1b/w1w1w1w1/1b1b1b1b/w1w1w1w1 w - - 0"


@st.composite
def games(draw: st.DrawFn) -> Position:
    """Return the end of a random game with all its moves."""
    reading = draw(st.sampled_from(list(every_reading())))
    rules = Rules(size=draw(st.sampled_from(SIZES[1:])), **reading)
    position = Position.start(rules)
    for _ in range(draw(st.integers(0, 12))):
        moves = list(position.legal_moves)
        if not moves:
            break
        position = position.play(draw(st.sampled_from(moves)))
    return position


def test_the_start() -> None:
    assert str(Position.start()) == START
    assert Position.parse(START) == Position.parse("start") == Position.start()


@given(games())
def test_a_text_is_read_back(position: Position) -> None:
    again = Position.parse(str(position), position.rules)
    assert again == position and again.state == position.state and str(again) == str(position)
    assert again.outcome() == position.outcome() and again.status() == []


@given(games())
def test_legal_moves_are_those_that_nothing_speaks_against(position: Position) -> None:
    moves = set(position.legal_moves)
    assert len(moves) == len(position.legal_moves) and bool(moves) == bool(position.legal_moves)
    every = list(game.squares(position.state.board))
    steps = [Move(a, b) for a in every for b in every] + [game.PASS]
    assert {move for move in steps if position.why_not(move) is None} == moves
    assert {move for move in steps if move in position.legal_moves} == moves


@given(games())
def test_play_unchecked_is_play_for_legal_moves(position: Position) -> None:
    before = str(position)
    for move in position.legal_moves:
        assert position.play(move).state == position.play_unchecked(move).state
        assert position.play(str(move)) == position.play(move)
    assert str(position) == before
    with pytest.raises(dataclasses.FrozenInstanceError):
        position.moves = ()  # type: ignore[misc]


@given(games())
def test_the_graph_says_what_the_rules_say(position: Position) -> None:
    graph = position.paralysis_graph()
    state, rules = position.state, position.rules
    held = {str(s): game.paralysers(state, s, rules) for side in "wb" for s in state.pieces(side)}
    by_edge = {
        (str(min(enemy)), str(min(game.group_of(state, game.Square(*square))))): None
        for side in "wb"
        for square in state.pieces(side)
        for enemy in held[str(square)]
    }
    assert set(graph.edges) == set(by_edge)
    freed = {piece for _, _, about in graph.edges(data=True) for piece in about["freed"]}
    assert freed == {piece for piece, enemies in held.items() if len(enemies) == 1}
    for larger, smaller in graph.edges:
        assert graph.nodes[larger]["size"] > graph.nodes[smaller]["size"]


@given(games())
def test_every_stuck_piece_has_a_reason(position: Position) -> None:
    free = {move.origin for move in position.legal_moves}
    if position.outcome() is None:
        stuck = position.stuck()
        assert set(stuck) == set(position.state.pieces(position.side)) - free
        assert all(stuck.values())


def test_why_not() -> None:
    position = Position.parse("1b1b/w1w1/1b1b/w1w1 w - - 0").play("a1b1")
    assert position.why_not("b2b3") == "b2 is paralysed by the white group b1 c1 (2 > 1)"
    frozen = position.play("pass")
    assert frozen.why_not("b1a1") == "b1 is frozen: its group is the only largest group on the board"
    assert frozen.play("pass").why_not("a3a4") == "the game is over"


WRONG: list[tuple[str, type[Exception], list[str]]] = [
    ("", PositionFormatError, ["five parts", "has 0"]),
    ("hello", PositionFormatError, ["five parts"]),
    ("1b1b/w1w1/1b1b/w1w1 w - - 0x", PositionFormatError, ["plies played"]),
    ("1b1b/w1w1/1b1b/w1w1 w - - 08", PositionFormatError, ["plies played"]),
    ("1b1b/w1w1/1b1/w1w1 w - - 0", PositionFormatError, ["same width", "rank 2 has 3"]),
    ("1b1x/w1w1 w - - 0", PositionFormatError, ["rank 2", "'x'"]),
    ("/".join(["8"] * 9) + " w - - 0", PositionFormatError, ["2 to 8 ranks", "not 9"]),
    ("w/b w - - 0", PositionFormatError, ["2 to 8 files"]),
    ("wwwwwwwwb/9 w - - 0", PositionFormatError, ["9"]),
    ("8b/8w w - - 0", PositionFormatError, ["9 squares"]),
    ("w1/1x x y z -1", PositionFormatError, ["rank 1", "side to move", "mode", "holder", "plies"]),
    ("8/8 w - - 0", InvalidPositionError, ["no pieces"]),
    ("w1/1b w q - 3", InvalidPositionError, ["pass_rule=run", "not q"]),
    ("ww/1b w - - 3", InvalidPositionError, ["White has the larger group (2 to 1)", "holder must be w"]),
    ("ww/1b w - b 3", InvalidPositionError, ["holder must be w, not b"]),
    ("ww/bb w - - 3", InvalidPositionError, ["is the holder: w or b, not -"]),
    ("w1/1b w - w 3", InvalidPositionError, ["holder must be -, not w"]),
    ("w1/1b b p - 0", InvalidPositionError, ["side to move must be w", "mode must be -"]),
    ("start moves a1b1 a1b1", IllegalMoveError, ["move 1, Black a1b1", "no piece on a1"]),
    ("start moves a1b1 zz", MoveFormatError, ["'zz'"]),
    ("start moves " + "a1b1 " * 30_000, PositionFormatError, ["100,000 at most"]),
    ("w1/1b w - - 1234567", PositionFormatError, ["up to 999999"]),
    ("w1/1b w - - 0x", PositionFormatError, ["up to 999999", "'0x'"]),
]


@pytest.mark.parametrize(("text", "error", "said"), WRONG, ids=[text[:30] or "empty" for text, _, _ in WRONG])
def test_what_is_wrong_is_named_all_of_it(text: str, error: type[Exception], said: list[str]) -> None:
    with pytest.raises(error) as caught:
        Position.parse(text)
    for words in said:
        assert words in str(caught.value)


def test_without_a_freeze_a_holder_may_have_dismantled_the_group() -> None:
    rules = Rules(freeze="none")
    position = Position.parse("w1w1/4/4/1b1b w - - 3", rules)
    for move in ("c4b4", "pass", "b4c4"):
        position = position.play(move)
    assert position.holder == "w" and game.largest(position.state, "w") == 1
    assert Position.parse(f"w1w1/4/4/b2b {position.side} r w 8", rules).holder == "w"


def test_a_size_that_contradicts_the_text() -> None:
    with pytest.raises(ArgumentError, match="size 4x4, not 5x5"):
        Position.parse("1b1b/w1w1/1b1b/w1w1 w - - 0", Rules(size="5x5"))
    assert Position.parse("1b1b/w1w1/1b1b/w1w1 w - - 0", Rules(size="4x4")).rules.size == "4x4"


@given(st.text(alphabet="wb-/12345678 startmovespqa0\n\t#é", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        position = Position.parse(text)
    except MabiError:
        return
    assert Position.parse(str(position)) == position


def test_symmetries_of_the_setup_and_of_play() -> None:
    """A half turn with the colours changed turns the start into itself; mirrors keep what can be played."""
    for setup in ("rows", "diagonals"):
        board = game.start(Rules(setup=setup)).board
        turned = tuple(row[::-1].translate(str.maketrans("wb", "bw")) for row in reversed(board))
        assert turned == board
    for state in random_game(Rules(size="4x4"), 5, 12):
        if state.ply and not state.over:
            mirrored = game.State(
                tuple(row[::-1] for row in state.board), state.side, state.mode, state.holder, state.ply
            )
            rules = Rules(size="4x4", repetition="off")
            assert len(list(game.legal_moves(state, rules))) == len(list(game.legal_moves(mirrored, rules)))


def test_repr_is_code_that_makes_it() -> None:
    for rules in (
        Rules(),
        Rules(size="4x4", pass_rule="plain", max_plies=9),
        Rules(size="3x4", freeze="leader"),
    ):
        position = Position.start(rules)
        later = position.play(position.legal_moves[0])
        for one in (position, later, Position.parse(str(later), rules)):
            assert eval(repr(one), {"Position": Position, "Rules": Rules}) == one
    assert repr(Position.start(Rules(size="2x2"))) == "Position.parse('1b/w1 w - - 0')"


def test_a_move_is_looked_for_by_its_text() -> None:
    moves = Position.start().legal_moves
    for number, move in enumerate(moves):
        assert moves.index(str(move)) == moves.index(move) == number
        assert moves.count(str(move)) == moves.count(move) == 1 and str(move).upper() in moves
    for text in ("b1b2", "pass me"):
        assert moves.count(text) == 0
        with pytest.raises(ValueError, match=f"{text} is not among these moves"):
            moves.index(text)
    with pytest.raises(ValueError, match="a1b1 is not among"):
        moves.index("a1b1", 1)
