"""Hospitals by their whole name, named services, employers and other named bodies."""

import re
from collections.abc import Iterator
from typing import Final

from annotation.domain.spans import Span
from worker.engine import lexicon
from worker.engine.lexicon.phrases import first_words, match_commune, match_phrase, openings
from worker.engine.rules.bodies import find_bodies
from worker.engine.rules.official_names import find_official_names
from worker.engine.rules.organisation_names import FACILITY_PARTICLES, name_end
from worker.engine.rules.services import find_services
from worker.engine.rules.wards import find_wards
from worker.engine.text.anchors import matches_at
from worker.engine.text.document import CAPITAL_SHAPES, NAME_SHAPES, Document, Shape
from worker.engine.text.tokens import word_set
from worker.engine.vetoes import words as vetoes

_HEAD: Final = (
    r"assistance publique(?: ?[-–] ?hopitaux)?|groupe(?:ment)?s? (?:hospitaliers?|hospitalo-universitaires?)(?: universitaires?)?(?: de territoire)?|centres? hospitaliers?(?: (?:universitaires?|regional(?:\set universitaire)?|regionaux|specialise|intercommunal|general|prive|national))*|(?:hopita(?:l|ux)|hop\.)(?: (?:universitaires?|prives?|civils?"
    r"|d'enfants|d'instruction des armees|regional|general|local|de jour|psychiatrique|militaire|intercommunal|europeen|departemental|de proximite|de nuit|de semaine))*|hospices civils|hotel[ -]dieu|h\.?i\.?a|c\.?h\.?r\.?u\.?|c\.?h\.?u\.?|c\.h\.|chr|chic|chi|chs|ghu|ghm|ght|gh|ch|clcc|crlcc|cmcr?|mecs|cmpp|camsp"
    r"|poly[ -]?clinique|clin\.|clinique(?: (?:mutualiste|chirurgicale|privee|medicale|psychiatrique|du sport|universitaire))*|maternite|ehpad|usld|ssr|smr|maison (?:de (?:retraite|sante(?: (?:pluridisciplinaire|medicale))?|repos(?: et de convalescence)?|convalescence|cure(?: medicale)?|post-?cure)|d'accueil(?: specialisee)?)|msp|unite de soins de longue duree|(?:long|moyen) sejour|hdj|hpdj|cattp|cmc|crcp|hpa?d|ehpa|marpa|upatou"
    r"|centre (?:de (?:readaptation(?: (?:fonctionnelle|cardio-?vasculaire|cardiaque|respiratoire))?|reeducation(?:(?: et de readaptation)? fonctionnelles?)?|medecine physique(?: et de readaptation)?|post-?cure|hemodialyse|traumatologie|convalescence|soins de longue duree|soins de suite et de (?:readaptation|reeducation)|sante(?: (?:municipal|mental|polyvalent))?|sante mentale|dialyse|soins(?: de suite)?|lutte contre le cancer|cure|planification|long sejour)|medical|medico-chirurgical|psychotherapique|regional de lutte contre le cancer|mutualiste|anticancereux|medico-psychologique|helio-marin|de jour|gerontologique|geriatrique)|institut (?:mutualiste|medico-educatif|de cancerologie|du cancer|du thorax|regional du cancer|hospitalo-universitaire|paoli)"
    r"|etablissement public de sante(?: mentale)?|epsm|residence(?: autonomie| services| seniors)?|foyer(?: de vie| logement| d'accueil medicalise)?|mas|fam|ime|itep|esat|fondation|institut|cmp|sanatorium|had|udm|uad|usp|uhsa|smpr|cpef|cegidd|cecos|cmrr|cpdpn|pavillon|cabinet medical|pole de sante|csapa|ico|iuct|chp|chg|chm|crf|crrf|crmpr|cmpr|cmpr|maison medicale|centre memoire|centre"
)
_HEAD_RE: Final = re.compile(rf"(?<![a-z\d'-])(?P<d>(?<=')|)(?P<h>{_HEAD})(?![a-z\d])")
# The first words of `_HEAD`.
_HEAD_WORDS: Final = word_set(
    "assistance c cabinet camsp cattp centre centres ch chg chi chic chm chp chr chru chs chu clcc clin"
    " udm uad usp uhsa smpr cpef cegidd cecos cmrr cpdpn"
    " clinique cmc cmcr cmp cmpp cmpr crcp crf crlcc crmpr crrf csapa ehpa ehpad epsm esat"
    " etablissement fam fondation foyer gh ghm ght ghu groupe groupement groupements groupes h had"
    " hdj hi hia hop hopital hopitaux hospices hotel hpad hpd hpdj ico ime institut itep iuct long"
    " maison marpa mas maternite mecs moyen msp pavillon pole poly polyclinique residence"
    " sanatorium smr ssr unite upatou usld"
)
_HEAD_APOSTROPHE: Final = re.compile(rf"(?<=[dlDL]')(?P<h>{_HEAD})(?![a-z\d])")
# Heads that are ordinary words: what follows must look like a name, right away.
_WEAK_HEADS: Final = frozenset(
    [
        "mas",
        "fam",
        "had",
        "ch",
        "gh",
        "smr",
        "ssr",
        "cmp",
        "foyer",
        "residence",
        "fondation",
        "institut",
        "pavillon",
        "maternite",
        "centre",
        "msp",
        "esat",
        "ime",
        "itep",
        "csapa",
        "usld",
        "mecs",
    ]
)
# "le CMP de Lens": a bare structure, its town stands alone.
_TOWN_APART: Final = frozenset({"cmp", "csapa", "had", "camsp", "cmpp", "udm", "uad"})
_TITLE_ONLY_HEADS: Final = frozenset(
    {"residence", "fondation", "institut", "centre", "foyer", "pavillon"}
)
_UPPER_HEADS: Final = lexicon.words("capital_heads")


