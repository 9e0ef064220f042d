"""Numbers that identify a person, a stay, a professional or an establishment, by their key or by the name of
their field (folded text); the field's name stays outside."""

import re
from typing import Final

from annotation.domain.control_keys import luhn_is_valid, nir_is_valid
from annotation.domain.labels import Label, Subtype
from worker.engine.lexicon.terms import MEASURE
from worker.engine.rules.pattern import ALWAYS, Pattern, Rule

SECU: Final = Rule("secu", Label.QID, Subtype.SECU, is_sure=True, tells_below=ALWAYS)
RPPS: Final = Rule("rpps", Label.QID, Subtype.RPPS, is_sure=True, tells_below=ALWAYS)
IPP: Final = Rule("ipp", Label.QID, Subtype.IPP, tells_below=ALWAYS)
PATIENT_NUMBER: Final = Rule(
    "patient-number", Label.QID, Subtype.IPP, is_sure=True, tells_below=ALWAYS
)
NDA: Final = Rule("nda", Label.QID, Subtype.NDA)
ADELI: Final = Rule("adeli", Label.QID, Subtype.ADELI, tells_below=ALWAYS)
FINESS: Final = Rule("finess", Label.QID, Subtype.FINESS, tells_below=ALWAYS)
OTHER: Final = Rule("autre", Label.QID, Subtype.AUTRE)
FIELD: Final = Rule("number-field", Label.QID, Subtype.AUTRE, tells_below=ALWAYS)
PLATE: Final = Rule("plate", Label.QID, Subtype.AUTRE, tells_below=ALWAYS)
LOGIN: Final = Rule("login", Label.QID, Subtype.AUTRE, is_sure=True)

_G: Final = r"[ .\-]?"
_NIR_FIGURES: Final = 15
_BORN: Final = re.compile(r"[12]\d\d(?:0[1-9]|1[0-2]|20)")
_NIR_GROUPS: Final = 4  # blanks at least between the groups of one whose key is wrong


def digits_of(value: str) -> str:
    """The figures of a value."""
    return "".join(filter(str.isdigit, value))


def _is_nir(found: str) -> bool:
    """A right key, or the groups in which social-security numbers of a man or a woman born in a month are written."""
    number = re.sub(r"cle|[\s.\-/():|]", "", found)
    grouped = found.strip().count(" ") >= _NIR_GROUPS
    is_whole = grouped or len(number) == _NIR_FIGURES
    return nir_is_valid(number) or (is_whole and _BORN.match(number) is not None)


def _has_figures(least: int, share: float = 0.0) -> "_Test":
    return _Test(least, share)


class _Test:
    """At least so many figures, and that share of the value."""

    def __init__(self, least: int, share: float) -> None:
        self.least, self.share = least, share

    def __call__(self, found: str) -> bool:
        count = len(digits_of(found))
        return count >= self.least and count >= self.share * (len(found.replace(" ", "")) - 4)


_N: Final = r"(?:n°|no|num(?:ero)?\.?|#)"
_OF: Final = r"\s?(?:de |du |d'|de la |des |de l')?"
_VALUE: Final = (
    r"(?P<s>[a-z]{0,5}[-/_. ]?\d[\da-z]*(?:[-_.][\da-z]+|/(?![a-z]{1,5}[ ]?[°:=])[\da-z]+"
    rf"|(?<=\d)[ ](?=\d{{2,}})(?!\d+\s?{MEASURE})\d+){{0,8}})(?!\w)"
)
_AFTER_FIELD: Final = (
    r"(?![a-z])\.?\s?(?:\([a-z ]{2,24}\)\s?)?(?:n°|no\b|n0\b|num\b|:|;|=|\||\s|#|\*|\.|->|>){0,60}"
)
# Fixed lengths, groups of any size between blanks or dots.
_NATIONAL: Final = r"(?P<s>\d(?:[ .]?[\da-b]){8,11})(?!\w)"
_STAY: Final = r"(?:sejour|venue|passage|episode|dossier|visite|admission)"


