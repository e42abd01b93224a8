"""What sessions say, and what people type into them."""

import errno
import io
import json
import os
import re
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
    Record,
    Rules,
    Secret,
)
from amulets_solver.cli.commands.referee import RefereeSession
from amulets_solver.cli.commands.sit import SitSession
from amulets_solver.cli.commands.solitaire import SolitaireSession
from amulets_solver.show.report import sheet_view
from tests.conftest import Run, messages
from tests.nightly import slow

PLACED = "R:A1 Y:B2 G:C3 B:D4 K:E5"
OTHER = "R:A2 Y:B3 G:C4 B:D5 K:E1"


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


@pytest.mark.parametrize("played_out", [False, *slow(True)])
def test_whatever_the_program_says_to_type_can_be_typed(tmp_path: Path, played_out: bool) -> None:
    """All that help, questions, advice and messages say is taken, or refused with what would be right.

    Whether to cast is decided by games played out, which takes seconds.
    """

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
    for phrase in dict.fromkeys(one for one in some if one.startswith("cast?") == played_out):
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
        ("fix 2 +-o", "there is no event 2; 'events' lists 1 to 1"),
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
