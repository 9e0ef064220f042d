"""The bad-input corpus: files that people and attackers send, each made here, none of them kept.

Lists that are no notes (oppositions, CIM-10, communes, stays, keys) are in `lists.py`.

`files()` are small and are given to every importer; `bombs()` are larger or eat what they are given, and run in the child
process with its limits. What each importer must answer is in `manifest.json`, under each file one line a verdict with the
importers that give it:
`PYTHONPATH=. python tests/data/hostile/make.py` writes it anew, and its diff is to be read like code.
"""

from __future__ import annotations

import gzip
import io
import json
import lzma
import struct
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path

MANIFEST = Path(__file__).with_name("manifest.json")
GOOD = {"id": "n1", "text": "Vu le 3 mars."}
XXE = b'<?xml version="1.0"?><!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><r>&x;</r>'
LAUGHS = (
    b'<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">'
    b'<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]><l>&c;</l>'
)


def line(**changes: object) -> bytes:
    return json.dumps({**GOOD, **changes}).encode() + b"\n"


def archive(members: Iterable[tuple[str, bytes]], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", method) as made:
        for name, content in members:
            made.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content, method)
    return data.getvalue()


def files() -> dict[str, bytes]:
    """Name → bytes of every small file."""
    from tests.data.hostile import finer, strangers, streams, subtler, workbooks

    return {
        **_texts(), **_lines(), **_tables(), **_archives(), **_binaries(), **finer.files(), **subtler.files(), **strangers.files(),
        **streams.files(), **workbooks.files(),
    }  # fmt: skip


def _texts() -> dict[str, bytes]:
    accents = "Opéré à Évreux, né l'été.\n"
    return {
        "empty": b"",
        "blank": b" \n\t\r\n ",
        "utf16le_bom": b"\xff\xfe" + accents.encode("utf-16-le"),
        "utf16be": accents.encode("utf-16-be"),
        "utf32": accents.encode("utf-32"),
        "latin1": accents.encode("latin-1"),
        "truncated_multibyte": accents.encode()[:3],
        "overlong": b"M. \xc0\xaf Durand",
        "nul": b"Vu \0 le 3 mars",
        "only_bom": b"\xef\xbb\xbf",
        "cr_only": b"Vu\rle 3\rmars",
        "control": b"Vu \x1b[2J le \x07 3 mars",
        "bidi": "Vu \u202egro.live\u202c le 3".encode(),
        "combining": ("e" + "\u0301" * 1000).encode(),
        "html": b"<script>alert(1)</script>",
        "xxe": XXE,
        "laughs": LAUGHS,
        "pickle": b"\x80\x04\x95\x17\x00\x00\x00\x00\x00\x00\x00\x8c\x05posix\x8c\x06system\x93.",
    }


def _lines() -> dict[str, bytes]:
    entity = {"start": 0, "end": 2, "label": "PER", "subtype": "NOM"}
    return {
        "json_duplicate_key": b'{"id": "n1", "text": "a", "text": "b"}\n',
        "json_duplicate_key_nested": b'{"id": "n1", "text": "ab", "meta": {"type": "a", "type": "b"}}\n',
        "json_surrogate_key": b'{"id": "n1", "text": "a", "\\ud800": 1}\n',
        "json_surrogate_value": b'{"id": "n1", "text": "a \\ud800 b"}\n',
        "json_nul_value": b'{"id": "n1", "text": "a \\u0000 b"}\n',
        "json_deep": b'{"id": "n1", "text": "a", "meta": '
        + b"[" * 100_000
        + b"]" * 100_000
        + b"}\n",
        "json_deep_object": b'{"a":' * 100_000,
        "json_nan": b'{"id": "n1", "text": "a", "entities": [{"start": NaN}]}\n',
        "json_huge_integer": b'{"id": ' + b"9" * 5000 + b', "text": "a"}\n',
        "json_huge_float": line(entities=[{**entity, "score": 0}]).replace(
            b'"score": 0', b'"score": 1e999'
        ),
        "json_cut": b'{"id": "n1", "text": "Vu le',
        "json_array": b"[1, 2, 3]\n",
        "json_string": b'"Vu le 3 mars"\n',
        "json_proto": line(__proto__={"admin": True}),
        "json_week_date": line(meta={"date": "2024-W05-3"}),
        "json_birth_week": line(patient={"id": "p", "birth_date": "1950-W10-1"}),
        "json_arabic_date": line(meta={"date": "٢٠٢٤-٠١-٠١"}),
        "json_offset_negative": line(entities=[{**entity, "start": -1}]),
        "json_offset_float": line(entities=[{**entity, "start": 0.0}]),
        "json_offset_bool": line(entities=[{**entity, "start": False}]),
        "json_offset_2_63": line(entities=[{**entity, "end": 2**63}]),
        "json_offset_past_end": line(entities=[{**entity, "end": 99}]),
        "json_label_unknown": line(entities=[{**entity, "label": "XYZ"}]),
        "json_wrong_surface": line(entities=[{**entity, "surface": "zz"}]),
        "json_id_path": line(id="../../etc/passwd"),
        "json_id_formula": line(id="=cmd|'/c calc'!A0"),
        "json_id_long": line(id="x" * 10_000),
        "json_id_invisible": line(id="a\u200bb\u202e"),
        "json_ids_twice": line() + line(),
        "json_ids_case": line(id="A") + line(id="a"),
        "json_good_then_bad": line() + b"{\n",
        "json_file_url": line(text="file:///etc/passwd http://169.254.169.254/"),
    }


