"""Word2Vec on released notes, with the parameters of Alves et al."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final
from zlib import crc32

from annotation.domain.tokens import TOKEN
from privacy.domain.obfuscation.space import BadSpaceError, WordSpace

SIZE: Final = 256
WINDOW: Final = 15
LEAST: Final = 1
EPOCHS: Final = 100
TOO_FEW: Final = "ces notes contiennent trop peu de mots"
_FEWEST: Final = 10
_SEED: Final = 1


class NoLearnerError(RuntimeError):
    """gensim is not installed."""


def learn_words(
    texts: Sequence[str],
    *,
    size: int = SIZE,
    window: int = WINDOW,
    epochs: int = EPOCHS,
    on_epoch: Callable[[int], None] = lambda _done: None,
    on_line: Callable[[], None] = lambda: None,
) -> WordSpace:
    """One thread and a fixed seed: the same texts give the same space. `on_epoch` may raise to stop; `on_line` is called in another
    thread, for an epoch over a large export takes long.

    Raises NoLearnerError, BadSpaceError.
    """
    try:
        from gensim.models import Word2Vec
        from gensim.models.callbacks import CallbackAny2Vec
    except ImportError:
        raise NoLearnerError from None
    lines = [words for text in texts for line in text.split("\n") if (words := words_of(line))]
    if len({word for line in lines for word in line}) < _FEWEST:
        raise BadSpaceError(TOO_FEW)

    class Lines:
        def __iter__(self) -> Iterator[list[str]]:
            for line in lines:
                on_line()
                yield line

    class Told(CallbackAny2Vec):
        done = 0

        def on_epoch_end(self, model: Any) -> None:
            self.done += 1
            on_epoch(self.done)

    model = Word2Vec(
        Lines(), callbacks=[Told()], vector_size=size, window=window, min_count=LEAST, epochs=epochs, workers=1, seed=_SEED,
        hashfxn=lambda word: crc32(word.encode()),
    )  # fmt: skip
    return WordSpace.of(tuple(model.wv.index_to_key), model.wv.vectors)


def words_of(line: str) -> list[str]:
    """Words and numbers, in small letters.

    >>> words_of("TA : 12/8, Bien")
    ['ta', '12', '8', 'bien']
    """
    return [word.casefold() for word in TOKEN.findall(line) if word[0].isalnum()]
