from .mini_team import AskingOptimum as AskingOptimum, SilentOptimum as SilentOptimum
from .policies import (
    POLICIES as POLICIES,
    Asking as Asking,
    AskingOnce as AskingOnce,
    Greedy as Greedy,
    Open as Open,
    Policy as Policy,
    Question as Question,
    Random as Random,
    Silent as Silent,
    SilentRollouts as SilentRollouts,
    SilentSoft as SilentSoft,
    policy_named as policy_named,
)
from .scoring import Levels as Levels, Score as Score, score as score
from .team_games import TeamGame as TeamGame, play_together as play_together
from .team_study import (
    TeamResult as TeamResult,
    TeamSettings as TeamSettings,
    TeamStudy as TeamStudy,
    team as team,
)
