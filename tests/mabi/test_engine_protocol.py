"""The protocol of `mabi engine`: what lines are answered with, in this process and over a pipe."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator

import pytest
from hypothesis import given, settings, strategies as st

from benchmarks.mabi_stop import EngineProcess
from mabi_search import Move, Outcome, Position, Rules, solve
from mabi_search.game.outcomes import UNDECIDED
from mabi_search.playing.levels import GoLimits, go_limits
from mabi_search.playing.server import LONGEST_LINE, Server
from mabi_search.playing.words import NO_ANSWER, NO_MOVE, InfoLine, info
from tests.mabi.samples import random_positions
from tests.nightly import nightly_twin

AS_BEFORE = "1b1b1b1b/w1w1w1w1/1b1b1b1b/w1w1w1w1/1b1b1b1b/w1w1w1w1/1b1b1b1b/w1w1w1w1 w - - 0, as before"
WON = "2w1b1/2bw2/1wbbw1/wwwbbb/1b1wb1/4w1 b - b 55"
LAST_WORDS = "id", "option", "ugiok", "readyok", "info", "bestmove", "response"


def answers(text: str | bytes) -> list[str]:
    """Return what a server writes when these lines, and no more, are read."""
    said: list[str] = []
    read, write = os.pipe()

    def feed() -> None:
        with open(write, "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode())

    feeding = threading.Thread(target=feed)
    feeding.start()
    try:
        Server(said.append).serve(read)
    finally:
        feeding.join()
        os.close(read)
    return said


def parse_info(line: str) -> InfoLine | None:
    """Return what an `info` line tells of a move; None if it is another line."""
    told, _, pv = line.partition(" pv ")
    if not pv:
        return None
    _, *words = told.split()
    fields = {name: words[words.index(name) + 1] for name in ("depth", "nodes", "time", "multipv", "score")}
    estimate = fields["score"] == "cp"
    score = int(words[words.index("cp") + 1]) if estimate else None
    outcome = UNDECIDED if estimate else Outcome(fields["score"])
    numbers = (int(fields[name]) for name in ("depth", "nodes", "time", "multipv"))
    return InfoLine(*numbers, score, outcome, tuple(pv.split()))


def move_of(engine: EngineProcess, position: Position, go: str) -> Move:
    """Return what the engine plays."""
    engine.send(f"position {position}")
    engine.send(f"go {go}")
    *_, last = engine.lines_until("bestmove")
    return Move.parse(last.split()[1])


@pytest.fixture(scope="module")
def engine() -> Iterator[EngineProcess]:
    """An engine over a real pipe."""
    with EngineProcess() as one:
        yield one


def test_greeting() -> None:
    said = answers("ugi\nisready\n")
    assert said[0].startswith("id name Mabi ") and said[-2:] == ["ugiok", "readyok"]
    assert "option name pass-rule type combo default run var run var resume var final var plain" in said


def test_each_depth_is_told_and_the_last_line_is_the_best_move() -> None:
    *told, last = answers("position startpos moves a1a2\ngo depth 3\n")
    found = [parse_info(line) for line in told]
    assert [one.depth for one in found if one] == [1, 2, 3]
    assert found[-1] is not None and last == f"bestmove {found[-1].pv[0]}"


def test_options() -> None:
    said = answers(
        "setoption name lines value 3\nsetoption name THREADS value 2\nsetoption name Pass_Rule value plain\n"
        "setoption name size value 4x4\nsetoption name max-plies value 2\nposition startpos\ngo depth 9\n"
    )
    numbers = [told.number for told in map(parse_info, said[:-1]) if told and told.depth == 2]
    assert numbers == [1, 2, 3] and parse_info(said[-2]).depth == 2  # type: ignore[union-attr]  # the game ends there


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("jump", "there is no command 'jump'"),
        ("position", "expected: position POSITION"),
        ("position fen", "expected: position POSITION"),
        ("position fen 1b/w1", "has five parts"),
        ("position startpos moves a1a8", "a1a8"),
        ("setoption lines 3", "expected: setoption name NAME value VALUE"),
        ("setoption name lines value 0", "lines must be a whole number from 1 to 128, not '0'"),
        ("setoption name lines value ９", "lines must be a whole number from 1 to 128, not '９'"),
        ("setoption name depth value 3", "there is no option 'depth'"),
        ("setoption name size value 9x9", "size must be RANKSxFILES"),
        ("setoption name freeze value x", "freeze must be unique, leader or none, not 'x'"),
        ("setoption name max-plies value 1000000000", "max-plies must be a whole number from 0 to 999999999"),
        ("_do_quit", "there is no command '_do_quit'"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(line: str, wrong: str) -> None:
    said = answers(f"{line}\nisready\n")
    assert len(said) == 2 and said[0].startswith("info string error: ") and wrong in said[0]
    nothing = line.startswith("position")
    assert said[0].endswith(f"; go searches {'nothing until the next position' if nothing else AS_BEFORE}")


@pytest.mark.parametrize(
    "words", ["depth", "depth 0", "depth 61", "nodes -1", "movetime x", "depth ١", "mate 3"]
)
def test_a_wrong_go_is_answered_too(words: str) -> None:
    error, best = answers(f"go {words}\n")
    assert error.startswith("info string error: ") and error.endswith(f"; go searches {AS_BEFORE}")
    assert best == f"bestmove {NO_MOVE}"


def test_nothing_is_searched_after_a_wrong_position() -> None:
    said = answers("position startpos moves a1a2\nposition fen nonsense\ngo depth 1\n")
    assert [line.split()[0] for line in said] == ["info", "info", "bestmove"]
    assert "the last position was invalid" in said[1] and said[2] == f"bestmove {NO_MOVE}"


@pytest.mark.parametrize(
    ("lines", "wrong"),
    [
        ("position fen nonsense\nquery result\n", "the last position was invalid"),
        ("query weather\n", "there is no query 'weather'; queries are gameover, p1turn and result"),
    ],
)
def test_a_query_that_has_no_answer_gets_a_response(lines: str, wrong: str) -> None:
    *_, error, response = answers(lines)
    assert error.startswith("info string error: ") and wrong in error
    assert response == f"response {NO_ANSWER}"


def test_queries() -> None:
    asked = "query gameover\nquery p1turn\nquery result\n"
    assert answers(asked) == ["response false", "response true", "response none"]
    position = Position.start(Rules(size="3x4")).play("a1a2").play("pass").play("pass")
    said = answers(f"position fen {position}\n{asked}go depth 3\n")
    assert said[0] == "response true" and said[2] == "response p1win"
    assert said[3].startswith("info string error: the game is over: ")
    assert said[3].endswith("; go searches nothing until the next position")
    assert said[4] == f"bestmove {NO_MOVE}"


def test_lines_that_come_during_a_search_wait_for_it() -> None:
    said = answers("go depth 4\nposition startpos moves a1a2\ngo depth 1\nquery p1turn\nisready\n")
    best = [number for number, line in enumerate(said) if line.startswith("bestmove")]
    assert len(best) == 2 and said[-1] == "response false"  # Black is to move, after both searches
    assert "readyok" in said[: best[0]]  # at once


def test_lines_that_answer_the_move_find_the_search_over() -> None:
    """The move is written by the thread that searches: it still runs when the answer comes."""
    said, ready = list[str](), threading.Event()
    read, write = os.pipe()

    def listen(line: str) -> None:
        said.append(line)
        if line.startswith("bestmove"):
            os.write(write, b"setoption name threads value 0\nisready\n")
            os.close(write)
            ready.wait(0.3)  # time for a server that does not wait for the end of the search
        if line == "readyok":
            ready.set()

    os.write(write, b"go depth 1\n")
    Server(listen).serve(read)
    os.close(read)
    assert said[-1] == "readyok" and said[-2].startswith("info string error: threads must be")


def test_an_endless_search_ends_with_the_input_and_is_silent_till_then() -> None:
    said = answers("position fen " + WON + "\ngo infinite\n")
    assert said[-1].startswith("bestmove ") and sum(line.startswith("bestmove") for line in said) == 1


def test_a_line_that_is_too_long() -> None:
    """Only so much of it is kept, and the position that it was to set is not searched."""
    said = answers(b"go nodes 20\nposition fen " + b"w" * (3 * LONGEST_LINE) + b"\nisready\ngo depth 1\n")
    assert "readyok" in said and said[-1] == f"bestmove {NO_MOVE}"
    assert (
        "info string error: the line is too long: it has 200,000 bytes or more; "
        "go searches nothing until the next position"
    ) in said


PLAYED = "1b/w1 w - - 0 moves a1b1"


@pytest.mark.parametrize(
    "line",
    [
        f"position fen {PLAYED}",
        f"position {PLAYED}",
        f"position\t{PLAYED}",
        f"\tposition \v fen\t{PLAYED}",
        f"\ufeffposition {PLAYED}",
        f"position\u3000{PLAYED}".replace(" ", "\xa0"),
        "setoption\tname size  value\t2x2\nposition start moves a1b1",
        "setoption name\tsize value 2x2\nposition\tstartpos\tmoves\ta1b1",
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_positions_as_people_write_them(line: str, end: str) -> None:
    """Black is to move, who must move the piece of the top rank."""
    said = answers(f"{line}\nquery\tp1turn\ngo\tdepth 1\n".replace("\n", end))
    assert said[0] == "response false" and said[-1] in {"bestmove b2a2", "bestmove pass"}


WORDS = st.sampled_from(
    "ugi isready uginewgame stop go depth nodes movetime 1 2 -1 999999999999999 position startpos fen moves "
    "a1a2 b1b2 pass start setoption name value lines threads size 3x4 max-plies none query result x".split()
)


NONSENSE = given(st.lists(st.lists(WORDS, max_size=6).map(" ".join) | st.text(max_size=30), max_size=12))


@settings(max_examples=8)
@NONSENSE
def test_nonsense_is_survived_and_each_go_answered_once(lines: list[str]) -> None:
    """The searches are short: without a limit of depth or time they stop at a few nodes."""
    asked = [line.replace("\n", " ").replace("\r", " ").removeprefix("\ufeff") for line in lines]
    asked = [f"{line} nodes 50" if line.strip().startswith("go") else line for line in asked]
    said = answers("\n".join([*asked, ""]).encode(errors="replace"))
    assert all(line.split()[0] in LAST_WORDS and line.isprintable() for line in said)
    goes = sum(line.split()[:1] == ["go"] for line in asked)
    assert sum(line.startswith("bestmove ") for line in said) == goes


test_more_nonsense_is_survived = nightly_twin(
    NONSENSE, 60, test_nonsense_is_survived_and_each_go_answered_once
)


LINES = st.lists(st.sampled_from(["a1a2", "pass"]), min_size=1).map(tuple)
UP_TO = [st.integers(0, most) for most in (60, 10**9, 10**6)]


@given(
    st.builds(InfoLine, *UP_TO, st.integers(1, 128), st.integers(-19_999, 19_999), st.just(UNDECIDED), LINES)
)
def test_what_is_told_is_understood(told: InfoLine) -> None:
    assert parse_info(info(told)) == told
    proven = told._replace(score=None, outcome=Outcome.LOSS)
    assert parse_info(info(proven)) == proven


def test_clocks() -> None:
    words = ["p1time", "400000", "p1inc", "5000", "p2time", "40000"]
    assert go_limits(words, True).seconds == 14.0 and go_limits(words, False).seconds == 1.0
    assert go_limits([*words, "movetime", "250"], False) == GoLimits(seconds=0.25)
    assert go_limits(["p1time", "-31", "p1inc", "-1", "p2time", "-9"], True) == GoLimits(seconds=0.02)
    for none in ("0", "-250"):
        assert go_limits(["movetime", none], True) == GoLimits(seconds=0.02)
    assert go_limits(["p2time", "9"], True) == go_limits([], True) != GoLimits()


@pytest.mark.parametrize(
    "clocks",
    ["p1time -31 p2time 500", "p1time 20 p1inc -1 p2time -500 p2inc -1", "movetime 0", "movetime -9"],
)
def test_a_clock_that_has_run_out_still_gets_a_move(clocks: str) -> None:
    *_, best = answers(f"go {clocks}\n")
    assert best.startswith("bestmove ") and best != f"bestmove {NO_MOVE}"


def test_the_engine_over_a_pipe_plays_legal_moves_under_every_reading(engine: EngineProcess) -> None:
    for readings in ({}, {"pass_rule": "plain"}, {"repetition": "off", "max_plies": 60}, {"freeze": "none"}):
        rules = Rules(size="4x4", **readings)
        for name in ("pass_rule", "repetition", "freeze", "size"):
            engine.send(f"setoption name {name} value {getattr(rules, name)}")
        engine.send(f"setoption name max-plies value {rules.max_plies or 'none'}")
        for position in random_positions(rules, seed=3401, count=5):
            if position.outcome() is None:
                assert move_of(engine, position, "nodes 300") in position.legal_moves


def test_what_it_says_is_won_is_won() -> None:
    last = parse_info(answers(f"position {WON}\ngo nodes 200000\n")[-2])
    assert last is not None and last.outcome in {UNDECIDED, solve(Position.parse(WON)).outcome}
    small = Position.start(Rules(size="3x4"))
    last = parse_info(answers(f"setoption name size value 3x4\nposition {small}\ngo depth 30\n")[-2])
    assert last is not None and last.score is None
    assert last.outcome == solve(small).outcome == Outcome.WIN


def test_an_endless_search_is_stopped_and_a_process_that_ends_is_noticed() -> None:
    position = Position.start()
    with EngineProcess() as one:
        one.send(f"position {position}")
        one.send("go infinite")
        one.lines_until("info depth 3")
        one.send("stop")
        *_, last = one.lines_until("bestmove")
        assert Move.parse(last.split()[1]) in position.legal_moves
        one.send("quit")
        with pytest.raises(RuntimeError, match="has ended"):
            one.lines_until("bestmove")


@pytest.mark.slow
def test_two_processes_play_a_game() -> None:
    position = Position.start(Rules(size="3x4"))
    with EngineProcess() as white, EngineProcess() as black:
        while position.outcome() is None:
            position = position.play(
                move_of(white if position.side == "w" else black, position, "nodes 2000")
            )
    assert position.outcome().winner == "w"  # type: ignore[union-attr]  # as the table of the board says
    assert Move.parse("pass") in position.moves
