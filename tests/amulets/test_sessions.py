"""The referee and solitaire at the terminal: what they say is the rules', and they hide what they must."""

import errno
import functools
import io
import itertools
import json
import os
import pty
import random
import re
import select
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console
from rich.text import Text

from amulets_solver import (
    ArgumentError,
    Belief,
    ContradictionError,
    Game,
    GameError,
    Placement,
    PlacementFormatError,
    Policy,
    Record,
    Rules,
    Secret,
    question,
)
from amulets_solver.cli.commands.referee import HIDING, RefereeSession
from amulets_solver.cli.commands.sit import SitSession
from amulets_solver.cli.commands.solitaire import SolitaireSession
from amulets_solver.game.rules import (
    Asked,
    Cast,
    Event,
    answer,
    answers,
    confirms,
    hypotheses,
    others,
    signs_of_cast,
)
from amulets_solver.racing.playing import Choice, Players, random_secrets
from amulets_solver.show.report import sheet_view
from tests.amulets.oracle import random_game, random_placement
from tests.conftest import ROOT, Run, messages
from tests.interrupting import heed_interrupts, until
from tests.nightly import nightly, slow, thinned

PLACED = "R:A1 Y:B2 G:C3 B:D4 K:E5"


@pytest.fixture
def amulets(program_here: Run) -> Run:
    return functools.partial(program_here, "amulets")


def test_the_referee_says_what_the_rules_say(amulets: Run, tmp_path: Path) -> None:
    secrets = random_secrets(3, Rules(), 7, 0)
    game = Game(secrets)
    said = game.ask(1, Placement.parse(PLACED))
    wrong = Placement.parse(PLACED)
    signs = game.cast(3, wrong)
    file = tmp_path / "game.txt"
    lines = f"secret 2\nhide\nask {PLACED}\nanswer all\ncast 3 {PLACED}\nbook\npass\nsave {file}\nreveal\n"
    done = amulets("referee", "--players", "3", "--seed", "7", stdin=lines)
    assert done.returncode == 0, done
    told = re.findall(r"player (\d) answers (\S)", done.stdout)
    assert told == [("2", said[0]), ("3", said[1])]
    assert re.findall(r"says (yes|no)", done.stdout) == ["yes" if sign == "y" else "no" for sign in signs]
    assert "\n" * HIDING in done.stdout
    hidden = done.stdout.split("saved to")[0]
    assert str(secrets[1]) in hidden  # whose secret was asked for
    for other in (secrets[0], secrets[2]):
        assert not re.search(rf"{other}\b", hidden) and str(other) in done.stdout
    record = Record.parse(file.read_text())
    assert record.events == tuple(game.events) and record.secrets == game.secrets


def test_the_referee_to_the_end() -> None:
    session = RefereeSession(Game([("A1", "R"), ("B4", "Y"), ("C3", "G")]).record)
    (first, second, third) = map(str, session.do("cast 2 R:A1 Y:B4 G:C3 B:D4 K:E5")[:3])
    assert (first, second, third) == ("player 3 says yes", "player 1 says yes", "player 2 has won")
    assert session.over
    lost = RefereeSession(Game([("A1", "R"), ("B4", "Y")]).record)
    lost.do(f"cast 1 {PLACED}")
    assert lost.prompt == "player 2> " and not lost.over
    assert "every player's cast has failed, so nobody wins" in map(
        str, lost.do("cast 2 R:A2 Y:B2 G:C3 B:D4 K:E5")
    )


def test_the_referee_between_two_answers() -> None:
    session = RefereeSession(Game([("A1", "R"), ("B4", "Y"), ("C3", "G")], Rules(after="answer")).record)
    session.do(f"ask {PLACED}")
    assert str(session.do("answer")[0]) == "player 2 answers +"
    again = RefereeSession(Record.parse(session.text))
    for one in (session, again):
        assert one.prompt == "player 3 answers> "
        console = Console(file=io.StringIO(), width=80)
        console.print(*one.begin())
        assert re.search(r"\n *1 +A1 +B2 +C3 +D4 +E5 +\+ *\n", console.file.getvalue())
    assert str(session.do(f"cast 3 {PLACED}")[-1]).endswith("questions; player 3 answers next")
    session.do("undo")
    session.do("undo")
    assert str(session.do("answer")[-1]) == "player 2 answers +"
    session.do(f"cast 3 {PLACED}")
    assert str(session.do("undo")[0]) == "taken back; player 3 answers next"
    session.do(f"cast 3 {PLACED}")
    assert str(session.do("answer")[0]) == "player 3 answers *" and session.prompt == "player 2> "


