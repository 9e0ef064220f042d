"""The findings' lines in the exported file."""

from __future__ import annotations

from io import BytesIO

from privacy.domain.exported_note import line_of, pseudonym_in
from privacy.domain.substitute import SubstitutedNote
from privacy.models import ExportRequest
from privacy.services import read_findings


def test_the_file_is_read_no_further_than_the_last_note_with_a_finding(monkeypatch):
    lines = [line_of(SubstitutedNote(f"{n:032x}", f"Note {n}", (), {})) for n in range(9)]
    wanted = {pseudonym_in(lines[n]) for n in (1, 3)}
    file = BytesIO(b"".join(lines))
    read = []
    monkeypatch.setattr(file, "close", lambda: read.append(file.tell()), raising=False)
    monkeypatch.setattr(read_findings, "open_export_file", lambda _export: file)
    found = read_findings._lines(ExportRequest(), wanted)
    assert found == {pseudonym_in(lines[n]): (n + 1, lines[n]) for n in (1, 3)}
    assert read == [len(b"".join(lines[:4]))]
