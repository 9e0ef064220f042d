"""Written forms of a person's name. Each row is a pattern over the parts of a name.

``{P}`` usual first name, ``{N}`` surname, ``{B}`` birth name, ``{A}`` all first names as listed;
``{p}`` and ``{n}`` in small letters, ``{PP}`` and ``{NN}`` in capitals; ``{i}`` "J.", ``{j}``
"J", ``{k}`` "J" with the surname's "D" apart; what stands between is literal.
"""

import re
from collections.abc import Callable
from random import Random
from typing import Any, Final

from worker.training.corpus.forms.base import Form, FormSet
from worker.training.corpus.marked import Fragment, Piece
from worker.training.corpus.names import PersonName, person_name

_FIELD: Final = re.compile(r"\{(\w+)\}")
_PART: Final = re.compile(r"[ -]+")
_PARTICLE: Final = {
    "de",
    "du",
    "des",
    "la",
    "le",
    "les",
    "van",
    "von",
    "den",
    "der",
    "el",
    "ben",
    "da",
    "dos",
}


def any_person(rng: Random) -> PersonName:
    """A name for a form shown alone, with a birth name."""
    return person_name(rng, female=True, married=True)


def first_initial(given: str, joint: str = ".-") -> str:
    """ "Jean-Pierre" → "J.-P.", "Anne" → "A."; `joint` ".", "-", "" or ".-"."""
    letters = [part[0].upper() for part in _PART.split(given) if part]
    return joint.join(letters) + ("." if joint.startswith(".") else "")


def name_initial(surname: str) -> str:
    """The surname's letter: particles don't count ("de La Tour" → "T")."""
    parts = [part for part in re.split(r"[ '’-]+", surname) if part]
    kept = [part for part in parts if part.lower() not in _PARTICLE and len(part) > 1]
    return (kept or parts)[0][0].upper()


def both_initials(person: PersonName) -> str:
    """ "Jean-Pierre Dupont" → "JPD"."""
    return first_initial(person.usual, "") + name_initial(person.surname)


_PARTS: Final[dict[str, tuple[str, Callable[[PersonName], str]]]] = {
    "P": ("PRENOM", lambda p: p.usual),
    "p": ("PRENOM", lambda p: p.usual.lower()),
    "PP": ("PRENOM", lambda p: p.usual.upper()),
    "A": ("PRENOM", lambda p: " ".join(p.given)),
    "AA": ("PRENOM", lambda p: " ".join(p.given).upper()),
    "N": ("NOM", lambda p: p.surname),
    "n": ("NOM", lambda p: p.surname.lower()),
    "NN": ("NOM", lambda p: p.surname.upper()),
    "B": ("NOM", lambda p: p.birth or p.surname),
    "BB": ("NOM", lambda p: (p.birth or p.surname).upper()),
    "i": ("INITIALES", lambda p: first_initial(p.usual)),
    "ip": ("INITIALES", lambda p: first_initial(p.usual, ".")),
    "j": ("INITIALES", lambda p: first_initial(p.usual, "")),
    "jt": ("INITIALES", lambda p: first_initial(p.usual, "-")),
    "f": ("INITIALES", lambda p: name_initial(p.surname) + "."),
    "F": ("INITIALES", lambda p: name_initial(p.surname)),
    "half": ("PRENOM", lambda p: _half(p.usual)),
}


def _half(given: str) -> str:
    """ "Jean-Pierre" → "J.Pierre"; a simple first name stays."""
    head, dash, tail = given.partition("-")
    return f"{head[0]}.{tail}" if dash else given


def _writer(pattern: str) -> Callable[[Any, Random], Fragment]:
    split = enumerate(_FIELD.split(pattern))
    parts = [(part, place % 2 == 1) for place, part in split if part]

    def write(person: PersonName, rng: Random) -> Fragment:
        pieces: list[Piece] = []
        for part, is_field in parts:
            if is_field:
                subtype, value = _PARTS[part]
                pieces.append(Piece(value(person), subtype))
            else:
                pieces.append(Piece(part))
        return tuple(pieces)

    return write


