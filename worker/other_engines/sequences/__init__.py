"""The sequence models of the years before transformers: a CRF over features made by hand, a BiLSTM-CRF over words as points.

`lines` texts as lines of tokens with B-, I- and O · `crf` and `lstm` read with a trained model; `worker.training.sequences` learns.
"""
