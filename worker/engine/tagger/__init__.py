"""A light linear sequence tagger: hashed features, averaged perceptron, Viterbi (numpy only).

Collins (2002), "Discriminative training methods for hidden Markov models"; feature hashing:
Weinberger et al. (2009). It learns from a few dozen notes in seconds on one core and stands
behind the same `Detector` interface as the rules.
"""

from worker.engine.tagger.files import ModelFileError, content_hash, load_tagger, save_tagger
from worker.engine.tagger.tagger import LinearTagger, Weights

__all__ = [
    "LinearTagger",
    "ModelFileError",
    "Weights",
    "content_hash",
    "load_tagger",
    "save_tagger",
]
