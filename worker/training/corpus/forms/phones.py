"""Written forms of telephone and fax numbers, extensions and pagers.

The value of a number is its ten national digits ("0353012011"), that of an extension its digits.
"""

from collections.abc import Callable
from random import Random
from typing import Any, Final

from worker.training.corpus.forms.base import Form, FormSet, Write, digits, shaped
from worker.training.corpus.marked import Fragment, Piece

# ARCEP, décision 2018-0881: numbers kept for fiction.
_FICTION: Final = ("019900", "026191", "035301", "046571", "053649")
_FICTION_MOBILE: Final = ("063998",)
FICTION_SHARE: Final = 0.7


def any_phone(rng: Random) -> str:
    """A landline's ten digits, mostly in a range kept for fiction."""
    if rng.random() < FICTION_SHARE:
        return rng.choice(_FICTION) + digits(rng, 4)
    return rng.choice(("01", "02", "03", "04", "05", "09")) + digits(rng, 8)


def any_mobile(rng: Random) -> str:
    if rng.random() < FICTION_SHARE:
        return rng.choice(_FICTION_MOBILE) + digits(rng, 4)
    return rng.choice(("06", "07")) + digits(rng, 8)


def any_number(rng: Random) -> str:
    return any_phone(rng) if rng.random() < 0.6 else any_mobile(rng)


def any_extension(rng: Random) -> str:
    """3 to 5 digits; four are the most usual."""
    count = rng.choices((3, 4, 5), (1, 6, 3))[0]
    return rng.choice("23456789") + digits(rng, count - 1)


def _pairs(number: str, joint: str) -> str:
    return joint.join(number[i : i + 2] for i in range(0, 10, 2))


def _abroad(prefix: str, joint: str) -> Callable[[Any, Random], str]:
    def write(number: str, rng: Random) -> str:
        rest = joint.join(number[i : i + 2] for i in range(2, 10, 2))
        return f"{prefix}{number[1]}{joint}{rest}"

    return write


_FOREIGN: Final = (
    "+41 22 555 00 00", "+41 (0)21 000 00 00", "0041 22 000 00 00", "+32 2 000 00 00", "+32 470 00 00 00",
    "+49 761 00000", "+352 00 00 00", "+34 900 000 000", "+39 06 000 0000", "+351 21 000 0000", "+213 21 00 00 00",
    "+212 5 22 00 00 00", "+216 71 000 000", "+221 33 000 00 00", "+44 20 7946 0000", "+377 93 00 00 00",
)  # fmt: skip


def _foreign(number: str, rng: Random) -> str:
    shape = rng.choice(_FOREIGN)
    return "".join(digits(rng, 1) if sign == "0" else sign for sign in shape)


def _two(joint: str) -> Callable[[Any, Random], Fragment]:
    def write(number: str, rng: Random) -> Fragment:
        other, sign = any_number(rng), rng.choice((" ", ".", "-", ""))
        return (
            Piece(_pairs(number, sign), "TEL"),
            Piece(joint),
            Piece(_pairs(other, sign), "TEL"),
        )

    return write


def _short_list(number: str, rng: Random) -> Fragment:
    """Two last digits of a neighbouring line: "03 53 01 20 11/12"."""
    near = f"{(int(number[8:]) + 1) % 100:02d}"
    joint = rng.choice(("/", " / ", " ou ", " et ", "-"))
    return (Piece(_pairs(number, " "), "TEL"), Piece(joint), Piece(near, "TEL"))


def _with_extension(number: str, rng: Random) -> Fragment:
    word = rng.choice((" poste ", " - poste ", " p. ", " (poste ", " int. ", " ext "))
    tail = (Piece(")"),) if "(" in word else ()
    return (Piece(_pairs(number, " "), "TEL"), Piece(word), Piece(any_extension(rng), "TEL"), *tail)


