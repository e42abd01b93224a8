"""The compiled part: small functions on packed integers, which use only numpy and the kernel decorators.

`state` describes the packed state. `twelve` and `fifteen` are the searches for rings of 12 and 15 stones,
based on `lanes`; `astar` is the search for a single ring of any size, with `order_distance` and `last_turns`.
`replay` checks the lines of batches. `dealing` creates random deals, `children` creates the states after a
turn, and `texts` writes deals and lines. `games` plays many games side by side, `seen` computes what a player
sees in a ring, and `census` visits all arrangements.
"""
