"""The seven measures of Alves et al. on originals, their sensitive strings and what became of them. Pure.

Four say what can still be read (higher is safer): SMR, ALID, LR and its two kinds LRDI and LRQI. Two say what the codes
make of it (higher is more useful): JSC and NSDCG. Letters are compared without their case, blanks as one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from statistics import fmean
from typing import Final

import numpy as np
from numpy.typing import NDArray

from annotation.domain.notes import Note

MEANINGS: Final = {
    "smr": "chaînes sensibles absentes du texte rendu, part",
    "alid": "distance de Levenshtein normalisée au passage le plus proche, quelle que soit sa longueur, moyenne",
    "lr": "chaînes dont la similarité est inférieure à 0,85, part",
    "lrdi": "notes dont tous les identifiants directs (PER, TEL, MAIL, QID, REF) le sont, part",
    "lrqi": "LR des quasi-identifiants (LOC, DATE, AGE, ORG)",
    "jsc": "codes CIM-10 communs à l'original et au texte rendu, sur tous ceux des deux",
    "nsdcg": "gain cumulé du classement des codes du texte rendu, l'original donnant les gains",
}
ALIKE: Final = 0.85  # from this similarity on, a string counts as still there
DIRECT: Final = frozenset({"PER", "TEL", "MAIL", "QID", "REF"})
QUASI: Final = frozenset({"LOC", "DATE", "AGE", "ORG"})


@dataclass(frozen=True, slots=True)
class Fate:
    """One sensitive string of a note: is it in the output, and how far is the nearest window of it (0 to 1)?"""

    label: str
    is_there: bool
    distance: float

    @property
    def is_lost(self) -> bool:
        """True when nothing in the output resembles it."""
        return 1 - self.distance < ALIKE


@dataclass(frozen=True, slots=True)
class Measures:
    """The seven, over all notes; None where there was nothing to measure (no string of that kind, no coder)."""

    smr: float | None
    alid: float | None
    lr: float | None
    lrdi: float | None
    lrqi: float | None
    jsc: float | None = None
    nsdcg: float | None = None


def squeezed(text: str) -> str:
    return " ".join(text.casefold().split())


def overlap(notes: Iterable[Note], pool: Iterable[str]) -> float:
    """Share of the notes' different sensitive strings that stand in the pool: what a neighbour may bring back by chance.

    >>> from annotation.domain.spans import Span
    >>> overlap([Note("1", "Mme Petit à Dijon", entities=(Span(4, 9, "PER"), Span(12, 17, "LOC")))], ["Vu à DIJON."])
    0.5
    """
    strings = {
        string
        for note in notes
        for span in note.entities
        if (string := squeezed(note.text[span.start : span.end]))
    }
    left = set(strings)
    for text in pool:
        told = squeezed(text)
        left = {string for string in left if string not in told}
    return 1 - len(left) / len(strings) if strings else 0.0


def fates(note: Note, output: str) -> list[Fate]:
    """Of each distinct sensitive string of the note (its entities), in reading order."""
    strings: dict[tuple[str, str], None] = {}
    for span in note.entities:
        strings.setdefault((span.label, squeezed(note.text[span.start : span.end])))
    told = squeezed(output)
    found = []
    for label, string in strings:
        if not string:
            continue
        is_there = string in told
        distance = 0.0 if is_there else _nearest(string, told)
        found.append(Fate(label, is_there, distance))
    return found


def measures(
    notes: Iterable[Sequence[Fate]], codes: Sequence[tuple[float, float]] = ()
) -> Measures:
    """`notes`: the fates of each note; `codes`: JSC and NSDCG of each note."""
    notes = list(notes)
    every = [fate for note in notes for fate in note]
    quasi = [fate for fate in every if fate.label in QUASI]
    direct = [own for note in notes if (own := [fate for fate in note if fate.label in DIRECT])]
    return Measures(
        smr=_mean([not fate.is_there for fate in every]),
        alid=_mean([fate.distance for fate in every]),
        lr=_mean([fate.is_lost for fate in every]),
        lrdi=_mean([all(fate.is_lost for fate in own) for own in direct]),
        lrqi=_mean([fate.is_lost for fate in quasi]),
        jsc=_mean([one for one, _other in codes]),
        nsdcg=_mean([other for _one, other in codes]),
    )


def jsc(original: AbstractSet[str], output: AbstractSet[str]) -> float:
    """Jaccard's share of the codes of both; 1.0 when neither has any.

    >>> jsc({"I10", "E119"}, {"I10"})
    0.5
    """
    return len(original & output) / len(original | output) if original | output else 1.0


def nsdcg(gains: Mapping[str, float], ranking: Sequence[str]) -> float:
    """Gain of the output's ranking of codes, each code discounted by log₂(rank + 1), over that of the best ranking.

    `gains`: what the original says of each code (its softmax, or any weights that are not negative). 1.0 when the original
    has no code and the output neither, 0.0 when only the output has one.

    >>> nsdcg({"I10": 3.0, "E119": 1.0}, ["I10", "E119"])
    1.0
    """
    ideal = _discounted(sorted(gains.values(), reverse=True))
    if not ideal:
        return float(not ranking)
    return _discounted([gains.get(code, 0.0) for code in ranking]) / ideal


def softmax(scores: Mapping[str, float]) -> dict[str, float]:
    """Weights that sum to 1.

    >>> softmax({"I10": 0.0, "E119": 0.0})
    {'I10': 0.5, 'E119': 0.5}
    """
    highest = max(scores.values(), default=0.0)
    powers = {code: math.exp(score - highest) for code, score in scores.items()}
    total = sum(powers.values())
    return {code: power / total for code, power in powers.items()}


def _nearest(string: str, text: str) -> float:
    """The least normalised edit distance (Levenshtein's, over the longer of the two) to any window of the text: whatever signs
    follow one another in it, be they words or not. 1.0 in an empty text.

    >>> round(_nearest("petit", "vu, durand-pettit, ce jour"), 3)
    0.167

    All windows grow together, a sign a turn: one row a sign of the string, one column a place where a window begins (a tenth
    of the time that rapidfuzz wants for them one by one).
    """
    if not set(string) & set(text):
        return 1.0
    size, places = len(string), len(text)
    signs = np.frombuffer(text.encode("utf-32-le"), dtype=np.uint32)
    past = np.ones(places, dtype=np.int32)  # behind the text's end nothing fits
    differs = {sign: np.concatenate([signs != ord(sign), past]) for sign in set(string)}
    rows = [np.full(places, row, dtype=np.int32) for row in range(size + 1)]
    best = 1.0
    for length in range(1, places + 1):
        if (length - size) / length >= best:  # so many signs at least are too many
            break
        _grow(rows, [differs[sign][length - 1 : length - 1 + places] for sign in string])
        reached = int(rows[size][: places - length + 1].min())
        best = min(best, reached / max(size, length))
    return best


def _grow(rows: list[NDArray[np.int32]], differs: Sequence[NDArray[np.int32]]) -> None:
    """Levenshtein's rows after one more sign of each window; `differs`: whether it is not the string's, sign by sign."""
    corner = rows[0].copy()
    rows[0] += 1
    for row, apart in enumerate(differs, start=1):
        kept = rows[row].copy()
        corner += apart
        np.minimum(corner, np.minimum(kept, rows[row - 1]) + 1, out=rows[row])
        corner = kept


def _discounted(gains: Sequence[float]) -> float:
    return sum(gain / math.log2(rank + 1) for rank, gain in enumerate(gains, start=1))


def _mean(values: Sequence[float]) -> float | None:
    return fmean(values) if values else None