@pytest.mark.parametrize("seed", range(20))
def test_a_game_goes_on_from_its_record(seed: int) -> None:
    """At any moment, also while a question is being answered; and the text of the record is enough."""
    choose = random.Random(seed)
    rules = Rules(size="3x3", amulets=4, after=choose.choice(("round", "answer")))
    game = random_game(rules, choose.randint(2, 4), choose, choose.randint(0, 5))
    if not game.over and choose.randrange(3):
        game.turn = choose.choice(game.casters())  # others passed
        if rules.after == "answer" and choose.randrange(3):
            game.put(game.turn, random_placement(rules, choose))
            for _ in range(choose.randrange(game.players - 1)):
                game.next_answer()
            if not choose.randrange(3):
                game.cast(choose.choice(game.casters()), random_placement(rules, choose))
    again = Game.of(Record.parse(str(game.record)))
    assert again.record == game.record and again.casters() == game.casters()
    assert (again.over, again.winner, again.failed) == (game.over, game.winner, game.failed)
    while not game.over and game.record.heard is not None:
        assert again.next_answer() == game.next_answer() and again.turn == game.turn


def test_acts_are_taken_back(tmp_path: Path) -> None:
    """One by one, up to the deal, after going on with a file too; the file is always as the game is."""
    file = tmp_path / "game.txt"
    game = Game([("A1", "R"), ("B4", "Y"), ("C3", "G")], Rules(after="answer"), first=2)
    session = RefereeSession(game.record, file)
    dealt = file.read_text()
    texts = [dealt]
    for line in (f"ask {PLACED}", "answer", f"cast 3 {PLACED}", "answer", "pass", f"ask {PLACED}"):
        session.do(line)
        texts.append(file.read_text())
    assert len(set(texts)) == len(texts)
    for text in reversed(texts[:-1]):
        session.do("undo")
        assert file.read_text() == text
    with pytest.raises(ArgumentError, match="nothing to take back"):
        session.do("undo")
    again = RefereeSession(Record.parse(texts[-1]))
    again.do("undo")
    assert str(again.game.record) == texts[-2].strip()
    again.do("undo")
    assert str(again.game.record) == dealt.strip()


def test_a_kept_game_goes_on(amulets: Run, tmp_path: Path) -> None:
    kept = ["--save", "game.txt"]
    begin = amulets("referee", "--players", "3", "--seed", "7", "--first", "2", *kept, folder=tmp_path)
    assert begin.returncode == 0  # nobody typed anything, and the deal is kept
    secrets = random_secrets(3, Rules(), 7, 0)
    lines = f"ask {PLACED}\nanswer all\nask {PLACED}\nanswer\nanswer\nundo\nundo\nundo\n"
    done = amulets("referee", "game.txt", *kept, stdin=lines, folder=tmp_path)
    assert done.returncode == 0 and "taken back; it is the turn of player 3" in done.stdout, done
    record = Record.parse((tmp_path / "game.txt").read_text())
    assert [event.seat for event in record.events] == [2] and record.secrets[1] == secrets[0]
    done = amulets("referee", "game.txt", stdin=f"cast 1 {PLACED}\nsave game.txt\n", folder=tmp_path)
    assert done.returncode == 2 and "exists and is not overwritten" in done.stderr
    assert "player 2" in done.stdout.partition("says")[0]  # what was heard is shown
    for wrong, said in (
        (["referee", "game.txt", "--seed", "3"], "omit the options"),
        (["referee", "--players", "3", *kept], "exists and is not overwritten"),
        (["referee"], "give --players for a new game, or a record"),
        (["referee", "-"], "the standard input is for the commands of the session"),
        (["referee", "players 3; me 1 C3 B"], "the secrets of all players; the line 'me 2"),
    ):
        done = amulets(*wrong, folder=tmp_path)
        assert done.returncode == 2 and said in done.stderr


