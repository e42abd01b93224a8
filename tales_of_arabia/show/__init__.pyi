from . import cards as cards, plots as plots, report as report
