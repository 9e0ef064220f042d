"""Measures agreement: person and person, person and gold, model and gold. One job, one report."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from django.db import transaction

from annotation.domain.agreement.compare import Comparison
from annotation.domain.spans import Span
from annotation.models import AgreementReport, Layer, LayerSpan
from annotation.selectors.agreement_pairs import Pair, gold_pairs, model_pairs, people_pairs
from annotation.selectors.anchored_readings import readings_of
from annotation.selectors.spans import spans_of
from annotation.services.measure_anchoring import measure_anchoring
from deidweb.accounts.models import Project, User
from deidweb.accounts.permissions import require
from deidweb.accounts.roles import Permission
from deidweb.audit.services import record
from deidweb.jobs import services as jobs
from deidweb.jobs.models import Job

CHUNK: Final = 100
OnProgress = Callable[[int, int], None]


@dataclass(slots=True)
class _Source:
    total: Comparison = field(default_factory=Comparison)
    pairs: dict[tuple[str, str], Comparison] = field(default_factory=dict)
    weeks: dict[str, Comparison] = field(default_factory=dict)
    pair_weeks: dict[tuple[str, tuple[str, str]], Comparison] = field(default_factory=dict)

    def add(self, pair: Pair, text: str, one: list[Span], other: list[Span]) -> None:
        day = pair.at.date()
        monday = (day - timedelta(days=day.weekday())).isoformat()
        whole = self.pairs.setdefault(pair.names, Comparison())
        for part in (self.total, whole, self.weeks.setdefault(monday, Comparison())):
            part.add(str(pair.document), text, one, other)
        self.pair_weeks.setdefault((monday, pair.names), Comparison()).add_spans(one, other)

    def to_json(self) -> dict[str, Any]:
        pairs = [
            {"names": list(names), "notes": part.notes, **part.summary()}
            for names, part in sorted(self.pairs.items())
        ]
        weeks = [
            {
                "week": week,
                "notes": part.notes,
                **part.summary(),
                "labels": part.exact_by_label(),
                "pairs": self._pairs_in(week),
            }
            for week, part in sorted(self.weeks.items())
        ]
        return {**self.total.to_json(), "pairs": pairs, "weeks": weeks}

    def _pairs_in(self, week: str) -> list[dict[str, Any]]:
        return [
            {"names": list(names), "exact": part.span_f1(part.exact).to_json()}
            for (monday, names), part in sorted(self.pair_weeks.items())
            if monday == week
        ]


def request_agreement(*, actor: User, project: Project) -> Job:
    """Queues a measure; the one that waits already is returned instead of a second."""
    require(actor, project, Permission.SEE_TEAM)
    with transaction.atomic():
        waiting = Job.objects.filter(
            project=project, kind="measure_agreement", state=Job.State.QUEUED
        )
        return waiting.first() or jobs.enqueue(
            kind="measure_agreement", project=project, actor=actor
        )


def measure_agreement(project: Project, on_progress: OnProgress) -> dict[str, Any]:
    """All sources, the newest MAX_NOTES pairs of each; and what hidden suggestions tell, under
    "anchoring"."""
    sources = {
        "people": people_pairs(project),
        "gold": gold_pairs(project),
        "model": model_pairs(project),
    }
    readings = readings_of(project)
    total, done = sum(map(len, sources.values())) + len(readings), 0
    result = {}
    for name, pairs in sources.items():
        found = _Source()
        for start in range(0, len(pairs), CHUNK):
            _add(found, pairs[start : start + CHUNK])
            done += len(pairs[start : start + CHUNK])
            on_progress(done, total)
        result[name] = found.to_json()
    result["anchoring"] = measure_anchoring(readings, lambda n: on_progress(done + n, total))
    return result


def _add(found: _Source, pairs: list[Pair]) -> None:
    spans: dict[UUID, list[Span]] = {pk: [] for pair in pairs for pk in pair.layers}
    rows = LayerSpan.objects.filter(layer__in=spans).exclude(state=LayerSpan.State.REJECTED)
    for layer_id, span in spans_of(rows.order_by("layer", "start")):
        spans[layer_id].append(span)
    layers = Layer.objects.filter(pk__in=[pair.layers[0] for pair in pairs])
    texts = dict(layers.order_by().values_list("document_id", "document__text"))
    for pair in pairs:
        one, other = (spans[pk] for pk in pair.layers)
        found.add(pair, texts[pair.document], one, other)


def publish_agreement(
    *, project: Project, actor: User | None, result: dict[str, Any]
) -> AgreementReport:
    """In the caller's transaction."""
    notes = sum(part["notes"] for part in result.values() if "notes" in part)
    report = AgreementReport.objects.create(
        project=project, created_by=actor, note_count=notes, result=result
    )
    record("agreement.measured", actor=actor, project=project, target=report, notes=notes)
    return report
