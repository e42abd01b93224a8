"""The mini game solved as a team's problem: the best joint policy in silence, its proof, and its checker."""
