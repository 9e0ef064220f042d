"""Look for original strings in texts that are about to leave.

Exact and folded matches (case, accents, hyphens, blanks), of whole words; digits only for phones and
identifiers. Initials are left out. A surrogate place, date or age may equal its original by chance (that is what
the mechanism promises), so LOC, DATE and AGE are looked for outside the replacements only.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from annotation.domain.labels import Label
from annotation.domain.notes import Note, PatientIdentity
from privacy.domain.patient_file import iso_date
from privacy.domain.substitute import Replacement, SubstitutedNote
from privacy.domain.text import fold, words
from privacy.domain.time.lexicon import MONTHS

MIN_DIGITS: Final = 6
MIN_NAME: Final = 3
NIR_BODY: Final = 13  # digits of a NIR without its key
_WORD: Final = re.compile(r"(?:[^\W_][\u0300-\u036f]*)+")  # an accent may be a character of its own
_DIGIT_RUN: Final = re.compile(r"\d(?:[ .\-/\u00a0\u202f()]{0,2}\d)*")
_CHANCE: Final = frozenset({Label.LOC, Label.DATE, Label.AGE})
_PUBLIC: Final = _CHANCE | {Label.ORG}
_DIGITAL: Final = frozenset({Label.TEL, Label.QID, Label.REF})
_KINDS: Final = ("exact", "folded", "digits")  # the first that holds is reported
_PARTICLES: Final = frozenset(
    words("de du des la le les van von den der del della dos ben ibn bin")
)
_CIVILITY: Final = re.compile(
    r"(?:\bM|\bMme|\bMlle|\bMr|\bDr|\bPr|\bMadame|\bMonsieur|\bDocteur)\.?\s+$"
)


@dataclass(frozen=True, slots=True)
class SensitiveString:
    """One original surface with its label. Stays in memory."""

    label: str
    subtype: str
    surface: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Finding:
    """`text[start:end]` of the outgoing note looks like an original of that label. Kind: exact, folded, digits."""

    note_id: str
    start: int
    end: int
    kind: str
    label: str


def sensitive_strings(notes: Iterable[Note]) -> set[SensitiveString]:
    """The originals of one patient: what the entities cover, and the patient's structured data."""
    found: set[SensitiveString] = set()
    for note in notes:
        for span in note.entities:
            found.add(
                SensitiveString(str(span.label), span.subtype, note.text[span.start : span.end])
            )
        found |= set(_structured(note.patient))
    return {item for item in found if item.surface.strip()}


def _structured(patient: PatientIdentity) -> Iterator[SensitiveString]:
    yield from (SensitiveString("PER", "NOM", name) for name in patient.last_name)
    yield from (SensitiveString("PER", "PRENOM", name) for name in patient.first_name)
    yield from (SensitiveString("TEL", "TEL", phone) for phone in patient.phone)
    yield from (SensitiveString("MAIL", "MAIL", mail) for mail in patient.mail)
    yield SensitiveString("QID", "SECU", patient.nir)
    yield SensitiveString("QID", "IPP", patient.ipp)
    yield SensitiveString("LOC", "ADRESSE", patient.address)
    yield from (
        SensitiveString("DATE", "DATE_NAISSANCE", form) for form in _written(patient.birth_date)
    )


def _written(birth_date: str) -> tuple[str, ...]:
    """The forms in which notes write a birth date."""
    born = iso_date(birth_date)
    if born is None:
        return ()
    month = MONTHS[born.month - 1]
    return (
        born.isoformat(),
        f"{born:%d/%m/%Y}",
        f"{born.day}/{born.month}/{born.year}",
        f"{born.day} {month} {born.year}",
        f"{born:%d} {month} {born.year}",
    )


def scan(
    originals: Mapping[str, Collection[SensitiveString]],
    outputs: Iterable[tuple[str, SubstitutedNote]],
    *,
    ordinary_words: Collection[str] = (),
) -> list[Finding]:
    """Findings in reading order. `originals` by patient; `outputs` are (patient, note) pairs.

    `ordinary_words` (folded) are names that are also words: « Petit », « Blanc » count only when they are
    written like a name (after a civility, or with a capital inside a sentence).
    """
    found: list[Finding] = []
    ordinary = frozenset(ordinary_words)
    for patient, note in outputs:
        text = _Indexed(note)
        here: dict[tuple[int, int, str], Finding] = {}
        for item in originals.get(patient, ()):
            for finding in _search(text, item, ordinary):
                place = (finding.start, finding.end, finding.label)
                here[place] = min(
                    here.get(place, finding), finding, key=lambda f: _KINDS.index(f.kind)
                )
        found += [here[place] for place in sorted(here) if not _nested(place, here)]
    return found


def _nested(place: tuple[int, int, str], places: Collection[tuple[int, int, str]]) -> bool:
    """True when a longer finding of the same label covers this one."""
    start, end, label = place
    return any(
        s <= start and end <= e and la == label and (s, e) != (start, end) for s, e, la in places
    )


