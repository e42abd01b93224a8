"""The plain rules: answers, casts, turns; and the deal."""

import pytest

from amulets_solver import ArgumentError, Belief, Game, IllegalActError, Placement, Record, Rules, Secret
from amulets_solver.game.rules import answer, answers, hypotheses, others, signs_of_cast
from tests.conftest import Run

PLACED = Placement.parse("R:A1 Y:B2 G:C3 B:D4 K:E5")


@pytest.mark.parametrize(
    ("secret", "sign"),
    [
        ("A1 R", "*"),  # at home
        ("B2 R", "o"),  # the yellow one stands there
        ("B2 K", "o"),
        ("A5 R", "+"),  # the own one in the column
        ("E1 R", "+"),  # in the row
        ("E2 R", "-"),
        ("A2 B", "-"),
        ("A4 B", "+"),
        ("C3 G", "*"),
    ],
)
def test_answers(secret: str, sign: str) -> None:
    assert answer(Secret(*secret.split()), PLACED) == sign


def test_the_higher_answer_is_given_alone() -> None:
    """Another amulet at home, and the own one in the row: `o`."""
    placement = Placement.parse("R:A1 Y:B1 G:C3 B:D4 K:E5")
    assert answer(Secret("B1", "R"), placement) == "o"


def test_who_answers_in_which_order() -> None:
    assert [others(seat, 4) for seat in (1, 2, 4)] == [[2, 3, 4], [3, 4, 1], [1, 2, 3]]
    secrets = {1: Secret("A1", "R"), 2: Secret("B2", "G"), 3: Secret("D1", "B")}
    assert [answers(secrets, seat, PLACED) for seat in (1, 2, 3)] == ["o+", "+*", "*o"]


def test_a_cast_ends_with_the_first_no() -> None:
    secrets = {1: Secret("A1", "R"), 2: Secret("B2", "Y"), 3: Secret("D1", "B"), 4: Secret("E5", "K")}
    assert [signs_of_cast(secrets, seat, PLACED) for seat in (1, 2, 3, 4)] == ["yn", "n", "yyy", "yyn"]


def test_how_many_hypotheses() -> None:
    """As the rules say: (24 fields, 4 amulets) in order, for the real size."""
    assert sum(1 for _ in hypotheses(Rules(), 3, Secret("C3", "B"))) == 6_624
    assert sum(1 for _ in hypotheses(Rules(size="3x3", amulets=4), 4, Secret("A1", "R"))) == 8 * 7 * 6 * 6


def test_a_game() -> None:
    game = Game([("A1", "R"), ("B4", "Y"), ("C3", "G")], first=2)
    with pytest.raises(IllegalActError, match="the turn of player 2, not of player 1"):
        game.ask(1, PLACED)
    assert game.ask(2, PLACED) == "**"
    assert game.casters() == [2, 3, 1]
    assert game.cast(3, PLACED) == "yn" and game.turn == 1  # it was the turn of 3
    with pytest.raises(IllegalActError, match="cast failed; this player may only answer questions"):
        game.cast(3, PLACED)
    assert game.ask(1, PLACED) == "+*" and game.turn == 2  # 3 still answers, and is passed over
    game.pass_turn(2)
    assert game.turn == 1
    right = Placement.parse("R:A1 Y:B4 G:C3 B:D4 K:E5")
    assert game.cast(2, right) == "yy"
    assert (game.winner, game.over) == (2, True)
    with pytest.raises(IllegalActError, match="the game is over"):
        game.ask(1, PLACED)


def test_all_fail() -> None:
    game = Game([("A2", "R"), ("B4", "Y")])
    assert (game.cast(1, PLACED), game.turn) == ("n", 2)
    assert game.cast(2, PLACED) == "n"
    assert game.over and game.winner is None


