"""Still more of the bad-input corpus: what spreadsheets, exports of other tools, Word and PDF writers and liars make."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import re
import struct
import tarfile
import zipfile
from decimal import Decimal
from typing import Any, Final

from tests.data.hostile.make import archive, flagged, line, parquet, pdf

_NOTE: Final = b"Vu le 3 mars."
_WORD: Final = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_SHOWN: Final = b"BT /F1 12 Tf 72 500 Td (Vu le 3 mars.) Tj ET"
_ENTITY: Final = {"start": 0, "end": 2, "label": "PER", "subtype": "NOM"}


def files() -> dict[str, bytes]:
    """Name → bytes."""
    return {
        **_texts(), **_lines(), **_foreign_lines(), **_tables(), **_columns(), **_archives(), **_tagged(), **_word(), **_parquet(),
        **_pages(),
    }  # fmt: skip


def _texts() -> dict[str, bytes]:
    return {
        "mark_twice": b"\xef\xbb\xbf\xef\xbb\xbfVu le 3",
        "mark_within": "Vu \ufeffle 3".encode(),
        "escape_only": b"\x1b\x1b",
        "noncharacters": "Vu \uffff\ufffe\U0010ffff le 3".encode(),
        "replacement_signs": "Op\ufffdr\ufffd".encode(),
        "utf7": b"Vu +AOk-t+AOk-",
        "ebcdic": "Vu le 3 mars".encode("cp500"),
        "shift_jis": "診察".encode("shift_jis"),
        "cut_within_emoji": "Vu 👩‍⚕️".encode()[:-4],
        "sqlite": b"SQLite format 3\0" + bytes(84),
        "png": b"\x89PNG\r\n\x1a\n" + bytes(40),
        "json_brackets_only": b"[" * 50_000,
        "xml_note": b"<?xml version='1.0'?><note>Vu</note>",
        "one_nul": b"\0",
        "newlines_only": b"\n" * 100_000,
    }


def _lines() -> dict[str, bytes]:
    good = line()
    many = [_ENTITY] * 3
    return {
        "json_infinity": good.replace(b"}", b', "score": -Infinity}'),
        "json_crlf": good.replace(b"\n", b"\r\n") + line(id="n2").replace(b"\n", b"\r\n"),
        "json_single_quotes": b"{'id': 'n1', 'text': 'Vu'}\n",
        "json_comment": b"// notes\n" + good,
        "json_indented": json.dumps({"id": "n1", "text": "Vu"}, indent=2).encode(),
        "json_all_in_an_array": b"[" + good.strip() + b"," + line(id="n2").strip() + b"]\n",
        "json_record_separators": b"\x1e" + good + b"\x1e" + line(id="n2"),
        "json_tab_in_text": b'{"id": "n1", "text": "a\tb"}\n',
        "json_bad_escape": b'{"id": "n1", "text": "a\\x41"}\n',
        "json_null": b"null\n",
        "json_null_text": line(text=None),
        "json_empty_text": line(text=""),
        "json_id_number": line(id=12),
        "json_id_float": line(id=12.5),
        "json_id_true": line(id=True),
        "json_id_list": line(id=["n1"]),
        "json_id_edges": line(id=" n1 ") + line(id="n1"),
        "json_id_control": line(id="n\x1b[2J1"),
        "json_id_two_forms": line(id="\u00e9") + line(id="e\u0301"),
        "json_half_sign_id": b'{"id": "n\\udc00", "text": "Vu"}\n',
        "json_offset_string": line(entities=[{**_ENTITY, "start": "0"}]),
        "json_offset_null": line(entities=[{**_ENTITY, "end": None}]),
        "json_offset_empty": line(entities=[{**_ENTITY, "end": 0}]),
        "json_offset_exponent": line(entities=[_ENTITY]).replace(b'"end": 2', b'"end": 2e0'),
        "json_offset_minus_zero": line(entities=[_ENTITY]).replace(b'"start": 0', b'"start": -0'),
        "json_offset_in_bytes": line(
            text="É. Vu", entities=[{**_ENTITY, "start": 4, "end": 6, "surface": "Vu"}]
        ),
        "json_offset_utf16": line(
            text="😀 Vu", entities=[{**_ENTITY, "start": 3, "end": 5, "surface": "Vu"}]
        ),
        "json_offset_cuts_accent": line(text="e\u0301t", entities=[{**_ENTITY, "end": 1}]),
        "json_entity_of_blanks": line(text="a  b", entities=[{**_ENTITY, "start": 1, "end": 3}]),
        "json_entities_thrice": line(entities=many),
        "json_entities_cross": line(entities=[_ENTITY, {**_ENTITY, "start": 1, "end": 5}]),
        "json_entities_text": line(entities="[]"),
        "json_label_case": line(entities=[{**_ENTITY, "label": "per"}]),
        "json_label_missing": line(entities=[{"start": 0, "end": 2}]),
        "json_label_number": line(entities=[{**_ENTITY, "label": 3}]),
        "json_subtype_of_other": line(entities=[{**_ENTITY, "label": "DATE", "subtype": "NOM"}]),
        "json_score_text": line(entities=[{**_ENTITY, "score": "0,9"}]),
        "json_score_two": line(entities=[{**_ENTITY, "score": 2}]),
        "json_doubt_text": line(entities=[{**_ENTITY, "doubt": "oui"}]),
        "json_comment_long": line(entities=[{**_ENTITY, "comment": "x" * 501}]),
        "json_patient_list": line(patient=["p1"]),
        "json_patient_number": line(patient={"id": 7}),
        "json_patient_blank": line(patient={"id": "   "}),
        "json_patient_control": line(patient={"id": "p\x07"}),
        "json_patient_bidi": line(patient={"id": "p\u202e1"}),
        "json_birth_twice": line(patient={"id": "p", "birth_date": "1950-01-01"})
        + line(id="n2", patient={"id": "p", "birth_date": "1951-01-01"}),
        "json_birth_french": line(patient={"id": "p", "birth_date": "01/02/1950"}),
        "json_birth_29_february": line(patient={"id": "p", "birth_date": "1951-02-29"}),
        "json_birth_month_13": line(patient={"id": "p", "birth_date": "1951-13-01"}),
        "json_birth_year_0": line(patient={"id": "p", "birth_date": "0000-00-00"}),
        "json_birth_year_9999": line(patient={"id": "p", "birth_date": "9999-12-31"}),
        "json_date_wide_digits": line(meta={"date": "２０２４-01-01"}),
        "json_date_number": line(meta={"date": 20240101}),
        "json_date_hour": line(meta={"date": "2024-01-31T25:61:00"}),
        "json_meta_list": line(meta=[1]),
        "json_meta_nested": line(meta={"type": {"a": 1}}),
        "json_meta_type_long": line(meta={"type": "x" * 10_000}),
        "json_meta_stay_control": line(meta={"stay": "8\x000"}),
        "json_meta_true": line(meta={"stay": True}),
        "json_replacements_object": line(replacements={}),
        "json_both_forms": line(entities=[_ENTITY], replacements=[_ENTITY]),
    }  # fmt: skip


def _task(**region: Any) -> bytes:
    """Label Studio: one task with one region."""
    value = {"start": 0, "end": 2, "labels": ["NOM"]}
    made = {"type": "labels", "value": value, **region}
    return json.dumps([{"data": {"text": "Vu le 3"}, "annotations": [{"result": [made]}]}]).encode()


def _foreign_lines() -> dict[str, bytes]:
    def doccano(**changes: Any) -> bytes:
        return line(**{"label": [[0, 2, "NOM"]], **changes})

    return {
        "task_type_list": _task(type=["labels"]),
        "task_meta_text": _task(meta="?"),
        "task_meta_number": _task(meta={"text": 3}),
        "task_labels_object": _task(value={"start": 0, "end": 2, "labels": {"a": 1}}),
        "task_labels_number": _task(value={"start": 0, "end": 2, "labels": 3}),
        "task_labels_text": _task(value={"start": 0, "end": 2, "labels": "NOM"}),
        "task_value_list": _task(value=[0, 2]),
        "task_score_text": _task(score="haut"),
        "task_data_list": b'[{"data": ["Vu"]}]',
        "task_of_numbers": b"[1, 2]",
        "task_then_more": b'[{"data": {"text": "Vu"}}] [',
        "task_annotations_object": b'[{"data": {"text": "Vu"}, "annotations": {"a": 1}}]',
        "task_annotations_numbers": b'[{"data": {"text": "Vu"}, "annotations": [1]}]',
        "task_predictions_text": b'[{"data": {"text": "Vu"}, "predictions": ["x"]}]',
        "task_comma_missing": b'[{"data": {"text": "Vu"}} {"data": {"text": "Vue"}}]',
        "doccano_four": doccano(label=[[0, 2, "NOM", 1]]),
        "doccano_label_object": doccano(label=[[0, 2, {"a": 1}]]),
        "doccano_offset_float": doccano(label=[[0.0, 2.0, "NOM"]]),
        "doccano_id_float": doccano(id=3.5),
        "doccano_id_object": doccano(id={"a": 1}),
        "doccano_comments_text": doccano(Comments="vu"),
        "doccano_relations_number": doccano(relations=3),
        "spacy_tokens_text": line(tokens="Vu", spans=[{"start": 0, "end": 2, "label": "NOM"}]),
        "spacy_spans_numbers": line(spans=[1, 2]),
        "spacy_span_label_list": line(spans=[{"start": 0, "end": 2, "label": ["NOM"]}]),
        "spacy_meta_text": line(meta="CRH", spans=[]),
        "spacy_answer_list": line(answer=["accept"], spans=[]),
        "tuple_short": b'["Vu"]\n',
        "tuple_entities_text": b'["Vu", {"entities": "NOM"}]\n',
        "tuple_entity_object": b'["Vu", {"entities": [{"a": 1}]}]\n',
        "tuple_annotations_list": b'["Vu", [[0, 2, "NOM"]]]\n',
        "eds_entities_numbers": line(note_id="n1", note_text="Vu", entities=[3]),
        "eds_label_list": line(
            note_id="n1", note_text="Vu", entities=[{"start": 0, "end": 2, "label": ["NOM"]}]
        ),
        "eds_fragments": line(
            note_id="n1", note_text="Vu", entities=[{"label": "NOM", "fragments": [{"begin": 0}]}]
        ),
    }


def _tables() -> dict[str, bytes]:
    head = b"note_id,note_text,person_id\n"
    return {
        "csv_cr_only": b"id,text\rn1,a\rn2,b\r",
        "csv_mark_twice": b"\xef\xbb\xbf" * 2 + b"id,text\nn1,a\n",
        "csv_header_only": b"id,text\n",
        "csv_header_blank_cells": b"id,,text,\nn1,,a,\n",
        "csv_header_on_two_lines": b'id,text,"type\nautre"\nn1,a,b\n',
        "csv_header_open_quote": b'id,"text\nn1,a\n',
        "csv_header_spaces": b" id ; text \nn1;a\n",
        "csv_header_latin1": b"id,text,pr\xe9nom\nn1,a,b\n",
        "csv_header_two_cases": b"id,text,TEXT\nn1,a,b\n",
        "csv_pipes": b"id|text\nn1|a\n",
        "csv_no_header": b"n1,Vu le 3\nn2,Vu le 4\n",
        "csv_open_quote_at_end": b'id,text\nn1,a\nn2,"b',
        "csv_quote_within": b'id,text\nn1,a "b" c\n',
        "csv_backslash_quote": b'id,text\nn1,"a \\" b"\n',
        "csv_nul_in_header": b"id,te\0xt\nn1,a\n",
        "csv_utf16_within": b"id,text\nn1," + "é".encode("utf-16-le") + b"\n",
        "csv_last_row_short": b"id,text,type\nn1,a,b\nn2\n",
        "csv_id_blank": b"id,text\n,a\n",
        "csv_ids_twice": b"id,text\nn1,a\nn1,b\n",
        "csv_birth_excel": b"id,text,patient_id,birth_date\nn1,a,p,18264\n",
        "csv_entities_repr": b"id,text,entities\nn1,a,\"[{'start': 0}]\"\n",
        "csv_entities_object": b'id,text,entities\nn1,a,"{""start"": 0}"\n',
        "csv_meta_list": b'id,text,meta\nn1,a,"[1]"\n',
        "csv_list_of_objects": b'id,text,last_name\nn1,a,"[{""a"": 1}]"\n',
        "csv_total_row": b"id,text\nn1,a\nTotal,\n",
        "omop_id_float": head + b"1.0,Vu,2.0\n",
        "omop_id_decimal_comma": b'note_id,note_text,person_id\n"1,0",Vu,"2,0"\n',
        "omop_id_exponent": head + b"1.23457E+14,Vu,2\n",
        "omop_date_french": b"note_id,note_text,note_date\n1,Vu,31/01/2024\n",
        "omop_date_tail": b"note_id,note_text,note_date\n1,Vu,2024-01-31 du matin\n",
        "omop_null_words": head + b"1,NULL,NaN\n",
    }


def _columns() -> dict[str, bytes]:
    """CoNLL and WebAnno: a token a line."""
    head = b"#FORMAT=WebAnno TSV 3.3\n#T_SP=x|value\n\n\n"
    return {
        "conll_i_alone": b"Vu I-NOM\nle O\n",
        "conll_nul": b"V\0u O\n",
        "conll_document_twice": b"-DOCSTART- (a) O\n\nVu O\n\n-DOCSTART- (a) O\n\nVu O\n",
        "conll_documents_empty": b"-DOCSTART- O\n" * 1000,
        "conll_id_of_10_kb": b"-DOCSTART- (" + b"x" * 10_000 + b") O\n\nVu O\n",
        "conll_token_of_blanks": "\u00a0\u2003 O\n".encode(),
        "conll_tag_case": b"Vu b-nom\n",
        "webanno_far_sentence": head + b"#Text=Vu\n1-1\t999999999-999999999\tVu\tPER\t\n",
        "webanno_reversed": head + b"#Text=Vu\n1-1\t2-0\tVu\tPER\t\n",
        "webanno_half_of_emoji": head + "#Text=😀\n1-1\t0-1\t😀\tPER\t\n".encode(),
        "webanno_no_text": head + b"1-1\t0-2\tVu\tPER\t\n",
        "webanno_version_2": b"# webanno.custom\n#text=Vu\n1-1\tVu\tO\n",
        "webanno_brackets": head + b"#Text=Vu\n1-1\t0-2\tVu\t" + b"[1]" * 50_000 + b"\t\n",
        "webanno_latin1": head + b"#Text=\xe9\n1-1\t0-1\t\xe9\t_\t\n",
    }


def _zipped(*members: tuple[str, bytes], comment: bytes = b"") -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in members:
            made.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content)
        made.comment = comment
    return data.getvalue()


class _Pipe(io.RawIOBase):
    """What can't be rewound: sizes and sums follow the data, in a descriptor."""

    def __init__(self) -> None:
        self.data = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self.data += data
        return len(data)


