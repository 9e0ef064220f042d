"""Organisations: same type, an invented proper name, and the city that replaces theirs."""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from annotation.domain.labels import Subtype
from privacy.domain.patient_file import Stands
from privacy.domain.places.atlas import Atlas
from privacy.domain.places.geography import Commune
from privacy.domain.randomness import BitSource, below
from privacy.domain.tables import Tables, starts_with_vowel
from privacy.domain.text import Case, case_of, fold_phrase, strip_accents

# folded beginnings, without points; what they are, for the choice of a proper name
_TYPES: Final = {
    "SOINS": (
        "centre hospitalier universitaire regional", "centre hospitalier regional universitaire", "centre hospitalier universitaire",
        "centre hospitalier intercommunal", "centre hospitalier specialise", "centre hospitalier regional", "groupe hospitalier",
        "centre hospitalier", "centre hosp", "hopitaux civils", "hopital prive", "hopital local", "hopital d'enfants",
        "hopital d'instruction des armees", "hopital", "hopitaux", "hop", "hotel dieu", "polyclinique", "clinique", "clin", "cl",
        "chru", "chu", "chr", "chi", "chic", "chin", "chs", "ch", "ghu", "ghi", "ghs", "gh", "hia", "ght", "medipole", "pole sante",
        "pole de sante", "centre de reeducation", "centre de readaptation", "centre de convalescence",
        "centre de lutte contre le cancer", "centre medical", "centre de dialyse", "ctre dialyse", "ctre de dialyse", "uad",
        "centre d'autodialyse", "institut", "ssr", "smr", "had", "crp", "crf", "maternite", "mat", "csapa", "camsp", "cmpp", "cattp",
        "etablissement public de sante mentale", "epsm", "eps", "etablissement public de sante", "maison de naissance",
        "preventorium", "sanatorium", "fondation hopital",
    ),
    "HEBERGEMENT": (
        "ehpad residence", "ehpad", "ephad", "maison de retraite", "foyer logement", "foyer de vie", "foyer", "residence autonomie",
        "residence services", "residence", "resid", "usld", "mas", "fam", "ime", "itep", "mecs", "home", "villa", "mapa",
        "accueil de jour", "accueil de nuit", "accueil temporaire", "internat",
    ),
    "VILLE": (
        "centre de sante", "maison de sante pluridisciplinaire", "maison de sante", "maison medicale", "msp", "cabinet medical",
        "cabinet de radiologie", "cabinet infirmier", "cabinet", "cab", "pharmacie", "phcie", "laboratoire", "labo", "cmp", "pass",
        "centre d'imagerie", "centre de radiologie", "imagerie", "creche", "ecole maternelle", "ecole primaire",
        "ecole elementaire", "ecole communale", "ecole", "college", "lycee professionnel", "lycee", "lp", "ifsi", "cfa",
        "universite", "faculte", "ambulances", "ambulance", "amb", "taxis", "taxi", "garage", "restaurant", "hotel", "camping",
        "gite", "boulangerie", "librairie", "supermarche", "usine", "club", "halte garderie", "micro creche", "centre de loisirs",
        "centre social", "centre de pathologie", "centre cardio vasculaire", "boucherie", "coiffure", "salon", "pressing",
        "entreprise", "societe", "ets", "etablissements", "sarl", "menuiserie", "tonnellerie", "scierie", "imprimerie",
        "pompes funebres", "etude", "auto ecole",
    ),
    "SPECIALITE": (
        "service", "serv", "unite", "pole", "departement", "secteur", "pavillon", "hopital de jour", "hdj", "hds", "uf",
        "consultation", "consultations",
    ),
    "ADMINISTRATION": (
        "cpam", "carsat", "caf", "mdph", "msa", "ars", "admr", "ssiad", "ccas", "cias", "clic", "pmi", "udaf", "cgss", "crip", "mairie",
        "conseil departemental", "mission locale", "prefecture", "tribunal judiciaire", "tribunal", "communaute de communes",
        "spa", "mutuelle", "banque", "caisse", "syndicat", "compagnie",
    ),
    "AUTRE": ("centre", "ctre", "association", "assoc", "asso", "fondation", "maison", "groupe"),
}  # fmt: skip
# of a name that says none of these
_UNTYPED: Final = "AUTRE"
_GROUPS: Final = {
    beginning: group for group, beginnings in _TYPES.items() for beginning in beginnings
}
_LONGEST_TYPE: Final = max(len(beginning.split()) for beginning in _GROUPS)
# so many words as they are written; what joins them is a blank to `fold_phrase`
_DASHES: Final = r"\-‐‑–—_"
_JOINTS: Final = rf"\s{_DASHES}"
_BEGINNINGS: Final = tuple(
    re.compile(rf"\s*(?:[^{_JOINTS}]+[{_JOINTS}]+){{{more}}}[^{_JOINTS}]+")
    for more in range(_LONGEST_TYPE)
)
_WORD: Final = re.compile(
    rf"[^,(){_JOINTS}][^\s,()_‐‑–—]*"
)  # a hyphen that joins a type and its town is neither's
_ELIDED: Final = frozenset("dlDL")
_APOSTROPHES: Final = frozenset("'’")
# what may stand before a city; one that tells that a city follows, however small
_LINK: Final = re.compile(
    rf"(?:\s(?:(?:de|à)(?:\sla)?|du|des|aux?)\s|\sd['’]|[{_JOINTS},]*\(|\s*[,{_DASHES}]\s*|\s)(?:l['’])?$",
    re.IGNORECASE,
)
_ARTICLE: Final = re.compile(r"l['’]$", re.IGNORECASE)
_CODED: Final = re.compile(r"\d{2} ?\d{3}\s")  # « CHU, 21000 Dijon »
_TELLING: Final = re.compile(r"d|à|au|\(|,", re.IGNORECASE)
# « Jeanne d'Arc », « Val de Saône », « Notre-Dame de Lourdes » are proper names, though towns are called Arc and Saône
_NAMESAKE: Final = re.compile(
    r"(?:jeanne|\bval|vall[ée]e|c[ôo]te|notre[ -]dame|\bpays|\bporte|\bmont)\Z", re.IGNORECASE
)
_POSSESSIVE: Final = re.compile(r"\s(?:de\s(?:la\s)?|du\s|des\s|d['’])(?:l['’])?", re.IGNORECASE)
_LOCATIVE: Final = re.compile(r"\s(?:à(?:\sla)?|aux?)\s", re.IGNORECASE)
# articles of towns: « CH du Creusot », « CH de la Rochepot »
_CONTRACTED: Final = {
    "du": "le",
    "des": "les",
    "au": "le",
    "aux": "les",
    "de la": "la",
    "à la": "la",
}
MAX_CITY_WORDS: Final = 5
# what is called after its town (« CHU Dijon », « CH Saint-Brieuc »); a bare name behind anything else is a proper one
# (« Hôpital Saint-Louis »), however large a town is called so: were it the size that decides, or « Saint », the surrogate
# would tell it
_OF_TOWNS: Final = ("ch", "centre hosp", "ghu", "groupe hosp")


