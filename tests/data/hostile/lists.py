"""Hostile lists: what is sent in the place of an opposition list, the CIM-10, a table of communes, coded stays or a key.

Each begins as a good file of its importer (`KINDS`) and is spoiled in each of the ways below. What is said of it stands in
`lists.json`, one sentence a file; `PYTHONPATH=. python tests/data/hostile/lists.py` lists the names.
"""

from __future__ import annotations

import gzip
import io
import stat
import zipfile
from collections.abc import Callable
from dataclasses import dataclass

MILLION = 1_000_000


@dataclass(frozen=True)
class Kind:
    """A good file: `head` (b"" for none), `row(n)` with its word of free text, by `delimiter`."""

    name: str
    ending: str
    head: bytes
    row: Callable[[int, bytes], bytes]
    delimiter: bytes
    word: bytes
    member: str = "a.csv"
    rows: int = 3

    def file(self, word: bytes | None = None) -> bytes:
        """`word` in the second row, or in the only one."""
        at = min(1, self.rows - 1)
        words = [word if n == at and word is not None else self.word for n in range(self.rows)]
        return self.head + b"".join(self.row(n, words[n]) for n in range(self.rows))


KINDS = [
    Kind("cim10", ".txt", b"", lambda n, w: b"A%02d |0|NOOO|0|COURT|Maladie %s\n" % (n % 100, w), b"|", b"un", "LIBCIM10MULTI.TXT"),
    Kind("oppositions", ".txt", b"", lambda n, w: b"%s%07d\n" % (w, n), b" ", b"8"),
    Kind("communes", ".csv", b"insee_code,taux,mot\n", lambda n, w: b"%05d,1.5,%s\n" % (1001 + n, w), b",", b"2"),
    Kind("stays", ".csv", b"text;CIM10\n", lambda n, w: b"Note %d, %s;I10\n" % (n, w), b";", b"vu"),
    Kind("key", ".hex", b"", lambda n, w: b"%s%063d\n" % (w, n), b"", b"a", rows=1),
]  # fmt: skip


def files(kind: Kind) -> dict[str, bytes]:
    """Name → bytes, every way to spoil it."""
    good = kind.file()
    return {
        "good": good,
        **_signs(kind, good),
        **_shapes(kind, good),
        **_packed(kind, good),
    }


def _signs(kind: Kind, good: bytes) -> dict[str, bytes]:
    text = good.decode()
    return {
        "empty": b"",
        "blank": b" \n\t\r\n ",
        "bom": b"\xef\xbb\xbf" + good,
        "bom_alone": b"\xef\xbb\xbf",
        "utf16": text.encode("utf-16"),
        "utf16_without_bom": text.encode("utf-16-be"),
        "utf32": text.encode("utf-32"),
        "latin1": kind.file("é".encode("latin-1")),
        "no_encoding": kind.file(b"\x81\x8d"),
        "surrogate": kind.file(b"\xed\xa0\x80"),
        "cut_sign": good[:-1] + b"\xc3",
        "nul": kind.file(b"a\0b"),
        "control": kind.file(b"\x1b[2J\x07"),
        "bidi": kind.file("\u202egro.live".encode()),
        "zero_width": kind.file("a\u200bb".encode()),
        "line_separator": kind.file("a\u2028b".encode()),
        "next_line": kind.file("a\u0085b".encode()),
        "arabic_digits": text.translate({48 + n: 0x660 + n for n in range(10)}).encode(),
        "formula": kind.file(b"=cmd|'/c calc'!A0"),
        "crlf": good.replace(b"\n", b"\r\n"),
        "cr_only": good.replace(b"\n", b"\r"),
        "mixed_ends": good.replace(b"\n", b"\r", 1).replace(b"\n", b"\r\n", 1),
    }


def _shapes(kind: Kind, good: bytes) -> dict[str, bytes]:
    cell = kind.delimiter
    return {
        "huge_line": kind.file(b"a" * 12_000_000),
        "huge_field": kind.file(b"a" * 200_000),
        "million_lines": kind.head + b"".join(kind.row(n, kind.word) for n in range(MILLION)),
        "million_blank_lines": b"\n" * MILLION + good,
        "million_cells": kind.file((b"a" + cell) * MILLION),
        "head_twice": kind.head + good,
        "column_bidi": b"a\xe2\x80\xaeb" + cell + good,
        "column_twice": kind.head.replace(b"\n", cell + kind.head) + good,
        "no_head": good[len(kind.head) :],
        "head_alone": kind.head,
        "column_missing": good.replace(cell, b"") if cell else good,
        "cell_too_many": good[:-1] + cell + b"z\n",
        "row_twice": good + kind.row(2, kind.word),
        "quote_without_end": kind.file(b'"'),
        "quote_within": kind.file(b'a"b'),
        "xml": b'<?xml version="1.0"?><!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><r>&x;</r>',
        "json": b'{"a": [1, 2]}\n',
        "pickle": b"\x80\x04\x95\x17\0\0\0\0\0\0\0\x8c\x05posix\x8c\x06system\x93.",
    }


def _packed(kind: Kind, good: bytes) -> dict[str, bytes]:
    link = zipfile.ZipInfo(kind.member)
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    return {
        "gzip": gzip.compress(good, mtime=0),
        "gzip_bomb": gzip.compress(good + b"1" * 100_000_000, mtime=0),
        "gzip_cut": gzip.compress(good, mtime=0)[:-9],
        "zip": archive(kind.member, good),
        "zip_bomb": archive(kind.member, good + b"1" * 100_000_000),
        "zip_of_zip": archive(kind.member, archive(kind.member, good)),
        "zip_link": archive(link, b"/etc/passwd"),
        "zip_path": archive("../../" + kind.member, good),
        "zip_locked": locked(archive(kind.member, good)),
        "zip_other_member": archive("lisez.moi", good),
        "zip_cut": archive(kind.member, good)[:-30],
        "zip_broken": broken(archive(kind.member, good)),
    }


def archive(name: str | zipfile.ZipInfo, content: bytes) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as made:
        info = name if isinstance(name, zipfile.ZipInfo) else zipfile.ZipInfo(name)
        made.writestr(info, content, zipfile.ZIP_DEFLATED)
    return data.getvalue()


def locked(data: bytes) -> bytes:
    """The bit that says: a password is needed."""
    at = data.index(b"PK\x01\x02")
    changed = bytearray(data)
    changed[6] |= 1
    changed[at + 8] |= 1
    return bytes(changed)


def broken(data: bytes) -> bytes:
    """Its first packed bytes are none of any compression."""
    changed = bytearray(data)
    at = 30 + int.from_bytes(data[26:28], "little") + int.from_bytes(data[28:30], "little")
    changed[at : at + 4] = b"\xff\xff\xff\xff"
    return bytes(changed)


if __name__ == "__main__":
    print(*files(KINDS[0]), sep="\n")  # noqa: T201