def _streamed() -> bytes:
    pipe = _Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr(zipfile.ZipInfo("a.txt", (1980, 1, 1, 0, 0, 0)), _NOTE)
    return bytes(pipe.data)


def _tar(kind: bytes, name: str = "a.txt", target: str = "/etc/passwd") -> bytes:
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as made:
        link = tarfile.TarInfo(name)
        link.type, link.linkname = kind, target
        made.addfile(link)
    return data.getvalue()


def _archives() -> dict[str, bytes]:
    packed = gzip.compress(line(), mtime=0)
    plain = _zipped(("a.txt", _NOTE))
    note, nlp = b"note_id,note_text\n1,Vu\n", b"note_id,offset,lexical_variant,term_modifiers\n"
    return {
        "gzip_twice": packed + packed,
        "gzip_cut": packed[:-6],
        "gzip_wrong_sum": packed[:-8] + b"\0\0\0\0" + packed[-4:],
        "gzip_of_gzip": gzip.compress(packed, mtime=0),
        "zstd": b"\x28\xb5\x2f\xfd" + bytes(20),
        "bzip2_cut": bz2.compress(line())[:-5],
        "tar_hard_link": _tar(tarfile.LNKTYPE),
        "tar_fifo": _tar(tarfile.FIFOTYPE),
        "tar_gz_slip": gzip.compress(_tar(tarfile.REGTYPE, "../../x.txt", ""), mtime=0),
        "zip_streamed": _streamed(),
        "zip_comment": _zipped(("a.txt", _NOTE), comment=b"PK\x05\x06" + bytes(18)),
        "zip_twice": plain + plain,
        "zip_tail": plain + b"x" * 100,
        "zip_upper_case": _zipped(("A.TXT", _NOTE)),
        "zip_two_forms": _zipped(("\u00e9.txt", _NOTE), ("e\u0301.txt", _NOTE)),
        "zip_two_cases": _zipped(("a.txt", _NOTE), ("A.txt", _NOTE)),
        "zip_dots": _zipped(("./a.txt", _NOTE), ("a.txt", _NOTE)),
        "zip_cp437_name": _zipped(("a.txt", _NOTE)).replace(b"a.txt", b"\x82.txt"),
        "zip_false_utf8_name": _flag_names(_zipped(("a.txt", _NOTE)).replace(b"a.txt", b"\xff.txt")),
        "zip_extra_field": _extra(plain),
        "zip_of_one_folder": _zipped(("d/", b""), ("d/a.txt", _NOTE), ("__MACOSX/d/._a.txt", b"x")),
        "zip_hidden_only": _zipped((".a.txt", _NOTE)),
        "zip_blank_note": _zipped(("a.txt", _NOTE), ("b.txt", b" \n")),
        "zip_name_of_10_kb": _zipped(("x" * 10_000 + ".txt", _NOTE)),
        "zip_name_control": _zipped(("a\x1b[2J.txt", _NOTE)),
        "zip_renamed_pdf": _zipped(("a.txt", pdf([_SHOWN])), ("b.pdf", _NOTE), ("c.docx", _NOTE)),
        "zip_ends_first": b"PK\x05\x06" + bytes(18) + plain,
        "zip_nlp_foreign_note": _zipped(("NOTE.csv", note), ("NOTE_NLP.csv", nlp + b'2,0,Vu,"label=PER,subtype=NOM"\n')),
        "zip_nlp_label": _zipped(("NOTE.csv", note), ("NOTE_NLP.csv", nlp + b'1,0,Vu,"label=XYZ,subtype="\n')),
        "zip_nlp_surface": _zipped(("NOTE.csv", note), ("NOTE_NLP.csv", nlp + b'1,0,zz,"label=PER,subtype=NOM"\n')),
        "zip_nlp_alone": _zipped(("NOTE_NLP.csv", nlp)),
        "zip_nlp_mixed": _zipped(("NOTE.csv", note), ("NOTE_NLP.parquet", parquet({"note_id": [1]}))),
        "zip_note_parquet_cut": _zipped(("NOTE.parquet", b"PAR1"), ("NOTE_NLP.parquet", b"PAR1")),
        "zip_bad_webanno": _zipped(("a.tsv", b"#FORMAT=WebAnno TSV 3.3\n\n#Text=Vu\n1-1\t0-9\tVu\n")),
    }  # fmt: skip


