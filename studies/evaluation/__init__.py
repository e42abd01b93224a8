"""Learns the weights of the evaluation of Mabi from play; a part of ``docs/design/mabi-search.md``."""
