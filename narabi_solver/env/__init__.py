"""Narabi with hidden cards for programs that learn: an environment, many games at once, regret, partners."""

from typing import TYPE_CHECKING

from _gamekit import lazy
from _gamekit.problems import MissingExtraError

if TYPE_CHECKING:
    from narabi_solver.env.acting import ArrayPolicy
    from narabi_solver.env.aec import NarabiEnv, env
    from narabi_solver.env.evaluating import CrossPlay, Evaluation, cross_play, evaluate
    from narabi_solver.env.many import ManyGames
    from narabi_solver.env.spec import GameSpec

__all__ = [
    "ArrayPolicy",
    "CrossPlay",
    "Evaluation",
    "GameSpec",
    "ManyGames",
    "MissingExtraError",
    "NarabiEnv",
    "cross_play",
    "env",
    "evaluate",
]

_HOMES = {
    "acting": "ArrayPolicy",
    "aec": "NarabiEnv env",
    "evaluating": "CrossPlay Evaluation cross_play evaluate",
    "many": "ManyGames",
    "spec": "GameSpec",
}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy.names(__name__, _HOMES)
