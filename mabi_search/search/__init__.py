"""The best moves by alpha-beta, depth by depth; sequences of moves counted (perft)."""
