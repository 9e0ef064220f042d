"""Hospitals by their whole name, named services, employers and other named bodies."""

import re
from collections.abc import Iterator
from typing import Final

from annotation.domain.spans import Span
from worker.engine import lexicon
from worker.engine.rules import vetoes
from worker.engine.rules.document import CAPITAL_SHAPES, NAME_SHAPES, Document, Shape
from worker.engine.rules.organisation_names import FACILITY_PARTICLES, name_end
from worker.engine.rules.phrases import match_commune, match_phrase, opens_phrase

_HEAD: Final = (
    r"groupe(?:ment)?s? hospitaliers?(?: universitaires?)?(?: de territoire)?|centres? hospitaliers?(?: (?:universitaires?|regional(?:\set universitaire)?|regionaux|specialise|intercommunal|general|prive|national))*|(?:hopita(?:l|ux)|hop\.)(?: (?:universitaires?|prives?|civils?"
    r"|d'enfants|d'instruction des armees|regional|general|local|de jour))*|hospices civils|hotel[ -]dieu|h\.?i\.?a|c\.?h\.?r\.?u\.?|c\.?h\.?u\.?|c\.h\.|chr|chic|chi|chs|ghu|ghm|ght|gh|ch|clcc|crlcc|cmcr?|mecs|cmpp|camsp"
    r"|poly[ -]?clinique|clin\.|clinique(?: (?:mutualiste|chirurgicale|privee|medicale|psychiatrique|du sport|universitaire))*|maternite|ehpad|usld|ssr|smr|maison de (?:retraite|sante(?: pluridisciplinaire)?|repos|convalescence)|msp"
    r"|centre (?:de (?:readaptation|reeducation(?: fonctionnelle)?|convalescence|sante|dialyse|soins(?: de suite)?|lutte contre le cancer|cure|planification|long sejour)|medical|medico-chirurgical|psychotherapique|regional de lutte contre le cancer|mutualiste|anticancereux|medico-psychologique|helio-marin|de jour|gerontologique|geriatrique)|institut (?:mutualiste|medico-educatif|de cancerologie|du cancer|du thorax|regional du cancer|hospitalo-universitaire|paoli)"
    r"|etablissement public de sante(?: mentale)?|epsm|residence(?: autonomie| services| seniors)?|foyer(?: de vie| logement| d'accueil medicalise)?|mas|fam|ime|itep|esat|fondation|institut|cmp|sanatorium|had|pavillon|cabinet medical|pole de sante|csapa|ico|iuct|chp|chg|chm|crf|crrf|crmpr|cmpr|cmpr|maison medicale|centre memoire|centre"
)
_HEAD_RE: Final = re.compile(rf"(?<![a-z\d'-])(?P<d>(?<=')|)(?P<h>{_HEAD})(?![a-z\d])")
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
_TOWN_APART: Final = frozenset({"cmp", "csapa", "had", "camsp", "cmpp"})
_TITLE_ONLY_HEADS: Final = frozenset(
    {"residence", "fondation", "institut", "centre", "foyer", "pavillon"}
)
_UPPER_HEADS: Final = lexicon.words("capital_heads")
_BODY_HEAD: Final = re.compile(
    r"(?<![a-z\d-])(?P<h>cpam|caf|msa|mdph|ars|cgss|carsat|caisse (?:primaire|nationale|d'allocations|d'assurance)[a-z' ]*?(?= (?:de|du|des)\b)|mutuelle|mairie|lycee|college|ecole(?: (?:maternelle|primaire|elementaire))?|universite|faculte|creche|halte[- ]garderie"
    r"|pharmacie|officine|laboratoires?(?: (?:de biologie(?: medicale)?|d'analyses(?: medicales)?|d'anatomie(?: et de cytologie)? pathologiques?|acp))?|labo|lbm|cabinet(?: (?:de (?:radiologie|kinesitherapie|cardiologie|groupe|soins)|d'imagerie|infirmier|dentaire|veterinaire|d'anatomie(?: et de cytologie)? pathologiques?))?|centre (?:d'imagerie(?: (?:medicale|du sein))?|de radiologie|social|d'examens|communal d'action sociale)|imagerie medicale|ambulances?|taxis?|vsl|societe|entreprise|usine|groupe|association"
    r"|admr|ssiad|ccas|prestataire|prado|pompes funebres|restaurant|garage|tonnellerie|boulangerie|fonderie|banque|syndicat|club|radio|etablissements|ets|sarl|sas|sa|eurl|scierie|transports?|tribunal|prefecture|cimade|sapeurs-pompiers|caserne|gendarmerie|paroisse|udaf|maison (?:des adolescents|de l'enfance|des associations|de l'autonomie|du handicap)|conseil (?:departemental|regional|general|municipal)|mission locale|foyer (?:de l'enfance|rural)|rectorat|sessad|selas|laboval|maternelle|reseau|plateforme|dispositif|compagnie|etude|agence|centre (?:de loisirs|aere|maternel|equestre)|camping|hotel|supermarche|magasin|cave|domaine|epicerie)(?![a-z\d-])"
)
_BODY_ACRONYMS: Final = frozenset(
    {
        "cpam",
        "caf",
        "msa",
        "mdph",
        "ars",
        "cgss",
        "carsat",
        "admr",
        "ssiad",
        "ccas",
        "udaf",
        "mairie",
        "tribunal",
        "prefecture",
        "universite",
        "faculte",
    }
)
_BODY_WEAK: Final = frozenset(
    [
        "groupe",
        "societe",
        "radio",
        "sa",
        "sas",
        "ets",
        "club",
        "prado",
        "prestataire",
        "caserne",
        "gendarmerie",
        "restaurant",
        "garage",
        "banque",
        "syndicat",
        "vsl",
        "taxi",
        "taxis",
    ]
)
_SERVICE: Final = re.compile(
    r"(?:^[ \t>|]*|\||[ \t]{2,}|\s[-–—]\s|,\s|/\s)(?P<s>(?:service|pole|unite|departement|federation|secteur|clinique)\b(?:[ ]+(?:de|d'|du|des|et|la|l'|le|-|,(?!\s(?:dr|pr))|&|[a-z'\d]+(?:-[a-z'\d]+)*))+)",
    re.MULTILINE,
)
_SERVICE_CUT: Final = re.compile(
    r"\s{2,}|\t|\s[-–—]\s(?=(?:dr|pr|professeur|docteur|chef|tel|fax|echo|secretariat)\b)|,|\s?:|\s?\(|\.\s|\||\s-\s(?=[a-z]+ograph)"
)
_UNIT_NAMED: Final = re.compile(
    r"(?<![^\W\d_])(?P<s>(?:[Uu]nité|[Pp]avillon|[Ss]ecteur|[Pp]ôle) (?P<n>[A-ZÀ-Ý][^\W\d_]+(?:[- ][A-ZÀ-Ý][^\W\d_]+){0,2}))"
)
_WORK: Final = re.compile(
    r"\b(?:travaill\w*|employee?|salariee?|ouvrier\w*|cadre|ingenieur|cariste|chauffeur|technicien\w*|comptable|vendeu\w+|secretaire|agent|retraitee?|caissiere|conducteur|stagiaire|apprenti\w*|livreur|magasinier)"
    r"(?:\s[a-z']+){0,3}\s(?:chez|a la|a l'|au|de la|de l'|pour|aupres de)\s?$"
)