_Row = tuple[str, float, Write]
_ROWS: Final[tuple[_Row, ...]] = (
    ("01 23 45 67 89", 12, lambda n, r: _pairs(n, " ")),
    ("01.23.45.67.89", 5, lambda n, r: _pairs(n, ".")),
    ("01-23-45-67-89", 2, lambda n, r: _pairs(n, "-")),
    ("0123456789", 4, lambda n, r: n),
    ("01/23/45/67/89", 0.8, lambda n, r: _pairs(n, "/")),
    ("01_23_45_67_89", 0.1, lambda n, r: _pairs(n, "_")),
    ("01. 23. 45. 67. 89", 0.4, lambda n, r: _pairs(n, ". ")),
    ("01 - 23 - 45 - 67 - 89", 0.3, lambda n, r: _pairs(n, " - ")),
    ("01  23  45  67  89", 0.3, lambda n, r: _pairs(n, "  ")),
    ("01\u00a023\u00a045\u00a067\u00a089", 0.5, lambda n, r: _pairs(n, "\u00a0")),
    ("+33 1 23 45 67 89", 1.5, _abroad("+33 ", " ")),
    ("+33123456789", 1, _abroad("+33", "")),
    ("+33.1.23.45.67.89", 0.4, _abroad("+33.", ".")),
    ("+33 (0)1 23 45 67 89", 1, _abroad("+33 (0)", " ")),
    ("+33(0)123456789", 0.4, _abroad("+33(0)", "")),
    ("0033 1 23 45 67 89", 0.5, _abroad("0033 ", " ")),
    ("0033123456789", 0.4, _abroad("0033", "")),
    ("00 33 1 23 45 67 89", 0.2, _abroad("00 33 ", " ")),
    ("33 1 23 45 67 89", 0.2, _abroad("33 ", " ")),
    ("(0)1 23 45 67 89", 0.2, _abroad("(0)", " ")),
    ("(01) 23 45 67 89", 0.3, shaped("(00) 00 00 00 00")),
    ("0123 45 67 89", 0.7, shaped("0000 00 00 00")),
    ("01 23 45.67.89", 0.4, shaped("00 00 00.00.00")),
    ("01 2345 6789", 0.3, shaped("00 0000 0000")),
    ("01 234 567 89", 0.3, shaped("00 000 000 00")),
    ("0 123 456 789", 0.3, shaped("0 000 000 000")),
    ("0123 456 789", 0.3, shaped("0000 000 000")),
    ("01.23.456789", 0.2, shaped("00.00.000000")),
    ("01 23456789", 0.3, shaped("00 00000000")),
    ("01-23 45 67 89", 0.2, shaped("00-00 00 00 00")),
    ("0123.45.67.89", 0.2, shaped("0000.00.00.00")),
    ("chiffres espacés", 0.3, lambda n, r: " ".join(n)),
    ("étranger", 0.6, _foreign),
)  # fmt: skip
_LISTS: Final[tuple[_Row, ...]] = (
    ("deux numéros /", 0.6, _two(" / ")),
    ("deux numéros ou", 0.3, _two(" ou ")),
    ("deux numéros collés", 0.15, _two("/")),
    ("deux numéros -", 0.2, _two(" - ")),
    ("deux numéros espace", 0.15, _two(" ")),
    ("numéro et fin du suivant", 0.3, _short_list),
    ("numéro et poste", 0.5, _with_extension),
)
_EXTENSIONS: Final[tuple[_Row, ...]] = (
    ("poste 1234", 8, lambda n, r: n),
    ("poste 12 34", 2, lambda n, r: f"{n[:-2]} {n[-2:]}" if len(n) == 4 else n),
    ("poste 12.34", 0.6, lambda n, r: f"{n[:-2]}.{n[-2:]}" if len(n) == 4 else n),
    ("poste 12 345", 1, lambda n, r: f"{n[:-3]} {n[-3:]}" if len(n) == 5 else n),
    ("poste 1-2345", 0.3, lambda n, r: f"{n[0]}-{n[1:]}" if len(n) == 5 else n),
    ("postes 1234/5678", 0.5, lambda n, r: (
        Piece(n, "TEL"), Piece(r.choice(("/", " / ", " ou "))), Piece(any_extension(r), "TEL"))),
)  # fmt: skip


def _set(subtype: str, rows: tuple[_Row, ...], sample: Callable[[Random], Any]) -> FormSet:
    return FormSet.of(
        Form(subtype, name, write, weight, frozenset({"liste"} if rows is _LISTS else ()), sample)
        for name, weight, write in rows
    )


SINGLE: Final = _set("TEL", _ROWS, any_number)
FAXES: Final = _set("FAX", _ROWS, any_phone)
EXTENSIONS: Final = _set("TEL", _EXTENSIONS, any_extension)
PHONES: Final = FormSet.of([*SINGLE.forms, *_set("TEL", _LISTS, any_number).forms])
