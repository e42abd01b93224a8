"""The sheet of a player at a real table: what it crosses out, takes and refuses."""

import itertools
import random
from pathlib import Path

import pytest

from amulets_solver import (
    ArgumentError,
    Belief,
    ContradictionError,
    Game,
    Placement,
    Record,
    Rules,
    Secret,
)
from amulets_solver.cli.commands.sit import SitSession
from amulets_solver.game.rules import (
    Asked,
    Cast,
    Event,
    answer,
    confirms,
    others,
)
from tests.amulets.oracle import random_game
from tests.nightly import nightly, slow, thinned

PLACED = "R:A1 Y:B2 G:C3 B:D4 K:E5"


def plain_reasons(sheets: list[dict[int, dict[str, str]]], field: str) -> list[str]:
    """Return what crossed out amulets on a field, from the sheets before the first and after each event."""
    lines = []
    for seat in sheets[0]:
        line, left = f"player {seat}, {field}: ", sheets[0][seat][field]
        line += "the field is your own; " * (not left)
        for number, sheet in enumerate(sheets[1:], 1):
            gone = sorted({*left} - {*sheet[seat][field]}, key="RYGBKW".index)
            line += f"event {number} crossed out {' '.join(gone)}; " * bool(gone)
            left = sheet[seat][field]
        lines.append(line + (" ".join(left) + " left" if left else "no amulet is left"))
    return lines


def plain_sheet(
    rules: Rules, players: int, me: Secret, seat: int, events: tuple[Event, ...]
) -> dict[int, dict[str, str]]:
    """Return for each opponent and field the amulets that may go with it, by the plain rules, one by one."""
    seats = others(seat, players)
    left: dict[int, list[Secret]] = {}
    for who in seats:
        left[who] = [
            Secret(field, amulet)
            for field in rules.fields
            for amulet in rules.colours
            if field != me.field
            and amulet != me.amulet
            and all(said_so(Secret(field, amulet), who, event, players) for event in events)
        ]

    def completed(found: dict[int, Secret]) -> bool:
        rest = [who for who in seats if who not in found]
        if not rest:
            return True
        return any(
            completed({**found, rest[0]: one})
            for one in left[rest[0]]
            if all(one.field != other.field and one.amulet != other.amulet for other in found.values())
        )

    sheet = {who: dict.fromkeys(rules.fields, "") for who in seats}
    for who in seats:
        for one in left[who]:
            if completed({who: one}):
                sheet[who][one.field] += one.amulet
    return sheet


def said_so(secret: Secret, who: int, event: Event, players: int) -> bool:
    """Tell whether a player with a secret says what was said, if this player said anything."""
    said = event.answers if isinstance(event, Asked) else event.signs
    sign = dict(zip(others(event.seat, players), said, strict=False)).get(who)
    right = (
        answer(secret, event.placement)
        if isinstance(event, Asked)
        else "ny"[confirms(secret, event.placement)]
    )
    return sign in (None, right)


def sit_through(seed: int, sizes: tuple[str, ...] = ("2x2", "3x2", "2x6", "4x3", "5x5", "6x6")) -> None:
    """Type a random game in, in all the ways there are, and compare the sheet after each line."""
    choose = random.Random(seed)
    size = choose.choice(sizes)
    amulets = choose.randint(2, 4 if size == "2x2" else 6)
    players = choose.randint(2, min(5, amulets))
    rules = Rules(size=size, amulets=amulets, after=choose.choice(("answer", "round")))
    game = random_game(rules, players, choose, choose.randint(1, 5))
    seat = choose.randint(1, players)
    me = game.secrets[seat]
    session = SitSession(Record(players, rules, {seat: me}))
    sheets = [plain_sheet(rules, players, me, seat, ())]
    for number, event in enumerate(game.events, 1):
        line, _, said = str(event).partition(" : ")
        if choose.randrange(2) or not isinstance(event, Asked):
            session.do(f"{line} ; {said}")
        else:
            session.do(line)
            for sign in said:
                session.do(sign)
        assert (
            session.record.events == tuple(game.events[:number]) == Record.parse(str(session.record)).events
        )
        sheets.append(plain_sheet(rules, players, me, seat, session.record.events))
        assert session.belief.sheet == sheets[-1]
    field = choose.choice(rules.fields)
    assert str(session.do(f"why {field.lower()}")[0]).splitlines() == plain_reasons(sheets, field)


