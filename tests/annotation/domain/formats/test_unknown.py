"""Fields that no note takes over are told by name, line and number of notes, and never their values."""

import io
import json

from annotation.domain.formats.jsonl import read_notes
from annotation.domain.formats.reading import Reading
from annotation.domain.formats.registry import FORMATS
from annotation.domain.formats.unknown import MOST, UNKNOWN, UNNAMED, USUAL, Unknown, UnknownFields

KNOWN = {
    "id": "n1",
    "text": "Vu Mme Durand.",
    "patient": {"id": "p", "last_name": "Durand", "birth_date": "1950-03-02"},
    "meta": {"type": "CRH", "date": "2024-01-05", "libre": "gardé"},
    "entities": [
        {"start": 7, "end": 13, "label": "PER", "subtype": "NOM", "score": 0.5, "source": "",
         "doubt": True, "comment": "x", "surface": "Durand", "text": "Durand"},
    ],
}  # fmt: skip


def told(*records) -> UnknownFields:
    found = UnknownFields()
    lines = [json.dumps(record).encode() + b"\n" for record in records]
    assert len(list(read_notes(lines, file_name="n.jsonl", unknown=found))) == len(records)
    return found


def test_what_the_format_knows_is_not_told():
    assert list(told(KNOWN)) == []


def test_each_field_is_told_with_its_first_line_and_how_many_notes_have_it():
    note = {"id": "a", "text": "Vu Mme Durand.", "service": "cardiologie"}
    entity = {"start": 7, "end": 13, "label": "PER", "confidence": 0.9}
    found = told(
        KNOWN,
        note,
        note | {"id": "b", "patient": {"nom": "Durand"}, "entities": [entity, entity | {"id": 4}]},
    )
    assert list(found) == [
        Unknown("service", 2, 2),
        Unknown("entities[].confidence", 3, 1),
        Unknown("entities[].id", 3, 1),
        Unknown("patient.nom", 3, 1),
    ]
    assert {one.reason for one in found} == {UNKNOWN}
    assert found.sentences("n.jsonl")[0] == (
        "n.jsonl, ligne 2, champ « service » : champ inconnu, ignoré (2 note(s))"
    )
    assert not any("Durand" in one or "cardiologie" in one for one in found.sentences("n.jsonl"))


def test_a_name_that_may_be_a_value_is_counted_without_being_told():
    names = (
        "Mme Durand",
        "0612345678",
        "né",
        "x" * 41,
        "durand",
        "Durand",
        "jean.durand",
        "nir_1850575123456",
    )
    patient = {"Jean_Durand": 1, "marie": 2}
    found = told({"id": "a", "text": "x", "patient": patient} | dict.fromkeys(names, 1))
    assert list(found) == [Unknown("", 1, 1)]
    assert found.sentences("n.jsonl") == [f"n.jsonl, ligne 1 : {UNNAMED} (1 note(s))"]


def test_a_file_of_nothing_but_names_is_told_in_bounded_memory():
    names = sorted(USUAL)[: MOST + 10]
    for notes in (
        [{"id": f"n{rank}", "text": "x", name: 1} for rank, name in enumerate(names)],
        [{"id": "n", "text": "x"} | dict.fromkeys(names, 1)],
    ):
        found = [one.field for one in told(*notes)]
        assert len(found) == MOST + 1
        assert "" in found


def test_a_slip_in_a_name_that_is_read_is_told():
    found = told(
        {"id": "a", "text": "x", "entites": [], "patient": {"firstname": "J", "last_nam": "D"}}
    )
    assert [one.field for one in found] == ["entites", "patient.firstname", "patient.last_nam"]


def test_columns_of_a_csv_file_are_told_too():
    reading = Reading("n.csv")
    stream = io.BytesIO(b"id,text,service\nn1,Vu,cardiologie\nn2,Revu,\n")
    assert len(list(FORMATS["csv"].reads(stream, reading))) == 2
    assert list(reading.unknown) == [Unknown("service", 2, 2)]


def test_a_wrong_type_is_left_to_its_refusal():
    reading = Reading("n.jsonl", on_error=lambda error: None)
    lines = b'{"id": "a", "text": "x", "patient": "nom", "entities": {"nom": 1}}\n'
    assert list(FORMATS["jsonl"].reads(io.BytesIO(lines), reading)) == []
    assert reading.refused == 1
    assert list(reading.unknown) == []
