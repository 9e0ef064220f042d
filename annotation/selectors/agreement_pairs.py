"""Which layers of one note can be compared: two people's, a person's and gold, the model's and gold."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from itertools import combinations
from typing import Final
from uuid import UUID

from annotation.models import Layer
from annotation.selectors.in_force import golds_in_force, newest_suggestions
from deidweb.accounts.models import Project

MAX_NOTES: Final = 2000  # the newest of each source: minutes of work and a page of JSON
Key = tuple[UUID, UUID]  # layers to compare


@dataclass(frozen=True, slots=True)
class Pair:
    """Two layers of one note. `names` say who is compared: user ids, "gold", an engine version."""

    document: UUID
    layers: Key
    names: tuple[str, str]
    at: datetime


def people_pairs(project: Project) -> list[Pair]:
    """Every two submitted layers of one note whose authors did not begin from gold: blind work."""
    layers = (
        Layer.objects.filter(
            document__project=project,
            kind=Layer.Kind.ANNOTATOR,
            state=Layer.State.SUBMITTED,
            submitted_at__isnull=False,
        )
        .exclude(source_layer__kind=Layer.Kind.GOLD)
        .order_by("-submitted_at")
        .values_list("document_id", "pk", "author_id", "submitted_at")
    )
    by_note: dict[UUID, list[tuple[int, UUID, datetime]]] = {}
    for document, pk, author, at in layers:
        if author is not None and at is not None:
            by_note.setdefault(document, []).append((author, pk, at))
    pairs = [
        Pair(document, (a[1], b[1]), (str(a[0]), str(b[0])), max(a[2], b[2]))
        for document, group in by_note.items()
        for a, b in combinations(sorted(group), 2)
    ]
    return pairs[:MAX_NOTES]


def gold_pairs(project: Project) -> list[Pair]:
    """A person's submitted layer and the gold in force, unless gold is that very layer's copy."""
    gold = {
        row[0]: row[1:]
        for row in golds_in_force(project).values_list("document_id", "pk", "source_layer_id")
    }
    layers = (
        Layer.objects.filter(
            document__project=project, kind=Layer.Kind.ANNOTATOR, state=Layer.State.SUBMITTED
        )
        .exclude(source_layer__kind=Layer.Kind.GOLD)
        .order_by("-submitted_at")
        .values_list("document_id", "pk", "author_id", "submitted_at")
    )
    pairs = [
        Pair(document, (pk, gold[document][0]), (str(author), "gold"), at)
        for document, pk, author, at in layers
        if document in gold and gold[document][1] != pk and at is not None
    ]
    return pairs[:MAX_NOTES]


def model_pairs(project: Project) -> list[Pair]:
    """The newest suggestion and the gold in force."""
    golds = list(
        golds_in_force(project)
        .filter(submitted_at__isnull=False)
        .order_by("-submitted_at")
        .values_list("document_id", "pk", "submitted_at")[:MAX_NOTES]
    )
    found: dict[UUID, tuple[UUID, str]] = {}
    for start in range(0, len(golds), 500):
        newest = newest_suggestions([row[0] for row in golds[start : start + 500]])
        found |= {key: (layer.pk, layer.engine_version) for key, layer in newest.items()}
    return [
        Pair(document, (found[document][0], gold), (found[document][1], "gold"), at)
        for document, gold, at in golds
        if document in found and at is not None
    ]
