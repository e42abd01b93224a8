"""Statistics: surveys of random deals with confidence intervals, and censuses of all arrangements."""

from _gamekit import checked
from narabi_solver.game.errors import StoppedError
from narabi_solver.statistics.census import Census, census
from narabi_solver.statistics.intervals import Interval
from narabi_solver.statistics.survey import PairedSurvey, Survey, paired_survey, survey

__all__ = [
    "Census",
    "Interval",
    "PairedSurvey",
    "StoppedError",
    "Survey",
    "census",
    "paired_survey",
    "survey",
]

checked.room(globals())
