"""Word documents as imports: one is a note, an archive of them is many."""

from __future__ import annotations

import io

import pytest

from annotation.domain.formats.docx import EMPTY, NOT_WORD, OLD_WORD, read
from annotation.domain.formats.reading import Reading
from tests.trial_files import word_of, zipped


def notes(data: bytes) -> list[tuple[str, str]]:
    return [(note.id, note.text) for _line, note in read(io.BytesIO(data), Reading("f"))]


def test_a_document_is_one_note():
    ((given, text),) = notes(word_of(["Mme Petit", "va bien."]))
    assert (given[:5], text) == ("docx-", "Mme Petit\nva bien.")


def test_notes_at_the_foot_and_at_the_end_are_read():
    last = "<w:endnote><w:p><w:r><w:t>Dr Anne Roy</w:t></w:r></w:p></w:endnote>"
    ((_id, text),) = notes(word_of(["Mme Petit"], endnotes=last))
    assert text == "Mme Petit\n\nDr Anne Roy"


def test_an_archive_of_documents_is_many_named_by_their_path():
    data = zipped(
        {"a/un.docx": word_of(["Un"]), "b/deux.DOCX": word_of(["Deux"]), "lisez.txt": "x"}
    )
    assert notes(data) == [("a/un", "Un"), ("b/deux", "Deux")]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\xd0\xcf\x11\xe0 old", OLD_WORD),
        (b"Mme Petit", NOT_WORD),
        (b"PK\x03\x04 cut", NOT_WORD),
        (word_of([""]), EMPTY),
    ],
)
def test_what_is_none_is_refused_once(data, reason):
    refused = []
    assert list(read(io.BytesIO(data), Reading("f", refused.append))) == []
    assert [one.reason for one in refused] == [reason]
