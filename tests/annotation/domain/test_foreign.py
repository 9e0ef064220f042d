"""Files of other programs, given for notes: each is refused once, as what it is, with what to do, and nothing is read of it."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import zipfile

import pytest

from annotation.domain.foreign import WINDOWS, encoding_of, foreign
from annotation.domain.formats.plain import no_text
from annotation.domain.import_file import Reader
from deidweb.sentences import FIXED
from worker.trial.documents import DocumentError, text_of

TEXT = "Mme Prélot, vue à l'hôpital. Évolution favorable, contrôle à 3 mois.\nSignée : Dr Hervé.\n"
NOISE = bytes(range(256))


def archive(**members: str) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as made:
        for name, content in members.items():
            made.writestr(name.replace("__", "/"), content)
    return data.getvalue()


def document(kind: str) -> bytes:
    return archive(mimetype=f"application/vnd.oasis.opendocument.{kind}", content="<x/>")


# what the sentence must say
ODD = {
    "photo.jpg": (b"\xff\xd8\xff\xe0\0\x10JFIF\0\1" + NOISE, "image"),
    "photo.txt": (b"\xff\xd8\xff\xe1\x10\x22Exif" + NOISE, "image"),
    "scan.png": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + NOISE, "image"),
    "drawing.gif": (b"GIF89a\x10\0\x10\0" + NOISE, "image"),
    "fax.tif": (b"II*\0\x08\0\0\0" + NOISE, "image"),
    "scan.bmp": (b"BM\x36\0\x0c\0\0\0\0\0" + NOISE, "image"),
    "photo.webp": (b"RIFF\x24\0\0\0WEBPVP8 " + NOISE, "image"),
    "photo.heic": (b"\0\0\0\x18ftypheic\0\0\0\0" + NOISE, "image"),
    "scanner.dcm": (b"\0" * 128 + b"DICM" + NOISE, "DICOM"),
    "program.exe": (b"MZ\x90\0\3\0\0\0" + NOISE, "programme"),
    "program": (b"\x7fELF\2\1\1\0" + NOISE, "programme"),
    "letter.odt": (document("text"), "OpenDocument"),
    "table.ods": (document("spreadsheet"), "CSV"),
    "table.xlsx": (archive(**{"[Content_Types].xml": "<x/>", "xl__workbook.xml": "<x/>"}), "CSV"),
    "slides.pptx": (archive(**{"[Content_Types].xml": "<x/>", "ppt__presentation.xml": "<x/>"}), "PDF"),
    "book.epub": (archive(mimetype="application/epub+zip"), "livre"),
    "letter.rtf": (rb"{\rtf1\ansi Mme Pr\'e9lot}", "RTF"),
    "letter.doc": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "ancien format"),
    "notes.zip": (archive(note="Mme Prélot"), "archive ZIP"),
    "empty.zip": (archive(), "archive ZIP"),
    "notes.gz": (gzip.compress(TEXT.encode()), "gzip"),
    "notes.bz2": (bz2.compress(TEXT.encode()), "archive"),
    "notes.xz": (lzma.compress(TEXT.encode()), "archive"),
    "notes.7z": (b"7z\xbc\xaf\x27\x1c\0\4" + NOISE, "archive"),
    "notes.rar": (b"Rar!\x1a\7\1\0" + NOISE, "archive"),
    "notes.tar": (b"a.txt".ljust(257, b"\0") + b"ustar\0" + bytes(200), "archive"),
    "dictation.mp3": (b"ID3\3\0\0\0\0\0\x21" + NOISE, "transcription"),
    "dictation.wav": (b"RIFF\x24\0\0\0WAVEfmt " + NOISE, "transcription"),
    "dictation.m4a": (b"\0\0\0\x18ftypM4A \0\0\0\0" + NOISE, "transcription"),
    "base.sqlite": (b"SQLite format 3\0" + NOISE, "base de données"),
    "notes.parquet": (b"PAR1\x15\x04\x15" + NOISE, "Parquet"),
    "ansi.txt": (TEXT.replace("'", "’").encode("cp1252"), WINDOWS),
    "latin1.txt": (TEXT.encode("latin-1"), WINDOWS),
    "mac.txt": (TEXT.encode("mac_roman"), "Mac OS Roman"),
    "dos.txt": (TEXT.encode("cp850"), "DOS"),
    "utf16.txt": (TEXT.encode("utf-16"), "UTF-16"),
    "utf16_bare.txt": (TEXT.encode("utf-16-le"), "UTF-16"),
    "utf32.txt": (TEXT.encode("utf-32"), "UTF-16"),
    "noise.txt": (bytes((i * 7919 + 13) % 256 for i in range(5000)), "pas un texte"),
    "cut.txt": (TEXT.encode()[:7], "UTF-8"),
    "mixed.txt": (TEXT.encode() * 9 + "é".encode("latin-1"), "doit être en UTF-8"),
    "nul.txt": (b"Mme Petit\0 va bien", "caractère nul"),
}  # fmt: skip
OF_ANY_FORMAT = [name for name, (data, _) in ODD.items() if foreign(data)]


@pytest.mark.parametrize("name", list(ODD))
def test_an_import_says_once_what_the_file_is(tmp_path, name):
    data, told = ODD[name]
    path = tmp_path / name
    path.write_bytes(data)
    reader = Reader(path, "text")
    assert list(reader.notes()) == []
    assert [(error.line, error.field) for error in reader.errors] == [(0, "")]
    assert told in reader.errors[0].reason


@pytest.mark.parametrize("name", [name for name, (_, told) in ODD.items() if told != WINDOWS])
def test_the_trial_page_says_it_too(name):
    data, told = ODD[name]
    with pytest.raises(DocumentError) as refusal:
        text_of(data)
    assert told in refusal.value.reason


@pytest.mark.parametrize("kind", ["csv", "docx", "jsonl", "label_studio", "omop_parquet", "pdf", "text_zip"])  # fmt: skip
@pytest.mark.parametrize("name", OF_ANY_FORMAT)
def test_what_no_format_reads_is_refused_by_all_alike(tmp_path, name, kind):
    path = tmp_path / name
    path.write_bytes(ODD[name][0])
    reader = Reader(path, kind)
    assert list(reader.notes()) == []
    assert [error.reason for error in reader.errors] == [foreign(ODD[name][0])]


@pytest.mark.parametrize(
    "text",
    [
        "", " \n", "BM : examen", "MZ", "MZ vue ce jour", "ID3 fait", "BZh", "PK", "II*", "GIF", "8BPS", "RIFF et WAVE", "OggS", "Rar !",
        "{ note }", TEXT, "\ufeff" + TEXT, "abcdftypheic", "a" * 128 + "DICM", "x" * 257 + "ustar",
        "PAR1 positif, PAR2 négatif", "PAR1;PAR2",
    ],
)  # fmt: skip
def test_what_may_be_a_note_is_none_of_these(text):
    assert no_text(text.encode()) == ""


@pytest.mark.parametrize("folder", ["ppt", "xl"])
def test_a_folder_called_as_one_of_a_workbook_makes_no_workbook(tmp_path, folder):
    path = tmp_path / "notes.zip"
    path.write_bytes(archive(**{"a__1.txt": TEXT, f"{folder}__2.txt": TEXT}))
    reader = Reader(path, "text_zip")
    assert (len(list(reader.notes())), reader.errors) == (2, [])


@pytest.mark.parametrize("codec", ["shift_jis", "utf-8"])
def test_an_encoding_that_is_not_sure_is_not_guessed(codec):
    assert encoding_of("カルテ".encode(codec)) == ""


def test_every_sentence_is_known_to_the_translators():
    assert {foreign(ODD[name][0]) for name in OF_ANY_FORMAT} <= set(FIXED)
