"""How well the engine in service reads this site's notes: the newest measure, and what a new one would read."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from annotation.domain.datasets.split import Member, Part, Shares, split
from annotation.domain.notes import Note
from annotation.domain.spans import Span
from annotation.models import Layer
from annotation.selectors.in_force import golds_in_force, notes_of_layers
from deidweb.accounts.models import Project, User
from worker.models import SiteMeasure
from worker.selectors.versions import promoted_model

MEASURE: Final = "measure_site"
_CHUNK: Final = 100


def newest_measure(user: User, project: Project) -> SiteMeasure | None:
    """The last one, whatever engine it is about."""
    found = SiteMeasure.objects.filter(
        project__in=Project.objects.visible_to(user), project=project
    )
    return found.select_related("created_by").first()


def judging_layers(project: Project) -> list[Layer]:
    """Gold in force of the notes that taught the engine in service nothing.

    All of them for the shipped model. A model of the project never saw the patients that its data sets keep
    for tests: the split follows from the patient alone, so this holds for notes that came later, too.
    """
    layers = list(golds_in_force(project).select_related("document__patient"))
    if promoted_model(project) is None:
        return layers
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
