"""Blemishes of substituted notes: what a French reader stumbles over, counted by kind.

Grammar and plausibility are read from originals and outgoing texts alone, with word lists of their own: nothing here
asks the substitution what it meant. What was wrong in the original is not counted.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from enum import StrEnum
from fractions import Fraction
from itertools import groupby, pairwise
from typing import Final

from annotation.demo.corpus import load_corpus, load_folders
from annotation.domain.labels import Label, Subtype
from annotation.domain.notes import Note
from benches.ner.sources import HAND_NOTES
from benches.results import Row
from privacy.domain.patient_file import iso_date, patient_key
from privacy.domain.policy import SubstitutionPolicy
from privacy.domain.randomness import StudyKey
from privacy.domain.substitute import SubstitutedNote, substitute_patient_file
from privacy.domain.tables import Tables
from privacy.domain.text import fold_phrase, words
from privacy.domain.word_lists import is_word
from worker.training.corpus.learned_notes import LEARNED

POLICY: Final = SubstitutionPolicy(Fraction(1), date(2026, 1, 31))
KEY: Final = StudyKey(bytes(range(32)))
_STYLE_NOTES: Final = HAND_NOTES.with_name("style_notes")
PER: Final = 1777  # replacements that the aim of at most `AIM` blemishes is told for
AIM: Final = 20
_REACH: Final = 40
_OLDEST: Final = 110
_ADULT, _CHILD = 18, 15
_TERMS: Final = range(22, 43)  # weeks of pregnancy at a birth
_FLOORS: Final = 20
_CHU_TOWN: Final = 90_000


class Kind(StrEnum):
    """What is wrong, in the words of the table."""

    GENDER = "prénom de l'autre genre"
    DAMAGED = "nom abîmé"
    INITIALS = "initiales d'un autre"
    HOSPITAL = "hôpital sans son mot"
    SERVICE = "service qui n'en est pas un"
    TWO_NAMES = "un établissement, deux noms"
    CHU = "CHU d'une ville sans CHU"
    LINK = "élision, contraction, article"
    COUNTRY = "commune dans un pays étranger"
    NIR = "NIR contre la naissance"
    AGE = "âge ou terme impossible"
    EARLY = "événement avant la naissance"
    YEAR = "date sans année hors de l'ordre"
    GIBBERISH = "adresse illisible"


@dataclass(frozen=True, slots=True)
class Shown:
    """A replacement in its texts, before and after; `before` and `after` are what stands around it now."""

    note: int
    start: int
    label: str
    subtype: str
    old: str = field(repr=False)
    new: str = field(repr=False)
    old_before: str = field(repr=False)
    before: str = field(repr=False)
    old_after: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Blemish:
    """`rank`: which replacement of the file."""

    kind: Kind
    note: str
    rank: int


@dataclass(frozen=True, slots=True)
class File:
    """One patient's notes, what replaced their entities, and the public tables."""

    notes: Sequence[Note]
    shown: Sequence[Shown]
    tables: Tables

    def kinds(self, *subtypes: str) -> Iterator[tuple[int, Shown]]:
        return ((at, one) for at, one in enumerate(self.shown) if one.subtype in subtypes)


def read(notes: Sequence[Note], outgoing: Sequence[SubstitutedNote], tables: Tables) -> File:
    """The replacements of one file. `outgoing` are its notes as they leave."""
    shown: list[Shown] = []
    for rank, (note, new) in enumerate(zip(notes, outgoing, strict=True)):
        for one in new.replacements:
            begin, end = one.source_start, one.source_end
            shown.append(
                Shown(
                    rank,
                    begin,
                    one.label,
                    one.subtype,
                    note.text[begin:end],
                    new.text[one.start : one.end],
                    note.text[max(0, begin - _REACH) : begin],
                    new.text[max(0, one.start - _REACH) : one.start],
                    note.text[end : end + _REACH],
                )
            )
    return File(notes, shown, tables)


def blemishes(file: File) -> list[Blemish]:
    """Everything that reads wrong in one file, once a replacement and kind."""
    found = {(kind, at) for kind, check in CHECKS.items() for at in check(file)}
    order = list(Kind)
    return [
        Blemish(kind, file.notes[file.shown[at].note].id, at)
        for kind, at in sorted(found, key=lambda item: (item[1], order.index(item[0])))
    ]


