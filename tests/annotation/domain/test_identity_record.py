"""An identity as JSON and back, and two records made one."""

import pytest

from annotation.domain.identity_record import (
    identity_from_record,
    identity_to_record,
    merged_record,
)
from annotation.domain.notes import PatientIdentity

KNOWN = PatientIdentity(
    id="p1", last_name=("Durand", "Morel"), birth_date="1951-05-03", phone=("0380000000",)
)
RECORD = {
    "id": "p1",
    "last_name": ["Durand", "Morel"],
    "birth_date": "1951-05-03",
    "phone": ["0380000000"],
}


def test_what_is_known_is_written_and_nothing_else():
    assert identity_to_record(KNOWN) == RECORD
    assert identity_to_record(PatientIdentity()) == {}


def test_the_record_read_again_is_the_identity():
    assert identity_from_record(RECORD) == KNOWN
    assert identity_from_record({}) == PatientIdentity()


@pytest.mark.parametrize(
    ("record", "patient_id", "expected"),
    [
        ({"nir": "1"}, "p2", PatientIdentity(id="p2", nir="1")),
        ({"id": "p1"}, "p2", PatientIdentity(id="p2")),
        ({"id": "p1"}, "", PatientIdentity(id="p1")),
        ({"shoe_size": 42, "ipp": "8"}, "", PatientIdentity(ipp="8")),
        ({"last_name": [], "city": ""}, "", PatientIdentity()),
    ],
)
def test_ids_unknown_keys_and_empty_values(record, patient_id, expected):
    assert identity_from_record(record, patient_id) == expected


def test_lists_grow_and_the_newer_single_value_stays():
    old = {"last_name": ["Durand"], "city": "Dijon"}
    new = {"last_name": ["Morel", "Durand"], "city": "Beaune", "ipp": "8"}
    assert merged_record(old, new) == {
        "last_name": ["Durand", "Morel"],
        "city": "Beaune",
        "ipp": "8",
    }
    assert old == {"last_name": ["Durand"], "city": "Dijon"}