def find_organisations(doc: Document) -> Iterator[Span]:
    """Whole names; a bare "CHU", "EHPAD", "service" or specialty is none."""
    heads = doc.anchors.words(_HEAD_WORDS)
    after_apostrophes = [start for start in heads if start and doc.folded[start - 1] == "'"]
    for pattern, starts in ((_HEAD_RE, heads), (_HEAD_APOSTROPHE, after_apostrophes)):
        for match in doc.anchors.matches(pattern, starts):
            yield from _hospital(doc, match.start("h"), match.end("h"))
    yield from _known_hospitals(doc)
    yield from _hospital_acronyms(doc)
    yield from find_services(doc)
    yield from find_wards(doc)
    yield from find_official_names(doc)
    yield from find_bodies(doc)
    yield from _fields(doc)
    yield from _care_places(doc)


_OLD_AGE: Final = re.compile(r"\b(?:ehpad|seniors?|autonomie|usld)\b")


def _line_around(doc: Document, offset: int) -> str:
    end = doc.folded.find("\n", offset)
    return doc.folded[doc.folded.rfind("\n", 0, offset) + 1 : end if end != -1 else None]


def _counts(doc: Document, start: int, head: str) -> bool:
    """ "centre X" in small letters, and "résidence X" where the line speaks of an EHPAD."""
    if head == "residence":
        return _OLD_AGE.search(_line_around(doc, start)) is not None
    if head in ("institut", "fondation"):
        index = doc.index_at(start) + 1
        return doc.shape(index) is Shape.TITLE and not vetoes.is_common(doc.word(index))
    return head == "centre"


def _hospital(doc: Document, start: int, end: int) -> Iterator[Span]:
    head = doc.folded[start:end].replace(".", "")
    if head in _UPPER_HEADS and not doc.text[start:end].replace(".", "").isupper():
        return
    if (
        head in _TITLE_ONLY_HEADS
        and not doc.text[start].isupper()
        and not _counts(doc, start, head)
    ):
        return
    index = doc.index_at(end)
    last = name_end(
        doc,
        index,
        capitals=doc.text[start:end].isupper() and len(head) > 4,
        weak=head in _WEAK_HEADS or not doc.text[start:end].isupper(),
    )
    if last < 0:
        return
    if doc.text[start:end].isupper() and head not in _UPPER_HEADS:
        whole, last = last, _without_town(doc, index, last)
        if last < whole:
            yield doc.span(whole, whole, ("LOC", "VILLE"), 0.85, "town")
    if head in _TOWN_APART and match_commune(doc, last):
        return
    yield Span(start, doc.ends[last], "ORG", "HOPITAL", 0.9, "rule:hospital")


