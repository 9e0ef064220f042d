"""Written forms of a street address on one line, without code and town."""

import re
from dataclasses import dataclass
from random import Random
from typing import Final

from worker.training.corpus import tables
from worker.training.corpus.forms.base import Form, FormSet, Write, digits
from worker.training.corpus.marked import Fragment, Piece
from worker.training.corpus.names import french_surname


@dataclass(frozen=True, slots=True)
class Address:
    """`way` starts with its type in small letters ("rue des Lilas"); `extra` is a building, BP…"""

    number: str
    way: str
    residence: str
    building: str
    box: str
    place: str


_TYPES: Final = ("rue", "rue", "rue", "avenue", "boulevard", "place", "impasse", "allée", "chemin", "route", "quai", "cours",
    "square", "passage", "sentier", "faubourg", "ruelle", "villa", "cité", "montée", "venelle", "esplanade", "traverse")  # fmt: skip
_FAMOUS: Final = (
    "Jean Jaurès", "Jean-Jaurès", "Victor Hugo", "de la République", "Charles de Gaulle", "du Général Leclerc", "Pasteur", "Gambetta",
    "du 8 Mai 1945", "du 8 mai 1945", "du 11 Novembre", "du 11 novembre 1918", "du 19 mars 1962", "du 14 Juillet", "du 4 Septembre",
    "Maréchal Foch", "du Maréchal Joffre", "Aristide Briand", "Léon Blum", "Anatole France", "Émile Zola", "Jules Ferry", "Carnot",
    "de Verdun", "de la Gare", "de l'Église", "des Écoles", "du Moulin", "des Lilas", "des Acacias", "de la Paix", "de la Liberté",
    "de Strasbourg", "de Paris", "de Lyon", "du Docteur Calmette", "du Docteur Laennec", "Claude Bernard", "du Pr Calmette", "Ambroise Paré",
    "Henri Barbusse", "Salvador Allende", "Nelson Mandela", "Pablo Neruda", "Louise Michel", "Simone Veil", "Marie Curie", "Molière",
    "Saint-Jacques", "Saint-Martin", "Notre-Dame", "des Frères Lumière", "du Puits", "des Vignes", "du Stade", "du Château", "des Tilleuls",
)  # fmt: skip
_RESIDENCES: Final = ("les Acacias", "les Lilas", "le Parc", "Bellevue", "les Tilleuls", "du Lac", "les Glycines", "le Clos", "Beauséjour",
    "Les Terrasses", "Le Belvédère", "Saint-Exupéry", "les Cèdres", "l'Orée du Bois", "Val Fleuri", "les Peupliers", "Bel Air",
    "du Soleil", "Pierre Mendès France", "les Hauts de Seyne", "Athéna", "Le Mail")  # fmt: skip
_PLACES: Final = ("La Brosse", "Kerivin", "Le Bourg", "Les Granges", "La Croix", "Le Moulin", "Bellevue", "La Combe", "Les Essarts", "Le Mas",
    "Pen ar Hoat", "La Haye", "Le Plessis", "Grand Champ", "Les Quatre Routes", "La Ferme Neuve", "Les Landes", "Le Village", "Ty Nevez",
    "Le Cros", "La Verdière", "Mas de la Tour", "Les Fontaines", "L'Étang", "La Métairie", "Puech Haut", "Lou Pastre")  # fmt: skip


def any_address(rng: Random) -> Address:
    return Address(
        number=_number(rng),
        way=_way(rng),
        residence=rng.choice(_RESIDENCES),
        building=_building(rng),
        box=_box(rng),
        place=rng.choice(_PLACES) if rng.random() < 0.6 else _hamlet(rng),
    )  # fmt: skip


def _number(rng: Random) -> str:
    return str(rng.randrange(1, 40) if rng.random() < 0.7 else rng.randrange(40, 400))


def _way(rng: Random) -> str:
    draw = rng.random()
    if draw < 0.5:
        return _lower_type(rng.choice(tables.streets()))
    kind = rng.choice(_TYPES)
    if draw < 0.8:
        return f"{kind} {rng.choice(_FAMOUS)}"
    first = tables.first_names()[rng.random() < 0.3].draw(rng)
    rank = rng.choice(
        (
            "",
            "",
            "",
            "du Docteur ",
            "du Dr ",
            "du Général ",
            "du Capitaine ",
            "de l'Abbé ",
            "du Commandant ",
        )
    )
    return f"{kind} {rank}{first} {french_surname(rng)}"  # fmt: skip