@pytest.mark.parametrize("kept", [False, True])
def test_ctrl_c_at_a_terminal(tmp_path: Path, kept: bool) -> None:
    """Once, it loses nothing (that it ends when pressed again: tests/tales/test_cli.py)."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "amulets_solver", "referee", "--players", "3", "--seed", "7"]
    command += ["--save", str(tmp_path / "game.txt")] * kept
    saved = b"all is saved in game.txt" if kept else b"'help' lists how to save before"
    with subprocess.Popen(
        command, cwd=ROOT, stdin=theirs, stdout=theirs, stderr=theirs, preexec_fn=heed_interrupts
    ) as process:
        os.close(theirs)
        until(ours, b"player 1> ")
        seen = b""
        while b"press Ctrl-C again to end; " + saved not in seen:
            process.send_signal(signal.SIGINT)  # just before a line is read it is heeded with the next one
            if select.select([ours], [], [], 2)[0]:
                seen += until(ours, b"player 1> ")
        os.write(ours, b"pass\n")
        until(ours, b"player 2> ")
        os.write(ours, b"\x04")
        assert process.wait(60) == 0
    os.close(ours)


def test_solitaire(amulets: Run, tmp_path: Path) -> None:
    secrets = random_secrets(3, Rules(), 7, 0)
    said = answers(dict(enumerate(secrets, 1)), 1, Placement.parse(PLACED))
    file = tmp_path / "mine.txt"
    lines = f"hint\n{PLACED}\nbeliefs\nshow\nsave {file}\ngive up\n"
    done = amulets("solitaire", "--players", "3", "--seed", "7", stdin=lines)
    assert done.returncode == 0 and f"with {secrets[0]}" in done.stdout
    assert f"player 2 {said[0]}, player 3 {said[1]}: " in done.stdout
    assert "leaves 822 of 6,624 on average (3.32 bits; no question has more, proven)" in done.stdout
    before, _, after = done.stdout.partition("given up, after 1 question;")
    for secret in secrets[1:]:
        assert not re.search(rf"{secret}\b", before) and str(secret) in after
    assert "bits less" in after or "best" in after
    record = Record.parse(file.read_text())
    assert record.secrets == {1: secrets[0]} and record.events[0].answers == said


@pytest.mark.parametrize("seed", range(3))
def test_solitaire_won_by_hints(seed: int) -> None:
    rules = Rules(size="3x3", amulets=4)
    secrets = random_secrets(3, rules, seed, 0)
    session = SolitaireSession(Game(secrets, rules))
    told = ""
    while not session.over:
        told = str(session.do("hint")[0])
        assert told.startswith("ask ") == (not session.belief.castable)
        views = session.do(told.partition(": ")[0])
        told = str(views[0])
    asked = sum(isinstance(event, Asked) for event in session.record.events)
    assert f"; right: you have won, after {asked} question" in told


@pytest.mark.parametrize(
    ("command", "lines", "said"),
    [
        ("referee", "dance", "'dance' is not a command"),
        ("referee", "secret 9", "the players are 1 to 3, not '9'"),
        ("referee", "secret", "not ''"),
        ("referee", "ask R:A1", "no field for Y G B K"),
        ("referee", "answer", "no question is being answered"),
        (
            "referee",
            f"cast 1 {PLACED}\ncast 1 {PLACED}",
            "cast failed; this player may only answer questions",
        ),
        ("referee", "cast", "name the player who casts"),
        ("referee", "cast 1 R:A1", "name the amulets of the 2 other players, or all"),
        ("referee", "undo 3", "nothing may follow this command, not even '3'"),
        ("referee", "save", "name a file"),
        ("referee", "save /nowhere/at/all", "no folder"),
        ("solitaire", "dance", "'dance' is not an amulet on a field"),
        ("solitaire", "next", "'next' is not an amulet on a field"),
        ("solitaire", "give", "'give up' ends the game"),
        ("solitaire", "cast R:A1", "name the amulets of the 2 other players, or all"),
        ("solitaire", "cast X:A1 R:B1", "'X' is not an amulet"),
    ],
)
def test_wrong_lines(amulets: Run, command: str, lines: str, said: str) -> None:
    done = amulets(command, "--players", "3", "--seed", "7", stdin=f"{lines}\nquit\n")
    assert done.returncode == 2 and said in done.stderr and len(messages(done.stderr)) <= 2
    assert "Traceback" not in done.stderr


def test_a_small_altar_has_no_room_for_an_amulet_cast_twice(amulets: Run) -> None:
    small = ["--players", "3", "--altar", "2x2", "--amulets", "4", "--seed", "3"]
    done = amulets("solitaire", *small, stdin="cast R:A1 R:B1\n")
    assert done.returncode == 2 and "amulet R is placed twice" in done.stderr


def test_options(amulets: Run) -> None:
    assert amulets("referee", "--players", "3", "--first", "4").returncode == 2
    assert amulets("solitaire", "--players", "4", "--amulets", "3").returncode == 2
    small = amulets("solitaire", "--players", "2", "--altar", "2x2", "--amulets", "2", stdin="hint\nquit\n")
    assert small.returncode == 0 and "3 hypotheses" in small.stdout
    assert question(Belief(2, ("A1", "R"), rules=Rules(size="2x2", amulets=2))).proven


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


def phrases(text: str) -> list[str]:
    """Return what a text of the program says that one may type: what stands in quotes, whole examples."""
    quoted = re.findall(r"(?<![a-zA-Z])'([a-z+*o-][^']*)'", text)
    return [
        re.sub(r"R:A1( Y:B2)? (\.\.\.|…)", PLACED, one).replace("red A1, yellow B2 ...", PLACED)
        for one in quoted
    ]


RIGHT = (
    "R:A1",
    "yes and no",
    "* I'm home",
    "1 to 4",
    "R Y G B K",
    "too few verdicts",
    "save FILE",
    "A1 to E5",
)
"""What messages say of what would be right, where they quote no line."""
WRONG = """
drop; drop 9; drop 1 2; fix; fix 9; fix 1; fix 1 cast; fix 1 dance; pass 3; undo 3; save; dance; who asks?
2; player 3; player 3 votes; player 1 passes; yes no; 2:yes no; + -; R:A1; taken back; your cast failed
ask; ask 2; ask: yes no; ask 9 R:A1; ask 3 pink:A1; ask 3 R:Z9; ask 3 red; ask 3 PLACED : maybe
1  ask 4 PLACED : o--
cast; cast 3; cast 3 PLACED; cast PLACED; cast K:E5: it cannot fail; cast 3 PLACED : maybe; cast 3 PLACED : y
""".replace("PLACED", PLACED)
"""Lines that are refused after three questions of four players."""


def test_whatever_the_program_says_to_type_can_be_typed(tmp_path: Path) -> None:
    """All that help, questions, advice and messages say is taken, or refused with what would be right."""

    def begun() -> SitSession:
        session = SitSession(Record(4, Rules(), {1: Secret("C3", "B")}))
        for line in (f"ask 4 {PLACED} : o--", f"ask 1 {OTHER} : ---", f"ask 2 {PLACED} : --o"):
            session.do(line)
        return session

    left = [line[:29].strip() for line in SitSession.HELP.split("\n")]
    told = " ".join(f"'{one}'" for one in left if one) + " 'quit'"
    for line in re.split(r"; |\n", WRONG.strip()):
        with pytest.raises(GameError) as caught:
            begun().do(line)
        said = str(caught.value)
        told += f" {said}"
        assert phrases(said) or any(right in said for right in RIGHT), (line, said)
        assert "\n" not in said, line
    typed = {*SitSession.words(begun()), "help", "quit"}
    some = [one for one in phrases(told) if one.split()[0] in typed or not re.search("[a-z]{2}", one)]
    assert {one.split()[0] for one in some} >= typed and len(some) > 40
    for phrase in dict.fromkeys(some):
        session = begun()
        if re.fullmatch("[-+*o ]+", phrase) or phrase == "undo":
            session.do(f"ask 3 {PLACED}")
        try:
            session.do(phrase.replace("FILE", str(tmp_path / "mine.txt")))
        except ContradictionError:
            continue  # understood
        except GameError as error:
            understood = "player 1 has C3 B and" in str(error)
            assert understood or phrase in ("fix N …", "fix 1 …", "fix 3 yn", "drop N"), (phrase, str(error))


def test_advice_and_events_are_typed_back() -> None:
    session = SitSession(Record(3, Rules(spare="anywhere"), {1: Secret("C3", "B")}, turn=1))
    advice = str(session.do("advice")[0])
    session.do(advice)
    assert str(session.record.events[0]) == advice.partition(": ")[0].replace("ask", "ask 1") + " : "
    for prompt, sign in (("player 2 answers> ", "-"), ("player 3 answers> ", "-")):
        assert session.prompt == prompt
        session.do(f"{prompt}{sign}")
    cast = str(session.do("advice")[-1])
    with pytest.raises(ArgumentError, match=r"the other players' verdicts; 'cast 2 R:A1 … : y n'"):
        session.do(cast)
    session.do(f"{session.prompt}cast {cast.partition(': ')[0].removeprefix('cast ')} : n")
    (listed,) = map(str, session.do("events"))
    for number, line in enumerate(listed.splitlines(), 1):
        session.do(f"fix {number} {line.partition('  ')[2]}")
    assert str(session.do("events")[0]) == listed


def test_a_corrected_cast_stands_where_it_stood() -> None:
    session = SitSession(Record(3, Rules(), {1: Secret("C3", "B")}))
    for line in (f"ask 2 {PLACED}", "-", f"cast 3 {OTHER} : n"):
        session.do(line)
    for line in (f"fix 2 cast 3 {OTHER}: no", "fix 2: no", f"fix 2 3 casts {OTHER} : n after 1"):
        session.do(line)
        assert str(session.record.events[1]) == f"cast 3 {OTHER} : n after 1"


def test_colours_are_read_by_name_everywhere(amulets: Run) -> None:
    names = "Red:A1 yellow:B2 GREEN:C3 blue:D4 black:E5"
    assert str(Placement.parse(names)) == PLACED
    with pytest.raises(PlacementFormatError, match="amulet R is placed twice"):
        Placement.parse(f"R:B1 {names}")
    record = Record.parse(f"players 3; me 1 c3 blue; ask 1 {names} : --")
    assert record == Record.parse(f"players 3; me 1 C3 B; ask 1 {PLACED} : --")
    done = amulets("sit", "--players", "3", "--me", "c3", "Blue", stdin=f"ask {names}")
    assert done.returncode == 2 and "with C3 B" in done.stdout and "name the player who asks" in done.stderr
    session = RefereeSession(Game([("A1", "R"), ("B4", "Y"), ("C3", "G")]).record)
    assert "player 2 has won" in list(map(str, session.do("cast 2 red:A1 green:C3")))


def test_who_cannot_cast_is_not_told_to() -> None:
    """Neither who has failed, nor anybody when the game is over; and then nobody passes."""
    session = SitSession(Record(3, Rules(), {1: Secret("C3", "B")}), advise=True)
    assert "it succeeds with" in str(session.do(f"cast 2 {PLACED} : n")[-1])
    assert "you may only answer questions" in str(session.do(f"cast 1 {PLACED} : n")[-1])
    for signs, end in (("yn", "every player's cast has failed, so nobody wins"), ("yy", "player 3 has won")):
        theirs = "R:A2 Y:B2 G:C4 B:C3 K:E5"
        said = list(map(str, session.do(f"cast 3 {theirs} : {signs}")))
        assert said[-1] == end and session.prompt == "the game is over> "
        for line in ("advice", "hint", "cast?"):
            assert list(map(str, session.do(line))) == [end]
        with pytest.raises(ArgumentError, match=end):
            session.do("pass")
        assert SitSession(Record.parse(session.text)).prompt == "the game is over> "
        session.do("undo")
    session.do(f"cast 3 {theirs} : yn")
    session.do("undo")
    assert session.prompt == "who asks?> "


@pytest.mark.parametrize("session", [SitSession, RefereeSession, SolitaireSession])
def test_no_line_of_the_help_is_folded(session: type[SitSession | RefereeSession | SolitaireSession]) -> None:
    assert max(map(len, session.HELP.split("\n"))) < 80


def test_a_sheet_fits_in_40_columns() -> None:
    console = Console(file=io.StringIO(), width=40)
    console.print(sheet_view(Belief(4, ("C3", "B"))))
    lines = console.file.getvalue().split("\n")
    assert sum("player" in line for line in lines) == 3 and sum("RYGK" in line for line in lines) == 15


def test_a_session_at_the_terminal(amulets: Run, tmp_path: Path) -> None:
    new = ["sit", "--players", "4", "--me", "C3", "B", "mine.txt"]
    done = amulets(*new, stdin=f"ask 2 {PLACED}\n- -\n", folder=tmp_path)
    assert done.returncode == 0 and "hypotheses are left (exact)" in done.stdout and "×" in done.stdout
    assert "ask R:" not in done.stdout and "it succeeds with" not in done.stdout
    done = amulets("sit", "mine.txt", "--advise", stdin="", folder=tmp_path)
    assert done.returncode == 0 and "it succeeds with" in done.stdout
    done = amulets("sit", "mine.txt", stdin="beliefs\nevents\nadvice\nsheet\nhelp\n", folder=tmp_path)
    assert done.returncode == 0 and f"1  ask 2 {PLACED} : --" in done.stdout
    asked = amulets("ask", "mine.txt", "--json", folder=tmp_path)
    assert (
        json.loads(asked.stdout)["count"]
        == Belief.of(Record.parse((tmp_path / "mine.txt").read_text())).count
    )
    for wrong, said in (
        (new, "exists: omit the other options"),
        (["sit"], "give --players and --me"),
        (["sit", "--players", "3", "--me", "C3", "B", "--first", "4"], "4 cannot begin"),
        (["sit", "--players", "3", "--me", "C9", "B"], "'C9' is not a field"),
    ):
        done = amulets(*wrong, folder=tmp_path)
        assert done.returncode == 2 and said in done.stderr and len(messages(done.stderr)) == 1
    for line, said in (
        ("dance", "is neither an answer nor a command"),
        ("fix 2 +-o", "is not an event"),
        ("fix 1", "corrects the answers"),
        ("undo 3", "nothing may follow this command, not even '3'"),
        ("pass 3", "nothing may follow this command, not even '3'"),
        ("drop x", "is not an event"),
        ("pass", "a question is being answered"),
        ("undo", "no line to take back"),
        ("+ + +", "too many answers"),
    ):
        done = amulets("sit", "mine.txt", stdin=line, folder=tmp_path)
        assert done.returncode == 2 and said in done.stderr, done


def test_the_sheet_says_the_same_without_colours() -> None:
    view = sheet_view(Belief(3, ("C3", "B")).hear(Placement.parse(PLACED), "+-"))
    texts = []
    for options in ({"no_color": True}, {"force_terminal": True, "color_system": "standard"}):
        console = Console(file=io.StringIO(), width=120, **options)
        console.print(view)
        texts.append(console.file.getvalue())
    assert "\x1b[" in texts[1] and Text.from_ansi(texts[1]).plain.split() == texts[0].split()


@pytest.mark.parametrize("heard", [0, 1])
def test_answers_that_were_not_given_yet_are_not_known(heard: int) -> None:
    """In a referee's record other secrets of those who have not answered yet change nothing for a player."""
    found = set()
    for theirs in (Secret("E4", "G"), Secret("D4", "K"), Secret("E5", "K"), Secret("B1", "Y")):
        game = Game([("C3", "B"), ("A1", "R"), theirs])
        game.put(1, Placement.parse(PLACED))
        for _ in range(heard):
            game.next_answer()
        record = Record.parse(str(game.record))
        assert len(record.events[0].answers) == 2
        found.add((Belief.of(record, 1), str(record.spell_book)))
    assert len(found) == 1 and found.pop()[0] == Belief(3, ("C3", "B")).hear(
        Placement.parse(PLACED), "*"[:heard]
    )


