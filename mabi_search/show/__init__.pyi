from . import (
    diagrams as diagrams,
    report as report,
)
