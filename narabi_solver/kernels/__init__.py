"""The compiled part: small functions on packed integers; numpy, numba and the kernel cache only.

Here stand the parts that the rooms are made of. A room is compiled, or loaded from the cache, when it is
first imported, and nobody imports one before a question needs it: `twelve` and `fifteen` are the searches
for rings of so many stones, `breadth` the one for any, `checking` replays the lines of batches, `many` deals
and expands batches, `rows` writes them as texts, `census` looks at all arrangements,
`glances` says what a person sees in a ring.
"""