_Core = frozenset[str]  # words that tell a name


class Organisation(NamedTuple):
    """`derived`: its city follows a city of the patient's file."""

    text: str
    derived: bool
    stands: Stands


class NamedOrganisation(NamedTuple):
    """`kind` as written, whether a proper name follows, the city at the end with its link, if any."""

    kind: str
    group: str
    proper: bool
    link: str = ""
    city: str = ""
    tail: str = ""


@lru_cache(maxsize=4096)  # a hospital's notes name the same few establishments
def read(surface: str, atlas: Atlas) -> NamedOrganisation:
    """Cut « CHU de Dijon », « Clinique Sainte-Marthe (Dole) », « EHPAD Les Lilas » into their parts."""
    kind, group = _kind(surface)
    rest = surface[len(kind) :]
    bare = group == "ADMINISTRATION" or fold_phrase(kind).startswith(_OF_TOWNS)
    cut = _city(rest, atlas, bare=bare)
    if cut is None:
        return NamedOrganisation(kind, group, bool(rest.strip(" -,()")))
    link, city = cut
    # « Maternité de Dijon (21) » opens its bracket inside the town, which goes
    tail = ")" if "(" in link and ")" in rest[rest.rfind(city) + len(city) :] else ""
    before = rest[: rest.rfind(link + city)] if link + city in rest else ""
    # « à L'Étang-Vergy »: the article is the town's
    return NamedOrganisation(
        kind, group, bool(before.strip(" -,()")), _ARTICLE.sub("", link), city, tail
    )


