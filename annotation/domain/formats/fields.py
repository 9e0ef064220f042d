"""Typed reading of one note's JSON object: every wrong field is named with a French reason."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import fields
from datetime import date
from operator import itemgetter
from typing import Any, Final

from annotation.domain.labels import is_valid
from annotation.domain.notes import Note, PatientIdentity
from annotation.domain.spans import Span
from annotation.domain.text import NormalisedText, TextError, is_blank, normalise, rewritten

MAX_ID_LENGTH: Final = 200
MAX_COMMENT_LENGTH: Final = 500
MAX_VALUE_LENGTH: Final = 500  # of what is known of a patient
MAX_VALUES: Final = 100
FIRST_YEAR: Final = 1850
LAST_YEAR: Final = 2100
MAX_TEXT_LENGTH: Final = 10 * 1024 * 1024
# What a spreadsheet makes of a long number: its last digits are gone, and two people have the same one.
_ROUNDED: Final = re.compile(r"[0-9](?:[.,][0-9]+)?E\+[0-9]{2,}")
# What programs write where nothing is: as an identifier it would make one patient of many.
_NOBODY: Final = frozenset({"null", "nan", "none", "nil", "n/a", "#n/a", "<na>", "\\n"})
ROUNDED: Final = (
    "ce numéro a été arrondi par un tableur (« 1,23E+14 ») : exportez-le comme du texte"
)
_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")

_META_KEYS: Final = frozenset({"type", "date", "stay", "service"})
_PATIENT: Final = tuple(item.name for item in fields(PatientIdentity))
_usual_fields: Final = itemgetter("start", "end", "label", "subtype")
_USUAL: Final = frozenset(("start", "end", "label", "subtype"))
_MULTIPLE: Final = frozenset({"last_name", "first_name", "phone", "mail"})


class FieldError(ValueError):
    """`field` is the path inside the object, `reason` a French sentence without surfaces."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field} : {reason}")
        self.field = field
        self.reason = reason


def parse_note(record: Mapping[str, Any]) -> tuple[Note, bool]:
    """The note, and whether its text was rewritten (line ends, byte order mark).

    Raises FieldError.
    """
    note_id = _identifier(record)
    text = _text(record)
    note = Note(
        id=note_id,
        text=text.text,
        patient=parse_patient(record.get("patient")),
        meta=_meta(record.get("meta")),
        entities=_entities(record, text),
    )
    return note, text.changed


def reread_note(record: Mapping[str, Any]) -> Note:
    """The note of a record that `parse_note` has taken, in half of the time: usual entities are not looked at again.

    Raises FieldError and what a record of another shape brings about.
    """
    text = rewritten(record["text"])
    entities = record.get("entities")
    if text.changed or not entities or any(entity.keys() != _USUAL for entity in entities):
        return parse_note(record)[0]
    return Note(
        id=record["id"],
        text=text.text,
        patient=parse_patient(record.get("patient")),
        meta=_meta(record.get("meta")),
        entities=tuple([Span(*_usual_fields(entity)) for entity in entities]),
    )


def entities_field(record: Mapping[str, Any]) -> str:
    """Which field holds the entities: what substitution wrote over them (`replacements`) comes back as entities.

    >>> entities_field({"id": "n1", "text": "Vu à Dole.", "replacements": []})
    'replacements'
    """
    is_substituted = record.get("entities") is None and record.get("replacements") is not None
    return "replacements" if is_substituted else "entities"


def _identifier(record: Mapping[str, Any]) -> str:
    value = _required_string(record, "id")
    if len(value) > MAX_ID_LENGTH:
        raise FieldError("id", f"plus de {MAX_ID_LENGTH} caractères")
    if not value.strip() or not value.isprintable():
        raise FieldError("id", "identifiant vide ou contenant des caractères invisibles")
    if _ROUNDED.fullmatch(value):
        raise FieldError("id", ROUNDED)
    return value


def _text(record: Mapping[str, Any]) -> NormalisedText:
    text = rewritten(_required_string(record, "text"))
    if len(text.text) > MAX_TEXT_LENGTH:
        raise FieldError("text", f"plus de {MAX_TEXT_LENGTH} caractères")
    if is_blank(text.text):
        raise FieldError("text", "le texte est vide")
    return text


