"""The file of an export on the disk, and the policy that it is built under."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from fractions import Fraction
from io import BufferedReader
from pathlib import Path

from django.conf import settings

from annotation.domain.labels import Label
from privacy.domain.exported_note import owners_in, read_replaced
from privacy.domain.policy import DateMechanism, PlaceMechanism, SubstitutionPolicy
from privacy.models import ExportRequest

CERTIFICATES = "certificates"  # folder beside the files: proofs that took time, by content


def export_path(export: ExportRequest) -> Path:
    """Where the file of an export lies; its name carries nothing but the id."""
    return Path(settings.EXPORT_DIR) / f"{export.pk}.jsonl"


def words_path(export: ExportRequest) -> Path:
    """Where the words learned from a released export lie (`privacy.domain.obfuscation.files`)."""
    return export_path(export).with_suffix(".words")


def sentences_path(export: ExportRequest) -> Path:
    """Where the sentences of a released export lie as points (`worker.obfuscation.embed`)."""
    return export_path(export).with_suffix(".sentences")


def near_path(export: ExportRequest) -> Path:
    """Where the neighbours of the sentences of previewed notes lie: digests of originals, so that any opposition takes it away."""
    return export_path(export).with_suffix(".near")


def learned_paths(export: ExportRequest) -> tuple[Path, ...]:
    """All that is learned from a released export: it goes with the file."""
    return words_path(export), sentences_path(export), near_path(export)


def file_sha256(export: ExportRequest) -> str:
    """The hash of the file as it lies there now; "" when there is none."""
    file = open_export_file(export)
    if file is None:
        return ""
    with file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def open_export_file(export: ExportRequest) -> BufferedReader | None:
    """The export's file for reading, or None."""
    try:
        return export_path(export).open("rb")
    except FileNotFoundError:
        return None


def substituted_notes(
    file: BufferedReader,
) -> Iterator[tuple[str, str, tuple[tuple[int, int], ...], str, str]]:
    """(public id, text, spans that substitution wrote, pseudonyms of the stay and of the patient, "" for none) of each exported
    note, one in memory at a time."""
    for line in file:
        public_id, text, marks = read_replaced(line)
        yield public_id, text, tuple((start, end) for start, end, *_rest in marks), *owners_in(line)


def policy_of(export: ExportRequest) -> SubstitutionPolicy:
    """The export's choices as the engine reads them; ε exactly as it was written."""
    return SubstitutionPolicy(
        epsilon=Fraction(export.epsilon),
        reference_date=export.reference_date,
        dates=DateMechanism(export.dates),
        places=PlaceMechanism(export.places),
        area=export.area,
        class_weights=export.shares.weights(),
        elements=export.elements,
        metric=export.place_metric,
        tags=frozenset(map(Label, export.tags)),
        cap_ages=export.cap_ages,
        note_dates=export.note_dates,
    )
