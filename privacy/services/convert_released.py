"""An approved file in another format, for tools that read no JSONL: written from the approved bytes at each download."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from io import BufferedReader
from typing import IO, Final

from django.conf import settings
from django.utils.translation import gettext as _

from annotation.domain.formats.jsonl import bounded_lines, read_notes
from annotation.domain.formats.registry import FORMATS, Format
from annotation.domain.formats.writing import Writing
from annotation.domain.notes import Note
from deidweb.accounts.models import User
from privacy.models import ExportRequest
from privacy.services.errors import ExportError
from privacy.services.open_released import open_download

OFFERED: Final = ("csv", "brat", "omop_tables", "omop_parquet", "omop_parquet_tables")


def offered_formats() -> list[Format]:
    """What an approved file can be had in besides JSONL."""
    return [FORMATS[name] for name in OFFERED]


def convert_released(*, actor: User, export: ExportRequest, format_name: str) -> IO[bytes]:
    """The released notes in that format, from the start of a file without a name; the caller closes it.

    Hashed and recorded as `open_download` does. Raises PermissionDenied, ExportError.
    """
    writes = FORMATS[format_name].writes if format_name in OFFERED else None
    if writes is None:
        raise ExportError(_("Ce format n'est pas connu."))
    with open_download(actor=actor, export=export, format_name=format_name) as source:
        # beside the exports: notes never lie in a temporary folder of the whole machine
        target = tempfile.TemporaryFile(dir=settings.EXPORT_DIR)  # noqa: SIM115  the caller closes it
        try:
            writes(_notes(source), target, Writing())
            target.seek(0)
        except BaseException:
            target.close()
            raise
    return target


def _notes(source: BufferedReader) -> Iterator[Note]:
    return read_notes(bounded_lines(source), file_name="")
