"""Employers, schools, laboratories, public bodies: named, and no hospital."""

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import Final

from annotation.domain.spans import Span
from worker.engine import lexicon
from worker.engine.lexicon.phrases import first_words, match_commune, match_phrase, openings
from worker.engine.rules.name_reader import first_name_count
from worker.engine.rules.organisation_names import FACILITY_PARTICLES, name_end
from worker.engine.text.document import NAME_SHAPES, Document, Shape
from worker.engine.text.memo import Memo
from worker.engine.text.tokens import word_set
from worker.engine.vetoes import words as vetoes

# Heads of a body's name; `organisation_names.name_end` reads what follows.
_HEADS: Final = (
    r"aemo|saad|spasad|caarud|pcpe|epide|cpts|clic|dac|ddets|dreets|crip|tgi|selarl|imagerie(?! medicale)|radiologie|cpam|c\.p\.a\.m\.|c\.a\.f\.|m\.s\.a\.|ddass|dass|d\.d\.a\.s\.s\.|caf|msa|mdph|ars|cgss|carsat|crama?|cnav|urssaf|pmi|savs|samsah|sameth|spip|cmsea|atmp|ase|mjpm|aist|ast|sist|ssti|cio|sdis|efs|mda|mdt|crous"
    r"|caisse (?:primaire|nationale|regionale|d'allocations|d'assurance|de retraite|d'epargne)[a-z' ]*?(?= (?:de|du|des|d')\b)|mutuelle|mutualite|mairie|prefecture|rectorat"
    r"|lycee(?: (?:professionnel|technique|general|agricole|hotelier|polyvalent))*|college|ecole(?: (?:maternelle|primaire|elementaire|privee|publique|superieure|nationale))*|groupe scolaire|maternelle|universite|faculte|iut|ifsi|mfr|cfa|creche|micro-creche|multi-accueil|halte[- ]garderie|jardin d'enfants"
    r"|pharmacie|officine|laboratoires?(?: (?:de biologie(?: medicale)?|d'analyses(?: (?:de biologie )?medicales?)?|d'anatomie(?: et de cytologie)? pathologiques?|d'anatomopathologie|de genetique|acp))?|labo|lbm|labm"
    r"|cabinet(?: (?:medical|de (?:radiologie|kinesitherapie|cardiologie|groupe|soins(?: infirmiers)?|sages-femmes|pneumologie|dermatologie|pathologie)|d'imagerie|d'orthophonie|d'ophtalmologie|d'avocats|infirmier|dentaire|veterinaire|paramedical|d'anatomie(?: et de cytologie)? pathologiques?))?"
    r"|centre (?:d'imagerie(?: (?:medicale|du sein))?|d'anatomie(?: et de cytologie)? pathologiques?|de (?:radiologie|pathologie|transfusion(?: sanguine)?|formation|loisirs|detention|gestion)|d'action sociale|social|d'examens|communal d'action sociale|penitentiaire|aere|maternel|equestre)|imagerie medicale"
    r"|ambulances?|taxis?|vsl|societe|entreprise|usine|groupe|association|agence regionale de sante|agence|service (?:de sante au travail|social(?: departemental)?|penitentiaire)|medecine du travail|sante au travail|maison d'arret"
    r"|admr|ssiad|ccas|cias|prestataire|prado|pompes funebres|restaurant|garage|tonnellerie|boulangerie|boucherie|fonderie|forges?|acieries?|banque|syndicat|club(?: de [a-z]+)?|radio|etablissements|ets|sarl|sas|sasu|sa|eurl|scop|gaec|earl|scierie|menuiserie|imprimerie|papeterie|verrerie|filature|tannerie|faiencerie|charpenterie|transports?|tribunal(?: (?:judiciaire|pour enfants|d'instance|de grande instance))?|cimade"
    r"|sapeurs-pompiers|caserne|gendarmerie|paroisse|udaf|maison (?:des adolescents|de l'enfance|des associations|de l'autonomie|du handicap|familiale rurale|de justice|des solidarites)|conseil (?:departemental|regional|general|municipal)|mission locale|foyer (?:de l'enfance|rural|des jeunes travailleurs)|sessad|selas|laboval|reseau|plateforme|dispositif|compagnie|etude|camping|hotel|supermarche|magasin|cave|domaine|epicerie|charcuterie|quincaillerie|librairie|chantiers?|manufacture|fromagerie|laiterie|abattoirs?|brasserie|cooperative|haras|ferme|communaute (?:de communes|d'agglomeration)|comite|federation|amicale|institution|salon|auto-ecole|atelier|chrs|cada|siao|huda|lhss|addsea|csst|pass|spst|commissariat|houilleres?|charbonnages|acieries|hauts-fourneaux|arsenal|institut (?:de pathologie|d'anatomie pathologique)|ecurie|poney-club|creperie|pizzeria|cafe|bar|fleuriste"
)
_BODY_HEAD: Final = re.compile(rf"(?<![a-z\d-])(?P<h>{_HEADS})(?![a-z\d-])")
# The first words of `_HEADS`.
_HEAD_WORDS: Final = word_set(
    "aemo saad spasad caarud pcpe epide cpts clic dac ddets dreets crip tgi selarl radiologie"
    " abattoir abattoirs acierie acieries addsea admr agence aist ambulance ambulances amicale ars"
    " arsenal ase association ast atelier atmp auto banque bar boucherie boulangerie brasserie c"
    " cabinet cada caf cafe caisse camping carsat caserne cave ccas centre cfa cgss chantier"
    " chantiers charbonnages charcuterie charpenterie chrs cias cimade cio club cmsea cnav college"
    " comite commissariat communaute compagnie conseil cooperative cpam cram crama creche creperie"
    " crous csst d dass ddass dispositif domaine earl ecole ecurie efs entreprise epicerie"
    " etablissements ets etude eurl faculte faiencerie federation ferme filature fleuriste fonderie"
    " forge forges foyer fromagerie gaec garage gendarmerie groupe halte haras hauts hotel"
    " houillere houilleres huda ifsi imagerie imprimerie institut institution iut jardin labm labo"
    " laboratoire laboratoires laboval laiterie lbm lhss librairie lycee m magasin mairie maison"
    " manufacture maternelle mda mdph mdt medecine menuiserie mfr micro mission mjpm msa multi"
    " mutualite mutuelle officine papeterie paroisse pass pharmacie pizzeria plateforme pmi pompes"
    " poney prado prefecture prestataire quincaillerie radio rectorat reseau restaurant sa salon"
    " sameth samsah sante sapeurs sarl sas sasu savs scierie scop sdis selas service sessad siao"
    " sist societe spip spst ssiad ssti supermarche syndicat tannerie taxi taxis tonnellerie"
    " transport transports tribunal udaf universite urssaf usine verrerie vsl"
)
# They name a body only with a place, a number or a title after them.
_ACRONYMS: Final = frozenset(
    [
        "aemo",
        "saad",
        "spasad",
        "caarud",
        "pcpe",
        "epide",
        "cpts",
        "clic",
        "dac",
        "ddets",
        "dreets",
        "crip",
        "tgi",
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
        "cias",
        "udaf",
        "mairie",
        "tribunal",
        "prefecture",
        "universite",
        "faculte",
        "pmi",
        "savs",
        "samsah",
        "sameth",
        "spip",
        "cmsea",
        "atmp",
        "ase",
        "aist",
        "ast",
        "sist",
        "ssti",
        "cio",
        "sdis",
        "efs",
        "mda",
        "mdt",
        "crous",
        "cnav",
        "urssaf",
        "iut",
        "ifsi",
        "mfr",
        "cfa",
        "cram",
        "chrs",
        "cada",
        "siao",
        "huda",
        "lhss",
        "spst",
        "commissariat",
        "pass",
        "crama",
    ]
)
# Ordinary words: a capital at the head.
_WEAK: Final = frozenset(
    [
        "imagerie",
        "radiologie",
        "groupe",
        "societe",
        "radio",
        "sa",
        "sas",
        "sasu",
        "ets",
        "club",
        "prado",
        "prestataire",
        "caserne",
        "gendarmerie",
        "restaurant",
        "garage",
        "cafe",
        "bar",
        "fleuriste",
        "ecurie",
        "banque",
        "syndicat",
        "vsl",
        "taxi",
        "taxis",
        "forge",
        "forges",
        "brasserie",
        "ferme",
        "comite",
        "federation",
        "amicale",
        "institution",
        "chantier",
        "chantiers",
        "manufacture",
        "dispositif",
        "compagnie",
        "etude",
    ]
)
_LEGAL_FORMS: Final = frozenset(
    {
        "selarl",
        "aemo",
        "saad",
        "clic",
        "dac",
        "sa",
        "sas",
        "sasu",
        "vsl",
        "ase",
        "ast",
        "mda",
        "efs",
        "mdt",
    }
)
# "le cabinet de Dole", "l'usine de Dijon": the place alone.
_PLACE_APART: Final = frozenset(
    {"cabinet", "usine", "magasin", "supermarche", "labo", "hotel", "ferme"}
)
_KIND_OUTSIDE: Final = frozenset({"labo", "creche", "prestataire"})
# A capitalised word right after them names one, however ordinary a network finds it: "labo Synabio".
_NAMING: Final = frozenset(
    {
        "labo",
        "laboratoire",
        "pharmacie",
        "ambulance",
        "ambulances",
        "taxi",
        "taxis",
        "lycee",
        "creche",
    }
)
_BRANDED: Final = frozenset({Shape.TITLE, Shape.MIXED})
# "transport taxi Roy", "prestataire Pharmacie Roy": what follows is the body.
_LEADING: Final = frozenset({"transport", "transports", "prestataire", "societe", "agence"})
_BODY_HEADS: Final = lexicon.words("body_heads")
# "gendarmerie de Lure", "commissariat Aulnay": the town alone is named.
_FORCES: Final = frozenset({"gendarmerie", "caserne", "commissariat", "sapeurs-pompiers"})
_WORKER: Final = r"(?:travaill\w*|employee?|salariee?|ouvrier\w*|cadre|ingenieur|cariste|chauffeur|technicien\w*|comptable|vendeu\w+|secretaire|agent|vendeu\w+|retraitee?|caissiere?|conduct\w+|stagiaire|apprenti\w*|livreur|magasinier|poste|embauchee?|interimaire|licenciee?|prepara\w+|operat\w+|receptionniste|hotesse|gardien\w*|directeur|directrice|gerante?|mecanicien\w*|facteur|factrice|alternan\w+)"
# What every `_WORK` begins with: looked for first, as it is hardly ever there.
_TELLS_WORK: Final = Memo(lambda word: re.match(_WORKER, word) is not None)
_WORK_REACH: Final = 70  # characters
_WORK: Final = re.compile(
    rf"\b{_WORKER}"
    r"(?:\s[a-z'-]+){0,4}\s(?:chez|a la|a l'|au|a|de la|de l'|d'|de|pour|aupres de)\s?$"
)
_NUMBER_AFTER: Final = re.compile(
    r" (?:n° ?)?(?:\d{2,3}|2[ab])(?!\w|[.,/-]\d|\s?(?:%|places|lits|ans\b|mois|jours))"
)
# Bodies written as what is measured or filmed: "AST 45", "ASP 20".
_MEASURED: Final = frozenset({"ast", "asp", "efs", "msa"})
# "CARSAT BFC", "ARS IDF": regions by their letters.
_REGION_AFTER: Final = re.compile(
    r" (?:BFC|ARA|AURA|PACA|IDF|HDF|HdF|NAQ|PDL|CVL|NPDC|GE)(?![\w-])"
)


