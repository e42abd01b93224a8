"""Tests of Amulets: the packed beliefs against the plain rules, questions, casts, races, the program."""
