"""What may stand in the network's place, none of it part of the hybrid.

`tagger` a token classifier of others' (transformers) · `sequences` a CRF and a BiLSTM-CRF · `peers` other tools, each in an interpreter of
its own · `found` what only tells spans, as a Model · `loading` a model's directory to one of them: the only way in from `worker.engine`.
"""
