"""Runs, in which one side moves alone: the result of a pass, and bounds on the reach of a run."""
