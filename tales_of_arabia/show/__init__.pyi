from . import plots as plots, report as report
