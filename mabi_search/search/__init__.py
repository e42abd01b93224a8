"""Alpha-beta with iterative deepening, and perft."""
