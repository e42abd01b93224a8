"""Runs, in which one side moves alone: results of passes, and bounds on what a run can reach."""