class _Indexed:
    """One outgoing text, its folded words by value, its runs of digits."""

    def __init__(self, note: SubstitutedNote) -> None:
        self.note = note
        self.words = [(fold(m.group()), m.start(), m.end()) for m in _WORD.finditer(note.text)]
        self.places: dict[str, list[int]] = defaultdict(list)
        for rank, (word, _, _) in enumerate(self.words):
            self.places[word].append(rank)
        self.runs = [
            ("".join(c for c in m.group() if c.isdigit()), m.start(), m.end())
            for m in _DIGIT_RUN.finditer(note.text)
        ]

    def occurrences(self, wanted: Sequence[str]) -> Iterator[tuple[int, int]]:
        """Where these folded words stand in a row, or glued together in one word."""
        for rank in self.places.get(wanted[0], []):
            row = self.words[rank : rank + len(wanted)]
            if [word for word, _, _ in row] == list(wanted):
                yield row[0][1], row[-1][2]
        if len(wanted) > 1:
            for rank in self.places.get("".join(wanted), []):
                yield self.words[rank][1], self.words[rank][2]

    def inside(self, start: int, end: int, labels: Collection[str] | None = None) -> bool:
        """True when the stretch touches a replacement (of one of these labels)."""
        return any(
            r.start < end and start < r.end and (labels is None or r.label in labels)
            for r in self.note.replacements
        )


def _search(text: _Indexed, item: SensitiveString, ordinary: frozenset[str]) -> Iterator[Finding]:
    if item.subtype in ("INITIALES", "DUREE"):
        return
    for wanted in _patterns(item):
        for start, end in text.occurrences(wanted):
            if _counts(text, item, wanted, start, end, ordinary):
                shown = text.note.text[start:end]
                kind = "exact" if shown in item.surface else "folded"
                yield Finding(text.note.note_id, start, end, kind, item.label)
    if item.label in _DIGITAL:
        yield from _digits(text, item)


def _patterns(item: SensitiveString) -> list[list[str]]:
    """Rows of folded words to look for: each part of a name, the whole of anything else."""
    row = [fold(word) for word in _WORD.findall(item.surface)]
    if item.label == Label.PER:
        return [[word] for word in row if len(word) >= MIN_NAME and word not in _PARTICLES]
    if item.label == Label.DATE and (len(row) < 2 or len("".join(row)) < MIN_DIGITS):
        return []
    if item.label == Label.AGE and len(row) < 2:
        return []
    if item.label in (Label.ORG, Label.LOC) and len("".join(row)) <= 3:
        return []
    return [row] if row and len("".join(row)) > 2 else []


def _counts(
    text: _Indexed,
    item: SensitiveString,
    wanted: Sequence[str],
    start: int,
    end: int,
    ordinary: frozenset[str],
) -> bool:
    if item.label in _CHANCE and text.inside(start, end):
        return False
    if item.label == Label.PER and text.inside(start, end, _PUBLIC):
        return False  # a public place, establishment or month that happens to bear the name
    if item.label in (Label.PER, Label.LOC) and len(wanted) == 1 and wanted[0] in ordinary:
        return _reads_as_name(text.note.text, start)
    return True


def _reads_as_name(text: str, start: int) -> bool:
    before = text[:start]
    if _CIVILITY.search(before):
        return True
    opening = not before.strip() or before.rstrip()[-1] in ".!?:-•*" or before.endswith("\n")
    return text[start].isupper() and not opening


def _digits(text: _Indexed, item: SensitiveString) -> Iterator[Finding]:
    digits = "".join(c for c in item.surface if c.isdigit())
    if item.label == Label.TEL:
        digits = digits[-9:]  # the same line with or without +33
    if item.subtype == "SECU":
        digits = digits[:NIR_BODY]  # the same number with or without its key
    if len(digits) < MIN_DIGITS:
        return
    for run, start, end in text.runs:
        if run == digits or (len(digits) >= 8 and digits in run):
            yield Finding(text.note.note_id, start, end, "digits", item.label)


def mask(note: SubstitutedNote, findings: Iterable[Finding]) -> SubstitutedNote:
    """The note with every finding replaced by its label, replacements moved accordingly.

    A replacement that a finding touches is masked as a whole.
    """
    stretches = _merge(note, [(f.start, f.end, f.label) for f in findings])
    kept = [
        r for r in note.replacements if not any(s < r.end and r.start < e for s, e, _ in stretches)
    ]
    pending: list[tuple[int, int, str | Replacement]] = [(r.start, r.end, r) for r in kept]
    pending += stretches
    parts: list[str] = []
    moved: list[Replacement] = []
    read = shift = 0
    for start, end, what in sorted(pending, key=lambda item: item[0]):
        if isinstance(what, Replacement):
            moved.append(replace(what, start=start + shift, end=end + shift))
            continue
        tag = f"[{what}]"
        at = start + shift
        parts += [note.text[read:start], tag]
        moved.append(Replacement(at, at + len(tag), what, "", -1, -1, warning=MASKED))
        read, shift = end, shift + len(tag) - (end - start)
    return SubstitutedNote(note.note_id, "".join(parts) + note.text[read:], tuple(moved))


MASKED: Final = "chaîne d'origine oubliée par l'annotation : masquée"


def _merge(note: SubstitutedNote, found: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """Disjoint stretches, each grown to the replacements that it touches."""
    merged: list[tuple[int, int, str]] = []
    for first, last, label in sorted(found):
        touched = [r for r in note.replacements if r.start < last and first < r.end]
        start = min([first, *(r.start for r in touched)])
        end = max([last, *(r.end for r in touched)])
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]), merged[-1][2])
        else:
            merged.append((start, end, label))
    return merged
