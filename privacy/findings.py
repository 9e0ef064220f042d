"""Findings of the leak scan as a page shows them: where, and, to who may read notes, in which words.

Only offsets are stored. The words are read back from the exported file, the note behind a pseudonym
is found with the study's key while it exists.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from annotation.models import Document
from deidweb.accounts.models import User
from deidweb.audit.services import record
from privacy import building, keys
from privacy.domain.exported_note import pseudonym_in, read_line
from privacy.domain.pseudonyms import pseudonym
from privacy.models import ExportRequest
from privacy.presentation import LABEL_NAMES

KIND_NAMES: Final[dict[str, Promise]] = {
    "exact": _("écrit tel quel"),
    "folded": _("écrit autrement (casse, accents)"),
    "spacing": _("tirets ou espaces changés"),
    "glued": _("mots collés"),
    "mail": _("comme dans une adresse électronique"),
    "digits": _("mêmes chiffres"),
    "date": _("même jour écrit autrement"),
    "split": _("coupé en fin de ligne"),
    "letters": _("lettres espacées"),
    "initials": _("initiales"),
    "reversed": _("écrit à l'envers"),
    "fuzzy": _("à une lettre près"),
}
CONTEXT: Final = 30  # code points shown on each side


@dataclass(frozen=True, slots=True)
class FindingRow:
    """`document` and the words stay empty for who may not read notes."""

    public_id: str
    start: int
    end: int
    label: str
    kind: str
    document: Document | None = None
    before: str = field(default="", repr=False)
    found: str = field(default="", repr=False)
    after: str = field(default="", repr=False)


def describe_findings(export: ExportRequest, reader: User | None) -> list[FindingRow]:
    """The stored findings; with their words and notes for `reader`, which leaves an audit line."""
    wanted = {finding["public_id"] for finding in export.findings}
    texts: dict[str, str] = {}
    documents: dict[str, Document] = {}
    if wanted and reader is not None:
        texts, documents = _texts(export, wanted), _documents(export, wanted, reader)
        record(
            "export.findings_read",
            actor=reader,
            project=export.project,
            target=export,
            count=len(export.findings),
        )
    return [
        _row(finding, texts.get(finding["public_id"], ""), documents.get(finding["public_id"]))
        for finding in export.findings
    ]


def _row(finding: dict[str, str | int], text: str, document: Document | None) -> FindingRow:
    start, end, label = int(finding["start"]), int(finding["end"]), str(finding["label"])
    kind = str(finding["kind"])
    return FindingRow(
        public_id=str(finding["public_id"]),
        start=start,
        end=end,
        label=f"{label} · {LABEL_NAMES[label]}" if label in LABEL_NAMES else label,
        kind=str(KIND_NAMES.get(kind, kind)),
        document=document,
        before=text[max(0, start - CONTEXT) : start],
        found=text[start:end],
        after=text[end : end + CONTEXT],
    )


def _texts(export: ExportRequest, wanted: Collection[str]) -> dict[str, str]:
    """Exported texts by pseudonym; only the wanted lines are parsed."""
    file = building.open_file(export)
    if file is None:
        return {}
    texts: dict[str, str] = {}
    with file:
        for line in file:
            if pseudonym_in(line) in wanted:
                public_id, text = read_line(line)
                texts[public_id] = text
    return texts


def _documents(export: ExportRequest, wanted: Collection[str], reader: User) -> dict[str, Document]:
    """The notes behind the pseudonyms, while the study's key exists on this machine."""
    try:
        key = keys.load(export.study_id, export.key_version)
    except keys.StudyKeyError:
        return {}
    visible = Document.objects.visible_to(reader).filter(project=export.project)
    ids = {
        pk: public_id
        for pk, external_id in visible.values_list("pk", "external_id").iterator()
        if (public_id := pseudonym(key, "note", external_id)) in wanted
    }
    found = visible.filter(pk__in=ids).only("pk", "doc_type", "position")
    return {ids[document.pk]: document for document in found}
