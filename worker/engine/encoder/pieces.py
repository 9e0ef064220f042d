"""Words to vocabulary pieces, each distinct word once."""

import json
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from tokenizers import Tokenizer

from worker.engine.encoder.files import ModelFilesError
from worker.engine.encoder.words import Words

MAX_PIECES: Final = 12  # of one word: longer ones (base64, rulers) are cut
MAX_WORDS: Final = 200_000  # the cache is emptied beyond: memory stays flat over a large corpus
NEWLINE: Final = "<nl>"
COLUMN: Final = "<gap>"
_SPACE: Final = "▁"
_FIRST: Final = ("<s>", "[CLS]")
_LAST: Final = ("</s>", "[SEP]")
_PAD: Final = ("<pad>", "[PAD]")
_UNKNOWN: Final = ("<unk>", "[UNK]")
_MASK: Final = ("<mask>", "[MASK]", "<special1>")  # the last is FlauBERT's


_LIBRARIES: Final = ("sacremoses", "sentencepiece", "tiktoken", "protobuf")


class TokenizerError(ModelFilesError):
    """A library is missing; the message is a French sentence."""

    def __init__(self, library: str) -> None:
        super().__init__(
            f"le découpage en morceaux de ce modèle a besoin de la bibliothèque « {library} », "
            f"qui n'est pas installée (pip install {library})"
        )


class PieceEncoder:
    """Pieces of the tokenizer that lies in `folder` (tokenizer.json, or what transformers reads).

    A line break and the blanks between two cells of a table have pieces of their own, where the vocabulary has them.
    """

    def __init__(self, folder: Path) -> None:
        file = folder / "tokenizer.json"
        self._pieces: Callable[[str, bool], list[int]]
        if file.is_file():
            try:
                tokenizer = Tokenizer.from_file(str(file))
                self._pieces = _splitter(tokenizer, json.loads(file.read_text(encoding="utf-8")))
            except Exception as error:  # the library raises nothing more precise
                raise ModelFilesError(f"{file.name} illisible dans « {folder.name} »") from error
            numbers: dict[str, int] = tokenizer.get_vocab()
        else:
            slow = _load_slow(folder)
            self._pieces = lambda word, spaced: slow.encode(word, add_special_tokens=False)
            numbers = slow.get_vocab()
        find = numbers.get
        self.highest = max(numbers.values())  # a network needs a row for each number
        self.first = _require(find, _FIRST)
        self.last = _require(find, _LAST)
        self.pad = _require(find, _PAD)
        self.unknown = _require(find, _UNKNOWN)
        masks = [place for name in _MASK if (place := find(name)) is not None]
        self.mask = masks[0] if masks else self.unknown  # pruned vocabularies have none
        self._newline, self._column = find(NEWLINE), find(COLUMN)
        self._cache: dict[tuple[str, bool], list[int]] = {}

    @classmethod
    def of(cls, source: str | Path) -> "PieceEncoder":
        """Of a directory or, where a hub is allowed, of a hub id."""
        if Path(source).is_dir():
            return cls(Path(source))
        with tempfile.TemporaryDirectory() as folder:
            copy_tokenizer(source, Path(folder))
            return cls(Path(folder))

    def marks(self, words: Words) -> list[int | None]:
        """The piece that stands before each word for the layout, if any.

        Example: "Na  140\nK" → [<nl>, <gap>, <nl>]: without the second, the cells of a row read like the
        groups of a social-security number.
        """
        return [
            self._newline if starts else self._column if parted else None
            for starts, parted in zip(words.line_starts, words.columns, strict=True)
        ]

    def encode(self, words: Words) -> list[list[int]]:
        """At least one piece per word."""
        cache = self._cache
        if len(cache) > MAX_WORDS:
            cache.clear()
        found = []
        for key in zip(words.surfaces, words.spaced, strict=True):
            pieces = cache.get(key)
            if pieces is None:
                pieces = cache[key] = self._pieces(*key)[:MAX_PIECES] or [self.pad]
            found.append(pieces)
        return found


def copy_tokenizer(source: str | Path, folder: Path) -> None:
    """The tokenizer's files of a directory or of a hub id, so that `folder` stands alone."""
    fast = Path(source) / "tokenizer.json"
    if not fast.is_file():
        _load_slow(source).save_pretrained(folder)
        return
    for path in (fast, fast.with_name("tokenizer_config.json")):
        if path.is_file():
            shutil.copyfile(path, folder / path.name)


def _splitter(tokenizer: Tokenizer, content: dict[str, Any]) -> Callable[[str, bool], list[int]]:
    """XLM-R-like unigram models say by a mark whether a space came before; others are asked
    with a space."""
    model, normalizer = tokenizer.model, tokenizer.normalizer
    if content["model"]["type"] != "Unigram":
        return lambda word, spaced: (
            tokenizer.encode(f" {word}" if spaced else word, add_special_tokens=False).ids
        )

    def split(word: str, spaced: bool) -> list[int]:  # noqa: FBT001 (as the other's signature)
        plain = (normalizer.normalize_str(word) if normalizer else word).strip()
        marked = _SPACE + plain if spaced else plain
        return [token.id for token in model.tokenize(marked)] if marked else []

    return split


def _load_slow(folder: str | Path) -> Any:
    """Raises TokenizerError where a library is missing that this tokenizer needs (FlauBERT: sacremoses), ModelFilesError."""
    from transformers import AutoTokenizer

    try:
        return AutoTokenizer.from_pretrained(folder)
    except ImportError as error:
        known = [name for name in _LIBRARIES if name in str(error)]
        raise TokenizerError(known[0] if known else "transformers") from error
    except (OSError, ValueError, KeyError, AttributeError, TypeError) as error:
        raise ModelFilesError(f"découpage illisible dans « {Path(folder).name} »") from error


def _require(find: Callable[[str], int | None], names: tuple[str, ...]) -> int:
    found = [place for name in names if (place := find(name)) is not None]
    if not found:
        raise ModelFilesError(f"le vocabulaire n'a aucun de {', '.join(names)}")
    return found[0]
