from . import (
    diagrams as diagrams,
    report as report,
    verdict_report as verdict_report,
)
