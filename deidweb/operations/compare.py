"""Is this installation what a backup's manifest says? Run inside the restored copy."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.db import connection

from annotation.domain.text import text_sha256
from annotation.models import DatasetSnapshot, Document, Patient
from annotation.models.sealed import open_id, open_identity
from annotation.selectors.dataset_files import snapshot_path
from annotation.selectors.oppositions import has_lost_patients
from deidweb.audit.services import verify_chain
from deidweb.keys.wrapping import KeyFileError
from deidweb.operations.backup import Manifest
from deidweb.operations.database_copy import contents_of
from privacy.models import ExportRequest
from privacy.selectors.export_files import file_sha256


def differences(manifest: Manifest) -> Iterator[str]:
    """French sentences, without a name or a text; none when all is as it was."""
    with connection.cursor() as cursor:
        contents = contents_of(cursor)
    wrong = [name for name, count in manifest.rows.items() if contents.rows.get(name) != count]
    if wrong:
        yield f"{len(wrong)} table(s) n'ont pas le même nombre de lignes, dont {wrong[0]}."
    if contents.migrations != manifest.migrations:
        yield "Les migrations appliquées diffèrent."
    if contents.journal != manifest.journal:
        yield "La fin du journal diffère."
    report = verify_chain()
    if not report.is_intact:
        yield f"Journal rompu à la ligne {report.broken_at} : {report.reason}."
    yield from _notes()
    yield from _files()
    yield from _identities()


def _notes() -> Iterator[str]:
    rows = Document.staged_too.values_list("text", "sha256").iterator(chunk_size=200)
    changed = sum(text_sha256(text) != digest for text, digest in rows)
    if changed:
        yield f"{changed} note(s) n'ont plus le texte importé."


def _identities() -> Iterator[str]:
    """Only where keys were put back: without them a copy holds no identity that anybody can read."""
    if not any(Path(settings.IDENTITY_KEY_DIR).glob("*.key")):
        return
    closed = 0
    rows = Patient.objects.values_list("project_id", "pk", "sealed_id", "record__sealed")
    for project, patient, name, identity in rows.iterator(chunk_size=500):
        try:
            open_id(project, patient, name)
            open_identity(project, patient, identity)
        except KeyFileError:
            closed += 1
    if closed:
        yield f"{closed} identité(s) que les clés remises n'ouvrent pas."


def _files() -> Iterator[str]:
    """Every file that a row names, with the bytes that it had."""
    released = ExportRequest.objects.filter(state=ExportRequest.State.RELEASED)
    lost = sum(
        file_sha256(export) != export.sha256
        for export in released.iterator()
        if not has_lost_patients(
            export.project_id, export.effects_seen
        )  # else it may have had to go
    )
    if lost:
        yield f"{lost} export(s) approuvé(s) sans leur fichier, ou avec un autre."
    snapshots = DatasetSnapshot.objects.select_related("project").iterator()
    gone = sum(
        not snapshot_path(snapshot).is_file()
        for snapshot in snapshots
        if not has_lost_patients(snapshot.project_id, snapshot.effects_seen)  # as above
    )
    if gone:
        yield f"{gone} jeu(x) de données sans leur fichier."
