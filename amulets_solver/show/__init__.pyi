from . import (
    cast_report as cast_report,
    judge_report as judge_report,
    question_report as question_report,
    race_report as race_report,
    report as report,
)
