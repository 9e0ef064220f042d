"""More of the bad-input corpus: files that are nearly right, and what hides in an archive's lists and a table's columns."""

from __future__ import annotations

import bz2
import io
import struct
import tarfile
import zipfile
from typing import Final

from tests.data.hostile.make import archive, line, parquet, pdf

_NOTE: Final = b"Vu le 3 mars."
_WORD: Final = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_WEBANNO: Final = b"#FORMAT=WebAnno TSV 3.3\n#T_SP=x|value\n\n\n#Text=Vu le 3\n"
_BIG: Final = b"9" * 5000


def files() -> dict[str, bytes]:
    """Name → bytes."""
    return {
        **_texts(), **_lines(), **_tables(), **_standoff(), **_archives(), **_word(), **_parquet(), **_pages(),
    }  # fmt: skip


def _texts() -> dict[str, bytes]:
    accents = "Opéré à Évreux, né l'été."
    return {
        "utf8_bom": b"\xef\xbb\xbf" + accents.encode(),
        "mac_roman": accents.encode("mac-roman"),
        "read_twice": accents.encode().decode("latin-1").encode(),
        "two_encodings": accents.encode() + b"\n" + accents.encode("latin-1"),
        "half_signs": b"Vu \xed\xa0\xbd\xed\xb8\x80 le 3",
        "beyond_unicode": b"Vu \xf4\x90\x80\x80",
        "without_width": "\u200b\u200c\u2060".encode(),
        "line_separators": "Vu\u2028le\u00853\u2029mars\x0b.".encode(),
        "tags": "Vu \U000e0041\U000e0042 le 3".encode(),
        "one_token": b"a" * 1_000_000,
        "says_zip": b"PK\x03\x04 Vu le 3",
    }


def _lines() -> dict[str, bytes]:
    entity = {"start": 0, "end": 2, "label": "PER", "subtype": "NOM"}
    good = line()
    return {
        "json_two_on_a_line": good.strip() + good,
        "json_trailing_comma": good.replace(b"}", b",}"),
        "json_utf16": good.decode().encode("utf-16"),
        "json_carriage_returns": good.replace(b"\n", b"\r") * 2,
        "json_mark_on_each_line": (b"\xef\xbb\xbf" + good) + (b"\xef\xbb\xbf" + line(id="n2")),
        "json_text_list": line(text=["a"]),
        "json_id_blank": line(id="  "),
        "json_id_line_end": line(id="a\nb"),
        "json_entities_object": line(entities={"a": 1}),
        "json_entity_number": line(entities=[1]),
        "json_label_list": line(entities=[{**entity, "label": ["PER"]}]),
        "json_label_long": line(entities=[{**entity, "label": "X" * 100_000}]),
        "json_offset_many_digits": line(entities=[entity]).replace(b": 2", b": " + _BIG),
        "json_leading_zero": line(entities=[entity]).replace(b": 0", b": 00"),
        "json_same_field_escaped": good.replace(b"}", b', "te\\u0078t": "b"}'),
        "json_name_of_a_million": line(patient={"id": "p", "last_name": "x" * 1_000_000}),
        "json_hundred_names": line(patient={"id": "p", "phone": ["1"] * 101}),
        "json_thousands_of_fields": line(**{f"k{number}": number for number in range(5000)}),
        "json_field_nul": good.replace(b"}", b', "x\\u0000": 1}'),
        "json_day_32": line(meta={"date": "2024-01-32"}),
        "json_cut_array": b"[" + good.strip() + b",",
    }


