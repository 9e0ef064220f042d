"""Whole texts made others, word by word or sentence by sentence, beside substitution (Alves et al.), and their measures.

`space` words as points, learned from released notes · `words` a neighbour for each word (`kneo`), or a drawn one with a
proof (`noise`) · `sentences` a neighbour for each sentence · `method` their names, and a note's way through them ·
`metrics` what of the original is left, and what of its codes. Nothing here loads a network: neighbours come as tables.
"""