def _lower_type(street: str) -> str:
    kind, _, rest = street.partition(" ")
    return f"{kind.lower().replace('allee', 'allée')} {rest}"


def _hamlet(rng: Random) -> str:
    """What a street of the tables is named after, without its preposition."""
    name = _lower_type(rng.choice(tables.streets())).partition(" ")[2]
    return _capital(re.sub(r"^(?:de la |de l'|de |du |des |d')", "", name, flags=re.IGNORECASE))


def _building(rng: Random) -> str:
    letter, number = rng.choice("ABCDEFG"), rng.randrange(1, 60)
    return rng.choice(
        (f"Bât. {letter}", f"bâtiment {letter}", f"Bât {letter}", f"BAT {letter}", f"appt {number}", f"apt {number}", f"Apt. {number}",
         f"appartement {number}", f"porte {number}", f"esc. {letter}", f"escalier {number % 9 + 1}", f"{number % 9 + 1}e étage",
         f"{number % 9 + 1}ème étage", f"entrée {letter}", f"hall {number % 9}", f"bât. {letter} apt {number}", f"Bât {letter}, porte {number}",
         "1er étage gauche", f"lot {number}", f"étage {number % 9}", f"ENTREE {number % 9}", f"bloc {letter}")
    )  # fmt: skip


def _box(rng: Random) -> str:
    number = digits(rng, rng.choice((2, 3, 4, 5)))
    return rng.choice(
        (
            f"BP {number}",
            f"B.P. {number}",
            f"CS {digits(rng, 5)}",
            f"BP{number}",
            f"TSA {digits(rng, 5)}",
            f"CS{digits(rng, 5)}",
        )
    )


def _short(way: str) -> str:
    for long, short in (
        ("avenue", "av."), ("boulevard", "bd"), ("place", "pl."), ("route", "rte"), ("chemin", "ch."), ("impasse", "imp."),
        ("allée", "all."), ("rue", "r."), ("square", "sq."), ("faubourg", "fbg"), ("résidence", "rés."),
    ):  # fmt: skip
        if way.startswith(long + " "):
            return short + way[len(long) :]
    return way


def _postal(way: str) -> str:
    """As the post office writes it: "12 AV DU GENERAL LECLERC"."""
    return re.sub(r"[.'-]", " ", _short(way)).upper().replace("  ", " ")


def _chez(a: Address, rng: Random) -> Fragment:
    host = rng.choice(("chez M. ", "chez Mme ", "c/o Mme ", "Chez ", "c/o M. "))
    return (
        Piece(host),
        Piece(french_surname(rng), "NOM"),
        Piece(", "),
        Piece(f"{a.number} {a.way}", "ADRESSE"),
    )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


