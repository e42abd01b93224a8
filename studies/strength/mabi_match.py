"""Matches between players of Mabi: openings by seeds, colours swapped, the score with its interval.

::

    python -m studies.strength.mabi_match new:3000 frozen:3000 --pairs 100 --games /tmp/games.txt
    python -m studies.strength.mabi_match search:3000 frozen:3000@main --pairs 100  # what a change is worth

A game is adjudicated where `solve` proves its result: after every pass, and where it is stopped. It is
stopped after so many plies, and then has no result: the score is told without these games, and with a half
for each. The games are kept in a file that `mabi review` reads; the same command goes on where it was ended.
Games are the same for any number of workers, if the players do not look at the clock. Seconds are those of
the processor; two players are at equal time if what they take for a move agrees.
"""

from __future__ import annotations

import argparse
import functools
import random
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from _gamekit.limits import Limits
from _gamekit.problems import StoppedError
from _gamekit.progress import status
from _gamekit.work.workers import Workers
from mabi_search import Outcome, Position, Rules, analyse
from mabi_search.game import rules as game
from mabi_search.game.rules import NOBODY, PASS, PASSED
from mabi_search.proof.solving import decide
from studies.strength.mabi_frozen import Frozen, NoHistoryError
from studies.strength.mabi_games import (
    ADJUDICATED,
    BOARD,
    IN_PLAY,
    IN_RUN,
    Game,
    GamesFile,
    Score,
    score,
    sources,
)
from studies.strength.mabi_names import NAMES, named
from studies.strength.mabi_players import Engine, Greedy, Player

__all__ = ["Engine", "Greedy", "Player", "Score", "match", "openings", "wander"]

MOST_PLIES = 600
"""Then a game is stopped."""
ADJUDICATION = 1_000_000
"""Positions and placements for the proof of a result."""
OPENING_PLIES = 4
SEED = 7
TWIN = "*"
"""Behind the name of the second player, if it is the same as the first."""


def wander(position: Position, plies: int, choose: random.Random) -> Position:
    """Return the position after so many random steps; after fewer if there is none."""
    for _ in range(plies):
        steps = [move for move in position.legal_moves if move != PASS]
        if not steps:
            break
        position = position.play(choose.choice(steps))
    return position


def openings(count: int, seed: int, rules: Rules | None = None) -> list[Position]:
    """Return different positions after four random moves that a search of three plies does not decide."""
    found: dict[tuple[str, ...], Position] = {}
    number = 0
    while len(found) < count:
        choose = random.Random(f"{seed} {number}")
        number += 1
        position = wander(Position.start(rules), OPENING_PLIES, choose)
        if not analyse(position, depth=3).proven:
            found.setdefault(position.state.board, position)
    return list(found.values())


def adjudicated(position: Position, nodes: int) -> str | None:
    """Return who wins for certain, ``-`` for a draw; None if it is not proven with so many nodes."""
    verdict, _ = decide(position, limits=Limits(max_nodes=nodes), margin=False)
    if not verdict.proven:
        return None
    if verdict.outcome == Outcome.DRAW:
        return NOBODY
    return position.side if verdict.outcome == Outcome.WIN else game.other(position.side)


@functools.cache
def warm(player: Player) -> None:
    """Ask a player for a move once in this process: what it loads then is in no game's seconds."""
    player(Position.start())


def play(
    opening: Position,
    names: tuple[str, str],
    players: tuple[Player, Player],
    *,
    number: int = 0,
    most_plies: int = MOST_PLIES,
    adjudication: int = ADJUDICATION,
    stop: Callable[[], bool] | None = None,
) -> Game:
    """Play a game, White first among names and players; without adjudication if that has 0 nodes."""
    for player in players:
        warm(player)
    position, sides = opening, [player.begin() for player in players]
    seconds, moves = [0.0, 0.0], [0, 0]
    while True:
        over, late = position.outcome(), position.ply >= most_plies
        winner = None
        if over is not None:
            ended, winner = BOARD, over.winner or NOBODY
        elif adjudication and (late or position.mode == PASSED):
            ended, winner = ADJUDICATED, adjudicated(position, adjudication)
        if winner is None and late:
            ended, winner = IN_PLAY if position.mode == "-" else IN_RUN, NOBODY
        if winner is not None:
            used = tuple(own + player.elsewhere for own, player in zip(seconds, sides, strict=True))
            spent = (used[0], used[1]), (moves[0], moves[1])
            return Game(number, *names, ended, winner, *spent, str(position))
        if stop is not None and stop():
            raise StoppedError("stopped")
        colour = "wb".index(position.side)
        started = time.process_time()
        move = sides[colour](position)
        seconds[colour] += time.process_time() - started
        moves[colour] += 1
        position = position.play(move)


