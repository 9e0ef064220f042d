"""Released exports of a project, as the report of a later one compares with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from annotation.domain.formats.jsonl import bounded_lines, read_notes
from privacy.domain.attacks.read_cohort import of_notes
from privacy.domain.attacks.reidentification import Earlier, Shown, profile_of
from privacy.domain.pseudonyms import pseudonym
from privacy.domain.randomness import StudyKey
from privacy.models import ExportRequest
from privacy.selectors.export_files import open_export_file

MOST: Final = 10  # the latest ones


def released_before(export: ExportRequest) -> list[ExportRequest]:
    """The latest released exports of the project, this one apart."""
    others = ExportRequest.objects.filter(project=export.project).exclude(pk=export.pk)
    released = others.filter(state=ExportRequest.State.RELEASED).select_related("study")
    return list(released.order_by("-number")[:MOST])


def read_earlier(
    other: ExportRequest, key: StudyKey, export: ExportRequest, holders: Sequence[tuple[str, str]]
) -> Earlier | None:
    """`holders`: kind and external id of the patients of `export`, by rank; `key` is that of `other`. None when the
    file is gone."""
    file = open_export_file(other)
    if file is None:
        return None
    found: dict[str, list[Shown]] = {}
    with file:
        for note in read_notes(bounded_lines(file), file_name=""):
            found.setdefault(note.patient.id, []).extend(of_notes([note]))
    ranks = {pseudonym(key, kind, name): rank for rank, (kind, name) in enumerate(holders)}
    pivot = other.reference_date.year
    return Earlier(
        other.number,
        same_study=other.study_id == export.study_id and other.key_version == export.key_version,
        profiles=[profile_of(shown, pivot=pivot) for shown in found.values()],
        owners=[ranks.get(patient) for patient in found],
    )
