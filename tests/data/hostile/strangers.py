"""Still more of the bad-input corpus: files of other programs, whatever their name says, and notes that begin as such files do."""

from __future__ import annotations

import io
import json
import struct
import wave
import zipfile
import zlib
from typing import Final

from tests.data.hostile.make import archive, line, pdf

_NOTE: Final = b"Vu le 3 mars."
_SHOWN: Final = b"BT /F1 12 Tf 72 500 Td (Vu le 3 mars.) Tj ET"


def files() -> dict[str, bytes]:
    """Name → bytes."""
    return {
        **_pictures(), **_sounds(), **_programs(), **_packed(), **_numbers(), **_letters(), **_two_at_once(), **_alike(), **_liars()
    }  # fmt: skip


def _pictures() -> dict[str, bytes]:
    return {
        "jpeg": b"\xff\xd8\xff\xe0\0\x10JFIF\0\1\1\0\0\1\0\1\0\0" + bytes(40) + b"\xff\xd9",
        "jpeg_with_a_note": b"\xff\xd8\xff\xfe\0\x10" + _NOTE + b"\xff\xd9",
        "gif": b"GIF89a\1\0\1\0\x80\0\0\xff\xff\xff\0\0\0,\0\0\0\0\1\0\1\0\0\2\2D\1\0;",
        "tiff_little": b"II*\0\x08\0\0\0" + bytes(20),
        "tiff_big": b"MM\0*\0\0\0\x08" + bytes(20),
        "bmp": b"BM" + struct.pack("<LHHL", 66, 0, 0, 54) + bytes(52),
        "webp": b"RIFF" + struct.pack("<L", 30) + b"WEBPVP8 " + bytes(18),
        "heic": b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + bytes(20),
        "icon": b"\0\0\1\0\1\0\x10\x10\0\0" + bytes(30),
        "svg": b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
        "dicom": bytes(128) + b"DICM\2\0\0\0UL\4\0" + bytes(40),
    }


def _sounds() -> dict[str, bytes]:
    made = io.BytesIO()
    with wave.open(made, "wb") as sound:
        sound.setparams((1, 1, 8000, 0, "NONE", ""))
        sound.writeframes(b"\x80" * 40)
    return {
        "wav": made.getvalue(),
        "mp3": b"ID3\x04\0\0\0\0\0\x0aTIT2" + bytes(40),
        "mp3_bare": b"\xff\xfb\x90\x64" + bytes(60),
        "mp4": b"\0\0\0\x20ftypisom\0\0\2\0isomiso2" + bytes(20),
        "ogg": b"OggS\0\2" + bytes(40),
        "matroska": b"\x1aE\xdf\xa3\x01\0\0\0" + bytes(40),
    }


def _programs() -> dict[str, bytes]:
    return {
        "exe": b"MZ\x90\0\3\0\0\0\4\0\0\0\xff\xff\0\0" + bytes(48) + b"PE\0\0",
        "wasm": b"\0asm\1\0\0\0" + bytes(20),
        "java_class": b"\xca\xfe\xba\xbe\0\0\0\x34" + bytes(20),
        "java_object": b"\xac\xed\0\5sr\0\x0ejava.lang.Long" + bytes(10),
        "shell": b"#!/bin/sh\nrm -rf /\n",
        "postscript": b"%!PS-Adobe-3.0\n(/etc/passwd) (r) file\n",
    }


