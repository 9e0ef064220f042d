"""The notes of one patient, cut into mentions: what every planner of surrogates reads."""

import re
import string
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from enum import Enum
from functools import cached_property
from typing import Final, NamedTuple

from annotation.domain.labels import Label, is_valid
from annotation.domain.notes import Note, PatientIdentity
from annotation.domain.spans import Span, sort_spans
from privacy.domain.budget import ElementKey
from privacy.domain.errors import BadEntityError
from privacy.domain.linking.words import APOSTROPHES, LONGEST, longest_tail, tail_of
from privacy.domain.time.lexicon import SHORTEST_WEEKDAY, WEEKDAYS, names_weekday

_TELLING: Final = 200  # characters of a text that has an accent if its writer types them
_CASES: Final = (string.ascii_uppercase.encode(), string.ascii_lowercase.encode())
_SHOUTED: Final = 8  # letters of a text of which the case can be told
_LINKED: Final = 8  # characters of « de  la  »
_LAST: Final = frozenset("aàenstux")  # of « la », « à », « de », « un », « les », « au »…
_LINKED_WORDS: Final = 2 * LONGEST
_WEEKDAY: Final = re.compile(rf"(?<![^\W\d_])(?:{'|'.join(WEEKDAYS)})(?![^\W\d_])", re.IGNORECASE)
_LABELS: Final = {label.value: label for label in Label}


@dataclass(
    slots=True
)  # not frozen: there are fifteen a note, and a frozen one costs five times as much to make
class Mention:
    """One entity of one note. `index` is its rank in the file; `surface` never leaves memory. Nothing changes it."""

    index: int
    note: int
    start: int
    end: int
    label: Label
    subtype: str
    surface: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Link:
    """The `cut` characters just before a mention become `text`: « d' » becomes « de »."""

    cut: int
    text: str = field(repr=False)


class Stands(Enum):
    """What the surrogate of an organisation asks of the word before it: nothing (its type has stayed), what a town asks
    (« au Pont Neuf », « à Saint-Valbert »), what a feminine noun asks (« la Gériatrie »)."""

    NOTHING = 0
    NAME = 1
    SPECIALITY = 2


class Rendered(NamedTuple):
    """What replaces a mention. `elements` are those that it shows: none when it spends nothing, two for a range
    (« du 3 au 7 mai »). `derived_from` (French) is empty unless the value is derived; `sources` are the elements
    that it then follows from (none where these spend nothing). `link` is None where no word before it was fitted. `day`: the
    surrogate's day, where it says one: a weekday before it follows. `stands`: of an organisation."""

    text: str
    elements: tuple[ElementKey, ...] = ()
    derived_from: str = ""
    warning: str | None = None
    sources: tuple[ElementKey, ...] = ()
    link: Link | None = None
    day: date | None = None
    stands: Stands = Stands.NOTHING

    def __repr__(self) -> str:
        return f"Rendered(elements={self.elements!r}, warning={self.warning!r})"


