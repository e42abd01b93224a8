from . import (
    ask_report as ask_report,
    cast_report as cast_report,
    judge_report as judge_report,
    law_report as law_report,
    race_report as race_report,
    report as report,
)
