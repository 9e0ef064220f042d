import io
import json
import pickle
from collections import Counter

import pytest

from annotation.domain.formats.fields import parse_note, reread_note
from annotation.domain.formats.jsonl import (
    MAX_LINE_BYTES,
    FormatError,
    bounded_lines,
    note_to_json,
    read_notes,
)
from annotation.domain.formats.losses import Loss, sentences
from annotation.domain.formats.unknown import UnknownFields
from annotation.domain.notes import Note, PatientIdentity
from annotation.domain.spans import Span


def line(**record):
    return json.dumps({"id": "n1", "text": "Vu Mme Dupont ce jour.", **record}).encode() + b"\n"


def read(*lines):
    return list(read_notes(lines, file_name="notes.jsonl"))


def entity(**changes):
    return {"start": 7, "end": 13, "label": "PER", "subtype": "NOM", **changes}


def error_of(*lines):
    with pytest.raises(FormatError) as caught:
        read(*lines)
    return caught.value


def test_only_id_and_text_are_required():
    assert read(b'{"id": "a", "text": "Bonjour"}\n') == [Note("a", "Bonjour")]


def test_everything_is_read():
    note = read(
        line(
            patient={
                "id": "p1",
                "last_name": ["DUPONT"],
                "first_name": "Zoé",
                "birth_date": "1950-02-28",
                "phone": [],
            },
            meta={"type": "CRH", "date": "2024-01-31", "page": 2},
            entities=[entity(score=0.5, source="rule:x", surface="Dupont")],
        )
    )[0]
    assert note.patient == PatientIdentity(
        id="p1", last_name=("DUPONT",), first_name=("Zoé",), birth_date="1950-02-28"
    )
    assert note.meta == {"type": "CRH", "date": "2024-01-31", "page": "2"}
    assert note.entities == (Span(7, 13, "PER", "NOM", 0.5, "rule:x"),)


def test_blank_lines_and_byte_order_mark_are_skipped():
    assert [n.id for n in read(b"\xef\xbb\xbf" + line(), b"\n", line(id="n2"))] == ["n1", "n2"]


def test_offsets_follow_when_line_ends_are_normalised():
    text = "Le\r\n12\rmai\r\n\ufeffDupont"
    record = {
        "id": "n",
        "text": text,
        "entities": [
            {"start": 4, "end": 10, "label": "DATE", "surface": "12\rmai"},
            {"start": 13, "end": 19, "label": "PER"},
        ],
    }
    told = []
    (note,) = read_notes([json.dumps(record).encode()], file_name="f", on_normalised=told.append)
    assert note.text == "Le\n12\nmai\n\ufeffDupont"
    assert [note.text[s.start : s.end] for s in note.entities] == ["12\nmai", "Dupont"]
    assert told == [1]


def test_astral_characters_count_for_one():
    (note,) = read(line(text="😀 Dupont", entities=[{"start": 2, "end": 8, "label": "PER"}]))
    assert note.text[note.entities[0].start : note.entities[0].end] == "Dupont"


def test_round_trip():
    note = Note(
        "n1",
        "Vu Mme Dupont \u2028 ici",
        PatientIdentity(id="p", phone=("0639980001",)),
        {"type": "CRH"},
        (Span(7, 13, "PER", "NOM", 0.9, "rule:civility"),),
    )
    written = note_to_json(note)
    assert "\n" not in written
    assert read(written.encode()) == [note]


@pytest.mark.parametrize(
    ("bad", "field", "reason"),
    [
        (b"{", "", "JSON invalide"),
        (b"[1]", "", "pas un objet"),
        (b"[" * 100_000, "", "JSON invalide"),
        (b'{"id": ' + b"9" * 5000 + b"}", "", "nombre hors limites"),
        (b'{"id": NaN}', "", "nombre hors limites"),
        (b'{"id": "a", "text": "\xff"}', "", "encodage illisible"),
        (b'{"id": "a", "text": "\x00"}', "", "caractère nul"),
        (b'{"text": "a"}', "id", "absent"),
        (b'{"id": "a"}', "text", "absent"),
        (b'{"id": 3, "text": "a"}', "id", "chaîne"),
        (b'{"id": " ", "text": "a"}', "id", "vide"),
        (b'{"id": "a", "text": ["b"]}', "text", "chaîne"),
        (b'{"id": "a", "text": " "}', "text", "vide"),
        (rb'{"id": "a", "text": "x\u0000"}', "text", "caractère nul"),
        (rb'{"id": "a", "text": "x\ud800"}', "text", "demi-codet"),
        (line(patient=[]), "patient", "objet"),
        (line(patient={"phone": [1]}), "patient.phone[0]", "chaîne"),
        (line(patient={"birth_date": "03/02/1950"}), "patient.birth_date", "AAAA-MM-JJ"),
        (line(meta={"date": "2024-02-31"}), "meta.date", "AAAA-MM-JJ"),
        (line(meta={"date": "0001-01-01"}), "meta.date", "de 1850 à 2100"),
        (line(meta={"type": {}}), "meta.type", "chaîne"),
        (line(meta={"Dupont": {}}), "meta", "chaîne"),
        (line(patient={"id": "p" * 201}), "patient.id", "plus de 200"),
        (line(entities={}), "entities", "liste"),
        (line(entities=[3]), "entities[0]", "objet"),
        (line(entities=[entity(), entity(start=True)]), "entities[1].start", "entier"),
        (line(entities=[entity(start=7.0)]), "entities[0].start", "entier"),
        (line(entities=[entity(end="13")]), "entities[0].end", "entier"),
        (line(entities=[entity(start=13, end=7)]), "entities[0]", "inversées"),
        (line(entities=[entity(start=7, end=7)]), "entities[0]", "inversées"),
        (line(entities=[entity(start=-1)]), "entities[0]", "hors du texte"),
        (line(entities=[entity(end=23)]), "entities[0]", "hors du texte"),
        (line(entities=[entity(start=6)]), "entities[0]", "blanc"),
        (line(entities=[entity(surface="Durand")]), "entities[0].surface", "correspond"),
        (line(entities=[entity(text="Durand")]), "entities[0].text", "correspond"),
        (line(entities=[entity(label="NOM")]), "entities[0].label", "inconnue"),
        (line(entities=[entity(subtype="VILLE")]), "entities[0].subtype", "inconnu"),
        (line(entities=[entity(score=1.5)]), "entities[0].score", "entre 0 et 1"),
    ],
)
def test_bad_line_is_refused_with_line_field_and_reason(bad, field, reason):
    error = error_of(line(id="good"), bad)
    assert (error.file, error.line, error.field) == ("notes.jsonl", 2, field)
    assert reason in error.reason
    assert "Dupont" not in str(error)