def _kind(surface: str) -> tuple[str, str]:
    """The longest known type that the name begins with, as written, and its group."""
    first = [
        word.strip(",").replace(".", "") for word in fold_phrase(surface).split(" ")[:_LONGEST_TYPE]
    ]
    for size in range(len(first), 0, -1):
        group = _GROUPS.get(" ".join(first[:size]))
        if group is not None:
            match = _BEGINNINGS[size - 1].match(surface)
            return (match.group() if match else ""), group
    return "", _UNTYPED


def _city(rest: str, atlas: Atlas, *, bare: bool) -> tuple[str, str] | None:
    """(link, city) when the last words are a commune: after « de », « d' », « à », « ( », or `bare` behind the type."""
    words = [match.span() for match in _WORD.finditer(rest)]
    for start, _ in words[-MAX_CITY_WORDS:]:
        elided = rest[start] in _ELIDED and rest[start + 1 : start + 2] in _APOSTROPHES
        at = start + 2 if elided else start
        city = rest[at : words[-1][1]]
        if not (city[:1].isupper() or _CODED.match(city)) or not atlas.is_known(city):
            continue
        link = _LINK.search(rest[:at])
        shown = link.group() if link else ""
        if _NAMESAKE.search(rest[: at - len(shown)]):
            return None
        if _contracts_no_article(shown, city, atlas):
            continue
        if atlas.find(city) and (_TELLING.search(shown) or bare):
            return shown, city
    return None


def _contracts_no_article(link: str, city: str, atlas: Atlas) -> bool:
    """True for « des Vignes »: Vignes has no article that « des » could hold, so it is no town here (« CH du Creusot » is one)."""
    article = _CONTRACTED.get(link.strip().lower())
    if article is None:
        return False
    found = atlas.find(f"{article} {city}")
    return found is None or not fold_phrase(found.name).startswith(f"{article} ")


def organisation(
    source: BitSource,
    parts: NamedOrganisation,
    surface: str,
    tables: Tables,
    city_for: Callable[[str], tuple[Commune | None, bool]],
    subtype: str = "",
    *,
    shouted: bool = False,
) -> Organisation:
    """Another organisation of the same type. `parts`: the surface as `read` cuts it; `shouted`: the file's text is in
    capitals, which decides for a name without a type: « ORL » is an acronym, « Urologie » is none.

    « Clinique Sainte-Marthe (Dole) » → « Clinique des Ormeaux (Vesoul) », « Beaujon » → « Les Ormeaux », « Pôle Imagerie » →
    « Pôle de Gériatrie »: a hospital stays one, and every service gets a specialty, whether it had one or a proper name.
    """
    names, stands = _names(parts, subtype, tables)
    upper = case_of(surface[len(parts.kind) :]) is Case.UPPER if parts.kind else shouted
    shown, derived = parts.kind, False
    has_city = bool(parts.city) and names is not tables.organisations["SPECIALITE"]
    if parts.proper or not has_city:
        name = names[below(source, len(names))]
        name = name if parts.kind else _alone(name, stands)
        shown += (" " if shown else "") + (strip_accents(name).upper() if upper else name)
    else:
        stands = Stands.NOTHING if parts.kind else Stands.NAME
    if has_city:
        commune, derived = city_for(parts.city)
        if commune is not None and _is_university(parts.kind):
            commune = tables.atlas.university_town(commune)
        name = commune.name if commune is not None else "[VILLE]"
        shown += _linked(parts.link, strip_accents(name).upper() if upper else name) + parts.tail
    return Organisation(shown, derived, stands)


