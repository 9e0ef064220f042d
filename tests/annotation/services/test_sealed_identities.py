"""Identities at rest: sealed, found by digests, rotated, shredded; the file of the database holds none in clear."""

from __future__ import annotations

import json
import time
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from annotation.domain.identity_record import identity_from_record
from annotation.models import IdentityKey, Patient, PatientRecord
from annotation.selectors.identities import identities_of
from annotation.selectors.identity_index import others_with
from annotation.services.index_identities import index_identities
from annotation.services.reseal_identities import retire_all_old_keys, rotate_identity_key
from deidweb.audit.models import AuditEntry
from deidweb.keys import identities as keys
from deidweb.keys.wrapping import KeyFileError

IDENTITY = {"last_name": ["Quirlicanari"], "first_name": ["Ylzebeth"], "ipp": "9988776655443"}


@pytest.fixture(autouse=True)
def own_keys(settings, tmp_path):
    settings.IDENTITY_KEY_DIR = tmp_path / "identities"
    settings.IDENTITY_KEK_FILE = tmp_path / "kek"
    keys._newest.clear()


def admitted(project, number: int, identity=IDENTITY) -> Patient:
    patient = Patient.objects.create(project=project, external_id=f"IPP-{number}")
    PatientRecord.objects.create(patient=patient, identity=identity)
    index_identities(project.pk, {patient.pk: identity_from_record(identity)})
    return patient


def raw(table: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {table}")
        return repr(cursor.fetchall())


@pytest.mark.django_db
def test_tables_hold_nothing_in_clear_and_the_model_opens_it(project):
    patient = admitted(project, 7)
    rows = (
        raw("annotation_patient") + raw("annotation_patientrecord") + raw("annotation_identitykey")
    )
    for word in ("IPP-7", "Quirlicanari", "Ylzebeth", "9988776655443"):
        assert word not in rows
    again = Patient.objects.select_related("record").get()
    assert (again.external_id, again.record.identity) == ("IPP-7", IDENTITY)
    assert identities_of([patient.pk])[patient.pk] == identity_from_record(IDENTITY, "IPP-7")
    assert Patient.objects.named(project, "IPP-7", "IPP-8").get() == patient


@pytest.mark.django_db
def test_digests_of_two_projects_do_not_meet_and_need_the_key(project, other_project):
    one, other = admitted(project, 7), admitted(other_project, 7)
    assert one.lookup != other.lookup
    assert set(IdentityKey.objects.filter(patient=one).values_list("key", flat=True)).isdisjoint(
        IdentityKey.objects.filter(patient=other).values_list("key", flat=True)
    )
    assert list(Patient.objects.named(other_project, "IPP-7")) == [other]
    two = Patient.objects.create(project=project, external_id="IPP-8")
    assert others_with(project.pk, two.pk, ["quirlicanariylzebeth"]) == {
        "quirlicanariylzebeth": "name"
    }


@pytest.mark.django_db
@pytest.mark.parametrize("column", ["sealed_id", "record"])
def test_a_value_moved_to_another_row_opens_nothing(project, column):
    one, two = admitted(project, 1), admitted(project, 2, {"last_name": ["Autre"]})
    if column == "sealed_id":
        Patient.objects.filter(pk=two.pk).update(sealed_id=one.sealed_id)
    else:
        PatientRecord.objects.filter(pk=two.pk).update(sealed=one.record.sealed)
    with pytest.raises(KeyFileError, match="ne s'ouvre pas"):
        identities_of([two.pk])


@pytest.mark.django_db
def test_rotation_seals_all_anew_while_people_work(project):
    patients = [admitted(project, number, {"last_name": [f"Nom{number}x"]}) for number in range(3)]
    before = {row.pk: (row.lookup, row.sealed_id) for row in Patient.objects.all()}
    stale = keys.newest_key(project.pk)
    assert rotate_identity_key(project) == 3
    for row in Patient.objects.select_related("record"):
        assert row.sealed_id.startswith("2:")
        assert row.record.sealed.startswith("2:")
        assert before[row.pk][0] != row.lookup
    assert identities_of([patients[1].pk])[patients[1].pk].last_name == ("Nom1x",)
    assert keys.versions(project.pk) == [2, 1]

    # somebody had taken the old key and writes after the rotation
    late = patients[2]
    late.sealed_id = stale.seal(f"deidweb/identity/1|{project.pk}|{late.pk}|id", "IPP-2")
    late.lookup = stale.digest("id\0IPP-2")
    late.save()
    assert Patient.objects.named(project, "IPP-2").get() == late
    assert retire_all_old_keys() == 0
    assert keys.versions(project.pk) == [2, 1]


@pytest.mark.django_db
def test_the_old_key_dies_a_day_later_and_what_was_late_is_sealed_anew(project, monkeypatch):
    late = admitted(project, 1)
    stale = (late.sealed_id, late.lookup)
    rotate_identity_key(project)
    Patient.objects.filter(pk=late.pk).update(sealed_id=stale[0], lookup=stale[1])
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now + timedelta(days=1, minutes=1))
    assert retire_all_old_keys() == 1
    assert keys.versions(project.pk) == [2]
    assert Patient.objects.named(project, "IPP-1").get().external_id == "IPP-1"
    assert AuditEntry.objects.filter(action="identities.key_destroyed").count() == 1


