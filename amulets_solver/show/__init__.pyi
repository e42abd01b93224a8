from . import report as report
