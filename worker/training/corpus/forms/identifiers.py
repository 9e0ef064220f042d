"""Written forms of numbers that designate one person, one stay or one house."""

from collections.abc import Callable
from datetime import date
from random import Random
from typing import Final

from annotation.domain.control_keys import luhn_is_valid, nir_key
from worker.training.corpus.forms.base import Form, FormSet, Write, digits, shaped
from worker.training.corpus.forms.dates import any_birth

_LETTERS: Final = "ABCDEFGHJKLMNPQRSTVXZ"


def nir(rng: Random, birth: date, *, female: bool, department: str = "") -> str:
    """15 characters with their key (13 + 2). `department` as in a commune's code."""
    place = department if len(department) == 2 else department[:2]
    if not place or rng.random() < 0.15:
        place = f"{rng.randrange(1, 96):02d}" if rng.random() < 0.7 else "99"
    sex = "2" if female else "1"
    body = f"{sex}{birth.year % 100:02d}{birth.month:02d}{place}{digits(rng, 6)}"
    return f"{body}{nir_key(body) or 0:02d}"


def any_nir(rng: Random) -> str:
    return nir(rng, any_birth(rng), female=rng.random() < 0.5)


_NIR: Final[tuple[tuple[str, float, str], ...]] = (
    ("1 58 11 99 352 118 35", 8, "0 00 00 00 000 000 00"),
    ("158119935211835", 6, "000000000000000"),
    ("1581199352118 (13)", 2, "0000000000000"),
    ("1 58 11 99 352 118 (13)", 1.5, "0 00 00 00 000 000"),
    ("1 58 11 99 352 118 clé 35", 1.5, "0 00 00 00 000 000 clé 00"),
    ("1 58 11 99 352 118 / 35", 1, "0 00 00 00 000 000 / 00"),
    ("1 58 11 99 352 118 - 35", 0.6, "0 00 00 00 000 000 - 00"),
    ("1 58 11 99 352 118 (35)", 0.6, "0 00 00 00 000 000 (00)"),
    ("1581199352118 35", 1.5, "0000000000000 00"),
    ("1581199352118/35", 0.6, "0000000000000/00"),
    ("1581199352118-35", 0.4, "0000000000000-00"),
    ("1.58.11.99.352.118.35", 0.6, "0.00.00.00.000.000.00"),
    ("1-58-11-99-352-118-35", 0.6, "0-00-00-00-000-000-00"),
    ("1 58 11 99352118 35", 0.4, "0 00 00 00000000 00"),
    ("158 11 99 352 118 35", 0.4, "000 00 00 000 000 00"),
    ("1 5811 99352 118 35", 0.3, "0 0000 00000 000 00"),
    ("1 581 199 352 118 35", 0.2, "0 000 000 000 000 00"),
    ("15811 99352 11835", 0.2, "00000 00000 00000"),
    ("1 58 11 99 352 118 Clé : 35", 0.3, "0 00 00 00 000 000 Clé : 00"),
    ("chiffres espacés", 0.2, "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0"),
)


def _luhn(body: str) -> str:
    return next(body + key for key in "0123456789" if luhn_is_valid(body + key))


def any_rpps(rng: Random) -> str:
    """11 digits with their Luhn key."""
    return _luhn("10" + digits(rng, 8))


def any_nine(rng: Random) -> str:
    """9 digits that start with a department, with their Luhn key (ADELI, FINESS)."""
    return _luhn(f"{rng.randrange(1, 96):02d}{digits(rng, 6)}")


_RPPS: Final = (
    ("10100345783", 8, "00000000000"), ("10 100 345 783", 1.5, "00 000 000 000"),
    ("1 0100345783", 0.4, "0 0000000000"), ("101 0034 5783", 0.6, "000 0000 0000"),
    ("10.100.345.783", 0.3, "00.000.000.000"), ("10 10 03 45 78 3", 0.4, "00 00 00 00 00 0"),
    ("8 + RPPS", 0.4, "800000000000"),
)  # fmt: skip
_NINE: Final = (
    ("390778124", 8, "000000000"), ("39 077 8124", 1, "00 000 0000"), ("390 778 124", 1, "000 000 000"),
    ("39 0 77812 4", 0.8, "00 0 00000 0"), ("39-0778124", 0.3, "00-0000000"), ("39.077.8124", 0.2, "00.000.0000"),
)  # fmt: skip


def _year(rng: Random) -> str:
    return f"{rng.randrange(8, 26):02d}"


def _initials(rng: Random, count: int) -> str:
    return "".join(rng.choice(_LETTERS) for _ in range(count))


def fill(pattern: str, rng: Random) -> str:
    """``#`` digit, ``@`` capital, ``~`` small letter, ``%`` two digits of a year, ``$`` four."""
    out: list[str] = []
    for sign in pattern:
        if sign == "#":
            out.append(digits(rng, 1))
        elif sign == "@":
            out.append(rng.choice(_LETTERS))
        elif sign == "~":
            out.append(rng.choice(_LETTERS).lower())
        elif sign == "%":
            out.append(_year(rng))
        elif sign == "$":
            out.append("20" + _year(rng))
        else:
            out.append(sign)
    return "".join(out)


