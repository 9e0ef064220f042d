"""Organisations: same type, an invented proper name, and the city that replaces theirs."""

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from privacy.domain.places.atlas import Atlas
from privacy.domain.places.geography import Commune
from privacy.domain.randomness import BitSource, below
from privacy.domain.tables import Tables, starts_with_vowel
from privacy.domain.text import Case, case_of, fold_phrase, strip_accents

# folded beginnings; what they are, for the choice of a proper name
_TYPES: Final = (
    ("centre hospitalier universitaire regional", "SOINS"), ("centre hospitalier regional universitaire", "SOINS"),
    ("centre hospitalier universitaire", "SOINS"), ("centre hospitalier intercommunal", "SOINS"),
    ("centre hospitalier specialise", "SOINS"), ("centre hospitalier regional", "SOINS"),
    ("groupe hospitalier", "SOINS"), ("centre hospitalier", "SOINS"), ("hopitaux civils", "SOINS"),
    ("hopital prive", "SOINS"), ("hopital d'instruction des armees", "SOINS"), ("hopital", "SOINS"),
    ("hopitaux", "SOINS"), ("polyclinique", "SOINS"), ("clinique", "SOINS"), ("chru", "SOINS"), ("chru", "SOINS"),
    ("chu", "SOINS"), ("chr", "SOINS"), ("chi", "SOINS"), ("chs", "SOINS"), ("ch", "SOINS"), ("ghu", "SOINS"),
    ("centre de reeducation", "SOINS"), ("centre de lutte contre le cancer", "SOINS"), ("centre medical", "SOINS"),
    ("centre de dialyse", "SOINS"), ("centre de sante", "VILLE"), ("institut", "SOINS"), ("ssr", "SOINS"),
    ("smr", "SOINS"), ("had", "SOINS"), ("ehpad", "HEBERGEMENT"), ("maison de retraite", "HEBERGEMENT"),
    ("foyer", "HEBERGEMENT"), ("residence autonomie", "HEBERGEMENT"), ("residence", "HEBERGEMENT"),
    ("usld", "HEBERGEMENT"), ("maison de sante pluridisciplinaire", "VILLE"), ("maison de sante", "VILLE"),
    ("maison medicale", "VILLE"), ("msp", "VILLE"), ("cabinet medical", "VILLE"), ("cabinet", "VILLE"),
    ("pharmacie", "VILLE"), ("laboratoire", "VILLE"), ("cmp", "VILLE"), ("centre d'imagerie", "VILLE"),
    ("service", "SPECIALITE"), ("unite", "SPECIALITE"), ("pole", "SPECIALITE"),
    ("departement", "SPECIALITE"), ("maternite", "SOINS"), ("centre de readaptation", "SOINS"), ("centre", "AUTRE"),
    ("creche", "VILLE"), ("cpam", "ADMINISTRATION"), ("carsat", "ADMINISTRATION"), ("caf", "ADMINISTRATION"),
    ("mdph", "ADMINISTRATION"), ("msa", "ADMINISTRATION"), ("ars", "ADMINISTRATION"), ("admr", "ADMINISTRATION"),
    ("etablissement public de sante mentale", "SOINS"), ("ecole", "VILLE"), ("college", "VILLE"),
    ("lycee", "VILLE"), ("ifsi", "VILLE"), ("universite", "VILLE"), ("association", "AUTRE"), ("societe", "AUTRE"),
)  # fmt: skip
_GROUPS: Final = dict(_TYPES)
_LONGEST_TYPE: Final = max(len(beginning.split()) for beginning in _GROUPS)
# so many words as they are written
_BEGINNINGS: Final = tuple(
    re.compile(rf"\s*(?:[^\s\-]+[\s\-]+){{{more}}}[^\s\-]+") for more in range(_LONGEST_TYPE)
)
_OF: Final = re.compile(r"\s(?:de|du|des|d)\b")
_WORD: Final = re.compile(r"[^\s,()]+")
_ELIDED: Final = frozenset("dlDL")
_APOSTROPHES: Final = frozenset("'’")
# what may stand before a city; one that tells that a city follows, however small
_LINK: Final = re.compile(
    r"(?:\s(?:de|du|des|à|au)\s|\sd['’]|[\s,\-]*\(|\s*[,\-]\s*|\s)(?:l['’])?$", re.IGNORECASE
)
_TELLING: Final = re.compile(r"d|à|\(|,", re.IGNORECASE)
_POSSESSIVE: Final = re.compile(r"\s(?:de\s|du\s|des\s|d['’])(?:l['’])?", re.IGNORECASE)
MAX_CITY_WORDS: Final = 5
# what is called after its town (« CHU Dijon »); a bare name behind anything else is a proper one, however large a town
# is called so: were it the size that decides, the surrogate would tell it
_OF_TOWNS: Final = ("ch", "centre hosp", "hopita", "ghu", "groupe hosp")