def _packed() -> dict[str, bytes]:
    def office(kind: str) -> bytes:
        return archive(
            [("[Content_Types].xml", b"<Types/>"), (f"{kind}/presentation.xml", b"<p/>")]
        )

    def open_document(kind: str) -> bytes:
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w") as parts:
            parts.writestr(zipfile.ZipInfo("mimetype", (1980, 1, 1, 0, 0, 0)), kind)
            parts.writestr(zipfile.ZipInfo("content.xml", (1980, 1, 1, 0, 0, 0)), "<x/>")
        return made.getvalue()

    numbers = archive([("a.npy", b"\x93NUMPY\1\0" + bytes(40))])
    return {
        "pptx": office("ppt"),
        "ods": open_document("application/vnd.oasis.opendocument.spreadsheet"),
        "odp": open_document("application/vnd.oasis.opendocument.presentation"),
        "epub": open_document("application/epub+zip"),
        "cab": b"MSCF\0\0\0\0" + bytes(40),
        "lz4": b"\x04\x22\x4d\x18" + bytes(20),
        "cpio": b"070701" + b"0" * 104 + b"a.txt\0",
        "npz": numbers,
        "zip_in_parts": b"PK\x07\x08" + archive([("a.txt", _NOTE)]),
        "zip_of_zip64": _zip64(),
        "zip_no_directory": archive([("a.txt", _NOTE)]).partition(b"PK\x01\x02")[0],
        "zip_thousand_comments": archive([("a.txt", _NOTE)])[:-2] + b"\xff\xff" + b"x" * 65535,
        "zip_name_of_dots": archive([("....//....//a.txt", _NOTE), ("./a.txt", _NOTE)]),
        "zip_name_nul": archive([("a.txt\0.exe", _NOTE)]),
        "zip_name_formula": archive([("=cmd|'!A0.txt", _NOTE)]),
        "zip_name_header": archive([("a\r\nSet-Cookie: x.txt", _NOTE)]),
    }  # fmt: skip


def _zip64() -> bytes:
    """A member that says that it has 2^63 bytes, in the field of large archives."""
    data = bytearray(archive([("a.txt", _NOTE)]))
    at = data.index(b"PK\x01\x02")
    extra = struct.pack("<HHQ", 1, 8, 2**63)
    data[at + 24 : at + 28] = b"\xff" * 4
    data[at + 30 : at + 32] = struct.pack("<H", len(extra))
    data[at + 51 : at + 51] = extra
    end = data.index(b"PK\x05\x06")
    data[end + 12 : end + 16] = struct.pack("<L", end - at)
    return bytes(data)


def _numbers() -> dict[str, bytes]:
    head = json.dumps({"a": {"dtype": "F32", "shape": [2**62], "data_offsets": [0, 4]}}).encode()
    return {
        "safetensors": struct.pack("<Q", len(head)) + head + bytes(4),
        "npy_of_objects": b"\x93NUMPY\1\0\x46\0{'descr': '|O', 'fortran_order': False, 'shape': (1,), }\n\x80\x04.",
        "hdf5": b"\x89HDF\r\n\x1a\n" + bytes(60),
        "avro": b"Obj\1\4\x14avro.codec\x08null" + bytes(20),
        "cbor": b"\xd9\xd9\xf7\xa2bidbn1dtextbVu",
        "plist": b"bplist00\xd1\1\2Ttext" + bytes(30),
        "access": b"\0\1\0\0Standard Jet DB\0" + bytes(40),
    }


def _letters() -> dict[str, bytes]:
    return {
        "mail": b"From: a@example.org\r\nSubject: CR\r\nContent-Type: text/plain\r\n\r\nVu le 3 mars.\r\n",
        "mail_base64": b"Content-Transfer-Encoding: base64\r\n\r\nVnUgbGUgMyBtYXJz\r\n",
        "hl7": b"MSH|^~\\&|A|B|C|D|20240131||ORU^R01|1|P|2.5\rPID|1||123\rOBX|1|TX|||Vu\r",
        "fhir": json.dumps({"resourceType": "Bundle", "entry": [{"resource": {"id": "n1"}}]}).encode(),
        "cda": b'<?xml version="1.0"?><ClinicalDocument xmlns="urn:hl7-org:v3"><title>CR</title></ClinicalDocument>',
        "yaml": b"!!python/object/apply:os.system ['id']\n",
        "utf32_big": b"\0\0\xfe\xff" + "Vu".encode("utf-32-be"),
        "utf16_half": b"\xff\xfeV\0u\0\0\xd8",
        "five_byte_sign": b"Vu \xf8\x88\x80\x80\x80 le 3",
        "half_sign_in_utf8": b"Vu \xed\xa0\x80 le 3",
        "beyond_unicode_in_utf8": b"Vu \xf4\x90\x80\x80 le 3",
    }  # fmt: skip


