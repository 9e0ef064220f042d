"""Zip archives of one file a note: read with limits, written one member at a time."""

import lzma
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import BinaryIO, Final, cast
from urllib.parse import quote, unquote

from annotation.domain.formats.losses import Loss
from annotation.domain.formats.reading import Reading

MAX_MEMBER_BYTES: Final = 10 * 1024 * 1024
MAX_MEMBERS: Final = 400_000
# Of all members together, and how much larger than packed one may be that holds more than a page or two: texts reach 20.
MAX_TOTAL_BYTES: Final = 2 * 1024 * 1024 * 1024
MAX_RATIO: Final = 100
BROKEN: Final = "fichier illisible, abîmé ou protégé"
_SMALL: Final = 1024 * 1024
_ARCHIVES: Final = (".zip", ".gz", ".tgz", ".bz2", ".xz", ".7z", ".rar", ".tar", ".zst")
# What the standard library raises for a damaged archive, depending on where the damage is.
DAMAGED: Final = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error, NotImplementedError, OSError,
                   RuntimeError, EOFError, OverflowError)  # fmt: skip
ZIP_HEAD: Final = b"PK\x03\x04"
# The same date for each member: the same notes give the same bytes.
_EPOCH: Final = (1980, 1, 1, 0, 0, 0)
_SAFE: Final = " ()+,=@"


def open_archive(stream: BinaryIO, reading: Reading) -> zipfile.ZipFile | None:
    """None, after a refusal, for what is no readable archive, or one that is made to do harm."""
    try:
        archive = zipfile.ZipFile(stream)
    except (*DAMAGED, ValueError):
        reading.refuse(0, "", "ce n'est pas une archive ZIP lisible")
        return None
    refusals = list(_harm(archive))
    for name, reason in refusals:
        reading.refuse(0, "", reason, file=name)
    return None if refusals else archive


def _harm(archive: zipfile.ZipFile) -> Iterator[tuple[str, str]]:
    """(member or "", reason) of what no honest archive of notes holds."""
    infos = archive.infolist()
    if len(infos) > MAX_MEMBERS:
        yield "", f"l'archive contient plus de {MAX_MEMBERS} fichiers"
        return
    if sum(info.file_size for info in infos) > MAX_TOTAL_BYTES:
        limit = MAX_TOTAL_BYTES // 1024**3
        yield "", f"l'archive contient plus de {limit} Go une fois décompressée"
    ordered = sorted(infos, key=lambda info: info.header_offset)
    ends = [*(info.header_offset for info in ordered[1:]), archive.start_dir]
    for info, end in zip(ordered, ends, strict=False):  # an empty archive ends, too
        if reason := _harm_of(info, end):
            yield info.filename, reason
    names = [info.filename for info in infos]
    if len(set(names)) < len(names):
        yield "", "l'archive contient deux fichiers de même nom"


def _harm_of(info: zipfile.ZipInfo, end: int) -> str:
    """Why this member is refused, "" when it is not; `end` is where the next one begins."""
    if info.header_offset + info.compress_size > end:
        return "ce fichier en recouvre un autre dans l'archive"
    if stat.S_ISLNK(info.external_attr >> 16):
        return "un lien vers un autre fichier ne peut pas être importé"
    if stat.S_IFMT(info.external_attr >> 16) not in (0, stat.S_IFREG, stat.S_IFDIR):
        return "ce n'est pas un fichier ordinaire"
    if info.filename.lower().endswith(_ARCHIVES):
        return "l'archive contient une autre archive : décompressez-la d'abord"
    if info.file_size > max(_SMALL, MAX_RATIO * info.compress_size):
        return f"ce fichier est plus de {MAX_RATIO} fois plus grand une fois décompressé"
    return ""


def members(archive: zipfile.ZipFile) -> Iterator[str]:
    """Names of the files that people put there, in order of name."""
    for name in sorted(archive.namelist()):
        path = PurePosixPath(name)
        hidden = any(part.startswith((".", "__MACOSX")) for part in path.parts)
        if not name.endswith("/") and not hidden:
            yield name


def member(archive: zipfile.ZipFile, name: str, reading: Reading) -> bytes | None:
    """The member's bytes; None, after a refusal, when they can't be had or are too many."""
    reading.enter(name)
    try:
        with archive.open(name) as opened:
            data = opened.read(MAX_MEMBER_BYTES + 1)
    except (*DAMAGED, ValueError):
        reading.refuse(0, "", BROKEN, file=name)
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