def _field(rule: Rule, names: str, *examples: str, value: str = _VALUE, least: int = 3) -> Pattern:
    regex = re.compile(rf"(?<![a-z])(?:{names}){_AFTER_FIELD}{value}")
    return Pattern(rule, regex, 0.985, examples, accepts=_has_figures(least, 0.5))


_BY_KEY: Final = (
    Pattern(
        SECU,
        re.compile(
            rf"(?<![\da-z])[1-478]{_G}\d\d{_G}(?:0[1-9]|1[0-2]|[2-3]\d|4[0-2]|[5-9]\d){_G}(?:\d\d|2[ab]){_G}\d{{3}}{_G}\d{{3}}"
            r"(?:(?:[ .\-/]|\s?/\s?|\s?\(?cle\s?:?\s?|\s?\|\s?)?\d\d)?(?![\da-z])"
        ),
        0.98,
        ("NIR : [[2 55 08 93 034 562 30]]", "[[255089303456230]]"),
        accepts=_is_nir,
    ),
    # Belgium's and Switzerland's numbers.
    Pattern(
        SECU,
        re.compile(
            r"(?<![\w.-])(?:\d\d[. ]\d\d[. ]\d\d-\d{3}[. ]?\d\d|756\.\d{4}\.\d{4}\.\d\d)(?![\w-]|\.\d)"
        ),
        0.98,
        ("NISS [[52.03.12-447.18]]", "AVS [[756.4471.1804.22]]"),
    ),
    Pattern(
        RPPS,
        re.compile(r"(?<![\d.,/])10\d{9}(?![\d.,/])"),
        0.9,
        ("Dr Roy [[10100345783]]",),
        accepts=luhn_is_valid,
    ),
    Pattern(
        OTHER,
        re.compile(r"(?<![a-z\d])fr\d\d(?:\s?[\da-z]{4}){5}\s?[\da-z]{3}(?![a-z\d])"),
        0.95,
        ("IBAN [[FR76 3000 6000 0112 3456 7890 189]]",),
    ),
)
_MACHINES: Final = (
    Pattern(
        OTHER,
        re.compile(
            r"(?<![\w:.-])(?:[\da-f]{2}(?P<g>[:-])(?:[\da-f]{2}(?P=g)){4}[\da-f]{2}"
            r"|(?:[\da-f]{1,4}:){7}[\da-f]{1,4})(?![\w:-])"
        ),
        0.9,
        ("poste [[00:1B:44:11:3A:B7]]", "[[2001:0db8:0000:0000:0000:ff00:0042:8329]]"),
    ),
    Pattern(
        LOGIN,
        re.compile(
            r"\b(?:mot de passe|mdp|password|code d'acces)\s?[:=]\s{0,3}(?P<s>[^\s,;]{4,40})"
        ),
        0.9,
        ("mot de passe : [[Vesoul21!]]",),
    ),
)
_BY_FIELD: Final = (
    Pattern(
        SECU,
        re.compile(
            r"\b(?:nir|n°\s?(?:de )?(?:ss|secu\w*(?: sociale)?|immatriculation)|num(?:ero)? (?:de )?(?:ss|secu\w*(?: sociale)?)|n° d'?(?:assure\w*|immatriculation)"
            r"|secu(?:rite sociale)?|secu soc|ins(?:-c|-nir|-nia)?|ss|immatriculation|n° ins|matricule (?:ins|ss)|no ss|insee|carte vitale|vitale)\b\.?"
            r"(?: (?:de l'assuree?|du patient|de la patiente|assuree?|patient|sociale))?\s?(?:n°|:|=|\s|\(|-|\|){0,6}"
            r"(?P<s>[1-478](?:[ .\-]?[0-9ab]){11,14}(?:\s?/\s?\d\d|\s?\(?cle\s?:?\s?\d\d)?)(?![\da-z])"
        ),
        0.97,
        ("N° sécu [[2 55 08 93 034 562 clé 99]]",),
    ),
    _field(
        IPP,
        rf"ipp|nip|npp|i\.p\.p\.?|{_N}{_OF}(?:patiente?|permanent|ipp|nip)|identifiant{_OF}(?:patient|permanent)(?: permanent)?|id\.?\s?-?patient"
        rf"|patiente? (?:id|{_N})|pid|{_N} permanent{_OF}(?:patient)?|identifiant|id|code patient|identite(?!\s?:?\s?ins\b)",
        "IPP : [[8003456789]]",
        "Identifiant patient : [[8 003 456 789]]",
    ),
    _field(
        NDA,
        rf"nda(?:\s?/\s?iep)?|iep|i\.e\.p\.?|n\.d\.a\.?|(?<!titre de ){_STAY} (?:{_N}|num)"
        rf"|(?:{_N}|num|id){_OF}(?:{_STAY}|dos|sej\.?|entree|hospitalisation|iep|nda|hospit|hosp|adm|urgences?)(?: (?:administratif|medical|patient|(?:aux )?urgences))?"
        rf"|(?<!titre de ){_STAY}(?: (?:administratif|medical|patient|urgences))?\s?(?:{_N}|:)|hospit {_N}|hosp\.? {_N}|dos\.?\s?:"
        r"|dossier(?= [a-z]?-?\d{4})|(?:sejour|visite|passage)(?= \d{6})",
        "NDA : [[230118442]]",
        "N° de séjour : [[230098114]]",
        "Dossier n° [[2024/001234]]",
    ),
    _field(RPPS, r"rpps", "RPPS [[10 003 456 789]]", value=_NATIONAL, least=7),
    _field(ADELI, r"adeli", "N° ADELI : [[21 1 23456 7]]", value=_NATIONAL, least=7),
    _field(
        FINESS,
        r"finess(?: (?:geographique|juridique|ej|et|geo))?",
        "FINESS : [[210780581]]",
        value=_NATIONAL,
        least=7,
    ),
    Pattern(
        ADELI,
        re.compile(
            r"\b(?:as|am|n° am|conventionnee?(?: secteur \d)?|identification|facturation)\s?(?:n°)?\s?[:-]?\s?(?P<s>\d\d[ /]?\d[ /]?\d{5}[ /]?\d)(?!\d|[.,]\d)"
        ),
        0.97,
        ("AS [[21 1 07845 3]]",),
    ),
    _field(
        OTHER,
        rf"siret|siren|titre de sejour\s?{_N}|pv|proces-verbal|procedure {_N}|requisition {_N}|adherente?|patiente?(?= \d{{2,3}}-\d{{2,4}})"
        r"|alloc(?:ataire)?(?: (?:caf|msa))?\.?|dossier (?:cpam|caf|mdph|msa|apa|at)|iban|rib|carte vitale|cps|ald|amo|amc"
        rf"|(?:{_N}|num){_OF}(?:examen|prel|demande|ech|accession|adherente?|contrat|police|mutuelle|facture|laboratoire|labo|etiquette"
        r"|serie|lot|enregistrement|inclusion|matricule|facultatif|am|bloc|lame|biopsie|passeport|carte|permis|agrement|autorisation|allocataire"
        r"|beneficiaire|dossier \w+|etude|image|anapath|cr|bon|commande|implant|don|greffon|poche|tube|prescription|ordonnance|transport|bracelet"
        r"|cliche|pm|protocole de soins|ordre|client|licence|dmp|bilan|frottis|consultation|intervention|analyse|resultat|plaque|immatriculation"
        r"|vignette|badge|telealarme|declaration|sinistre|allocation|cni|titre|sejour etranger)\w*"
        rf"|(?:examen|prelevement|prelev|prel|demande|echantillon|echant|ech|accession|contrat|adherent|police|matricule|bon(?: de [a-z]+)?|bracelet|bloc|dossier [a-z]+)\.?\s?{_N}"
        r"|s/n|n/s|sn|accession(?: number)?|matricule|allocataire|passeport|plaque|immatriculee?|ame",
        "Examen n° [[ECH-2022-03318]]",
        "N° de série : [[PJN482910H]]",
    ),
    # Names that a number follows at once; four figures or more, and no year.
    Pattern(
        FIELD,
        re.compile(
            r"(?<![a-z])(?:tubes?|cliche|abonnee?|badge|inventaire|code[- ]barres?|bracelet|demande|facture|poche|sinistre|contrat|licence|donneur"
            r"|receveur|randomisation|allocataire(?: caf)?|caf|mdph|apa|udi|cristal|e-?prescription|ordonnance|livret"
            r"|compte (?:ameli|client|mon espace sante|patient)|titre de recette|archivage|bloc|venue|passage|telesuivi|assurance|mutuelle"
            r"|beneficiaire|adherente?|registre(?: [a-z]+){0,3}|permis|carnet(?: [a-z]+){0,3})\s?(?:n°|:|#|-|\s|\(){0,6}"
            r"(?P<s>(?!(?:19|20)\d\d(?![\da-z/.-]))(?:[a-z]{1,4}[-/]?)?\d[\da-z]*(?:[-/.][\da-z]+|[ ]\d{3,}(?!\d)){0,8})(?![\w,])"
        ),
        0.97,
        ("facture [[F2022-118440]] soldée", "tube [[2207110448]]"),
        accepts=_has_figures(4),
    ),
    Pattern(
        PLATE,
        re.compile(
            r"(?<![\w-])[a-z]{2}-\d{3}-[a-z]{2}(?![\w-])"
            r"|\b(?:plaque|immat\w*\.?|vehicule|voiture|scooter|vl|camion|moto|pl|fourgon)\b[^\n.;]{0,24}? (?P<s>[a-z]{2}[- ]?\d{3}[- ]?[a-z]{2}|\d{1,4}[- ]?[a-z]{2,3}[- ]?(?:\d\d|2[ab]))(?![\w-])"
        ),
        0.98,
        ("clio [[FG-118-KL]]", "plaque [[BX 447 RT]]"),
    ),
)
# Inclusions of a study, patients of a meeting's list: the number is the patient's, however short.
_PATIENT_NUMBER: Final = Pattern(
    PATIENT_NUMBER,
    re.compile(
        r"(?<![a-z])(?:patiente?|pte?)\.? ?(?:n°|no\.?|#) ?(?P<s>\d[\w-]{0,12}\d)(?!\w|,\d)"
    ),
    0.95,
    ("pt n° [[2-118]]", "patiente n°[[04-017]]"),
    accepts=_has_figures(3),
)
_MIXED: Final = r"(?:[a-z]{2,20}\d{1,6}|[a-z]\d{3,7}|[a-z]{1,12}[._][a-z]{2,20}\d{0,3})"
_WITHOUT_FIELD: Final = (
    Pattern(
        LOGIN,
        re.compile(
            r"\b(?:login|log-in|user(?:name)?|utilisat(?:eur|rice)|id utilisateur|compte|identifiant|operat(?:eur|rice)|(?:saisi|valide|edite|imprime)e? par)(?:\s?[:=]\s{0,3}(?P<s>[a-z][\w.-]{2,20})"
            rf"|\s{{1,16}}(?P<s2>{_MIXED}))(?![\w@-]|\.\w)|\bip\s?:?\s?(?P<s3>\d{{1,3}}(?:\.\d{{1,3}}){{3}})(?![\d.]*\d)"
        ),
        0.85,
        ("login : [[p.leroy]]", "ip [[10.2.4.18]]", "saisi par [[pleroy21]]"),
    ),
)

PATTERNS: Final = (*_BY_KEY, *_MACHINES, *_BY_FIELD, _PATIENT_NUMBER, *_WITHOUT_FIELD)