def test_casting_between_two_answers() -> None:
    game = Game([("A1", "R"), ("B4", "Y"), ("C3", "G")], Rules(after="answer"))
    game.put(1, PLACED)
    with pytest.raises(IllegalActError, match="its answers come first"):
        game.put(1, PLACED)
    assert game.next_answer() == (2, "+")
    assert game.cast(3, PLACED) == "yn"
    assert game.next_answer() == (3, "*")
    assert [str(event).split()[0] for event in game.events] == ["ask", "cast"]
    assert game.events[1].heard == 1
    assert game.turn == 2
    strict = Game([("A1", "R"), ("B4", "Y"), ("C3", "G")], Rules(after="round"))
    strict.put(1, PLACED)
    with pytest.raises(IllegalActError, match="after=round"):
        strict.cast(2, PLACED)


@pytest.mark.parametrize("given", [0, 1])
def test_after_the_end_between_two_answers_no_answer_is_written_down(given: int) -> None:
    game = Game([("A1", "R"), ("B4", "Y"), ("C3", "G")], Rules(after="answer"))
    game.put(1, PLACED)
    for _ in range(given):
        game.next_answer()
    game.cast(1, Placement.parse("R:A1 Y:B4 G:C3 B:D4 K:E5"))
    said = [str(event).partition(" : ")[2] for event in game.events]
    assert said == ["+"[:given], f"yy after {given}"]
    assert Game.of(Record.parse(str(game.record))).record == game.record
    older = Record.parse(str(game.record).replace(f": {said[0]}\n", ": +*\n").rpartition("\n")[0])
    assert older.events == tuple(game.events) and older.heard == given


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"size": "7x5"}, "2x2 to 6x6"),
        ({"size": "5x5\n"}, "2x2 to 6x6"),
        ({"size": 5}, "size must be a text"),
        ({"amulets": 7}, "amulets must be a whole number from 2 to 6, not 7"),
        ({"amulets": True}, "amulets must be a whole number"),
        ({"size": "2x2"}, "4 fields, too few for 5"),
        ({"after": "question"}, "after must be answer or round"),
        ({"spare": None}, "spare must be random or anywhere"),
    ],
)
def test_rules_that_cannot_be(options: dict[str, object], said: str) -> None:
    with pytest.raises(ArgumentError, match=said):
        Rules(**options)


@pytest.mark.parametrize(
    ("secrets", "said"),
    [
        ([("A1", "R"), ("A1", "Y")], "players 1 and 2 have the same field"),
        ([("A1", "R"), ("A2", "R")], "the same amulet"),
        ([("A1", "R"), ("F2", "Y")], "not a field"),
        ([("A1", "R"), ("A2", "RY")], "not an amulet"),
        ([("A1", "R")], "2 to 5 players, not 1"),
        ([("A1", "R")] * 9, "2 to 5 players, not 9"),
    ],
)
def test_deals_that_cannot_be(secrets: list[tuple[str, str]], said: str) -> None:
    with pytest.raises(ArgumentError, match=said):
        Game(secrets)


@pytest.mark.parametrize("fields", [("A1", "A1", "B2", "C3", "D4"), ("R:A1",), ("Z9",), ("a1",)])
def test_a_placement_of_odd_fields_is_refused(fields: tuple[str, ...]) -> None:
    with pytest.raises(ArgumentError):
        Placement(fields)


def test_a_belief_of_odd_sets_is_refused() -> None:
    with pytest.raises(ArgumentError, match="sets must have 2 rows of 5 numbers"):
        Belief(3, me=("C3", "B"), sets=((1, 2), (3, 4)))


@pytest.mark.parametrize("command", ["ask", "cast"])
@pytest.mark.parametrize(
    ("casts", "says"),
    [
        (
            "cast 1 R:A1 Y:B2 G:C3 B:D4 K:E5 : n",
            "player 1's cast failed; this player may only answer questions",
        ),
        ("cast 2 R:A1 Y:B2 G:C3 B:D4 K:E5 : yy", "the game is over: player 2 has won"),
    ],
)
def test_who_may_not_act_is_not_advised(program_here: Run, command: str, casts: str, says: str) -> None:
    done = program_here("amulets", command, f"players 3; me 1 D4 B; {casts}")
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"amulets: {says}\n")