def find_organisations(doc: Document) -> Iterator[Span]:
    """Whole names; a bare "CHU", "EHPAD", "service" or specialty is none."""
    for pattern in (_HEAD_RE, _HEAD_APOSTROPHE):
        for match in pattern.finditer(doc.folded):
            yield from _hospital(doc, match.start("h"), match.end("h"))
    yield from _known_hospitals(doc)
    for match in _BODY_HEAD.finditer(doc.folded):
        yield from _body(doc, match.start("h"), match.end("h"))
    yield from _services(doc)
    yield from _employers(doc)
    yield from _acronyms(doc)
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
        last = _without_town(doc, index, last)
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


def _known_hospitals(doc: Document) -> Iterator[Span]:
    """ "à la Pitié-Salpêtrière", "à Cochin": known by their own name."""
    names = lexicon.hospital_names()
    for index in range(len(doc)):
        if doc.shapes[index] not in CAPITAL_SHAPES or not opens_phrase(doc, index, names):
            continue
        length, _ = match_phrase(doc, index, names)
        if length and _in_care(doc, index):
            yield doc.span(index, index + length - 1, ("ORG", "HOPITAL"), 0.8, "hospital-name")


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


def _body(doc: Document, start: int, end: int) -> Iterator[Span]:
    """ "CPAM de la Côte-d'Or", "laboratoire Bio-Côte", "pharmacie des Terreaux"."""
    head = doc.folded[start:end]
    acronym = head in _BODY_ACRONYMS
    if head in _BODY_WEAK and not doc.text[start].isupper():
        return
    if head in ("sa", "sas", "vsl") and not doc.text[start:end].isupper():
        return
    index = doc.index_at(end)
    last = name_end(doc, index, capitals=doc.text[start:end].isupper() and len(head) > 4, weak=True)
    if last < 0:
        return
    linked = doc.folds[index] in FACILITY_PARTICLES
    if acronym and not linked and doc.shapes[index] is not Shape.TITLE:
        return
    if head in ("mairie",) and not linked:
        return
    if (
        head in ("cabinet", "usine", "magasin", "supermarche", "labo")
        and linked
        and match_commune(doc, last)
    ):
        return
    inside = head in ("labo", "creche", "laboratoire") and not linked
    if inside and doc.shapes[index] is Shape.LOWER:
        return
    begin = doc.starts[index] if inside and head in ("labo", "creche") else start
    yield Span(begin, doc.ends[last], "ORG", "ORGANISME", 0.82, "rule:organisation")


