"""Counts wins that were spoiled: positions proven won for who is to move, and what became of them.

::

    python -m studies.strength.mabi_spoiled GAMES --last 40 --nodes 20000    # of mabi_match or mabi_league

`solve` looks at the last plies of each game and at all of its passes. A win is spoiled by a move after which
it is proven that the other side wins, or can draw. Where nothing is proven after a move, nothing is said of
it. That a game was won in the end is counted apart, for each player who had a proven win in it.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from _gamekit.limits import Limits
from _gamekit.problems import StoppedError
from _gamekit.progress import status
from _gamekit.work.workers import Workers
from mabi_search import Outcome, Position
from mabi_search.game.rules import NOBODY, PASS, PASSED
from mabi_search.proof.solving import decide
from studies.strength.mabi_games import Game, load

LAST = 40
NODES = 20_000


class Moved(NamedTuple):
    """A move from a position that was looked at."""

    player: str
    position: str
    move: str
    before: Outcome
    """Proven before it, for who moved; or undecided."""
    after: Outcome
    """Proven after it, for who moved."""


class Looked(NamedTuple):
    """A game that was looked at."""

    moved: tuple[Moved, ...]
    had: tuple[str, ...]
    """Players who had a proven win in it."""
    won: str
    """Who won it; nothing if it was drawn or is open."""
    open: bool


def look(game: Game, last: int, nodes: int, stop: Callable[[], bool] | None = None) -> Looked:
    """Return what is proven about the moves of a game."""
    names = {"w": game.white, "b": game.black}
    moved = []
    for position, after in pairs_of(game, last):
        if stop is not None and stop():
            raise StoppedError("stopped")
        before = proven(position, nodes)
        if before == Outcome.WIN:
            then = proven(after, nodes)
            then = then if after.side == position.side else then.turned
        else:
            then = Outcome.UNDECIDED
        move = str(after.moves[-1])
        moved.append(Moved(names[position.side], str(position), move, before, then))
    had = sorted({one.player for one in moved if one.before == Outcome.WIN})
    won = "" if game.winner == NOBODY else names[game.winner]
    return Looked(tuple(moved), tuple(had), won, game.open)


def pairs_of(game: Game, last: int) -> Iterator[tuple[Position, Position]]:
    """Yield the positions before and after those moves that are looked at; the opening has no such moves."""
    end = Position.parse(game.text)
    first = len(end.moves) - sum(game.moves)
    position = Position(end.base, end.moves[:first], end.rules)
    for number, move in enumerate(end.moves[first:], first):
        after = position.play(move)
        if number >= len(end.moves) - last or PASS == move or position.mode == PASSED:
            yield position, after
        position = after


def proven(position: Position, nodes: int) -> Outcome:
    """Return what is proven with so many nodes, for the side to move."""
    if (over := position.outcome()) is not None:
        return over.outcome_for(position.side)
    return decide(position, limits=Limits(max_nodes=nodes), margin=False)[0].outcome


def table_of(name: str, looked: list[Looked]) -> Iterator[str]:
    """Yield what is to be said of a player."""
    moved = [one for game in looked for one in game.moved if one.player == name]
    won = [one for one in moved if one.before == Outcome.WIN]
    after = Counter(one.after for one in won)
    spoiled = len(won) - after[Outcome.WIN] - after[Outcome.UNDECIDED]
    had = [game for game in looked if name in game.had]
    ended = Counter("won" if one.won == name else "open" if one.open else "not won" for one in had)
    yield (
        f"{name}: {len(moved):,} moves looked at, {len(won):,} from a proven win: then proven won "
        f"{after[Outcome.WIN]:,}, nothing proven {after[Outcome.UNDECIDED]:,}, spoiled {spoiled:,}"
    )
    yield (
        f"  games in which it had a proven win: {len(had):,}; won {ended['won']:,}, "
        f"not won {ended['not won']:,}, open {ended['open']:,}"
    )
    for one in won:
        if one.after not in (Outcome.WIN, Outcome.UNDECIDED):
            yield f"  {one.move} spoils {one.position}"


def main() -> None:
    """Count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("games", type=Path, metavar="GAMES")
    parser.add_argument("--last", type=int, default=LAST, metavar="PLIES")
    parser.add_argument("--nodes", type=int, default=NODES, help="for each position")
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()
    games = list(load(options.games))
    looked: list[Looked] = []
    calls = [(game, options.last, options.nodes) for game in games]
    try:
        with status() as show:
            for one in Workers(options.workers).results(look, calls, None):
                looked.append(one)
                show(f"{len(looked)} of {len(games)} games")
    except (KeyboardInterrupt, StoppedError):
        sys.exit("ended; nothing was counted")
    print(f"{len(games)} games, the last {options.last} plies and all passes, {options.nodes:,} nodes each")
    for name in sorted({name for game in games for name in (game.white, game.black)}):
        print("\n".join(table_of(name, looked)))


if __name__ == "__main__":
    main()