def find_bodies(doc: Document) -> Iterator[Span]:
    """Whole names, with the kind when it is written out."""
    for match in doc.anchors.matches(_BODY_HEAD, doc.anchors.words(_HEAD_WORDS)):
        yield from _body(doc, match.start("h"), match.end("h"))
    yield from _employers(doc)
    yield from _acronyms(doc)
    yield from _units(doc)
    yield from _passive(doc)


def _body(doc: Document, start: int, end: int) -> Iterator[Span]:
    """ "CPAM de la Côte-d'Or", "laboratoire Bio-Côte", "pharmacie des Terreaux", "UDAF 21"."""
    head = doc.folded[start:end]
    upper = doc.text[start:end].isupper()
    if head in _WEAK and not doc.text[start].isupper() and not _has_title(doc, end):
        return
    if head in _LEGAL_FORMS and not upper:
        return
    if head in _ACRONYMS and upper and (last := _code_end(doc, head, end)):
        yield Span(start, last, "ORG", "ORGANISME", 0.82, "rule:body-number")
        return
    index = doc.index_at(end)
    if head in _LEADING and doc.word(index) in _BODY_HEADS:
        return
    last = name_end(doc, index, capitals=upper and len(head) > 4, weak=True)
    if head in _ACRONYMS and (division := _division_length(doc, index)):
        last = index + division - 1
    if last < 0 or not _counts(doc, head, index, last):
        return
    inside = head in (*_KIND_OUTSIDE, "laboratoire") and doc.folds[index] not in FACILITY_PARTICLES
    if inside and doc.shapes[index] is Shape.LOWER:
        return
    begin = doc.starts[index] if inside and head in _KIND_OUTSIDE else start
    named = head in _NAMING and doc.shapes[index] in _BRANDED and not _is_known_word(doc, index)
    source = "rule:named-body" if named else "rule:organisation"
    yield Span(begin, doc.ends[last], "ORG", "ORGANISME", 0.82, source)


