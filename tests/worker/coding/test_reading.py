"""Files of coded notes: what is read, and how what is wrong is named."""

import json

import pytest

from annotation.domain.formats.errors import FormatError
from worker.coding.reading import read_stays
from worker.coding.stays import TooFewStaysError, by_family, frequent_codes, split_stays


def written(tmp_path, text, name="notes.csv"):
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_a_csv_gives_one_stay_a_row_with_its_codes_sorted(tmp_path):
    path = written(tmp_path, 'text;CIM10\n"Toux ;\nfièvre";j18.9, I10 E11.9\nAsthme;J45\n')
    stays = read_stays(path)
    assert [(s.texts, s.codes) for s in stays] == [
        (("Toux ;\nfièvre",), ("E119", "I10", "J189")),
        (("Asthme",), ("J45",)),
    ]


@pytest.mark.parametrize("delimiter", [";", ",", "\t"])
def test_the_delimiter_and_the_order_of_the_columns_are_read_from_the_header(tmp_path, delimiter):
    rows = [["\ufeffCIM10", "Texte"], ["I10 J45", "Note"]]
    path = written(tmp_path, "\r\n".join(delimiter.join(row) for row in rows))
    assert [(s.texts, s.codes) for s in read_stays(path)] == [(("Note",), ("I10", "J45"))]


def test_documents_of_one_stay_are_joined_with_the_codes_of_all(tmp_path):
    path = written(
        tmp_path,
        "id;stay;patient;text;CIM10\na;s1;p1;Entrée;I10\nb;s2;p2;Autre;J45\nc;s1;p1;Sortie;\n",
    )
    first, second = read_stays(path)
    assert (first.id, first.patient, first.texts, first.codes) == (
        "s1", "p:p1", ("Entrée", "Sortie"), ("I10",),
    )  # fmt: skip
    assert second.texts == ("Autre",)