@pytest.mark.parametrize("seed", thinned(3, range(30)))
def test_the_sheet_is_that_of_the_plain_rules(seed: int) -> None:
    sit_through(seed)


@pytest.mark.nightly
def test_the_sheet_of_thousands_of_games() -> None:
    for size in ("2x2", "2x3", "3x3", "4x4", "5x5", "6x6"):
        for seed in range(5_000):
            sit_through(seed, (size,))


SECRETS = [("C3", "B"), ("A1", "R"), ("E4", "G")]
OTHER = "R:A2 Y:B3 G:C4 B:D5 K:E1"


def test_a_contradiction_names_the_lines_that_may_be_wrong(tmp_path: Path) -> None:
    """A wrong answer is corrected later, and what was refused is taken then; the file is as the session."""
    game, file = Game(SECRETS), tmp_path / "mine.txt"
    said = [game.ask(1, Placement.parse(PLACED)), game.ask(2, Placement.parse(OTHER))]
    assert said[0] == "*-"
    session = SitSession(Record(3, Rules(), {1: game.secrets[1]}), file)
    session.do(f"ask 1 {PLACED} : --")  # player 2 said * and was misheard
    session.do(f"ask 2 {OTHER} : {said[1]}")
    third = game.ask(3, Placement.parse(PLACED))
    kept = file.read_text()
    with pytest.raises(ContradictionError) as caught:
        session.do(f"ask 3 {PLACED} : {third}")
    assert "event 1: player 2 said *, not -" in str(caught.value) and file.read_text() == kept
    assert "event 2" not in str(caught.value) and "event 3: " in str(caught.value)
    told = list(map(str, session.do("fix 1 *-")))
    assert told[-1] == f"also recorded: ask 3 {PLACED} : {third}"
    assert session.record.events == tuple(game.events) == Record.parse(file.read_text()).events
    again = SitSession(Record.parse(file.read_text()), file)
    assert again.belief == session.belief
    again.do("drop 2")
    again.do("undo")
    again.do("fix 2 ask 2 " + OTHER + " : " + said[1])
    assert again.record.events == session.record.events
    with pytest.raises(ContradictionError, match=r"a player with C3 B answers|player 1 has C3 B"):
        Belief.of(Record(3, Rules(), {1: game.secrets[1]}, (Asked(2, Placement.parse(PLACED), "--"),)))


def test_a_cast_between_two_answers_and_turns() -> None:
    session = SitSession(Record(3, Rules(), {1: Secret("C3", "B")}, turn=2))
    assert session.prompt == "player 2> "
    assert session.do("pass") == [] and session.prompt == "player 3> "
    assert session.do("pass") == [] and session.prompt == "you> "
    session.do("undo")
    (notice, *_) = map(str, session.do(f"ask 2 {PLACED}"))
    assert notice.startswith("event 1: player 2 asked, but it was the turn of player 3")
    assert session.prompt == "player 3 answers> " and str(session.record).endswith("heard 0")
    session.do("-")
    session.do(f"cast 3 {OTHER} : n")
    assert session.prompt == "you answer> " and session.record.events[1].heard == 1
    assert SitSession(Record.parse(str(session.record))).prompt == "you answer> "
    session.do(answer(Secret("C3", "B"), Placement.parse(PLACED)))
    assert session.prompt == "you> " and session.record.heard is None  # player 3 has failed


@pytest.mark.parametrize("between", [" : ", " ; ", ": ", ":", " :", " "])
@pytest.mark.parametrize("said", ["-o", "- o"])
def test_people_write_the_colon_as_they_like(between: str, said: str) -> None:
    session = SitSession(Record(3, Rules(), {1: Secret("C3", "B")}))
    session.do(f"ask 2 {PLACED}{between}{said}")
    session.do(f"cast 2 {OTHER}{between}n")
    assert list(map(str, session.record.events)) == [f"ask 2 {PLACED} : -o", f"cast 2 {OTHER} : n"]


def test_one_wrong_thing_is_said_once() -> None:
    session = SitSession(Record(3, Rules(), {1: Secret("C3", "B")}))
    session.do(f"ask 2 {PLACED} : -o")
    with pytest.raises(ArgumentError) as caught:
        session.do("fix 1 ask")
    assert str(caught.value) == f"no field for R Y G B K; a placement looks like {PLACED!r}"


SPOKEN = {
    "*": ["I'm home", "I’m home!", "home", "i am home", "*"],
    "o": ["Someone is at my home", "Somebody is there.", "o", "O"],
    "+": ["I can feel my home", "near", "+"],
    "-": ["No answer", "nothing", "-", "−"],
}
"""What the rule sheet and the rules of the project say for each sign, and how it is typed."""