def _code_end(doc: Document, head: str, end: int) -> int:
    """Where the number or the letters of a department or a region end that follow an acronym; 0 without."""
    number = None if head in _MEASURED else _NUMBER_AFTER.match(doc.folded, end)
    found = number or _REGION_AFTER.match(doc.text, end)
    return found.end() if found else 0


def _is_known_word(doc: Document, index: int) -> bool:
    word = doc.folds[index]
    return vetoes.is_common(word) or vetoes.is_veto_word(doc, index) or word in doc.lower_words


_TITLE_AFTER: Final = re.compile(r" (?:(?:Le|La|Les|Au|Aux|Chez) |L['’]|[«\"])[A-ZÀ-Ý]")


def _has_title(doc: Document, end: int) -> bool:
    """ "restaurant Le Goéland": an ordinary word, but a name with its own article."""
    return _TITLE_AFTER.match(doc.text, end) is not None


def _counts(doc: Document, head: str, index: int, last: int) -> bool:
    linked = doc.folds[index] in FACILITY_PARTICLES
    if head in _FORCES and _ends_with_commune(doc, index, last):
        return False
    titled = doc.shapes[index] is Shape.TITLE or _division_length(doc, index)
    if head in _ACRONYMS and not linked and not titled:
        return False
    if head == "mairie" and not linked:
        return False
    return not (head in _PLACE_APART and linked and match_commune(doc, last))