def _tables() -> dict[str, bytes]:
    return {
        "csv_latin1_line": b"id,text\nn1,a\nn2,\xe9t\xe9\n",
        "csv_utf16": "id\ttext\nn1\t\u00e9\n".encode("utf-16"),
        "csv_says_separator": b"sep=;\nid;text\nn1;a\n",
        "csv_quote_then_text": b'id,text\nn1,"a"b\n',
        "csv_only_quotes": b"id,text\n" + b'"' * 500_001 + b"\n",
        "csv_wide_row": b"id,text\nn1,a" + b",x" * 100_000 + b"\n",
        "csv_id_on_two_lines": b'id,text\n"a\nb",x\n',
        "csv_blank_lines": b"id,text\n" + b"\n" * 100_000,
        "conll_no_tag": b"Vu\nle\n",
        "conll_unknown_tag": b"Vu\tX-PER\n",
        "conll_latin1": b"\xe9t\xe9\tO\n",
        "webanno_many_digits": _WEBANNO + b"1-1\t0-" + _BIG + b"\tVu\tPER\t\n",
        "webanno_past_end": _WEBANNO + b"1-1\t0-99\tVu\tPER\t\n",
        "webanno_no_columns": _WEBANNO + b"1-1\t0-2\n",
    }


def _standoff() -> dict[str, bytes]:
    """brat: pairs of a text and what is said of it."""
    said = {
        "negative": b"T1\tPER -1 2\tVu\n",
        "reversed": b"T1\tPER 2 0\tVu\n",
        "many_digits": b"T1\tPER 0 " + _BIG + b"\tVu\n",
        "arabic_digits": "T1\tPER \u0660 \u0662\tVu\n".encode(),
        "no_tabs": b"T1 PER 0 2 Vu\n",
        "twice": b"T1\tPER 0 2\tVu\n" * 2,
        "latin1": b"T1\tPER 0 2\t\xff\n",
        "other_surface": b"T1\tPER 0 2\tzz\n",
        "nul": b"T1\tPER 0 2\tV\0\n",
        "junk": b"\x01\x02 rien\n",
    }
    made = {
        f"ann_{name}": archive([("a.txt", _NOTE), ("a.ann", ann)]) for name, ann in said.items()
    }
    return made | {"ann_alone": archive([("a.ann", b"T1\tPER 0 2\tVu\n")])}


def _archives() -> dict[str, bytes]:
    plain = archive([("a.txt", _NOTE)])
    names = {
        "right_to_left": "a\u202etxt.txt", "backslashes": "..\\..\\b.txt", "drive": "C:\\a.txt", "line_end": "a\nb.txt",
        "deep": "d/" * 500 + "a.txt", "percent": "%2e%2e/a.txt", "blank": " .txt",
    }  # fmt: skip
    tar = io.BytesIO()
    with tarfile.open(fileobj=tar, mode="w") as made:
        link = tarfile.TarInfo("a.txt")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        made.addfile(link)
    note, nlp = b"note_id,note_text\n1,Vu\n", b"note_id,offset,lexical_variant,term_modifiers\n"
    label = b',Vu,"label=PER,subtype=NOM"\n'
    return {
        **{f"zip_name_{name}": archive([(given, _NOTE)]) for name, given in names.items()},
        "zip_after_program": b"MZ" + bytes(5000) + plain,
        "zip_after_pdf": b"%PDF-1.4\n" + plain,
        "zip_wrong_sum": _changed(plain, b"PK\x01\x02", 16, b"\0\0\0\0"),
        "zip_other_name": plain.replace(b"a.txt", b"b.txt", 1),
        "zip_far_directory": _changed(plain, b"PK\x05\x06", 16, b"\xff\xff\xff\x7f"),
        "zip_device": _device(),
        "zip_bzip2_bomb": archive([("a.txt", bytes(30_000_000))], zipfile.ZIP_BZIP2),
        "zip_folders": archive([("a/", b""), ("b/", b"")]),
        "zip_two_tables": archive([("NOTE.csv", note), ("note.csv", note)]),
        "zip_nlp_many_digits": archive(
            [("NOTE.csv", note), ("NOTE_NLP.csv", nlp + b"1," + _BIG + label)]
        ),
        "zip_nlp_negative": archive([("NOTE.csv", note), ("NOTE_NLP.csv", nlp + b"1,-3" + label)]),
        "seven_zip": b"7z\xbc\xaf\x27\x1c" + bytes(100),
        "rar": b"Rar!\x1a\x07\x00" + bytes(100),
        "bzip2": bz2.compress(line()),
        "tar_link": tar.getvalue(),
    }


