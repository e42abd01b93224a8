"""`narabi serve`: the page of `narabi page` with the program behind it; `session` answers its questions."""
