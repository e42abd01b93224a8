"""Records: what is read, what is written, and every kind of wrong line with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from tales_of_arabia import Deck, Interrupt, Lay, Pass, Record, RecordFormatError, Rules

LONG = """\
# a comment
PLAYERS 3
rules minimum=3 main-minimum=5 passing

lay Old   WOMAN open   # she tells
interrupt 2 king ; interrupt 3 jinni OPEN
pass
lay cave; lay oath
"""


def test_reading_and_writing() -> None:
    record = Record.parse(LONG)
    assert record.rules == Rules(minimum=3, main_minimum=5, passing=True)
    assert record.acts[:4] == (
        Lay("old woman", True), Interrupt(2, "king"), Interrupt(3, "jinni", True), Pass(),
    )  # fmt: skip
    assert record.game.rows == (("old woman",), ("king", "jinni"), ("cave", "oath"))
    assert len(record.moments) == 7 and record.game.teller == 1
    assert Record.parse(str(record)) == record
    assert Record.parse(str(record).replace("\n", "; ")) == record
    longer = record.played(Lay("comet"))
    assert longer.game == Record.parse(f"{record}\nlay comet").game and longer.moments[:-1] == record.moments


def problems(text: str, folder: Path | None = None) -> list[tuple[int | None, int | None, str]]:
    with pytest.raises(RecordFormatError) as caught:
        Record.parse(text, folder)
    return [(one.line, one.column, one.message) for one in caught.value.problems]


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("", None, None, "the record is empty; a record looks like"),
        ("lay king", 1, 1, "a record must begin with the number of players, as in"),
        ("players", 1, 8, "the number of players must be 2 to 8, not ''"),
        ("players 9", 1, 9, "the number of players must be 2 to 8, not 9"),
        ("players 3 4", 1, 9, "the number of players must be 2 to 8, not '3 4'"),
        ("players 3; players 3", 1, 12, "there is a second line players"),
        ("players 3; say king", 1, 12, "no line begins with 'say'; lines begin with players, deck, rules"),
        ("players 3\nlay", 2, 4, "the name of the card is missing: lay NAME [open]"),
        ("players 3\n  lay kin open", 2, 7, "there is no card 'kin' in the deck; did you mean 'king'?"),
        ("players 3\nlay prin", 2, 5, "there is no card 'prin' in the deck; did you mean 'princess'?"),
        ("players 3\nlay xyzzy", 2, 5, "there is no card 'xyzzy' in the deck"),
        ("players 3\ninterrupt king", 2, 11, "the interrupting player must be a number, not 'king'"),
        ("players 3\ninterrupt 2", 2, 12, "the name of the card is missing: interrupt PLAYER NAME [open]"),
        ("players 3\nend at dawn", 2, 12, "the verdict on the ending is missing"),
        ("players 3\npass on", 2, 6, "nothing may follow 'pass', not 'on'"),
        ("players 3\nlay king\nlay king", 3, 1, "'king' lies in the main story"),
        ("players 3\nlay king\nend ashes accepted", 3, 1, "the main story cannot end yet: it has 1 of the 4"),
        ("players 3\nlay king; interrupt 1 cave", 2, 11, "player 1 is the teller"),
        ("players 3\nrules minimum=0", 2, 1, "minimum must be a whole number from 1 to 20, not 0"),
        ("players 3\nrules main-minimum=99", 2, 1, "main-minimum must be a whole number from 1 to 20"),
        ("players 3\nrules short", 2, 7, "the rules are minimum=N, main-minimum=N and passing, not 'short'"),
        ("players 3\nlay king\nrules passing", 3, 1, "rules must come before all acts"),
        ("players 3\ndeck", 2, 5, "the name of the file is missing: deck FILE"),
        ("players 3\ndeck no.toml", 2, 6, "no.toml: No such file or directory"),
        ("players 3\ndeal 4 king", 2, 6, "'4' is not a player; the players are 1 to 3"),
        ("players 3\ndeal 1 king, cave", 2, 8, "player 1: a hand has 11 cards at the start, not 2"),
        ("players 3\ndeal 1 king, cave,  king", 2, 21, "'king' is listed twice"),
        ("players 3\npile king", 2, 6, "the draw pile can be given only if all hands are given"),
    ],
)
def test_wrong_lines(text: str, line: int | None, column: int | None, message: str) -> None:
    ((at, where, said),) = problems(text)
    assert (at, where) == (line, column) and said.startswith(message)


def test_everything_that_is_badly_written_is_named_at_once() -> None:
    found = problems("players 2\nlay kin\nshout\nend ashes\ndeal 1 x, king, y\nlay king\nlay king")
    assert [(line, column) for line, column, _ in found] == [(2, 5), (3, 1), (4, 10), (5, 8), (5, 17)]


def test_a_record_that_is_too_long() -> None:
    assert problems("players 2\n" + "#" * 100_000)[0][2].startswith(
        "a record has at most 100,000 characters, not 100,010"
    )


def test_a_deck_of_ones_own(tmp_path: Path) -> None:
    deck = "[cards]\n" + "".join(f'b{i} = {{ kind = "being" }}\n' for i in range(14))
    deck += "".join(f'e{i} = {{ kind = "ending" }}\n' for i in range(8))
    (tmp_path / "own deck.toml").write_text(deck)
    record = Record.parse("players 2\ndeck own deck.toml\nlay B13 open", tmp_path)
    assert record.game.rows == (("b13",), ()) and record.deck_file == "own deck.toml"
    assert Record.parse(str(record), tmp_path) == record
    assert problems("players 3\ndeck own deck.toml", tmp_path) == [
        (
            1,
            None,
            "3 players need 12 endings and 33 cards in all; this deck has 8 endings and 22 cards, "
            "enough for 2 players",
        )
    ]
    assert problems("players 2\ndeal 1 king\ndeck own deck.toml", tmp_path)[-1][:2] == (3, 1)
    (tmp_path / "own deck.toml").write_text("[cards]\nx = 1\n")
    found = problems("players 2\ndeck own deck.toml\nlay king\nlay nothing", tmp_path)
    assert [(line, column) for line, column, _ in found] == [(2, 6)] and "the card 'x'" in found[0][2]


def test_a_game_with_the_built_in_deck_for_every_number_of_players() -> None:
    for players in range(2, 9):
        assert len(Record.parse(f"players {players}").game.draw) == len(Deck.standard()) - 11 * players
