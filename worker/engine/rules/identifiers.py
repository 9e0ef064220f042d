"""Numbers that identify a person, a stay, a professional or an establishment."""

import re
from collections.abc import Iterator
from typing import Final

from annotation.domain.spans import Span
from worker.engine.rules import identifier_starts
from worker.engine.rules.checksums import luhn_is_valid, nir_is_valid
from worker.engine.text.anchors import Anchors, matches_at
from worker.engine.text.document import Document

_G: Final = r"[ .\-]?"
_NIR: Final = re.compile(
    rf"(?<![\da-z])[1-478]{_G}\d\d{_G}(?:0[1-9]|1[0-2]|[2-3]\d|4[0-2]|[5-9]\d){_G}(?:\d\d|2[ab]){_G}\d{{3}}{_G}\d{{3}}"
    r"(?:(?:[ .\-/]|\s?/\s?|\s?\(?cle\s?:?\s?|\s?\|\s?)?\d\d)?(?![\da-z])"
)
# Belgium's and Switzerland's numbers: "52.03.12-447.18", "756.4471.1804.22".
_ABROAD: Final = re.compile(
    r"(?<![\w.-])(?:\d\d[. ]\d\d[. ]\d\d-\d{3}[. ]?\d\d|756\.\d{4}\.\d{4}\.\d\d)(?![\w-]|\.\d)"
)
_NIR_FIELD: Final = re.compile(
    r"\b(?:nir|n°\s?(?:de\s)?(?:ss|secu\w*(?:\ssociale)?|immatriculation)|num(?:ero)?\s(?:de\s)?(?:ss|secu\w*(?:\ssociale)?)|n°\sd'?(?:assure\w*|immatriculation)"
    r"|secu(?:rite\ssociale)?|secu\ssoc|ins(?:-c|-nir|-nia)?|ss|immatriculation|n°\sins|matricule\s(?:ins|ss)|no\sss|insee|carte\svitale|vitale)\b\.?"
    r"(?:\s(?:de l'assuree?|du patient|de la patiente|assuree?|patient|sociale))?\s?(?:n°|:|=|\s|\(|-|\|)*"
    r"(?P<n>[1-478](?:[ .\-]?[0-9ab]){11,14}(?:\s?/\s?\d\d|\s?\(?cle\s?:?\s?\d\d)?)(?![\da-z])"
)
_N: Final = r"(?:n°|no|num(?:ero)?\.?|nº|#)"
_OF: Final = r"\s?(?:de\s|du\s|d'|de\sla\s|des\s|de\sl')?"
# Field name → sub-type. The value follows after signs of punctuation only.
_FIELDS: Final = (
    (
        "IPP",
        rf"ipp|nip|npp|i\.p\.p\.?|{_N}{_OF}(?:patient(?:e)?|permanent|ipp|nip)|identifiant{_OF}(?:patient|permanent)(?:\spermanent)?|id\.?\s?-?patient|patient(?:e)?\s(?:id|{_N})|pid|{_N}\spermanent{_OF}(?:patient)?|identifiant|id|code\spatient|identite",
    ),
    (
        "NDA",
        rf"nda(?:\s?/\s?iep)?|iep|i\.e\.p\.?|n\.d\.a\.?|(?<!titre de )(?:sejour|venue|passage|episode|dossier|visite|admission)\s(?:{_N}|num)|(?:{_N}|num|id){_OF}(?:dossier|dos|sejour|sej\.?|venue|passage|visite|entree|admission|episode|hospitalisation|iep|nda|hospit|hosp|adm|urgences?)(?:\s(?:administratif|medical|patient|(?:aux\s)?urgences))?"
        rf"|(?<!titre de )(?:sejour|venue|passage|episode|dossier|visite|admission)(?:\s(?:administratif|medical|patient|urgences))?\s?(?:{_N}|:)|hospit\s{_N}|hosp\.?\s{_N}|dos\.?\s?:|dossier(?=\s[a-z]?-?\d{{4}})|sejour(?=\s\d{{6}})|visite(?=\s\d{{6}})|passage(?=\s\d{{6}})",
    ),
    ("RPPS", r"rpps|n°\srpps"),
    ("ADELI", r"adeli|n°\sadeli"),
    ("FINESS", r"finess(?:\s(?:geographique|juridique|ej|et|geo))?|n°\sfiness"),
    (
        "AUTRE",
        rf"siret|siren|titre\sde\ssejour\s?{_N}|pv|proces-verbal|procedure\s{_N}|requisition\s{_N}|adherente?|patiente?(?=\s\d{2, 3}-\d{2, 4})|alloc(?:ataire)?(?:\s(?:caf|msa))?\.?|dossier\s(?:cpam|caf|mdph|msa|apa|at)|iban|rib|carte\svitale|cps|ald|amo|amc"
        rf"|(?:{_N}|num){_OF}(?:examen|prelevement|demande|echantillon|accession|adherente?|contrat|police|mutuelle|facture|laboratoire|labo|etiquette|serie|lot|enregistrement|inclusion|matricule|facultatif|am|bloc|lame|biopsie|passeport|carte|permis|agrement|autorisation|allocataire|beneficiaire|dossier\s\w+|etude|image|anapath|cr|bon|commande|implant|don|greffon|poche|tube|prescription|ordonnance|transport|bracelet|cliche|pm|protocole\sde\ssoins|ordre|client|licence|dmp|bilan|frottis|consultation|intervention|analyse|resultat|plaque|immatriculation|vignette|badge|telealarme|declaration|sinistre|allocation|cni|titre|sejour\setranger)\w*"
        rf"|(?:examen|prelevement|demande|echantillon|accession|contrat|adherent|police|matricule|bon(?:\sde\s[a-z]+)?|bracelet|bloc|dossier\s[a-z]+)\s?{_N}|s/n|n/s|sn|accession(?:\snumber)?|matricule|allocataire|passeport|plaque|immatriculee?|ame",
    ),
)
_VALUE: Final = r"(?P<n>[a-z]{0,5}[-/_. ]?\d[\da-z]*(?:[-_.][\da-z]+|/(?![a-z]{1,5}[ ]?[°:=])[\da-z]+|(?<=\d)[ ](?=\d{2,})\d+)*)(?![\w])"
_AFTER_FIELD: Final = r"(?![a-z])\.?\s?(?:\((?:[a-z ]{2,24})\)\s?)?(?:n°|nº|no\b|n0\b|num\b|:|;|=|\||\s|#|\*|\.|->|>)*"
# Names that a number follows at once; four digits or more, and no year.
_BARE_FIELD: Final = re.compile(
    r"(?<![a-z])(?:tubes?|cliche|abonnee?|badge|inventaire|code[- ]barres?|bracelet|demande|facture|poche|sinistre|contrat|licence|donneur|receveur|randomisation|allocataire(?:\scaf)?|caf|mdph|apa|udi|cristal"
    r"|e-?prescription|ordonnance|livret|compte\s(?:ameli|client|mon espace sante|patient)|titre de recette|archivage|bloc|venue|passage|randomisation|telesuivi|assurance|mutuelle|beneficiaire|adherente?|registre(?:\s[a-z]+){0,3}|permis|carnet(?:\s[a-z]+){0,3})"
    r"\s?(?:n°|nº|:|#|-|\s|\()*(?P<n>(?!(?:19|20)\d\d(?![\da-z/.-]))(?:[a-z]{1,4}[-/]?)?(?=[\da-z/. -]*\d[\da-z/. -]*\d[\da-z/. -]*\d)\d[\da-z]*(?:[-/.][\da-z]+|[ ]\d{3,}(?!\d))*)(?![\w,])"
)
# A vehicle: "FG-118-KL", and after its name also "BX 447 RT", "4417 KL 21".
_PLATE: Final = re.compile(r"(?<![\w-])(?P<n>[A-Z]{2}-\d{3}-[A-Z]{2})(?![\w-])")
_VEHICLE: Final = re.compile(
    r"\b(?:plaque|immat\w*\.?|vehicule|voiture|scooter|vl|camion|moto|pl|fourgon)\b[^\n.;]{0,24}?\s(?P<n>[a-z]{2}[- ]?\d{3}[- ]?[a-z]{2}|\d{1,4}[- ]?[a-z]{2,3}[- ]?(?:\d\d|2[ab]))(?![\w-])"
)
# Fixed lengths, groups of any size between blanks or dots.
_NATIONAL: Final = r"(?P<n>\d(?:[ .]?[\da-b]){8,11})(?![\w])"
_COMPILED: Final = tuple(
    (
        subtype,
        identifier_starts.field(subtype),
        re.compile(
            rf"(?<![a-z])(?:{names}){_AFTER_FIELD}"
            + (_NATIONAL if subtype in ("RPPS", "ADELI", "FINESS") else _VALUE)
        ),
    )
    for subtype, names in _FIELDS
)
_LOTS: Final = re.compile(
    r"\b(?:lots?|s/n|ref\slot)\s?(?:n°|:)?\s?(?:[a-z]{3,15}\s)?(?P<n>[a-z]{0,4}\d[\da-z]*(?:[-/.][\da-z]+)*)"
    r"(?P<more>(?:\s?[/,;]\s?[a-z]{3,15}\s[a-z]{0,4}\d[\da-z]*(?:[-/.][\da-z]+)*)*)(?![\w])"
)
_SAMPLE: Final = re.compile(
    r"\b(?:dossier|examen|demande|prelevement|ref\.?\sexamen)\s?(?:n°|:|\s)+(?P<n>[\da-z]*\d[\da-z]*(?:[-/.][\da-z]+)+)(?![\w])"
)
# The old number of a professional on a letterhead: "AS 21 1 07845 3".
_ADELI: Final = re.compile(
    r"\b(?:as|am|n° am|conventionnee?(?: secteur \d)?|identification|facturation)\s?(?:n°)?\s?[:-]?\s?(?P<n>\d\d[ /]?\d[ /]?\d{5}[ /]?\d)(?!\d|[.,]\d)"
)
_RPPS: Final = re.compile(r"(?<![\d.,/])10\d{9}(?![\d.,/])")
_LONG: Final = re.compile(
    r"(?<![\w.,/+*-])(?:[a-z]\d{7,12}|\d{7,18})(?![\w]|[.,/-]\d|\s?(?:/|%|g/|ui|copies|cellules|elements|ufc|ml|mg|kcal|cop|germes|plaquettes|euros|€)(?![a-z]))"
)
_NUMERO: Final = re.compile(
    r"(?<![a-z])(?:n°|nº|numero)\s?:?\s?(?P<n>(?:[a-z]{1,3}[-/]?)?\d{5,}(?:[-/]\d+)*|(?:[a-z]{2,4}-)?\d{2,4}[-/.]\d{3,8}(?:-\d{2,6})?)(?!\w)"
)
# Sample and report numbers: P24-01234, 22H04419, ECH-2022-03318.
_CODE: Final = re.compile(
    r"(?<![\w./-])(?:[a-z]{1,4}-?\d{2,4}[-./]\d{3,8}(?:-\d+)?|\d{2}[a-z]{1,2}-?\d{4,7}|\d{2,4}[-/][a-z]{1,3}[-/]\d{3,7}|(?!(?:[bdfl]|ch)-\d{4,5}(?!\d))[a-z]{1,4}-\d{4,7}(?:-\d{1,4})?|[a-z]{2,5}[-/]\d{2,4}[-/](?!(?:19|20)\d\d\b)\d{3,6}|[a-z]{1,4}-\d{2,4}-\d{3,8}|\d{2}-\d{5,8}|\d{4}-\d{5,8}|\d{6,8}[-/]\d{2,5}|\d{2,4}[./]\d{4}[./]\d{3,5})(?![\w/-]|\.\d)"
)
_IBAN: Final = re.compile(r"(?<![a-z\d])fr\d\d(?:\s?[\da-z]{4}){5}\s?[\da-z]{3}(?![a-z\d])")


