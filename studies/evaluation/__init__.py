"""Learns the weights of the evaluation of Mabi from play; the part of ``docs/speed.md`` on it."""
