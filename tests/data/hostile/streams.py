"""PDFs whose objects and table lie in streams (since 1.5), and archives whose names are odd in ways of their own."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Callable, Mapping

PAGE = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>"
OBJECTS = {
    1: b"<</Type/Catalog/Pages 2 0 R>>",
    2: b"<</Type/Pages/Count 1/Kids[3 0 R]>>",
    3: PAGE,
    5: b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
}
SHOWN = b"BT /F1 12 Tf 72 500 Td (Vu le 3 mars.) Tj ET"


def packed(
    objects: Mapping[int, bytes] = OBJECTS,
    *,
    head: bytes = b"",
    first: int | None = None,
    count: object = None,
    pairs: bytes | None = None,
    filters: bytes = b"/Filter/FlateDecode",
    raw: Callable[[bytes], bytes] = zlib.compress,
) -> bytes:
    """An object stream's bytes after its number."""
    bodies, offsets = b"", []
    for number, body in objects.items():
        offsets.append(b"%d %d" % (number, len(bodies)))
        bodies += body + b" "
    told = b" ".join(offsets) + b" " if pairs is None else pairs
    data = raw(told + bodies)
    begins = len(told) if first is None else first
    number = str(len(objects) if count is None else count).encode()
    return b"<</Type/ObjStm/N %s/First %d%s%s/Length %d>>stream\n%s\nendstream" % (number, begins, head, filters, len(data), data)  # fmt: skip


def table(rows: list[tuple[int, int, int]], head: bytes, *, wide: bytes = b"[1 4 2]", raw: Callable[[bytes], bytes] = zlib.compress) -> bytes:  # fmt: skip
    """A cross-reference stream's bytes after its number."""
    data = raw(b"".join(struct.pack(">BLH", *row) for row in rows))
    return b"<</Type/XRef/W%s/Root 1 0 R%s/Filter/FlateDecode/Length %d>>stream\n%s\nendstream" % (wide, head, len(data), data)  # fmt: skip


def pdf(
    stream: bytes | None = None,
    *,
    shown: bytes = SHOWN,
    inside: tuple[int, ...] = (1, 2, 3, 5),
    head: bytes | None = None,
    wide: bytes = b"[1 4 2]",
    raw: Callable[[bytes], bytes] = zlib.compress,
    holder: int = 6,
    rows: Mapping[int, tuple[int, int, int]] | None = None,
    start: int | None = None,
) -> bytes:
    """Objects 1, 2, 3 and 5 in stream 6, the page's content 4, the table 7."""
    data = io.BytesIO()
    data.write(b"%PDF-1.5\n")
    places = {}
    for number, body in (
        (4, b"<</Length %d>>stream\n%s\nendstream" % (len(shown), shown)),
        (6, packed() if stream is None else stream),
    ):
        places[number] = data.tell()
        data.write(b"%d 0 obj\n%s\nendobj\n" % (number, body))
    places[7] = data.tell()
    found = {0: (0, 0, 65535)}
    found |= {number: (2, holder, rank) for rank, number in enumerate(inside)}
    found |= {number: (1, at, 0) for number, at in places.items()}
    found |= rows or {}
    listed = [found.get(number, (0, 0, 0)) for number in range(8)]
    told = b"/Size 8" if head is None else head
    data.write(b"7 0 obj\n%s\nendobj\n" % table(listed, told, wide=wide, raw=raw))
    data.write(b"startxref\n%d\n%%%%EOF" % (places[7] if start is None else start))
    return data.getvalue()


def files() -> dict[str, bytes]:
    return {f"pdf_stream_{name}": made for name, made in _pdfs().items()} | _archives()


