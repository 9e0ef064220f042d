"""What has changed between the notes of an export and those of one that left before."""

from __future__ import annotations

from django.db.models import OuterRef, Subquery

from annotation.selectors.in_force import counting_layers
from privacy.domain.exported_note import pseudonym_in
from privacy.domain.pseudonyms import pseudonym
from privacy.domain.randomness import StudyKey
from privacy.models import ExportRequest
from privacy.selectors.export_files import open_export_file
from privacy.selectors.export_notes import exportable


def changes_since(export: ExportRequest, previous: ExportRequest, key: StudyKey) -> dict[str, int]:
    """Counts of notes `added`, `removed`, `changed` (labelled anew since the other was built) and `same`; empty when
    the file of `previous` is gone. `key` is that of `previous`: notes are known there by its pseudonyms."""
    file = open_export_file(previous)
    if file is None:
        return {}
    with file:
        left = {pseudonym_in(line) for line in file}
    before = len(left)
    in_force = ("kind", "-version", "-created_at")
    newest = counting_layers().filter(document=OuterRef("pk")).order_by(*in_force)
    notes = exportable(export.project, export.scope).order_by()
    rows = notes.values_list("external_id", Subquery(newest.values("created_at")[:1]))
    added = changed = 0
    for external_id, labelled_at in rows.iterator():
        public_id = pseudonym(key, "note", external_id)
        if public_id not in left:
            added += 1
            continue
        left.discard(public_id)
        changed += bool(labelled_at and previous.built_at and labelled_at > previous.built_at)
    common = before - len(left)
    return {"added": added, "removed": len(left), "changed": changed, "same": common - changed}