_ORG_FIELD: Final = re.compile(
    r"\b(?:employeur|caisse|mutuelle|prestataire|pharmacie|laboratoire|labo|ecole|etablissement scolaire|ambulances?|transporteur|transport|tutelle(?: pressentie)?|curatelle|organisme|assurance|creche|mode de garde|bailleur|entreprise)[ ]?:[ ]{1,3}(?=[^\W\d_])"
)
_CARE_FIELD: Final = re.compile(
    r"\b(?:etablissement|hopital|clinique|ehpad|provenance|destination|maternite|structure|lieu d'hospitalisation)[ ]?:[ ]{1,3}(?=[^\W\d_])"
)


def _fields(doc: Document) -> Iterator[Span]:
    """ "Employeur : Métal Deschamps", "Établissement : Les Peupliers"."""
    for pattern, subtype in ((_ORG_FIELD, "ORGANISME"), (_CARE_FIELD, "HOPITAL")):
        for match in pattern.finditer(doc.folded):
            index = doc.index_at(match.end())
            if (
                index >= len(doc)
                or doc.shapes[index] not in CAPITAL_SHAPES
                or match_commune(doc, index)
            ):
                continue
            if vetoes.is_common(doc.folds[index]) or doc.folds[index] in lexicon.words(
                "civilities"
            ):
                continue
            last = name_end(doc, index, capitals=False, weak=True)
            if last >= 0:
                yield doc.span(index, last, ("ORG", subtype), 0.75, "organisation-field")


_CARE: Final = re.compile(
    r"\b(?:hospitalisee?|suivie?|admise?|transferee?|operee?|entree?|sortie?|adressee?|convalescence|reeducation|prise en charge|consultation|reanimation|urgences|sejour|retour|transfert|hebergee?|pontee?|stentee?|accouche|nee?)"
    r"(?:\s[a-z]+){0,2}\s(?:au|aux|a la|a l'|du|de la)\s?$"
)


def _care_places(doc: Document) -> Iterator[Span]:
    """ "suivi au Bocage", "rééducation aux Capucins": an unknown name where care is given."""
    for index in range(2, len(doc)):
        word = doc.folds[index]
        if doc.shapes[index] is not Shape.TITLE or doc.word(index - 1) not in (
            "au",
            "aux",
            "la",
            "'",
            "du",
        ):
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


def _acronyms(doc: Document) -> Iterator[Span]:
    """ "ASSAD de Carvin", "CARMI du Nord": capitals that are no medical abbreviation, and a place."""
    for index, shape in enumerate(doc.shapes):
        word = doc.folds[index]
        if (
            shape is not Shape.UPPER
            or not 2 <= len(word) <= 7
            or doc.word(index + 1) not in ("de", "du", "d", "des")
        ):
            continue
        if (
            word in lexicon.abbreviations()
            or vetoes.is_common(word)
            or word in lexicon.words("no_acronyms")
        ):
            continue
        surname = lexicon.last_names().get(word, 0) >= 20
        if surname or doc.shape(index - 1) is Shape.UPPER or doc.shape(index + 1) is Shape.UPPER:
            continue
        place = index + 2
        while doc.word(place) in ("la", "l", "le", "'", "les"):
            place += 1
        if place >= len(doc) or doc.shapes[place] not in NAME_SHAPES or not doc.same_line(place):
            continue
        if (
            match_commune(doc, place)
            or match_phrase(doc, place, lexicon.divisions("departments"))[0]
            or match_phrase(doc, place, lexicon.divisions("regions"))[0]
        ):
            last = name_end(doc, index + 1, capitals=False, weak=True)
            if last >= place:
                yield doc.span(index, last, ("ORG", "ORGANISME"), 0.75, "acronym-place")