def _flag_names(data: bytes) -> bytes:
    """Says that its names are UTF-8."""
    made = bytearray(data)
    for head, at in ((b"PK\x03\x04", 7), (b"PK\x01\x02", 9)):
        made[made.index(head) + at] |= 8
    return bytes(made)


def _extra(data: bytes) -> bytes:
    """The directory tells an extra field that is longer than it is."""
    at = data.index(b"PK\x01\x02")
    end = data.index(b"PK\x05\x06")
    made = bytearray(data[:end] + struct.pack("<HH", 1, 60) + data[end:])
    made[at + 30 : at + 32] = struct.pack("<H", 4)
    size = end + 4 - at
    made[end + 4 + 12 : end + 4 + 16] = struct.pack("<L", size)
    return bytes(made)


def _tagged() -> dict[str, bytes]:
    """brat: what an ``.ann`` may say, nearly right."""
    said = {
        "crlf": b"T1\tPER 0 2\tVu\r\n",
        "fragments_reversed": b"T1\tPER 3 5;0 2\tVu le\n",
        "fragments_overlap": b"T1\tPER 0 5;3 5\tVu le\n",
        "fragment_empty": b"T1\tPER 0 2;\tVu\n",
        "offset_float": b"T1\tPER 0.0 2.0\tVu\n",
        "label_case": b"T1\tper 0 2\tVu\n",
        "label_blank": b"T1\t 0 2\tVu\n",
        "empty_number": b"T\tPER 0 2\tVu\n",
        "comment_long": b"T1\tPER 0 2\tVu\n#1\tAnnotatorNotes T1\t" + b"x" * 600 + b"\n",
        "event_only": b"E1\tPER:T9\n",
        "utf16": "T1\tPER 0 2\tVu\n".encode("utf-16"),
    }
    made = {
        f"ann_{name}": archive([("a.txt", _NOTE), ("a.ann", ann)]) for name, ann in said.items()
    }
    return made | {
        "ann_text_latin1": archive([("a.txt", b"\xe9"), ("a.ann", b"T1\tPER 0 1\t\xe9\n")]),
        "ann_text_empty": archive([("a.txt", b""), ("a.ann", b"")]),
        "ann_upper_case": archive([("a.txt", _NOTE), ("a.ANN", b"")]),
    }


