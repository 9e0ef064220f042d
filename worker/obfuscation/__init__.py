"""What needs a learner or a network for whole-text obfuscation (privacy.domain.obfuscation); pure.

`pool` reads released, de-identified notes and refuses others · `learn` words as points (Word2Vec) · `embed` sentences as
the encoder's mean states, and their nearest ones in the pool · `ways` every method by name, measured · `codes` what a coder makes
of two texts.
"""
