"""Zip archives of one file a note: read with limits, written one member at a time."""

import zipfile
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import BinaryIO, Final, cast
from urllib.parse import quote, unquote

from annotation.domain.formats.losses import Loss
from annotation.domain.formats.reading import Reading

MAX_MEMBER_BYTES: Final = 10 * 1024 * 1024
MAX_MEMBERS: Final = 400_000
ZIP_HEAD: Final = b"PK\x03\x04"
# The same date for each member: the same notes give the same bytes.
_EPOCH: Final = (1980, 1, 1, 0, 0, 0)
_SAFE: Final = " ()+,=@"


def open_archive(stream: BinaryIO, reading: Reading) -> zipfile.ZipFile | None:
    """None, after a refusal, for what is no readable archive."""
    try:
        archive = zipfile.ZipFile(stream)
    except (zipfile.BadZipFile, NotImplementedError, OSError, ValueError):
        reading.refuse(0, "", "ce n'est pas une archive ZIP lisible")
        return None
    if len(archive.infolist()) > MAX_MEMBERS:
        reading.refuse(0, "", f"l'archive contient plus de {MAX_MEMBERS} fichiers")
        return None
    return archive


def members(archive: zipfile.ZipFile) -> Iterator[str]:
    """Names of the files that people put there, in order of name."""
    for name in sorted(archive.namelist()):
        path = PurePosixPath(name)
        hidden = any(part.startswith((".", "__MACOSX")) for part in path.parts)
        if not name.endswith("/") and not hidden:
            yield name


def member(archive: zipfile.ZipFile, name: str, reading: Reading) -> bytes | None:
    """The member's bytes; None, after a refusal, when they can't be had or are too many."""
    try:
        with archive.open(name) as opened:
            data = opened.read(MAX_MEMBER_BYTES + 1)
    except (zipfile.BadZipFile, NotImplementedError, OSError, RuntimeError, EOFError):
        reading.refuse(0, "", "fichier illisible, abîmé ou protégé", file=name)
        return None
    if len(data) > MAX_MEMBER_BYTES:
        limit = MAX_MEMBER_BYTES // (1024 * 1024)
        reading.refuse(0, "", f"le fichier dépasse {limit} Mo", file=name)
        return None
    return data


def contents(stream: BinaryIO, ending: str, reading: Reading) -> Iterator[tuple[str, bytes]]:
    """Name and bytes of each member with this ending, in lower case; what can't be read is refused.

    Other members are counted as left aside; an archive without a member of this ending is refused.
    """
    archive = open_archive(stream, reading)
    if archive is None:
        return
    with archive:
        names = list(members(archive))
        wanted = [name for name in names if name.lower().endswith(ending)]
        if not wanted:
            reading.refuse(0, "", f"l'archive ne contient aucun fichier {ending}")
        reading.losses[Loss.MEMBERS] += len(names) - len(wanted)
        for name in wanted:
            data = member(archive, name, reading)
            if data is not None:
                yield name, data


def one_or_contents(
    stream: BinaryIO, ending: str, reading: Reading, most: int = MAX_MEMBER_BYTES
) -> Iterator[tuple[str, bytes]]:
    """Of an archive its `contents`; of any other file of at most `most` bytes "" and all of it."""
    head = stream.read(len(ZIP_HEAD))
    stream.seek(0)
    if head == ZIP_HEAD:
        yield from contents(stream, ending, reading)
        return
    data = stream.read(most + 1)
    if len(data) > most:
        reading.refuse(0, "", f"le fichier dépasse {most // (1024 * 1024)} Mo")
    else:
        yield "", data


def add(archive: zipfile.ZipFile, name: str, text: str) -> None:
    archive.writestr(_info(name), text.encode())


def opened(archive: zipfile.ZipFile, name: str) -> BinaryIO:
    """A member to be written piece by piece; one at a time."""
    return cast("BinaryIO", archive.open(_info(name), "w", force_zip64=True))


def _info(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, _EPOCH)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = 0o600 << 16
    return info


def file_stem(note_id: str) -> str:
    """The id as a file's name; `id_of` gives the id back."""
    stem = quote(note_id, safe=_SAFE)
    return "%2E" + stem[1:] if stem.startswith(".") else stem


def id_of(name: str) -> str:
    """The note's id from the path of a member, folders included, extension not."""
    path = PurePosixPath(name)
    return "/".join([*(part for part in path.parts[:-1]), unquote(path.stem)])
