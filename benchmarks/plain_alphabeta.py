"""Plain-Python alpha-beta over the rules of Mabi: the baseline of the search. Frozen; do not make it slower.

Negamax, fail-soft, the pass last and steps that join pieces first. Of the rules it uses `groups`, once a node
and side, and works out from these who may step; a test compares that with `rules.legal_moves`.
"""

from __future__ import annotations

from dataclasses import dataclass

from mabi_search.game import rules as game
from mabi_search.game.rules import EMPTY, PASS, Group, Move, Rules, State

WIN = 20_000
INFINITE = 30_000


@dataclass
class Plain:
    """A search; counts the positions it enters."""

    rules: Rules
    nodes: int = 0

    def search(self, state: State, depth: int, alpha: int = -INFINITE, beta: int = INFINITE) -> int:
        """Return the score for the side to move: 100 for each piece that its largest group is larger."""
        self.nodes += 1
        own, enemy = (game.groups(state, side) for side in (state.side, game.other(state.side)))
        margin = 100 * (max(map(len, own)) - max(map(len, enemy)))
        if depth == 0:
            return margin
        best = -INFINITE
        for move in self.moves(state, own, enemy):
            after = game.play_unchecked(state, move, self.rules)
            if after.over:
                value = self.final(state, margin)
            elif after.side == state.side:
                value = self.search(after, depth - 1, max(alpha, best), beta)
            else:
                value = -self.search(after, depth - 1, -beta, -max(alpha, best))
            best = max(best, value)
            if best >= beta:
                break
        return best

    def final(self, state: State, margin: int) -> int:
        """Return the score of a game that ends now."""
        winner = game.winner(state)
        return 0 if winner is None else WIN + margin if winner == state.side else -WIN + margin

    def moves(self, state: State, own: list[Group], enemy: list[Group]) -> list[Move]:
        """Return the legal moves, the most promising first."""
        rules = self.rules
        size = {square: len(group) for group in enemy for square in group}
        greatest = max(map(len, own + enemy))
        tops = [group for group in own + enemy if len(group) == greatest]
        alone = len(tops) == 1 if rules.freeze == "unique" else not (tops[0] in own and tops[-1] in enemy)
        frozen = greatest if alone and rules.freeze != "none" else 0
        first = state.ply == 0
        found = []
        for group in own:
            if len(group) == frozen:
                continue
            held = {one for one in group if any(size.get(near, 0) > len(group) for near in one.neighbours())}
            if rules.paralysis == "group" and held:
                continue
            for square in group - held:
                near = list(square.neighbours())
                if first and all(state.at(one) is not None for one in near):
                    continue
                left = sum(state.at(one) == state.side for one in near)
                for target in near:
                    if state.at(target) == EMPTY:
                        joined = sum(state.at(one) == state.side for one in target.neighbours()) - 1
                        found.append((left - joined, square, Move(square, target)))
        steps = [move for _, _, move in sorted(found)]
        if rules.repetition != "off" and len(state.seen) != len(set(state.seen)):
            steps = [
                move
                for move in steps
                if state.seen.count(game.key(game.play_unchecked(state, move, rules), rules))
                < game.OCCURRENCES
            ]
        return steps if first and steps else [*steps, PASS]