_FULL: Final[tuple[tuple[str, str, float], ...]] = (
    ("{P} {NN}", "complet", 9), ("{P} {N}", "complet", 9), ("{NN} {P}", "complet", 7), ("{N} {P}", "complet", 4),
    ("{NN} {PP}", "complet", 4), ("{PP} {NN}", "complet", 2), ("{n} {p}", "complet rare", 0.6), ("{p} {n}", "complet rare", 0.6),
    ("{p} {NN}", "complet rare", 0.2), ("{NN} {p}", "complet rare", 0.2), ("{P} {n}", "complet rare", 0.2),
    ("{NN}, {P}", "complet champ", 0.6), ("{NN} ({P})", "complet champ", 0.2), ("{N}, {P}", "complet champ", 0.3),
    ("{NN} - {P}", "complet champ", 0.2), ("{NN}/{P}", "complet champ", 0.1), ("{NN}  {P}", "complet champ", 0.3),
    ("{half} {NN}", "complet", 0.3), ("{NN} {half}", "complet", 0.3),
    ("{i} {NN}", "court", 4), ("{i} {N}", "court", 5), ("{j} {NN}", "court", 1.5), ("{j} {N}", "court", 0.7),
    ("{i}{NN}", "court", 0.8), ("{i}{N}", "court", 0.8), ("{NN} {i}", "court", 1.5), ("{N} {i}", "court", 1),
    ("{NN} {j}", "court", 1), ("{N} {j}", "court", 0.5), ("{ip} {N}", "court", 0.8), ("{jt} {NN}", "court", 0.6),
    ("{j}. {N}", "court", 0.3), ("{NN}.{j}", "court", 0.15), ("{j}.{NN}", "court", 0.3), ("{NN}-{j}", "court", 0.1),
    ("{NN}", "nom", 2), ("{N}", "nom", 2.5), ("{n}", "nom rare", 0.15),
    ("{P}", "prenom", 2.5), ("{P} {f}", "prenom", 1.2), ("{P} {F}", "prenom", 0.6), ("{p}", "prenom rare", 0.3), ("{PP}", "prenom", 0.4),
    ("{PP} {F}", "prenom", 0.2),
    ("{NN} {P} née {BB}", "naissance", 2), ("{NN} née {BB} {P}", "naissance", 2), ("{N} née {B} {P}", "naissance", 0.8),
    ("{P} {NN} née {BB}", "naissance", 1), ("{P} {N} née {B}", "naissance", 1), ("{BB} ép. {NN} {P}", "naissance", 0.4),
    ("{BB} épouse {NN} {P}", "naissance", 0.6), ("{NN} ({BB}) {P}", "naissance", 0.8), ("{P} {NN} ({BB})", "naissance", 0.5),
    ("{NN} née {BB} ({P})", "naissance", 0.2), ("{NN} ({BB}), {P}", "naissance", 0.2), ("{P} {BB} ép {NN}", "naissance", 0.2),
    ("{NN}/{BB} {P}", "naissance", 0.2), ("{N} n. {B} {P}", "naissance", 0.1), ("{PP} {NN} NEE {BB}", "naissance", 0.3),
    ("{NN} NEE {BB} {PP}", "naissance", 0.4),
)  # fmt: skip
_SURNAME: Final = (("{NN}", "capitales", 5), ("{N}", "titre", 6), ("{n}", "minuscules rare", 0.2))
_GIVEN: Final = (
    ("{P}", "titre", 8),
    ("{PP}", "capitales", 2),
    ("{p}", "minuscules rare", 0.4),
    ("{half}", "titre", 0.3),
)
_BIRTH: Final = (("{BB}", "capitales", 5), ("{B}", "titre", 5))


def _forms(rows: tuple[tuple[str, str, float], ...], subtype: str, prefix: str = "") -> FormSet:
    return FormSet.of(
        Form(
            subtype,
            prefix + _shown(pattern),
            _writer(pattern),
            weight,
            frozenset(tags.split()),
            any_person,
        )
        for pattern, tags, weight in rows
    )


_EXAMPLES: Final = {
    "P": "Jean-Paul", "p": "jean-paul", "PP": "JEAN-PAUL", "N": "Dupont", "n": "dupont", "NN": "DUPONT", "B": "Roy", "BB": "ROY",
    "i": "J.-P.", "ip": "J.P.", "j": "JP", "jt": "J-P", "f": "D.", "F": "D", "half": "J.Paul", "A": "Jean Marie", "AA": "JEAN MARIE",
}  # fmt: skip