def _changed(data: bytes, head: bytes, at: int, value: bytes) -> bytes:
    made = bytearray(data)
    start = made.rindex(head) + at
    made[start : start + len(value)] = value
    return bytes(made)


def _device() -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as made:
        info = zipfile.ZipInfo("a.txt", (1980, 1, 1, 0, 0, 0))
        info.external_attr = 0o020666 << 16
        made.writestr(info, "x")
    return data.getvalue()


def _word() -> dict[str, bytes]:
    def document(body: bytes) -> bytes:
        return archive([("word/document.xml", body)])

    def paragraph(text: str) -> str:
        return f'<w:p xmlns:w="{_WORD}"><w:r><w:t>{text}</w:t></w:r></w:p>'

    return {
        "docx_deep": document(b"<a>" * 200_000),
        "docx_nul": document(paragraph("a&#0;b").encode()),
        "docx_half_sign": document(paragraph("a&#xD800;b").encode()),
        "docx_unknown_encoding": document(
            b'<?xml version="1.0" encoding="x-foo"?>' + paragraph("a").encode()
        ),
        "docx_include": document(
            b'<x xmlns:i="http://www.w3.org/2001/XInclude"><i:include href="file:///etc/passwd"/></x>'
        ),
        "docx_of_blanks": document(b" " * 30_000_000),
        "odt": archive(
            [("mimetype", b"application/vnd.oasis.opendocument.text"), ("content.xml", b"<x/>")]
        ),
        "xlsx": archive([("[Content_Types].xml", b"<x/>"), ("xl/workbook.xml", b"<x/>")]),
    }


def _parquet() -> dict[str, bytes]:
    import pyarrow
    import pyarrow.parquet

    good = parquet({"note_id": [1, 2], "note_text": ["a", "b"]})
    far = pyarrow.array([2**62], pyarrow.timestamp("ns"))
    twice = pyarrow.table(
        [pyarrow.array([1]), pyarrow.array(["a"]), pyarrow.array(["b"])],
        names=["note_id", "note_text", "note_text"],
    )
    data = io.BytesIO()
    pyarrow.parquet.write_table(twice, data)
    return {
        "parquet_no_rows": parquet(
            {
                "note_id": pyarrow.array([], pyarrow.int64()),
                "note_text": pyarrow.array([], pyarrow.string()),
            }
        ),
        "parquet_null_text": parquet(
            {"note_id": [1], "note_text": pyarrow.array([None], pyarrow.string())}
        ),
        "parquet_bytes": parquet({"note_id": [1], "note_text": [b"\xff\xfe"]}),
        "parquet_list": parquet({"note_id": [1], "note_text": [["a"]]}),
        "parquet_nul": parquet({"note_id": ["a\0"], "note_text": ["b"]}),
        "parquet_far_nanoseconds": parquet({"note_id": [1], "note_text": ["a"], "note_date": far}),
        "parquet_column_twice": data.getvalue(),
        "parquet_foot_lies": good[:-8] + struct.pack("<L", 0x7FFFFFFF) + b"PAR1",
        "parquet_cut": good[:40] + good[80:],
        "parquet_encrypted": b"PARE" + bytes(40) + b"PARE",
    }


def _pages() -> dict[str, bytes]:
    text = b"BT /F1 12 Tf 72 500 Td (Vu le 3) Tj ET"
    good = pdf([text])
    return {
        "pdf_kids_loop": good.replace(b"/Kids[", b"/Kids[2 0 R "),
        "pdf_count_lies": good.replace(b"/Count 1", b"/Count 99999999"),
        "pdf_vast_page": good.replace(b"[0 0 595 842]", b"[0 0 9e9 9e9]"),
        "pdf_nul": pdf([b"BT /F1 12 Tf 72 500 Td (a\\000b) Tj ET"]),
        "pdf_half_a_million_states": pdf([b"q " * 500_000 + text]),
        "pdf_script": good.replace(
            b"/Type/Catalog", b"/Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert(1))>>"
        ),
    }
