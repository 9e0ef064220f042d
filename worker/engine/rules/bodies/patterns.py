"""Sectors of psychiatry, named laboratories and nurseries, acronyms with a department's number, public bodies by their official name."""

import re
from typing import Final

from annotation.domain.labels import Label, Subtype
from worker.engine import lexicon
from worker.engine.lexicon.terms import DEPARTMENT_NUMBER
from worker.engine.rules.pattern import ALWAYS, Pattern, Rule
from worker.engine.vetoes import words as vetoes

# What the very same words are, lists of firms tell better than the model.
BRAND: Final = Rule(
    "brand", Label.ORG, Subtype.ORGANISME, tells_below=ALWAYS, examples=("oxygène par [[Orkyn]]",)
)
HOSPITAL_NAME: Final = Rule(
    "hospital-name", Label.ORG, Subtype.HOPITAL, tells_below=0.91, examples=("suivi à [[Cochin]]",)
)
HOSPITAL: Final = Rule(
    "hospital",
    Label.ORG,
    Subtype.HOPITAL,
    tells_below=ALWAYS,
    examples=("à la [[clinique des Trois Chênes]]", "au [[CHU de Dijon]]"),
)
BODY: Final = Rule("organisation", Label.ORG, Subtype.ORGANISME, tells_below=ALWAYS)
# A capital right after these kinds names one, however ordinary a network finds the name.
NAMED_BODY: Final = Rule("named-body", Label.ORG, Subtype.ORGANISME, is_sure=True)
BODY_NUMBER: Final = Rule("body-number", Label.ORG, Subtype.ORGANISME, is_sure=True)
# Department, adults or children, number: a sector of psychiatry is nothing else.
SECTOR: Final = Rule("psychiatry-sector", Label.ORG, Subtype.SERVICE, is_sure=True)

_NO_COUNT: Final = r"(?!\w|[.,/-]\d|\s?(?:%|mg|g/|g\b|ml|mm|cm|kg|ui|ans|mois|jours|h\b|min|sec|places|lits|seances|fois|points?|pts|/|[-–]\s?\d|a\s\d))"
_WARDS: Final = (
    r"(?:[Uu]nit[eé]|[Ss]ecteur|[Pp][oô]le|[Pp]avillon|UNIT[EÉ]|SECTEUR|P[OÔ]LE|PAVILLON)"
)
# Acronyms that are nothing else than bodies, whatever stands before them.
_ACRONYMS: Final = (
    r"(?:adapei|adil|admr|adpep|aemo|aftc|agafpa|aist|anpaa|apajh|apei|apf|ars|arsla|ase|atmp|cada|caf|carsat|ccas|cdad|cgss|chrs|cias|cicat|cidff|cio|clat|cmsea|cnav|cpam|crama?|crip|crous|csapa|ddcs|ddets"
    r"|ddfip|ddpp|ddsp|dreets|dsden|fcpe|fnath|giscop|mda|mdph|mdt|mgen|mjpm|pcpe|pmi|saad|sameth|samsah|savs|sessad|siao|sist|spip|spst|ssiad|ssti|udaf|udapei|udcca|udsp|unafam|unapei|urssaf|utpas)"
)
# "CARSAT BFC": a region by its letters; a number in the list of bodies of one kind.
_AREA: Final = rf"(?:{DEPARTMENT_NUMBER}(?:-{DEPARTMENT_NUMBER})?|\d{{2,3}}|bfc|ara|aura|paca|idf|hdf|naq|pdl|cvl|npdc)"
_HOMES: Final = r"(?:(?:ime|impro|itep|camsp|cmpp|esat|sessad) (?:des )?)"
_LEVEL: Final = r"(?:departementale?|regionale?|interregionale?|nationale?|academique|territoriale?|interdepartementale?|diocesaine?|locale?)"
# "de l'ordre des deux semaines", "inspection des aisselles" name nobody.
_PROFESSION: Final = r"(?:medecins|infirmiere?s|pharmaciens|avocats|sages-femmes|masseurs|kinesitherapeutes|chirurgiens|pedicures|podologues|dentistes|notaires|architectes|experts|veterinaires|geometres|psychologues)"
# A public body; its place is at the end of its name.
OFFICIAL: Final = re.compile(
    rf"(?<![a-z\d-])(?:registre(?= d)|observatoire|commission(?= d| {_LEVEL})|maison (?:departementale|territoriale|des [a-z]{{5,}}|de la justice)|(?:delegation|direction|agence|centre|service|comite|union|caisse|corps|cellule) {_LEVEL}"
    rf"|conseil (?:de l'ordre|{_LEVEL})|chambre (?:{_LEVEL}|d'agriculture|de commerce|des metiers|des notaires)|centre d'information|federation|office (?:de|public|national)"
    rf"|ordre (?:{_LEVEL} )?(?:des|de la) {_PROFESSION}|inspection (?:d'academie|du travail|generale|de l'education|de l'enseignement|{_LEVEL})|academie|archeveche|eveche|diocese)(?![a-z\d-])"
)
# Words of its title, up to what no title holds, and what stands before its place.
OFFICIAL_TITLE: Final = re.compile(
    r"(?:(?!\b(?:est|sont|a|ont|que|qui|il|elle|on|nous|vous|patiente?s?|sa|son|ses|mon|ma|ce|cette|par|sur|avec|dans|chez|sans|depuis|afin|puis|pas|mais|ou|fait|suivie?|retour|sortie)\b)[a-z', –-]){0,100}"
)
PLACE_LINK: Final = re.compile(
    r"(?: (?:de la |de l'|de |du |des |d')| [-–] | \()(?:le |la |les |l')?(?=\S)"
)


_TITLED: Final = (
    r"[A-ZÀ-Ý][\w'’-]+(?:(?: (?:de|du|des|la|&))? [A-ZÀ-Ý][\w'’-]*){0,3}(?: \d{2})?(?![\w-])"
)


_CARE_WORDS: Final = lexicon.abbreviations().union(
    *map(lexicon.words, ("no_acronyms", "capital_heads", "scores"))
)


def _names_care(word: str) -> bool:
    """A word of medicine, an abbreviation, a score."""
    return word in _CARE_WORDS or vetoes.is_common(word)


PATTERNS: Final = (
    # The kind stays outside unless "du", "de la" binds it: "labo [Synabio]", "[labo du Dragon]".
    Pattern(
        NAMED_BODY,
        re.compile(rf"(?<!\w)(?i:labo|cr[eè]che) (?P<s>{_TITLED})"),
        0.82,
        ("labo [[Synabio]]", "crèche [[Pom de Reinette]]"),
        accepts=lambda found: not _names_care(found.split()[0]),
        is_written=True,
    ),
    Pattern(
        BODY,
        re.compile(rf"(?<!\w)(?i:labo|cr[eè]che) (?:du |de la |des |de l['’]){_TITLED}"),
        0.82,
        ("[[labo du Dragon]]",),
        is_written=True,
    ),
    Pattern(
        SECTOR,
        re.compile(rf"(?<!\w){_WARDS} (?:n° ?)?\d\d ?[GIgi] ?\d\d(?!\w|[.,/-]\d)"),
        0.66,
        ("suivi par le [[secteur 59G12]]",),
        is_written=True,
    ),
    Pattern(
        BODY_NUMBER,
        re.compile(
            rf"(?<![a-z\d-])(?:{_HOMES}(?:pep|{_ACRONYMS})|{_ACRONYMS}) (?:n° ?)?{_AREA}{_NO_COUNT}"
        ),
        0.85,
        ("dossier [[UDAF 62]]", "l'[[IME ADAPEI 25]]"),
    ),
)