_FILLED: Final[dict[str, tuple[tuple[str, float], ...]]] = {
    "IPP": (
        ("80########", 3), ("########", 4), ("#######", 2), ("0000######", 1), ("######", 1.5), ("#########", 1),
        ("@#######", 1.5), ("@%#####", 0.8), ("##-######", 0.8), ("## ## ## ## ##", 0.5), ("### ### ###", 0.7),
        ("#.###.###", 0.3), ("IPP########", 0.3), ("@@######", 0.5), ("$-#####", 0.4), ("#### ####", 0.4),
        ("00########@", 0.2), ("P-#######", 0.3),
    ),
    "NDA": (
        ("%#######", 4), ("%##########", 2), ("#########", 2.5), ("%-######", 1.5), ("$######", 1), ("@########", 1),
        ("### ### ###", 0.7), ("0%#######", 0.8), ("% ######", 0.5), ("%/######", 0.5), ("$/#####", 0.4),
        ("@%-#####", 0.4), ("H%######", 0.5), ("U%#######", 0.4), ("%.####.##", 0.2), ("########/%", 0.3),
    ),
    "AUTRE": (
        ("%@#####", 2), ("@@@-$-#####", 1), ("$/#####", 1), ("@%-####", 1.5), ("@@##-#####", 0.8), ("%.####", 0.8),
        ("$-####", 1), ("##########", 1), ("@@%####", 1), ("%@@####", 0.6), ("@-######", 0.6), ("@@-%-####", 0.7),
        ("LT%-#####", 0.5), ("#####/%", 0.5), ("####-####-####", 0.4), ("@######@", 0.4), ("% ## #####", 0.4),
        ("@@@######", 0.5), ("#### #### ##", 0.4), ("%P####-#", 0.3), ("S/N ########", 0.2), ("@#@##-####", 0.2),
        ("########", 1), ("FR-%-@@###", 0.2),
    ),
    "REF": (
        ("@@/@@", 3), ("@@/~~", 3), ("~~/~~", 1), ("@@@/@@", 1.5), ("@@@/~~/$-####", 1), ("@@/@@/%-####", 1.5),
        ("@@/~~/%-####", 1), ("@@-~~", 0.7), ("@.@./~~", 0.6), ("@@/~~/####", 0.8), ("@@@/@@@", 1), ("@@ / @@", 0.7),
        ("$/####/@@", 0.7), ("@@.~~.%.####", 0.4), ("@@/~~ - %####", 0.4), ("@@@-%-####", 0.8), ("%/####/@@/~~", 0.4),
        ("@@:~~", 0.3), ("@@_~~_%##", 0.2), ("@@@@/~~", 0.5), ("@-@/@@", 0.3),
    ),
}  # fmt: skip

_DICTATION: Final = (
    "{A}/{B}", "{A}/{b}", "{a}/{b}", "{A} / {B}", "{A}-{b}", "{A}/{b}/{y}", "{A}:{b}", "{A}.{b}", "{P}/{b}", "{A}/{B}/{y}-{n}",
)  # fmt: skip


def _dictation(pattern: str) -> Write:
    def write(value: str, rng: Random) -> str:
        """`value`: the initials of who dictates."""
        typist = _initials(rng, rng.choice((2, 2, 3)))
        return pattern.format(
            A=value, a=value.lower(), B=typist, b=typist.lower(), P=".".join(value) + ".",
            y=rng.randrange(2008, 2026), n=digits(rng, 4),
        )  # fmt: skip

    return write


def _cuts(
    subtype: str, rows: tuple[tuple[str, float, str], ...], draw: Callable[[Random], str]
) -> FormSet:
    return FormSet.of(
        Form(subtype, name, shaped(pattern), weight, sample=draw) for name, weight, pattern in rows
    )


def _filler(pattern: str) -> Write:
    return lambda value, rng: fill(pattern, rng)


def _filled(subtype: str) -> FormSet:
    return FormSet.of(
        Form(subtype, pattern, _filler(pattern), weight) for pattern, weight in _FILLED[subtype]
    )


NIRS: Final = _cuts("SECU", _NIR, any_nir)
RPPS: Final = _cuts("RPPS", _RPPS, any_rpps)
ADELI: Final = _cuts("ADELI", _NINE, any_nine)
FINESS: Final = _cuts("FINESS", _NINE, any_nine)
IPPS: Final = _filled("IPP")
NDAS: Final = _filled("NDA")
OTHERS: Final = _filled("AUTRE")
REFERENCES: Final = _filled("REF")
DICTATIONS: Final = FormSet.of(
    Form("REF", f"dictée {pattern}", _dictation(pattern), weight, sample=lambda r: _initials(r, 2))
    for pattern, weight in zip(_DICTATION, (5, 4, 2, 1, 1, 1, 0.4, 0.3, 0.4, 0.6), strict=True)
)
