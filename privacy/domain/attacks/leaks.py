"""Leaks planted in outgoing notes, form by form, and alarms on notes that hold none.

A leak is a string of an invented patient, in one of the twenty forms that the scan knows, hidden in a sentence of a
substituted note. An alarm is a finding in a note of somebody else. Names that are also words are counted apart: the
forms are planted with names that are none, the ways of `WAYS` with names that are.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Final, TypeVar

from annotation.domain.labels import Label, Subtype
from annotation.domain.notes import Note, PatientIdentity
from privacy.domain.attacks.disguises import DISGUISES, OF_KIND, Half
from privacy.domain.leakscan import Kind, Scanner, SensitiveString, sensitive_strings
from privacy.domain.leakscan.lexicon import lexicon_with
from privacy.domain.leakscan.reading import row_of
from privacy.domain.randomness import BitSource, below
from privacy.domain.substitute import SubstitutedNote
from privacy.domain.tables import Tables
from privacy.domain.text import fold_phrase, strip_accents, words
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
_FREQUENT: Final = 6000  # last names
# letters that a last name needs to be written so: a misspelt name is looked for from five letters on
_LETTERS_OF: Final = {Kind.FUZZY: 5, Kind.SPLIT: 4, Kind.LETTERS: 4, Kind.REVERSED: 4}
_FEWEST: Final = 3
_THIS_YEAR: Final = 2024
# of invented establishments
_SYLLABLES: Final = (
    words("mor bel tan gri val ker fou lan bru cor"),
    words("va te li do ra zo pe mu sa gi"),
    words("ne bus lac dre vic mer tol gan sec ploy"),
)
_WAYS: Final = words("rue avenue boulevard place chemin")
_TITLES: Final = ("des ", "du Général ", "du Docteur ", "de la ")
# a word that these make of a name is not looked for
_REMADE: Final = frozenset({Kind.GLUED, Kind.MAIL, Kind.REVERSED, Kind.FUZZY})
# forms of numbers, dates and places: the names are not in them
_NAMELESS: Final = frozenset(
    {Kind.FRAGMENT, Kind.WORDS, Kind.PARTIAL, Kind.PART, Kind.SHORTENED, Kind.DEMONYM}
)
# the table has no shorter names than four letters; these are borne in France too
_THREE: Final = words(
    "Rey Bel Mas Gay Roy Bon Cos Dru Duc Fau Gil Hue Job Kim Lam Luu Mai Ney Pez Ruy Sow Vin"
)
_TWO: Final = words("Le Li Do Vo Ly Sy Ho Xu Wu Hu Ba Lo")


def _name(digits: str) -> str:
    """An invented proper name for three figures: « Morvane » for « 000 »."""
    return "".join(row[int(rank)] for row, rank in zip(_SYLLABLES, digits, strict=True)).title()


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

    @property
    def nir(self) -> str:
        return self.identity.nir

    @property
    def ipp(self) -> str:
        return self.identity.ipp

    @property
    def phone(self) -> str:
        return self.identity.phone[0]

    @property
    def stay(self) -> str:
        """A number of a stay, which begins with zeros."""
        return f"00{self.nir[-8:]}"

    @property
    def rpps(self) -> str:
        """A physician's number."""
        return f"10{self.nir[4:13]}"

    @property
    def organisation(self) -> str:
        """« Clinique Morvane-Tilbus »."""
        return f"Clinique {_name(self.nir[3:6])}-{_name(self.nir[6:9])}"

    @property
    def street(self) -> str:
        """« 12 avenue du Général Morvane »."""
        number, way, title = (
            int(self.nir[9:11]) + 1,
            _WAYS[int(self.nir[11]) % 5],
            _TITLES[int(self.nir[12]) % 4],
        )
        return f"{number} {way} {title}{_name(self.nir[12:15])}"

    @property
    def mail(self) -> str:
        """« morvane.tilbus@exemple.fr »."""
        return f"{_name(self.nir[5:8])}.{_name(self.nir[8:11])}@exemple.fr".lower()

    @property
    def reference(self) -> str:
        """« LEF/IN/2031-5542 »."""
        return f"{self.last[:3]}/{self.first[:2]}/20{self.nir[1:3]}-{self.nir[9:13]}".upper()

    @property
    def age(self) -> int:
        return _THIS_YEAR - self.born.year

    def originals(self) -> set[SensitiveString]:
        """What the scan looks for."""
        known = sensitive_strings([Note("n", "", self.identity)])
        return known | {
            SensitiveString(Label.LOC, Subtype.VILLE, self.town),
            SensitiveString(Label.QID, Subtype.NDA, self.stay),
            SensitiveString(Label.QID, Subtype.RPPS, self.rpps),
            SensitiveString(Label.ORG, Subtype.HOPITAL, self.organisation),
            SensitiveString(Label.LOC, Subtype.ADRESSE, self.street),
            SensitiveString(Label.MAIL, Subtype.MAIL, self.mail),
            SensitiveString(Label.REF, Subtype.REF, self.reference),
            SensitiveString(Label.AGE, Subtype.AGE, f"{self.age} ans"),
        }


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


def last_names(tables: Tables, *, words_too: bool = True) -> tuple[str, ...]:
    """The frequent ones; without those that are ordinary words if asked so."""
    ordinary = frozenset() if words_too else lexicon_with(tables.ordinary_words).ordinary
    frequent = (*tables.last_names.names[:_FREQUENT], *_THREE)
    return tuple(name for name in frequent if not set(row_of(name)) & ordinary)


def word_names(tables: Tables) -> tuple[str, ...]:
    """The frequent last names that are ordinary words: « Petit », « Cousin », « Salles »."""
    plain = set(last_names(tables, words_too=False))
    return tuple(name for name in last_names(tables) if name not in plain)


