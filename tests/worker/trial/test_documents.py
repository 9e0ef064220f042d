"""From a document's bytes to its text, and what is refused. All people are invented."""

from __future__ import annotations

import zipfile
from io import BytesIO

import pytest

from annotation.domain.formats.docx import ARCHIVE, EMPTY, NOT_WORD, OLD_WORD, TOO_LARGE, UNSAFE
from tests.trial_files import WORD, word_of, zipped
from worker.trial.documents import MOST_CHARACTERS, TOO_LONG, DocumentError, text_of


def test_what_has_no_text_is_told_what_may_be_read():
    assert "donnez-le en PDF" in EMPTY


def refused(data: bytes) -> str:
    with pytest.raises(DocumentError) as found:
        text_of(data)
    return found.value.reason


def body(content: str) -> bytes:
    return zipped(
        {"word/document.xml": f"<w:document {WORD}><w:body>{content}</w:body></w:document>"}
    )


def run(text: str) -> str:
    return f"<w:r><w:t>{text}</w:t></w:r>"


def test_plain_text_has_its_line_ends_rewritten():
    assert text_of(b"Mme Petit\r\nva bien.\r") == ("text", "Mme Petit\nva bien.\n")


def test_a_byte_order_mark_goes():
    assert text_of(b"\xef\xbb\xbfBonjour") == ("text", "Bonjour")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", EMPTY),
        (b"  \n ", EMPTY),
        (b"a" * (MOST_CHARACTERS + 1), TOO_LONG),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", OLD_WORD),
        (b"PK\x03\x04 rien", NOT_WORD),
        (zipped({"note.txt": "Mme Petit"}), ARCHIVE),
        (body("<w:p>"), NOT_WORD),
        (body(""), EMPTY),
    ],
)
def test_what_is_no_document_is_refused_by_name(data, reason):
    assert refused(data) == reason


def test_bytes_that_are_no_text_are_refused_without_repeating_them():
    for data in (
        b"n\x81\xe9",
        b"n\xe9\x00",
        b"\x02n\xe9",
        "Née à Épinal, âgée".encode("cp1252") + b"\x81",
    ):
        assert "encodage illisible" in refused(data)


@pytest.mark.parametrize("text", ["Née à Épinal, l’été", "Œdème : 3 €"])
def test_a_text_of_windows_is_read_as_windows_wrote_it(text):
    assert text_of(text.encode("cp1252")) == ("text", text)


@pytest.mark.parametrize(
    "head", [b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0\x00", b"II*\x00", b"MM\x00*", b"GIF89a"]
)
def test_an_image_is_told_from_a_text(head):
    assert "une image" in refused(head + b"\x00\xe9")


def test_a_broken_pdf_is_refused():
    assert "PDF" in refused(b"%PDF-1.7\nrien")


def test_paragraphs_cells_and_line_breaks():
    table = "<w:tbl><w:tr>" + "".join(
        f"<w:tc><w:p>{run(text)}</w:p></w:tc>" for text in ("IPP", "8003")
    )
    table += "</w:tr></w:tbl>"
    content = f"<w:p>{run('Mme ')}{run('PETIT')}</w:p>{table}<w:p>{run('a')}<w:r><w:br/></w:r>{run('b')}</w:p>"
    assert text_of(body(content)) == ("docx", "Mme PETIT\nIPP\t8003\na\nb")


def test_letter_heads_and_footers_are_read_since_they_name_people():
    data = word_of(
        ["Corps"], header1=f"<w:p>{run('CHU')}</w:p>", footer2=f"<w:p>{run('Dr Morel')}</w:p>"
    )
    assert text_of(data) == ("docx", "CHU\n\nCorps\n\nDr Morel")


def test_what_was_struck_out_and_what_is_written_twice_is_read_once():
    twice = (
        '<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">'
        f"<mc:Choice>{run('une')}</mc:Choice><mc:Fallback>{run('deux')}</mc:Fallback></mc:AlternateContent>"
    )
    struck = (
        "<w:del><w:r><w:delText>non</w:delText></w:r></w:del><w:moveFrom>"
        + run("ici")
        + "</w:moveFrom>"
    )
    assert text_of(body(f"<w:p>{twice}{struck}</w:p>")) == ("docx", "une")


def test_strict_documents_are_read_too():
    space = 'xmlns:w="http://purl.oclc.org/ooxml/wordprocessingml/main"'
    data = zipped(
        {"word/document.xml": f"<w:document {space}><w:p>{run('oui')}</w:p></w:document>"}
    )
    assert text_of(data) == ("docx", "oui")


def test_a_document_type_is_refused_before_its_entities_grow():
    lol = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
    assert refused(zipped({"word/document.xml": f"{lol}<x>&b;</x>"})) == UNSAFE
    file = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>'
    assert refused(zipped({"word/document.xml": f"{file}<x>&a;</x>"})) == UNSAFE


def test_a_bomb_is_unpacked_no_further_than_allowed():
    assert refused(zipped({"word/document.xml": b" " * (21 * 1024 * 1024)})) == TOO_LARGE


def test_an_encrypted_member_is_refused():
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("word/document.xml", "<x/>")
    data = bytearray(packed.getvalue())
    for head, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(head) + flags] |= 1
    assert refused(bytes(data)) == NOT_WORD
