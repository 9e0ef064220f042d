"""Which slots exist. The functions behind them are in `slots`; this module only names them."""

import re
from typing import Final

_PERSON: Final = "nom prenom prenoms nn ini dict titre civ rpps adeli tel mobile poste bip fax mail spe metier lien ville zip adresse age sexe"

# Base of a slot → the parts it may have. "" is the base alone.
PARTS: Final[dict[str, frozenset[str]]] = {
    "pat": frozenset(
        ["", *_PERSON.split()]
        + "ddn ipp nda nir lieu il Il e ne le Le patient rpps dep region pays poids taille".split()
    ),
    "med": frozenset(["", *_PERSON.split()]),
    "ide": frozenset(["", *_PERSON.split()]),
    "proche": frozenset(["", *_PERSON.split(), "ddn"]),
    "ville": frozenset(["", "zip", "dep", "region"]),
    "zip": frozenset([""]),
    "adresse": frozenset(["", "rue", "comp", "zip", "ville"]),
    "dep": frozenset([""]),
    "region": frozenset([""]),
    "pays": frozenset([""]),
    "h": frozenset(["", "ville", "adresse", "zip", "tel", "fax", "finess", "url", "mail"]),
    "s": frozenset(["", "tel", "fax", "mail", "poste"]),
    "org": frozenset(["", "ville", "adresse", "zip", "tel", "fax", "mail", "url"]),
    "date": frozenset(
        ["", *"court long jm mois annee jour heure note entree sortie op avant apres plage".split()]
    ),
    "duree": frozenset([""]),
    "age": frozenset([""]),
    "annees": frozenset([""]),
    "tel": frozenset([""]),
    "fax": frozenset([""]),
    "mail": frozenset([""]),
    "url": frozenset([""]),
    "ref": frozenset([""]),
    "ipp": frozenset([""]),
    "nda": frozenset([""]),
    "nir": frozenset([""]),
    "rpps": frozenset([""]),
    "adeli": frozenset([""]),
    "finess": frozenset([""]),
    "autre": frozenset([""]),
    "nom": frozenset([""]),
    "prenom": frozenset([""]),
    "ini": frozenset([""]),
}
# Slots that carry no mark.
PLAIN: Final[frozenset[str]] = frozenset(
    "medicament posologie eponyme score labo constantes dispositif anatomie heure jp sa avenir"
    " nombre taille biblio legal homographe microbe code".split()
)
_NUMBERED: Final = frozenset("med ide proche ville zip adresse h s org dep date autre ref".split())
_MUST_BE_NUMBERED: Final = frozenset("med ide proche h s".split())
_SLOT: Final = re.compile(r"([a-z]+)(\d*)(?:\.([A-Za-z]+))?")


def split_slot(name: str) -> tuple[str, int, str]:
    """Base, number (0 when none) and part of a slot's name; ("", 0, "") when it reads otherwise."""
    match = _SLOT.fullmatch(name)
    if match is None:
        return "", 0, ""
    base, number, part = match.groups()
    return base, int(number or 0), part or ""


def why_unknown(name: str) -> str:
    """The French reason why no such slot exists, or ""."""
    base, number, part = split_slot(name)
    if base in PLAIN:
        return "" if not number and not part else f"case inconnue : {{{name}}}"
    if base not in PARTS or part not in PARTS[base]:
        return f"case inconnue : {{{name}}}"
    if number and base not in _NUMBERED:
        return f"case sans numéro attendue : {{{name}}}"
    if not number and base in _MUST_BE_NUMBERED:
        return f"numéro attendu : {{{name}}} (par exemple {{{base}1}})"
    return ""
