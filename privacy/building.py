"""Builds the file of an export: substitutes patient by patient, then scans what was written.

The same notes, policy and study key give the same bytes: a retry, or another worker, rebuilds the
very file that was approved. One patient is in memory at a time.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from django.conf import settings

from privacy import keys
from privacy.domain.randomness import StudyKey
from privacy.models import ExportRequest
from privacy.source import SourceFile, plan, read_entry

SMALL: Final = 11  # counts below are not written in a manifest
KEPT_FINDINGS: Final = 200

OnProgress = Callable[[int, int], None]


class NothingToExportError(Exception):
    """No note of the project is in the export's scope."""


@dataclass(frozen=True, slots=True)
class BuiltFile:
    """A finished draft beside its final place, and what is known about it."""

    draft: Path
    sha256: str
    size_bytes: int
    document_count: int
    patient_count: int
    manifest: dict[str, Any]
    findings: list[dict[str, Any]]
    finding_count: int


def path_of(export: ExportRequest) -> Path:
    """Where the file of an export lies; its name carries nothing but the id."""
    return Path(settings.EXPORT_DIR) / f"{export.pk}.jsonl"
