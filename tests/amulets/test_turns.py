"""Whose turn it is, by a plain count around the table, in records, at the table and for the referee."""

import random

import pytest

from amulets_solver import ArgumentError, Game, Placement, Record, RecordFormatError, Rules, Secret
from amulets_solver.cli.commands.referee import RefereeSession
from amulets_solver.cli.commands.sit import SitSession
from amulets_solver.game.rules import answers, others, signs_of_cast
from amulets_solver.racing.playing import random_secrets
from tests.amulets.oracle import random_placement

SMALL = Rules(size="3x3", amulets=5)
PLACED, OTHER = "R:A1 Y:B2 G:C3 B:D4 K:E5", "R:A2 Y:B3 G:C4 B:D5 K:E1"


def counted(players: int, log: list[tuple[str, int]]) -> int:
    """Return whose turn it is after a log of what moves the turn, or ends the turns of a player."""
    turn, failed = 0, set[int]()
    for what, seat in log:
        if what == "begins":
            turn = seat
        elif what == "fails":
            failed.add(seat)
        else:
            turn = seat % players + 1
        while turn in failed and len(failed) < players:
            turn = turn % players + 1
    return turn


@pytest.mark.parametrize("seed", range(10))
def test_turns_at_the_table(seed: int) -> None:
    """After questions, passes, casts, corrections and files in any order, it is the right player's turn."""
    choose = random.Random(seed)
    players = choose.randint(2, 5)
    secrets = dict(enumerate(random_secrets(players, SMALL, seed, 0), 1))
    first = choose.randint(1, players)
    log, failed = [("begins", first)], set[int]()
    session = SitSession(Record(players, SMALL, {1: secrets[1]}, turn=first))
    while len(log) < 10:
        turn, placement = counted(players, log), random_placement(SMALL, choose)
        assert session.prompt == ("you> " if turn == 1 else f"player {turn}> ")
        act = choose.choice(("ask", "pass", "cast", "fix", "file"))
        if act == "ask":
            session.do(f"ask {placement} : {answers(secrets, turn, placement)}")
            assert session.record.events[-1].seat == turn
            log.append(("asks", turn))
        elif act == "pass":
            session.do("pass")
            log.append(("passes", turn))
        elif act == "cast" and len(failed) < players - 1:
            seat = choose.choice([one for one in secrets if one not in failed])
            signs = signs_of_cast(secrets, seat, placement)
            if "n" in signs:
                session.do(f"cast {seat} {placement} : {signs}")
                log.append(("fails", seat))
                failed.add(seat)
        elif act == "fix" and session.record.events:
            number = choose.randrange(len(session.record.events)) + 1
            session.do(f"fix {number} {str(session.record.events[number - 1]).partition(' : ')[2]}")
        elif act == "file":
            record = Record.parse(session.text)
            assert record == session.record
            session = SitSession(record)


def test_a_pass_a_cast_and_a_question() -> None:
    """The question after them is of the player to whom the turn was passed."""
    session = SitSession(Record(4, Rules(), {1: Secret("C3", "B")}))
    session.do(f"ask 1 {PLACED} : ---")
    session.do("pass")
    session.do(f"cast 4 {OTHER} : n")
    assert session.prompt == "player 3> "
    assert str(session.record).endswith(f"pass 2\ncast 4 {OTHER} : n")
    session.do(f"fix 1 ask 1 {PLACED} : -o-")
    session.do(f"ask {OTHER} : --")
    assert str(session.record.events[-1]).startswith("ask 3 ")
    session.do("undo")
    session.do("drop 1")
    assert session.prompt == "player 3> "
    begun = SitSession(Record(4, Rules(), {1: Secret("C3", "B")}, turn=3))
    begun.do(f"cast 2 {OTHER} : n")
    assert begun.prompt == "player 3> " and "\nfirst 3\n" in begun.text


@pytest.mark.parametrize("seed", range(10))
def test_turns_of_a_resumed_game(seed: int) -> None:
    """A game goes on from its file as it is; what is taken back then leads to moments that were."""
    choose = random.Random(seed)
    players = choose.randint(2, 5)
    session = RefereeSession(Game(random_secrets(players, SMALL, seed, 0), SMALL, 1).record)
    log, past = [("begins", 1)], [session.text]
    while len(log) < 10 and not session.over:
        turn, placement = counted(players, log), random_placement(SMALL, choose)
        assert session.prompt == f"player {turn}> "
        act = choose.choice(("ask", "pass", "cast"))
        if act == "ask":
            session.do(f"ask {placement}")
            session.do("answer all")
            log.append(("asks", turn))
        elif act == "pass":
            session.do("pass")
            log.append(("passes", turn))
        else:
            seat = choose.choice(session.game.casters())
            session.do(f"cast {seat} {placement}")
            log.append(("fails", seat))
        past.append(session.text)
        if not session.over:
            again = RefereeSession(Record.parse(session.text))
            assert (again.prompt, again.text) == (session.prompt, session.text)
            seen = len(past) - 1
            for _ in session.game.events:
                again.do("undo")
                seen = past.index(again.text, 0, seen)


def test_turns_in_files_of_before() -> None:
    """Their last line says who has the turn; a pass it hides was before the casts since the last question."""
    lines = ["players 4", "me 1 A1 R", "me 2 B2 Y", "me 3 C3 G", "me 4 D4 B"]
    game = Game([("A1", "R"), ("B2", "Y"), ("C3", "G"), ("D4", "B")])
    asked, cast = game.ask(1, Placement.parse(OTHER)), game.cast(4, Placement.parse(OTHER))
    text = "\n".join([*lines, f"ask 1 {OTHER} : {asked}", f"cast 4 {OTHER} : {cast}", "turn 3"])
    session = RefereeSession(Record.parse(text))
    assert session.prompt == "player 3> "
    assert str(session.do("undo")[0]) == "taken back; it is the turn of player 3"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("players 3; pass", "exactly one word must follow pass"),
        ("players 3; pass 4", "'4' is not a player"),
        (f"players 3; cast 1 {PLACED} : n; pass 1", "player 1's cast failed"),
        (f"players 3; ask 1 {PLACED} : -; pass 2; heard 1", "too few answers: 1"),
        (f"players 3; ask 1 {PLACED} : --; pass 2; heard 1", "'heard' needs a question"),
        ("players 3; turn 2; pass 2", "the lines turn and heard must come last"),
        ("players 3; pass 2; first 3", "must be named before any question, cast or pass"),
        ("players 3; first 3; first 3", "a second line first"),
        ("pass 2; players 3", "a record must begin with the number of players"),
    ],
)
def test_lines_that_cannot_be(text: str, said: str) -> None:
    with pytest.raises(RecordFormatError, match=said):
        Record.parse(text)


def test_records_that_cannot_be() -> None:
    for make in (
        lambda: Record(-1),
        lambda: Record(3, turn=4),
        lambda: Record(3, turns={0: 0}),
        lambda: Record(3, secrets={4: Secret("A1", "R")}),
        lambda: Record(3, secrets={1: Secret("A9", "R")}),
    ):
        with pytest.raises(ArgumentError):
            make()
    assert others(3, 4) == [4, 1, 2]
