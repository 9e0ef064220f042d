"""Sentences by Doc2Vec (PV-DBOW), learned on the sentences of released notes, with the parameters of Alves et al."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from typing import Any, Final
from zlib import crc32

import numpy as np

from privacy.domain.obfuscation.space import BadSpaceError
from worker.obfuscation.embed import F32, OnBatch, no_teller, of_length_one, sentences_of
from worker.obfuscation.learn import EPOCHS, SIZE, TOO_FEW, NoLearnerError, words_of

DOC2VEC: Final = "Doc2Vec"
_SEED: Final = 1


class Doc2VecEncoder:
    """A sentence is inferred, whether it was learned from or not; one of unknown words alone lies anywhere. gensim begins each
    inference at a place that Python's hash of the words draws: between processes vectors differ a little."""

    def __init__(
        self,
        texts: Sequence[str],
        *,
        size: int = SIZE,
        epochs: int = EPOCHS,
        on_epoch: Callable[[int], None] = lambda _done: None,
    ) -> None:
        """One thread and a fixed seed. `on_epoch` may raise to stop. Raises NoLearnerError, BadSpaceError."""
        try:
            from gensim.models.callbacks import CallbackAny2Vec
            from gensim.models.doc2vec import Doc2Vec, TaggedDocument
        except ImportError:
            raise NoLearnerError from None
        sentences = sentences_of(texts)
        if not any(map(words_of, sentences)):
            raise BadSpaceError(TOO_FEW)
        told = json.dumps([size, epochs, sentences], ensure_ascii=False).encode()
        self.version = f"doc2vec-{hashlib.sha256(told).hexdigest()[:16]}"

        class Told(CallbackAny2Vec):
            done = 0

            def on_epoch_end(self, model: Any) -> None:
                self.done += 1
                on_epoch(self.done)

        self._model: Any = Doc2Vec(
            [TaggedDocument(words_of(sentence), [place]) for place, sentence in enumerate(sentences)],
            dm=0, vector_size=size, min_count=1, epochs=epochs, workers=1, seed=_SEED, callbacks=[Told()],
            hashfxn=lambda word: crc32(str(word).encode()),
        )  # fmt: skip
        self._model.callbacks = ()

    def vectors(self, sentences: Sequence[str], on_batch: OnBatch = no_teller) -> F32:
        """See worker.obfuscation.embed.SentenceVectors."""
        found = np.zeros((len(sentences), self._model.vector_size), dtype=np.float32)
        for place, sentence in enumerate(sentences):
            on_batch(place, len(sentences))
            self._model.random.seed(_SEED)  # the same sentence is the same point
            found[place] = self._model.infer_vector(words_of(sentence))
        return of_length_one(found)
