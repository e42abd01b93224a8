"""Makes the data set of exact move values, and scores answers of any program."""