def _tables() -> dict[str, bytes]:
    head = b"note_id,note_text,note_date\n"
    return {
        "csv_open_quote": b'id,text\nn1,"Vu le 3\nmars\n',
        "csv_ragged": b"id,text\nn1,a,b,c\nn2\n",
        "csv_nul": b"id,text\nn1,a\0b\n",
        "csv_no_text": b"id,note\nn1,a\n",
        "csv_column_twice": b"id,text,text\nn1,a,b\n",
        "csv_formula": b'id,text\nn1,"=HYPERLINK(""http://x"")"\n',
        "csv_json_cell_deep": b'id,text,entities\nn1,a,"' + b"[" * 60_000 + b'"\n',
        "csv_json_cell_twice": b'id,text,meta\nn1,a,"{""type"": 1, ""type"": 2}"\n',
        "csv_list_cell_deep": b'id,text,last_name\nn1,a,"' + b"[" * 60_000 + b'"\n',
        "csv_ten_thousand_columns": b"id,text"
        + b",x" * 10_000
        + b"\nn1,a"
        + b",1" * 10_000
        + b"\n",
        "omop_week": head + b"1,Vu,2024-W05-3\n",
        "omop_date_time": head + b"1,Vu,2024-01-31T10:00:00\n",
    }


def _archives() -> dict[str, bytes]:
    note = b"Vu le 3 mars."
    plain = archive([("a.txt", note * 50)])
    return {
        "zip_empty": archive([]),
        "zip_plain": plain,
        "zip_cut": plain[: len(plain) // 2],
        "zip_damaged_stream": _damaged(zipfile.ZIP_DEFLATED),
        "zip_damaged_lzma": _damaged(zipfile.ZIP_LZMA),
        "zip_damaged_bzip2": _damaged(zipfile.ZIP_BZIP2),
        "zip_encrypted": flagged(plain),
        "zip_unknown_method": plain.replace(struct.pack("<H", 8), struct.pack("<H", 99)),
        "zip_slip": archive([("../../etc/cron.d/x.txt", note), ("/etc/y.txt", note)]),
        "zip_symlink": _linked(),
        "zip_nested": archive([("a.txt", note), ("b.zip", plain)]),
        "zip_overlap": _overlapping(),
        "zip_same_name": _twice(),
        "zip_lie": _lying(plain),
        "zip_ratio": archive([("a.txt", b"a" * (2 * 1024 * 1024))]),
        "zip_no_notes": archive([("readme.md", note)]),
        "zip_latin1": archive([("a.txt", "été".encode("latin-1"))]),
        "zip_bad_csv": archive([("NOTE.csv", b"note_id,note_text\n1,\xff\n")]),
        "zip_bad_ann": archive([("a.txt", b"Vu"), ("a.ann", b"T1\tPER 0 99\tVu\n")]),
        "zip_bad_tsv": archive([("a.tsv", b"#FORMAT=WebAnno TSV 3.3\n\n1-1\tx-y\tVu\n")]),
        "docx": archive([("[Content_Types].xml", XXE), ("word/document.xml", LAUGHS)]),
        "gzip": gzip.compress(line(), mtime=0),
        "xz": lzma.compress(line()),
        "tar": b"a.txt".ljust(100, b"\0") + b"0000644\0".ljust(412, b"\0") + note.ljust(512, b"\0"),
    }


def _damaged(method: int) -> bytes:
    data = bytearray(
        archive([("a.txt", bytes(range(256)) * 40), ("NOTE.csv", bytes(range(256)) * 40)], method)
    )
    data[45:75] = b"\xff" * 30
    return bytes(data)


def flagged(data: bytes) -> bytes:
    """Says that its member is encrypted."""
    made = bytearray(data)
    for head, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        made[made.index(head) + at] |= 1
    return bytes(made)


def _linked() -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as made:
        info = zipfile.ZipInfo("a.txt", (1980, 1, 1, 0, 0, 0))
        info.external_attr = 0o120777 << 16
        made.writestr(info, "/etc/passwd")
    return data.getvalue()


def _overlapping() -> bytes:
    """Two entries of the directory that lead to the same bytes (David Fifield's bomb, in small)."""
    data = archive([("a.txt", b"Vu le 3 mars."), ("b.txt", b"Vu le 4 mars.")], zipfile.ZIP_STORED)
    second = data.index(b"PK\x01\x02", data.index(b"PK\x01\x02") + 4)
    made = bytearray(data)
    made[second + 42 : second + 46] = struct.pack("<L", 0)
    return bytes(made)


def _twice() -> bytes:
    data = archive([("a.txt", b"Vu le 3 mars."), ("b.txt", b"Vu le 4 mars.")])
    return data.replace(b"b.txt", b"a.txt")


def _lying(data: bytes) -> bytes:
    """The directory says that the member has one byte."""
    made = bytearray(data)
    at = made.index(b"PK\x01\x02")
    made[at + 24 : at + 28] = struct.pack("<L", 1)
    return bytes(made)


def _binaries() -> dict[str, bytes]:
    return {
        "pdf_no_text": pdf([b""]),
        "pdf_cut": pdf([b"BT /F1 12 Tf 72 500 Td (Vu) Tj ET"])[:120],
        "pdf_not": b"%PDF-1.4\nnothing else",
        "pdf_loop": b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 1 0 R>>endobj\ntrailer<</Root 1 0 R/Prev 0>>\nstartxref\n0\n%%EOF",
        "pdf_bad_flate": pdf([b"\xff\xff\xff"], filtered=True),
        "parquet_not": b"PAR1" + b"\0" * 40 + b"PAR1",
        "parquet_no_text": parquet({"note_id": [1], "x": ["a"]}),
        "parquet_text_is_number": parquet({"note_id": [1], "note_text": [3]}),
        "parquet_far_date": _far_date(),
        "rtf": b"{\\rtf1\\ansi Vu le 3 mars}",
        "ole": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 512,
        "elf": b"\x7fELF\x02\x01\x01" + b"\0" * 57,
    }


def pdf(pages: list[bytes], *, filtered: bool = False, times: int = 1) -> bytes:
    """A PDF with these page contents; `times` pages share the last one."""
    kinds = b"/Filter/FlateDecode" if filtered else b""
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"",
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    contents = []
    for content in pages:
        objects.append(b"<</Length %d%s>>stream\n%s\nendstream" % (len(content), kinds, content))
        contents.append(len(objects))
    refs = []
    for number in contents + contents[-1:] * (times - 1):
        objects.append(
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents %d 0 R/Resources<</Font<</F1 3 0 R>>>>>>"
            % number
        )
        refs.append(b"%d 0 R" % len(objects))
    objects[1] = b"<</Type/Pages/Count %d/Kids[%s]>>" % (len(refs), b" ".join(refs))
    data, offsets = io.BytesIO(), []
    data.write(b"%PDF-1.4\n")
    for number, content in enumerate(objects, start=1):
        offsets.append(data.tell())
        data.write(b"%d 0 obj\n%s\nendobj\n" % (number, content))
    start = data.tell()
    data.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1))
    data.writelines(b"%010d 00000 n \n" % offset for offset in offsets)
    data.write(
        b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, start)
    )
    return data.getvalue()


