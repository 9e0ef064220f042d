"""How well the engine in service reads this site's notes: the measures, and what a new one would read."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from annotation.domain.datasets.split import Member, Part, Shares, split
from annotation.domain.notes import Note
from annotation.domain.spans import Span
from annotation.models import Layer
from annotation.selectors.in_force import golds_in_force, notes_of_layers
from deidweb.accounts.models import Project, User
from deidweb.accounts.roles import Permission
from deidweb.jobs.selectors import newest_job
from worker.models import MeasuredNote, SiteMeasure
from worker.selectors.note_results import note_results
from worker.selectors.taught import read_taught
from worker.selectors.versions import model_folder, promoted_hash, promoted_model
from worker.training.judged import JudgedNote

MEASURE: Final = "measure_site"
RECENT: Final = "measure_recent"
RECENT_DAYS: Final = 90  # since notes were first validated
MOST_RECENT: Final = 100  # notes: a minute's work for a processor
FEWEST_RECENT: Final = 5
_SHOWN: Final = 52
_CHUNK: Final = 100


def newest_measure(user: User, project: Project) -> SiteMeasure | None:
    """The last one that somebody asked for, whatever engine it is about."""
    found = _visible(user, project).filter(is_recent=False)
    return found.select_related("created_by").first()


def recent_measures(user: User, project: Project) -> list[SiteMeasure]:
    """Those on recent notes, the oldest of the last 52 first."""
    return list(_visible(user, project).filter(is_recent=True)[:_SHOWN])[::-1]


def fallen_measure(user: User, project: Project) -> SiteMeasure | None:
    """The newest on recent notes, if it is about the engine in service and that masks less than it did."""
    newest = _visible(user, project).filter(is_recent=True).first()
    if newest is None or not newest.result.get("falls"):
        return None
    return newest if newest.content_hash == promoted_hash(project.pk) else None


def _visible(user: User, project: Project) -> QuerySet[SiteMeasure]:
    visible = Project.objects.visible_to(user, Permission.MANAGE_MODELS)
    return SiteMeasure.objects.filter(project__in=visible, project=project)


def recent_layers(project: Project) -> list[Layer]:
    """Of the judging layers, the newest of notes that were validated for the first time lately, and after the engine
    in service was made: neither did they judge it before, nor do they come back for what it missed."""
    since = timezone.now() - timedelta(days=RECENT_DAYS)
    promoted = promoted_model(project)
    if promoted is not None:
        since = max(since, promoted.created_at)
    known = Layer.objects.filter(
        document__project=project, kind=Layer.Kind.GOLD, created_at__lt=since
    )
    before = set(known.values_list("document_id", flat=True))
    fresh = [each for each in judging_layers(project) if each.document_id not in before]
    return sorted(fresh, key=lambda each: each.created_at)[-MOST_RECENT:]


def notes_then(project: Project, content_hash: str) -> list[JudgedNote]:
    """How the engine in service read the notes that judged it: those of its training; for the shipped model, and where
    there are none, those of its first measure on recent notes."""
    promoted = promoted_model(project)
    if promoted is not None and (reads := note_results(promoted)):
        return [read.after for read in reads]
    measures = SiteMeasure.objects.filter(
        project=project, content_hash=content_hash, is_recent=True
    )
    first = measures.order_by("created_at").first()
    return measured_notes(first) if first else []


def measured_notes(measure: SiteMeasure) -> list[JudgedNote]:
    rows = MeasuredNote.objects.filter(measure=measure).values_list("document", "judged")
    return [JudgedNote.from_json(str(document), judged) for document, judged in rows]


def is_due(project: Project) -> bool:
    """No measure on recent notes was queued for so many days, and notes were validated since the last one."""
    days = settings.MEASURE_EVERY_DAYS
    if not days:
        return False
    last = newest_job(project, RECENT)
    golds = Layer.objects.filter(document__project=project, kind=Layer.Kind.GOLD)
    if last is None:
        return golds.exists()
    if last.created_at > timezone.now() - timedelta(days=days):
        return False
    return golds.filter(created_at__gt=last.created_at).exists()


def judging_layers(project: Project) -> list[Layer]:
    """Gold in force of the notes that taught the engine in service nothing.

    All of them for the shipped model. Of a model of the project, the patients who taught neither it nor what it started
    from; where nobody wrote down who they were, those whom its data sets keep for tests: the split follows from the
    patient alone, so this holds for notes that came later, too.
    """
    layers = list(golds_in_force(project).select_related("document__patient"))
    promoted = promoted_model(project)
    if promoted is None:
        return layers
    taught = read_taught(model_folder(promoted.content_hash))
    if taught is not None:
        return [
            layer for layer in layers
            if not taught.has_seen(layer.document_id, layer.document.patient_id)
        ]  # fmt: skip
    members = {layer.pk: _member(layer) for layer in layers}
    parts = split(list(members.values()), Shares(), seed=0)
    return [layer for layer in layers if parts[members[layer.pk].note] is Part.TEST]


def _member(layer: Layer) -> Member:
    document = layer.document
    patient = document.patient.external_id if document.patient else ""
    return Member(document.external_id, patient)


def judging_notes(layers: list[Layer]) -> list[Note]:
    """Under the rows' own ids."""
    found: list[Note] = []
    for first in range(0, len(layers), _CHUNK):
        for each in notes_of_layers(layers[first : first + _CHUNK]):
            spans = tuple(Span(s.start, s.end, s.label, s.subtype) for s in each.spans)
            identity = replace(each.identity, id="")
            document = each.document
            found.append(Note(str(document.pk), document.text, identity, entities=spans))
    return found