def test_a_session_on_a_disk_that_cannot_be_written_is_shown(
    program_here: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "evening.txt"
    question = "ask 1 R:A1 Y:B2 G:D4 B:C5 K:E3 : + -"
    assert (
        program_here(
            "amulets", "sit", "--players", "3", "--me", "C3", "B", str(file), stdin=question
        ).returncode
        == 0
    )
    before = file.read_text()

    def read_only(*_: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(file))

    monkeypatch.setattr("_gamekit.outputs.write", read_only)
    done = program_here("amulets", "sit", str(file), stdin="events\npass\nevents")
    assert done.returncode == 2 and done.stdout.count("1  ask 1 R:A1") == 2 and file.read_text() == before
    assert "nothing can be recorded here" in done.stderr and "nothing was changed" in done.stderr
    new = program_here("amulets", "sit", "--players", "3", "--me", "C3", "B", str(tmp_path / "new"))
    assert new.returncode == 2 and "Read-only" in new.stderr


def test_a_session_does_not_advise_unasked() -> None:
    """Nor does it say that a cast is certain; `hint` and `cast?` do, and `why` names a field's events."""
    rules = Rules(size="3x3", amulets=4, spare="anywhere")
    session = SitSession(Record(3, rules, {1: Secret("A1", "R")}, turn=2), advise=False)
    told = list(map(str, session.do("ask 2 R:A1 Y:B2 G:C3 B:A2 : **")[1:]))
    assert told == ["42 hypotheses are left (exact)"]
    assert str(session.do("hint")[0]).startswith("ask R:")
    (best, waiting, better) = map(str, session.do("cast? entropy"))
    assert re.match("cast R:.*: it succeeds with [0-9.]+% \\(exact\\)$", best), best
    assert "of 50 simulated games" in waiting and better.startswith("better: ")
    certain = SitSession(Record(3, rules, {1: Secret("A1", "R")}, turn=2))
    told = list(map(str, certain.do("cast 2 R:A1 Y:B2 G:C3 B:A2 : yy")[1:]))
    assert certain.record.winner == 2 and told[-1] == "player 2 has won"
    sure = "players 2; altar 2x2; amulets 2; me 1 A1 R; ask 1 R:A1 Y:A2 : *"
    told = list(map(str, SitSession(Record.parse(sure)).begin()[1:]))
    assert told[1:] == ["one hypothesis is left: all is known"]
    assert [str(one) for one in SitSession(Record.parse(sure)).do("cast?")] == ["cast Y:A2: it cannot fail"]
    assert "'cast?' shows a cast that cannot fail" in str(SitSession(Record.parse(sure)).do("hint")[0])


def test_cast_or_wait_while_a_question_is_open() -> None:
    """Each answer given so far counts; where casts wait for all answers, the session says so."""
    for after in ("answer", "round"):
        rules = Rules(size="3x2", amulets=3, after=after)
        session = SitSession(Record(3, rules, {1: Secret("A1", "R")}))
        session.do("ask 2 R:A1 Y:B2 G:C2")
        session.do("-")
        if after == "answer":
            assert "of 50 simulated games" in str(session.do("cast?")[1])
        else:
            with pytest.raises(ArgumentError, match="casts wait for all its answers"):
                session.do("cast?")


def test_quit_offers_to_save_once(tmp_path: Path) -> None:
    session = SitSession(Record(3, Rules(), {1: Secret("C3", "B")}))
    session.do(f"ask 2 {PLACED} : -o")
    assert "'save FILE' saves the session" in str(session.do("quit")[0]) and not session.over
    session.do("undo")
    assert session.do("quit") == [] and session.over  # nothing is lost
    for last in (f"save {tmp_path / 'mine.txt'}", "quit"):
        session = SitSession(Record(3, Rules(), {1: Secret("C3", "B")}))
        session.do(f"ask 2 {PLACED} : -o")
        session.do("exit")
        session.do(last)
        session.do("quit")
        assert session.over
    kept = SitSession(Record(3, Rules(), {1: Secret("C3", "B")}), tmp_path / "kept.txt")
    kept.do(f"ask 2 {PLACED} : -o")
    assert kept.do("quit") == [] and kept.over


def rival_game(seed: int, choose: random.Random) -> tuple[SolitaireSession, int]:
    """Play random lines against rivals, and check every step; return the session and its questions."""
    rules = Rules(
        size=choose.choice(("2x2", "3x2", "3x3")),
        amulets=choose.choice((3, 4)),
        after=choose.choice(("answer", "round")),
        spare=choose.choice(("random", "anywhere")),
    )
    players = choose.choice((2, 3))
    rivals = Policy.named(choose.choice(("entropy", "gambler:0.3", "consistent:0.6", "random:0.5")))
    session = SolitaireSession(Game(random_secrets(players, rules, seed, 0), rules), rivals, seed)
    secret = session.game.secrets[1]
    for _ in range(300):
        record = Record.parse(session.text)
        assert record.secrets == {1: secret}
        waits = session.game.record.heard is not None and rules.after == "round"
        if not waits:
            assert session.belief == Belief.of(record)  # nothing hidden is known
        theirs = dict(zip(others(1, players), choose.choice(worlds_of(record)), strict=True))
        for event in session.record.events:  # the plain rules give these answers and verdicts
            said = answers if isinstance(event, Asked) else signs_of_cast
            assert said(session.game.secrets, event.seat, event.placement).startswith(event_signs(event))
            assert said({1: secret, **theirs}, event.seat, event.placement).startswith(event_signs(event))
        act = choose.random()
        asks = session.prompt.startswith("question")
        line = choose.choice(("next", "next all"))
        if asks:
            line = "pass" if act < 0.1 else str(random_placement(rules, choose))
        if act > 0.97 and not waits and 1 not in session.game.failed:
            line = f"cast {random_placement(rules, choose)}"
        session.do(line)
        if session.over:
            return session, len(session.record.events)
    raise AssertionError("no end")


def event_signs(event: Event) -> str:
    return event.answers if isinstance(event, Asked) else event.signs


def worlds_of(record: Record) -> list[tuple[Secret, ...]]:
    return list(hypotheses(record.rules, record.players, record.secrets[1], record.said))


@pytest.mark.parametrize("seed", thinned(3, range(12)))
def test_a_game_against_rivals_follows_the_plain_rules(seed: int) -> None:
    """Also: what the player is told, advised and saves depends on the own secret and on what was said."""
    session, _ = rival_game(seed, random.Random(seed))
    game = session.game
    again = Game.of(Record.parse(str(game.record)))
    assert (again.winner, again.failed, again.over) == (game.winner, game.failed, True)


@pytest.mark.nightly
def test_hundreds_of_games_against_rivals() -> None:
    ends = [rival_game(seed, random.Random(seed))[0].game.winner for seed in range(600)]
    assert {*ends} >= {None, 1, 2, 3}


@pytest.mark.parametrize("seed", thinned(2, range(8)))
def test_rivals_see_only_what_their_seat_may(seed: int) -> None:
    """In every world that a rival thinks possible, it asks and casts the same."""
    choose, rules = random.Random(seed), Rules(size="3x2", amulets=4)
    game = Game(random_secrets(3, rules, seed, 0), rules)
    policies = [Policy("entropy", 0.4)] * 3
    players = Players(game, policies, seed, 0)
    for step in players.steps():
        if game.over or isinstance(step, Choice) or (isinstance(step, Asked) and not step.answers):
            continue
        if game.answering:
            continue
        seat = game.turn
        theirs = choose.choice(list(hypotheses(rules, 3, game.secrets[seat], game.record.said, seat)))
        other = {seat: game.secrets[seat], **dict(zip(others(seat, 3), theirs, strict=True))}
        record = replace(game.record, secrets=other)
        beliefs = {one: Belief.of(record, one) for one in other}
        assert beliefs[seat] == players.beliefs[seat]
        assert policies[0].ask(beliefs[seat], iter(())) == policies[0].ask(players.beliefs[seat], iter(()))
        assert policies[0].cast(beliefs[seat]) == policies[0].cast(players.beliefs[seat])
    assert game.over


def test_lines_against_rivals(amulets: Run) -> None:
    game = ["solitaire", "--players", "3", "--seed", "7", "--rivals", "gambler:0.5"]
    done = amulets(*game, stdin=f"{PLACED}\nnext\nnext all\npass\nnext all\ncast {PLACED}\n")
    assert done.returncode == 0 and "player 2 asks R:" in done.stdout, done
    assert re.search("(player [23]|nobody) has won, after [0-9]+ questions; player 2: ", done.stdout)
    for lines, said in (
        ("next", "it is your turn"),
        (f"{PLACED}\n{PLACED}", "it is not your turn to ask"),
        (f"{PLACED}\npass", "it is not your turn; 'next' goes on"),
        ("next 3", "type 'next' or 'next all'"),
    ):
        done = amulets(*game, stdin=lines)
        assert done.returncode == 2 and said in done.stderr and len(messages(done.stderr)) == 1, done
    done = amulets("solitaire", "--players", "3", "--rivals", "dance")
    assert done.returncode == 2 and "'dance' is not a policy" in done.stderr