# persons

_FEMALE: Final = (
    "mme|madame|mlle|melle|mademoiselle|sœur|soeur|fille|mère|épouse|maman|femme|tante|compagne"
)
_MALE: Final = "m[.]|mr|monsieur|frère|fils|père|mari|époux|abbé|papa|oncle|compagnon"
_NAMES_BETWEEN: Final = r"\s+(?:(?-i:[A-ZÀ-Ý])[\w'’-]*\s+){0,3}\Z"
_TOLD: Final = {
    "F": re.compile(rf"(?<!\w)(?:{_FEMALE}){_NAMES_BETWEEN}", re.I),
    "M": re.compile(rf"(?<!\w)(?:{_MALE}){_NAMES_BETWEEN}", re.I),
}
_OTHER: Final = {"M": "F", "F": "M"}
_BOTH: Final = frozenset(("marie", "pierre", "claude"))  # second names of either gender
_DAMAGED: Final = re.compile(
    r"(?<![^\W\d_])(?![dlo]['’])[^\W\d_]+['’]|(?<![^\W\d_])[dl]['’](?![aeiouyhàâéèêëîïôû])|[^\W\d_]\d|\d[^\W\d_]",
    re.I,
)


def _first_names(text: str) -> list[str]:
    return [fold_phrase(part) for part in re.findall(r"[^\W\d_]{2,}", text)]


def _gender(file: File) -> Iterator[int]:
    genders = file.tables.genders
    for at, one in file.kinds(Subtype.PRENOM):
        old, new = _first_names(one.old), _first_names(one.new)
        if not old or not new:
            continue
        told = next((g for g, sign in _TOLD.items() if sign.search(one.before)), "")
        told = told or genders.get(old[0], "")
        wrong = _OTHER.get(told)
        seconds = {genders.get(name) for name in new[1:] if name not in _BOTH}
        is_wrong = wrong and genders.get(new[0]) == wrong and genders.get(old[0]) != wrong
        if is_wrong or _OTHER.get(genders.get(new[0], "")) in seconds:
            yield at


def _damaged(file: File) -> Iterator[int]:
    for at, one in file.kinds(Subtype.NOM, Subtype.PRENOM):
        if _DAMAGED.search(one.new):
            yield at


def _people(file: File) -> list[tuple[Shown, Shown]]:
    """First name and last name, written side by side."""
    found: list[tuple[Shown, Shown]] = []
    for left, right in pairwise(file.shown):
        both = {left.subtype: left, right.subtype: right}
        near = left.note == right.note and 0 <= right.start - left.start - len(left.old) <= 2
        if near and set(both) == {Subtype.NOM, Subtype.PRENOM}:
            found.append((both[Subtype.PRENOM], both[Subtype.NOM]))
    return found


def _letters(text: str) -> str:
    return "".join(
        word[0] for word in re.findall(r"[^\W\d_]+", fold_phrase(text).replace("'", " "))
    )


def _initials(file: File) -> Iterator[int]:
    """Initials that are those of one person of the file, and no longer are."""
    people = _people(file)
    for at, one in file.kinds(Subtype.INITIALES):
        old, new = fold_phrase(one.old), fold_phrase(one.new)
        was, now = "".join(filter(str.isalpha, old)), "".join(filter(str.isalpha, new))
        beside = _name_beside(file, at)
        wanted: set[str] = set()
        for first, last in people:
            if beside:
                if fold_phrase(last.old) == beside and _letters(first.old).startswith(was):
                    wanted.add(_letters(first.new)[: len(was)])
            elif len(was) > 1 and _letters(first.old) + _letters(last.old) == was:
                wanted.add(_letters(first.new) + _letters(last.new))
        if len(wanted) == 1 and now not in wanted:
            yield at


def _name_beside(file: File, at: int) -> str:
    for step in (1, -1):
        if 0 <= at + step < len(file.shown):
            left, right = sorted(
                (file.shown[at], file.shown[at + step]), key=lambda o: (o.note, o.start)
            )
            gap = right.start - left.start - len(left.old)
            other = file.shown[at + step]
            if left.note == right.note and 0 <= gap <= 2 and other.subtype == Subtype.NOM:
                return fold_phrase(other.old)
    return ""


# organisations

