"""Named cases with expected answers, and programs that time them: see `run`."""