def _required_string(record: Mapping[str, Any], name: str) -> str:
    if record.get(name) is None:
        raise FieldError(name, "champ obligatoire absent")
    return _string(record[name], name)


def _string(value: Any, field: str) -> str:
    if not isinstance(value, str):
        raise FieldError(field, "une chaîne de caractères est attendue")
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        raise FieldError(field, "contient un demi-codet UTF-16 isolé") from None
    if "\0" in value:
        raise FieldError(field, "contient un caractère nul")
    return value


def parse_patient(value: Any) -> PatientIdentity:
    """The `patient` object; a single string is taken where a list is expected."""
    if value is None:
        return PatientIdentity()
    if not isinstance(value, dict):
        raise FieldError("patient", "un objet JSON est attendu")
    parsed: dict[str, Any] = {}
    for name in _PATIENT:
        given = value.get(name)
        if given is None:
            continue
        path = f"patient.{name}"
        parsed[name] = _strings(given, path) if name in _MULTIPLE else _of_a_person(given, path)
    _check_owner(parsed.get("id", ""))
    for name in ("ipp", "nir"):
        if _ROUNDED.fullmatch(parsed.get(name, "")):
            raise FieldError(f"patient.{name}", ROUNDED)
    if parsed.get("birth_date"):
        _iso_date(parsed["birth_date"], "patient.birth_date")
    return PatientIdentity(**parsed)


def _check_owner(owner: str) -> None:
    """The patient's id: notes that share it are one person's."""
    if len(owner) > MAX_ID_LENGTH:
        raise FieldError("patient.id", f"plus de {MAX_ID_LENGTH} caractères")
    if not owner.isprintable() and any(unicodedata.category(sign)[0] == "C" for sign in owner):
        raise FieldError("patient.id", "identifiant contenant des caractères invisibles")
    if owner.casefold() in _NOBODY:
        raise FieldError(
            "patient.id", "« NULL », « NaN »… n'est pas un identifiant : laissez-le vide"
        )
    if _ROUNDED.fullmatch(owner):
        raise FieldError("patient.id", ROUNDED)


def _of_a_person(value: Any, field: str) -> str:
    """Every note of the patient is searched for it: longer than any name or address it is none."""
    text = _string(value, field).strip()
    if len(text) > MAX_VALUE_LENGTH:
        raise FieldError(field, f"plus de {MAX_VALUE_LENGTH} caractères")
    return text


def _strings(value: Any, field: str) -> tuple[str, ...]:
    if isinstance(value, str):
        value = [value]
    if not isinstance(value, list):
        raise FieldError(field, "une liste de chaînes de caractères est attendue")
    if len(value) > MAX_VALUES:
        raise FieldError(field, f"plus de {MAX_VALUES} valeurs")
    items = (_of_a_person(item, f"{field}[{i}]") for i, item in enumerate(value))
    return tuple(item for item in items if item)


def _iso_date(value: str, field: str) -> None:
    """Four digits, two, two; « 0001-01-01 » and « 9999-12-31 » are unset fields of some software, not dates."""
    try:
        # Python takes weeks (« 2024-W05-3 ») for a date, too
        is_date = (
            bool(_DAY.fullmatch(value))
            and FIRST_YEAR <= date.fromisoformat(value).year <= LAST_YEAR
        )
    except ValueError:
        is_date = False
    if not is_date:
        raise FieldError(field, f"une date AAAA-MM-JJ est attendue, de {FIRST_YEAR} à {LAST_YEAR}")


def _meta(value: Any) -> dict[str, str]:
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise FieldError("meta", "un objet JSON est attendu")
    meta = {key: _scalar(item, _meta_path(key)) for key, item in value.items() if item is not None}
    if meta.get("date"):
        _iso_date(meta["date"], "meta.date")
    return meta


def _meta_path(key: str) -> str:
    """A key of the file's own may be a patient's name: only the known ones are told."""
    return f"meta.{key}" if key in _META_KEYS else "meta"


def _scalar(value: Any, field: str) -> str:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    return _string(value, field)


