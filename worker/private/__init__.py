"""Training material that leaves without a text: representations of sentences with trainable noise (Friedrich et al. 2019); pure.

`words` FastText on released notes · `sentences` notes as words, cases and labels · `pseudonyms` each sensitive word by one of
its N neighbours · `network` representation, tagger, adversaries · `learning` the three phases, or gradients reversed (DANN) ·
`verdict` adversaries go on alone · `files` what is shared · `reading` what is read from another site, checked.
"""
