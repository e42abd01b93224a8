from . import (
    hint_report as hint_report,
    report as report,
    sheet as sheet,
    viewing as viewing,
)
