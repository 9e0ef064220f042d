"""Invented people: names of every shape that French hospitals meet.

Half of the French names come by frequency, half uniformly; names of other origins are put
together from syllables, so that a reader learns shape and context and not a list.
"""

from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Final

from worker.training.corpus import tables

_VOWELS: Final = "aeiouyhéèêàâîôû"


@dataclass(frozen=True, slots=True)
class Origin:
    name: str
    men: tuple[str, ...]
    women: tuple[str, ...]
    first: tuple[str, ...]
    middle: tuple[str, ...]
    last: tuple[str, ...]
    particles: tuple[str, ...]

    def surname(self, rng: Random) -> str:
        middle = rng.choice(self.middle) if self.middle and rng.random() < 0.55 else ""
        word = rng.choice(self.first) + middle + rng.choice(self.last)
        particle = rng.choice(self.particles) if self.particles and rng.random() < 0.35 else ""
        if particle.endswith("'") and word[0].lower() not in _VOWELS:
            particle = ""
        if not particle:
            return word
        return particle + word if particle.endswith("'") else f"{particle} {word}"


@dataclass(frozen=True, slots=True)
class PersonName:
    """`given`: one to three first names; `birth`: the birth name of who bears another, or ""."""

    given: tuple[str, ...]
    surname: str
    birth: str
    is_female: bool

    @property
    def usual(self) -> str:
        return self.given[0]


@cache
def _origins() -> tuple[tuple[Origin, ...], tuple[float, ...]]:
    origins: list[Origin] = []
    weights: list[float] = []
    for line in tables.words("origins"):
        fields = [field.strip() for field in f"{line} ;".split(";")]
        name, weight, men, women, first, middle, last = fields[:7]
        particles = tuple(p for p in fields[7].split("|") if p)
        origins.append(
            Origin(
                name,
                tuple(men.split()),
                tuple(women.split()),
                tuple(first.split()),
                tuple(middle.split()),
                tuple(last.split()),
                particles,
            )
        )
        weights.append(float(weight))
    return tuple(origins), tuple(weights)


@cache
def _traps(sex: str) -> tuple[str, ...]:
    pairs = (line.split(" ; ") for line in tables.words("trap_first_names"))
    return tuple(name for mark, name in pairs if mark == sex)


_FRENCH_SHARE: Final = 0.66
_ONSETS: Final = [
    "B",
    "C",
    "D",
    "F",
    "G",
    "L",
    "M",
    "P",
    "R",
    "S",
    "T",
    "V",
    "Br",
    "Cl",
    "Gr",
    "Fl",
    "Tr",
    "Ch",
    "Du",
    "Mont",
    "Val",
    "Cham",
    "Gau",
    "Bel",
    "Rou",
    "Per",
    "Lan",
    "Mar",
    "Bar",
    "Cour",
]
_CORES: Final = [
    "a",
    "e",
    "i",
    "o",
    "u",
    "ou",
    "au",
    "ei",
    "an",
    "in",
    "on",
    "oi",
    "è",
    "ar",
    "er",
    "or",
    "al",
    "el",
    "il",
]
_CODAS: Final = [
    "d",
    "t",
    "r",
    "n",
    "x",
    "s",
    "l",
    "rd",
    "rt",
    "ne",
    "lle",
    "tte",
    "not",
    "let",
    "neau",
    "din",
    "tier",
    "ier",
    "gnon",
    "sson",
    "quet",
    "bert",
    "vaud",
    "chon",
    "reau",
    "zel",
    "guet",
    "mier",
    "val",
    "ville",
    "court",
    "mont",
    "lin",
    "geot",
    "pin",
    "bout",
    "ras",
    "dier",
    "vin",
    "cot",
]


def french_surname(rng: Random) -> str:
    """A listed surname, one that is a word, an invented one, or one with a particle or hyphen."""
    draw = rng.random()
    if draw < 0.62:
        return tables.last_names().draw(rng)
    if draw < 0.74:
        return rng.choice(tables.words("trap_surnames"))
    if draw < 0.77:
        return tables.capitalised(rng.choice(tables.ordinary_words()))
    if draw < 0.87:
        return _invented(rng)
    if draw < 0.93:
        return _particle(rng)
    joint = "-" if rng.random() < 0.75 else " "
    return f"{_short(rng)}{joint}{_short(rng)}"


def _short(rng: Random) -> str:
    name = tables.last_names().draw(rng)
    return name if " " not in name and "-" not in name else _invented(rng)