def _ends_with_commune(doc: Document, first: int, last: int) -> bool:
    return any(match_commune(doc, index) == last - index + 1 for index in range(first, last + 1))


def _division_length(doc: Document, index: int) -> int:
    """Tokens of the region or the department right after the head: "MSA AUVERGNE"."""
    kinds = (lexicon.divisions("departments"), lexicon.divisions("regions"))
    return max(match_phrase(doc, index, phrases)[0] for phrases in kinds)


_OF: Final = frozenset({"de", "du", "d", "des"})


def _acronyms(doc: Document) -> Iterator[Span]:
    """ "ASSAD de Carvin", "CARMI du Nord": capitals that are no medical abbreviation, and a place."""
    following = doc.following
    for index in [index for index in doc.uppers if following[index] in _OF]:
        word = doc.folds[index]
        if not 2 <= len(word) <= 7:
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


_BRAND_WORDS: Final = first_words(lexicon.brands())


def _employers(doc: Document) -> Iterator[Span]:
    brands = lexicon.brands()
    for index in openings(doc, _BRAND_WORDS):
        named = index > 0 and doc.shapes[index] in NAME_SHAPES
        if named and (length := match_phrase(doc, index, brands)[0]):
            yield doc.span(index, index + length - 1, ("ORG", "ORGANISME"), 0.8, "brand")
    folds = doc.folds
    for index in [index for index in doc.capitals if folds[index - 1] in _LEADS]:
        if index and doc.shapes[index] in NAME_SHAPES and doc.same_line(index):
            last = _employer_end(doc, index)
            if last >= index:
                yield doc.span(index, last, ("ORG", "ORGANISME"), 0.78, "employer")
                yield from _next_employer(doc, last)


