"""The fewest turns of a deal, with proof: one deal, or many side by side (`batch`, which loads kernels)."""
