"""Written forms of addresses, towns and departments that no directory writes."""

import re
from collections.abc import Callable
from random import Random
from typing import Any, Final

from worker.training.corpus import tables
from worker.training.corpus.forms import coined
from worker.training.corpus.forms.addresses import Address, any_address
from worker.training.corpus.forms.base import Form, FormSet
from worker.training.corpus.forms.organisations import of_department
from worker.training.corpus.forms.places import any_town
from worker.training.corpus.marked import Fragment, Piece
from worker.training.corpus.names import french_surname

_FARMS: Final = ("FERME DE LA {X}", "LE MAS {X}", "LA {X}", "LES {X}S", "MOULIN DE {X}", "LE GRAND {X}", "LE PETIT {X}", "LE BAS {X}", "LE HAUT {X}", "KER {X}", "CHEZ {X}", "LA BERGERIE {X}", "CROIX DE {X}", "DOMAINE DE {X}", "ECART {X}", "LE CLOS {X}",
    "Ferme des {X}s", "La Borde {X}", "Kerg{x}", "Les {X}ières", "La {X}ière", "Mas {X}", "Chez {X}", "Le Bois {X}", "La Croix {X}", "L'Oustal {X}", "Lou {X}", "Ty {X}", "Etxe {X}", "Métairie {X}", "Plan {X}", "Le {X}", "Haras {X}", "Écluse de {X}")  # fmt: skip
_ROOTS: Final = ("Brande", "Roche", "Gaudin", "Perret", "Combe", "Verdier", "Châtaigner", "Pinsard", "Garenne", "Sagne", "Borie", "Fraysse", "Tuilerie", "Chaume", "Loge", "Noue", "Bruyère", "Lande", "Salle", "Guette", "Varenne", "Fougère", "Rivoire", "Jasse", "Ribeyre", "Chauvet")  # fmt: skip
_COASTS: Final = ("corniche", "promenade", "rond-point", "carrefour", "digue", "jetée", "rampe", "coursive", "mail", "drève", "clos", "chaussée", "porte", "parvis", "sente", "traboule", "calade", "rocade", "draille", "côte", "cour", "galerie", "levée", "voie", "charrière")  # fmt: skip
_ABROAD: Final = ("chaussée de {t} {n}", "rue {x} {n} bte {k}", "rue {x} {n}/{k}", "avenue {x}, {n} boîte {k}", "{x}straat {n}", "{x}strasse {n}", "{x}weg {n}", "chemin de {x} {n}", "ch. des {x}s {n}", "rte de {t} {n}", "av. de {x} {n}", "ruelle {x} {n}", "case postale {n}", "Case postale {c}", "CP {n}", "c.p. {n}",
    "Postfach {n}", "via {x} {n}", "calle {x} {n}, {k}º", "{n}, {x} Street", "{x}laan {n} bus {k}", "quai {x} {n}", "boîte postale {c}", "{n} {x} Road")  # fmt: skip
_VILLAS: Final = ("villa {x}", "Villa {X}", "villa « {S} »", "maison « {S} »", "« {S} »", "Villa Mon Repos", "chalet {x}", "Chalet {S}", "péniche {S}", "mobil-home {k}, camping {S}", "camping {S}, emplacement {n}", "pavillon {n}", "gîte {S}", "caravane aire de {t}", "aire d'accueil {S}", "yourte {S}", "maison éclusière {k}", "presbytère de {t}", "cabanon {S}")  # fmt: skip
_FLATS: Final = ("logement {n}", "logt {n}", "chambre {n} foyer {S}", "appt. {n}", "studio {n}", "lgt {n}", "apt {k}{b}", "bât {b}{k}", "bat {b}{k} esc {k}", "résid. {S}, bât {b}{k}", "résid {S} bat {b}", "rés. {S} apt {n}", "res {S} - {k}e ét.", "lot. {S}", "lot {S} n°{n}", "Lot. {S}, {n}", "lotissement {S} {n}", "ZAC {S}", "Z.A. {S}", "ilôt {b}{k}",
    "immeuble {S}", "imm. {S} porte {n}", "tour {S}, {k}e", "cité {S} bat {b}", "Cité {S} {n}", "barre {S} - entrée {k}", "HLM {S} esc {b}", "résidence {S} - logement {n}", "boîte {n}", "BAL {n}", "parc {S}, pavillon {n}", "cage {k}, {k}e gauche")  # fmt: skip
_NAMED: Final = ("les Iris", "Les Cygnes", "le Ponant", "Beau Site", "L'Aubépine", "Les Hespérides", "Mon Rêve", "Sam'Suffit", "La Houle", "Ker Avel", "Les Flots", "Les Pervenches", "Le Grand Pin", "Les Chênes verts", "Les Bleuets", "Nymphéa", "Le Méridien", "Les Roches", "La Vigie", "Les Embruns", "Le Refuge", "Le Nid", "Grenadine", "Bel Horizon", "Les Cigales")  # fmt: skip


