"""Written forms of persons in columns, in speech and in software: spelled, called, logged in."""

from collections.abc import Callable
from random import Random
from typing import Any, Final

from worker.training.corpus.forms import coined
from worker.training.corpus.forms.base import Form, FormSet, digits
from worker.training.corpus.forms.people import any_person, first_initial, name_initial
from worker.training.corpus.marked import Fragment, Piece
from worker.training.corpus.names import PersonName, french_surname

_PET_NAMES: Final = ("Coco", "Jojo", "Mimi", "Dédé", "Loulou", "Titi", "Nanou", "Zaza", "Fifi", "Lulu", "Momo", "Pépé Jo", "Manu", "Mémé Lou", "Bébert", "Gégé", "Ninou", "Kiki", "Papi Jo", "Toto", "Vivi", "Riri", "Tata Yo", "Doudou", "Juju", "Nono", "Chouchou", "La Miss", "le Grand", "Babette", "Nénette", "Popeye",
    "Ti-Jean", "Zizou", "Bibi", "Mamie Co", "Poupette", "le Chef", "Pitchoun", "Lilou", "Tintin", "Cricri", "Gaby", "Fanfan", "Lolo", "Minouche", "Roro", "Pinpin", "Mado", "Paulo")  # fmt: skip
_ALPHABET: Final = ("Anatole", "Berthe", "Célestin", "Désiré", "Eugène", "François", "Gaston", "Henri", "Irma", "Joseph", "Kléber", "Louis", "Marcel", "Nicolas", "Oscar", "Pierre", "Quintal", "Raoul", "Suzanne", "Thérèse", "Ursule", "Victor", "William", "Xavier", "Yvonne", "Zoé")  # fmt: skip
_SIGNS: Final = {"é": "e accent aigu", "è": "e accent grave", "ê": "e accent circonflexe", "ë": "e tréma", "ï": "i tréma", "ç": "c cédille", "-": "tiret", "'": "apostrophe", " ": "plus loin", "ô": "o accent circonflexe", "â": "a accent circonflexe"}  # fmt: skip


def _pet_name(p: PersonName, rng: Random) -> str:
    """A usual nickname, or the first name cut or doubled: "Mathieu" → "Mat", "Mama"."""
    name = p.usual.split("-")[0].split(" ")[0]
    draw = rng.random()
    if draw < 0.5 or len(name) < 5:
        return rng.choice(_PET_NAMES)
    if draw < 0.75:
        return name[: rng.choice((3, 4))]
    return name[:2] * 2 if draw < 0.82 else name[:3] + rng.choice(("ou", "y", "ette", "o", "inou"))


def _doubled(text: str, double: str) -> list[str]:
    """ "elli" → e, "deux l", i."""
    out: list[str] = []
    at = 0
    while at < len(text):
        sign = text[at]
        is_pair = at + 1 < len(text) and text[at + 1] == sign and sign.isalpha()
        shown = _SIGNS.get(sign, sign)
        out.append(f"{double} {shown}" if is_pair else shown)
        at += 2 if is_pair else 1
    return out


def spelled(p: PersonName, rng: Random) -> str:
    """Letter by letter, as it is dictated or typed for a telephone."""
    name = p.surname.lower() if rng.random() < 0.7 else p.usual.lower()
    letters = coined.plain_capitals(name).replace(" ", "")
    draw = rng.random()
    if draw < 0.4:
        return " ".join(_doubled(name, rng.choice(("deux", "deux", "2"))))
    if draw < 0.55:
        return rng.choice((" ", "-", ".", " - ", ", ", "/")).join(letters)
    if draw < 0.7:
        return rng.choice((" ", ", ", " virgule ")).join(_doubled(name, "deux"))
    if draw < 0.8:
        return " ".join(_doubled(name.upper(), "deux"))
    kept = [sign for sign in letters if sign.isalpha()][:6]
    words = [f"{sign} comme {_ALPHABET[ord(sign) - 65]}" for sign in kept]
    return rng.choice((", ", " ")).join(words)


