"""The originals of one patient made into look-ups: no pattern per form, one walk over the words.

A value is looked for by its *core*, its folded letters and digits in a row. The scan joins the words of a
text one after another and follows the prefixes of the cores, so that « Chalon-sur-Saône », « ChalonsurSaone »,
« D U R A N D » and « Du-/rand » all reach the same core, whatever stands between their parts.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, lru_cache
from itertools import permutations, takewhile
from typing import Final, NamedTuple

from annotation.domain.labels import Label, Subtype
from privacy.domain.leakscan import demonyms, shortened
from privacy.domain.leakscan.births import Births
from privacy.domain.leakscan.days import Day, days_in, may_tell_year
from privacy.domain.leakscan.diminutives import consonants, diminutives
from privacy.domain.leakscan.forms import Kind, SensitiveString
from privacy.domain.leakscan.fragments import LEAST, Fragment, fragments_of, local_number
from privacy.domain.leakscan.lexicon import Lexicon
from privacy.domain.leakscan.reading import Reading, normal, row_of
from privacy.domain.leakscan.sieve import MIN_TYPO, PLAIN_NUMBER, Sought
from privacy.domain.leakscan.spoken import said_age, said_phone
from privacy.domain.text import edit_distance_at_most_one, words

# members of an enumeration are looked up slowly: once, not for each original
_PER, _LOC, _ORG, _DATE = str(Label.PER), str(Label.LOC), str(Label.ORG), str(Label.DATE)
_AGE, _MAILS, _TEL, _REF = str(Label.AGE), str(Label.MAIL), str(Label.TEL), str(Label.REF)
_GLUED, _MAIL, _DIGITS, _REVERSED = Kind.GLUED, Kind.MAIL, Kind.DIGITS, Kind.REVERSED
_WORDS, _PART, _SHORTENED = Kind.WORDS, Kind.PART, Kind.SHORTENED
_DIMINUTIVE, _DEMONYM = Kind.DIMINUTIVE, Kind.DEMONYM
MIN_NAME: Final = 3
MIN_DIGITS: Final = 6
NIR_BODY: Final = 13  # digits of a NIR without its key
_NAMES: Final = 4  # names of one person that are paired
PARTICLES: Final = frozenset(
    words("de du des da do la le les van von den der del della dos ben ibn bin al el ep nee née")
)
_ARTICLES: Final = frozenset(words("le la les l"))
_NAMING: Final = frozenset((Subtype.NOM, Subtype.PRENOM))
_NUMBERING: Final = frozenset(words("bis ter quater"))
_SMALL_WORDS: Final = frozenset(words("de du des d la le les l aux a au"))
_BODIES: Final = frozenset(
    words(
        "clinique polyclinique hopital ehpad residence maison foyer institut fondation pharmacie cabinet"
    )
)
# what stands between the name of a town and that of its river, its province or its neighbour
_BESIDE: Final = frozenset(words("sur sous en les lez l de du d aux pres"))
_SAID_SIGNS: Final = words("at a arobase arobas chez")  # @
_LOCAL: Final = 10  # digits of a French phone
_PROPER: Final = 5  # letters of a word that names an organisation by itself
_PART_DIGITS: Final = 3  # digits of a part of a reference, a year not counted


class Target(NamedTuple):
    """One core. `row`: the words as the original has them; `form` is set for what is not the original itself."""

    label: str
    subtype: str
    row: tuple[str, ...]
    surface: str = ""
    form: Kind | None = None

    def __repr__(self) -> str:
        return f"Target(label='{self.label}', subtype='{self.subtype}', form={self.form!r})"

    @property
    def core(self) -> str:
        return "".join(self.row)

    @property
    def is_one_word(self) -> bool:
        """True for a form that is only a form when written as one word (« pdurand », not « p. Durand »)."""
        return not self.surface and self.form in (_GLUED, _MAIL)


# those of a `Target`, of which hundreds are listed, but few ever found: it is made when it is asked for
_Fields = tuple[str, str, tuple[str, ...], str, Kind | None]


class Misspelling(NamedTuple):
    """A word of five letters or more, its place in the row that must stand around it."""

    word: str
    place: int
    target: Target

    def __repr__(self) -> str:
        return f"Misspelling(place={self.place!r})"


_Misspelt = tuple[str, int, _Fields]  # the fields of a `Misspelling`, likewise


def edge(word: str) -> int:
    """How many letters one edit leaves alone at one end of a word or at the other: what it touches, one letter or
    two that follow each other, can't lie in both."""
    return (len(word) - 1) // 2


