"""How hard a password is to guess: what people take for one (words, names, dates, runs on the keyboard) counts for little."""

from __future__ import annotations

import gzip
import math
import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.contrib.auth.password_validation import CommonPasswordValidator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

if TYPE_CHECKING:
    from deidweb.accounts.models import User

# CNIL 2022-100: 50 bits where wrong tries are limited, as ours are.
MIN_BITS: Final = 50.0
_READ: Final = (
    128  # what stands after that many signs adds nothing; the search takes quadratic time
)
_WORD: Final = range(3, 21)
_PUBLIC_WORD: Final = 13.0  # bits: one of some ten thousand names and common passwords
_OWN_WORD: Final = 3.0  # the person's own name, the product's
_RUN: Final = 6.0  # where it begins and in which row
_AGAIN: Final = 5.0
_YEAR: Final = 7.0
_DAY: Final = 15.0
_OURS: Final = ("deidweb", "hopital", "clinique", "motdepasse", "password", "bonjour", "bienvenue")
# Rows and columns of the French and the English keyboard, the alphabet, the digits.
_ROWS: Final = (
    "azertyuiop", "qsdfghjklm", "wxcvbn", "qwertyuiop", "asdfghjkl", "zxcvbnm", "&é\"'(-è_çà)=", "!@#$%^&*()",
    "aqwzsxedcrfvtgbyhnujikolpm", "qazwsxedcrfvtgbyhnujmikolp", "abcdefghijklmnopqrstuvwxyz", "01234567890",
    "147258369", "741852963", "789456123",
)  # fmt: skip
_NEXT: Final = frozenset(
    pair for row in _ROWS for pair in (*pairwise(row), *pairwise(reversed(row)))
)
_DATES: Final = (
    (re.compile(r"(?:0[1-9]|[12]\d|3[01])[-/. ]?(?:0[1-9]|1[0-2])[-/. ]?(?:19|20)?\d\d"), _DAY),
    (re.compile(r"(?:19|20)\d\d"), _YEAR),
)
_LEET: Final = str.maketrans("@4310$5!7€", "aaeiossite")


class GuessablePasswordValidator:
    """For AUTH_PASSWORD_VALIDATORS."""

    def validate(self, password: str, user: User | None = None) -> None:
        if bits_of(password, own_words(user)) < MIN_BITS:
            raise ValidationError(
                _(
                    "Ce mot de passe se devine : des mots courants, des noms, des dates ou des suites du clavier "
                    "comptent peu. Ajoutez des mots sans rapport entre eux."
                ),
                code="password_guessable",
            )

    def get_help_text(self) -> str:
        return _(
            "Plusieurs mots sans rapport entre eux, plutôt qu'un nom, une date ou une suite du clavier."
        )


def bits_of(password: str, own: Iterable[str] = ()) -> float:
    """The bits of the cheapest way to write it down in pieces.

    "aaaaaaaaaaaa" → 10, "azertyuiop12" → 20, "Dupont1980!" → 28, twelve random letters → 56
    """
    text = password[:_READ]
    sign = math.log2(max(10, _alphabet(text)))
    mine = {fold(word) for word in own}
    cheapest = [0.0, *[math.inf] * len(text)]
    for start in range(len(text)):
        # in order of `start`: all ways to get here are known, and single signs go on from them
        for end, cost in (*_pieces(text, start, mine, sign), (start + 1, sign)):
            cheapest[end] = min(cheapest[end], cheapest[start] + cost)
    return cheapest[-1]


def own_words(user: User | None) -> set[str]:
    """What an attacker who knows the person tries first."""
    parts = f"{user.username} {user.first_name} {user.last_name} {user.email}" if user else ""
    return {*_OURS, *re.findall(r"\w{3,}", parts)}


def fold(text: str) -> str:
    """Small letters without accents, with the letters that « 0 », « @ » or « 3 » stand for: "H0pit@l" → "hopital"."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in plain if not unicodedata.combining(sign)).translate(_LEET)


def _alphabet(text: str) -> int:
    sizes = ((str.islower, 26), (str.isupper, 26), (str.isdigit, 10))
    known = sum(size for is_one, size in sizes if any(map(is_one, text)))
    return known + (0 if all(map(str.isalnum, text)) else 37)


def _pieces(text: str, start: int, own: set[str], sign: float) -> Iterator[tuple[int, float]]:
    """(end, bits) of each guessable piece that begins at `start`."""
    yield from _run(text, start)
    yield from _repeated(text, start, sign)
    yield from _words(text, start, own)
    for pattern, cost in _DATES:
        if match := pattern.match(text, start):
            yield match.end(), cost


def _run(text: str, start: int) -> Iterator[tuple[int, float]]:
    """Neighbours of the keyboard, or the same sign again."""
    small = text.casefold()
    end = start + 1
    while end < len(small) and (
        (small[end - 1], small[end]) in _NEXT or small[end] == small[end - 1]
    ):
        end += 1
        if end - start > 2:
            yield end, _RUN + math.log2(end - start)


def _repeated(text: str, start: int, sign: float) -> Iterator[tuple[int, float]]:
    """What stood there before, said again: « abcabc »."""
    for length in range(2, min(start, len(text) - start) + 1):
        if text.find(text[start : start + length], 0, start) < 0:
            return
        yield start + length, min(_AGAIN, length * sign)


def _words(text: str, start: int, own: set[str]) -> Iterator[tuple[int, float]]:
    for length in _WORD:
        piece = text[start : start + length]
        if len(piece) < length:
            return
        plain = fold(piece)
        cost = _OWN_WORD if plain in own else _PUBLIC_WORD if plain in public_words() else None
        if cost is not None:
            yield start + length, cost + (0.0 if piece.islower() else 1.0)


@lru_cache(maxsize=1)
def public_words() -> frozenset[str]:
    """Names of France and Django's twenty thousand common passwords; read at the first password that is chosen."""
    tables = Path(settings.BASE_DIR) / "annotation" / "data"
    found = set(CommonPasswordValidator().passwords)
    for name, most in (("first_names_fr.csv.gz", 4000), ("last_names_fr.csv.gz", 8000)):
        with gzip.open(tables / name, "rt", encoding="utf-8") as lines:
            rows = [line.split(",", 1)[0] for line, _place in zip(lines, range(most), strict=False)]
        found.update(rows)
    return frozenset(fold(word) for word in found if len(word) >= _WORD.start)
