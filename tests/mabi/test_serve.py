"""`mabi serve`: what it answers, and the whole of it once, without a browser."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import psutil
import pytest

from _gamekit.web.answering import Dispatcher, Fields, Work
from mabi_search import Move, Position, Rules, check_certificate
from mabi_search.game import saved_games
from mabi_search.game.errors import MabiError
from mabi_search.game.marks import stuck
from mabi_search.game.outcomes import Outcome
from mabi_search.playing.levels import LEVELS, seconds_for_move
from mabi_search.playing.player import Engine
from mabi_search.serve.answers import Answers
from mabi_search.serve.views import position_view, worth
from tests.conftest import ROOT, Run
from tests.interrupting import heed_interrupts

OPENING = {"base": "start", "moves": ["a1a2", "h8h7"]}
WON = "1bw1/b1w1/1w1b w - w 9"
Ask = Callable[..., Mapping[str, Any]]


@pytest.fixture
def answers() -> Answers:
    return Answers()


@pytest.fixture
def ask(answers: Answers, capsys: pytest.CaptureFixture[str]) -> Ask:
    """Return a function that asks a question in this process, and returns what is said last."""
    dispatcher = Dispatcher(answers.short(), answers.long())

    def asked(what: str, **fields: object) -> Mapping[str, Any]:
        capsys.readouterr()
        if what in answers.long():
            work = Work(lambda part: None)
            return {"answer": answers.long()[what]({"ask": what, **fields}, work)}
        dispatcher.take({"id": 1, "ask": what, **fields})
        said: Mapping[str, Any] = json.loads(capsys.readouterr().out)
        return said

    return asked


def test_a_position_is_described(ask: Ask) -> None:
    view = ask("look", game=OPENING)["answer"]
    position = Position.start().play("a1a2").play("h8h7")
    assert view["text"] == str(position) and view["moves"] == list(map(str, position.legal_moves))
    assert view["sides"] == "wb" and view["largest"] == {"w": 2, "b": 2} and view["over"] is None
    assert view["told"]["a3"] == "White, in a group of 2; can go to b3 or a4"
    assert view["told"]["g7"] == "White, alone; g7 is paralysed by the black group h6 h7 (2 > 1)"
    assert view["told"]["b2"] == "Black, alone; b2 is paralysed by the white group a2 a3 (2 > 1)"
    assert view["marks"] == {"g7": "*", "b2": "*"} and view["told"]["d2"] == "Black, alone"
    frozen = position_view(Position.parse(WON))
    assert frozen["told"]["c2"].endswith("c2 is frozen: its group is the only largest group on the board")
    assert position_view(Position.start())["no_pass"].startswith("White may not pass on the first turn")
    assert stuck(Position.parse(WON).state, Position.parse(WON).rules) == Position.parse(WON).stuck()


def test_who_made_the_moves_of_a_run(ask: Ask) -> None:
    game = {"base": "start", "moves": ["a1a2", "pass", "c1b1", "b1c1", "pass"]}
    assert ask("look", game=game)["answer"]["sides"] == "wbwww"


def test_games_are_loaded_and_saved(ask: Ask) -> None:
    saved = ask("save", game=OPENING | {"rules": {"pass_rule": "final"}})["answer"]["text"]
    assert "pass_rule=final" in saved
    loaded = ask("load", text=saved)["answer"]
    assert loaded["moves"] == OPENING["moves"] and loaded["base"].endswith(" w - - 0")
    assert loaded["rules"]["pass_rule"] == "final" and loaded["rules"]["size"] == "8x8"
    plain = ask("load", text="start", rules={"max_plies": 9})["answer"]
    assert plain["rules"]["max_plies"] == 9
    assert saved_games.rules_in("# rules max_plies=12 freeze=none\nstart") == Rules(
        freeze="none", max_plies=12
    )
    assert ask("look", game={**loaded, "moves": []})["answer"]["rules"] == loaded["rules"]
    assert ask("why", game=OPENING, move="a3a5")["answer"]["why"].endswith("never diagonally")


@pytest.mark.parametrize(
    ("what", "fields", "wrong"),
    [
        ("look", {}, "game must be an object"),
        ("look", {"game": {"base": 5}}, "base must be a text"),
        ("look", {"game": {"base": "start", "moves": "a1a2"}}, "moves must be a list"),
        ("look", {"game": {"base": "start", "moves": [1]}}, "each of the moves must be a text"),
        ("look", {"game": {"base": "start", "moves": ["a1" * 9]}}, "each of the moves must be a text"),
        ("look", {"game": {"base": "start", "moves": ["pass"] * 3_000}}, "at most 2,000 moves"),
        ("look", {"game": {"base": "start", "moves": ["b2b3"]}}, "the piece on b2 is black"),
        ("look", {"game": {"base": "<b>"}}, "a position has five parts"),
        ("look", {"game": {"base": "start", "rules": {"x": 1}}}, "rules must be an object with any of"),
        ("look", {"game": {"base": "start", "rules": {"freeze": []}}}, "freeze must be"),
        ("look", {"game": {"base": "start", "rules": {"size": "9x9"}}}, "size must be"),
        ("look", {"game": {"base": "start", "rules": {"max_plies": 1.5}}}, "max_plies must be"),
        ("load", {"text": "start\nstart"}, "the text has 2 positions"),
        ("load", {"text": "x" * 200_000}, "text must be a text of at most 100,000 characters"),
        ("load", {"text": "# rules <b>=1\nstart"}, "are no rules; they are written like paralysis=piece"),
        ("load", {"text": "# rules max_plies=x\nstart"}, "are no rules"),
        ("load", {"text": "# rules freeze=ice\nstart"}, "freeze must be"),
        ("why", {"game": OPENING, "move": "a1a2a3"}, "not a move"),
        ("certificate", {}, "solve the position first"),
    ],
)
def test_bad_questions_get_one_clear_message(ask: Ask, what: str, fields: Fields, wrong: str) -> None:
    assert wrong in ask(what, **fields)["error"]


@pytest.mark.parametrize(
    ("what", "fields", "wrong"),
    [
        ("analyse", {"lines": 99}, "lines must be a whole number from 1 to 8"),
        ("analyse", {"lines": True}, "lines must be"),
        ("solve", {"seconds": 0}, "seconds must be"),
        ("move", {"level": len(LEVELS)}, "level must be"),
        ("move", {"level": 0, "left": "1"}, "left must be"),
        ("pass", {"game": {"base": "start"}}, "no analysis of a pass here"),
    ],
)
def test_bad_long_questions(ask: Ask, what: str, fields: Fields, wrong: str) -> None:
    with pytest.raises(MabiError, match=wrong):
        ask(what, **{"game": OPENING, **fields})


def test_long_games_are_refused(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mabi_search.serve.answers.MOST_PLIES", 1)
    assert "2 moves; a game on the board has 1 at most" in ask("load", text="start moves a1a2 h8h7")["error"]


def test_searches_answer(ask: Ask) -> None:
    found = ask("analyse", game={"base": WON}, lines=2)["answer"]
    assert found["lines"][0]["moves"][0] == "pass" and found["worth"] == {
        "sure": 1,
        "score": None,
        "told": "White wins",
    }
    proof = ask("solve", game={"base": WON}, seconds=60)["answer"]
    assert proof["proven"] and proof["certificate"] and proof["told"] == ""
    certificate = ask("certificate")["answer"]["text"]
    assert check_certificate(certificate.splitlines()).outcome == "win"
    chosen = ask("move", game={"base": WON}, level=3, left=60_000, bonus=0)["answer"]
    assert Position.parse(WON).why_not(chosen["move"]) is None and "win (proven)" in chosen["told"]
    passed = ask("pass", game={"base": "1b1b/w1w1/w1w1 w - w 3"})["answer"]
    assert "if White passes now, that is a win (proven)" in passed["told"] and passed["run"] == ["b3c3"]
    assert {"a3", "c3", "b2"} <= set(passed["region"]) and "a1" not in passed["region"]
    judged = ask("review", game={"base": WON, "moves": ["b1a1", "pass", "pass"]})["answer"]
    assert [one["told"] for one in judged["worths"]][-1] == "White wins" and len(judged["plies"]) == 3


def test_what_a_position_is_worth_to_white() -> None:
    assert worth(Outcome.LOSS, None, "b")["sure"] == 1 and worth(Outcome.DRAW, None, "b")["sure"] == 0
    assert worth(Outcome.UNDECIDED, 150, "b") == {"sure": None, "score": -150, "told": "-1.50"}
    assert worth(Outcome.UNDECIDED, None, "w")["told"] == "not known"


def test_weak_levels_give_something_away_and_strong_ones_nothing() -> None:
    position = Position.start().play("a1a2").play("h8h7")

    class Last:
        def choice(self, lines: tuple[Any, ...]) -> Any:
            return lines[-1]

    weak = Engine(LEVELS[0]._replace(slack=10_000), Last()).choose(position).move  # type: ignore[arg-type]
    best = Engine(LEVELS[0]._replace(slack=0)).choose(position).move
    assert weak != best and position.why_not(weak) is None and isinstance(best, Move)


def test_clocks_last() -> None:
    left = 60.0
    for _ in range(500):
        taken = seconds_for_move(left, 1.0)
        assert 0 < taken < left
        left += 1.0 - taken
    assert seconds_for_move(0.01, 0) < 0.1


@pytest.fixture
def started() -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "mabi_search", "serve", "--no-open"]
    with subprocess.Popen(
        command,
        cwd=ROOT,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=heed_interrupts,
    ) as server:
        yield server
        server.kill()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_the_whole_of_it(started: subprocess.Popen[str], how: signal.Signals) -> None:
    client = pytest.importorskip("websockets.sync.client")
    assert started.stderr is not None
    found = re.search(r"http://127\.0\.0\.1:\d+/\S+/", started.stderr.readline())
    assert found
    address, own = found[0], found[0].rsplit("/", 2)[0]
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(f"{own}/", timeout=20)
    assert refused.value.code == 403
    refused.value.close()
    with urllib.request.urlopen(address, timeout=20) as page:
        assert b"<title>Mabi<" in page.read() and "server" not in page.headers
    socket = address.replace("http", "ws") + "answers"
    with client.connect(socket, origin=own) as one:
        one.send(json.dumps({"id": 1, "ask": "look", "game": OPENING}))
        assert json.loads(one.recv(20))["answer"]["sides"] == "wb"
        one.send("x" * (1 << 21))
        with pytest.raises(Exception, match="1009"):
            one.recv(20)
    with client.connect(socket, origin=own) as one:
        one.send(json.dumps({"id": 1, "ask": "hello"}))
        one.recv(20)
        engines = psutil.Process(started.pid).children()
        if how == signal.SIGINT:
            os.killpg(started.pid, how)  # as a terminal does
        else:
            started.send_signal(how)
        _, said = started.communicate(timeout=20)
    assert psutil.wait_procs(engines, timeout=20)[1] == [] and len(engines) >= 1
    assert started.returncode == (130 if how == signal.SIGINT else -how)
    assert said == "mabi: interrupted\n" * (how == signal.SIGINT)


def test_bad_options(program_here: Run) -> None:
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = program_here("mabi", "serve", "--no-open", "--port", str(port))
    assert done.returncode == 2 and f"port {port}: address already in use; name another" in done.stderr
    assert program_here("mabi", "serve", "--port", "0").returncode == 2