def _two_at_once() -> dict[str, bytes]:
    """Two kinds in one file: each reader finds the one that it looks for, or says what the file is."""
    packed = archive([("a.txt", _NOTE)])
    return {
        "pdf_and_zip": pdf([_SHOWN]) + packed,
        "gif_and_zip": b"GIF89a" + bytes(20) + packed,
        "jpeg_and_pdf": b"\xff\xd8\xff\xe0" + bytes(20) + pdf([_SHOWN]),
        "text_and_zip": _NOTE + packed,
        "zip_and_json": packed + line(),
        "html_and_pdf": b"<html>\n" + pdf([_SHOWN]),
        "gzip_and_text": zlib.compress(_NOTE) + _NOTE,
    }


def _alike() -> dict[str, bytes]:
    """Notes whose first letters begin other programs' files: they are read."""
    return {
        "note_of_mz": b"MZ, jumelle de AZ, vue le 3 mars.",
        "note_of_bm": b"BM 24 kg/m2, stable.",
        "note_of_id3": b"ID3 : dossier suivi.",
        "note_of_riff": b"RIFF de WAVE au doppler.",
        "note_of_par": b"PAR1 positif.",
        "note_of_gif": b"GIF oriente vers la PMA.",
        "note_of_pk": b"PK parent : vu le 3 mars.",
    }


def _liars() -> dict[str, bytes]:
    deep = 60
    return {
        "json_deep_allowed": line(other=[[[[1]]]]),
        "json_deep_in_a_string": line(text="[" * 100_000),
        "json_thousand_entities": line(text="Vu " * 1000, entities=[{"start": 3 * at, "end": 3 * at + 2, "label": "PER", "subtype": "NOM"} for at in range(1000)]),
        "json_field_right_to_left": b'{"id": "n1", "text": "Vu", "\\u202eegassap": 1}\n',
        "json_field_formula": b'{"id": "n1", "text": "Vu", "=1+1": 1}\n',
        "json_number_of_zeros": b'{"id": "n1", "text": "Vu", "x": 1' + b"0" * 4000 + b"}\n",
        "json_exponent": b'{"id": "n1", "text": "Vu", "x": 1e-99999999999}\n',
        "csv_cell_of_a_megabyte": b"id,text\nn1," + b"a" * 1_000_000 + b"\n",
        "csv_quotes_doubled": b'id,text\nn1,"' + b'""' * 50_000 + b'"\n',
        "csv_field_right_to_left": "id,text,\u202etxet\nn1,Vu,b\n".encode(),
        "csv_ids_by_width": "id,text\nn1,Vu\nｎ1,Vu\n".encode(),
        "csv_ids_by_hidden_sign": "id,text\nn1,Vu\nn\u00ad1,Vu\n".encode(),
        "xml_attributes_without_end": b"<a " + b"b='c' " * 20_000,
        "pdf_deep_kids": _deep_kids(deep),
    }  # fmt: skip


def _deep_kids(deep: int) -> bytes:
    """A tree of pages of one branch: each node has the next one."""
    nodes = b"".join(
        b"%d 0 obj<</Type/Pages/Count 1/Kids[%d 0 R]>>endobj\n" % (at, at + 1)
        for at in range(2, 2 + deep)
    )
    last = 2 + deep
    page = b"%d 0 obj<</Type/Page/MediaBox[0 0 9 9]>>endobj\n" % last
    return (
        b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
        + nodes
        + page
        + b"trailer<</Root 1 0 R>>\n%%EOF"
    )