# "1er RCA", "5e RIAOM", "12e régiment de cuirassiers".
_UNIT: Final = re.compile(
    r"(?:1er|\d{1,3}(?:e|è|ème|eme))\s(?:RCA|RIAOM|REP|RPIMA|RIMA|RAMA|RHC|RCP|REI|REG|REC|RMAT|RSMA|RHP|RPC|RTD|RCC|RICM|RMT|BCA|BIMA|[Rr]égiment\s(?:de\s|d['’])[^\W\d_]{4,20}(?:\s(?:parachutistes?|alpins?|marine|étrangers?))?|[Bb]ataillon\s(?:de\s|d['’])[^\W\d_]{4,20}(?:\salpins)?)(?![\w-])"
)
_UNIT_WORDS: Final = word_set("er e eme è ème")


def _units(doc: Document) -> Iterator[Span]:
    """A unit of the army."""
    for index in doc.indices(_UNIT_WORDS):
        if not index or doc.shapes[index - 1] is not Shape.NUMBER or not doc.glued(index):
            continue
        if match := _UNIT.match(doc.text, doc.starts[index - 1]):
            yield Span(*match.span(), "ORG", "ORGANISME", 0.85, "rule:body-number")


_JOB_WORDS: Final = lexicon.words("job_words")
# What stands right before an employer: "chez X", "ouvrier à la X", "cariste X".
_LEADS: Final = _JOB_WORDS | {"chez", "la", "'", "au", "de", "pour", "a", "du"}


def _employer_end(doc: Document, index: int) -> int:
    """The last token of the employer that starts at `index`; -1 when none does."""
    word = doc.folds[index - 1]
    start = doc.starts[index]
    before = doc.folded[max(0, start - _WORK_REACH) : start]
    if word == "chez":
        if _is_home(doc, index, before):
            return -1
        last = name_end(doc, index, capitals=False, weak=True)
        return max(last, index if doc.shapes[index] is Shape.UPPER else last)
    if word not in _JOB_WORDS:
        near = doc.folds[bisect_left(doc.starts, start - _WORK_REACH) : index]
        if not any(map(_TELLS_WORK.__getitem__, near)) or _WORK.search(before) is None:
            return -1
    length = match_phrase(doc, index, lexicon.organisations())[0]
    if length:
        return index + length - 1
    return _unknown_employer(doc, index) if word in ("la", "'", "au") else -1