def _pdfs() -> dict[str, bytes]:
    """Each by what is odd in it."""
    deep = b"[" * 50_000 + b"]" * 50_000
    loop = {**OBJECTS, 2: b"<</Type/Pages/Count 1/Kids 2 0 R>>"}
    predictor = b"/DecodeParms<</Predictor 12/Columns %s>>"
    return {
        "good": pdf(),
        "count_of_billions": pdf(packed(count=4_000_000_000)),
        "count_negative": pdf(packed(count=-1)),
        "count_of_none": pdf(packed(count=0)),
        "count_is_itself": pdf(packed(count="6 0 R")),
        "count_is_text": pdf(packed(count="(4)")),
        "first_past_the_end": pdf(packed(first=10**9)),
        "first_negative": pdf(packed(first=-5)),
        "pairs_are_words": pdf(packed(pairs=b"a b c d e f g h ")),
        "pairs_cut": pdf(packed(pairs=b"1 0 2 ")),
        "offset_past_the_end": pdf(packed(pairs=b"1 999999999 2 0 3 0 5 0 ")),
        "offset_negative": pdf(packed(pairs=b"1 -9 2 -9 3 -9 5 -9 ")),
        "offsets_alike": pdf(packed(pairs=b"1 0 2 0 3 0 5 0 ")),
        "number_of_billions": pdf(packed(pairs=b"99999999999 0 2 30 3 68 5 168 ")),
        "numbers_alike": pdf(packed(pairs=b"1 0 1 30 1 66 1 160 ")),
        "extends_itself": pdf(packed(head=b"/Extends 6 0 R")),
        "extends_nothing": pdf(packed(head=b"/Extends 99 0 R")),
        "lies_in_itself": pdf(rows={6: (2, 6, 0)}),
        "of_the_table": pdf(holder=7),
        "of_the_page": pdf(holder=4),
        "of_nothing": pdf(holder=99),
        "of_billions": pdf(holder=2**32 - 1),
        "rank_past_the_end": pdf(rows={1: (2, 6, 65535)}),
        "kind_unknown": pdf(rows={1: (9, 6, 0)}),
        "all_free": pdf(rows=dict.fromkeys(range(8), (0, 0, 0))),
        "deep": pdf(packed({**OBJECTS, 5: deep})),
        "kids_are_itself": pdf(packed(loop)),
        "reference_for_an_object": pdf(packed({**OBJECTS, 5: b"5 0 R"})),
        "holds_a_stream": pdf(packed({**OBJECTS, 5: b"<</Length 3>>stream\nabc\nendstream"})),
        "no_filter": pdf(packed(filters=b"", raw=bytes)),
        "filter_unknown": pdf(packed(filters=b"/Filter/Nothing")),
        "filters_many": pdf(packed(filters=b"/Filter[" + b"/FlateDecode" * 300 + b"]")),
        "bad_flate": pdf(packed(raw=lambda data: data[::-1])),
        "flate_cut": pdf(packed(raw=lambda data: zlib.compress(data)[:-9])),
        "flate_ratio": pdf(packed(raw=lambda data: zlib.compress(data + b" " * 60_000_000, 9))),
        "columns_of_billions": pdf(packed(head=predictor % b"4000000000")),
        "columns_negative": pdf(packed(head=predictor % b"-1")),
        "columns_of_none": pdf(packed(head=predictor % b"0")),
        "predictor_unknown": pdf(packed(head=b"/DecodeParms<</Predictor 99>>")),
        "width_of_nothing": pdf(wide=b"[0 0 0]"),
        "width_negative": pdf(wide=b"[-1 4 2]"),
        "width_of_billions": pdf(wide=b"[1 4000000000 2]"),
        "width_of_two": pdf(wide=b"[1 4]"),
        "width_is_text": pdf(wide=b"[(1)(4)(2)]"),
        "width_none": pdf(wide=b" null"),
        "size_of_billions": pdf(head=b"/Size 4000000000"),
        "size_negative": pdf(head=b"/Size -8"),
        "index_of_billions": pdf(head=b"/Size 8/Index[0 4000000000]"),
        "index_odd": pdf(head=b"/Size 8/Index[0 8 9]"),
        "index_negative": pdf(head=b"/Size 8/Index[-8 8]"),
        "index_far": pdf(head=b"/Size 8/Index[4000000000 8]"),
        "before_is_itself": pdf(head=b"/Size 8/Prev 0"),
        "table_cut": pdf(raw=lambda data: zlib.compress(data[:20])),
        "table_bad_flate": pdf(raw=lambda data: data),
        "table_ratio": pdf(raw=lambda data: zlib.compress(data + bytes(60_000_000), 9)),
        "start_past_the_end": pdf(start=10**12),
        "start_is_the_page": pdf(start=9),
        "locked_by_itself": pdf(head=b"/Size 8/Encrypt 1 0 R/ID[(a)(a)]"),
        "locked_by_nothing": pdf(head=b"/Size 8/Encrypt 99 0 R/ID[(a)(a)]"),
    }


def _archives() -> dict[str, bytes]:
    """Names that a system, not the archive's reader, would take for something else."""
    names = {
        "device_name": "CON.txt",
        "stream_of_ntfs": "a.txt:b.txt",
        "point_at_the_end": "a.txt.",
        "blank_at_the_end": "a.txt ",
        "home": "~/.ssh/a.txt",
        "network": "//hote/part/a.txt",
        "variables": "$HOME/`id`/a.txt",
        "option": "--checkpoint-action=exec=sh.txt",
        "emoji": "👩‍⚕️.txt",
        "tags": "a\U000e0001\U000e0041.txt",
        "soft_hyphens": "a\u00ad\u200d\ufeff.txt",
        "folder_with_words": "a.txt/",
        "reversed_slash": "a\u2215..\u2215b.txt",
        "capital_i_of_turkish": "NOTİ.TXT",
        "markup": "<img src=x onerror=alert(1)>.txt",
    }
    made = {f"zip_name_{word}": _named(name) for word, name in names.items()}
    return {
        **made,
        "zip_name_longest": _named("é" * 32_000 + ".txt"),
        "zip_name_in_extra_field": _renamed("../../etc/cron.d/x"),
        "zip_names_of_a_thousand_folders": _named("/".join("abcdefgh" * 125) + "/n.txt"),
        "zip_names_many": _many(3000),
    }


def _named(name: str, extra: bytes = b"") -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as made:
        info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
        info.extra = extra
        made.writestr(info, b"Vu le 3 mars.")
    return data.getvalue()


def _renamed(name: str) -> bytes:
    """The field of Info-ZIP that gives a name in Unicode, other than the one that stands there."""
    told = b"\x01" + struct.pack("<L", zlib.crc32(b"a.txt")) + name.encode()
    return _named("a.txt", struct.pack("<HH", 0x7075, len(told)) + told)


def _many(count: int) -> bytes:
    """As many notes with names that differ by what nobody sees."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as made:
        for number in range(count):
            hidden = f"{number:012b}".replace("0", "\u200b").replace("1", "\u200c")
            made.writestr(zipfile.ZipInfo(f"a{hidden}.txt", (1980, 1, 1, 0, 0, 0)), b"Vu.")
    return data.getvalue()