_HOSPITAL: Final = re.compile(
    r"(?<!\w)(?:hopit\w*|hop|clinique|clin|cl|poly ?clinique|chu|chru|chr|ch|chi\w?|chs|ghu?|ghi|gh[a-z]?|hia|ehpad|usld|ssr|smr|had"
    r"|centre|ctre|ctr|etablissement|groupe|maternite|mat|hotel dieu|institut|maison|foyer|mas|ime|fam|csapa|camsp"
    r"|residence|resid|res|villa|internat|home|logement|fondation|accueil|preventorium|sanatorium|medipole|pole|crp"
    r"|uad|autodialyse|dialyse|cmp|cmpp|pass|unite|service)(?!\w)"
)
_SERVICE: Final = re.compile(
    r"cardio|neuro|pneumo|urolog|rhumato|dermato|endocrin|geriatr|nephro|medecine|hepato|gastro|ophtalmo|orl|chirurg"
    r"|pediatr|psychiatr|obstetr|gyneco|reanim|urgence|soins|imagerie|radiolog|biolog|onco|hemato|orthoped|infectio"
    r"|anesthes|readapt|reeduc|allerg|palliat|maternite|(?<!\w)(?:cmpp?|pass|ucc|accueil de jour|ssr|smr)(?!\w)"
)
_GENERIC: Final = frozenset(
    words(
        "centre hospitalier universitaire regional intercommunal chu chru chr ch ghu hopital hopitaux prive clinique polyclinique ehpad usld"
        " ssr smr had residence foyer maison retraite de du des d la le les l et site"
    )
)
_ARTICLE: Final = re.compile(r"(?<!\w)(?:(?:le|la|les|du|des|au|aux)\s|l['’])\Z", re.I)


def _hospital(file: File) -> Iterator[int]:
    for at, one in file.kinds(Subtype.HOPITAL):
        if _HOSPITAL.search(fold_phrase(one.old)) and not _HOSPITAL.search(fold_phrase(one.new)):
            yield at


def _service(file: File) -> Iterator[int]:
    for at, one in file.kinds(Subtype.SERVICE):
        if not _SERVICE.search(fold_phrase(one.new)):
            yield at


def _core(name: str) -> frozenset[str]:
    words = re.findall(r"[a-z0-9]+", fold_phrase(name))
    return frozenset(word for word in words if word not in _GENERIC)


def _two_names(file: File) -> Iterator[int]:
    """« CH Philippe-le-Hardi » and « Centre hospitalier Philippe-le-Hardi », « hôpital Pasteur » and « Louis Pasteur »."""
    known: list[tuple[frozenset[str], frozenset[str]]] = []
    for at, one in file.kinds(Subtype.HOPITAL):
        old, new = _core(one.old), _core(one.new)
        if not old:
            continue
        alike = [now for was, now in known if was <= old or old <= was]
        if alike and not any(now <= new or new <= now for now in alike):
            yield at
        known.append((old, new))


def _chu(file: File) -> Iterator[int]:
    for at, one in file.kinds(Subtype.HOPITAL):
        match = re.match(r"(?:CHU|CHRU|C\.H\.U\.)\s+(?:de\s|d['’]|du\s|des\s)?(.+)", one.new)
        found = file.tables.atlas.find(match[1]) if match else None
        if found is not None and found.population < _CHU_TOWN:
            yield at


# the words before, and inside

_WRONG: Final = (
    re.compile(r"(?<!\w)(?:d|l|qu)['’](?=[bcdfgjklmnpqrstvwxz])", re.I),
    re.compile(r"(?<!\w)(?:de|que|le|la)\s(?=[aeiouàâéèêëîïôûœ])(?!onz|un[es]?\b|oui|ouistiti|yaourt)", re.I),
    re.compile(r"(?<!\w)(?:à|de)\s(?-i:Les?)\s"),
    re.compile(r"(?<!\w)(?:le|la|les|du|des|au|aux|de la|à la)\s(?:des|du|de la|de l['’]|les?|la|l['’])(?:\s|(?<=['’]))", re.I),
    re.compile(r"(?<!\w)l['’](?:des|du|de|les?|la)\s", re.I),
    re.compile(r"(?<!\w)en\s(?:Hauts|Pays de|Landes|Vosges|Yvelines|Ardennes|Deux-S|Côtes-d|Bouches|Hautes-[AP]|Alpes-|Pyrénées"
               r"|Grand Est|Gard|Gers|Lot|Cher|Var|Nord|Rhône|Jura|Doubs|Cantal|Calvados|Finistère|Loiret|Morbihan|Tarn"
               r"|Vaucluse|Paris|Mayotte|La Réunion|Bas-Rhin|Haut-Rhin|Puy|Pas-de|Val-)", re.I),
)  # fmt: skip
_JUNCTION: Final = 12


