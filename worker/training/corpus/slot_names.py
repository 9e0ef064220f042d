"""Which slots exist. The functions behind them are in `slots`; this module only names them."""

import re
from typing import Final

_PERSON: Final = "nom prenom prenoms nn ini dict titre civ rpps adeli tel mobile poste bip fax mail spe metier lien ville zip adresse age sexe colonne double bas surnom epele login frappe"


def _parts(names: str) -> frozenset[str]:
    return frozenset(["", *names.split()])


# Base of a slot → the parts it may have. "" is the base alone.
PARTS: Final[dict[str, frozenset[str]]] = {
    "pat": _parts(
        f"{_PERSON} ddn ipp nda nir lieu il Il e ne le Le patient dep region pays poids taille"
    ),
    "med": _parts(_PERSON),
    "ide": _parts(_PERSON),
    "proche": _parts(f"{_PERSON} ddn"),
    "ville": _parts("zip dep region bas"),
    "zip": _parts(""),
    "adresse": _parts("rue comp zip ville ferme logement maison ailleurs angle corniche route"),
    "dep": _parts("dans"),
    "region": _parts(""),
    "pays": _parts(""),
    "h": _parts(
        "ville adresse zip tel fax finess url mail sigle libre nu long abrege home autodialyse maternite domicile"
    ),
    "s": _parts("tel fax mail poste aile centre"),
    "org": _parts(
        "ville adresse zip tel fax mail url entraide complementaire bailleur ouvrage corps materiel analyse cliche filiere enfance"
    ),
    "date": _parts(
        "court long jm mois annee jour heure note entree sortie op avant apres plage nuit bref saison fete moment fetenue decennie coupee gravee etranger an moisnu cellule"
    ),
    "duree": _parts(""),
    "age": _parts("cellule"),
    "annees": _parts(""),
    "sa": _parts(""),
    "tel": _parts("court"),
    "fax": _parts(""),
    "mail": _parts(""),
    "url": _parts(""),
    "ref": _parts("dictee espace"),
    "ipp": _parts(""),
    "nda": _parts(""),
    "nir": _parts(""),
    "rpps": _parts(""),
    "adeli": _parts(""),
    "finess": _parts(""),
    "autre": _parts("plaque coffre parle"),
    "nom": _parts(""),
    "prenom": _parts(""),
    "ini": _parts(""),
}
# Slots that carry no mark.
PLAIN: Final[frozenset[str]] = frozenset(
    [
        "medicament",
        "posologie",
        "eponyme",
        "score",
        "labo",
        "constantes",
        "dispositif",
        "anatomie",
        "heure",
        "jp",
        "avenir",
        "nombre",
        "taille",
        "biblio",
        "legal",
        "homographe",
        "microbe",
        "code",
    ]
)
_MUST_BE_NUMBERED: Final = _parts("med ide proche h s")
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
    if number and base == "pat":
        return f"case sans numéro attendue : {{{name}}}"
    if not number and base in _MUST_BE_NUMBERED:
        return f"numéro attendu : {{{name}}} (par exemple {{{base}1}})"
    return ""