def _filled(patterns: tuple[str, ...]) -> Callable[[Any, Random], str]:
    def write(address: Address, rng: Random) -> str:
        root = rng.choice(_ROOTS) if rng.random() < 0.5 else re.sub(r"\W", "", french_surname(rng))
        pattern = rng.choice(patterns)
        shown = {
            "X": root.upper() if pattern.isupper() else root, "x": root.lower() if "{x}s" not in pattern else root, "n": rng.randrange(1, 400), "k": rng.randrange(1, 9), "b": rng.choice("ABCDEFG"),
            "S": rng.choice(_NAMED), "t": tables.towns().draw(rng).name, "c": rng.randrange(100, 9999),
        }  # fmt: skip
        if (
            "Kerg" not in pattern
            and "{x}st" not in pattern
            and "{x}weg" not in pattern
            and "{x}laan" not in pattern
        ):
            shown["x"] = root
        text = pattern.format(**shown)
        draw = rng.random()
        return coined.plain_capitals(text) if draw < 0.2 else text.lower() if draw < 0.32 else text

    return write


def _corner(a: Address, rng: Random) -> Fragment:
    """Two ways that meet are one mark; "angle" and "croisement" stay outside."""
    other = any_address(rng).way
    head = rng.choice(("angle ", "à l'angle ", "croisement ", "intersection ", "coin "))
    joint = rng.choice((" et ", " / ", " x ", " - ", "/", " angle ", " & "))
    return Piece(head), Piece(f"{a.way}{joint}{other}", "ADRESSE")


def _coast(a: Address, rng: Random) -> str:
    number = rng.choice((f"{a.number} ", f"{a.number}, ", "", f"{a.number} bis "))
    name = a.way.partition(" ")[2] or a.place
    return f"{number}{rng.choice(_COASTS)} {name}"


def _kilometre(a: Address, rng: Random) -> str:
    kind = rng.choice(("RD", "D", "RN", "N", "A", "CD", "départementale ", "nationale "))
    road = f"{kind}{rng.randrange(1, 999)}"
    return rng.choice((f"{road} PK {rng.randrange(1, 90)}", f"{road} borne {rng.randrange(1, 90)}", f"{road}, {a.place}", f"PK {rng.randrange(1, 90)},{rng.randrange(10)} {road}"))  # fmt: skip


_ADDRESS_ROWS: Final[tuple[tuple[str, str, Callable[[Any, Random], Fragment | str]], ...]] = (
    ("ferme", "ferme ou écart", _filled(_FARMS)),
    ("logement", "logement 118", _filled(_FLATS)),
    ("maison", "villa « X »", _filled(_VILLAS)),
    ("ailleurs", "chaussée de X 12 (Belgique, Suisse…)", _filled(_ABROAD)),
    ("angle", "angle rue X et rue Y", _corner),
    ("corniche", "12 corniche X", _coast),
    ("route", "RD 12 PK 4", _kilometre),
)
ODD_ADDRESSES: Final[dict[str, FormSet]] = {
    part: FormSet.of([Form("ADRESSE", name, write, 1.0, frozenset({"rare", part}), any_address)])
    for part, name, write in _ADDRESS_ROWS
}

_SMALL: Final = (
    lambda name: name.lower(), lambda name: name.lower().replace("-", " "), lambda name: coined.plain_capitals(name).lower(), lambda name: coined.plain_capitals(name).lower().replace("-", " "),
    lambda name: re.sub(r"^saint(e?)\b", r"st\1", name.lower().replace("-", " ")),
)  # fmt: skip


def _small(town: tables.Town, rng: Random) -> str:
    """A town in small letters, its hyphens and accents lost or not: "st jean de losne"."""
    return rng.choice(_SMALL)(town.name)


SMALL_TOWNS: Final = FormSet.of(
    [Form("VILLE", "ville en minuscules", _small, 1.0, frozenset({"rare"}), any_town)]
)


def _within(town: tables.Town, rng: Random) -> Fragment:
    """A department after its preposition: "dans la [Creuse]", "en [Vendée]"."""
    article = of_department(town).removesuffix(town.department)
    definite = {"du ": "le ", "de la ": "la ", "des ": "les ", "de l'": "l'"}.get(article, "")
    name = town.department
    draw = rng.random()
    name = name.lower() if draw < 0.2 else name.upper() if draw < 0.28 else name
    head = f"dans {definite}" if definite else "à "
    if definite in {"la ", "l'"} and rng.random() < 0.3:
        head = "en "
    return Piece(head), Piece(name, "DEPARTEMENT")


def _domestic(rng: Random) -> tables.Town:
    return tables.towns().draw(rng)


WITHIN: Final = FormSet.of(
    [Form("DEPARTEMENT", "dans la Creuse", _within, 1.0, frozenset({"rare"}), _domestic)]
)