def people(source: BitSource, tables: Tables, lasts: Sequence[str] = ()) -> Iterator[Person]:
    """Invented patients without end, of these last names or of the frequent ones of three letters or more."""
    lasts = lasts or last_names(tables)
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
    """Hide `each` leaks of each form, one a note, and scan. The names are no words, nor is what a form makes of them:
    those are counted by `plant_words`."""
    lexicon, lasts = lexicon_with(tables.ordinary_words), last_names(tables, words_too=False)
    found: list[Planted] = []
    for kind, write in _FORMS.items():
        is_word = lexicon.is_word if kind in _REMADE else lexicon.ordinary.__contains__
        fewest = _LETTERS_OF.get(kind, _FEWEST)
        persons = people(source, tables, [name for name in lasts if len(name) >= fewest])
        leaks = (
            (person, leak)
            for person in persons
            if (leak := write(person, source))
            and (kind in _NAMELESS or not all(map(is_word, row_of(leak))))
        )
        hits = sum(_is_hit(outgoing, next(leaks), str, source, tables) for _ in range(each))
        found.append(Planted(str(kind), each, hits))
    return found


def plant_words(
    outgoing: Sequence[SubstitutedNote], each: int, *, source: BitSource, tables: Tables
) -> list[Planted]:
    """The same with names that are words, written in each of `WAYS`, with misspellings that are words, and with
    names of two letters."""
    lexicon, known = lexicon_with(tables.ordinary_words), word_names(tables)
    fewest = _LETTERS_OF[Kind.FUZZY]
    plain = [name for name in last_names(tables, words_too=False) if len(name) >= fewest]
    borne = {"misspelt": plain, "two": _TWO}
    found: list[Planted] = []
    for way, (write, shown) in WAYS.items():
        leaks = (
            (person, leak)
            for person in people(source, tables, borne.get(way, known))
            if (leak := write(person, source))
            and (way != "misspelt" or lexicon.is_word(fold_phrase(leak)))
        )
        hits = sum(_is_hit(outgoing, next(leaks), shown, source, tables) for _ in range(each))
        found.append(Planted(way, each, hits))
    return found


def _is_hit(
    outgoing: Sequence[SubstitutedNote],
    written: tuple[Person, str],
    shown: Callable[[str], str],
    source: BitSource,
    tables: Tables,
) -> bool:
    person, leak = written
    sentence = f" {shown(_pick(source, CARRIERS).format(leak))} "
    return _is_found(_pick(source, outgoing), sentence, person, source, tables)


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
    outgoing: Sequence[SubstitutedNote],
    strangers: int,
    *,
    source: BitSource,
    tables: Tables,
    lasts: Sequence[str] = (),
) -> Alarms:
    """Scan every note for every stranger, but where a surrogate happens to bear his name: a file's own surrogates
    never bear the names of its people. `lasts`: the last names of the strangers."""
    borne = [_borne(note) for note in outgoing]
    persons = people(source, tables, lasts)
    notes = raised = 0
    for _ in range(strangers):
        person = next(persons)
        scanner = Scanner(person.originals(), ordinary_words=tables.ordinary_words)
        for note, names in zip(outgoing, borne, strict=True):
            if names.isdisjoint((fold_phrase(person.first), fold_phrase(person.last))):
                notes += 1
                raised += bool(scanner.scan(note))
    return Alarms(notes, raised)


def _borne(note: SubstitutedNote) -> set[str]:
    """Name tokens of the surrogates of a note."""
    return {
        word
        for r in note.replacements
        if r.label == Label.PER
        for word in row_of(note.text[r.start : r.end])
    }


def _pick(source: BitSource, choices: Sequence[T]) -> T:
    return choices[below(source, len(choices))]


def _disguised(kind: Kind) -> Callable[[Person, BitSource], str]:
    """A passage of one of the disguises of a form."""
    disguises = [DISGUISES[name] for name in OF_KIND[kind]]
    return lambda person, source: _pick(source, disguises).passage(person, source, Half.REPORT)


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
    row = row_of(person.town)
    long = len(row) > 1 and len("".join(row)) > 3
    return _pick(source, "-_ ").join(row if long else (person.last, person.first))


def _glued(person: Person, source: BitSource) -> str:
    first, last = person.first, person.last
    return _pick(source, (f"{first}{last}", f"{last}{first}".lower(), f"M{last.upper()}", f"Mme{last}"))  # fmt: skip


def _mail(person: Person, source: BitSource) -> str:
    one, other = (
        fold_phrase(person.first).replace(" ", ""),
        fold_phrase(person.last).replace(" ", ""),
    )
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
        if fold_phrase(found) != fold_phrase(name):
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
    **{kind: _disguised(kind) for kind in OF_KIND},
}


def _misspelt(person: Person, source: BitSource) -> str:
    return _fuzzy(person, source).lower()


def _shouted(sentence: str) -> str:
    """A line of its own in capitals: in a line of small letters, capitals alone tell a name."""
    return f"\n{sentence.upper()}\n"


# a name that is a word, and how the sentence around it is written
WAYS: Final[dict[str, tuple[Callable[[Person, BitSource], str], Callable[[str], str]]]] = {
    "alone": (lambda person, _: person.last.lower(), str),
    "capitals": (lambda person, _: person.last, _shouted),
    "title": (lambda person, _: person.last, str),
    "civility": (lambda person, _: f"monsieur {person.last.lower()}", str),
    "first": (lambda person, _: f"{person.last} {person.first}".lower(), str),
    "misspelt": (_misspelt, str),
    "two": (lambda person, _: person.last, str),
}
