"""French words, counted: what the pruned vocabulary must still write in few pieces.

Running text says which words are frequent; lists say which words must not fall apart although no
text here is long enough to hold them.
"""

import csv
import gzip
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from annotation.domain.public_tables import TABLES, rows, rows_of
from worker.engine.text.folding import fold

_WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?|\d+|[^\w\s]+")
_MARK: Final = re.compile(r"\[\[[A-Z_]+:|\]\]|\{[^}]*\}")
_MESSAGE: Final = re.compile(r'^msg(?:id|str)(?:\[\d\])? "(.*)"|^"(.*)"', re.MULTILINE)
_ROOT: Final = Path(__file__).parents[3]
_DATA: Final = _ROOT / "worker" / "engine" / "data"


@dataclass(frozen=True, slots=True)
class FrenchWords:
    """`text` counts running words; `listed` are entries of public lists, all of equal weight."""

    text: Counter[str]
    listed: Counter[str]


def french_words(nomenclature: Path) -> FrenchWords:
    """Words of the repository's notes and templates, of Django's French, of the nomenclature's
    labels (`nomenclature`: cim10.csv.gz) and of the lists of names, places, streets and drugs."""
    text: Counter[str] = Counter()
    for piece in (*_own_texts(), *_platform_texts(), *_labels(nomenclature)):
        text.update(_words(piece))
    listed: Counter[str] = Counter()
    for name in _lists():
        listed.update(set(_words(name)))
    return FrenchWords(text, listed)


def variants(word: str) -> set[str]:
    """The word as written, in capitals, with a capital, small, and each without accents."""
    forms = {word, word.upper(), word.lower(), word[:1].upper() + word[1:].lower()}
    return forms | {_without_accents(form) for form in forms}


def _without_accents(word: str) -> str:
    plain = fold(word)
    if len(plain) != len(word):
        return word
    return "".join(p.upper() if w.isupper() else p for p, w in zip(plain, word, strict=True))


def _words(text: str) -> Iterator[str]:
    return iter(_WORD.findall(text))


def _own_texts() -> Iterator[str]:
    for path in sorted((_ROOT / "annotation" / "demo" / "notes" / "dev").glob("*.txt")):
        _head, _line, body = path.read_text(encoding="utf-8").partition("\n---\n")
        yield _MARK.sub(" ", body)
    for path in sorted((_ROOT / "worker" / "training" / "corpus").glob("*/*.txt")):
        yield _MARK.sub(" ", path.read_text(encoding="utf-8"))


def _platform_texts() -> Iterator[str]:
    """General and administrative French: the sentences of this project and of Django's."""
    own = [_ROOT / "locale" / "en" / "LC_MESSAGES" / "django.po"]
    django = find_spec("django")  # its files are read, it isn't imported
    folder = Path(str(django.origin)).parent if django else _ROOT
    for path in (*own, *sorted(folder.glob("**/locale/fr/LC_MESSAGES/django.po"))):
        for first, second in _MESSAGE.findall(path.read_text(encoding="utf-8")):
            yield first or second


def _labels(nomenclature: Path) -> Iterator[str]:
    with gzip.open(nomenclature, "rt", encoding="utf-8", newline="") as file:
        for row in csv.reader(file):
            yield " ".join(row[1:])


def _lists() -> Iterator[str]:
    yield from _column("first_names_fr.csv.gz", "first_name")
    yield from _column("last_names_fr.csv.gz", "last_name")
    yield from set(_column("communes_fr.csv.gz", "name"))  # several communes share a name
    yield from _column("drugs_fr.csv.gz", "term")
    yield from _column("eponyms_fr.csv", "term")
    yield from _column("medical_abbreviations_fr.csv", None)
    yield from _column("lab_tests_fr.csv", None)


def _column(file: str, column: str | None) -> Iterable[str]:
    found = rows(file) if file in TABLES else rows_of(_DATA / file)
    return (row[column] if column else next(iter(row.values())) for row in found)
