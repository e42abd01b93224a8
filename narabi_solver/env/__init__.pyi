from .acting import ArrayPolicy as ArrayPolicy
from .aec import NarabiEnv as NarabiEnv, env as env
from .evaluating import (
    CrossPlay as CrossPlay,
    Evaluation as Evaluation,
    cross_play as cross_play,
    evaluate as evaluate,
)
from .many import ManyGames as ManyGames
from .spec import GameSpec as GameSpec, MissingExtraError as MissingExtraError