PAIRS = list(itertools.product(SPOKEN, repeat=2))


@pytest.mark.parametrize(
    ("first", "second"),
    [*thinned(3, PAIRS[::3]), *nightly(*(pair for pair in PAIRS if pair not in PAIRS[::3]))],
)
def test_answers_are_taken_as_they_are_said(first: str, second: str) -> None:
    """One by one, several in a line, after the question, with or without the player, and in a correction."""
    me = next(secret for secret in every_secret() if answer(secret, Placement.parse(PLACED)) == first)
    asked = f"ask 3 {PLACED} : {first}{second}"
    for one, two in zip(SPOKEN[first], SPOKEN[second], strict=False):
        both = f"{one}, {two}" if {one, two} == {"near", "nothing"} else f"{one} {two}"
        for lines in (
            [f"ask 3 {PLACED}", one, two],
            [f"ask 3 {PLACED}", f"{one}, {two}"],
            [f"ask 3 {PLACED}: {both}"],
            [f"ask 3 {PLACED}:1:{one} 2: {two}"],
            [f"player 3 asks {PLACED}", f"I say {one}", f"player 2 answers: {two}"],
            [f"ask 3 {PLACED}", f"fix 1 {both}"],
            [f"ask 3 {PLACED}", f"fix event 1: ask {PLACED} {both}"],
        ):
            session = SitSession(Record(3, Rules(), {1: me}))
            for line in lines:
                session.do(line)
            assert list(map(str, session.record.events)) == [asked], lines


@pytest.mark.parametrize("said", ["near home", "nothing near", "somebody near", "1: somebody at home"])
def test_words_that_may_be_one_answer_or_two(said: str) -> None:
    session = SitSession(Record(3, Rules(), {2: Secret("C3", "B")}))
    with pytest.raises(ArgumentError, match="one answer or two; put a comma"):
        session.do(f"ask 3 {PLACED} : {said}")
    session.do(f"ask 3 {PLACED}")
    with pytest.raises(ArgumentError, match="one answer or two; put a comma"):
        session.do(said)
    assert session.record.events == (Asked(3, Placement.parse(PLACED), ""),)


def every_secret() -> list[Secret]:
    return [Secret(field, amulet) for field in Rules().fields for amulet in Rules().colours]


@pytest.mark.parametrize(
    "placed",
    [
        "red:A1 yellow:B2 green:C3 blue:D4 black:E5",
        "RED A1, Yellow B2, green C3, blue on D4 and black at E5",
        "k e5 b d4 g c3 y b2 r a1",
        "A1 B2 C3 D4 E5",
        "R = A1; Y = B2; G = C3; B = D4; K = E5",
    ],
)
@pytest.mark.parametrize(
    "said", ["y n", "yes no", "Yes, no.", "yn", "3:yes 1:no", "player 3 says yes, I say no"]
)
@pytest.mark.parametrize("between", [" : ", *slow(":", " ", ": ", "; ")])
def test_casts_are_taken_as_they_are_said(placed: str, said: str, between: str) -> None:
    session = SitSession(Record(3, Rules(), {1: Secret("C3", "B")}))
    session.do(f"cast 2 {placed}{between}{said}")
    session.do("undo")
    session.do(f"player 2 casts: {placed}{between}{said}")
    assert list(map(str, session.record.events)) == [f"cast 2 {PLACED} : yn"]


def test_who_casts_need_not_be_said_where_it_is_clear() -> None:
    """The player whose turn it is, between questions; or the only one who has not failed."""
    session = SitSession(Record(3, Rules(), {1: Secret("C3", "B")}))
    with pytest.raises(ArgumentError, match="who casts"):
        session.do(f"cast {PLACED} : n")
    session.do(f"ask 1 {PLACED}")
    with pytest.raises(ArgumentError, match="who casts"):
        session.do(f"cast {PLACED} : n")
    session.do("--")
    assert str(session.do(f"cast {PLACED} : n")[0]).startswith("recorded as player 2's cast")
    assert session.prompt == "player 3> "
    session.do(f"cast 1 {PLACED} : n")
    session.do(f"ask {PLACED}")
    session.do(f"cast {PLACED} : n")
    assert session.record.events[-1] == Cast(3, Placement.parse(PLACED), "n", 0) and session.record.over
