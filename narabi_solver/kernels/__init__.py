"""The compiled part: small functions on packed integers; numpy and the marks of kernels only.

`state` has what all kernels are made of. `twelve` and `fifteen` are the searches for rings of so many
stones, in `lanes`; `bfs` is the one for any. `replay` checks the lines of batches; `dealing` and `children`
make deals and what turns lead to, `texts` writes them, `games` plays many side by side, `seen` says what a
person sees in a ring, `census` looks at all arrangements.
"""