def _document(body: str, **parts: bytes) -> bytes:
    """A Word document with this body; `parts` by name, « __ » for « / » and « _xml » for « .xml »."""
    more = [(name.replace("__", "/").replace("_xml", ".xml"), data) for name, data in parts.items()]
    root = f'<w:document xmlns:w="{_WORD}"><w:body>{body}</w:body></w:document>'
    return archive([("word/document.xml", root.encode()), *more])


def _word() -> dict[str, bytes]:
    def run(text: str, properties: str = "") -> str:
        return f"<w:p><w:r><w:rPr>{properties}</w:rPr><w:t>{text}</w:t></w:r></w:p>"

    seen = run("Vu le 3")
    other = f'<w:x xmlns:w="{_WORD}">{run("Autre")}</w:x>'.encode()
    twice = _document(seen, word__documenu_xml=other).replace(b"documenu", b"document")
    plain = _document(seen)
    return {
        "docx_hidden_text": _document(seen + run("Durand", "<w:vanish/>")),
        "docx_white_text": _document(seen + run("Durand", '<w:color w:val="FFFFFF"/>')),
        "docx_tracked": _document(
            f"{seen}<w:p><w:del><w:r><w:delText>Durand</w:delText></w:r></w:del><w:ins><w:r><w:t>Vu</w:t></w:r></w:ins></w:p>"
        ),
        "docx_text_box": _document(
            f"{seen}<w:p><w:r><w:pict><w:txbxContent>{run('Boîte')}</w:txbxContent></w:pict></w:r></w:p>"
        ),
        "docx_field_code": _document(
            f"{seen}<w:p><w:r><w:instrText>HYPERLINK mailto:a@b.fr</w:instrText></w:r></w:p>"
        ),
        "docx_comments": _document(seen, word__comments_xml=other),
        "docx_other_chunk": _document(
            f'{seen}<w:altChunk r:id="c" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"/>',
            word__afchunk_xml=other,
        ),
        "docx_only_other_chunk": _document(
            '<w:altChunk r:id="c" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"/>'
        ),
        "docx_macros": _document(seen, word__vbaProject=b"\xd0\xcf\x11\xe0"),
        "docx_embedded": _document(seen, word__embeddings__a=archive([("x", b"y")])),
        "docx_outside_template": _document(
            seen,
            word___rels__settings_xml=b'<R><Relationship TargetMode="External" Target="http://x/t"/></R>',
        ),
        "docx_header_xxe": _document(
            seen, word__header1_xml=b'<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><r>&x;</r>'
        ),
        "docx_footnotes_cut": _document(seen, word__footnotes_xml=b"<w:x"),
        "docx_body_twice": twice,
        "docx_body_elsewhere": archive([("word/document2.xml", f'<w:p xmlns:w="{_WORD}"><w:r><w:t>Vu</w:t></w:r></w:p>'.encode())]),
        "docx_utf16": archive([("word/document.xml", f'<w:p xmlns:w="{_WORD}"><w:r><w:t>é</w:t></w:r></w:p>'.encode("utf-16"))]),
        "docx_no_namespace": archive([("word/document.xml", b"<p><r><t>Vu</t></r></p>")]),
        "docx_empty_body": _document(""),
        "docx_body_empty_file": archive([("word/document.xml", b"")]),
        "docx_with_password": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504) + "EncryptedPackage".encode("utf-16-le"),
        "docx_wrong_sum": _wrong_sum(plain),
        "docx_flagged_encrypted": flagged(plain),
        "docx_many_headers": _document(
            seen, **{f"word__header{n}_xml": b" " * 19_000_000 for n in range(3)}
        ),
        "docx_headers_full": _document(
            seen, **{f"word__header{n}_xml": b"<x>" + b" " * 7_000_000 + b"</x>" for n in range(3)}
        ),
        "docx_two_thousand_parts": _document(seen, **{f"word__m{n}": b"" for n in range(2001)}),
        "docx_processing": _document("<?php x ?>" + seen + "<!-- Durand -->"),
        "docx_cdata": _document("<w:p><w:r><w:t><![CDATA[<b>Vu</b>]]></w:t></w:r></w:p>"),
        "docx_in_archive_cut": archive([("a.docx", plain[:60]), ("b.docx", plain)]),
    }  # fmt: skip