def find_identifiers(doc: Document) -> Iterator[Span]:
    """The value alone; the field's name stays outside."""
    anchors = doc.anchors
    if not anchors.numbers:
        return
    yield from _social_security(anchors)
    for subtype, starts, pattern in _COMPILED:
        for match in anchors.matches(pattern, starts(anchors)):
            if _is_number(match.group("n"), subtype):
                yield _qid(match.start("n"), match.end("n"), subtype, 0.985)
    for match in anchors.matches(_SAMPLE, identifier_starts.samples(anchors)):
        if _digits(match.group("n")) and len(_digits(match.group("n"))) >= 4:
            yield _qid(match.start("n"), match.end("n"), "AUTRE", 0.9)
    for match in anchors.matches(_BARE_FIELD, identifier_starts.bare_fields(anchors)):
        if len(_digits(match.group("n"))) >= 4:
            yield _qid(match.start("n"), match.end("n"), "AUTRE", 0.97, "rule:number-field")
    yield from _vehicles(doc)
    yield from _lots(anchors)
    yield from _without_field(anchors)


def _vehicles(doc: Document) -> Iterator[Span]:
    anchors = doc.anchors
    text = doc.text
    three = [at - 3 for at in anchors.runs.three if at > 2 and text[at - 1] == "-"]
    for match in matches_at(_PLATE, doc.text, three):
        yield _qid(match.start("n"), match.end("n"), "AUTRE", 0.9, "rule:plate")
    for match in anchors.matches(_VEHICLE, identifier_starts.vehicles(anchors)):
        yield _qid(match.start("n"), match.end("n"), "AUTRE", 0.98, "rule:plate")


