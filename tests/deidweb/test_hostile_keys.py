"""Key files from elsewhere, torn, exchanged, mounted as a folder: each opens or is refused in a sentence, and none is overwritten.

`DEIDWEB_WRITE_KEYS=1` writes the manifest anew; its diff is to be read like code.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from uuid import UUID

import pytest

from deidweb.keys import identities
from deidweb.keys.identities import KeyFileError, newest_key
from privacy.services import keep_keys
from privacy.services.rotate_kek import rotate_kek, wrap_bare_keys
from privacy.services.study_kek import study_kek_path

CORPUS = Path(__file__).resolve().parents[1] / "data" / "hostile"
_found = importlib.util.spec_from_file_location("hostile_keys", CORPUS / "keys.py")
hostile = importlib.util.module_from_spec(_found)
_found.loader.exec_module(hostile)
MANIFEST = CORPUS / "keys.json"
OWNER, OTHER = UUID(int=7), UUID(int=8)


def identity_file(owner: UUID) -> Path:
    return identities.key_path(owner, 1)


def open_identity() -> object:
    return newest_key(OWNER).digest("1")


def open_study() -> object:
    return keep_keys.load_key(OWNER).secret


class Kind:
    """A file, whether it is a wrapped line, how its owner is opened."""

    def __init__(
        self, path: Callable[[], Path], other: Callable[[], Path], opened: Callable[[], object], *, is_wrapped: bool
    ) -> None:  # fmt: skip
        self.path, self.other, self.opened, self.is_wrapped = path, other, opened, is_wrapped

    def files(self) -> dict[str, bytes]:
        good, other = self.path().read_bytes(), self.other().read_bytes()
        found = hostile.contents(good, other)
        return found | hostile.wrapped(good) if self.is_wrapped else found


def kinds(settings) -> dict[str, Kind]:
    return {
        "identity": Kind(lambda: identity_file(OWNER), lambda: identity_file(OTHER), open_identity, is_wrapped=True),
        "identity_kek": Kind(
            lambda: Path(settings.IDENTITY_KEK_FILE), lambda: Path(settings.STUDY_KEK_FILE), open_identity, is_wrapped=False
        ),
        "study": Kind(
            lambda: keep_keys.key_path(OWNER), lambda: keep_keys.key_path(OTHER), open_study, is_wrapped=True
        ),
        "study_kek": Kind(
            lambda: Path(settings.STUDY_KEK_FILE), lambda: Path(settings.IDENTITY_KEK_FILE), open_study, is_wrapped=False
        ),
        "study_own_kek": Kind(
            lambda: study_kek_path(OWNER), lambda: study_kek_path(OTHER), open_study, is_wrapped=True
        ),
    }  # fmt: skip


KINDS = ["identity", "identity_kek", "study", "study_kek", "study_own_kek"]


@pytest.fixture
def house(settings, tmp_path):
    """Keys of a project, of a study and of two others, in folders of their own."""
    for name in ("STUDY_KEY_DIR", "STUDY_KEKS_DIR", "IDENTITY_KEY_DIR"):
        setattr(settings, name, tmp_path / name)
    for name in ("STUDY_KEK_FILE", "IDENTITY_KEK_FILE"):
        setattr(settings, name, tmp_path / "keks" / name)
    settings.STUDY_KEK = settings.STUDY_KEK_PREVIOUS = ""
    settings.IDENTITY_KEK = settings.IDENTITY_KEK_PREVIOUS = ""
    return settings


def make(settings, kind: str) -> Kind:
    settings.STUDY_KEK_PER_STUDY = kind == "study_own_kek"
    for owner in (OWNER, OTHER):
        identities.draw_key(owner)
        keep_keys.create_key(owner)
    return kinds(settings)[kind]


def said(kind: Kind) -> str:
    identities._load.cache_clear()
    identities._newest.clear()
    try:
        kind.opened()
    except KeyFileError as refusal:
        return refusal.reason
    return "ouverte"


def put(path: Path, made: bytes) -> None:
    if path.is_dir() and not path.is_symlink():
        path.rmdir()
    path.unlink(missing_ok=True)
    path.write_bytes(made)
    path.chmod(0o600)


def all_said(settings, name: str) -> dict[str, str]:
    """Every way to spoil the files of a kind → what is said, or what was raised that should not be."""
    kind = make(settings, name)
    path, good = kind.path(), kind.path().read_bytes()
    found = {}
    for way, made in kind.files().items():
        put(path, made)
        found[way] = _outcome(kind)
        assert path.read_bytes() == made, "a key that does not open is never written over"
    for way, place in hostile.PLACES.items():
        path.unlink(missing_ok=True) if not path.is_dir() or path.is_symlink() else shutil.rmtree(
            path
        )
        place(path)
        found[way] = _outcome(kind)
    put(path, good)
    assert _outcome(kind) == "ouverte"
    return found


def _outcome(kind: Kind) -> str:
    try:
        return said(kind)
    except Exception as error:  # noqa: BLE001 - what is to be found
        return f"!! {type(error).__name__}"


@pytest.mark.parametrize("name", KINDS)
def test_each_file_opens_or_is_refused_in_a_sentence(house, name):
    found = all_said(house, name)
    written = json.loads(MANIFEST.read_text(encoding="utf-8")) if MANIFEST.exists() else {}
    if os.environ.get("DEIDWEB_WRITE_KEYS"):
        written[name] = found
        MANIFEST.write_text(json.dumps(written, ensure_ascii=False, indent=1) + "\n", "utf-8")
    assert [way for way, told in found.items() if told.startswith("!!")] == []
    assert found == written[name]


@pytest.mark.parametrize("stray", hostile.STRAY)
def test_a_stray_name_beside_a_key_hides_none(house, stray):
    make(house, "identity")
    before = newest_key(OWNER).version
    (Path(house.IDENTITY_KEY_DIR) / stray.format(OWNER)).write_bytes(b"x")
    identities._newest.clear()
    assert newest_key(OWNER).version == before


def test_with_a_project_s_or_a_study_s_keys_go_the_copies_beside_them(house):
    """Else what is said to be destroyed could be opened still."""
    make(house, "identity")
    for path in (identity_file(OWNER), keep_keys.key_path(OWNER)):
        for name in (f"{path.name}.bak", f"{path.stem} (copie).key", f".{path.name}.swp"):
            shutil.copy(path, path.with_name(name))
    assert identities.destroy_keys(OWNER) == 1
    assert keep_keys.destroy_keys(OWNER)
    left = [*Path(house.IDENTITY_KEY_DIR).iterdir(), *Path(house.STUDY_KEY_DIR).iterdir()]
    assert left == [identity_file(OTHER), keep_keys.key_path(OTHER)]


@pytest.mark.parametrize("way", sorted(hostile.PLACES))
def test_what_is_no_file_holds_up_no_destruction_and_no_rotation(house, way, db):
    """A folder of Docker's in a key's place ended the end of a project in a traceback, and the keys behind it stayed."""
    make(house, "identity")
    identities.draw_key(OWNER, 2)
    odd, study = identities.key_path(OWNER, 2), keep_keys.key_path(OWNER)
    for path in (odd, study):
        path.unlink()
        hostile.PLACES[way](path)
    for rotated in (rotate_kek, wrap_bare_keys):
        if way != "missing":
            with pytest.raises(KeyFileError, match=study.name):
                rotated()
    identities._newest.clear()
    identities.destroy_keys(OWNER)
    keep_keys.destroy_keys(OWNER)
    left = [*Path(house.IDENTITY_KEY_DIR).iterdir(), *Path(house.STUDY_KEY_DIR).iterdir()]
    assert left == [identity_file(OTHER), keep_keys.key_path(OTHER)]


@pytest.mark.parametrize("number", ["²", "٣", "9" * 5000, "-1", "1_0", ""])
def test_a_sealed_value_of_an_odd_version_is_refused_in_a_sentence(number):
    with pytest.raises(KeyFileError):
        identities.load_key(OWNER, identities.version_of(f"{number}:AAAA"))