def _shown(pattern: str) -> str:
    """The form's name: what it makes of Jean-Paul Dupont."""
    return _FIELD.sub(lambda match: _EXAMPLES[match.group(1)], pattern)


_INITIALS: Final[tuple[tuple[str, str, Callable[[PersonName], str], float], ...]] = (
    ("J.D.", "", lambda p: f"{first_initial(p.usual)[:2]}{name_initial(p.surname)}.", 6),
    ("JD", "", lambda p: first_initial(p.usual, "")[:1] + name_initial(p.surname), 4),
    ("J.D", "", lambda p: first_initial(p.usual, "")[:1] + "." + name_initial(p.surname), 1),
    ("J-D", "", lambda p: first_initial(p.usual, "")[:1] + "-" + name_initial(p.surname), 0.6),
    ("J. D.", "", lambda p: f"{p.usual[0].upper()}. {name_initial(p.surname)}.", 2),
    ("J D", "", lambda p: f"{p.usual[0].upper()} {name_initial(p.surname)}", 0.5),
    ("D.J.", "", lambda p: f"{name_initial(p.surname)}.{p.usual[0].upper()}.", 1),
    ("DJ", "", lambda p: name_initial(p.surname) + p.usual[0].upper(), 0.7),
    ("D.", "civilite", lambda p: name_initial(p.surname) + ".", 2.5),
    ("D", "civilite", lambda p: name_initial(p.surname), 1.5),
    ("jd", "", lambda p: both_initials(p)[-2:].lower(), 0.4),
    ("JPD", "", both_initials, 1.5),
    ("J.-P. D.", "", lambda p: f"{first_initial(p.usual)} {name_initial(p.surname)}.", 1),
    ("J.P.D.", "", lambda p: first_initial(p.usual, ".") + name_initial(p.surname) + ".", 1),
    ("J-P.D", "", lambda p: first_initial(p.usual, "-") + "." + name_initial(p.surname), 0.3),
    ("J.-P.D.", "", lambda p: first_initial(p.usual) + name_initial(p.surname) + ".", 0.5),
    ("J/D", "", lambda p: p.usual[0].upper() + "/" + name_initial(p.surname), 0.1),
    ("Du. Je.", "", lambda p: f"{p.surname[:2].capitalize()}. {p.usual[:2].capitalize()}.", 0.3),
    ("DUP", "", lambda p: re.sub(r"\W", "", p.surname)[:3].upper(), 0.6),
)  # fmt: skip


def _initials(write: Callable[[PersonName], str]) -> Callable[[Any, Random], str]:
    return lambda person, rng: write(person)


NAMES: Final = _forms(_FULL, "NOM")
SURNAMES: Final = _forms(_SURNAME, "NOM", "nom seul ")
GIVEN: Final = _forms(_GIVEN, "PRENOM", "prénom seul ")
BIRTH_NAMES: Final = _forms(_BIRTH, "NOM", "nom de naissance ")
INITIALS: Final = FormSet.of(
    Form("INITIALES", name, _initials(write), weight, frozenset(tags.split()), any_person)
    for name, tags, write, weight in _INITIALS
)


def _listed(joint: str, *, upper: bool) -> Callable[[Any, Random], Fragment]:
    """Several first names: with commas each is a mention of its own, else all are one."""

    def write(person: PersonName, rng: Random) -> Fragment:
        given = [name.upper() if upper else name for name in person.given]
        if "," not in joint:
            return (Piece(joint.join(given), "PRENOM"),)
        pieces = [Piece(given[0], "PRENOM")]
        for name in given[1:]:
            pieces += [Piece(joint), Piece(name, "PRENOM")]
        return tuple(pieces)

    return write


GIVEN_LISTS: Final = FormSet.of(
    Form("PRENOM", name, _listed(joint, upper=upper), weight, sample=any_person)
    for name, joint, upper, weight in (
        ("Jean, Marie, Louis", ", ", False, 4), ("JEAN, MARIE", ", ", True, 1.5), ("Jean Marie Louis", " ", False, 3),
        ("JEAN MARIE", " ", True, 1.5), ("Jean,Marie", ",", False, 0.5),
    )
)  # fmt: skip
