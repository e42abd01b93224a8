"""Records and placements: their texts, and everything that can be wrong with them."""

import random

import pytest

from amulets_solver import (
    ArgumentError,
    Belief,
    Placement,
    PlacementFormatError,
    Record,
    RecordFormatError,
    Rules,
)
from amulets_solver.game.rules import Asked, Cast
from tests.amulets.oracle import random_game

TEXT = """\
players 4
start R:A1 Y:B1 G:C1 B:D1 K:E1
me 2 C3 B
ask 1 R:A1 Y:B2 G:C4 B:D3 K:E5 : +-o
cast 3 R:A1 Y:B2 G:C4 B:D3 K:E5 : n
ask 2 R:A2 Y:B2 G:C4 B:D3 K:E5 : -+*"""
PLACED = "R:A1 Y:B2 G:C4 B:D3 K:E5"


def test_there_and_back() -> None:
    record = Record.parse(TEXT)
    assert str(record) == TEXT and Record.parse(str(record)) == record
    assert (record.players, record.secrets[2].field, record.lines) == (4, "C3", (4, 5, 6))
    assert [type(event) for event in record.events] == [Asked, Cast, Asked]


def test_as_people_write() -> None:
    """One line, small letters, words for signs, comments, any order, spaces between signs."""
    written = """PLAYERS 4 ; me 2 c3 b  # my own
        ask 1 k:e5, y:b2 g:c4 b:d3 r:a1 : + - o; cast 3 r:a1 y:b2 g:c4 b:d3 k:e5 : Yes yes NO"""
    record = Record.parse(written)
    assert [str(event) for event in record.events] == [f"ask 1 {PLACED} : +-o", f"cast 3 {PLACED} : yyn"]


def test_sizes_and_readings() -> None:
    text = "players 2\naltar 3x2\namulets 4\nafter round\nspare anywhere\nme 1 C2 R"
    record = Record.parse(text)
    assert str(record) == text
    assert record.rules == Rules(size="3x2", amulets=4, after="round", spare="anywhere")
    assert Record.parse("players 2; altar 2x2").rules.amulets == 4


def test_a_cast_between_two_answers() -> None:
    text = f"players 3\nask 1 {PLACED} : +-\ncast 2 {PLACED} : n after 1"
    record = Record.parse(text)
    assert str(record) == text and record.events[1].heard == 1


def test_where_a_game_goes_on() -> None:
    text = f"players 3\nask 1 {PLACED} : +-\ncast 2 {PLACED} : n after 0\nheard 1"
    record = Record.parse(text)
    assert str(record) == text and (record.turn, record.heard) == (None, 1)
    assert str(Record.parse("players 3\nturn 2")) == "players 3\nturn 2"


def test_casts_between_two_answers_stand_in_their_order() -> None:
    text = f"players 4; ask 1 {PLACED} : +-+; cast 2 {PLACED} : n{{}}; cast 3 {PLACED} : n after 1"
    for first in (" after 0", " after 1"):
        assert [moment.heard for moment in Record.parse(text.format(first)).moments].count(1) >= 2
    for first in (" after 2", ""):
        with pytest.raises(RecordFormatError, match="an earlier cast came after more answers"):
            Record.parse(text.format(first))


def test_games_of_the_referee() -> None:
    """What the plain rules write down can be read, and agrees with the secrets."""
    for seed in range(60):
        choose = random.Random(seed)
        rules = Rules(after=choose.choice(("round", "answer")))
        game = random_game(rules, choose.randint(2, 5), choose, 6)
        record = Record(game.players, rules, game.secrets, tuple(game.events))
        assert Record.parse(str(record)) == record


