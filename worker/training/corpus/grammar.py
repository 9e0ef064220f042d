"""French at the seam between a template's words and what a slot writes: elision and contraction."""

import re
from typing import Final

from worker.engine.text.folding import fold
from worker.training.corpus import tables
from worker.training.corpus.marked import Fragment

_VOWEL: Final = re.compile(r"[aeiouyàâäéèêëîïôöùûüœAEIOUYÀÂÄÉÈÊËÎÏÔÖÙÛÜŒ]|[hH](?=[ôéeiuoôÔ])")
_SEAM: Final = re.compile(
    r"(?:^|(?<=[\s(«]))(de|De|à|À|au|Au|du|Du|le|Le|la|La|l'|L'|de la|à la|à l'|de l'|en|En|d'|dans le|aux) ?$"
)
_FEMININE_HEADS: Final = frozenset(
    ["clinique", "polyclinique", "maternite", "residence", "maison", "had", "hospitalisation", "usld", "unite", "federation", "pharmacie", "mutuelle", "caisse", "ecole", "creche", "universite", "association", "societe", "entreprise", "mairie", "prefecture", "cpam", "msa", "caf", "carsat", "mdph", "udaf", "apf", "adapei", "croix-rouge", "halte-garderie", "boulangerie", "scierie", "conserverie", "communaute", "ambulance", "marpa", "mas", "securite", "sarl", "poste", "sncf", "fondation", "mapa", "msp", "pmi", "grande",
     "usine", "fonderie", "filature", "tannerie", "verrerie", "minoterie", "laiterie", "briqueterie", "sucrerie", "papeterie", "cristallerie", "criee", "capitainerie", "mine", "carriere", "centrale", "raffinerie", "cooperative", "earl", "scea", "cave", "fosse", "marbrerie", "charpente", "plomberie",
     "carrosserie", "jardinerie", "dechetterie", "base", "ba", "caserne", "compagnie", "fregate", "crs", "orthopedie", "ligue", "delegation", "antenne", "amicale", "cpts", "pta", "micro-creche", "mam", "maternelle", "institution", "mecs", "mfr", "cantine", "regie", "pension", "sa", "scm", "filiere", "maternite", "villa", "poly", "segpa", "ulis", "pouponniere", "consultation", "mater", "equipe", "fondation", "cite"]
)  # fmt: skip
_PLURAL_HEADS: Final = frozenset(
    ["hopitaux", "ambulances", "urgences", "restos", "taxis", "ets", "etablissements"]
)
_BARE: Final = frozenset(["aura", "emmaus", "edf", "renault", "psa", "carrefour", "lidl", "auchan"])
_HOUSES: Final = frozenset(("HOPITAL", "SERVICE", "ORGANISME"))


def agree(before: str, fragment: Fragment) -> tuple[str, Fragment]:
    """The text before a slot, corrected, and the slot's fragment.

    "au" + "Clinique du Parc" → "à la Clinique du Parc"; "de" + "Autun" → "d'Autun"; "à" + "Le
    Mans" → "au Mans"; "en" + "Portugal" → "au Portugal"; a head word said twice is said once.
    """
    if not fragment or not fragment[0].subtype:
        return before, fragment
    subtype = fragment[0].subtype
    if subtype in _HOUSES:
        return _agree_house(before, _without_echo(before, fragment))
    if subtype == "VILLE":
        return _agree_town(before, fragment)
    if subtype == "PAYS":
        return _agree_country(before, fragment), fragment
    if subtype in {"NOM", "PRENOM"}:
        return _elided(before, fragment[0].text), fragment
    return before, fragment


def _without_echo(before: str, fragment: Fragment) -> Fragment:
    """ "le laboratoire" + "Laboratoire Cauchois": the head word stays outside."""
    first = fragment[0]
    head, _, rest = first.text.partition(" ")
    words = before.rstrip(" :").rsplit(None, 1)
    if rest and words and before[-1:] in " :" and fold(words[-1]) == fold(head):
        return (first._replace(text=rest), *fragment[1:])
    return fragment


def _elided(before: str, name: str) -> str:
    if _VOWEL.match(name) and before.endswith((" de ", "\nde ")):
        return before[:-2] + "'"
    return before


def _agree_house(before: str, fragment: Fragment) -> tuple[str, Fragment]:
    match = _SEAM.search(before)
    if match is None:
        return before, fragment
    name = fragment[0].text
    head = fold(name.split(" ", 1)[0])
    word = match.group(1)
    kept, capital = before[: match.start()], word[0].isupper()
    role = _ROLES.get(word.lower(), "")
    article = _article(head, name)
    if not role or head in _BARE or (role in {"à", "de"} and not article):
        return before, fragment
    text = _WITH_ARTICLE[role][article]
    return kept + (text.capitalize() if capital else text), fragment


def _article(head: str, name: str) -> str:
    if head in _PLURAL_HEADS:
        return "les "
    if head == "home":
        return "le "
    if _VOWEL.match(name) and not (
        name[0].isupper() and name[1:2].isupper() and head in {"usld", "hia"}
    ):
        return "l'"
    return "la " if head in _FEMININE_HEADS else "le "


_ROLES: Final = {
    "de": "de", "du": "de", "de la": "de", "de l'": "de", "à": "à", "au": "à", "à la": "à", "à l'": "à", "le": "le", "la": "le", "l'": "le", "dans le": "dans",
}  # fmt: skip
_WITH_ARTICLE: Final = {
    "de": {"le ": "du ", "la ": "de la ", "l'": "de l'", "les ": "des "},
    "à": {"le ": "au ", "la ": "à la ", "l'": "à l'", "les ": "aux "},
    "le": {"le ": "le ", "la ": "la ", "l'": "l'", "les ": "les "},
    "dans": {"le ": "dans le ", "la ": "dans la ", "l'": "dans l'", "les ": "dans les "},
}


def _agree_town(before: str, fragment: Fragment) -> tuple[str, Fragment]:
    """The article of "Le Mans" goes into "au", "du" half of the time in real notes: always here.

    The mark then covers what is left of the name ("au [Mans]").
    """
    first = fragment[0]
    if first.text.startswith(("Le ", "Les ")):
        article, _, rest = first.text.partition(" ")
        for plain, single, plural in ((" à ", " au ", " aux "), (" de ", " du ", " des ")):
            if before.endswith(plain):
                shown = single if article == "Le" else plural
                return before[: -len(plain)] + shown, (first._replace(text=rest), *fragment[1:])
    return _elided(before, first.text), fragment


def _agree_country(before: str, fragment: Fragment) -> str:
    name = fragment[0].text
    preposition = tables.countries().get(name) or tables.countries().get(name.capitalize(), "")
    if before.endswith((" en ", " au ")) and preposition in {"en", "au", "aux", "à"}:
        return f"{before[:-3]}{preposition} "
    if before.endswith(" de ") and preposition in {"au", "aux"}:
        return before[:-3] + ("du " if preposition == "au" else "des ")
    return _elided(before, name)
