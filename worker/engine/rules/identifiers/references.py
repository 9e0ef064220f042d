"""References of a letter ("N/Réf : DUR/MM/2020-113")."""

import re
from typing import Final

from annotation.domain.labels import Label, Subtype
from worker.engine.rules.pattern import ALWAYS, Pattern, Rule
from worker.engine.text.folding import word_set

REFERENCE: Final = Rule("reference", Label.REF, Subtype.REF, tells_below=ALWAYS)

_VALUE: Final = (
    r"(?P<s>[a-z\d]+(?:[/\\\-_.:](?:n°)?[a-z\d]+|[ ]?[/\\\-][ ]?(?:(?=[a-z]{0,5}\d)[a-z\d]+|[a-z]{1,4}(?![a-z'\d]))"
    r"|[ ](?=[a-z]{0,12}\d)[a-z\d]+|[ ](?=[a-z]{1,3}(?:[/\-\n]|$))[a-z\d]+){0,8})"
)
_OF_WHAT: Final = (
    r"(?: (?:courrier|dossier|interne|a rappeler(?: dans toute correspondance)?|patient|administratives?|du dossier|secretariat|lettre|document|du courrier"
    r"|du document|cr|dictee|(?:de|a) (?:votre|notre|ce) (?:courrier|dossier|rdv|rendez-vous|demande|lettre)|de la demande|demande|devis|facture|commande|contrat|de l'envoi|/dossier))?"
)
_TO_VALUE: Final = r"\s?(?:[:=]|n°|\s){1,6}\s?"
# On a label "REF 6810-28 LOT K-00918 Exp 2026-11" is the maker's catalogue.
_NO_LABEL: Final = r"(?![^;]{0,40}\b(?:l[o0]ts?|exp|sn|s/n|peremption|n° (?:de )?serie)\b)"
_LEAST: Final = 3  # characters of a reference with a figure
_LONGEST_INITIALS: Final = 5  # "DURMM 2020-113"
_SMALL_WORDS: Final = word_set("a au de du en la le les par pour sur")


def _is_reference(found: str) -> bool:
    """A figure and three characters, and no word before them ("Réf\tAntériorité 12/08", "à rappeler au 03 80"); initials
    alone are the model's business."""
    first = found.split(" ")[0]
    is_word = first.isalpha() and (len(first) > _LONGEST_INITIALS or first in _SMALL_WORDS)
    return len(found) >= _LEAST and any(map(str.isdigit, found)) and not is_word


PATTERNS: Final = (
    Pattern(
        REFERENCE,
        re.compile(
            r"(?<![a-z])(?:[nv]\s?[/.]?\s?ref(?:erence)?s?|(?:nos|vos|mes|notre|votre) ref(?:erence)?s?|a rappeler(?: dans toute correspondance)?|affaire"
            r"|frappe|dactylo|dact\.?|initiales|code courrier|correspondance(?: referencee)?"
            rf"|id(?:entifiant)? (?:du |de la )?(?:document|doc|courrier|lettre|message)(?=\s?:))(?![a-z])\.?{_OF_WHAT}{_TO_VALUE}{_VALUE}"
        ),
        0.93,
        ("N/Réf : [[DUR/MM/2020-113]]", "Nos réf. : [[CC/AD/18-5521]]"),
        accepts=_is_reference,
    ),
    Pattern(
        REFERENCE,
        re.compile(
            r"(?<![a-z])ref(?:erence)?s?(?!\.?\s(?:(?:de l'|du |de la |de )?(?:prelevement|examen|echantillon|bloc|lame|implant|labo|produit|article|lot"
            rf"|catalogue))\b)(?![a-z])\.?{_OF_WHAT}{_TO_VALUE}{_NO_LABEL}{_VALUE}"
        ),
        0.93,
        ("Réf. courrier : [[EDV/CB/22-0315]]",),
        accepts=_is_reference,
    ),
)