@dataclass(frozen=True)
class PatientFile:
    """`patient_id` is the context of every draw; a note without a patient is its own patient. `silent`: indices of the
    mentions that are replaced by their label, from which nothing is read; `dateless`: notes that leave without date."""

    patient_id: str
    notes: tuple[Note, ...] = field(repr=False)
    mentions: tuple[Mention, ...] = field(repr=False)
    silent: frozenset[int] = frozenset()
    dateless: frozenset[int] = frozenset()

    def of_note(self, note: int) -> Sequence[Mention]:
        """The mentions of a note, in order."""
        return self._of_notes.get(note, ())

    @cached_property
    def _of_notes(self) -> dict[int, list[Mention]]:
        found: dict[int, list[Mention]] = {}
        for mention in self.mentions:
            if mention.index not in self.silent:
                found.setdefault(mention.note, []).append(mention)
        return found

    def labelled(self, *labels: Label) -> list[Mention]:
        return [m for m in self.mentions if m.label in labels and m.index not in self.silent]

    def without(self, indices: Iterable[int], dates: Iterable[int] = ()) -> "PatientFile":
        """The same file, in which some mentions tell nothing: they are no text outside the entities either. `dates`:
        notes that leave without their date. Where nothing falls silent it is this very file: what is worked out of its texts
        once serves all readers."""
        silent, dateless = self.silent.union(indices), self.dateless.union(dates)
        if (silent, dateless) == (self.silent, self.dateless):
            return self
        return replace(self, silent=silent, dateless=dateless)

    def before(self, mention: Mention, size: int = 24) -> str:
        """The text just before a mention, within its note, and not of the entity before: that one goes."""
        at = max(0, mention.start - size)
        if mention.index and (last := self.mentions[mention.index - 1]).note == mention.note:
            at = max(at, last.end)
        return self.notes[mention.note].text[at : mention.start]

    def after(self, mention: Mention, size: int = 24) -> str:
        """The text just after a mention, within its note, and not of the entity behind."""
        end = mention.end + size
        following = self.mentions[mention.index + 1 : mention.index + 2]
        if following and following[0].note == mention.note:
            end = min(end, following[0].start)
        return self.notes[mention.note].text[mention.end : end]

    def note_date(self, note: int) -> date | None:
        """The note's own date (`meta.date`), if known and well written."""
        return iso_date(self.notes[note].meta.get("date", ""))

    @cached_property
    def types_accents(self) -> bool:
        """Whether the file's writer types accents, as far as the text outside the entities tells."""
        outside = self._outside
        if outside.isascii():
            return len(outside) < _TELLING
        return any(not c.isascii() and c.isalpha() for c in outside)

    @cached_property
    def types_great_accents(self) -> bool:
        """The same of capitals, most of which have none."""
        return any(c.isupper() and not c.isascii() for c in self._outside)

    @cached_property
    def curls(self) -> bool:
        """Whether the apostrophes of the text outside the entities are typographic (« ’ »)."""
        return "’" in self._outside

    @cached_property
    def in_capitals(self) -> bool:
        """Whether most letters of the text outside the entities are capitals."""
        large, small = self._letters
        return large > small and not self.has_no_case

    @cached_property
    def has_no_case(self) -> bool:
        """Whether the text outside the entities has too few letters to tell its case."""
        return sum(self._letters) < _SHOUTED

    @cached_property
    def _letters(self) -> tuple[int, int]:
        """How many capitals and small letters stand outside the entities. Where one side is not far ahead the words before each entity are left
        out, which depend on it: « à la {X} » has a letter more than « à l'{Y} »."""
        large, small = _letters_of(self._outside)
        if abs(large - small) > _LINKED_WORDS * len(self.mentions) + _SHOUTED:
            return large, small
        return _letters_of(self._text_without(lambda before: len(longest_tail(before))))

    def places_in(self, note: int, *, linked: bool = False) -> dict[int, int]:
        """Where each mention of a note stands in the text outside the entities, by its index: how long these are is not looked at. `linked`:
        nor are the weekdays between them and the words before them, which depend on them (« mercredi », « à », « au »)."""
        text, mentions = self.notes[note].text, self._of_notes.get(note, ())
        named = linked and names_weekday(text)
        found: dict[int, int] = {}
        hidden = end = 0
        for mention in mentions:
            start = mention.start
            if named and names_weekday(text[end:start]):
                hidden += sum(
                    len(name) - SHORTEST_WEEKDAY for name in _WEEKDAY.findall(text, end, start)
                )
            if linked:
                hidden += start - linked_start(text, mention, end)
            found[mention.index] = start - hidden
            hidden += mention.end - start
            end = mention.end
        return found

    @cached_property
    def _outside(self) -> str:
        """The text outside the entities, less the end of what precedes one: « à », « d’ » depend on it."""
        return self._text_without(lambda _: _LINKED)

    def _text_without(self, cut: Callable[[str], int]) -> str:
        """The text outside the entities, less some signs before each; `cut`: how many."""
        parts: list[str] = []
        ends = [0] * len(self.notes)
        texts = [note.text for note in self.notes]
        for mention in self.mentions:
            text, low, start = texts[mention.note], ends[mention.note], mention.start
            parts.append(
                text[low : max(low, start - cut(text[max(low, start - _LINKED_WORDS) : start]))]
            )
            ends[mention.note] = mention.end
        return "".join([*parts, *(text[end:] for text, end in zip(texts, ends, strict=True))])

    @property
    def identity(self) -> PatientIdentity:
        """The patient's structured data: the first note that has some."""
        known = [note.patient for note in self.notes if note.patient.last_name]
        return known[0] if known else self.notes[0].patient


def linked_start(text: str, mention: Mention, low: int) -> int:
    """Where the words before a mention begin that its surrogate decides upon, if any; of a date they stay. `low`: the end of the one before."""
    start = mention.start
    last = text[max(low, start - 2) : start]
    may_link = last[-1:] in APOSTROPHES or (last[-1:].isspace() and last[:1].lower() in _LAST)
    if not may_link or mention.label is Label.DATE:
        return start
    return start - len(tail_of(text[max(low, start - _LINKED_WORDS) : start]))


def _letters_of(text: str) -> tuple[int, int]:
    """How many capitals and small letters of ASCII a text has, counted at once."""
    letters = text.encode("utf-8", "surrogatepass")
    large, small = (len(letters) - len(letters.translate(None, few)) for few in _CASES)
    return large, small


def iso_date(text: str) -> date | None:
    """ISO date at the head of a string, or None."""
    try:
        return date.fromisoformat(str(text)[:10])
    except ValueError:
        return None


def patient_key(note: Note) -> str:
    """Which file a note belongs to: its patient's id, or the note itself when it has none."""
    return f"patient:{note.patient.id}" if note.patient.id else f"note:{note.id}"


def open_file(notes: Sequence[Note]) -> PatientFile:
    """Check the entities of one patient's notes and list them in reading order.

    Raises `BadEntityError` for a span outside the text, empty, overlapping another, or of an unknown label.
    """
    mentions: list[Mention] = []
    for rank, note in enumerate(notes):
        for span in check_entities(note):
            surface = note.text[span.start : span.end]
            mentions.append(
                Mention(
                    len(mentions),
                    rank,
                    span.start,
                    span.end,
                    _LABELS[span.label],
                    span.subtype,
                    surface,
                )
            )
    return PatientFile(patient_key(notes[0]), tuple(notes), tuple(mentions))


def check_entities(note: Note) -> list[Span]:
    """The entities of a note in reading order. Raises `BadEntityError` as `open_file` does."""
    spans = sort_spans(note.entities)
    size, covered = len(note.text), 0
    for span in spans:
        start, end = span.start, span.end
        if not 0 <= start < end <= size:
            raise BadEntityError(note.id, start, end, "hors du texte, vide ou à l'envers")
        if not is_valid(span.label, span.subtype):
            raise BadEntityError(note.id, start, end, "étiquette ou sous-type inconnu")
        if start < covered:
            raise BadEntityError(note.id, start, end, "chevauche une autre entité")
        covered = end
    return spans
