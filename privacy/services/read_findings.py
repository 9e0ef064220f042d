"""Reads the findings of the leak scan with their words and notes; the reading is audited.

Only offsets are stored. The words are read back from the exported file, the note behind a pseudonym
is found with the study's key while it exists.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import islice

from annotation.models import Document
from deidweb.accounts.models import User
from deidweb.audit.services import record
from privacy.domain.exported_note import pseudonym_in, read_line
from privacy.domain.pseudonyms import pseudonym
from privacy.models import ExportRequest
from privacy.presentation.findings import FindingRow, finding_row
from privacy.selectors.export_files import open_export_file
from privacy.services.keep_keys import StudyKeyError, load_key


def read_findings(export: ExportRequest, reader: User | None) -> list[FindingRow]:
    """The stored findings; with their words and notes for `reader`, which leaves an audit line."""
    wanted = {finding["public_id"] for finding in export.findings}
    lines = _lines(export, wanted) if wanted else {}
    texts: dict[str, str] = {}
    documents: dict[str, Document] = {}
    if wanted and reader is not None:
        texts = {public_id: read_line(line)[1] for public_id, (_rank, line) in lines.items()}
        documents = _documents(export, wanted, reader)
        record(
            "export.findings_read",
            actor=reader,
            project=export.project,
            target=export,
            count=len(export.findings),
        )
    return [
        finding_row(
            finding,
            texts.get(finding["public_id"], ""),
            documents.get(finding["public_id"]),
            rank=lines.get(finding["public_id"], (0, b""))[0],
        )
        for finding in export.findings
    ]


def _lines(export: ExportRequest, wanted: Collection[str]) -> dict[str, tuple[int, bytes]]:
    """Pseudonym → rank in the file, from 1, and line, of the wanted notes; none when the file is gone."""
    file = open_export_file(export)
    if file is None:
        return {}
    with file:
        known = ((pseudonym_in(line), (rank, line)) for rank, line in enumerate(file, 1))
        # each note stands there once: after the last wanted one nothing is read
        return dict(islice((row for row in known if row[0] in wanted), len(wanted)))


def _documents(export: ExportRequest, wanted: Collection[str], reader: User) -> dict[str, Document]:
    """The notes behind the pseudonyms, while the study's key exists on this machine."""
    try:
        key = load_key(export.study_id, export.key_version)
    except StudyKeyError:
        return {}
    visible = Document.objects.visible_to(reader).filter(project=export.project)
    ids = {
        pk: public_id
        for pk, external_id in visible.values_list("pk", "external_id").iterator()
        if (public_id := pseudonym(key, "note", external_id)) in wanted
    }
    found = visible.filter(pk__in=ids).only("pk", "doc_type", "position")
    return {ids[document.pk]: document for document in found}
