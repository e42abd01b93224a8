from . import proof_search as proof_search, solving as solving
