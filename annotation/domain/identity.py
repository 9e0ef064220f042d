"""What a patient's structured identity looks like in a note: cores of every field. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from hashlib import blake2b
from itertools import product
from typing import Final

from annotation.domain.french import CIVILITIES, MONTHS
from annotation.domain.notes import PatientIdentity
from annotation.domain.words import core_of, words_of

_PARTICLES: Final = frozenset(
    [
        "de",
        "du",
        "des",
        "da",
        "do",
        "la",
        "le",
        "les",
        "van",
        "von",
        "den",
        "der",
        "del",
        "ben",
        "ibn",
        "el",
        "al",
    ]
)
_MIN_PART: Final = 3  # letters of one part of a double name looked for alone
_MIN_GLUED: Final = 5
_MIN_NUMBER: Final = 4
_MIN_STREET: Final = 10
NIR_BODY: Final = 13


def identity_cores(identity: PatientIdentity) -> dict[str, str]:
    """Core → field of the identity; when two fields share one, the first one stays."""
    found: dict[str, str] = {}
    for core, name in _all(identity):
        if core:
            found.setdefault(core, name)
    return found


def glued_cores(identity: PatientIdentity) -> dict[str, str]:
    """« MmeDurand », « DrDurand »: forms when written as one word, and only then."""
    names = [core for core in map(core_of, identity.last_name) if len(core) >= _MIN_PART]
    return {civility + name: "last_name" for name in names for civility in CIVILITIES}


def strong_cores(identity: PatientIdentity) -> dict[str, str]:
    """Cores that point to one person by themselves: full names, NIR, IPP, mail, phone numbers."""
    found: dict[str, str] = {}
    for last, first in product(identity.last_name, identity.first_name):
        for core in (core_of(last) + core_of(first), core_of(first) + core_of(last)):
            if core_of(last) and core_of(first) and len(core) >= _MIN_GLUED:
                found.setdefault(core, "name")
    for core, name in (*_numbers(identity), *_mails(identity)):
        if len(core) >= _MIN_GLUED:
            found.setdefault(core, name)
    return found


def identity_key(secret: bytes, core: str) -> int:
    """64 bits of a core under the project's secret, as a signed number: what the index holds."""
    digest = blake2b(core.encode(), digest_size=8, key=secret).digest()
    return int.from_bytes(digest, "big", signed=True)


def strong_keys(secret: bytes, identity: PatientIdentity) -> dict[int, str]:
    """Key → field for all strong cores."""
    cores = strong_cores(identity)
    return {identity_key(secret, core): field for core, field in cores.items()}


def _all(identity: PatientIdentity) -> Iterator[tuple[str, str]]:
    yield from _names(identity.last_name, "last_name")
    yield from _names(identity.first_name, "first_name")
    yield from _pairs(identity)
    yield from _birth(identity.birth_date)
    yield from _numbers(identity)
    yield from _mails(identity)
    yield from _place(identity)


def _names(names: tuple[str, ...], field: str) -> Iterator[tuple[str, str]]:
    for name in names:
        parts = [word.folded for word in words_of(name)]
        yield "".join(parts), field
        if len(parts) > 1:
            own = (p for p in parts if len(p) >= _MIN_PART and p not in _PARTICLES)
            yield from ((part, field) for part in own)


def _pairs(identity: PatientIdentity) -> Iterator[tuple[str, str]]:
    """« PaulDurand », « pdurand », « durandp »."""
    for last in map(core_of, identity.last_name):
        if len(last) < _MIN_PART:
            continue
        for first in filter(None, map(core_of, identity.first_name)):
            for core in (first + last, last + first, first[0] + last, last + first[0]):
                if len(core) >= _MIN_GLUED:
                    yield core, "last_name"


def _birth(value: str) -> Iterator[tuple[str, str]]:
    try:
        born = date.fromisoformat(value)
    except ValueError:
        return
    day, month, year = f"{born.day:02d}", f"{born.month:02d}", str(born.year)
    days = {day, str(born.day), *(["1er"] if born.day == 1 else [])}
    months = {month, str(born.month), *MONTHS[born.month - 1]}
    for one, other, years in product(sorted(days), sorted(months), (year, year[2:])):
        yield one + other + years, "birth_date"
    yield year + month + day, "birth_date"


def _numbers(identity: PatientIdentity) -> Iterator[tuple[str, str]]:
    nir = core_of(identity.nir)
    if len(nir) >= NIR_BODY:
        yield nir, "nir"
        yield nir[:NIR_BODY], "nir"
    ipp = core_of(identity.ipp)
    if len(ipp) >= _MIN_NUMBER:
        yield ipp, "ipp"
    for phone in identity.phone:
        digits = core_of(phone)
        if len(digits) >= 9:
            line = digits[-9:]
            yield from ((start + line, "phone") for start in ("0", "33", "330", "0033", ""))
        elif len(digits) >= _MIN_NUMBER:
            yield digits, "phone"


def _mails(identity: PatientIdentity) -> Iterator[tuple[str, str]]:
    return ((core_of(mail), "mail") for mail in identity.mail)


def _place(identity: PatientIdentity) -> Iterator[tuple[str, str]]:
    street = [word.folded for word in words_of(identity.address)]
    if len("".join(street)) >= _MIN_STREET:
        yield "".join(street), "address"
    while street and (street[0].isdigit() or street[0] in ("bis", "ter", "quater")):
        street.pop(0)
    end = next((i for i, word in enumerate(street) if word.isdigit() and len(word) == 5), None)
    if len("".join(street[:end])) >= _MIN_STREET:
        yield "".join(street[:end]), "address"
    if len(identity.zip) == 5:
        yield core_of(identity.zip), "zip"
    city = core_of(identity.city)
    if len(city) >= _MIN_PART:
        yield city, "city"
