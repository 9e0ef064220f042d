"""The key-encryption key is replaced and nothing is lost; a study's own one dies with it."""

from __future__ import annotations

import stat
import uuid
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from deidweb.audit.models import AuditEntry
from privacy.services import rotate_kek as module
from privacy.services.keep_keys import (
    StudyKeyError,
    StudyKeyMissingError,
    create_key,
    destroy_keys,
    key_path,
    ledger_key,
    load_key,
)
from privacy.services.rotate_kek import rotate_kek, wrap_bare_keys
from privacy.services.study_kek import study_kek_path
from privacy.services.wrap_key import previous_kek_path, unwrap_key, wrap_key

pytestmark = pytest.mark.django_db


@pytest.fixture
def keys(settings) -> dict[uuid.UUID | str, bytes]:
    """Two studies, one of two versions, and the ledger."""
    one, two = uuid.uuid4(), uuid.uuid4()
    for study, version in ((one, 1), (one, 2), (two, 1)):
        create_key(study, version)
    ledger_key(may_create=True)
    return held([(one, 1), (one, 2), (two, 1)])


def held(studies) -> dict:
    found = {(study, version): load_key(study, version).secret for study, version in studies}
    return found | {"ledger": ledger_key(may_create=False).secret}


def again(keys) -> dict:
    return held([name for name in keys if name != "ledger"])


def test_every_key_opens_under_the_new_kek_alone(keys, settings):
    before = settings.STUDY_KEK_FILE.read_text()
    backup = {path.name: path.read_text() for path in settings.STUDY_KEY_DIR.iterdir()}
    assert rotate_kek() == 4
    assert settings.STUDY_KEK_FILE.read_text() != before
    assert stat.S_IMODE(settings.STUDY_KEK_FILE.stat().st_mode) == 0o600
    assert not previous_kek_path().exists()
    assert [path.name for path in settings.STUDY_KEK_FILE.parent.iterdir()] == ["study_kek"]
    assert again(keys) == keys
    for name, line in backup.items():
        with pytest.raises(StudyKeyError, match="autre clé maîtresse"):
            unwrap_key(name, line)
    entry = AuditEntry.objects.get(action="keys.kek_rotated")
    assert entry.details["files"] == 4
    assert before.strip() not in str(entry.details)


class Killed(Exception):
    pass


def test_wherever_it_dies_every_key_still_opens_and_it_goes_on(keys, monkeypatch, settings):
    steps = ("draft_of", "sync_folder", "overwrite", "record", "seal_file")
    real = {name: getattr(module, name) for name in steps}
    deaths = 0
    for moment in range(60):
        left = moment

        def dying(name):
            def step(*args, **kwargs):
                nonlocal left
                if not left:
                    raise Killed
                left -= 1
                return real[name](*args, **kwargs)

            return step

        with monkeypatch.context() as patch:
            for name in steps:
                patch.setattr(module, name, dying(name))
            try:
                rotate_kek()
            except Killed:
                deaths += 1
            else:
                break
        assert again(keys) == keys, moment
        # what others wrap meanwhile is not lost either
        meanwhile = uuid.uuid4()
        create_key(meanwhile)
        rotate_kek()
        assert again(keys) == keys
        assert load_key(meanwhile)
        destroy_keys(meanwhile)
        assert not previous_kek_path().exists()
    assert deaths > 12


def test_a_kek_of_the_environment_is_replaced_by_the_next_one(keys, settings, tmp_path):
    old = settings.STUDY_KEK_FILE.read_text().strip()
    settings.STUDY_KEK = "cd" * 32
    with pytest.raises(CommandError, match="STUDY_KEK_PREVIOUS"):
        call_command("rotate_kek")
    settings.STUDY_KEK_PREVIOUS = old
    assert again(keys) == keys  # both open while it lasts
    call_command("rotate_kek")
    settings.STUDY_KEK_PREVIOUS = ""
    assert again(keys) == keys


def test_a_key_that_does_not_open_stops_the_rotation_and_the_old_kek_stays(keys, settings):
    path = next(iter(sorted(Path(settings.STUDY_KEY_DIR).glob("*.key"))))
    line = path.read_text()
    path.write_text("00" * 32)
    with pytest.raises(StudyKeyError):
        rotate_kek()
    assert previous_kek_path().exists()
    path.write_text(line)
    rotate_kek()
    assert again(keys) == keys


# --- a KEK of its own


@pytest.fixture
def own(settings) -> uuid.UUID:
    settings.STUDY_KEK_PER_STUDY = True
    study = uuid.uuid4()
    create_key(study)
    create_key(study, 2)
    return study


