"""Many games side by side, for programs that learn."""
