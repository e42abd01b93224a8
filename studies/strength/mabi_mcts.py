"""Monte Carlo tree search for Mabi: an opponent of another kind, plain, in Python over the rules.

UCT (Kocsis and Szepesvári, 2006) in alternate play. What a pass leads to is not played but searched: whether
the other side's run wins is exact, if the run search decides it. It searches its own runs, too, and follows
what was found. Situations that may not arise again are heeded in its own move only, not further on.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field, replace

from _gamekit.limits import Limits, Watch
from _gamekit.search import drive
from benchmarks.plain_alphabeta import Plain
from mabi_search import Move, Position, Rules
from mabi_search.game import packed as packing, rules as game
from mabi_search.game.rules import NOBODY, PASS, PASSED, RUN, WHITE, State
from mabi_search.kernels.runs import levels
from mabi_search.runs.run_search import RunSearch
from studies.strength.mabi_players import Player

EXPLORE = 0.7
PLIES = 4
"""Random plies of a playout, if no pass comes before."""
UNWATCHED = Watch(Limits())
OPEN_RUN = 0.7
"""What a run is worth to the runner that is not decided: mostly it wins."""
ENTRIES = 1 << 14
EXPANSIONS = 64
"""Of a run after a pass, in the tree and in playouts."""
RUN_EXPANSIONS = 1 << 16
"""Of its own run."""


@dataclass
class Node:
    """A state in the tree, and what playouts through it were worth to White."""

    state: State
    untried: list[Move]
    exact: float | None = None
    """What it is worth to White, where nothing needs to be played."""
    children: dict[Move, Node] = field(default_factory=dict)
    visits: int = 0
    white: float = 0.0

    def best(self) -> Node:
        """Return the child that looks best to who is to move, those that were seldom visited favoured."""
        log = math.log(self.visits)

        def bound(child: Node) -> float:
            mean = child.white / child.visits
            mine = mean if self.state.side == WHITE else 1 - mean
            return mine + EXPLORE * math.sqrt(log / child.visits)

        return max(self.children.values(), key=bound)


@dataclass(frozen=True)
class Mcts(Player):
    """Monte Carlo tree search with so many playouts a move."""

    playouts: int
    seed: int = 0

    def begin(self) -> Player:
        """Return what plays a new game."""
        return _MctsInGame(self)

    def __call__(self, position: Position) -> Move:
        """Return its move, as the first one of a game."""
        return self.begin()(position)


class _MctsInGame(Player):
    """It, in one game: keeps the run that it makes."""

    def __init__(self, player: Mcts):
        self._player = player
        self._runs = RunSearch(most=ENTRIES)
        self._plan: list[Move] = []

    def __call__(self, position: Position) -> Move:
        state, rules = position.state, position.rules
        if state.mode in (PASSED, RUN):
            if state.mode == PASSED:
                self._plan = self._run(state, rules)
            return self._plan.pop(0) if self._plan else PASS
        return self._tree(state, rules)

    def _run(self, state: State, rules: Rules) -> list[Move]:
        """Return the steps to a win by a pass; if none is found, those to the largest group."""
        packed, holds = packing.pack(state, rules), state.holder == state.side
        self._runs.begin(packed, holds, expansions=RUN_EXPANSIONS)
        drive(self._runs, UNWATCHED)
        if self._runs.wins:
            return list(self._runs.run_to_aim().steps)
        self._runs.begin(packed, holds, levels.GREATEST, expansions=RUN_EXPANSIONS)
        drive(self._runs, UNWATCHED)
        return list(self._runs.greatest().steps)

    def _tree(self, state: State, rules: Rules) -> Move:
        """Return the move that was tried most."""
        choose = random.Random(f"{self._player.seed} {state.ply} {state.board}")
        root = Node(replace(state, seen=()), _moves(state, rules))  # four times as quick
        if len(root.untried) == 1:
            return root.untried[0]
        for _ in range(self._player.playouts):
            path = [root]
            while path[-1].exact is None and not path[-1].untried:
                path.append(path[-1].best())
            node = path[-1]
            if node.exact is None:
                move = node.untried.pop(choose.randrange(len(node.untried)))
                node.children[move] = self._node(game.play_unchecked(node.state, move, rules), rules)
                path.append(node.children[move])
            last = path[-1]
            value = self._playout(last.state, rules, choose) if last.exact is None else last.exact
            for node in path:
                node.visits += 1
                node.white += value
        return max(root.children, key=lambda move: root.children[move].visits)

    def _node(self, state: State, rules: Rules) -> Node:
        """Return a state without children: after a pass nothing follows but what it is worth."""
        if state.mode == PASSED:
            return Node(state, [], self._worth(state, rules))
        return Node(state, _moves(state, rules))

    def _playout(self, state: State, rules: Rules, choose: random.Random) -> float:
        """Return what random steps lead to, for White; a side passes only if it must."""
        for _ in range(PLIES):
            steps = [move for move in _moves(state, rules) if move != PASS]
            if not steps:
                return self._worth(game.play_unchecked(state, PASS, rules), rules)
            state = game.play_unchecked(state, choose.choice(steps), rules)
        return _estimate(state)

    def _worth(self, state: State, rules: Rules) -> float:
        """Return what a state after a pass is worth to White: exact, if the run search decides it."""
        if state.holder == state.side:
            return float(state.side == WHITE)
        self._runs.begin(packing.pack(state, rules), False, expansions=EXPANSIONS)
        drive(self._runs, UNWATCHED)
        if self._runs.wins:
            return float(state.side == WHITE)
        if self._runs.loses:
            return 0.5 if state.holder == NOBODY else float(state.holder == WHITE)
        return OPEN_RUN if state.side == WHITE else 1 - OPEN_RUN


def _moves(state: State, rules: Rules) -> list[Move]:
    """Return the legal moves, the pass last."""
    own, enemy = (game.groups(state, side) for side in (state.side, game.other(state.side)))
    return Plain(rules).moves(state, own, enemy)


def _estimate(state: State) -> float:
    """Return a guess of what a state is worth to White, from the margin; a tie is worth half a piece."""
    tie = {WHITE: 0.5, NOBODY: 0.0}.get(state.holder, -0.5)
    return 1 / (1 + math.exp(-(game.margin(state, WHITE) or tie)))