def test_a_destroyed_key_stays_dead_in_backups(own, settings):
    files = {path: path.read_bytes() for path in settings.STUDY_KEY_DIR.iterdir()}
    assert load_key(own, 1) != load_key(own, 2)
    assert stat.S_IMODE(study_kek_path(own).stat().st_mode) == 0o600
    destroy_keys(own)
    assert list(Path(settings.STUDY_KEKS_DIR).iterdir()) == []
    for path, content in files.items():  # an operator restores the folder of keys
        path.write_bytes(content)
        path.chmod(0o600)
    with pytest.raises(StudyKeyMissingError, match="détruite"):
        load_key(own)
    line = key_path(own).read_text()
    with pytest.raises(StudyKeyError):  # the installation's KEK opens nothing of it
        unwrap_key(key_path(own).name, line)
    settings.STUDY_KEK_PER_STUDY = False
    with pytest.raises(StudyKeyMissingError):
        load_key(own)


def test_a_study_keeps_its_own_kek_when_the_option_is_taken_back(own, settings):
    before = load_key(own)
    settings.STUDY_KEK_PER_STUDY = False
    assert load_key(own) == before
    create_key(own, 3)
    destroy_keys(own)
    assert not study_kek_path(own).exists()


def test_rotation_gives_older_studies_a_kek_of_their_own(keys, own, settings):
    first = load_key(own)
    # four keys of before, and the KEK of the one study that has its own; its keys need nothing
    assert rotate_kek() == 5
    assert again(keys) == keys
    assert load_key(own) == first
    assert rotate_kek() == 4  # three KEKs of studies and the ledger
    study = next(name for name in keys if name != "ledger")[0]
    assert key_path(study).read_text().startswith("deidweb-key-2 ")
    assert (Path(settings.STUDY_KEY_DIR) / "ledger.key").read_text().startswith("deidweb-key-1 ")


def test_a_restored_file_of_a_destroyed_study_is_named(keys, own, settings, capsys):
    path = key_path(own, 2)
    content = path.read_bytes()
    destroy_keys(own)
    path.write_bytes(content)  # an operator restores the folder of keys
    path.chmod(0o600)
    with pytest.raises(CommandError, match=rf"{path.name} : .* supprimez ce fichier"):
        call_command("rotate_kek")
    assert again(keys) == keys
    path.unlink()
    call_command("rotate_kek")
    assert again(keys) == keys


# --- bare keys


def test_bare_keys_are_wrapped_by_one_command_that_leaves_its_line(settings, capsys):
    study, other = uuid.uuid4(), uuid.uuid4()
    create_key(study)
    create_key(other)
    kept = load_key(other)
    key_path(study).write_text("5a" * 32)
    key_path(study).chmod(0o644)
    call_command("wrap_bare_keys")
    assert "1 clé en clair" in capsys.readouterr().out
    assert load_key(study).secret == b"\x5a" * 32
    assert "5a5a5a5a" not in key_path(study).read_text()
    assert load_key(other) == kept
    assert AuditEntry.objects.get(action="keys.bare_wrapped").details == {"files": 1}
    assert wrap_bare_keys() == 0


def test_what_is_neither_a_wrapped_key_nor_bare_digits_is_left_alone(settings):
    study = uuid.uuid4()
    create_key(study)
    key_path(study).write_text("pas une clé")
    with pytest.raises(CommandError, match="illisible"):
        call_command("wrap_bare_keys")
    assert key_path(study).read_text() == "pas une clé"
    assert wrap_key("x", bytes(32))


@pytest.mark.parametrize("spoiled", [b"\xff\xfe\0", b"", b"a" * 1_000_000, b"a b c d\n" * 3])
def test_a_spoiled_key_stops_the_rotation_in_words(spoiled, keys):
    path = sorted(key_path(uuid.uuid4()).parent.glob("*.key"))[0]
    path.write_bytes(spoiled)
    with pytest.raises(CommandError, match=f"{path.name} : .*clé"):
        call_command("rotate_kek")
    assert path.read_bytes() == spoiled


@pytest.mark.parametrize("command", ["rotate_kek", "wrap_bare_keys"])
def test_what_is_no_key_is_named_once(keys, own, settings, command):
    path = key_path(own, 2)
    path.unlink()
    path.mkdir()
    with pytest.raises(CommandError) as told:
        call_command(command)
    assert str(told.value) == f"{path.name} : La clé de l'étude est illisible."
