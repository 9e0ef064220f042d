"""Other ways to find what identifies, beside ours, on the same notes.

`crf` the sequence model of the earlier systems, with features made by hand · `lstm` the network
between them and transformers · `hipaa` the binary score of the English challenges · `tables` one table a source, every label.
"""