def _entities(record: Mapping[str, Any], text: NormalisedText) -> tuple[Span, ...]:
    name = entities_field(record)
    value = record.get(name)
    if value is None:
        return ()
    if not isinstance(value, list):
        raise FieldError(name, "une liste est attendue")
    return tuple(
        _usual_span(item, text) or _span(item, f"{name}[{i}]", text) for i, item in enumerate(value)
    )


def _usual_span(value: Any, text: NormalisedText) -> Span | None:
    """The span of a record of start, end, label and sub-type without a fault; None when each field must be looked at."""
    if text.removed or not isinstance(value, dict) or value.keys() != _USUAL:
        return None
    start, end, label, subtype = _usual_fields(value)
    if not (
        type(start) is int and type(end) is int and type(label) is str and type(subtype) is str
    ):
        return None
    if not 0 <= start < end <= len(text.text) or not is_valid(label, subtype):
        return None
    first, last, following = text.text[start], text.text[end - 1], text.text[end : end + 1]
    edges = first + following
    if first.isspace() or last.isspace():
        return None
    if not edges.isascii() and any(map(unicodedata.combining, edges)):
        return None
    return Span(start, end, label, subtype)


def _span(value: Any, field: str, text: NormalisedText) -> Span:
    if not isinstance(value, dict):
        raise FieldError(field, "un objet JSON est attendu")
    start = _offset(value, "start", field)
    end = _offset(value, "end", field)
    source_length = len(text.text) + len(text.removed)
    if start >= end:
        raise FieldError(field, f"bornes inversées ou vides ({start}, {end})")
    if start < 0 or end > source_length:
        raise FieldError(field, f"bornes ({start}, {end}) hors du texte (longueur {source_length})")
    start, end = text.to_stored(start), text.to_stored(end)
    _check_edges(text.text, start, end, field)
    _check_surface(value, text.text[start:end], field)
    label, subtype = _labels(value, field)
    score = _score(value.get("score"), f"{field}.score")
    origin = value.get("source")
    source = "" if origin is None else _string(origin, f"{field}.source")
    doubt = value.get("doubt", False)
    if not isinstance(doubt, bool):
        raise FieldError(f"{field}.doubt", "vrai ou faux est attendu")
    comment = _comment(value.get("comment"), f"{field}.comment")
    return Span(start, end, label, subtype, score, source, doubt, comment)


def _comment(value: Any, field: str) -> str:
    comment = "" if value is None else _string(value, field)
    if len(comment) > MAX_COMMENT_LENGTH:
        raise FieldError(field, f"plus de {MAX_COMMENT_LENGTH} caractères")
    return comment


def _offset(value: Mapping[str, Any], name: str, field: str) -> int:
    offset = value.get(name)
    if isinstance(offset, bool) or not isinstance(offset, int):
        raise FieldError(f"{field}.{name}", "un nombre entier est attendu")
    return offset


def _check_edges(text: str, start: int, end: int, field: str) -> None:
    if start >= end or text[start].isspace() or text[end - 1].isspace():
        raise FieldError(field, "l'entité commence ou finit par un blanc")
    following = text[end : end + 1]
    if unicodedata.combining(text[start]) or (following and unicodedata.combining(following)):
        raise FieldError(field, "l'entité coupe une lettre de son accent")


def _check_surface(value: Mapping[str, Any], surface: str, field: str) -> None:
    for name in ("surface", "text"):
        given = value.get(name)
        if given is None:
            continue
        try:
            same = normalise(_string(given, f"{field}.{name}")).text == surface
        except TextError as error:
            raise FieldError(f"{field}.{name}", error.reason) from None
        if not same:
            raise FieldError(f"{field}.{name}", "ne correspond pas au texte entre ces bornes")


def _labels(value: Mapping[str, Any], field: str) -> tuple[str, str]:
    label = _string(value.get("label"), f"{field}.label")
    given = value.get("subtype")
    subtype = "" if given is None else _string(given, f"{field}.subtype")
    if not is_valid(label, ""):
        raise FieldError(f"{field}.label", "étiquette inconnue")
    if not is_valid(label, subtype):
        raise FieldError(f"{field}.subtype", "sous-type inconnu pour cette étiquette")
    return label, subtype


def _score(value: Any, field: str) -> float:
    if value is None:
        return 1.0
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise FieldError(field, "un nombre entre 0 et 1 est attendu")
    return float(value)
