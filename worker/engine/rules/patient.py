"""Rules from the patient's structured data (Tannier et al. 2024): what identifies this patient.

Every span's source is ``patient:<field>``.
"""

import re
from collections.abc import Iterator
from datetime import date
from typing import Final

from annotation.domain.notes import PatientIdentity
from annotation.domain.spans import Span
from worker.engine import lexicon
from worker.engine.lexicon import Key, key_of
from worker.engine.text.document import Document, Shape
from worker.engine.text.folding import fold
from worker.engine.vetoes import words as vetoes

_MONTHS: Final = (
    ("janvier", "janv", "jan"),
    ("fevrier", "fevr", "fev"),
    ("mars", "mar"),
    ("avril", "avr"),
    ("mai",),
    ("juin",),
    ("juillet", "juil", "jul"),
    ("aout",),
    ("septembre", "sept", "sep"),
    ("octobre", "oct"),
    ("novembre", "nov"),
    ("decembre", "dec"),
)
_SCORE: Final = 1.0


def find_patient(doc: Document, patient: PatientIdentity) -> Iterator[Span]:
    """Every written form of the patient's data in this text."""
    yield from _names(doc, patient)
    yield from _initials(doc, patient)
    yield from _numbers(doc, patient)
    yield from _literals(doc, patient)
    yield from _birth_dates(doc, patient.birth_date)


def _names(doc: Document, patient: PatientIdentity) -> Iterator[Span]:
    wanted: dict[Key, tuple[str, str]] = {}
    for names, subtype, field in (
        (patient.first_name, "PRENOM", "first_name"),
        (patient.last_name, "NOM", "last_name"),
    ):
        for name in names:
            key = key_of(name)
            if key and sum(map(len, key)) >= 2:
                wanted[key] = (subtype, field)
                for part in key if len(key) > 1 else ():
                    if len(part) > 3:
                        wanted.setdefault((part,), (subtype, field))
    by_first: dict[str, list[Key]] = {}
    for key in wanted:
        by_first.setdefault(key[0], []).append(key)
    for index, word in enumerate(doc.folds):
        for key in sorted(by_first.get(word, ()), key=len, reverse=True):
            last = _match(doc, index, key)
            if last >= 0 and _name_counts(doc, index, last):
                subtype, field = wanted[key]
                yield _span(doc, index, last, "PER", subtype, field)
                break


def _match(doc: Document, index: int, key: Key) -> int:
    position = index
    for number, word in enumerate(key):
        while number and position < len(doc) and doc.folds[position] in ("-", "'", "."):
            position += 1
        if number and position < len(doc) and len(doc.gap(position)) > 2:
            return -1
        if key_of(doc.word(position) or "?") != (word,):
            return -1
        position += 1
    return position - 1


def _name_counts(doc: Document, first: int, last: int) -> bool:
    """An ordinary word ("petit", "rose") counts only with a capital, an eponym never."""
    if vetoes.has_medical_trigger(doc, first):
        return False
    if first < last or doc.shapes[first] is not Shape.LOWER:
        word = doc.folds[first]
        title_of_sentence = doc.shapes[first] is Shape.TITLE and word in doc.lower_words
        return not (first == last and vetoes.is_common(word) and title_of_sentence)
    word = doc.folds[first]
    return (
        len(word) > 3
        and not vetoes.is_common(word)
        and word not in lexicon.words("verbs_after_civility")
        and word not in lexicon.drugs()
        and not _is_dictionary_word(word)
    )


_ORDINARY: Final = lexicon.words("ordinary_surnames")


def _is_dictionary_word(word: str) -> bool:
    return word in _ORDINARY


def _initials(doc: Document, patient: PatientIdentity) -> Iterator[Span]:
    """ "J.D.", "JD" (with dots or after a civility) for Jean Dupont, both orders; "B.-C."."""
    given = [
        "".join(word[0] for word in key_of(name)) for name in patient.first_name if key_of(name)
    ]
    family = [
        "".join(word[0] for word in key_of(name)) for name in patient.last_name if key_of(name)
    ]
    wanted = {a + b for a in given for b in family} | {b + a for a in given for b in family}
    wanted |= {name for name in family if len(name) > 1}
    if not wanted:
        return
    for match in re.finditer(
        r"(?<![\w.])(?:[A-Z]\.[ -]?){2,4}(?!\w)|(?<=M\. )[A-Z]{2,3}\b|(?<=Mme )[A-Z]{2,3}\b",
        doc.text,
    ):
        letters = "".join(re.findall(r"[a-z]", fold(match.group())))
        if letters in wanted:
            start, end = match.start(), match.start() + len(match.group().rstrip(" -"))
            yield Span(start, end, "PER", "INITIALES", 0.95, "patient:initials")


