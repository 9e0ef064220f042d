"""A backup: one folder with the database, the files it speaks of and a manifest; keys, if wanted, in another place.

    deidweb-20261123T161200Z/
      manifest.json      hashes and sizes of all files, rows a table, migrations, end of the journal
      database.sqlite3   or database.dump (PostgreSQL)
      exports/ datasets/ models/ backbones/ taggers/

Not what is on its way in: an upload that waits is raw, and the restored import asks for it again.
Without its keys a backup holds notes but opens no pseudonym; with them it opens all. That is why they never lie in it.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from django.conf import settings

from deidweb.operations.backup_age import remember_backup
from deidweb.operations.database_copy import POSTGRESQL_NAME, SQLITE_NAME, copy_database

MANIFEST: Final = "manifest.json"
FORMAT: Final = 1
# setting → folder of the backup
FOLDERS: Final = {
    "EXPORT_DIR": "exports",
    "DATASET_DIR": "datasets",
    "MODEL_DIR": "models",
    "BACKBONE_DIR": "backbones",
    "TAGGER_DIR": "taggers",
}
_LINK: Final = (
    "%s est un lien symbolique : la sauvegarde n'en tient pas ce qu'il désigne. Mettez à sa place le fichier ou le dossier "
    "lui-même (cp -rL), ou retirez-le. Rien n'est gardé."
)


class BackupError(Exception):
    """Nothing was written; the message (French) says what to do."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup holds, so that a restored copy can be compared with it."""

    format: int
    made_at: str
    database: str
    files: dict[str, dict[str, Any]]
    rows: dict[str, int]
    migrations: list[str]
    journal: dict[str, Any]


def make_backup(target: Path, *, keys: Path | None = None) -> Path:
    """Writes a new folder below `target`, whole or not at all; its path. Raises BackupError.

    The database first, the files after it: whatever a row of the copy names (but for uploads) is on the disk by then,
    unless somebody removed it in between, which `restore_check` would tell.
    """
    _check_places(target, keys)
    now = datetime.now(UTC)
    name = f"deidweb-{now:%Y%m%dT%H%M%SZ}"
    folder, partial = target / name, target / f".{name}.{os.getpid()}"
    if folder.exists():
        raise BackupError(f"Le dossier {folder} est déjà là : attendez une seconde.")
    partial.mkdir(parents=True, mode=0o700)
    try:
        database, contents = copy_database(partial)
        for setting, own in FOLDERS.items():
            _copy_tree(Path(getattr(settings, setting)), partial / own)
        files = {str(path.relative_to(partial)): _facts(path) for path in _files(partial)}
        manifest = Manifest(FORMAT, now.isoformat(), database.name, files, **asdict(contents))
        _write_private(partial / MANIFEST, json.dumps(asdict(manifest), indent=1))
        if keys is not None:
            _copy_keys(keys / name)
        _sync(partial)
        partial.replace(folder)
    except BaseException:
        shutil.rmtree(partial, ignore_errors=True)
        raise
    with suppress(OSError):  # the data's own disk is full: that is when one backs up
        remember_backup(now)
    return folder


def _check_places(target: Path, keys: Path | None) -> None:
    data = Path(settings.DATA_DIR).resolve()
    place = target.resolve()
    if place == data or data in place.parents:
        raise BackupError(
            "La sauvegarde serait dans le dossier des données : prenez un autre disque."
        )
    if keys is None:
        return
    own = keys.resolve()
    if own == place or place in own.parents or own in place.parents:
        raise BackupError(
            "Les clés doivent aller ailleurs que les données : prenez un autre dossier."
        )
    if own == data or data in own.parents:
        raise BackupError("La copie des clés serait dans le dossier des données.")


def _copy_tree(source: Path, target: Path) -> None:
    """Drafts (dot files) are left out: nobody speaks of them. What vanishes meanwhile is left out, too. A link is neither
    followed, it may lead anywhere, nor left out in silence: what it leads to would be missed. Raises BackupError."""
    target.mkdir(mode=0o700)
    for path in sorted(source.rglob("*")) if source.is_dir() else ():
        inside = path.relative_to(source)
        if any(part.startswith(".") for part in inside.parts):
            continue
        if path.is_symlink():
            raise BackupError(_LINK % path)
        if path.is_dir():
            (target / inside).mkdir(parents=True, exist_ok=True, mode=0o700)
        elif path.is_file():
            _copy_file(path, target / inside)


def _copy_file(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    target.touch(mode=0o600)
    try:
        shutil.copyfile(source, target)
    except FileNotFoundError:
        target.unlink()


def _copy_keys(target: Path) -> None:
    """All keys but the studies' own KEKs: a destroyed key is dead in backups, too. Whole or not at all."""
    target.mkdir(parents=True, mode=0o700)
    try:
        _copy_keys_into(target)
    except BaseException:
        shutil.rmtree(target, ignore_errors=True)
        raise
    _sync(target)


def _copy_keys_into(target: Path) -> None:
    folder, keks = Path(settings.KEY_DIR), Path(settings.STUDY_KEKS_DIR).resolve()
    sources = {
        folder: target,
        Path(settings.STUDY_KEY_DIR): target / "studies",
        Path(settings.IDENTITY_KEY_DIR): target / "identities",
    }
    for source, to in sources.items():
        for path in sorted(source.rglob("*")) if source.is_dir() else ():
            if path.is_symlink() and not path.is_file():  # a key that lies elsewhere is taken
                raise BackupError(_LINK % path)
            if path.is_file() and keks not in path.resolve().parents:
                _copy_file(path, to / path.relative_to(source))


def _files(folder: Path) -> Iterator[Path]:
    yield from (path for path in sorted(folder.rglob("*")) if path.is_file())


def _facts(path: Path) -> dict[str, Any]:
    with path.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    return {"sha256": digest, "size": path.stat().st_size}


def _write_private(path: Path, text: str) -> None:
    path.touch(mode=0o600)
    path.write_text(text, encoding="utf-8")


def _sync(folder: Path) -> None:
    """On the disk before anybody relies on it."""
    for path in (*_files(folder), folder):
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def read_manifest(folder: Path) -> Manifest:
    """Raises BackupError."""
    try:
        manifest = Manifest(**json.loads((folder / MANIFEST).read_text(encoding="utf-8")))
        _require_kinds(manifest)
    except (OSError, ValueError, TypeError, RecursionError):
        raise BackupError(
            f"{folder} n'est pas une sauvegarde : {MANIFEST} manque ou est illisible."
        ) from None
    if manifest.format != FORMAT:
        raise BackupError("Cette sauvegarde vient d'une autre version du logiciel.")
    return manifest


def _require_kinds(manifest: Manifest) -> None:
    """Raises TypeError where something else stands than what `make_backup` has written."""
    each = ((manifest.files, dict), (manifest.rows, dict), (manifest.migrations, list), (manifest.journal, dict))  # fmt: skip
    if not all(isinstance(told, kind) for told, kind in each):
        raise TypeError
    if manifest.database not in (SQLITE_NAME, POSTGRESQL_NAME):
        raise TypeError


def damaged_files(folder: Path, manifest: Manifest) -> list[str]:
    """What is missing, changed or added since the backup was made."""
    there = {str(path.relative_to(folder)) for path in _files(folder)} - {MANIFEST}
    wrong = {
        name
        for name in there & set(manifest.files)
        if _facts(folder / name) != manifest.files[name]
    }
    return sorted(wrong | (there ^ set(manifest.files)))