def _link(file: File) -> Iterator[int]:
    for at, one in enumerate(file.shown):
        if one.label in (Label.QID, Label.REF, Label.TEL, Label.MAIL) or one.new.startswith("["):
            continue
        is_wrong = _is_wrong(one.before, one.new) and not _is_wrong(one.old_before, one.old)
        if is_wrong or (one.label == Label.ORG and _ARTICLE.search(one.before) and _is_bare(one)):
            yield at


def _is_wrong(before: str, text: str) -> bool:
    cut = before[-_JUNCTION:]
    return any(match.end() > len(cut) - 1 for sign in _WRONG for match in sign.finditer(cut + text))


def _is_bare(one: Shown) -> bool:
    """« l'Nouvel Élan », « la Azur »: an article before a name that takes none."""
    return fold_phrase(one.new).startswith(_NAMES_ALONE)


_NAMES_ALONE: Final = (
    "arc en ciel", "horizon", "nouvel elan", "alizes", "grand large", "azur", "equinoxe", "les ", "le ", "la ", "l'",
    "saint", "notre dame", "bel horizon", "beau rivage",
)  # fmt: skip


# places and identifiers


def _country(file: File) -> Iterator[int]:
    """« Oran (Algérie) » → « Mandrevillars (Hongrie) »."""
    atlas = file.tables.atlas
    for (at, town), (_, land) in pairwise(enumerate(file.shown)):
        if (town.subtype, land.subtype) != (Subtype.VILLE, Subtype.PAYS) or town.note != land.note:
            continue
        gap = file.notes[town.note].text[town.start + len(town.old) : land.start]
        if len(gap) > 6 or "." in gap or "\n" in gap or fold_phrase(land.new) == "france":
            continue
        own = {fold_phrase(city) for city in getattr(file.tables, "cities", {}).get(land.new, ())}
        if atlas.is_known(town.new) and fold_phrase(town.new) not in own:
            yield at


def _day(text: str) -> date | None:
    match = re.fullmatch(r"\W*(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4}|\d{2})\W*", text)
    if match is None:
        return _in_words(text)
    day, month, year = (int(part) for part in match.groups())
    year += 0 if year > 99 else (1900 if year > 30 else 2000)
    return _valid(year, month, day)


_MONTHS: Final = words("janv fevr mars avri mai juin juil aout sept octo nove dece")


def _month(word: str) -> int:
    plain = fold_phrase(word)
    return next(
        (
            at + 1
            for at, month in enumerate(_MONTHS)
            if plain.startswith(month[:3]) and (plain[:4] == month[: len(plain[:4])])
        ),
        0,
    )


def _in_words(text: str) -> date | None:
    match = re.search(r"(\d{1,2})(?:er)?\s*([^\W\d_]{3,9})\.?\s*(\d{4})", text)
    if match is None or not _month(match[2]):
        return None
    return _valid(int(match[3]), _month(match[2]), int(match[1]))