def _wrong_sum(data: bytes) -> bytes:
    made = bytearray(data)
    at = made.index(b"PK\x01\x02") + 16
    made[at : at + 4] = b"\0\0\0\0"
    return bytes(made)


def _parquet() -> dict[str, bytes]:
    import pyarrow as pa

    good = parquet({"note_id": [1], "note_text": ["Vu"]})
    day = pa.array([0], pa.timestamp("s", "Europe/Paris"))
    return {
        "parquet_decimal_id": parquet({"note_id": [Decimal("12")], "note_text": ["Vu"]}),
        "parquet_decimal_fraction": parquet({"note_id": [Decimal("12.5")], "note_text": ["Vu"]}),
        "parquet_dictionary": parquet({"note_id": [1], "note_text": pa.array(["Vu"]).dictionary_encode()}),
        "parquet_large_string": parquet({"note_id": [1], "note_text": pa.array(["Vu"], pa.large_string())}),
        "parquet_struct": parquet({"note_id": [1], "note_text": [{"a": "Vu"}]}),
        "parquet_map": parquet({"note_id": [1], "note_text": pa.array([[("a", "b")]], pa.map_(pa.string(), pa.string()))}),
        "parquet_null_column": parquet({"note_id": [1], "note_text": pa.nulls(1)}),
        "parquet_id_float": parquet({"note_id": [1.5], "note_text": ["Vu"]}),
        "parquet_id_nan": parquet({"note_id": [float("nan")], "note_text": ["Vu"]}),
        "parquet_id_infinite": parquet({"note_id": [float("inf")], "note_text": ["Vu"]}),
        "parquet_id_bool": parquet({"note_id": [True], "note_text": ["Vu"]}),
        "parquet_id_bytes": parquet({"note_id": [b"\x01"], "note_text": ["Vu"]}),
        "parquet_zoned_date": parquet({"note_id": [1], "note_text": ["Vu"], "note_date": day}),
        "parquet_date_is_time": parquet({"note_id": [1], "note_text": ["Vu"], "note_date": pa.array([1], pa.time32("s"))}),
        "parquet_date_is_number": parquet({"note_id": [1], "note_text": ["Vu"], "note_date": [20240131]}),
        "parquet_title_is_list": parquet({"note_id": [1], "note_text": ["Vu"], "note_title": [["CRH"]]}),
        "parquet_cases": parquet({"NOTE_ID": [1], "Note_Text": ["Vu"]}),
        "parquet_dotted": parquet({"note_id": [1], "note_text": ["Vu"], "note_text.x": ["Vu"]}),
        "parquet_no_columns": parquet({}),
        "parquet_not_utf8": good.replace(b"Vu", b"\xff\xfe"),
        "parquet_header_lies": good[:4] + b"\x15\x04\x15\xfe\xff\xff\xff\x0f" + good[12:],
        "parquet_foot_empty": b"PAR1" + struct.pack("<L", 0) + b"PAR1",
        "parquet_head_lost": b"XXXX" + good[4:],
        "arrow": _arrow(),
        "orc": b"ORC" + bytes(60),
    }  # fmt: skip