_Row = tuple[str, float, Write]
_ROWS: Final[tuple[_Row, ...]] = (
    ("12 rue X", 10, lambda a, r: f"{a.number} {a.way}"),
    ("12, rue X", 5, lambda a, r: f"{a.number}, {a.way}"),
    ("12 Rue X", 3, lambda a, r: f"{a.number} {_capital(a.way)}"),
    ("12 RUE X", 2, lambda a, r: f"{a.number} {a.way}".upper()),
    ("12 bis rue X", 1.5, lambda a, r: f"{a.number} {r.choice(('bis', 'ter', 'BIS', 'quater'))} {a.way}"),
    ("12bis, rue X", 0.8, lambda a, r: f"{a.number}{r.choice(('bis', 'ter', 'b', 'B', 'A'))}, {a.way}"),
    ("12 B rue X", 0.8, lambda a, r: f"{a.number} {r.choice('ABCD')} {a.way}"),
    ("12 av. X", 2, lambda a, r: f"{a.number} {_short(a.way)}"),
    ("12, av. X", 0.7, lambda a, r: f"{a.number}, {_short(a.way)}"),
    ("12 AV X", 1.2, lambda a, r: f"{a.number} {_postal(a.way)}"),
    ("rue X", 1.5, lambda a, r: a.way),
    ("Avenue X", 1, lambda a, r: _capital(a.way)),
    ("12-14 rue X", 0.6, lambda a, r: f"{a.number}{r.choice(('-', '/', ' - ', ' et '))}{int(a.number) + 2} {a.way}"),
    ("n° 12 rue X", 0.4, lambda a, r: f"{r.choice(('n° ', 'n°', 'N° '))}{a.number} {a.way}"),
    ("12 rue X, Bât. C", 2, lambda a, r: f"{a.number} {a.way}, {a.building}"),
    ("12 rue X Bât. C", 1, lambda a, r: f"{a.number} {a.way} {a.building}"),
    ("Bât. C, 12 rue X", 0.5, lambda a, r: f"{a.building}, {a.number} {a.way}"),
    ("12 rue X - Bât. C", 0.5, lambda a, r: f"{a.number} {a.way} - {a.building}"),
    ("12 rue X (Bât. C)", 0.2, lambda a, r: f"{a.number} {a.way} ({a.building})"),
    ("Résidence Y, 12 rue X", 1, lambda a, r: f"{r.choice(('Résidence', 'Rés.', 'résidence'))} {a.residence}, {a.number} {a.way}"),
    ("12 rue X, résidence Y", 0.7, lambda a, r: f"{a.number} {a.way}, résidence {a.residence}"),
    ("résidence Y Bât. C", 0.7, lambda a, r: f"{r.choice(('résidence', 'Résidence', 'Rés.', 'HLM', 'cité', 'Cité'))} {a.residence} {a.building}"),
    ("RES Y ENTREE 4", 0.5, lambda a, r: f"RES {a.residence} {a.building}".upper()),
    ("12 rue X, BP 123", 1, lambda a, r: f"{a.number} {a.way}, {a.box}"),
    ("12 rue X - CS 40104", 0.8, lambda a, r: f"{a.number} {a.way} - {a.box}"),
    ("12 rue X BP 123", 0.6, lambda a, r: f"{a.number} {a.way} {a.box}"),
    ("Avenue X, BP 123", 0.5, lambda a, r: f"{_capital(a.way)}, {a.box}"),
    ("BP 123", 0.4, lambda a, r: a.box),
    ("lieu-dit Y", 0.9, lambda a, r: f"{r.choice(('lieu-dit', 'Lieu-dit', 'lieu dit', 'Lieu dit', 'LD', 'lieudit'))} {a.place}"),
    ("Y (lieu-dit seul)", 0.5, lambda a, r: a.place),
    ("hameau de Y", 0.4, lambda a, r: f"{r.choice(('hameau', 'Hameau', 'quartier', 'Quartier', 'Ferme', 'Domaine', 'lotissement', 'ZA', 'Mas'))} {a.place}"),
    ("Y, 12 route X", 0.5, lambda a, r: f"{a.place}, {a.number} {a.way}"),
    ("12 Y", 0.3, lambda a, r: f"{a.number} {a.place}"),
    ("12 lieu-dit Y", 0.3, lambda a, r: f"{a.number} lieu-dit {a.place}"),
    ("chez M. Z, 12 rue X", 0.3, _chez),
    ("12 rue x en minuscules", 0.3, lambda a, r: f"{a.number} {a.way}".lower()),
)  # fmt: skip
_EXTRAS: Final[tuple[_Row, ...]] = (
    ("bâtiment seul", 3, lambda a, r: _capital(a.building)),
    ("résidence seule", 3, lambda a, r: f"Résidence {a.residence}"),
    ("RESIDENCE seule", 1, lambda a, r: f"RESIDENCE {a.residence}".upper()),
    ("boîte postale seule", 3, lambda a, r: a.box),
    ("lieu-dit seul", 1, lambda a, r: f"Lieu-dit {a.place}"),
    ("résidence et bâtiment", 1, lambda a, r: f"Résidence {a.residence}, {a.building}"),
)


def _set(rows: tuple[_Row, ...]) -> FormSet:
    return FormSet.of(
        Form("ADRESSE", name, write, weight, sample=any_address) for name, weight, write in rows
    )


ADDRESSES: Final = _set(_ROWS)
STREETS: Final = _set(_ROWS[:12])
EXTRAS: Final = _set(_EXTRAS)
