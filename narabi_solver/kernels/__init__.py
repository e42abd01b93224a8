"""The compiled part: small functions on packed integers; numpy and the marks of kernels only.

Here stand the parts that the rooms are made of. `twelve` and `fifteen` are the searches for rings of so many
stones, `breadth` the one for any, `checking` replays the lines of batches, `many` deals and expands batches,
`rows` writes them as texts, `census` looks at all arrangements, `human` says what a person sees in a ring.
"""
