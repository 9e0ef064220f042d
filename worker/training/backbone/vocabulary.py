"""Which of the 250,002 pieces stay: those that write French, characters, digits, punctuation.

The unigram model of the original tokenizer is kept as it is for the pieces that stay, so a word
whose best segmentation survives keeps exactly its pieces.
"""

import json
import math
import re
import unicodedata
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tokenizers import Tokenizer

from worker.training.backbone.french import FrenchWords, variants

SIZE: Final = 40_960
NEWLINE: Final = "<nl>"
COLUMN: Final = "<gap>"  # a tab or blanks between two cells of a table
SPACE: Final = "▁"  # XLM-R's mark of a word that follows a space
SPECIALS: Final = ("<s>", "<pad>", "</s>", "<unk>")

# A list says that a word exists, not how often: a hundredth of a running occurrence.
_LISTED_WEIGHT: Final = 0.01
# Another case of a word is rarer than the word as found.
_VARIANT_WEIGHT: Final = 0.05
# How far the original model's own probability decides between pieces that are rare here.
_PRIOR_WEIGHT: Final = 0.15
_FRENCH: Final = re.compile(r"[a-zàâäçéèêëîïôöùûüœæ]+|[A-ZÀÂÇÉÈÊËÎÏÔÙÛŒ][a-zàâäçéèêëîïôöùûüœæ]*")
_ALWAYS: Final = re.compile(r"[0-9]+|[!-/:-@\[-`{-~]+")


@dataclass(frozen=True, slots=True)
class Pruned:
    """`kept` are the original ids in their new order; `tokenizer` is the new tokenizer.json."""

    kept: list[int]
    tokenizer: dict[str, Any]


def prune(original: Path, words: FrenchWords, size: int = SIZE) -> Pruned:
    """The pieces that stay, the specials first, then by original id; `NEWLINE` comes after the
    specials, `COLUMN` last, and neither has an original."""
    content = json.loads(original.read_text(encoding="utf-8"))
    vocabulary = content["model"]["vocab"]
    counts = count_pieces(Tokenizer.from_file(str(original)), words)
    always = {i for i, (piece, _p) in enumerate(vocabulary) if is_always_kept(piece)}
    always.update(range(len(SPECIALS)))
    always.discard(len(vocabulary) - 1)  # <mask>: nothing here predicts words
    ranked = sorted(counts, key=lambda i: (-_score(counts[i], vocabulary[i][1]), i))
    # The original lists its pieces by falling probability: the likeliest French-looking ones
    # fill what our texts, which are few, leave free.
    ranked += [i for i, (piece, _p) in enumerate(vocabulary) if _looks_french(piece)]
    chosen = [i for i in dict.fromkeys(ranked) if i not in always][: size - 2 - len(always)]
    kept = sorted(always.union(chosen))
    return Pruned(kept, _tokenizer(content, kept))


def count_pieces(tokenizer: Tokenizer, words: FrenchWords) -> dict[int, float]:
    """Weighted count of each piece's uses."""
    weights: defaultdict[str, float] = defaultdict(float)
    for word, count in words.text.items():
        weights[word] += count
        for form in variants(word):
            weights[form] += count * _VARIANT_WEIGHT
    for word in words.listed:
        for form in variants(word):
            weights[form] += _LISTED_WEIGHT
    counts: dict[int, float] = {}
    forms = list(weights)
    for written in (forms, [f"({form}" for form in forms]):  # after a space, and glued
        share = 1.0 if written is forms else _VARIANT_WEIGHT
        encoded = tokenizer.encode_batch(written, add_special_tokens=False)
        for form, encoding in zip(forms, encoded, strict=True):
            for piece in encoding.ids:
                counts[piece] = counts.get(piece, 0.0) + weights[form] * share
    return counts


def is_always_kept(piece: str) -> bool:
    """Single characters of the scripts that French notes hold, digits, punctuation."""
    bare = piece.removeprefix(SPACE)
    if not bare:
        return True
    return _ALWAYS.fullmatch(bare) is not None or (len(bare) == 1 and _is_western(bare))


def _looks_french(piece: str) -> bool:
    return _FRENCH.fullmatch(piece.removeprefix(SPACE)) is not None


def _is_western(character: str) -> bool:
    if unicodedata.category(character)[0] in "SPN":
        return ord(character) < 0x2600
    return ord(character) < 0x0400 or 0x1E00 <= ord(character) < 0x2000


def _score(count: float, log_probability: float) -> float:
    return math.log(count) + _PRIOR_WEIGHT * log_probability


def _tokenizer(content: dict[str, Any], kept: list[int]) -> dict[str, Any]:
    vocabulary = content["model"]["vocab"]
    pieces = [vocabulary[i] for i in kept]
    pieces.insert(len(SPECIALS), [NEWLINE, 0.0])
    pieces.append([COLUMN, 0.0])
    special = {
        "single_word": False,
        "lstrip": False,
        "rstrip": False,
        "normalized": False,
        "special": True,
    }
    own = [*enumerate((*SPECIALS, NEWLINE)), (len(pieces) - 1, COLUMN)]
    added = [{"id": i, "content": piece, **special} for i, piece in own]
    model = content["model"] | {"vocab": pieces}
    return content | {"added_tokens": added, "model": model}
