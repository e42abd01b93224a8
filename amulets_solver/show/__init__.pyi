from . import report as report, sheet as sheet
