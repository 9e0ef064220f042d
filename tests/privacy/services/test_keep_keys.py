"""Study keys: outside the database, private, written once."""

import stat
import uuid

import pytest

from privacy.services.keep_keys import (
    StudyKeyError,
    StudyKeyMissingError,
    create_key,
    destroy_keys,
    has_key,
    key_path,
    ledger_key,
    load_key,
)
from privacy.services.wrap_key import unwrap_key, wrap_key


def test_a_key_is_256_bits_in_a_private_file_named_after_the_study(settings):
    study = uuid.uuid4()
    create_key(study)
    path = settings.STUDY_KEY_DIR / f"{study}.key"
    secret = load_key(study).secret
    assert len(secret) == 32
    assert secret.hex() not in path.read_text()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert [p.name for p in path.parent.iterdir()] == [path.name]  # no draft left


def test_a_key_is_never_overwritten():
    study = uuid.uuid4()
    create_key(study)
    before = load_key(study)
    with pytest.raises(FileExistsError):
        create_key(study)
    assert load_key(study) == before


def test_two_studies_have_two_keys():
    first, second = uuid.uuid4(), uuid.uuid4()
    create_key(first)
    create_key(second)
    assert load_key(first) != load_key(second)


def test_a_key_that_others_may_read_is_refused():
    study = uuid.uuid4()
    create_key(study)
    key_path(study).chmod(0o640)
    with pytest.raises(StudyKeyError, match="lisible par d'autres"):
        load_key(study)


def test_a_destroyed_key_is_gone():
    study = uuid.uuid4()
    create_key(study)
    assert destroy_keys(study)
    assert not has_key(study)
    assert not destroy_keys(study)
    with pytest.raises(StudyKeyMissingError):
        load_key(study)


def test_a_key_shows_in_no_representation():
    study = uuid.uuid4()
    create_key(study)
    key = load_key(study)
    assert key.secret.hex() not in repr(key)
    assert repr(key.secret) not in repr(key)


# --- wrapped under the key-encryption key


def test_the_same_key_is_wrapped_anew_each_time_and_opens_with_its_own_name_only():
    secret = bytes(range(32))
    first, second = wrap_key("a.key", secret), wrap_key("a.key", secret)
    assert first != second
    assert unwrap_key("a.key", first) == unwrap_key("a.key", second) == secret
    with pytest.raises(StudyKeyError, match="modifiée ou déplacée"):
        unwrap_key("b.key", first)


def test_a_key_file_copied_over_another_study_s_does_not_open():
    one, two = uuid.uuid4(), uuid.uuid4()
    create_key(one)
    create_key(two)
    key_path(two).write_bytes(key_path(one).read_bytes())
    with pytest.raises(StudyKeyError, match="modifiée ou déplacée"):
        load_key(two)


def test_one_changed_digit_is_noticed():
    study = uuid.uuid4()
    create_key(study)
    line = key_path(study).read_text().rstrip()
    key_path(study).write_text(line[:-1] + ("0" if line[-1] != "0" else "1"))
    with pytest.raises(StudyKeyError, match="modifiée"):
        load_key(study)


def test_another_key_encryption_key_opens_nothing_and_says_so(settings):
    study = uuid.uuid4()
    create_key(study)
    settings.STUDY_KEK = "ab" * 32
    with pytest.raises(StudyKeyError, match="autre clé maîtresse"):
        load_key(study)


def test_the_environment_s_key_encryption_key_leaves_no_file(settings):
    settings.STUDY_KEK = "ab" * 32
    study = uuid.uuid4()
    create_key(study)
    assert load_key(study)
    assert not settings.STUDY_KEK_FILE.exists()


@pytest.mark.parametrize("value", ["ab" * 31, "pas une clé", "zz" * 32])
def test_a_badly_written_key_encryption_key_is_refused(settings, value):
    settings.STUDY_KEK = value
    with pytest.raises(StudyKeyError, match="64 chiffres"):
        create_key(uuid.uuid4())


def test_the_drawn_key_encryption_key_is_private_and_drawn_once(settings):
    create_key(uuid.uuid4())
    before = settings.STUDY_KEK_FILE.read_text()
    create_key(uuid.uuid4())
    assert settings.STUDY_KEK_FILE.read_text() == before
    assert len(bytes.fromhex(before)) == 32
    assert stat.S_IMODE(settings.STUDY_KEK_FILE.stat().st_mode) == 0o600


def test_reading_never_draws_a_key_encryption_key(settings):
    study = uuid.uuid4()
    create_key(study)
    settings.STUDY_KEK_FILE.unlink()
    with pytest.raises(StudyKeyError, match="STUDY_KEK"):
        load_key(study)
    assert not settings.STUDY_KEK_FILE.exists()


def test_bare_digits_are_no_key_and_reading_them_changes_nothing():
    study = uuid.uuid4()
    create_key(study)
    key_path(study).write_text("5a" * 32)
    with pytest.raises(StudyKeyError, match="wrap_bare_keys"):
        load_key(study)
    assert key_path(study).read_text() == "5a" * 32


# --- versions, the ledger's key


def test_a_version_is_another_key_and_destroying_takes_them_all(settings):
    study = uuid.uuid4()
    create_key(study)
    create_key(study, 2)
    assert load_key(study, 1) != load_key(study, 2)
    # what a process leaves that dies while it writes a key
    (settings.STUDY_KEY_DIR / f".{study}.2.key.0123456789abcdef").write_text("wrapped")
    destroy_keys(study)
    assert not has_key(study, 1)
    assert not has_key(study, 2)
    assert list(settings.STUDY_KEY_DIR.iterdir()) == []


def test_the_ledger_s_key_is_made_once_and_never_replaced_silently():
    with pytest.raises(StudyKeyMissingError, match="registre"):
        ledger_key(may_create=False)
    made = ledger_key(may_create=True)
    assert ledger_key(may_create=True) == made
    assert ledger_key(may_create=False) == made
