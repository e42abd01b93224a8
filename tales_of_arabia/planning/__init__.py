"""What a hand is worth: the best way to lay it, by an exact dynamic program."""
