"""Reviews of games, ply by ply."""
