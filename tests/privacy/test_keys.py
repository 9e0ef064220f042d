"""Study keys: outside the database, private, written once."""

import stat
import uuid

import pytest

from privacy import keys


def test_a_key_is_256_bits_in_a_private_file_named_after_the_study(settings):
    study = uuid.uuid4()
    keys.create(study)
    path = settings.STUDY_KEY_DIR / f"{study}.key"
    assert len(bytes.fromhex(path.read_text())) == 32
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert keys.load(study).secret == bytes.fromhex(path.read_text())
    assert [p.name for p in path.parent.iterdir()] == [path.name]  # no draft left


def test_a_key_is_never_overwritten():
    study = uuid.uuid4()
    keys.create(study)
    before = keys.load(study)
    with pytest.raises(FileExistsError):
        keys.create(study)
    assert keys.load(study) == before


def test_two_studies_have_two_keys():
    first, second = uuid.uuid4(), uuid.uuid4()
    keys.create(first)
    keys.create(second)
    assert keys.load(first) != keys.load(second)


def test_a_key_that_others_may_read_is_refused():
    study = uuid.uuid4()
    keys.create(study)
    keys.path_of(study).chmod(0o640)
    with pytest.raises(keys.StudyKeyError, match="lisible par d'autres"):
        keys.load(study)


def test_a_destroyed_key_is_gone():
    study = uuid.uuid4()
    keys.create(study)
    assert keys.destroy(study)
    assert not keys.exists(study)
    assert not keys.destroy(study)
    with pytest.raises(keys.StudyKeyMissingError):
        keys.load(study)


def test_a_key_shows_in_no_representation():
    study = uuid.uuid4()
    keys.create(study)
    key = keys.load(study)
    assert key.secret.hex() not in repr(key)
    assert repr(key.secret) not in repr(key)
