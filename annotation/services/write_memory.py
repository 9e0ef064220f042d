"""Replaces what a project remembers of its lines."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from django.db import transaction

from annotation.domain.line_memory import Known
from annotation.models import KnownLine
from deidweb.accounts.models import Project


@transaction.atomic
def write_memory(
    project: Project, memory: Mapping[str, Known], samples: Mapping[str, tuple[UUID, int]]
) -> None:
    """`samples`: a note with the line, and where it begins there."""
    KnownLine.objects.filter(project=project).delete()
    KnownLine.objects.bulk_create(
        [
            KnownLine(
                project=project,
                digest=key,
                marks=known.marks,
                golds=known.golds,
                notes=known.notes,
                sample_id=samples[key][0],
                sample_start=samples[key][1],
            )
            for key, known in memory.items()
        ],
        batch_size=500,
    )