def _without_town(doc: Document, first: int, last: int) -> int:
    """ "HOPITAL DES TERREAUX LYON": in capitals a town after the name is not part of it."""
    if (
        doc.word(first) not in FACILITY_PARTICLES
        or last - first < 2
        or doc.word(last - 1) in FACILITY_PARTICLES
    ):
        return last
    towns = lexicon.communes().weights
    glued = doc.word(last - 1) in ("-", "'")
    return last - 1 if not glued and towns.get((doc.folds[last],), 0) >= 20_000 else last


_HOSPITAL_WORDS: Final = first_words(lexicon.hospital_names())


def _known_hospitals(doc: Document) -> Iterator[Span]:
    """ "à la Pitié-Salpêtrière", "à Cochin": known by their own name."""
    names = lexicon.hospital_names()
    for index in openings(doc, _HOSPITAL_WORDS):
        length, _ = match_phrase(doc, index, names)
        if length and _in_care(doc, index):
            yield doc.span(index, index + length - 1, ("ORG", "HOPITAL"), 0.8, "hospital-name")


_ACRONYM: Final = re.compile(r"(?<![\w-])[A-Z]{2,6}(?:-[A-Z]{1,2})?(?![\w-])")
_ACRONYM_AT: Final = re.compile(
    r"(?:\b(?:au|du|le|aux urgences du|vers le|depuis le|a l'|de l'|l'|aux|des|a|de) |['’]|(?:^|\n)[ \t]*)$",
    re.IGNORECASE,
)
_SITE_ACRONYM: Final = re.compile(r"(?<![\w-])(?:CH|GH)[A-Z]{2,4}(?![\w-])")
_NO_SITE: Final = frozenset(
    {
        "chop",
        "chip",
        "chads",
        "chep",
        "chem",
        "chaud",
        "choc",
        "chat",
        "chute",
        "chru",
        "chrs",
        "chsu",
    }
)


_KNOWN_ACRONYMS: Final = lexicon.words("hospital_acronyms")
_ACRONYM_STARTS: Final = frozenset(word.split("-")[0] for word in _KNOWN_ACRONYMS)


def _uppers(doc: Document, words: frozenset[str]) -> list[int]:
    """Where these words stand in capitals."""
    return [doc.starts[index] for index in doc.uppers if doc.folds[index] in words]


def _hospital_acronyms(doc: Document) -> Iterator[Span]:
    """ "au CHBM", "à l'AP-HP": a known acronym, or one that starts like a hospital's."""
    for match in matches_at(_ACRONYM, doc.text, _uppers(doc, _ACRONYM_STARTS)):
        before = doc.folded[max(0, match.start() - 20) : match.start()]
        word = doc.folded[match.start() : match.end()]
        sure = len(word) > 3 and word not in lexicon.abbreviations()
        if word in _KNOWN_ACRONYMS and (sure or _ACRONYM_AT.search(before)):
            yield Span(*match.span(), "ORG", "HOPITAL", 0.75, "rule:hospital-acronym")
    sites = [index for index in doc.uppers if doc.folds[index].startswith(("ch", "gh"))]
    for match in matches_at(_SITE_ACRONYM, doc.text, map(doc.starts.__getitem__, sites)):
        word = doc.folded[match.start() : match.end()]
        before = doc.folded[max(0, match.start() - 20) : match.start()]
        plain = word in _NO_SITE or word in lexicon.abbreviations() or vetoes.is_common(word)
        if not plain and re.search(r"\b(?:au|du|vers le) $", before):
            yield Span(*match.span(), "ORG", "HOPITAL", 0.7, "rule:hospital-acronym")


def _in_care(doc: Document, index: int) -> bool:
    if vetoes.has_medical_trigger(doc, index):
        return False
    before = doc.word(index - 1)
    if before in ("la", "l", "le", "'"):
        before = doc.word(index - 2)
    return before in (
        "a",
        "au",
        "de",
        "d",
        "vers",
        "sur",
        "hopital",
        "chu",
        "(",
        "l",
        "chez",
        "site",
    )