def _names(
    parts: NamedOrganisation, subtype: str, tables: Tables
) -> tuple[tuple[str, ...], Stands]:
    """The list that a proper name is drawn from, and what it asks of the word before."""
    group = parts.group
    if subtype == Subtype.SERVICE and (not parts.kind or group == _UNTYPED):
        group = "SPECIALITE"
    elif subtype == Subtype.HOPITAL and group in (_UNTYPED, "SPECIALITE"):
        group = "SOINS"
    elif subtype == Subtype.ORGANISME and group == "SPECIALITE":
        group = "ADMINISTRATION"  # « Département du Nord »
    stands = Stands.NOTHING
    if not parts.kind:
        stands = Stands.SPECIALITY if group == "SPECIALITE" else Stands.NAME
    return tables.organisations[group], stands


_ALONE: Final = (
    ("de la ", "La "),
    ("de l'", "L'"),
    ("des ", "Les "),
    ("du ", "Le "),
    ("de ", ""),
    ("d'", ""),
)


def _alone(name: str, stands: Stands) -> str:
    """A name without a type before it: « des Ormeaux » → « Les Ormeaux », « de Gériatrie » → « Gériatrie »."""
    for beginning, article in _ALONE:
        if name.startswith(beginning):
            rest = name.removeprefix(beginning)
            return rest if stands is Stands.SPECIALITY else article + rest
    return name


def _is_university(kind: str) -> bool:
    plain = fold_phrase(kind).strip(" .")
    return plain in ("chu", "chru") or "universitaire" in plain


def heads(surfaces: Iterable[tuple[str, NamedOrganisation]]) -> dict[str, str]:
    """What each name is drawn from: « CH Pasteur », « Centre hospitalier Louis-Pasteur » and « Pasteur » are one, so that one
    establishment has one name in all notes of a file. Folded surface → words of its shortest name in the file."""
    cores = {fold_phrase(surface): _core(surface, parts) for surface, parts in surfaces}
    counts = Counter(word for core in cores.values() for word in core)
    by_word: dict[str, list[_Core]] = {}  # heads, by their rarest word

    def head_of(core: _Core) -> _Core | None:
        found = (head for word in core for head in by_word.get(word, ()) if core >= head)
        return min(found, key=_order, default=None)

    for core in sorted(set(cores.values()), key=_order):
        if core and head_of(core) is None:
            by_word.setdefault(min(core, key=lambda word: (counts[word], word)), []).append(core)
    return {folded: " ".join(sorted(head_of(core) or core)) for folded, core in cores.items()}


_TELLING_WORD: Final = re.compile(r"[a-z0-9]{4,}")
_SHORT_WORD: Final = re.compile(r"\b(?!(?:de|du|des|la|le|les|et|en|st|ste)\b)[a-z]{2,3}\b")


def _order(core: _Core) -> tuple[int, list[str]]:
    return len(core), sorted(core)


def _core(surface: str, parts: NamedOrganisation) -> _Core:
    """The words of a proper name that tell it: four letters or more, else those of two or three (« Bel-Air »), else the whole name."""
    rest = surface[len(parts.kind) :]
    if parts.city:
        rest = rest[: rest.rfind(parts.city)]
    folded = fold_phrase(rest)
    found = _TELLING_WORD.findall(folded) or _SHORT_WORD.findall(folded)
    return frozenset(found or (fold_phrase(surface),))


def _linked(link: str, city: str) -> str:
    """« de » and « à » contract with the city's article, « de » elides before a vowel."""
    is_of, upper = _POSSESSIVE.fullmatch(link) is not None, link.isupper()
    if not is_of and not _LOCATIVE.fullmatch(link):
        return link + city
    contracted = (" du ", " des ") if is_of else (" au ", " aux ")
    shown = (" d'" if starts_with_vowel(city) else " de ") if is_of else " à "
    for article, word in zip(("le ", "les "), contracted, strict=True):
        if city.lower().startswith(article):
            shown, city = word, city[len(article) :]
            break
    return (shown.upper() if upper else shown) + city