def _social_security(anchors: Anchors) -> Iterator[Span]:
    for match in anchors.matches(_NIR, identifier_starts.nirs(anchors)):
        number = re.sub(r"cle|[\s.\-/():|]", "", match.group())
        if nir_is_valid(number):
            yield _qid(match.start(), match.end(), "SECU", 0.99)
        elif len(number) == 15 or (" " in match.group().strip() and match.group().count(" ") >= 4):
            yield _qid(match.start(), match.end(), "SECU", 0.85)
    for match in anchors.matches(_ABROAD, identifier_starts.abroad(anchors)):
        yield _qid(match.start(), match.end(), "SECU", 0.98)
    for match in anchors.matches(_NIR_FIELD, identifier_starts.security(anchors)):
        yield _qid(match.start("n"), match.end("n"), "SECU", 0.97)


def _lots(anchors: Anchors) -> Iterator[Span]:
    for match in anchors.matches(_LOTS, identifier_starts.lots(anchors)):
        if len(_digits(match.group("n"))) >= 3:
            yield _qid(match.start("n"), match.end("n"), "AUTRE", 0.75)
        offset = match.start("more")
        for other in re.finditer(
            r"(?<=\s)[a-z]{0,4}\d[\da-z]*(?:[-/.][\da-z]+)*", match.group("more")
        ):
            yield _qid(offset + other.start(), offset + other.end(), "AUTRE", 0.75)