def login(p: PersonName, rng: Random) -> str:
    """What opens a session: "proy", "roy-p", "DIM_PROY", "u048812"."""
    last = coined.plain_capitals(p.surname).lower().replace(" ", "").replace("-", "").replace("'", "")  # fmt: skip
    first = coined.plain_capitals(p.usual).lower().replace(" ", "").replace("-", "")
    unit = rng.choice(("DIM", "SEC", "URG", "LAB", "PHA", "BLOC", "RX", "ADM", "CHIR", "DSI", "IDE", "EXT"))  # fmt: skip
    short = (last[:4] + first[:1]).ljust(4, "x")
    return rng.choice((
        first[:1] + last, first[:1] + last, f"{first[:1]}.{last}", f"{last}{first[:1]}", f"{first}.{last}", f"{last}_{first[:1]}", f"{unit}_{short[:4]}", f"{unit}-{last}", f"{unit}{digits(rng, 3)}", f"{last[:6]}{digits(rng, 2)}", (first[:1] + last[:6]).upper(),
        f"{rng.choice('uxpzm')}{digits(rng, rng.choice((4, 5, 6)))}", f"{unit.lower()}.{last}", f"{first[:2]}{last[:3]}{digits(rng, 1)}", f"{last}-{first[:1]}", f"adm_{last}", f"{last[:3]}{first[:3]}", f"ch\\{first[:1]}{last}", f"{last[:8]}{first[:1]}@his",
    ))  # fmt: skip


def _column(p: PersonName, rng: Random) -> Fragment:
    """ "PREVOT JF": the surname, then initials without stops."""
    surname = rng.choice((p.surname.upper(), p.surname.upper(), p.surname, p.surname.lower()))
    joint = rng.choice(("", "-", ".", ".-"))
    letters = first_initial(p.usual, joint)
    gap = rng.choice((" ", " ", " ", "  ", "\t", ", "))
    return Piece(surname, "NOM"), Piece(gap), Piece(letters, "INITIALES")


def _two_names(p: PersonName, rng: Random) -> Fragment:
    """ "ROY/PETIT C": two surnames and an initial."""
    other = p.birth or french_surname(rng)
    gap = rng.choice(("/", " / ", "-", " (", " ép. ", " ex "))
    close = ")" if gap == " (" else ""
    upper = rng.random() < 0.7
    first, second = (p.surname.upper(), other.upper()) if upper else (p.surname, other)
    initial = first_initial(p.usual, rng.choice(("", ".")))
    return (
        Piece(first, "NOM"), Piece(gap), Piece(second, "NOM"), Piece(f"{close} "), Piece(initial, "INITIALES"),
    )  # fmt: skip


def _typist(p: PersonName, rng: Random) -> str:
    """Who typed: "so", "Sor", "S.O"."""
    a, b = p.usual[0], name_initial(p.surname)
    return rng.choice(((a + b).lower(), (a + b).lower(), (b + a).lower(), a + b, a + b + p.surname[-1].upper(), f"{a}.{b}", f"{a.lower()}{b.lower()}{p.surname[-1].lower()}", f"{a}{b.lower()}"))  # fmt: skip


_Write = Callable[[Any, Random], Fragment | str]
_ROWS: Final[tuple[tuple[str, str, str, _Write], ...]] = (
    ("colonne", "NOM", "ROY JF", _column),
    ("double", "NOM", "ROY/PETIT C", _two_names),
    ("bas", "NOM", "roy (minuscules)", lambda p, r: p.surname.lower()),
    ("surnom", "PRENOM", "surnom", _pet_name),
    ("epele", "NOM", "r o y (épelé)", spelled),
    ("login", "AUTRE", "login proy", login),
    ("frappe", "INITIALES", "so (frappe)", _typist),
)
ODD_NAMES: Final[dict[str, FormSet]] = {
    part: FormSet.of([Form(subtype, name, write, 1.0, frozenset({"rare", part}), any_person)])
    for part, subtype, name, write in _ROWS
}
