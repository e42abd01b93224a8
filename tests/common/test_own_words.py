"""Sessions at the terminal, with lines made of their own words in any order: nothing entered is lost.

A line is carried out or refused with a message; a refused line changes nothing; what is saved is read again.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from _gamekit.problems import GameError, InternalError
from _gamekit.sessions import Session
from amulets_solver import Policy, Record, Rules as AmuletRules, racing
from amulets_solver.cli.commands.referee import Game, RefereeSession
from amulets_solver.cli.commands.sit import SitSession
from amulets_solver.cli.commands.solitaire import SolitaireSession
from amulets_solver.game.rules import Secret
from mabi_search import Position
from mabi_search.cli.commands.play import GameSession
from mabi_search.game import saved_games
from narabi_solver import Deck, PlayedGame, Rules, random_deal
from narabi_solver.cli.commands.enter import EnterSession
from narabi_solver.cli.commands.play import PlaySession
from narabi_solver.hidden import Greedy
from tales_of_arabia import Deck as TalesDeck, Record as TalesRecord
from tales_of_arabia.cli.commands.referee import TableSession
from tests.narabi.samples import EXAMPLE

STONES = [line.replace(" ", ", ") for line in EXAMPLE.split(" / ")]
QUESTION = "R:A1 Y:B2 G:D4 B:C5 K:E3"


class Terminal(NamedTuple):
    """A kind of session: how it begins, its words, those that take something out, and what it has kept."""

    begin: Callable[[random.Random], Any]
    words: list[str]
    removing: set[str]
    kept: Callable[[Any], int]
    read_again: Callable[[Any], bool] = lambda session: True


def _enter(choose: random.Random) -> EnterSession:
    rules = Rules(no_undo=choose.random() < 0.3, limit=choose.choice((0, 1, 24)))
    session = EnterSession(choose.choice((None, 3, 3, 4)), Deck.standard(), choose.random() < 0.3, rules)
    for line in [*(["3"] if not session.players_known else []), *STONES][: choose.choice((0, 2, 3, 4))]:
        try:
            session.do(line)
        except GameError:  # of a ring for four players
            break
    return session


def _sit(choose: random.Random) -> SitSession:
    players, rules = choose.choice((2, 3, 4, 5)), AmuletRules()
    seat = choose.randrange(1, players + 1)
    turn = choose.choice((None, 1, players))
    return SitSession(Record(players, rules, {seat: Secret("C3", "B")}, turn=turn))


def _secrets(choose: random.Random, rules: AmuletRules, players: int) -> list[Secret]:
    return racing.playing.random_secrets(players, rules, choose.randrange(9), 0)


def _referee(choose: random.Random) -> RefereeSession:
    rules = AmuletRules(after=choose.choice(("answer", "round")))
    return RefereeSession(Game(_secrets(choose, rules, choose.choice((3, 4))), rules, 1).record)


def _solitaire(choose: random.Random) -> SolitaireSession:
    rules = AmuletRules(after=choose.choice(("answer", "round")))
    rivals = Policy.named("gambler:0.5") if choose.random() < 0.5 else None
    return SolitaireSession(Game(_secrets(choose, rules, 3), rules), rivals)


def _tales(choose: random.Random) -> TableSession:
    return TableSession(TalesRecord(choose.choice((2, 3))))


def _play(choose: random.Random) -> PlaySession:
    game = PlayedGame(random_deal(3, choose.randrange(5)))
    return PlaySession(game, choose.randrange(3), Greedy(), Rules(limit=choose.choice((1, 3, 24))), 3)


CARDS = [card.name for card in TalesDeck.standard().cards]
SAID = f"{QUESTION} : + - o * y n yes no 1 2 3 4 after and , ;".split()
TERMINALS = {
    "narabi enter": Terminal(
        _enter,
        "3 4 back undo done end first A B b A1 A2 B1 C4 D3 / : , ; . - 7 even odd 7:even 2:odd d h w 0:white "
        "0 1 9 white stay lower cards help ? B2-A3 A1 A1-B1 C1xB3 b4 a2 moves".split()
        + [*STONES, *EXAMPLE.split(), "B2-A3", "C2-A3", "first C"],
        {"back", "undo"},
        lambda session: len(session.entry.stones) + len(session.entry.moves),
    ),
    "narabi play": Terminal(
        _play,
        "ask beliefs show help A1-B1 A2-C1 B2-A3 C4-A1 B1-B2 A1 B3 give up a1b1 : - first".split(),
        set(),
        lambda session: len(session.game.events),
        lambda session: PlayedGame.parse(session.text) == session.game,
    ),
    "mabi play": Terminal(
        lambda choose: GameSession(Position.parse("1b1b/w1w1/1b1b/w1w1 w - - 0"), nodes=20),
        "a1a2 a1b1 a3b3 b2b1 pass undo why moves show hint go d4 : ; help x".split(),
        {"undo"},
        lambda session: len(session.position.moves),
        lambda session: saved_games.loads(session.text, session.position.rules, "") == session.position,
    ),
    "amulets sit": Terminal(
        _sit,
        "ask asks cast casts pass events sheet fix drop undo help near home somebody nothing me you I R:A1 "
        "red on B2 +-o # heard turn".split()
        + [*SAID, QUESTION, f"ask {QUESTION}", f"ask 2 {QUESTION} : +-", f"cast 3 {QUESTION} : y n", "+ - o"],
        {"drop", "undo"},
        lambda session: len(session.record.events),
        lambda session: Record.parse(session.text) == session.record,
    ),
    "amulets referee": Terminal(
        _referee,
        "secret hide ask answer all cast pass undo book reveal help".split()
        + [*SAID, f"ask {QUESTION}", f"ask {QUESTION}", f"cast 2 {QUESTION}", "answer all"],
        {"undo"},
        lambda session: len(session.game.events),
        lambda session: Record.parse(session.text).events == session.game.record.events,
    ),
    "amulets solitaire": Terminal(
        _solitaire,
        [*"ask cast next all pass beliefs show give up help".split(), *SAID, QUESTION, QUESTION, "next"],
        set(),
        lambda session: len(session.record.events),
        lambda session: Record.parse(session.text).events == session.record.events,
    ),
    "tales referee": Terminal(
        _tales,
        "lay interrupt end pass words why show steps undo 1 2 3 open accepted refused ; # / deck".split()
        + [*CARDS, *(f"lay {name}" for name in CARDS), "pass", "undo"],
        {"undo"},
        lambda session: len(session.record.acts),
        lambda session: TalesRecord.parse(session.text) == session.record,
    ),
}
COUNTS = [4, pytest.param(200, marks=pytest.mark.nightly)]


def _state(session: Session) -> object:
    return session.entry if isinstance(session, EnterSession) else session.text


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("name", TERMINALS)
def test_lines_of_own_words(name: str, count: int) -> None:
    terminal = TERMINALS[name]
    for seed in range(count):
        choose = random.Random(f"{name} {seed}")
        session, lines = terminal.begin(choose), list[str]()
        session.begin()
        while not session.over and len(lines) < 12:
            lines.append(" ".join(choose.choices(terminal.words, k=choose.choice((1, 1, 1, 2, 3, 5)))))
            before, kept = _state(session), terminal.kept(session)
            try:
                session.do(lines[-1])
            except GameError as error:
                assert not isinstance(error, InternalError) and str(error), (seed, lines)
                assert _state(session) == before, (seed, lines)
            assert session.prompt, (seed, lines)
            if isinstance(session, EnterSession):
                session.complete("")
            removing = lines[-1].split()[0].lower() in terminal.removing
            assert terminal.kept(session) >= kept - removing, (seed, lines)
            assert terminal.read_again(session), (seed, lines)