def _pair(
    text: str,
    number: int,
    first: tuple[str, Player],
    second: tuple[str, Player],
    most_plies: int,
    adjudication: int,
    stop: Callable[[], bool] | None,
) -> tuple[Game, Game]:
    """Play an opening twice, the first player with White first."""
    opening = Position.parse(text)

    def one(white: tuple[str, Player], black: tuple[str, Player]) -> Game:
        return play(
            opening,
            (white[0], black[0]),
            (white[1], black[1]),
            number=number,
            most_plies=most_plies,
            adjudication=adjudication,
            stop=stop,
        )

    return one(first, second), one(second, first)


def play_pairs(
    positions: Sequence[Position],
    wanted: Iterable[tuple[str, str, int]],
    players: Mapping[str, Player],
    kept: GamesFile,
    *,
    workers: int = 2,
    most_plies: int = MOST_PLIES,
    adjudication: int = ADJUDICATION,
) -> None:
    """Play the pairs that are wanted and not kept yet: by first player, second player, number of opening."""
    left = [key for key in wanted if key not in kept.pairs]
    calls = [
        (
            str(positions[number]),
            number,
            (first, players[first]),
            (second, players[second]),
            most_plies,
            adjudication,
        )
        for first, second, number in left
    ]
    with status() as show:
        for count, (one, other) in enumerate(Workers(workers).results(_pair, calls, None), 1):
            kept.add(one, other)
            show(
                f"{count} of {len(calls)} pairs; {one.white} – {one.black}: {line_of(one)}, {line_of(other)}"
            )
    kept.write()


def line_of(one: Game) -> str:
    """Return in words who won a game."""
    if one.open:
        return f"open ({one.ended})"
    how = "" if one.ended == BOARD else " (adjudicated)"
    return ("a draw" if one.winner == NOBODY else one.white if one.winner == "w" else one.black) + how


def match(
    positions: Sequence[Position],
    first: Player,
    second: Player,
    workers: int = 2,
    most_plies: int = MOST_PLIES,
    adjudication: int = ADJUDICATION,
    *,
    names: tuple[str, str] = ("first", "second"),
    kept: GamesFile | None = None,
) -> Score:
    """Play every opening with either colour."""
    kept = kept or GamesFile(None, {})
    keys = [(*names, number) for number in range(len(positions))]
    players = dict(zip(names, (first, second), strict=True))
    play_pairs(
        positions, keys, players, kept, workers=workers, most_plies=most_plies, adjudication=adjudication
    )
    return score(*names, [kept.pairs[key] for key in keys])


def main() -> None:
    """Play a match."""
    parser = argparse.ArgumentParser(
        description=__doc__, epilog="\n".join(NAMES), formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("first", metavar="FIRST")
    parser.add_argument("second", metavar="SECOND")
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=SEED, help="of the openings")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--most-plies", type=int, default=MOST_PLIES, metavar="P")
    parser.add_argument(
        "--adjudicate", type=int, default=ADJUDICATION, metavar="N", help="nodes for a proof; 0 plays all out"
    )
    parser.add_argument("--games", type=Path, metavar="FILE", help="where the games are kept")
    options = parser.parse_args()
    names = options.first, options.second + TWIN * (options.first == options.second)
    settings = {
        "seed": options.seed,
        "plies": options.most_plies,
        "adjudication": options.adjudicate,
        "sources": sources(),
    }
    try:
        first, second = named(options.first), named(options.second)
        frozen = [player.commit for player in (first, second) if isinstance(player, Frozen)]
        kept = GamesFile(options.games, settings | {"frozen": "+".join(frozen)})
        found = match(
            openings(options.pairs, options.seed),
            first,
            second,
            options.workers,
            options.most_plies,
            options.adjudicate,
            names=names,
            kept=kept,
        )
    except (ValueError, NoHistoryError) as error:
        sys.exit(str(error))
    except (KeyboardInterrupt, StoppedError):
        sys.exit("ended; the same command goes on" if options.games else "ended; nothing was kept")
    print(found)


if __name__ == "__main__":
    main()