def _invented(rng: Random) -> str:
    return rng.choice(_ONSETS) + rng.choice(_CORES) + rng.choice(_CODAS)


_PARTICLES: Final = (
    "de",
    "de",
    "de La",
    "du",
    "Le",
    "Le",
    "La",
    "d'",
    "L'",
    "des",
    "de l'",
    "De",
    "Du",
    "D'",
    "Saint-",
)


def _particle(rng: Random) -> str:
    base = _invented(rng) if rng.random() < 0.4 else _short(rng)
    particle = rng.choice(_PARTICLES)
    if particle.endswith("'") and base[0].lower() not in _VOWELS:
        particle = "de" if particle.startswith("d") else "Le"
    elif particle in {"de", "De"} and base[0].lower() in _VOWELS:
        particle = "d'"
    return particle + base if particle[-1] in "'-" else f"{particle} {base}"


def first_name(rng: Random, *, female: bool) -> str:
    """A French first name: listed, compound, or one that is also a word or a month."""
    draw = rng.random()
    urn = tables.first_names()[female]
    if draw < 0.76:
        return urn.draw(rng)
    if draw < 0.82:
        return rng.choice(_traps("F" if female else "M"))
    return _compound(rng, female=female)


_HEADS: Final = {
    False: ("Jean", "Jean", "Jean", "Pierre", "Paul", "Louis", "Charles", "François", "Marc"),
    True: ("Marie", "Marie", "Marie", "Anne", "Anne", "Rose", "Lise", "Ève", "Jeanne"),
}
_TAILS: Final = {
    False: [
        "Pierre",
        "Paul",
        "Marc",
        "Luc",
        "Claude",
        "Michel",
        "Louis",
        "Marie",
        "Yves",
        "Jacques",
        "François",
        "Baptiste",
        "Philippe",
        "Noël",
        "Bernard",
        "Christophe",
        "Charles",
        "Henri",
        "Alexandre",
        "André",
        "Denis",
        "Emmanuel",
    ],
    True: [
        "Claude",
        "Thérèse",
        "Laure",
        "Christine",
        "Hélène",
        "Françoise",
        "Pierre",
        "Line",
        "Sophie",
        "Louise",
        "Lise",
        "Cécile",
        "Noëlle",
        "Josée",
        "Odile",
        "Ange",
        "Paule",
        "Charlotte",
        "Cécile",
        "France",
        "Annick",
        "Rose",
    ],
}


def _compound(rng: Random, *, female: bool) -> str:
    head, tail = rng.choice(_HEADS[female]), rng.choice(_TAILS[female])
    if head == tail:
        tail = tables.first_names()[female].draw(rng)
    draw = rng.random()
    if draw < 0.8:
        return f"{head}-{tail}"
    return f"{head} {tail}" if draw < 0.97 else head + tail.lower()


def person_name(rng: Random, *, female: bool, married: bool | None = None) -> PersonName:
    """A new person. `married` None: as often as in hospitals' files."""
    if rng.random() < _FRENCH_SHARE:
        given, surname = _french(rng, female=female)
        other = french_surname
    else:
        origins, weights = _origins()
        origin = rng.choices(origins, weights)[0]
        given, surname = _foreign(rng, origin, female=female)
        other = origin.surname
    if married is None:
        married = female and rng.random() < 0.45
    birth = ""
    if married:
        birth = other(rng) if rng.random() < 0.8 else french_surname(rng)
        birth = "" if birth == surname else birth
    return PersonName(given, surname, birth, female)


def _french(rng: Random, *, female: bool) -> tuple[tuple[str, ...], str]:
    count = 1 if rng.random() < 0.6 else rng.choice((2, 3))
    given = dict.fromkeys(first_name(rng, female=female) for _ in range(count))
    return tuple(given), french_surname(rng)


def _foreign(rng: Random, origin: Origin, *, female: bool) -> tuple[tuple[str, ...], str]:
    """Now and then a first name or a surname of the other kind: mixed couples have children."""
    own = rng.random()
    pool = origin.women if female else origin.men
    given = [first_name(rng, female=female) if own < 0.25 else rng.choice(pool)]
    if own > 0.8:
        given.append(rng.choice(pool))
    surname = origin.surname(rng) if rng.random() < 0.9 else french_surname(rng)
    if rng.random() < 0.06:
        surname = f"{surname} {origin.surname(rng)}"
    return tuple(dict.fromkeys(given)), surname
