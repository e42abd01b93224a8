from . import (
    hint_report as hint_report,
    invitations as invitations,
    plots as plots,
    report as report,
    sheet as sheet,
    viewing as viewing,
)