def _unknown_employer(doc: Document, index: int) -> int:
    """ "opérateur à la Scapnor": no town, no person, no ordinary word."""
    word = doc.folds[index]
    plain = vetoes.is_common(word) or vetoes.is_veto_word(doc, index) or word in doc.lower_words
    if plain or len(word) < 4 or _is_person_like(doc, index) or match_commune(doc, index):
        return -1
    if match_phrase(doc, index, lexicon.countries())[0]:
        return -1
    return name_end(doc, index, capitals=False, weak=True)


def _next_employer(doc: Document, last: int) -> Iterator[Span]:
    """ "chez PSA puis Alstom": the next one of a career."""
    index = last + 2
    if doc.word(last + 1) in ("puis", "et", ",", "/") and doc.same_line(index):
        length = match_phrase(doc, index, lexicon.organisations())[0]
        if length and doc.shapes[index] in NAME_SHAPES:
            yield doc.span(index, index + length - 1, ("ORG", "ORGANISME"), 0.76, "employer")


_JOB: Final = re.compile(
    r"\b(?:ancien|travail|emplo|salari|retrait|ingenieur|carist|ouvrier|poste|macon|chauffeur|secretaire|comptable|vendeu|technicien|agent|cadre|interim|apprenti|stage|stagiaire|soudeur|peintre|menuisier|electricien|plombier|livreur|magasinier|caissi|infirmi|aide|cuisin|serveu|coiffeu|chef|directeur|directrice|gestionnaire|mecanicien|carreleur|conduct|animat|educat|formateur|commercial|operat|monteur|ajusteur|tourneur|fraiseur|routier|prepara|assistante?|embauch|licenci|carriere|profession|exerce|alternan|boucher|boulanger|hotesse|receptionn|vigile|gardien|regleur|couvreur|usine)\w*[^.]{0,40}chez $"
)


def _is_home(doc: Document, index: int, before: str) -> bool:
    """ "chez Mme X", "chez Paul": somebody's home; "est cariste chez Logi-Artois" is a job."""
    word = doc.folds[index]
    if vetoes.is_common(word) or first_name_count(word) > 200 or word in ("m", "mr", "mme", "dr"):
        return True
    return _JOB.search(before) is None


_DONE_BY: Final = re.compile(
    r"\b(?:livree?s?|installee?s?|fournie?s?|assuree?s?|realisee?s?|effectuee?s?|geree?s?|exercee?|transportee?|loue\w*|posee?s?|prete\w*|envoyee?s?|adressee?s?|sous-traite\w*|delivree?s?|prestataire|oxygene|materiel|transport|appareillage|perfusion\w*|nutrition|analyses?)"
    r"(?: [a-z'-]+){0,3} (?:par|a|chez|au) (?:la |le |l'|la societe |l'entreprise |la firme )?$"
)


_BY: Final = frozenset({"par", "societe", "entreprise", "firme"})


def _passive(doc: Document) -> Iterator[Span]:
    """ "matériel livré par Nordair": an unknown firm that delivers, carries or analyses."""
    if doc.present.isdisjoint(_BY):
        return
    folds = doc.folds
    for index in [index for index in doc.capitals if folds[index - 1] in _BY]:
        if index < 2:
            continue
        if doc.shapes[index] is not Shape.TITLE and doc.shapes[index] is not Shape.MIXED:
            continue
        word = doc.folds[index]
        if _is_person_like(doc, index) or vetoes.is_common(word) or match_commune(doc, index):
            continue
        if _DONE_BY.search(doc.folded[max(0, doc.starts[index] - 60) : doc.starts[index]]):
            last = name_end(doc, index, capitals=False, weak=True)
            if last >= 0:
                yield doc.span(index, last, ("ORG", "ORGANISME"), 0.7, "delivered-by")


def _is_person_like(doc: Document, index: int) -> bool:
    word = doc.folds[index]
    known = first_name_count(word) > 0 or lexicon.last_names().get(word, 0) >= 5
    civil = word in lexicon.words("civilities") or word in lexicon.words("titles")
    return known or civil or len(word) < 4
