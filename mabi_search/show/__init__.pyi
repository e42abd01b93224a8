from . import (
    diagrams as diagrams,
    report as report,
    review_report as review_report,
    verdict_report as verdict_report,
)
