"""Finds what the patient's structured data tells (Tannier et al. 2024): what identifies this patient.

Every span's source is ``patient:<field>``.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from annotation.domain.labels import SUBTYPE_TO_LABEL, Subtype
from annotation.domain.notes import PatientIdentity
from annotation.domain.spans import Span
from worker.engine.lexicon import Key, key_of
from worker.engine.rules.patient import patterns
from worker.engine.text.document import Document, Shape
from worker.engine.text.folding import fold
from worker.engine.vetoes import words as vetoes

_SCORE: Final = 1.0
_LEAST_NAME, _LEAST_PART, _LEAST_TOWN = 2, 4, 3  # letters
_LONG_WORD: Final = 6  # letters: an ordinary word in small letters is as often the town
_MOST_SIGNS: Final = 2  # characters between two parts of a name


def find_patient(doc: Document, patient: PatientIdentity) -> Iterator[Span]:
    """Every written form of the patient's data: "M. [NOM:Roy], né le [DATE_NAISSANCE:12/03/1950]"."""
    yield from _names(doc, patient)
    yield from _initials(doc, patient)
    yield from _city(doc, patient.city)
    for subtype, field, expressions in _forms(patient):
        for expression in expressions:
            for match in re.finditer(expression, doc.folded):
                yield _found(*match.span(), subtype, field)


def _forms(patient: PatientIdentity) -> Iterator[tuple[Subtype, str, Iterator[str]]]:
    for phone in patient.phone:
        yield Subtype.TEL, "phone", patterns.phone_patterns(phone)
    for mail in patient.mail:
        yield Subtype.MAIL, "mail", patterns.mail_patterns(mail)
    yield Subtype.SECU, "nir", patterns.nir_patterns(patient.nir)
    yield Subtype.IPP, "ipp", patterns.ipp_patterns(patient.ipp)
    yield Subtype.ADRESSE, "address", patterns.address_patterns(patient.address)
    yield Subtype.ZIP, "zip", patterns.zip_patterns(patient.zip)
    yield Subtype.DATE_NAISSANCE, "birth_date", patterns.birth_patterns(patient.birth_date)


def _found(start: int, end: int, subtype: Subtype, field: str, score: float = _SCORE) -> Span:
    return Span(start, end, SUBTYPE_TO_LABEL[subtype], subtype, score, f"patient:{field}")


def _names(doc: Document, patient: PatientIdentity) -> Iterator[Span]:
    wanted: dict[Key, tuple[Subtype, str]] = {}
    _want(wanted, patient.first_name, (Subtype.PRENOM, "first_name"))
    _want(wanted, patient.last_name, (Subtype.NOM, "last_name"))
    by_first: dict[str, list[Key]] = {}
    for key in sorted(wanted, key=len, reverse=True):
        by_first.setdefault(key[0], []).append(key)
    for index, word in enumerate(doc.folds):
        for key in by_first.get(word, ()):
            last = _match(doc, index, key)
            if last >= 0 and _name_counts(doc, index, last):
                yield _found(doc.starts[index], doc.ends[last], *wanted[key])
                break


def _want(
    wanted: dict[Key, tuple[Subtype, str]], names: Iterable[str], kind: tuple[Subtype, str]
) -> None:
    """The names, and the longer parts of a compound one."""
    for key in map(key_of, names):
        if sum(map(len, key)) >= _LEAST_NAME:
            wanted[key] = kind
            for part in key if len(key) > 1 else ():
                if len(part) >= _LEAST_PART:
                    wanted.setdefault((part,), kind)


def _match(doc: Document, index: int, key: Key) -> int:
    """The last token of the name that starts here; -1 when another does."""
    position = index
    for number, word in enumerate(key):
        while number and doc.word(position) in ("-", "'", "."):
            position += 1
        if number and position < len(doc) and len(doc.gap(position)) > _MOST_SIGNS:
            return -1
        if key_of(doc.word(position) or "?") != (word,):
            return -1
        position += 1
    return position - 1


def _name_counts(doc: Document, first: int, last: int) -> bool:
    """An ordinary word ("petit", "rose") counts only with a capital, an eponym never."""
    if vetoes.has_medical_trigger(doc, first):
        return False
    word = doc.folds[first]
    if first == last and doc.shapes[first] is Shape.LOWER:
        return len(word) >= _LEAST_PART and not vetoes.is_only_a_word(word)
    opens_sentence = doc.shapes[first] is Shape.TITLE and word in doc.lower_words
    return not (first == last and vetoes.is_common(word) and opens_sentence)


def _initials(doc: Document, patient: PatientIdentity) -> Iterator[Span]:
    """ "J.D.", "JD" (with dots or after a civility) for Jean Dupont, both orders; "B.-C."."""
    given = [_letters(name) for name in patient.first_name]
    family = [_letters(name) for name in patient.last_name]
    wanted = {a + b for a in given for b in family if a and b}
    wanted |= {b + a for a in given for b in family if a and b}
    wanted |= {letters for letters in family if len(letters) > 1}
    for match in patterns.INITIALS.finditer(doc.text) if wanted else ():
        if "".join(re.findall(r"[a-z]", fold(match.group()))) in wanted:
            end = match.start() + len(match.group().rstrip(" -"))
            yield _found(match.start(), end, Subtype.INITIALES, "initials", 0.95)


def _letters(name: str) -> str:
    return "".join(word[0] for word in key_of(name))


def _city(doc: Document, city: str) -> Iterator[Span]:
    key = key_of(city)
    if sum(map(len, key)) < _LEAST_TOWN:
        return
    for index in doc.indices(frozenset(w for w in doc.where if key_of(w) == key[:1])):
        last = _match(doc, index, key)
        alone = len(key) == 1
        counts = not (
            vetoes.has_medical_trigger(doc, index) or (alone and _is_ordinary(doc, index))
        )
        if last >= 0 and counts:
            yield _found(doc.starts[index], doc.ends[last], Subtype.VILLE, "city", 0.9)


def _is_ordinary(doc: Document, index: int) -> bool:
    """ "sens": a word of the note, unless a preposition of places and a capital speak for the town."""
    word = doc.folds[index]
    common = vetoes.is_common(word) or word in doc.lower_words
    short = doc.shapes[index] is Shape.LOWER and len(word) < _LONG_WORD
    return common and (short or doc.word(index - 1) not in ("a", "sur", "de"))
