"""A file that somebody brought in. All or nothing."""

from __future__ import annotations

import json
import uuid
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from annotation.domain.formats.margins import DROP
from annotation.domain.formats.registry import FORMATS
from annotation.models.sealed import FILE_NAME, REPORT, open_text, seal_text, sealing_key
from deidweb.accounts.models import Project
from deidweb.jobs.models import Job
from deidweb.keys.identities import IdentityKeyMissingError


class ImportBatch(models.Model):
    """`file_name` may carry a patient's name, and so may members of an archive in `report`: shown to the importer, never
    logged, no path, sealed. They are saved as `sealed_name` and `sealed_report`; set them after the project.

    `report`, what was changed or refused: [{"line": 3, "field": "text", "reason": …}], with "file" for a member of an archive.
    """

    class State(models.TextChoices):
        PENDING = "pending", _("en attente")
        REVIEW = "review", _("à vérifier")
        DONE = "done", _("importé")
        REFUSED = "refused", _("refusé")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="imports")
    job = models.OneToOneField(Job, on_delete=models.SET_NULL, null=True, related_name="+")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    sealed_name = models.TextField(editable=False)
    format = models.CharField(max_length=20)  # a name of `annotation.domain.formats.registry`
    size_bytes = models.PositiveBigIntegerField()
    sha256 = models.CharField(max_length=64)
    state = models.CharField(max_length=10, choices=State.choices, default=State.PENDING)
    document_count = models.PositiveIntegerField(default=0)
    sealed_report = models.TextField(default="", editable=False)
    # Headers and footers of PDFs: DROP, KEEP, ASK, or the places in `margin_lines` of those that stay, "0,3".
    margins = models.TextField(default=DROP)
    # [{"text", "top", "count"}] while somebody looks at them (state REVIEW), then nothing: it is text of notes
    margin_lines = models.JSONField(default=list)

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return str(self.id)

    @property
    def file_name(self) -> str:
        return open_text(self.project_id, self.pk, FILE_NAME, self.sealed_name)

    @file_name.setter
    def file_name(self, value: str) -> None:
        self.sealed_name = self._seal(FILE_NAME, value)

    @property
    def report(self) -> list[dict[str, Any]]:
        text = open_text(self.project_id, self.pk, REPORT, self.sealed_report)
        found: list[dict[str, Any]] = json.loads(text) if text else []
        return found

    @report.setter
    def report(self, value: list[dict[str, Any]]) -> None:
        self.sealed_report = self._seal(REPORT, json.dumps(value) if value else "")

    @property
    def told_name(self) -> str:
        """For pages, which open without the project's key, too: "" then."""
        with suppress(IdentityKeyMissingError):
            return self.file_name
        return ""

    @property
    def told_report(self) -> list[dict[str, Any]]:
        """Likewise, [] then."""
        with suppress(IdentityKeyMissingError):
            return self.report
        return []

    def _seal(self, column: str, text: str) -> str:
        key = sealing_key(self.project_id, lambda: self.project.patients.exists())
        return seal_text(key, self.project_id, self.pk, column, text)

    @property
    def format_title(self) -> str:
        """What people call the format."""
        return gettext(FORMATS[self.format].title) if self.format in FORMATS else self.format


def unfinished_batches() -> models.QuerySet[ImportBatch]:
    """Imports whose notes are not to be seen: running, given up or refused."""
    return ImportBatch.objects.exclude(state=ImportBatch.State.DONE).order_by()
