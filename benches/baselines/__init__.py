"""Other ways to find what identifies, beside ours, on the same notes.

`crf` the sequence model of the earlier systems, with features made by hand · `tagger` any token classifier's directory, by
a map of labels · `hipaa` the binary score of the English challenges · `tables` one table a source, every label.
"""