def _without_field(anchors: Anchors) -> Iterator[Span]:
    for match in anchors.matches(_RPPS, identifier_starts.rpps(anchors)):
        if luhn_is_valid(match.group()):
            yield _qid(match.start(), match.end(), "RPPS", 0.9)
    for match in anchors.matches(_ADELI, identifier_starts.adeli(anchors)):
        yield _qid(match.start("n"), match.end("n"), "ADELI", 0.97)
    for match in anchors.matches(_IBAN, identifier_starts.ibans(anchors)):
        yield _qid(match.start(), match.end(), "AUTRE", 0.95)
    for match in anchors.matches(_CODE, identifier_starts.codes(anchors)):
        yield _qid(match.start(), match.end(), "AUTRE", 0.65)
    for match in anchors.matches(_NUMERO, identifier_starts.numeros(anchors)):
        yield _qid(match.start("n"), match.end("n"), "AUTRE", 0.75)
    for match in anchors.matches(_LONG, identifier_starts.long_numbers(anchors)):
        if not _looks_like_a_count(match.group()):
            yield _qid(match.start(), match.end(), "AUTRE", 0.6)


def _looks_like_a_count(number: str) -> bool:
    return number.endswith("000")


def _is_number(value: str, subtype: str) -> bool:
    digits = _digits(value)
    if subtype in ("RPPS", "ADELI", "FINESS"):
        return len(digits) >= 7
    return len(digits) >= 3 and len(digits) * 2 >= len(value.replace(" ", "")) - 4


def _digits(value: str) -> str:
    return "".join(character for character in value if character.isdigit())


def _qid(start: int, end: int, subtype: str, score: float, source: str = "") -> Span:
    return Span(start, end, "QID", subtype, score, source or f"rule:{subtype.lower()}")
