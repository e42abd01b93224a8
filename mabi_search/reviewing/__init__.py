"""A game judged ply by ply."""
