"""`mabi play`: the engine plays a proven win by the shortest line it knows, and keeps the line."""

from types import SimpleNamespace

import pytest

from mabi_search import Limits, Move, Outcome, Position, analyse
from mabi_search.cli.session import Session
from mabi_search.playing.engine import Engine
from mabi_search.playing.winning import WinningPlay, ends

WON = Position.parse("1wb3/1b1wb1/bwwbw1/2w1b1/1bwbb1/1w1w2 w - w 28")
"""White wins by lines of 6 plies at the shortest that 2,000 nodes find."""


def unsure(position: Position) -> SimpleNamespace:
    """Return what a search says that proves nothing, and would play another move than a winning line."""
    line = SimpleNamespace(
        move=position.legal_moves[0], pv=(position.legal_moves[0],), outcome=Outcome.UNDECIDED, score=0
    )
    return SimpleNamespace(lines=[line], outcome=Outcome.UNDECIDED, score=0, depth=1, nodes=1)


def test_the_shortest_of_the_proven_wins_is_played() -> None:
    passed = WON.play("d5c5").play("pass")
    long = next(
        (move, Move.parse("pass"), Move.parse("pass"))
        for move in passed.legal_moves
        if move != Move.parse("pass") and wins_by_passing(passed.play(move))
    )
    assert ends(passed, long)
    line = SimpleNamespace(move=long[0], pv=long, outcome=Outcome.WIN)
    found = SimpleNamespace(lines=[line], outcome=Outcome.WIN, score=0, depth=1)
    assert WinningPlay(2_000).line(passed, found) == (Move.parse("pass"),)  # type: ignore[arg-type]


def wins_by_passing(position: Position) -> bool:
    """Tell whether White wins if nobody moves any more."""
    over = position.play("pass").play("pass").outcome()
    return over is not None and over.outcome_for("w") == Outcome.WIN


def test_each_turn_knows_a_shorter_win_to_the_end() -> None:
    for reply in (0, -1):
        position, play, lengths = WON, WinningPlay(2_000), []
        while position.outcome() is None and len(position.moves) < 12:
            if position.side == "w":
                line = play.line(position, analyse(position, limits=Limits(max_nodes=2_000)))
                lengths.append(len(line))
                position = position.play(line[0])
            else:
                position = position.play(list(position.legal_moves)[reply])
        assert lengths == sorted(set(lengths), reverse=True) and len(lengths) > 1


def test_a_proof_is_kept_where_the_next_search_finds_none() -> None:
    play = WinningPlay(2_000)
    line = play.line(WON, analyse(WON, limits=Limits(max_nodes=2_000)))
    position = WON
    for i, move in enumerate(line):
        if position.side == "w" and position.outcome() is None:
            assert play.line(position, unsure(position)) == line[i:]  # type: ignore[arg-type]
        position = position.play(move)
    over = position.outcome()
    assert over is not None and str(over).startswith("White wins")


def test_after_another_reply_the_engine_searches_longer() -> None:
    play = WinningPlay(2_000)
    line = play.line(WON, analyse(WON, limits=Limits(max_nodes=2_000)))
    after = WON.play(line[0])
    other = next(move for move in after.legal_moves if move != line[1] and str(move) != "pass")
    replied = after.play(other)
    assert play.line(replied, unsure(replied))  # type: ignore[arg-type]
    assert WinningPlay(2_000).line(replied, unsure(replied)) == ()  # type: ignore[arg-type]
    elsewhere = WON.play(next(move for move in WON.legal_moves if move != line[0])).play("pass")
    if elsewhere.outcome() is None:
        assert play.line(elsewhere, unsure(elsewhere)) == ()  # type: ignore[arg-type]


def test_a_session_says_how_it_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(WON, "w", 2_000)
    first = session._engine_plays()
    assert "win (proven), by a line of" in first
    monkeypatch.setattr(Engine, "search", lambda self, position, *more: unsure(position))
    kept = session.player.winning._end
    assert kept is not None
    session.position = session.position.play(kept.moves[1])
    assert f"plays {kept.moves[2]}, win (proven), by a line of" in session._engine_plays()
