"""Hostile key files: what may stand in the place of a wrapped key, or of the key that wraps (KEK).

Each begins as a good file and is spoiled in each of the ways below. What is said of it stands in `keys.json`.
"""

from __future__ import annotations

import gzip
import os
import socket
from collections.abc import Callable
from pathlib import Path

DIGITS = bytes(range(48, 58)) + b"abcdef"


def contents(good: bytes, other: bytes) -> dict[str, bytes]:
    """Name → bytes. `other`: a good file of another name."""
    text = good.decode()
    words = text.split()
    return {
        "good": good,
        "empty": b"",
        "blank": b" \n\t\r\n ",
        "nul": b"\0" * 64,
        "nul_behind": good + b"\0",
        "bom": b"\xef\xbb\xbf" + good,
        "utf16": text.encode("utf-16"),
        "latin1": good[:-2] + b"\xe9\n",
        "no_encoding": b"\x81\x8d" * 40,
        "crlf": good.replace(b"\n", b"\r\n"),
        "no_end": good.rstrip(),
        "line_separator": text.replace(" ", "\u2028").encode(),
        "no_break_space": text.replace(" ", "\u00a0").encode(),
        "arabic_digits": text.translate({48 + n: 0x660 + n for n in range(10)}).encode(),
        "full_width": text.translate({n: n + 0xFEE0 for n in DIGITS}).encode(),
        "bidi": b"\xe2\x80\xae" + good,
        "capitals": b" ".join([*words_of(good)[:-1], words_of(good)[-1].upper()]) + b"\n",
        "blanks_within": " ".join(
            [*words[:-1], " ".join(words[-1][n : n + 2] for n in range(0, len(words[-1]), 2))]
        ).encode(),
        "twice": good + good,
        "word_behind": good.rstrip() + b" 00\n",
        "half": good[: len(good) // 2],
        "digit_less": good.rstrip()[:-1] + b"\n",
        "byte_less": good.rstrip()[:-2] + b"\n",
        "last_digit": good.rstrip()[:-1] + (b"0" if good.rstrip()[-1:] != b"0" else b"1") + b"\n",
        "first_digit_of_the_last": _first_digit(good),
        "not_hexadecimal": good.rstrip()[:-1] + b"g\n",
        "zero_x": b" ".join([*words_of(good)[:-1], b"0x" + words_of(good)[-1]]) + b"\n",
        "others": other,
        "bare_digits": b"ab" * 32 + b"\n",
        "long": b"a" * 5_000_000,
        "long_digits": b"0" * 5_000_000,
        "million_words": b"a " * 1_000_000,
        "json": b'{"key": "ab"}\n',
        "pickle": b"\x80\x04\x95\x17\0\0\0\0\0\0\0\x8c\x05posix\x8c\x06system\x93.",
        "pem": b"-----BEGIN PRIVATE KEY-----\nMIIBVQ==\n-----END PRIVATE KEY-----\n",
        "gzip": gzip.compress(good, mtime=0),
    }


def wrapped(good: bytes) -> dict[str, bytes]:
    """Of a line « mark, id of the KEK, nonce, what is sealed »."""
    mark, kek, nonce, sealed = words_of(good)

    def line(*words: bytes) -> bytes:
        return b" ".join(words) + b"\n"

    return {
        "other_mark": line(b"deidweb-key-9", kek, nonce, sealed),
        "mark_less": line(kek, nonce, sealed),
        "other_kek": line(mark, b"00000000", nonce, sealed),
        "kek_less": line(mark, nonce, sealed),
        "nonce_of_no_byte": line(mark, kek, b"", sealed),
        "nonce_of_a_byte": line(mark, kek, b"00", sealed),
        "nonce_of_a_million": line(mark, kek, b"00" * 1_000_000, sealed),
        "other_nonce": line(mark, kek, b"00" * 12, sealed),
        "nonce_and_sealed_changed_places": line(mark, kek, sealed, nonce),
        "nothing_sealed": line(mark, kek, nonce, b"00"),
        "mark_of_the_seal_alone": line(mark, kek, nonce, sealed[-32:]),
        "sealed_twice": line(mark, kek, nonce, sealed + sealed),
        "megabytes_sealed": line(mark, kek, nonce, b"00" * 1_000_000),
    }


def words_of(good: bytes) -> list[bytes]:
    return good.split()


def _first_digit(good: bytes) -> bytes:
    words = words_of(good)
    first = b"1" if words[-1][:1] != b"1" else b"2"
    return b" ".join([*words[:-1], first + words[-1][1:]]) + b"\n"


def _socket(path: Path) -> None:
    """Its address may not be long: bound from within its folder."""
    before = Path.cwd()
    os.chdir(path.parent)
    try:
        socket.socket(socket.AF_UNIX).bind(path.name)
    finally:
        os.chdir(before)
    path.chmod(0o600)


def _huge(path: Path) -> None:
    """Of holes: it takes no place on the disk."""
    path.touch(0o600)
    os.truncate(path, 1 << 40)


# what is no file of its own: how to put it there
PLACES: dict[str, Callable[[Path], object]] = {
    "folder": lambda path: path.mkdir(),  # what Docker mounts where a secret's file is missing
    "link_to_itself": lambda path: path.symlink_to(path.name),
    "link_to_nothing": lambda path: path.symlink_to("nowhere"),
    "link_to_a_folder": lambda path: path.symlink_to("/"),
    "missing": lambda _path: None,
    "pipe": lambda path: os.mkfifo(path, 0o600),
    "device_without_end": lambda path: path.symlink_to("/dev/zero"),
    "device_of_nothing": lambda path: path.symlink_to("/dev/null"),
    "socket": lambda path: _socket(path),
    "file_of_a_terabyte": lambda path: _huge(path),
}
# names beside a good key
STRAY = [
    "{}.key.bak", "{}.x.key", "{}..key", "{}.1.old.key", "{}.2 (copie).key", "{}.-1.key", "{}.0.key", "{}.1e3.key",
    "{}.٣.key", "{}.²." "key", "{}.1_0.key", "{}." + "9" * 200 + ".key", "{}.01.key", ".{}.5.key",
]  # fmt: skip
