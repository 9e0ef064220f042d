"""Leaks planted in outgoing notes, form by form, and alarms on notes that hold none.

A leak is a string of an invented patient, in one of the twelve forms that the scan knows, hidden in a sentence of a
substituted note. An alarm is a finding in a note of somebody else.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Final, TypeVar

from annotation.domain.notes import Note, PatientIdentity
from privacy.domain.leakscan import Kind, Scanner, SensitiveString, sensitive_strings
from privacy.domain.leakscan.lexicon import lexicon_with
from privacy.domain.leakscan.reading import row_of
from privacy.domain.randomness import BitSource, below
from privacy.domain.substitute import SubstitutedNote
from privacy.domain.tables import Tables
from privacy.domain.text import fold, strip_accents
from privacy.domain.time.lexicon import MONTHS

T = TypeVar("T")

CARRIERS: Final = (
    "Vu avec {} ce jour.",
    "Contact pris ({}) dans la matinée.",
    "revu pour {} en fin de visite",
)
_BORN: Final = date(1925, 1, 1)
_BORN_DAYS: Final = 35_000
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
_TOWN: Final = 2000  # inhabitants


@dataclass(frozen=True, slots=True)
class Person:
    """An invented patient with what his structured data would hold."""

    identity: PatientIdentity = field(repr=False)
    born: date = field(repr=False)
    town: str = field(repr=False)

    @property
    def first(self) -> str:
        return self.identity.first_name[0]

    @property
    def last(self) -> str:
        return self.identity.last_name[0]

    def originals(self) -> set[SensitiveString]:
        """What the scan looks for."""
        known = sensitive_strings([Note("n", "", self.identity)])
        return known | {SensitiveString("LOC", "VILLE", self.town)}


@dataclass(frozen=True, slots=True)
class Planted:
    """How many leaks of one form were hidden, and how many of them were found whole."""

    form: str
    planted: int
    found: int


@dataclass(frozen=True, slots=True)
class Alarms:
    """Notes scanned for people who have nothing to do with them, and how many raised an alarm."""

    notes: int
    raised: int


def people(source: BitSource, tables: Tables) -> Iterator[Person]:
    """Invented patients without end: last names of five letters or more, so that all forms can be written."""
    lasts = [name for name in tables.last_names.names[:6000] if len(name) >= 5]
    firsts = tables.first_names["F"].names[:300] + tables.first_names["M"].names[:300]
    towns = [c.name for c in tables.atlas.communes if c.population >= _TOWN]
    while True:
        born = _BORN + timedelta(days=below(source, _BORN_DAYS))
        identity = PatientIdentity(
            id="p",
            last_name=(_pick(source, lasts),),
            first_name=(_pick(source, firsts),),
            birth_date=born.isoformat(),
            nir=f"{below(source, 10**15):015d}",
            ipp=f"8{below(source, 10**9):09d}",
            phone=(f"06{below(source, 10**8):08d}",),
        )
        yield Person(identity, born, _pick(source, towns))


def plant(
    outgoing: Sequence[SubstitutedNote], each: int, *, source: BitSource, tables: Tables
) -> list[Planted]:
    """Hide `each` leaks of each form, one a note, and scan. A name that is also a word of the language comes after
    a civility: without one, nothing tells it from the word."""
    lexicon, persons = lexicon_with(tables.ordinary_words), people(source, tables)
    found: list[Planted] = []
    for kind, write in _FORMS.items():
        hits = 0
        for _ in range(each):
            person = next(persons)
            leak = write(person, source)
            names = set(fold(person.last).split())
            if all(map(lexicon.is_word, row_of(leak))) or names & lexicon.ordinary:
                leak = f"Monsieur {leak}"
            sentence = f" {_pick(source, CARRIERS).format(leak)} "
            hits += _is_found(_pick(source, outgoing), sentence, person, source, tables)
        found.append(Planted(str(kind), each, hits))
    return found


def _is_found(
    note: SubstitutedNote, sentence: str, person: Person, source: BitSource, tables: Tables
) -> bool:
    """True when a finding lies inside the sentence, put at a line end of the note's first half or a later one."""
    at = note.text.find("\n", below(source, max(len(note.text) // 2, 1)))
    at = len(note.text) if at < 0 else at
    text = note.text[:at] + sentence + note.text[at:]
    scanner = Scanner(person.originals(), ordinary_words=tables.ordinary_words)
    return any(
        at <= finding.start and finding.end <= at + len(sentence)
        for finding in scanner.scan(replace(note, text=text, replacements=()))
    )


def alarms(
    outgoing: Sequence[SubstitutedNote], strangers: int, *, source: BitSource, tables: Tables
) -> Alarms:
    """Scan every note for every stranger, but where a surrogate happens to bear his name: a file's own surrogates
    never bear the names of its people."""
    borne = [_borne(note) for note in outgoing]
    persons = people(source, tables)
    notes = raised = 0
    for _ in range(strangers):
        person = next(persons)
        scanner = Scanner(person.originals(), ordinary_words=tables.ordinary_words)
        for note, names in zip(outgoing, borne, strict=True):
            if names.isdisjoint((fold(person.first), fold(person.last))):
                notes += 1
                raised += bool(scanner.scan(note))
    return Alarms(notes, raised)


def _borne(note: SubstitutedNote) -> set[str]:
    """Name tokens of the surrogates of a note."""
    return {
        word
        for r in note.replacements
        if r.label == "PER"
        for word in row_of(note.text[r.start : r.end])
    }


def _pick(source: BitSource, choices: Sequence[T]) -> T:
    return choices[below(source, len(choices))]


def _number(person: Person, source: BitSource) -> str:
    identity = person.identity
    return _pick(source, (identity.nir, identity.ipp, identity.phone[0]))


def _exact(person: Person, source: BitSource) -> str:
    names = (f"{person.first} {person.last}", person.last)
    return _pick(source, (*names, _number(person, source), person.born.isoformat()))


def _folded(person: Person, source: BitSource) -> str:
    text = _pick(source, (f"{person.first} {person.last}", person.last))
    plain = strip_accents(text)
    return _pick(source, (text.upper(), text.lower(), plain.title(), plain.lower()))


def _spacing(person: Person, source: BitSource) -> str:
    words = row_of(person.town)
    long = len(words) > 1 and len("".join(words)) > 3
    return _pick(source, "-_ ").join(words if long else (person.last, person.first))


def _glued(person: Person, source: BitSource) -> str:
    first, last = person.first, person.last
    return _pick(source, (f"{first}{last}", f"{last}{first}".lower(), f"M{last.upper()}", f"Mme{last}"))  # fmt: skip


def _mail(person: Person, source: BitSource) -> str:
    one, other = fold(person.first).replace(" ", ""), fold(person.last).replace(" ", "")
    return _pick(source, (f"{one[0]}{other}", f"{one}.{other}@exemple.fr", f"{other}{one[0]}"))


def _digits(person: Person, source: BitSource) -> str:
    if below(source, 10) < 3:
        return f"+33 (0){person.identity.phone[0][1:]}"
    number, size = _number(person, source), 1 + below(source, 3)
    return _pick(source, " .-/").join(number[i : i + size] for i in range(0, len(number), size))


def _date(person: Person, source: BitSource) -> str:
    born, month = person.born, MONTHS[person.born.month - 1]
    short = strip_accents(month)[:4].upper()
    glued = f"{born:%d %m %Y}" if month == "juillet" else f"{born.day}{short}{born.year}"
    forms = ("%d/%m/%Y", "%d.%m.%y", "%d%m%Y", "%Y%m%d")
    return _pick(
        source,
        (*(born.strftime(form) for form in forms), f"{born.day} {month} {born.year}", glued),
    )


def _split(person: Person, source: BitSource) -> str:
    at = 2 + below(source, len(person.last) - 3)
    return person.last[:at] + _pick(source, ("-\n", "-\n   ", "\n")) + person.last[at:]


def _letters(person: Person, source: BitSource) -> str:
    name = person.last.upper() if source.bits(1) else person.last
    return _pick(source, (" ", ".", "-")).join(name)


def _initials(person: Person, source: BitSource) -> str:
    one, other = person.first[0], person.last[0]
    return _pick(source, (f"{one}.{other}.", f"{other}. {one}.", f"patient {one}{other}"))


def _reversed(person: Person, source: BitSource) -> str:
    whole = f"{person.first} {person.last}"
    return _pick(source, (person.last[::-1], whole[::-1], person.identity.ipp[::-1]))


def _fuzzy(person: Person, source: BitSource) -> str:
    name = _pick(source, (person.last, person.last.upper(), person.last.lower()))
    while True:
        at, letter = below(source, len(name)), _pick(source, _LETTERS)
        head, tail = name[:at], name[at + 1 :]
        swapped = head + tail[:1] + name[at] + tail[1:]
        found = _pick(source, (head + tail, head + letter + name[at:], head + letter + tail, swapped))  # fmt: skip
        if fold(found) != fold(name):
            return found


_FORMS: Final[dict[Kind, Callable[[Person, BitSource], str]]] = {
    Kind.EXACT: _exact,
    Kind.FOLDED: _folded,
    Kind.SPACING: _spacing,
    Kind.GLUED: _glued,
    Kind.MAIL: _mail,
    Kind.DIGITS: _digits,
    Kind.DATE: _date,
    Kind.SPLIT: _split,
    Kind.LETTERS: _letters,
    Kind.INITIALS: _initials,
    Kind.REVERSED: _reversed,
    Kind.FUZZY: _fuzzy,
}
