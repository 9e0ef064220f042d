"""Still more of the bad-input corpus: workbooks, which nobody here reads, under every disguise that spreadsheets and attackers give them."""

from __future__ import annotations

from typing import Final

from tests.data.hostile.make import LAUGHS, XXE, archive

_MAIN: Final = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_KINDS: Final = b'<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'
_SHEET: Final = (
    f'<worksheet xmlns="{_MAIN}"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>id</t></is></c>'
    '<c r="B1" t="inlineStr"><is><t>text</t></is></c></row></sheetData></worksheet>'
).encode()
_OLE: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504)


def files() -> dict[str, bytes]:
    """Name → bytes."""
    whole = _workbook([])
    deep = f'<worksheet xmlns="{_MAIN}">'.encode() + b"<a>" * 200_000
    return {
        "xlsx_whole": whole,
        "xlsx_cut": whole[: len(whole) * 2 // 3],
        "xlsx_behind_a_line": b"id;text\n1;Vu\n" + whole,
        "xlsx_macros": _workbook([("xl/vbaProject.bin", _OLE)]),
        "xlsx_binary": archive([("[Content_Types].xml", _KINDS), ("xl/workbook.bin", bytes(64))]),
        "xlsx_entities": _workbook([("xl/sharedStrings.xml", LAUGHS)]),
        "xlsx_outside": _workbook([("xl/sharedStrings.xml", XXE)]),
        "xlsx_strings_of_30_mb": _workbook([("xl/sharedStrings.xml", b"a" * 30_000_000)]),
        "xlsx_deep": _workbook([("xl/worksheets/sheet2.xml", deep)]),
        "xlsx_slip": _workbook([("../../xl/sheet.xml", _SHEET)]),
        "xlsx_thousand_sheets": _workbook([(f"xl/worksheets/sheet{n}.xml", b"<x/>") for n in range(2, 1002)]),
        "xlsx_with_notes_beside": _workbook([("note.txt", b"Vu le 3 mars."), ("n.jsonl", b'{"id":"1","text":"Vu"}')]),
        "xlsx_and_word": _workbook([("word/document.xml", b"<x/>")]),
        "xlsx_stored_in_a_zip": archive([("notes.xlsx", whole)]),
        "xlsx_beside_texts": archive([("a.txt", b"Vu le 3 mars."), ("notes.xlsx", whole)]),
        "xlsx_named_txt": archive([("a.txt", whole)]),
        "xls": _OLE + "Workbook".encode("utf-16-le"),
        "xlsx_locked": _OLE + "EncryptedPackage".encode("utf-16-le"),
        "xls_of_2003": b'<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>',
        "xls_of_html": b"<html><table><tr><td>id</td><td>text</td></tr><tr><td>1</td><td>Vu</td></tr></table></html>",
        "xls_of_slk": b"ID;PWXL;N;E\nC;Y1;X1;K\"id\"\nE\n",
        "xls_of_dif": b'TABLE\n0,1\n"EXCEL"\nVECTORS\n0,2\n""\n',
    }  # fmt: skip


def _workbook(more: list[tuple[str, bytes]]) -> bytes:
    return archive([
        ("[Content_Types].xml", _KINDS), ("_rels/.rels", b"<x/>"), ("xl/workbook.xml", f'<workbook xmlns="{_MAIN}"/>'.encode()),
        ("xl/worksheets/sheet1.xml", _SHEET), *more,
    ])  # fmt: skip
