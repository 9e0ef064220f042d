"""What still looks like an identifier in a note once its spans are taken away. Pure.

Shared rules of the check that a person passes before a note is done: a number of seven digits or
more with the letters that belong to it, a NIR whose key is right, a code after the name of a number
(ADELI, FINESS, IPP, « n° »…) or on a number plate, an @, a capitalised word after a civility, and
the patient's own structured identity in all its written forms. Offsets in code points, half-open.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from annotation.domain.control_keys import nir_is_valid
from annotation.domain.identity import glued_cores, identity_cores
from annotation.domain.notes import PatientIdentity
from annotation.domain.ordinary_names import is_ordinary_use
from annotation.domain.words import (
    Cores,
    Hit,
    Word,
    are_close,
    core_of,
    covered_mask,
    words_of,
)

COVERED: Final = "\ue000"  # neither letter nor digit nor blank
MIN_DIGITS: Final = 7
_INITIAL: Final = 3  # « P. », « Ch. »: the name goes on
_SHORT_NAME: Final = 2  # « Ng », « Le »: looked for with a capital only
_NAMES: Final = ("last_name", "first_name")
_MIN_STRONG: Final = 5
MOST_WORDS: Final = 8  # of somebody's full name, number or address of mail

_BLANK: Final = "[ \u00a0\u202f\u2009]"
# One kind of separator in a number: a dose beside a date is not one number. Letters that are glued
# to it belong to it (« AB1234567 »), and the Corsican department of ADELI and FINESS (« 2A 0001234 »).
_NUMBERS: Final = tuple(
    re.compile(
        rf"(?:(?<!\w)(?:[A-Z]{{1,4}}|2[ABab]{gap}?)|(?<!\d))\d(?:{gap}?\d){{{MIN_DIGITS - 1},}}"
        r"(?:[A-Z]{1,3}(?!\w))?"
    )
    for gap in (_BLANK, r"\.", "-")
)
_MIN_CODE: Final = 3  # digits of what stands after the name of a number
_CODE: Final = r"(?P<code>(?:[A-Z]{1,5}[\-/.]?)?\d[\dA-Za-z]*(?:[\-/.][\dA-Za-z]+|[ \u00a0\u202f]\d[\dA-Za-z]*)*)"
_AFTER: Final = r"[^\S\n]*(?:n[°o]\.?|:|=|\#)?[^\S\n]*"
_NAMED: Final = re.compile(
    r"(?<!\w)(?:adeli|finess|rpps|siret|siren|nda|iep|ipp|nip|iban|matricule|immatricul\w+|passeport"
    r"|allocataire|carte[^\S\n]vitale)"
    rf"(?:[^\S\n](?:ej|et|juridique|g[ée]ographique|patient|permanent))?{_AFTER}{_CODE}",
    re.IGNORECASE,
)
# After « n° » alone: letters and digits (« PX4512 »), or five digits; « chambre n° 12 » is no code.
_NUMERO: Final = re.compile(rf"(?<!\w)(?:n°|N°|nº|s/n|S/N){_AFTER}{_CODE}")
_MIN_BARE: Final = 5
_PLATE: Final = re.compile(r"(?<!\w)[A-HJ-NP-TV-Z]{2}[-\s]\d{3}[-\s][A-HJ-NP-TV-Z]{2}(?!\w)")
_NIR: Final = re.compile(
    r"(?<![0-9A-Za-z])[1-478](?:[\s.\-]?\d){4}[\s.\-]?(?:\d[\s.\-]?\d|2[\s.\-]?[ABab])(?:[\s.\-]?\d){8}(?!\d)"
)
_OUTSIDE_MAIL: Final = re.compile(r"[\s@<>\ue000]")
_CAPITAL: Final = r"[^\W\d_a-z\u00df-\u00f6\u00f8-\u00ff][\w.'\u2019\-\u00ad\u0300-\u036f]*"
_TITLE: Final = re.compile(
    r"\b(?:(?:M|MM|Mr|Mme|Mmes|Mlle|Mlles|MR|MME|MLLE|Drs?|DR|Prs?|PR)(?:\.|\b)"
    r"|(?:[Mm]onsieur|MONSIEUR|[Mm](?:adame|esdames|ademoiselle)|MADAME|MADEMOISELLE"
    r"|[Dd]octeure?|DOCTEUR|[Pp]rofesseure?|PROFESSEUR)\b)"
    r"[^\S\n]*(?:(?:de|du|des|la|le|van|von|el|ben)[^\S\n]+|d['\u2019])*"
    rf"(?P<name>{_CAPITAL}(?:[^\S\n]+{_CAPITAL})*)"
)
_PIECE: Final = re.compile(r"\S+")
_NOBODY: Final = PatientIdentity()
_PROFESSIONAL: Final = re.compile(
    r"(?:\b(?:drs?|prs?|docteur|professeure?|interne|ide|infirmi[eè]re?)\b\.?\s*)$", re.IGNORECASE
)


class Kind(StrEnum):
    """Why a passage is shown, the surest first."""

    NIR = "nir"
    IDENTITY = "identity"
    FOREIGN = "foreign"
    AT = "at"
    TITLE = "title"
    CODE = "code"
    DIGITS = "digits"


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """`detail`: the field of the identity (IDENTITY, FOREIGN), else ""."""

    start: int
    end: int
    kind: Kind
    detail: str = ""


def residual(
    text: str, spans: Iterable[tuple[int, int]], identity: PatientIdentity = _NOBODY
) -> list[Finding]:
    """What `spans` leave bare, in reading order and without overlap."""
    mask = covered_mask(len(text), spans)
    bare = "".join(COVERED if hidden else c for c, hidden in zip(text, mask, strict=True))
    found = [
        *_nirs(bare),
        *own_identity(text, mask, identity),
        *(Finding(start, end, Kind.AT) for start, end in _mails(bare)),
        *_titles(bare),
        *_codes(bare),
        *_digits(bare),
    ]
    return apart(found)


def own_identity(text: str, mask: bytearray, identity: PatientIdentity) -> Iterator[Finding]:
    """Forms of the identity with a letter or a digit that no span covers; a name that is there as an
    ordinary word is none."""
    glued = glued_cores(identity)
    cores = Cores(glued | identity_cores(identity))
    for hit in cores.find(text, words_of(text)):
        if hit.last > hit.first and hit.core in glued:
            continue
        if len(hit.core) <= _SHORT_NAME and not text[hit.start].isupper():
            continue
        name = cores.name(hit.core)
        if name in _NAMES and is_ordinary_use(text, hit.start, hit.end, mask):
            continue
        yield from _uncovered(text, mask, hit.start, hit.end, name)
    for pattern in _initials(identity):
        for match in pattern.finditer(text):
            yield from _uncovered(text, mask, *match.span(), "initials")


def foreign(
    text: str, own: PatientIdentity, belongs: Callable[[Mapping[str, Hit]], Mapping[str, str]]
) -> list[Finding]:
    """Passages that are another patient's strong identity, labelled or not.

    `belongs` says which of these cores are some other patient's, and in which field. What is the
    patient's own too (a family's phone, a namesake) and a name after « Dr » is left out.
    """
    mine = identity_cores(own)
    asked: dict[str, list[Hit]] = {}
    for hit in strong_candidates(text):
        if hit.core not in mine:
            asked.setdefault(hit.core, []).append(hit)
    fields = belongs({core: hits[0] for core, hits in asked.items()})
    found = [
        Finding(hit.start, hit.end, Kind.FOREIGN, name)
        for core, name in fields.items()
        for hit in asked[core]
        if not (name == "name" and _PROFESSIONAL.search(text[max(0, hit.start - 20) : hit.start]))
    ]
    return apart(found)


def strong_candidates(text: str) -> Iterator[Hit]:
    """Rows of words that could be a full name, a number or an address of mail."""
    words = words_of(text)
    for start, end in _mails(text):
        core = core_of(text[start:end])
        if len(core) >= _MIN_STRONG:
            yield Hit(core, 0, 0, start, end)
    for first, word in enumerate(words):
        if word.folded[0].isdigit():
            yield from _joined(text, words, first, _continues_number)
        elif text[word.start].isupper():
            yield from _joined(text, words, first, _continues_name)


def _joined(
    text: str, words: list[Word], first: int, goes_on: Callable[[str, Word, Word], bool]
) -> Iterator[Hit]:
    core = ""
    for last in range(first, min(first + MOST_WORDS, len(words))):
        if last > first and not goes_on(text, words[last - 1], words[last]):
            return
        core += words[last].folded
        single_name = last == first and core.isalpha()
        if len(core) >= _MIN_STRONG and not single_name:
            yield Hit(core, first, last, words[first].start, words[last].end)


def _continues_number(text: str, left: Word, right: Word) -> bool:
    return right.folded[0].isdigit() and are_close(text, left.end, right.start)


def _continues_name(text: str, left: Word, right: Word) -> bool:
    """« DURAND, Paul »; « AB » and « 1234 » of one number."""
    if right.folded[0].isdigit():
        return right.start == left.end
    return text[right.start].isupper() and are_close(text, left.end, right.start)


def _mails(text: str) -> Iterator[tuple[int, int]]:
    """Each "@" with what is glued to it on both sides, in time linear in the text."""
    reached, sign = 0, text.find("@")
    while sign != -1:
        start = sign
        while start > reached and not _OUTSIDE_MAIL.match(text, start - 1):
            start -= 1
        edge = _OUTSIDE_MAIL.search(text, sign + 1)
        reached = edge.start() if edge else len(text)
        yield start, reached
        sign = text.find("@", reached)


def _nirs(bare: str) -> Iterator[Finding]:
    for match in _NIR.finditer(bare):
        if nir_is_valid(re.sub(r"[\s.\-]", "", match.group())):
            yield Finding(*match.span(), Kind.NIR)


def _digits(bare: str) -> Iterator[Finding]:
    for pattern in _NUMBERS:
        for match in pattern.finditer(bare):
            yield Finding(*match.span(), Kind.DIGITS)


def _codes(bare: str) -> Iterator[Finding]:
    yield from (Finding(*m.span(), Kind.CODE) for m in _PLATE.finditer(bare))
    for match in _NAMED.finditer(bare):
        if sum(map(str.isdigit, match["code"])) >= _MIN_CODE:
            yield Finding(*match.span("code"), Kind.CODE)
    for match in _NUMERO.finditer(bare):
        digits = sum(map(str.isdigit, match["code"]))
        has_letters = any(map(str.isalpha, match["code"]))
        if digits >= (_MIN_CODE if has_letters else _MIN_BARE):
            yield Finding(*match.span("code"), Kind.CODE)


def _titles(bare: str) -> Iterator[Finding]:
    for match in _TITLE.finditer(bare):
        start, end = match.span("name")
        capitals = list(_capitals(bare[start:end]))
        if capitals:
            yield Finding(start, start + capitals[-1], Kind.TITLE)


def _capitals(words: str) -> Iterator[int]:
    """Ends of the words that begin with a capital, up to the first that does not or to a full stop."""
    for match in _PIECE.finditer(words):
        word = match.group()
        if not word[0].isupper():
            return
        yield match.start() + len(word.rstrip(".'\u2019-"))
        if word.endswith(".") and len(word) > _INITIAL:
            return


def _initials(identity: PatientIdentity) -> Iterator[re.Pattern[str]]:
    """« P.D. », « J.-P. D. », « D. P. »: dotted only, bare letters are anybody's."""
    for last in filter(None, map(core_of, identity.last_name)):
        for name in identity.first_name:
            letters = [word.folded[0].upper() for word in words_of(name)]
            for row in ([*letters, last[0].upper()], [last[0].upper(), *letters]):
                dotted = r"\.[\s\-]{0,2}".join(map(re.escape, row)) if letters else ""
                if dotted:
                    yield re.compile(rf"(?<![\w.]){dotted}\.(?!\w)")


def _uncovered(text: str, mask: bytearray, start: int, end: int, name: str) -> Iterator[Finding]:
    bare = [i for i in range(start, end) if not mask[i] and text[i].isalnum()]
    # "Mme [Petit] a dormi": no initial of Anne
    is_verb = len(bare) == 1 and text[bare[0]].islower()
    if bare and not is_verb:
        yield Finding(bare[0], bare[-1] + 1, Kind.IDENTITY, name)


def apart(found: Iterable[Finding]) -> list[Finding]:
    """The surest and longest of what overlaps, in reading order."""
    rank = list(Kind)
    kept: list[Finding] = []
    taken: set[int] = set()
    for one in sorted(found, key=lambda f: (rank.index(f.kind), f.start - f.end, f.start)):
        places = range(one.start, one.end)
        if taken.isdisjoint(places):
            taken.update(places)
            kept.append(one)
    return sorted(kept)
