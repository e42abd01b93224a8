"""Positions and moves as people write them: read like the canonical text, or refused, never guessed."""

import io

import pytest
from hypothesis import given, strategies as st

from mabi_search import MabiError, Move, Position, Rules
from mabi_search.game import saved_games

PLAYED = ("a1a2", "h8h7", "pass", "pass")
cases = st.sampled_from([str, str.upper, str.title])


@st.composite
def written(draw: st.DrawFn, moves: tuple[str, ...]) -> str:
    """Return moves as somebody may write them down."""
    dash = draw(st.sampled_from(["-", "", "x", " ", " - "]))
    numbered = draw(st.booleans())
    words = [
        (f"{number}. " if numbered else "") + (move if move == "pass" else f"{move[:2]}{dash}{move[2:]}")
        for number, move in enumerate(moves, 1)
    ]
    return draw(cases)(draw(st.sampled_from([" ", ", ", "; ", "\n"])).join(words))


@given(st.data(), st.integers(0, 4))
def test_handwritten_moves_are_the_moves(data: st.DataObject, count: int) -> None:
    text = data.draw(written(PLAYED[:count]))
    assert Move.parse_line(text) == tuple(map(Move.parse, PLAYED[:count]))
    game = Position.parse("start moves " + " ".join(PLAYED[:count]))
    whole = data.draw(st.sampled_from(["start moves ", "START\nMoves ", "start # the start\nmoves\n"])) + text
    (entry,) = saved_games.reader(Rules()).lines(io.BytesIO(f"# a game\n\n{whole}\n".encode()))
    assert (entry.value, entry.line) == (game, 3)
    base = game.base
    again = Position.parse(f"{str(Position(base)).upper()} MOVES {text}")
    assert again == game


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("start moves a1 a2 a3", "'a3' is not a move"),
        ("start moves a1a9", "'a1a9' is not a move"),
        ("start moves a1a2h8h7", "is not a move"),
        ("start a1a2", "five parts"),
    ],
)
def test_what_is_not_clear_is_refused(text: str, said: str) -> None:
    with pytest.raises(MabiError, match=said):
        Position.parse(text)
