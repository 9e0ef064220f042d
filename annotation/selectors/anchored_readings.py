"""Readings whose suggestions were hidden, and those whose were shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from uuid import UUID

from annotation.models import Layer
from annotation.selectors.in_force import golds_in_force
from deidweb.accounts.models import Project

MAX_READINGS: Final = 2000  # the newest of each side


@dataclass(frozen=True, slots=True)
class Reading:
    """One person's submitted layer, the suggestion it began from, and a gold layer that says more
    than this reading alone; None without one."""

    layer: UUID
    model: UUID
    gold: UUID | None
    is_hidden: bool


def readings_of(project: Project) -> list[Reading]:
    """The newest MAX_READINGS of each side."""
    layers = Layer.objects.filter(
        document__project=project,
        kind=Layer.Kind.ANNOTATOR,
        state=Layer.State.SUBMITTED,
        source_layer__kind=Layer.Kind.SUGGESTION,
    ).order_by("-submitted_at")
    found: list[Reading] = []
    for is_hidden in (True, False):
        side = layers.filter(hides_suggestions=is_hidden)
        rows = list(side.values_list("pk", "document_id", "source_layer_id")[:MAX_READINGS])
        golds = _golds(project, [document for _pk, document, _source in rows])
        for pk, document, source in rows:
            gold = golds.get(document)
            theirs = gold is not None and (gold.is_from_two or gold.source != pk)
            found.append(Reading(pk, source, gold.pk if gold and theirs else None, is_hidden))
    return found


@dataclass(frozen=True, slots=True)
class _Gold:
    pk: UUID
    source: UUID | None
    is_from_two: bool


def _golds(project: Project, documents: list[UUID]) -> dict[UUID, _Gold]:
    """The gold in force of each note."""
    found: dict[UUID, _Gold] = {}
    for start in range(0, len(documents), 500):
        golds = golds_in_force(project).filter(document__in=documents[start : start + 500])
        rows = golds.values_list("document_id", "pk", "source_layer_id", "provenance")
        for document, pk, source, provenance in rows:
            single = provenance in ("", Layer.Provenance.SINGLE)
            found[document] = _Gold(pk, source, not single)
    return found
