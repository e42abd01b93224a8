from . import (
    diagrams as diagrams,
    plots as plots,
    report as report,
)