_ORG_FIELD: Final = re.compile(
    r"\b(?:employeur|caisse|mutuelle|prestataire(?: (?:oxygene|o2|ppc|vni|perfusion|nutrition|materiel|respiratoire|de sante))?|fournisseur|livreur|societe|pharmacie|laboratoire|labo|ecole|etablissement scolaire|ambulances?|transporteur|transport|tutelle(?: pressentie)?|curatelle|organisme|assurance|creche|mode de garde|bailleur|entreprise)[ ]?:[ ]{1,3}(?=[^\W\d_])"
)
_ORG_FIELD_WORDS: Final = word_set(
    "ambulance ambulances assurance bailleur caisse creche curatelle ecole employeur entreprise"
    " etablissement fournisseur labo laboratoire livreur mode mutuelle organisme pharmacie"
    " prestataire societe transport transporteur tutelle"
)
_CARE_FIELD_WORDS: Final = word_set(
    "clinique destination ehpad etablissement hopital lieu maternite provenance structure"
)
_COLON: Final = frozenset({":"})
_CARE_FIELD: Final = re.compile(
    r"\b(?:etablissement|hopital|clinique|ehpad|provenance|destination|maternite|structure|lieu d'hospitalisation)[ ]?:[ ]{1,3}(?=[^\W\d_])"
)


def _fields(doc: Document) -> Iterator[Span]:
    """ "Employeur : Métal Deschamps", "Établissement : Les Peupliers"."""
    if not doc.anchors.has(_COLON):
        return
    for pattern, words, subtype in (
        (_ORG_FIELD, _ORG_FIELD_WORDS, "ORGANISME"),
        (_CARE_FIELD, _CARE_FIELD_WORDS, "HOPITAL"),
    ):
        for match in doc.anchors.matches(pattern, doc.anchors.words(words)):
            index = doc.index_at(match.end())
            if (
                index >= len(doc)
                or doc.shapes[index] not in CAPITAL_SHAPES
                or match_commune(doc, index)
            ):
                continue
            word = doc.folds[index]
            titled = doc.shape(index + 1) in NAME_SHAPES and doc.same_line(index + 1)
            if (vetoes.is_common(word) and not titled) or word in lexicon.words("civilities"):
                continue
            last = name_end(doc, index, capitals=False, weak=True)
            if last >= 0:
                yield doc.span(index, last, ("ORG", subtype), 0.75, "organisation-field")


_CARE: Final = re.compile(
    r"\b(?:hospitalisee?|suivie?|admise?|transferee?|operee?|entree?|sortie?|adressee?|convalescence|reeducation|prise en charge|consultation|reanimation|urgences|sejour|retour|transfert|hebergee?|pontee?|stentee?|accouche|nee?)"
    r"(?:\s[a-z]+){0,2}\s(?:au|aux|a la|a l'|du|de la)\s?$"
)


_AT: Final = frozenset({"au", "aux", "la", "'", "du"})


def _care_places(doc: Document) -> Iterator[Span]:
    """ "suivi au Bocage", "rééducation aux Capucins": an unknown name where care is given."""
    folds = doc.folds
    for index in [index for index in doc.capitals if folds[index - 1] in _AT]:
        word = folds[index]
        if index < 2 or doc.shapes[index] is not Shape.TITLE:
            continue
        if (
            len(word) < 4
            or vetoes.is_common(word)
            or vetoes.is_veto_word(doc, index)
            or word in doc.lower_words
        ):
            continue
        if (
            vetoes.eponym_length(doc, index)
            or match_commune(doc, index)
            or word in lexicon.drugs()
            or _is_title(word)
        ):
            continue
        if _CARE.search(doc.folded[max(0, doc.starts[index] - 50) : doc.starts[index]]):
            last = name_end(doc, index, capitals=False, weak=True)
            if last >= 0:
                yield doc.span(index, last, ("ORG", "HOPITAL"), 0.65, "care-place")


def _is_title(word: str) -> bool:
    return word in lexicon.words("civilities") or word in lexicon.words("roles")
