"""Whether games of Mabi's engine against itself that stay open lack a plan, or cannot be won.

::

    python -m studies.endings.mabi_open

The engine plays openings against itself with few nodes a move. Games of alternate play that are open at the
end are looked at: how many of their last situations have arisen before, by the side that made them. Then the
engine with more nodes a move plays on from an earlier ply, against that with few, with either colour. If it
wins with both, a plan exists. If the same side wins against both, the position is decided. If nobody wins,
nothing could be forced with so many nodes.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from _gamekit.progress import status
from mabi_search import Position
from mabi_search.game import rules as game
from mabi_search.game.rules import SIDE_NAMES
from studies.endings.mabi_stopped import LAST, sizes, trail_of
from studies.strength.mabi_games import IN_PLAY, Game
from studies.strength.mabi_match import openings, play
from studies.strength.mabi_names import named


def played(opening: Position, players: tuple[str, str], most_plies: int, adjudication: int) -> Game:
    """Play on between two players, White first."""
    one, other = (named(name) for name in players)
    return play(opening, players, (one, other), most_plies=most_plies, adjudication=adjudication)


def repeated(trail: list[Position]) -> dict[str, int]:
    """Return how many of the last situations each side made had arisen before."""
    seen, counts = set[object](), dict.fromkeys(SIDE_NAMES, 0)
    for before, after in zip(trail, trail[1:], strict=False):
        key = game.key(after.state, after.rules)
        counts[before.side] += key in seen and after.ply > trail[-1].ply - LAST
        seen.add(key)
    return counts


def last_change(trail: list[Position]) -> int:
    """Return the ply at which a largest group last changed its size."""
    pairs = zip(trail, trail[1:], strict=False)
    return max((b.ply for a, b in pairs if sizes(a.state) != sizes(b.state)), default=0)


def open_games(options: argparse.Namespace) -> Iterator[tuple[int, list[Position]]]:
    """Yield the games that are open in alternate play, by the number of their opening."""
    player = f"new:{options.few}"
    with status() as show:
        for number, opening in enumerate(openings(options.games, options.seed)):
            show(f"game {number} of {options.games}")
            found = played(opening, (player, player), options.plies, options.adjudicate)
            if found.ended == IN_PLAY:
                yield number, trail_of(Position.parse(found.text))


def main() -> None:
    """Print a line for each open game, and how the games that are played on end."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", type=int, default=7740, help="of the openings")
    parser.add_argument("--few", type=int, default=3_000, help="nodes a move")
    parser.add_argument("--many", type=int, default=300_000, help="nodes a move of the stronger engine")
    parser.add_argument("--plies", type=int, default=300, help="then a game is open")
    parser.add_argument("--since", type=int, default=200, help="the ply from which it is played on")
    parser.add_argument("--further", type=int, default=200, help="plies that it is played on")
    parser.add_argument("--adjudicate", type=int, default=200_000, help="nodes for the proof of a result")
    options = parser.parse_args()
    few, many = f"new:{options.few}", f"new:{options.many}"
    for number, trail in open_games(options):
        start = trail[options.since - trail[0].ply]
        facts = [f"repeated {repeated(trail)}, last change at ply {last_change(trail)}"]
        for players in ((many, few), (few, many), (few, few)):
            last = start.ply + options.further
            found = played(start, players, last, options.adjudicate)
            facts.append(f"{' – '.join(players)}: {found.ended} {found.winner}")
        print(f"game {number}: {start.state.board} holder {start.holder}; {'; '.join(facts)}", flush=True)


if __name__ == "__main__":
    main()
