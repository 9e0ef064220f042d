"""Which notes of a built export a person reads before it leaves, and what that tells of the others.

`risk` how likely a note is to give somebody away · `sample` the riskiest and a draw among the others ·
`sampled` one of them before and after · `bound` how many
leaks may be left, at most.
"""
