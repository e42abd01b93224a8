"""The compiled part: small functions on packed integers; numpy and the marks of kernels only.

`state` has what all kernels are made of. `twelve` and `fifteen` are the searches for rings of so many
stones, in `lanes`; `astar` is the one for a single ring of any size, with
`order_distance` and `last_turns`. `replay` checks the lines of batches; `dealing` and `children`
make deals and what turns lead to, `texts` writes them, `games` plays many side by side, `seen` says what a
person sees in a ring, `census` looks at all arrangements.
"""
