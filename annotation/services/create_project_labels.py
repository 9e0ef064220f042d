"""Makes the labels that a project starts with."""

from __future__ import annotations

from annotation.domain.labels import LABEL_SPECS
from annotation.models import ProjectLabel
from annotation.presentation.label_words import LABEL_WORDS
from deidweb.accounts.models import Project


def create_project_labels(project: Project) -> None:
    """Makes the rows that are missing; harmless when they are all there."""
    rows = [
        ProjectLabel(
            project=project,
            label=spec.label.value,
            subtype=subtype,
            name=LABEL_WORDS[subtype].name,
            colour=spec.colour,
            key=LABEL_WORDS[subtype].key,
            guideline=LABEL_WORDS[subtype].guideline,
            order=10 * first + second,
        )
        for first, spec in enumerate(LABEL_SPECS.values(), start=1)
        for second, subtype in enumerate(spec.subtypes)
    ]
    ProjectLabel.objects.bulk_create(rows, ignore_conflicts=True)
