"""The value of a hand and the best way to play it, by an exact dynamic program."""
