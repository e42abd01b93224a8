"""The compiled part: small functions on packed integers. They use only numpy and the decorators of kernels.

`state` has the packed state. `twelve` and `fifteen` are the searches for rings of 12 and 15 stones, in
`lanes`; `astar` is the search for a single ring of any size, with `order_distance` and `last_turns`. `replay`
checks the lines of batches. `dealing` and `children` create deals and the states after a turn, and `texts`
writes them. `games` plays many games side by side, `seen` computes what a player sees in a ring, and `census`
visits all arrangements.
"""