def parquet(columns: dict[str, list[object]], **options: object) -> bytes:
    import pyarrow
    import pyarrow.parquet

    data = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.table(columns), data, **options)
    return data.getvalue()


def _far_date() -> bytes:
    import pyarrow
    import pyarrow.parquet

    days = pyarrow.array([-(10**7)], pyarrow.int32()).cast(pyarrow.date32())
    table = pyarrow.table({"note_id": [1], "note_text": ["Vu"], "note_date": days})
    data = io.BytesIO()
    pyarrow.parquet.write_table(table, data)
    return data.getvalue()


# --- larger ones


def bombs() -> dict[str, tuple[str, Callable[[], bytes]]]:
    """Name → format and how to make it: small when packed, without end when read."""
    return {
        "pdf_flate_bomb": (
            "pdf",
            lambda: pdf(
                [zlib.compress(b"BT (" + b"A" * 300_000_000 + b") Tj ET", 9)], filtered=True
            ),
        ),
        "pdf_ten_thousand_pages": (
            "pdf",
            lambda: pdf([b"BT /F1 12 Tf 72 500 Td (Vu) Tj ET"], times=10_000),
        ),
        "pdf_many_signs": (
            "pdf",
            lambda: pdf([b"BT /F1 1 Tf 9 9 Td (" + b"abcdefgh " * 100_000 + b") Tj ET"], times=20),
        ),
        "zip_42": (
            "text_zip",
            lambda: archive([(f"{n}.txt", b"\0" * 9_000_000) for n in range(40)]),
        ),
        "zip_declared_terabytes": ("text_zip", _terabytes),
        "parquet_bomb": (
            "omop_parquet",
            lambda: parquet(
                {"note_id": [1], "note_text": ["a" * 900_000_000]},
                compression="zstd",
                use_dictionary=False,
                # else half a minute goes into copies of what is compressed
                write_statistics=False,
                column_encoding={"note_id": "PLAIN", "note_text": "DELTA_LENGTH_BYTE_ARRAY"},
            ),
        ),
        "json_ten_megabyte_line": (
            "jsonl",
            lambda: b'{"id": "n1", "text": "' + b"a" * 11_000_000 + b'"}\n',
        ),
        "json_item_without_end": (
            "label_studio",
            lambda: b'[{"data": {"text": "' + b"a" * 60_000_000,
        ),
        "csv_field_without_end": ("csv", lambda: b'id,text\nn1,"' + b"a" * 30_000_000),
    }