class NamedOrganisation(NamedTuple):
    """`kind` as written, whether a proper name follows, the city at the end with its link, if any."""

    kind: str
    group: str
    proper: bool
    link: str = ""
    city: str = ""
    tail: str = ""


def read(surface: str, atlas: Atlas) -> NamedOrganisation:
    """Cut « CHU de Dijon », « Clinique Sainte-Marthe (Dole) », « EHPAD Les Lilas » into their parts."""
    kind, group = _kind(surface)
    rest = surface[len(kind) :]
    bare = group == "ADMINISTRATION" or fold_phrase(kind).startswith(_OF_TOWNS)
    cut = _city(rest, atlas, bare=bare)
    if cut is None:
        return NamedOrganisation(kind, group, bool(rest.strip(" -,()")))
    link, city = cut
    tail = rest[rest.rfind(city) + len(city) :]
    before = rest[: rest.rfind(link + city)] if link + city in rest else ""
    return NamedOrganisation(kind, group, bool(before.strip(" -,()")), link, city, tail)


def _kind(surface: str) -> tuple[str, str]:
    """The longest known type that the name begins with, as written, and its group."""
    first = fold_phrase(surface).split(" ")[:_LONGEST_TYPE]
    for size in range(len(first), 0, -1):
        group = _GROUPS.get(" ".join(first[:size]))
        if group is not None:
            match = _BEGINNINGS[size - 1].match(surface)
            return (match.group() if match else ""), group
    return "", "AUTRE"


def _city(rest: str, atlas: Atlas, *, bare: bool) -> tuple[str, str] | None:
    """(link, city) when the last words are a commune: after « de », « d' », « à », « ( », or `bare` behind the type."""
    words = [match.span() for match in _WORD.finditer(rest)]
    for start, _ in words[-MAX_CITY_WORDS:]:
        elided = rest[start] in _ELIDED and rest[start + 1 : start + 2] in _APOSTROPHES
        at = start + 2 if elided else start
        city = rest[at : words[-1][1]]
        if not city[:1].isupper() or not atlas.is_known(city):
            continue
        link = _LINK.search(rest[:at])
        shown = link.group() if link else ""
        named_so = bare and not fold_phrase(city).startswith(("saint", "sainte", "st ", "ste "))
        if atlas.find(city) and (_TELLING.search(shown) or named_so):
            return shown, city
    return None


def organisation(
    source: BitSource,
    surface: str,
    tables: Tables,
    city_for: Callable[[str], tuple[Commune | None, bool]],
) -> tuple[str, bool]:
    """Another organisation of the same type; True when its city follows a city of the patient's file."""
    parts = read(surface, tables.atlas)
    upper = case_of(surface[len(parts.kind) :]) is Case.UPPER and len(surface) > len(parts.kind) + 3
    shown, derived = parts.kind, False
    if parts.proper or not parts.city:
        name = _proper(source, parts, tables, fold_phrase(surface))
        shown += (" " if shown else "") + (strip_accents(name).upper() if upper else name)
    if parts.city:
        commune, derived = city_for(parts.city)
        name = commune.name if commune is not None else "[VILLE]"
        shown += _linked(parts.link, strip_accents(name).upper() if upper else name) + parts.tail
    return shown, derived


def _proper(source: BitSource, parts: NamedOrganisation, tables: Tables, original: str) -> str:
    # « Unité Pinel » bears a proper name, « Unité de soins » a specialty
    named = parts.group == "SPECIALITE" and not _OF.match(
        original.removeprefix(fold_phrase(parts.kind))
    )
    names = tables.organisations["AUTRE" if named else parts.group]
    return names[below(source, len(names))]


def _linked(link: str, city: str) -> str:
    """« de » contracts with the city's article and elides before a vowel."""
    if not _POSSESSIVE.fullmatch(link):
        return link + city
    upper = link.isupper()
    for article, contracted in (
        ("Le ", " du "),
        ("Les ", " des "),
        ("LE ", " DU "),
        ("LES ", " DES "),
    ):
        if city.startswith(article):
            return (contracted.upper() if upper else contracted.lower()) + city.removeprefix(
                article
            )
    shown = " d'" if starts_with_vowel(city) else " de "
    return (shown.upper() if upper else shown) + city
