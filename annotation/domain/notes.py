"""A note, its patient's structured identity and its labelled spans, without Django."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from annotation.domain.spans import Span


@dataclass(frozen=True, slots=True)
class PatientIdentity:
    """The patient's structured data (docs/formats.md, note JSONL, key `patient`).

    `birth_date` is ISO 8601 (``YYYY-MM-DD``) or empty. Everything may be empty but `id`.
    """

    id: str = ""
    last_name: tuple[str, ...] = ()
    first_name: tuple[str, ...] = ()
    birth_date: str = ""
    nir: str = ""
    ipp: str = ""
    phone: tuple[str, ...] = ()
    mail: tuple[str, ...] = ()
    address: str = ""
    zip: str = ""
    city: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """`text` never changes after import; `meta` holds `type` (CRH, CRO…) and `date` (ISO) when known."""

    id: str
    text: str
    patient: PatientIdentity = PatientIdentity()
    meta: Mapping[str, str] = field(default_factory=dict)
    entities: tuple[Span, ...] = ()