def _services(doc: Document) -> Iterator[Span]:
    """ "SERVICE DE CARDIOLOGIE" in a letterhead, "Unité Marguerite Bottard"."""
    for match in _SERVICE.finditer(doc.folded):
        start = match.start("s")
        if not doc.text[start].isupper():
            continue
        cut = _SERVICE_CUT.search(match.group("s"))
        end = start + (cut.start() if cut else len(match.group("s")))
        end = start + len(doc.folded[start:end].rstrip(" -,&'"))
        words = doc.folded[start:end].split()
        written = doc.text[start:end].split()
        if len(words) < 2 or (words[-1] in FACILITY_PARTICLES) or not _named(written):
            continue
        if doc.folded[end : end + 2].strip().startswith(":"):
            continue
        yield Span(start, end, "ORG", "SERVICE", 0.75, "rule:service")
    for match in _UNIT_NAMED.finditer(doc.text):
        name = doc.folded[match.start("n") : match.end("n")].split()[0]
        if (
            not vetoes.is_common(name)
            and name not in lexicon.abbreviations()
            and name not in ("hospitaliere", "fonctionnelle", "centrale")
        ):
            yield Span(match.start("s"), match.end("s"), "ORG", "SERVICE", 0.7, "rule:service")


def _named(words: list[str]) -> bool:
    """Capitalised like a title: "Service de Cardiologie", "SERVICE DE CARDIOLOGIE"."""
    if words[0].isupper():
        return len(words) <= 10
    return (
        any(
            word[0].isupper() or ("'" in word and word.split("'")[-1][:1].isupper())
            for word in words[1:]
        )
        and len(words) <= 9
    )


def _employers(doc: Document) -> Iterator[Span]:
    for index in range(1, len(doc)):
        if doc.shapes[index] not in NAME_SHAPES:
            continue
        if opens_phrase(doc, index, lexicon.brands()):
            length, _ = match_phrase(doc, index, lexicon.brands())
            if length:
                yield doc.span(index, index + length - 1, ("ORG", "ORGANISME"), 0.8, "brand")
        if not doc.same_line(index):
            continue
        word = doc.folds[index - 1]
        if word == "chez" and not _is_person_after_chez(doc, index):
            last = name_end(doc, index, capitals=False, weak=True)
            if last >= 0:
                yield doc.span(index, last, ("ORG", "ORGANISME"), 0.75, "employer")
        elif word in lexicon.words("job_words") or word in ("la", "'", "au", "de", "pour"):
            length, _ = match_phrase(doc, index, lexicon.organisations())
            before = doc.folded[max(0, doc.starts[index] - 70) : doc.starts[index]]
            if length and (word in lexicon.words("job_words") or _WORK.search(before)):
                yield doc.span(index, index + length - 1, ("ORG", "ORGANISME"), 0.8, "employer")


def _is_person_after_chez(doc: Document, index: int) -> bool:
    """ "chez Mme X", "chez Paul": somebody's home; "est cariste chez Logi-Artois" is a job."""
    from worker.engine.rules.name_reader import first_name_count

    word = doc.folds[index]
    if vetoes.is_common(word) or first_name_count(word) > 200 or word in ("m", "mr", "mme", "dr"):
        return True
    before = doc.folded[max(0, doc.starts[index] - 60) : doc.starts[index]]
    return not re.search(
        r"\b(?:travail|emplo|salari|retrait|ingenieur|carist|ouvrier|poste|macon|chauffeur|secretaire|comptable|vendeu|technicien|agent|cadre|interim|apprenti|stage|soudeur|peintre|menuisier|electricien|plombier|livreur|magasinier|caissi|infirmi|aide|cuisin|serveu|coiffeu|chef|directeur|directrice|gestionnaire|mecanicien|carreleur|conducteur|animat|educat|formateur|commercial)\w*[^.]{0,40}chez $",
        before,
    )
