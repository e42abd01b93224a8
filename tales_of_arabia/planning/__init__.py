"""The value of a hand and the best way to lay it, by an exact dynamic program."""