WRONG = [
    ("", "a record must begin with the number of players"),
    ("me 1 C3 B", "line 1, column 1: a record must begin with the number of players"),
    ("players 0", "line 1, column 9: there must be 2 to 5 players, not 0"),
    ("players 9", "2 to 5 players, not 9"),
    ("players x; players 3", "column 12: there is a second line players"),
    ("players 3; altar 9x9", "column 18: the altar must be 2x2 to 6x6, like 5x5, not '9x9'"),
    ("players 3; altar 99999999x99999999", "the altar must be"),
    ("players 5; altar 2x2", "2 to 4 players"),
    ("players 3; amulets 2", "there must be 2 players \\(there are 2 amulets\\)"),
    ("players 3; after noon", "after must be answer or round, not 'noon'"),
    ("players 3; me 1 C3 B; altar 5x5", "altar must come before all lines start"),
    ("players 3; me 1 C9 B", "column 17: 'C9' is not one of the fields, A1 to E5"),
    ("players 3; me 1 C3 Q", "column 20: 'Q' is not one of the amulets, R to K"),
    ("players 3; me 4 C3 B", "column 15: '4' is not a player; the players are 1 to 3"),
    ("players 3; me 1 C3 B; me 2 C3 Y", "players 1 and 2 have the same field, C3"),
    ("players 3; me 1 C3 B; me 1 C4 Y", "player 1 already has a secret"),
    ("players 3; me 1 C3", "three words must follow me"),
    ("players 3; dance", "no line begins with 'dance'; lines begin with players"),
    ("players 3; ask 1 R:A1 Y:A1 G:C4 B:D3 K:E5 : --", "column 25: A1 already holds amulet R"),
    ("players 3; ask 1 R:A1 Y:Z2 G:C4 B:D3 K:E5 : --", "column 25: 'Z2' is not a field"),
    ("players 3; ask 1 R:A1 R:B2 G:C4 B:D3 K:E5 : --", "amulet R is placed twice"),
    ("players 3; ask 1 R:A1 Y:B2 G:C4 B:D3 : --", "no field for K"),
    (f"players 3; ask 1 {PLACED} : -", "too few answers: 1, expected 2"),
    (f"players 3; ask 1 {PLACED} :", "too few answers: 0, expected 2"),
    (f"players 3; ask 1 {PLACED} : ---", "too many answers: 3, expected 2.*player 1, who asks, gives none"),
    (f"players 3; ask 1 {PLACED} : -x", "column 46: 'x' is not an answer"),
    (f"players 3; ask 1 {PLACED} --", "'--' is not an amulet|one ':' with spaces"),
    (f"players 3; cast 1 {PLACED} : y", "too few verdicts"),
    (f"players 3; cast 1 {PLACED} : yny", "the first n ends a cast"),
    (f"players 3; cast 1 {PLACED} : yyn", "a cast has at most 2 verdicts"),
    (
        f"players 3; cast 1 {PLACED} : n; cast 1 {PLACED} : n",
        "player 1's cast failed; this player may no longer cast",
    ),
    (
        f"players 3; cast 1 {PLACED} : n; ask 1 {PLACED} : --",
        "player 1's cast failed; this player may no longer ask",
    ),
    (f"players 3; cast 1 {PLACED} : yy; ask 2 {PLACED} : --", "the game has already been won"),
    (f"players 3; after round; cast 1 {PLACED} : n after 1", "the line 'after round' forbids casts"),
    (f"players 3; me 2 A1 R; ask 1 {PLACED} : o-", r"player 2 has A1 R and answers \*, not o"),
    (f"players 3; me 2 A1 R; cast 1 {PLACED} : n", "player 2 has A1 R and does not say n"),
    ("players 3; turn 4", "'4' is not a player"),
    ("players 3; turn", "exactly one word must follow turn"),
    (f"players 3; turn 1; ask 1 {PLACED} : --", "the lines turn and heard must come last"),
    (f"players 3; cast 1 {PLACED} : n; turn 1", "player 1's cast failed; this player has no more turns"),
    (f"players 3; after round; ask 1 {PLACED} : --; heard 1", "'heard' needs a question"),
    ("players 3; heard 1", "'heard' needs a question"),
    (f"players 3; ask 1 {PLACED} : --; heard 2", "must follow 'heard': 0 to 1"),
    (f"players 3; ask 1 {PLACED} : --; cast 1 {PLACED} : n; heard 1", "'heard' needs a question"),
    (
        f"players 3; ask 1 {PLACED} : --; cast 1 {PLACED} : n after 1; heard 0",
        "a cast came after more answers",
    ),
    ("x" * 200_000, "a record has at most 100,000 characters, not 200,000"),
]