@pytest.mark.django_db
def test_a_rotation_that_died_goes_on(project, monkeypatch):
    for number in range(4):
        admitted(project, number)
    from annotation.services import reseal_identities

    monkeypatch.setattr(reseal_identities, "_CHUNK", 2)
    calls = []

    def dies(*args):
        calls.append(args)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return real(*args)

    real = reseal_identities._reseal
    monkeypatch.setattr(reseal_identities, "_reseal", dies)
    with pytest.raises(KeyboardInterrupt):
        rotate_identity_key(project)
    assert {keys.version_of(p.sealed_id) for p in Patient.objects.all()} == {1, 2}
    assert Patient.objects.named(project, *(f"IPP-{n}" for n in range(4))).count() == 4
    assert rotate_identity_key(project) == 2
    assert keys.versions(project.pk) == [2, 1]


@pytest.mark.django_db
def test_the_command_with_a_new_master_key(project, settings, capsys):
    admitted(project, 1)
    kek = Path(settings.IDENTITY_KEK_FILE).read_text()
    call_command("rotate_identity_keys", "--new-kek", "--stopped")
    assert "1 identité" in capsys.readouterr().out
    assert Path(settings.IDENTITY_KEK_FILE).read_text() != kek
    assert [
        path.name for path in settings.IDENTITY_KEK_FILE.parent.iterdir() if path.is_file()
    ] == ["kek"]
    assert keys.versions(project.pk) == [2]
    assert Patient.objects.get().external_id == "IPP-1"
    with pytest.raises(CommandError, match="Aucun projet"):
        call_command("rotate_identity_keys", "--project", "00000000-0000-0000-0000-000000000000")


def test_a_master_key_that_cannot_be_read_is_not_replaced(settings):
    path = Path(settings.IDENTITY_KEK_FILE)
    path.write_bytes(b"\xff" * 65)
    with pytest.raises(KeyFileError, match="IDENTITY_KEK"):
        keys.replace_kek()
    assert path.read_bytes() == b"\xff" * 65
    assert [one.name for one in path.parent.iterdir()] == ["kek"]


@pytest.mark.django_db
def test_master_key_from_the_environment(project, settings):
    settings.IDENTITY_KEK = "ab" * 32
    admitted(project, 1)
    settings.IDENTITY_KEK = "cd" * 32
    keys._load.cache_clear()
    with pytest.raises(KeyFileError, match="IDENTITY_KEK"):
        Patient.objects.get().external_id  # noqa: B018
    settings.IDENTITY_KEK_PREVIOUS = "ab" * 32
    call_command("rotate_identity_keys", "--stopped")
    settings.IDENTITY_KEK_PREVIOUS = ""
    keys._load.cache_clear()
    assert Patient.objects.get().external_id == "IPP-1"
    assert not Path(settings.IDENTITY_KEK_FILE).exists()


@pytest.mark.django_db
def test_without_its_key_a_row_is_dead_and_no_new_key_hides_the_loss(project):
    patient = admitted(project, 1)
    assert keys.destroy_keys(project.pk) == 1
    with pytest.raises(keys.IdentityKeyMissingError):
        identities_of([patient.pk])
    with pytest.raises(keys.IdentityKeyMissingError):
        Patient.objects.create(project=project, external_id="IPP-2")
    assert keys.versions(project.pk) == []


def test_the_key_file_is_private_and_bound_to_its_name(settings, tmp_path):
    from uuid import uuid4

    one, two = uuid4(), uuid4()
    keys.draw_key(one)
    path = keys.key_path(one, 1)
    assert path.stat().st_mode & 0o077 == 0
    assert path.parent.stat().st_mode & 0o077 == 0
    before = path.read_text()
    keys.draw_key(one)
    assert path.read_text() == before
    keys.key_path(two, 1).write_text(before)
    with pytest.raises(KeyFileError, match="déplacée"):
        keys.newest_key(two)


@pytest.mark.django_db
def test_opening_costs_microseconds(project):
    patient = admitted(project, 1)
    began = time.process_time()
    for _number in range(1000):
        assert patient.external_id
    assert time.process_time() - began < 1.0, "about 10 ms on a quiet machine"
    assert json.loads(json.dumps(patient.record.identity)) == IDENTITY