@pytest.mark.parametrize(
    ("text", "line", "column", "reason"),
    [
        ("texte libre\n", 1, "", "en-tête attendu"),
        ("", 1, "", "en-tête attendu"),
        ("text;CIM10\n", 0, "", "aucune note"),
        ("text;CIM10\nA;I10\nB;I1\n", 3, "CIM10", "n'a pas la forme"),
        ("text;CIM10\nA;I10\n  ;I10\n", 3, "text", "texte vide"),
        ("text;CIM10\nA;I10\nB;\n", 3, "CIM10", "aucun code"),
        ("text;CIM10\n\"A\nB\";I10\nC\n", 4, "", "2 colonnes attendues, 1 lues"),
        ("text;CIM10\nA;I10\n\"B;I10\n", 3, "", "CSV mal formée"),
        (b"text;CIM10\nA;I10\n\xff\xfe;I10\n", 3, "", "UTF-8"),
        ("id;text;CIM10\na;A;I10\na;B;I10\n", 3, "id", "déjà donné"),
        ("stay;patient;text;CIM10\ns;p;A;I10\ns;q;B;I10\n", 3, "patient", "autre patient"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_a_csv_is_named_by_line_and_column(tmp_path, text, line, column, reason):
    with pytest.raises(FormatError, match=reason) as caught:
        read_stays(written(tmp_path, text))
    assert (caught.value.line, caught.value.field) == (line, column)
    assert caught.value.file == "notes.csv"


def test_jsonl_has_codes_as_a_list_or_a_string_and_keeps_entities(tmp_path):
    entity = {"start": 3, "end": 9, "label": "PER", "subtype": "NOM"}
    rows = [
        {"id": "a", "text": "M. Durand", "codes": ["E11.9"], "patient": {"id": "p"}, "entities": [entity]},
        {"id": "b", "text": "Suite", "codes": "I10 J45", "stay": "s"},
    ]  # fmt: skip
    path = written(tmp_path, "\n".join(map(json.dumps, rows)), "notes.jsonl")
    first, second = read_stays(path)
    assert (first.patient, first.codes, len(first.notes[0].entities)) == ("p:p", ("E119",), 1)
    assert (second.id, second.codes) == ("s", ("I10", "J45"))


@pytest.mark.parametrize(
    ("row", "field"),
    [
        ('{"id": "a", "text": "A", "codes": ["?"]}', "codes"),
        ('{"id": "a", "text": "A", "codes": [3]}', "codes"),
        ('{"id": "a", "codes": ["I10"]}', "text"),
        ('{"id": "a", "text": "A"}', "codes"),
        ("[1]", ""),
        ("{", ""),
    ],
)
def test_what_is_wrong_in_jsonl_is_named_by_line_and_field(tmp_path, row, field):
    good = '{"id": "0", "text": "A", "codes": ["I10"]}'
    with pytest.raises(FormatError) as caught:
        read_stays(written(tmp_path, f"{good}\n\n{row}\n", "notes.jsonl"))
    assert (caught.value.line, caught.value.field) == (3, field)


def test_no_message_quotes_the_text_of_a_note(tmp_path):
    with pytest.raises(FormatError) as caught:
        read_stays(written(tmp_path, 'text;CIM10\nMme Secret;"I10\n'))
    assert "Secret" not in str(caught.value)


def many(tmp_path, patients=40):
    rows = "".join(
        f"p{i % patients};Note {i};{'E119' if i % 3 else 'J45'} I10\n" for i in range(80)
    )
    return read_stays(written(tmp_path, "patient;text;CIM10\n" + rows))


def test_no_patient_is_on_both_sides_and_the_same_seed_gives_the_same_sides(tmp_path):
    stays = many(tmp_path)
    split = split_stays(stays, seed=3, share=0.2)
    sides = [{stay.patient for stay in side} for side in (split.train, split.test)]
    assert not sides[0] & sides[1]
    assert len(split.train) + len(split.test) == 80
    assert split == split_stays(stays, seed=3, share=0.2)
    assert split != split_stays(stays, seed=4, share=0.2)


def test_a_patient_keeps_the_side_when_the_file_grows(tmp_path):
    stays = many(tmp_path)
    few = {s.patient for s in split_stays(stays[:30], seed=3, share=0.3).test}
    assert few <= {s.patient for s in split_stays(stays, seed=3, share=0.3).test}


def test_one_patient_alone_cannot_be_split(tmp_path):
    with pytest.raises(TooFewStaysError, match="de 1 patient"):
        split_stays(many(tmp_path, patients=1), seed=1, share=0.1)


def test_families_are_three_characters_and_frequent_codes_come_first(tmp_path):
    stays = many(tmp_path)
    assert by_family(stays)[1].codes == ("E11", "I10")
    assert frequent_codes(stays) == ("I10", "E119", "J45")
    assert frequent_codes(stays, 2) == ("I10", "E119")


@pytest.mark.parametrize(
    ("told", "hidden"),
    [
        ({}, ()),
        ({"hidden": [[5, 9]]}, (((5, 9),),)),
        ({"replacements": [{"start": 5, "end": 9, "label": "LOC", "subtype": "VILLE"}]}, (((5, 9),),)),
        ({"entities": [{"start": 5, "end": 9, "label": "LOC", "subtype": "VILLE"}]}, ()),
    ],
    ids=["nothing", "snapshot", "export", "original"],
)  # fmt: skip
def test_what_substitution_wrote_is_read_where_the_file_tells_it(tmp_path, told, hidden):
    line = json.dumps({"id": "a", "text": "Vu à Dole, HTA.", "codes": ["I10"], **told})
    assert read_stays(written(tmp_path, line, "n.jsonl"))[0].hidden == hidden


@pytest.mark.parametrize("hidden", [5, [5], [["a", 2]], [[1, 2, 3]]], ids=str)
def test_spans_that_are_none_are_named(tmp_path, hidden):
    line = json.dumps({"id": "a", "text": "HTA.", "codes": ["I10"], "hidden": hidden})
    with pytest.raises(FormatError) as error:
        read_stays(written(tmp_path, line, "n.jsonl"))
    assert error.value.field == "hidden"