def _terabytes() -> bytes:
    data = bytearray(archive([("a.txt", b"Vu"), ("b.txt", b"Vu")]))
    at = -1
    while (at := data.find(b"PK\x01\x02", at + 1)) >= 0:
        data[at + 24 : at + 28] = struct.pack("<L", 0xFFFFFFF0)
    return bytes(data)


# --- verdicts


def verdict(data: bytes, format_name: str) -> list[object]:
    """["read", notes] or ["refused", line, field, reason, member] of what the importer answers."""
    from annotation.domain.read_alone import read_to

    with tempfile.NamedTemporaryFile() as file:
        file.write(data)
        file.flush()
        answers = io.BytesIO()
        read_to(answers, format_name, Path(file.name))
    said = [json.loads(each) for each in answers.getvalue().splitlines()]
    errors = said[-1][1]["errors"]
    if not errors:
        return ["read", sum(kind == "note" for kind, *_rest in said)]
    first = errors[0]
    return ["refused", first["line"], first["field"], first["reason"], first.get("file", "")]


def manifest() -> dict[str, dict[str, list[object]]]:
    """What every importer says of every small file."""
    from annotation.domain.formats.registry import READABLE

    return {
        name: {kind.name: verdict(data, kind.name) for kind in READABLE}
        for name, data in files().items()
    }


def expected() -> dict[str, dict[str, list[object]]]:
    """The same as it is written in the manifest."""
    written = json.loads(MANIFEST.read_text("utf-8"))
    return {
        name: {kind: found for found, kinds in said for kind in kinds.split()}
        for name, said in written.items()
    }


def main() -> None:
    rows = []
    for name, said in manifest().items():
        kinds: dict[str, list[str]] = {}
        for kind, found in said.items():
            kinds.setdefault(json.dumps(found, ensure_ascii=False), []).append(kind)
        told = (f"    [{found}, {json.dumps(' '.join(those))}]" for found, those in kinds.items())
        rows.append(f"  {json.dumps(name)}: [\n" + ",\n".join(told) + "\n  ]")
    MANIFEST.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