def _arrow() -> bytes:
    import pyarrow as pa

    data = io.BytesIO()
    table = pa.table({"note_id": [1], "note_text": ["Vu"]})
    with pa.ipc.new_file(data, table.schema) as made:
        made.write_table(table)
    return data.getvalue()


def _pages() -> dict[str, bytes]:
    good = pdf([_SHOWN])

    def shown(content: bytes) -> bytes:
        return pdf([content])

    page = b"/Contents 4 0 R"
    picture = (
        b"4 0 obj\n<</Type/XObject/Subtype/Image/Width 9/Height 9/BitsPerComponent 1/ColorSpace/DeviceGray"
        b"/Filter/%s/Length 4>>stream\nabcd\nendstream\nendobj\n"
    )
    return {
        "pdf_no_pages": re.sub(rb"/Count 1/Kids\[[^]]*\]", b"/Count 0/Kids[]", good),
        "pdf_a_million_by_count": good.replace(b"/Count 1", b"/Count 1000000"),
        "pdf_negative_count": good.replace(b"/Count 1", b"/Count -1"),
        "pdf_parent_is_child": good.replace(b"/Parent 2 0 R", b"/Parent 5 0 R"),
        "pdf_no_box": good.replace(b"/MediaBox[0 0 595 842]", b""),
        "pdf_box_reversed": good.replace(b"[0 0 595 842]", b"[595 842 0 0]"),
        "pdf_box_of_nothing": good.replace(b"[0 0 595 842]", b"[0 0 0 0]"),
        "pdf_box_of_text": good.replace(b"[0 0 595 842]", b"[(a) (b) 1 2]"),
        "pdf_turned": good.replace(b"/Contents", b"/Rotate 90/Contents"),
        "pdf_turned_by_7": good.replace(b"/Contents", b"/Rotate 7/Contents"),
        "pdf_unseen_text": shown(b"BT 3 Tr /F1 12 Tf 72 500 Td (Vu le 3) Tj ET"),
        "pdf_outside_page": shown(_SHOWN + b" BT /F1 12 Tf -900 -900 Td (Durand) Tj ET"),
        "pdf_only_outside_page": shown(b"BT /F1 12 Tf 9000 9000 Td (Durand) Tj ET"),
        "pdf_vast_font": shown(b"BT /F1 1e9 Tf 72 500 Td (Vu) Tj ET"),
        "pdf_font_of_nothing": shown(b"BT /F1 0 Tf 72 500 Td (Vu) Tj ET"),
        "pdf_numbers_without_end": shown(b"BT /F1 12 Tf " + b"9" * 5000 + b" 500 Td (Vu) Tj ET"),
        "pdf_no_font": shown(b"BT /F9 12 Tf 72 500 Td (Vu) Tj ET"),
        "pdf_no_show": shown(b"BT /F1 12 Tf 72 500 Td (Vu) Tj"),
        "pdf_white_text": shown(b"1 1 1 rg " + _SHOWN),
        "pdf_ligatures": shown(b"BT /F1 12 Tf 72 500 Td (e\\256cace \\336) Tj ET"),
        "pdf_turned_text": shown(b"BT /F1 12 Tf 0 1 -1 0 300 300 Tm (Vu le 3 mars) Tj ET"),
        "pdf_flat_matrix": shown(b"BT /F1 12 Tf 0 0 0 0 0 0 Tm (Vu le 3 mars) Tj ET"),
        "pdf_calls_itself": good.replace(
            b"/Resources<<", b"/Resources<</XObject<</X 4 0 R>>"
        ).replace(b"<</Length", b"<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 4 0 R>>>>/Length").replace(_SHOWN, b"/X Do".ljust(len(_SHOWN))),
        "pdf_note_on_page": good.replace(page, page + b"/Annots[<</Subtype/FreeText/Rect[9 9 99 99]/Contents(Durand)>>]"),
        "pdf_form": good.replace(b"/Type/Catalog", b"/Type/Catalog/AcroForm<</Fields[<</FT/Tx/T(a)/V(Durand)/Rect[0 0 9 9]>>]>>"),
        "pdf_filled_form": good.replace(page, page + b"/Annots[<</Subtype/Widget/FT/Tx/T(a)/V(Durand)/Rect[9 9 99 99]>>]"),
        "pdf_million_notes": good.replace(page, page + b"/Annots[" + b"<<>>" * 200_000 + b"]"),
        "pdf_xfa": good.replace(b"/Type/Catalog", b"/Type/Catalog/AcroForm<</XFA(<x/>)/Fields[]>>"),
        "pdf_attachment": good.replace(b"/Type/Catalog", b"/Type/Catalog/Names<</EmbeddedFiles<</Names[(a.exe)<</F(a.exe)>>]>>>>"),
        "pdf_launch": good.replace(b"/Type/Catalog", b"/Type/Catalog/OpenAction<</S/Launch/F(cmd.exe)>>"),
        "pdf_owner_password": good.replace(b"/Root 1 0 R", b"/Root 1 0 R/Encrypt<</Filter/Standard/V 1/R 2/O(" + b"a" * 32 + b")/U(" + b"b" * 32 + b")/P -1>>/ID[(a)(a)]"),
        "pdf_unknown_lock": good.replace(b"/Root 1 0 R", b"/Root 1 0 R/Encrypt<</Filter/Other/V 9>>"),
        "pdf_wrong_start": re.sub(rb"startxref\n\d+", b"startxref\n99999999", good),
        "pdf_no_table": good[: good.index(b"xref\n0")],
        "pdf_table_loop": good.replace(b"/Root 1 0 R", b"/Root 1 0 R/Prev %d" % good.index(b"xref\n0")),
        "pdf_size_of_billions": good.replace(b"/Size 6", b"/Size 2147483647"),
        "pdf_length_lies": re.sub(rb"/Length \d+", b"/Length 999999", good),
        "pdf_unknown_filter": good.replace(b"<</Length", b"<</Filter/Foo/Length"),
        "pdf_hundred_filters": good.replace(b"<</Length", b"<</Filter[" + b"/ASCIIHexDecode" * 100 + b"]/Length"),
        "pdf_jbig2": good.replace(b"trailer", picture % b"JBIG2Decode" + b"trailer").replace(_SHOWN, b"/X Do".ljust(len(_SHOWN))),
        "pdf_jpx": good.replace(b"trailer", picture % b"JPXDecode" + b"trailer"),
        "pdf_half_utf16": shown(b"BT /F1 12 Tf 72 500 Td <D800DFFF00> Tj ET"),
        "pdf_after_blanks": b" " * 900 + good,
        "pdf_after_page_of_web": b"HTTP/1.1 200 OK\r\n\r\n" * 200 + good,
        "pdf_twice": good + good,
        "pdf_version_99": good.replace(b"%PDF-1.4", b"%PDF-99.9"),
        "pdf_deep_arrays": good.replace(b"/Type/Catalog", b"/Type/Catalog/X" + b"[" * 20_000),
    }  # fmt: skip