class Patterns:
    """`ends`: what a core stands for; `misspellings`; `days`: full dates; `initials`: pairs, `letters` theirs;
    `numbers`: those of 8 digits or more, `fragments` their beginnings and ends; `ages` in figures; `births`; `towns`: words of them by the first
    letters of a demonym; `names`: last and first names, `lasts` the first letters of the last ones, which are in `cut` whole. What few texts need is
    made when it is asked for."""

    def __init__(self, originals: Iterable[SensitiveString], lexicon: Lexicon) -> None:
        self.ends: dict[str, list[_Fields]] = {}
        self.misspellings: list[_Misspelt] = []
        self.days: set[Day] = set()
        self.initials: set[str] = set()
        self.numbers: dict[str, str] = {}
        self.names: set[str] = set()
        self.lasts: set[str] = set()
        self.cut: set[str] = set()
        self.fragments: dict[str, Fragment] = {}
        self.ages: set[str] = set()
        self.births = Births()
        self.towns: dict[str, list[tuple[str, _Fields]]] = {}
        self._people: set[str] = set()
        self._lexicon = lexicon
        self._close: dict[str, tuple[Misspelling, ...]] = {}
        for item in sorted(originals):
            _READERS.get(item.label, Patterns._number)(self, item)
        self.letters = {letter for pair in self.initials for letter in pair}

    @cached_property
    def _sorted(self) -> list[str]:
        return sorted(self.ends)

    @cached_property
    def begun(self) -> frozenset[str]:
        """Every beginning of a name that may be cut."""
        return frozenset(name[:size] for name in self.cut for size in range(1, len(name) + 1))

    def begins(self, joined: str) -> bool:
        """True for the beginning of a core."""
        known = self._sorted
        at = bisect_left(known, joined)
        return at < len(known) and known[at].startswith(joined)

    def targets(self, core: str) -> list[Target]:
        """What a core stands for."""
        return [Target(*fields) for fields in self.ends.get(core, ())]

    @cached_property
    def edges(self) -> tuple[dict[str, list[_Misspelt]], dict[str, list[_Misspelt]]]:
        """Misspellings by their first and by their last letters (`edge`)."""
        heads: dict[str, list[_Misspelt]] = {}
        tails: dict[str, list[_Misspelt]] = {}
        for entry in self.misspellings:
            word = entry[0]
            size = edge(word)
            heads.setdefault(word[:size], []).append(entry)
            tails.setdefault(word[-size:], []).append(entry)
        return heads, tails

    @cached_property
    def corners(self) -> tuple[frozenset[str], frozenset[str]]:
        """First two letters and last two letters of what may be misspelt."""
        words = [word for word, _, _ in self.misspellings]
        return frozenset(word[:2] for word in words), frozenset(word[-2:] for word in words)

    def close_to(self, word: str) -> tuple[Misspelling, ...]:
        """The words of the patient at edit distance exactly 1; the patient's notes say much the same."""
        known = self._close.get(word)
        if known is None:
            known = self._close[word] = self._near(word)
        return known

    def _near(self, word: str) -> tuple[Misspelling, ...]:
        """They are one letter shorter or longer at most, so two lengths of beginning and end are enough."""
        size, (heads, tails) = len(word), self.edges
        found: list[_Misspelt] = []
        for part in ((size - 2) // 2, size // 2):
            head, tail = heads.get(word[:part]), tails.get(word[-part:])
            found += head or ()
            found += tail or ()
        return tuple(
            [
                Misspelling(own, place, Target(*fields))
                for own, place, fields in dict.fromkeys(found)
                if own != word and edit_distance_at_most_one(word, own)
            ]
        )

    def sought(self) -> Sought:
        """What the quick scan looks for."""
        return Sought(
            cores=tuple(self.ends),
            titled=tuple(core for core in self._people if len(core) >= MIN_NAME),
            misspelt=tuple({word for word, _, _ in self.misspellings}),
            initials=self.initials,
            days=frozenset([(month, day) for _, month, day in self.days]),
            fragments=(*self.fragments, *self.ages, *map(str, self.births.years)),
            births=frozenset([month for _, month in self.births.months]),
            towns=tuple(self.towns),
        )

    def _keep(self, item: SensitiveString, row: tuple[str, ...], *, typos: bool = False) -> None:
        """Index a core, itself backwards, and its misspellings."""
        label, subtype, surface = item
        fields = (label, subtype, row, surface, None)
        core = "".join(row)
        self._index(core, fields)
        if label == _PER:
            self._people.add(core)
        if len(core) > MIN_NAME and not core.isdigit():
            back = core[::-1]
            if back != core and not self._lexicon.is_word(back):
                self._index(back, (label, subtype, (back,), "", _REVERSED))
        if typos:
            for place, word in enumerate(row):
                if len(word) >= MIN_TYPO and word.isalpha() and self._is_proper(item, word):
                    self.misspellings.append((word, place, fields))

    def _is_proper(self, item: SensitiveString, word: str) -> bool:
        """In « 7 rue du Prélot » and « Clinique des Tilleuls » the generic words are not worth misspelling."""
        is_plain = item.label == _ORG or item.subtype == Subtype.ADRESSE
        return not is_plain or not self._lexicon.is_generic(word)

    def _index(self, core: str, fields: _Fields) -> None:
        known = self.ends.get(core)
        if known is None:
            self.ends[core] = [fields]
        elif fields not in known:
            self.ends[core] = [*known, fields]  # `_also` shares its list

    # persons

    def _person(self, item: SensitiveString) -> None:
        row = row_of(item.surface)
        if item.subtype == Subtype.INITIALES:
            letters = "".join(row)
            self.initials |= {normal(letters)} if len(letters) == 2 else set()
            return
        names = [w for w in row if len(w) >= 2 and w.isalpha() and w not in PARTICLES]
        if item.subtype in _NAMING:
            names = names or [w for w in row if len(row) == 1 and len(w) >= 2]  # « Le », « Do »
            self.names.update(names)
            if item.subtype == Subtype.NOM:
                self.lasts.update([name[0] for name in names])
                self.cut.update(names)
            else:
                for name in names:
                    self._also(item, diminutives(name), _DIMINUTIVE)
            for name in names:
                self._also(item, consonants(name), _SHORTENED)
        for word in names:
            self._keep(item, (word,), typos=True)
        if len(row) > 1 and len("".join(names)) > MIN_NAME:
            self._keep(item, row)
        for one, other in permutations(names[:_NAMES], 2):
            self.initials.add(normal(one[0] + other[0]))
            self._variant(item, one + other, _GLUED)
            self._variant(item, one[0] + other, _MAIL)
            self._variant(item, one + other[0], _MAIL)

    def _variant(self, item: SensitiveString, core: str, form: Kind) -> None:
        if len(core) > MIN_NAME and not self._lexicon.is_word(core):
            self._index(core, (item.label, item.subtype, (core,), "", form))

    def _also(self, item: SensitiveString, cores: Iterable[str], form: Kind) -> None:
        """Other things that people write for an original, of which there may be many."""
        label, subtype, _ = item
        own: list[_Fields] = [(label, subtype, (form,), "", form)]
        fresh = dict.fromkeys(cores, own)
        if not fresh:
            return
        for core in self.ends.keys() & fresh.keys():
            fresh[core] = [*self.ends[core], *own]
        self.ends.update(fresh)

    # places and organisations

    def _public(self, item: SensitiveString) -> None:
        for row in self._public_rows(item):
            self._keep(item, row, typos=True)
        row = row_of(item.surface)
        if item.subtype == Subtype.ADRESSE:
            self._also(item, shortened.streets(_street(row)), _SHORTENED)
        if item.label == _ORG:
            self._also(item, self._proper_parts(row), _PART)
        elif item.subtype == Subtype.VILLE:
            self._also(item, demonyms.customary(row), _DEMONYM)
            if len(row) > 2 and row[1] in _BESIDE and len(row[0]) >= _PROPER:
                self._also(item, row[:1], _PART)  # « Chalon » of « Chalon-sur-Saône »
            for stem in demonyms.stems(row):
                for first in demonyms.beginnings(stem):
                    entry = (stem, (item.label, item.subtype, (stem,), "", _DEMONYM))
                    self.towns.setdefault(first, []).append(entry)

    def _proper_parts(self, row: tuple[str, ...]) -> Iterator[str]:
        """« Clinique Œuvre-Chasselas » → « œuvrechasselas », « chasselas »: what is left when the generic words go."""
        proper = [rank for rank, word in enumerate(row) if not self._lexicon.is_generic(word)]
        if len(row) < 2:
            return
        # « Clinique des Tilleuls », all of whose words are anybody's
        tail = row[proper[0] :] if proper else _without_articles(row[1:])
        if not proper and (row[0] not in _BODIES or len("".join(tail)) < _PROPER):
            return
        if 0 < len(tail) < len(row):
            yield "".join(tail)
        if not proper and len(tail) > 1 and len(tail[-1]) > _PROPER:
            yield tail[-1]  # « Hôpital Chasselas » of « Hôpital Œuvre-Chasselas »
        yield from (
            row[rank] for rank in proper if len(row[rank]) >= _PROPER and row[rank].isalpha()
        )

    def _public_rows(self, item: SensitiveString) -> Iterator[tuple[str, ...]]:
        row = row_of(item.surface)
        if item.label == _ORG:
            if self._is_distinctive(row, item.subtype):
                yield row
            return
        if len("".join(row)) > MIN_NAME - (item.subtype == Subtype.VILLE):
            yield row
        if item.subtype == Subtype.ADRESSE:
            bare = _street(row)
            if len(bare) < 2 or len("".join(bare)) < 10:
                return
        else:
            bare = tuple([w for w in row if not w.isdigit() and w not in _NUMBERING])
            if bare and bare[0] in _ARTICLES:
                bare = bare[1:]
        if bare != row and len("".join(bare)) > MIN_NAME:
            yield bare

    def _is_distinctive(self, row: tuple[str, ...], subtype: str) -> bool:
        """False for « Cardiologie », « service de chirurgie » and bare short forms: anybody's words."""
        proper = [word for word in row if not self._lexicon.is_generic(word)]
        if subtype == Subtype.SERVICE or len(row) == 1:
            return bool(proper)
        return len(row) > 1 and len("".join(row)) >= MIN_DIGITS

    # dates, ages, mails, numbers

    def _time(self, item: SensitiveString) -> None:
        if item.subtype == Subtype.DUREE:
            return
        row = row_of(item.surface)
        least = MIN_DIGITS if item.label == _DATE else 1
        if len(row) > 1 and len("".join(row)) >= least:
            self._keep(item, row)
        if item.label == _AGE:
            self._said(item, row)
        if item.label == _DATE and may_tell_year(row):
            days = _ways(item.surface)
            self.days.update(days)
            if item.subtype == Subtype.DATE_NAISSANCE:
                self.births.add(days)

    def _said(self, item: SensitiveString, row: tuple[str, ...]) -> None:
        """An age in figures as it is said, one in words as it is written in figures."""
        years = shortened.years_of(row)
        if years is None:
            return
        unit = row[-1] if row[-1] in ("an", "ans") else "ans"
        self.ages.add(str(years))
        self._also(item, {said_age(str(years), unit), f"{years}{unit}"} - {"".join(row)}, _WORDS)

    def _mail(self, item: SensitiveString) -> None:
        local, at, domain = item.surface.partition("@")
        row = row_of(item.surface)
        if len("".join(row)) >= MIN_TYPO:
            self._keep(item, row)
        own = row_of(local)
        core = "".join(own)
        if at and len(core) >= MIN_TYPO and not all(self._lexicon.is_generic(w) for w in own):
            self._index(core, (item.label, item.subtype, own, item.surface, _MAIL))
        if at:
            self._also(item, _said_mail(own, row_of(domain)), Kind.SPACING)

    def _number(self, item: SensitiveString) -> None:
        row = row_of(item.surface)
        core = "".join(row)
        digits = core if core.isdigit() else "".join([c for c in core if c.isdigit()])
        for number in _numbers(item, digits):
            self._index(number, (item.label, item.subtype, (number,), item.surface, _DIGITS))
            back = number[::-1]
            self._index(back, (item.label, item.subtype, (back,), "", _REVERSED))
            if len(number) >= PLAIN_NUMBER:
                self.numbers[number] = item.label
        if item.label == _REF:
            self._also(item, _parts_of(row), _PART)
            self._also(item, self._letters_of(row), _PART)
        elif digits:
            own = local_number(item.label, digits)
            self.fragments.update(fragments_of(item.label, item.subtype, own))
            if item.label == _TEL and len(own) == _LOCAL:
                self._also(item, said_phone(own), _WORDS)
        if not core.isdigit() and len(core) >= MIN_TYPO and (digits or len(core) > MIN_DIGITS):
            self._keep(item, row)

    def _letters_of(self, row: tuple[str, ...]) -> Iterator[str]:
        """The letters that a reference begins or ends with: « DUR/MM/2020-113 » → « durmm »."""
        for step in (1, -1):
            part = tuple(takewhile(str.isalpha, row[::step]))[::step]
            if not 1 < len(part) < len(row) or self._lexicon.ordinary.issuperset(part):
                continue
            if len("".join(part)) >= LEAST - 1:
                yield "".join(part)


_READERS: Final[dict[str, Callable[[Patterns, SensitiveString], None]]] = {
    _PER: Patterns._person,
    _LOC: Patterns._public,
    _ORG: Patterns._public,
    _DATE: Patterns._time,
    _AGE: Patterns._time,
    _MAILS: Patterns._mail,
}  # any other label: a number


@lru_cache(maxsize=4096)
def _ways(surface: str) -> tuple[Day, ...]:
    """What a text may write for the days of an original."""
    return tuple([way for day, _, _ in days_in(Reading(surface)) for way in day.ways()])


def _numbers(item: SensitiveString, digits: str) -> Iterator[str]:
    """The digits of a number and what people make of them: « 03… », « +33 3… », « 00 33 3… », a NIR without key."""
    if len(digits) < MIN_DIGITS:
        return
    yield digits
    bare = digits.lstrip("0")
    if len(digits) > len(bare) >= LEAST and item.label != _TEL:
        yield bare
    if item.label == _TEL and len(digits) >= 9:
        line = digits[-9:]
        yield from ("0" + line, "33" + line, "330" + line, "0033" + line, line)
    if item.subtype == Subtype.SECU and len(digits) > NIR_BODY:
        yield digits[:NIR_BODY]


def _said_mail(own: tuple[str, ...], domain: tuple[str, ...]) -> Iterator[str]:
    """« a.roy@x.fr » → « aroyatxfr », « apointroyatxpointfr »…"""
    for point in ("", "point"):
        local, rest = point.join(own), point.join(domain)
        yield from (f"{local}{sign}{rest}" for sign in _SAID_SIGNS)


def _parts_of(row: tuple[str, ...]) -> Iterator[str]:
    """Beginnings and ends of a reference: « DUR/MM/2020-113 » → « mm2020113 », « 2020113 ». What a year tells is no
    part."""
    for rank in range(1, len(row)):
        for part in (row[rank:], row[:rank]):
            digits = [word for word in part if word.isdecimal()]
            own = sum(map(len, digits)) - 4 * any(_is_year(word) for word in digits)
            least = LEAST if len(part) > 1 else LEAST - 1
            if own >= _PART_DIGITS and len("".join(part)) >= least:
                yield "".join(part)


def _is_year(word: str) -> bool:
    return len(word) == 4 and word.startswith(("19", "20"))


def _without_articles(row: tuple[str, ...]) -> tuple[str, ...]:
    first = next((rank for rank, word in enumerate(row) if word not in _SMALL_WORDS), len(row))
    return row[first:]


def _street(row: tuple[str, ...]) -> tuple[str, ...]:
    """« 7 bis rue du Prélot 39100 Dole » → « rue du Prélot »."""
    rest = list(row)
    while rest and (rest[0].isdigit() or rest[0] in _NUMBERING):
        rest.pop(0)
    end = next((i for i, word in enumerate(rest) if word.isdigit() and len(word) == 5), len(rest))
    return tuple(rest[:end])