def test_span_that_cuts_an_accent_is_refused():
    error = error_of(line(text="Zoe\u0301", entities=[{"start": 0, "end": 3, "label": "PER"}]))
    assert "accent" in error.reason


def test_duplicate_id():
    error = error_of(line(), line())
    assert (error.line, error.field) == (2, "id")
    assert "déjà" in error.reason


@pytest.mark.parametrize("lines", [[], [b"\n", b"  \n"]])
def test_empty_file(lines):
    error = error_of(*lines)
    assert error.line == 0
    assert "vide" in error.reason


def test_too_long_line_is_refused_and_never_held_whole():
    stream = io.BytesIO(b'{"id": "a", "text": "' + b"x" * (MAX_LINE_BYTES * 2) + b'"}\n')
    pieces = bounded_lines(stream)
    with pytest.raises(FormatError, match="dépasse 10 Mo"):
        list(read_notes(pieces, file_name="f"))
    assert stream.tell() <= MAX_LINE_BYTES + 2


def test_error_survives_pickling():
    error = FormatError("f", 3, "id", "absent")
    copy = pickle.loads(pickle.dumps(error))
    assert str(copy) == "f, ligne 3, champ « id » : absent"


SUBSTITUTED = {
    "id": "n1",
    "text": "Vu à Dole.",
    "replacements": [{"start": 5, "end": 9, "label": "LOC", "subtype": "VILLE"}],
}


def counted(*records: dict) -> tuple[list, Counter]:
    losses: Counter = Counter()
    lines = [json.dumps(record).encode() for record in records]
    return list(read_notes(lines, file_name="f", losses=losses)), losses


def test_what_substitution_wrote_over_entities_comes_back_as_entities():
    (note, other), losses = counted(SUBSTITUTED, {"id": "n2", "text": "Vu.", "replacements": []})
    assert note.entities == (Span(5, 9, "LOC", "VILLE"),)
    assert other.entities == ()
    assert losses == {Loss.SUBSTITUTED: 2}
    assert sentences(losses) == [
        "notes déjà substituées : leurs remplacements sont lus comme entités : 2"
    ]


def test_a_note_with_both_keeps_its_entities_and_it_is_told():
    (note,), losses = counted(SUBSTITUTED | {"entities": []})
    assert note.entities == ()
    assert losses == {Loss.REPLACEMENTS: 1}


@pytest.mark.parametrize(
    ("replacements", "field"),
    [
        ("x", "replacements"),
        ([{"start": 5, "end": 99, "label": "LOC"}], r"replacements\[0\]"),
        ([{"start": 5, "end": 9, "label": "TOWN"}], r"replacements\[0\].label"),
    ],
)
def test_a_bad_replacement_is_refused_by_its_own_name(replacements, field):
    with pytest.raises(FormatError, match=field):
        counted(SUBSTITUTED | {"replacements": replacements})


def test_the_fields_of_replacements_are_looked_at_like_those_of_entities():
    found = UnknownFields()
    record = SUBSTITUTED | {"replacements": [SUBSTITUTED["replacements"][0] | {"confidence": 1}]}
    list(read_notes([json.dumps(record).encode()], file_name="f", unknown=found))
    assert [one.field for one in found] == ["replacements[].confidence"]


@pytest.mark.parametrize(
    "record",
    [
        {"entities": [entity()], "patient": {"id": "p1", "last_name": "Dupont"}, "meta": {"n": 3}},
        {"entities": [entity(), entity(start=0, end=2, score=0.5)]},
        {"text": "Vu\r\nMme Dupont", "entities": [entity(start=8, end=14)]},
        {"replacements": [entity()]},
        {"entities": None},
        {},
    ],
)
def test_a_note_that_is_read_again_is_the_same(record):
    known = {"id": "n1", "text": "Vu Mme Dupont ce jour.", **record}
    assert reread_note(known) == parse_note(known)[0]
