"""Teams whose cards are hidden: policies, games, and what not knowing costs."""

from _gamekit import checked
from narabi_solver.teams.playing import TeamGame, play_together
from narabi_solver.teams.policies import (
    POLICIES,
    Asking,
    AskingOnce,
    Greedy,
    Open,
    Policy,
    Question,
    Random,
    Silent,
    SilentRollouts,
    SilentSoft,
    policy_named,
)
from narabi_solver.teams.scoring import Levels, Score, score
from narabi_solver.teams.study import TeamResult, TeamSettings, TeamStudy, team

__all__ = [
    "POLICIES",
    "Asking",
    "AskingOnce",
    "Greedy",
    "Levels",
    "Open",
    "Policy",
    "Question",
    "Random",
    "Score",
    "Silent",
    "SilentRollouts",
    "SilentSoft",
    "TeamGame",
    "TeamResult",
    "TeamSettings",
    "TeamStudy",
    "play_together",
    "policy_named",
    "score",
    "team",
]

checked.room(globals())