@pytest.mark.parametrize(("text", "said"), WRONG, ids=[text[:40] for text, _ in WRONG])
def test_records_that_cannot_be(text: str, said: str) -> None:
    with pytest.raises(RecordFormatError, match=said):
        Record.parse(text)


def test_all_problems_are_named_at_once() -> None:
    with pytest.raises(RecordFormatError) as caught:
        Record.parse(f"players 3\nme 1 C9 B\nask 4 {PLACED} : --\nask 1 R:A1 Y:A1 G:Q1 B:D3 K:E5 : -")
    places = [(one.line, one.column) for one in caught.value.problems]
    assert places == [(2, 6), (3, 5), (4, 14), (4, 19)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("R:A1 Y:B2", "no field for G B K"),
        ("", "no field for R Y G B K"),
        ("R:A1 Y:B2 G:C3 B:D4 K", "^'K' is not an amulet on a field"),
        ("R:A1 Y:B2 G:C3 B:D4 W:E5", "^'W' is not an amulet; the amulets are R Y G B K"),
        ("R:A1 " * 1000, "not 5,000"),
    ],
)
def test_placements_that_cannot_be(text: str, said: str) -> None:
    with pytest.raises(PlacementFormatError, match=said) as caught:
        Placement.parse(text)
    assert [one.column for one in caught.value.problems][-1] in (None, 1, 6, 21)


@pytest.mark.parametrize("amulet", ["", "RY", "x", "r", "W"])
def test_amulets_that_a_placement_does_not_have(amulet: str) -> None:
    placement = Placement.parse("R:A1 Y:B2 G:C3 B:D4 K:E5")
    assert [placement[one] for one in "RYGBK"] == ["A1", "B2", "C3", "D4", "E5"]
    with pytest.raises(ArgumentError, match="one of R Y G B K, not"):
        placement[amulet]


def test_which_line_contradicts() -> None:
    """The answers of line 4 cannot be together with those of line 3: the first line that cannot be true."""
    lines = ["players 3", "me 1 C3 B", f"ask 1 {PLACED} : *-", f"ask 1 {PLACED} : o-", f"ask 1 {PLACED} : +-"]
    record = Record.parse("\n".join(lines))
    with pytest.raises(ValueError, match=r"^line 4 \(ask 1 .* : o-\) contradicts the events before it"):
        Belief.of(record)
    assert Belief.of(record, events=1).count > 0


def test_an_answer_that_nobody_can_give() -> None:
    """Two at home, with amulets of which one is mine; and on an altar of two amulets anything else."""
    small = "players 2; altar 2x2; amulets 2; me 1 A1 R"
    with pytest.raises(ValueError, match="line 1 .* contradicts"):
        Belief.of(Record.parse(f"{small}; ask 1 R:A2 Y:A1 : *"))  # A1 is mine


def test_whose_knowledge() -> None:
    none, two = Record.parse("players 3"), Record.parse("players 3; me 1 C3 B; me 2 A1 R")
    with pytest.raises(ArgumentError, match="no line 'me SEAT FIELD AMULET'"):
        Belief.of(none)
    with pytest.raises(ArgumentError, match="the secrets of players 1, 2; name one"):
        Belief.of(two)
    with pytest.raises(ArgumentError, match="does not have the secret of player 3, only that of 1, 2"):
        Belief.of(two, 3)
    with pytest.raises(ArgumentError, match="the seats are 1 to 3, not 0"):
        two.check_active(0)
    assert Belief.of(two, 2).me.field == "A1"