def _numbers(doc: Document, patient: PatientIdentity) -> Iterator[Span]:
    """Phones, NIR and IPP whatever the separators."""
    for phone in patient.phone:
        digits = _digits(phone)
        if digits.startswith("33") and len(digits) == 11:
            digits = "0" + digits[2:]
        if len(digits) >= 8:
            yield from _loose(doc, digits, "TEL", "TEL", "phone")
            if len(digits) == 10:
                body = r"[ .\-/()]*".join(digits[1:])
                pattern = rf"(?<!\d)(?:\+|00)\s?33[ .\-/]*(?:\(0\))?[ .\-/]*{body}(?!\d)"
                yield from _pattern(doc, pattern, "TEL", "TEL", "phone")
    nir = re.sub(r"\W", "", fold(patient.nir))
    if len(nir) >= 13:
        key = rf"(?:[ .\-/]*(?:\(?cle\s?:?\s?)?{nir[13:15]})?" if len(nir) == 15 else ""
        body = r"[ .\-/]*".join(nir[:13])
        yield from _pattern(doc, rf"(?<!\d){body}{key}(?!\d)", "QID", "SECU", "nir")
    if len(re.sub(r"\W", "", patient.ipp)) >= 4:
        yield from _loose(doc, re.sub(r"\W", "", fold(patient.ipp)), "QID", "IPP", "ipp")


def _loose(doc: Document, characters: str, label: str, subtype: str, field: str) -> Iterator[Span]:
    body = r"[ .\-/]{0,3}".join(map(re.escape, characters))
    yield from _pattern(doc, rf"(?<![a-z\d]){body}(?![a-z\d])", label, subtype, field)


def _literals(doc: Document, patient: PatientIdentity) -> Iterator[Span]:
    for mail in patient.mail:
        if "@" in mail:
            yield from _pattern(
                doc, rf"(?<![\w.]){re.escape(fold(mail))}(?!\w)", "MAIL", "MAIL", "mail"
            )
    if len(patient.address) >= 6:
        yield from _pattern(doc, _loose_words(patient.address), "LOC", "ADRESSE", "address")
    if re.fullmatch(r"\d{5}", patient.zip):
        pattern = (
            rf"(?<![\d.,/+-]){patient.zip[:2]}\s?{patient.zip[2:]}(?!\d|[.,]\d|\s?(?:mg|g|ui|/))"
        )
        yield from _pattern(doc, pattern, "LOC", "ZIP", "zip")
    yield from _city(doc, patient.city)


def _loose_words(text: str) -> str:
    words = (re.escape(word) for word in re.findall(r"[^\W_]+", fold(text)))
    return r"(?<!\w)" + r"[\s,.'\-]{1,3}".join(words) + r"(?!\w)"


def _city(doc: Document, city: str) -> Iterator[Span]:
    key = key_of(city)
    if not key or sum(map(len, key)) < 3:
        return
    for index, word in enumerate(doc.folds):
        if lexicon.key_of(word) != (key[0],):
            continue
        last = _match(doc, index, key)
        lower = doc.shapes[index] is Shape.LOWER
        common = vetoes.is_common(word) or word in doc.lower_words
        if (
            last >= 0
            and not vetoes.has_medical_trigger(doc, index)
            and not (lower and (len(key) == 1 and (common and len(word) < 6)))
        ) and not (common and len(key) == 1 and doc.word(index - 1) not in ("a", "sur", "de")):
            yield _span(doc, index, last, "LOC", "VILLE", "city", score=0.9)


def _birth_dates(doc: Document, birth_date: str) -> Iterator[Span]:
    if not birth_date:
        return
    born = date.fromisoformat(birth_date)
    for pattern in _birth_patterns(born):
        yield from _pattern(doc, pattern, "DATE", "DATE_NAISSANCE", "birth_date")


def _birth_patterns(born: date) -> Iterator[str]:
    """Numeric, compact, ISO and lettered forms of one day."""
    day, month, year = f"0?{born.day}", f"0?{born.month}", f"(?:{born.year}|{born.year % 100:02d})"
    edge, close = r"(?<![\d.,/-])", r"(?![\d]|[.,/-]\d)"
    yield rf"{edge}{day}\s?[/.\-_ ]\s?{month}\s?[/.\-_ ]\s?{year}{close}"
    yield rf"{edge}{born.year}[-/.]?{born.month:02d}[-/.]?{born.day:02d}{close}"
    yield rf"{edge}{born.day:02d}{born.month:02d}{born.year}{close}"
    names = "|".join(_MONTHS[born.month - 1])
    yield rf"{edge}{day}(?:er)?[ \-/.]?(?:{names})\.?[ \-/.]?{year}(?!\d)"


def _pattern(doc: Document, pattern: str, label: str, subtype: str, field: str) -> Iterator[Span]:
    for match in re.finditer(pattern, doc.folded):
        yield Span(match.start(), match.end(), label, subtype, _SCORE, f"patient:{field}")


def _span(
    doc: Document,
    first: int,
    last: int,
    label: str,
    subtype: str,
    field: str,
    score: float = _SCORE,
) -> Span:
    return Span(doc.starts[first], doc.ends[last], label, subtype, score, f"patient:{field}")


def _digits(value: str) -> str:
    return "".join(character for character in value if character.isdigit())