def _valid(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _birth(file: File) -> tuple[date, date] | None:
    """The only birth date of the file, before and after."""
    found = {(_day(one.old), _day(one.new)) for _, one in file.kinds(Subtype.DATE_NAISSANCE)}
    if len(found) != 1:
        return None
    ((old, new),) = found
    return None if old is None or new is None else (old, new)


def _nir(file: File) -> Iterator[int]:
    birth = _birth(file)
    for at, one in file.kinds(Subtype.SECU):
        old, new = (re.sub(r"\W", "", text) for text in (one.old, one.new))
        if birth and old[1:5] == f"{birth[0]:%y%m}" and new[1:5] != f"{birth[1]:%y%m}":
            yield at


_YEARS: Final = re.compile(r"(\d{1,3})\s*(?:ans?|a)\b")
_WEEKS: Final = re.compile(r"(\d{1,2})\s*SA\b")
_GROWN: Final = re.compile(
    r"père|mère|épou|mari\b|veu[fv]|retrait|conjoint|compagn|infarctus|cancer|silicose|AVC|décéd|tabac|arrêt",
    re.I,
)


def _number(pattern: re.Pattern[str], text: str) -> int | None:
    match = pattern.search(text)
    return int(match[1]) if match else None


def _age(file: File) -> Iterator[int]:
    for at, one in file.kinds(Subtype.AGE):
        old, new = _number(_YEARS, one.old), _number(_YEARS, one.new)
        if old is not None and new is not None:
            around = one.old_before + one.old_after[:12]
            grown = old >= _ADULT and new < _CHILD and _GROWN.search(around)
            if new > _OLDEST >= old or grown:
                yield at
        before, term = _number(_WEEKS, one.old), _number(_WEEKS, one.new)
        if before is not None and term is not None and before in _TERMS and term not in _TERMS:
            yield at


def _early(file: File) -> Iterator[int]:
    """A date or a duration of years before the patient's birth."""
    birth = _birth(file)
    if birth is None:
        return
    for at, one in file.kinds(Subtype.DATE):
        old, new = _year(one.old), _year(one.new)
        if old is not None and new is not None and new < birth[1].year and old >= birth[0].year:
            yield at
    for at, one in file.kinds(Subtype.DUREE):
        years, now = _number(_YEARS, one.new), iso_date(file.notes[one.note].meta.get("date", ""))
        if years is not None and now is not None and years > now.year - birth[1].year + 1:
            yield at


def _year(text: str) -> int | None:
    match = re.search(r"(?<!\d)((?:19|20)\d\d)(?!\d)", text)
    return int(match[1]) if match else None


_NO_YEAR: Final = re.compile(
    r"(?:[^\W\d_]+\.?\s)?(\d{1,2})(?:er)?(?:[/.](\d{1,2})|\s([^\W\d_]{3,9})\.?)\Z"
)


def _nearest(text: str, now: date) -> date | None:
    match = _NO_YEAR.fullmatch(text.strip())
    if match is None:
        return None
    month = int(match[2]) if match[2] else _month(match[3])
    days = (
        [_valid(now.year + step, month, int(match[1])) for step in (-1, 0, 1)]
        if 1 <= month <= 12
        else []
    )
    return min((d for d in days if d), key=lambda d: abs(d - now), default=None)


def _year_read(file: File) -> Iterator[int]:
    """A date without a year, at most a month from the note's own day, that a full date of the note no longer stands on the
    same side of. Both are read at the nearest year."""
    for rank, note in enumerate(file.notes):
        now = iso_date(note.meta.get("date", ""))
        dates = [(at, one) for at, one in file.kinds(Subtype.DATE) if one.note == rank]
        full = [(_day(one.old), _day(one.new)) for _, one in dates]
        known = [(old, new) for old, new in full if old and new]
        moved = next((new for old, new in known if old == now), None)
        if now is None or moved is None:
            continue
        for at, one in dates:
            old, new = _nearest(one.old, now), _nearest(one.new, moved)
            if old is None or new is None or abs(old - now) > timedelta(31):
                continue
            if any((old < was and new > is_) or (old > was and new < is_) for was, is_ in known):
                yield at


_FLOOR: Final = re.compile(r"(\d+)\s*(?:er|e|ème|°)?\s*(?:étage|etage|etg)", re.I)


def _gibberish(file: File) -> Iterator[int]:
    """Words of an address that are none: a name in lower case, an abbreviation nobody writes, the 93rd floor."""
    for at, one in file.kinds(Subtype.ADRESSE):
        floor = _FLOOR.search(one.new)
        odd = [w for w in re.findall(r"[^\W\d_]{4,}", one.new) if w.islower() and w not in one.old]
        cut = [w for w in re.findall(r"([^\W\d_]{4,})\.(?=\W|\Z)", one.new) if w not in one.old]
        if (
            (floor and int(floor[1]) > _FLOORS)
            or cut
            or any(not is_word(fold_phrase(w)) for w in odd)
        ):
            yield at


# what `make bench-privacy` counted at 94661e2, of the notes read while it was mended and of the others
BEFORE: Final = {
    Kind.GENDER: (1, 5), Kind.DAMAGED: (8, 9), Kind.INITIALS: (4, 1), Kind.HOSPITAL: (33, 16), Kind.SERVICE: (40, 41),
    Kind.TWO_NAMES: (7, 4), Kind.CHU: (7, 13), Kind.LINK: (82, 108), Kind.COUNTRY: (10, 8), Kind.NIR: (7, 20), Kind.AGE: (1, 1),
    Kind.EARLY: (1, 2), Kind.YEAR: (5, 10), Kind.GIBBERISH: (11, 10),
}  # fmt: skip
CHECKS: Final[dict[Kind, Callable[[File], Iterable[int]]]] = {
    Kind.GENDER: _gender, Kind.DAMAGED: _damaged, Kind.INITIALS: _initials, Kind.HOSPITAL: _hospital, Kind.SERVICE: _service,
    Kind.TWO_NAMES: _two_names, Kind.CHU: _chu, Kind.LINK: _link, Kind.COUNTRY: _country, Kind.NIR: _nir, Kind.AGE: _age,
    Kind.EARLY: _early, Kind.YEAR: _year_read, Kind.GIBBERISH: _gibberish,
}  # fmt: skip


# the bench


@dataclass(frozen=True, slots=True)
class Told:
    """Blemishes of one set of notes, by kind, and how many replacements were read."""

    replacements: int
    counts: Counter[Kind]
    found: Sequence[tuple[Blemish, Shown]] = field(repr=False)

    @property
    def rate(self) -> float:
        """Blemishes in `PER` replacements."""
        return PER * self.counts.total() / max(self.replacements, 1)


def sources() -> dict[str, list[Note]]:
    """Notes whose blemishes were looked at while the substitution was mended, and others of which only counts are told."""
    return {
        "lues": [*load_corpus("dev"), *load_folders([LEARNED / "organisations"])],
        "non lues": [*load_corpus("heldout"), *load_folders([_STYLE_NOTES / "org_check"])],
    }


def tell(notes: Iterable[Note], tables: Tables, key: StudyKey = KEY) -> Told:
    """Substitutes every file under one key and counts."""
    read_all, counts = 0, Counter[Kind]()
    found: list[tuple[Blemish, Shown]] = []
    for _, own in groupby(sorted(notes, key=patient_key), key=patient_key):
        files = list(own)
        done = substitute_patient_file(files, policy=POLICY, key=key, tables=tables)
        file = read(files, done.notes, tables)
        read_all += len(file.shown)
        for one in blemishes(file):
            counts[one.kind] += 1
            found.append((one, file.shown[one.rank]))
    return Told(read_all, counts, found)


def examples(told: Told) -> Iterator[str]:
    """What reads wrong, by kind, for whoever mends it: of the notes that may be looked at."""
    by_kind: defaultdict[Kind, list[str]] = defaultdict(list)
    for blemish, one in told.found:
        words = f"{one.old_before[-12:]}[{one.old}] → {one.before[-12:]}[{one.new}]"
        by_kind[blemish.kind].append(f"  {blemish.note} {' '.join(words.split())}")
    for kind in Kind:
        yield f"{kind} : {len(by_kind[kind])}"
        yield from by_kind[kind]


def lines(told: dict[str, Told]) -> list[list[str]]:
    """The table: by kind, each set before and now; the last line per `PER` replacements."""
    sets = list(told.values())
    shown = [
        [
            kind.value,
            *(str(n) for at, one in enumerate(sets) for n in (BEFORE[kind][at], one.counts[kind])),
        ]
        for kind in Kind
    ]
    before = [sum(counts[at] for counts in BEFORE.values()) for at in range(len(sets))]
    ends = [
        str(n) for was, one in zip(before, sets, strict=True) for n in (was, one.counts.total())
    ]
    rates = [
        f"{rate:.0f}"
        for was, one in zip(before, sets, strict=True)
        for rate in (PER * was / one.replacements, one.rate)
    ]
    return [*shown, ["en tout", *ends], [f"pour {PER} remplacements", *rates]]


def rows(told: dict[str, Told]) -> Iterator[Row]:
    """The totals of the page of figures."""
    for name, one in told.items():
        told_as = "read while it was mended" if name == "lues" else "not read"
        yield Row(
            f"blemishes in {PER:,} replacements, notes {told_as}",
            f"{one.rate:.0f}",
            "",
            f"{one.counts.total()} of {one.replacements:,}",
            "",
            f"≤ {AIM}",
            one.rate <= AIM,
        )
