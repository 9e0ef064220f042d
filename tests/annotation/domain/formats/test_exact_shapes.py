"""Files in the exact shapes that other tools write, one of each; expected values by hand."""

from __future__ import annotations

import io
import json
import zipfile

import pytest

from annotation.domain.formats.errors import FormatError
from annotation.domain.formats.losses import Loss
from annotation.domain.formats.reading import Reading
from annotation.domain.formats.records import WRONG_FORMAT
from annotation.domain.formats.registry import FORMATS
from annotation.domain.formats.tables import NO_COLUMN
from annotation.domain.notes import Note
from annotation.domain.spans import Span


def archive(**files: str) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as target:
        for name, text in files.items():
            target.writestr(name.replace("__", "."), text)
    return stream.getvalue()


def load(name: str, data: bytes | str) -> tuple[list[Note], Reading]:
    raw = data.encode() if isinstance(data, str) else data
    reading = Reading("f")
    reads = FORMATS[name].reads
    assert reads is not None
    return [note for _line, note in reads(io.BytesIO(raw), reading)], reading


def refusals(name: str, data: bytes | str) -> list[tuple[str, int, str, str]]:
    found: list[FormatError] = []
    raw = data.encode() if isinstance(data, str) else data
    reads = FORMATS[name].reads
    assert reads is not None
    list(reads(io.BytesIO(raw), Reading("f", on_error=found.append)))
    return [(error.file, error.line, error.field, error.reason) for error in found]


def surfaces(note: Note) -> list[tuple[str, str, str]]:
    return [(note.text[s.start : s.end], s.label, s.subtype) for s in note.entities]


def test_doccano_triples():
    line = '{"id": 12, "text": "EU rejects Dupont", "label": [[0, 2, "ORG"], [11, 17, "NOM"]], "Comments": []}'
    (note,), _reading = load("doccano", line)
    assert note.id == "12"
    assert surfaces(note) == [("EU", "ORG", ""), ("Dupont", "PER", "NOM")]


def test_doccano_needs_only_text_and_label():
    (note,), _reading = load("doccano", '{"text": "Mme Dupont", "label": [[4, 10, "NOM"]]}')
    assert note.id.startswith("note-1-")
    assert surfaces(note) == [("Dupont", "PER", "NOM")]


def test_doccano_with_relations():
    line = json.dumps(
        {
            "id": 12,
            "text": "Mme Dupont",
            "entities": [{"id": 7, "label": "NOM", "start_offset": 4, "end_offset": 10}],
            "relations": [{"id": 1, "from_id": 7, "to_id": 8, "type": "x"}],
            "Comments": [{"id": 1, "comment": "bien"}],
        }
    )
    (note,), reading = load("doccano_objects", line)
    assert surfaces(note) == [("Dupont", "PER", "NOM")]
    assert reading.losses[Loss.RELATIONS] == 1
    assert reading.losses[Loss.COMMENTS] == 1


TASK = {
    "data": {"text": "Mme Dupont"},
    "predictions": [
        {
            "model_version": "eds-pseudo-0.3",
            "score": 0.91,
            "result": [
                {
                    "id": "r1",
                    "from_name": "label",
                    "to_name": "text",
                    "type": "labels",
                    "score": 0.97,
                    "value": {"start": 4, "end": 10, "text": "Dupont", "labels": ["NOM"]},
                }
            ],
        }
    ],
}
EXPORT = {
    "id": 1,
    "data": {"text": "Mme Dupont"},
    "annotations": [
        {
            "id": 1001,
            "completed_by": 10,
            "was_cancelled": False,
            "ground_truth": False,
            "lead_time": 4.288,
            "created_at": "2026-01-01T10:00:00Z",
            "result": [
                {
                    "id": "Dx_a",
                    "from_name": "label",
                    "to_name": "text",
                    "type": "labels",
                    "origin": "manual",
                    "value": {"start": 4, "end": 10, "text": "Dupont", "labels": ["NOM"]},
                }
            ],
        }
    ],
    "predictions": [],
}


def test_label_studio_prediction():
    (note,), _reading = load("label_studio", json.dumps([TASK]))
    assert note.entities == (Span(4, 10, "PER", "NOM", 0.97, "model:eds-pseudo-0.3"),)


def test_label_studio_export():
    (note,), _reading = load("label_studio", json.dumps([EXPORT]))
    assert note.id == "1"
    assert note.entities == (Span(4, 10, "PER", "NOM"),)


def test_label_studio_old_exports_count_utf16_units():
    """Before LSF PR#308: the emoji counts for two, so Dupont starts at 7 instead of 6."""
    task = json.loads(json.dumps(EXPORT))
    task["data"]["text"] = "Mme 😀 Dupont"
    task["annotations"][0]["result"][0]["value"] |= {"start": 7, "end": 13}
    (note,), reading = load("label_studio", json.dumps([task]))
    assert note.entities == (Span(6, 12, "PER", "NOM"),)
    assert reading.losses[Loss.UTF16] == 1


def test_label_studio_ground_truth_first_then_the_last_that_stands():
    task = json.loads(json.dumps(EXPORT))
    first = task["annotations"][0]
    cancelled = first | {"was_cancelled": True, "result": []}
    empty = first | {"result": []}
    task["annotations"] = [empty, first, cancelled]
    (note,), reading = load("label_studio", json.dumps([task]))
    assert len(note.entities) == 1
    assert reading.losses[Loss.OTHER_ANNOTATIONS] == 1
    task["annotations"] = [first | {"ground_truth": True}, empty]
    (note,), _reading = load("label_studio", json.dumps([task]))
    assert len(note.entities) == 1


def test_brat_entities_notes_attributes_and_fragments():
    text = "abc defghi Mme Dupont\nDurand"
    ann = (
        "T1\tNOM 15 21\tDupont\n"
        "T2\tNOM 0 3;8 10\tabc hi\n"
        "T3\tPRENOM 15 21;22 28\tDupont Durand\n"
        "#1\tAnnotatorNotes T1\tà relire\n"
        "A1\tDoubt T1\n"
        "R1\tRel Arg1:T1 Arg2:T2\n"
    )
    (note,), reading = load("brat", archive(a__txt=text, a__ann=ann))
    assert note.id == "a"
    assert note.entities == (
        Span(15, 21, "PER", "NOM", 1.0, "", True, "à relire"),
        Span(0, 3, "PER", "NOM"),
        Span(8, 10, "PER", "NOM"),
        Span(15, 28, "PER", "PRENOM"),  # only a line end lies between its fragments
    )
    assert reading.losses[Loss.DISCONTINUOUS] == 1
    assert reading.losses[Loss.RELATIONS] == 1


def test_prodigy():
    line = json.dumps(
        {
            "text": "Mme Dupont",
            "spans": [{"start": 4, "end": 10, "label": "NOM", "token_start": 1, "token_end": 1}],
            "tokens": [
                {"text": "Mme", "start": 0, "end": 3, "id": 0, "ws": True},
                {"text": "Dupont", "start": 4, "end": 10, "id": 1, "ws": False},
            ],
            "answer": "accept",
            "_view_id": "ner_manual",
            "_annotator_id": "ds-marie",
            "_timestamp": 1767261600,
        }
    )
    refused = json.dumps({"text": "Autre", "spans": [], "answer": "reject"})
    (note,), reading = load("prodigy", f"{line}\n{refused}\n")
    assert note.entities == (Span(4, 10, "PER", "NOM", 1.0, "prodigy:ds-marie"),)
    assert reading.losses[Loss.SKIPPED] == 1


def test_spacy_2_tuple():
    (note,), _reading = load("spacy_tuples", '["Mme Dupont", {"entities": [[4, 10, "NOM"]]}]')
    assert surfaces(note) == [("Dupont", "PER", "NOM")]


def test_spacy_2_tuple_as_python_writes_it():
    lines = (
        """("Mme Dupont", {"entities": [(4, 10, "NOM")]})\n"""
        """('l\\'épouse Dupont 😀', {'entities': [(9, 15, 'NOM')]}),\n"""
    )
    notes, _reading = load("spacy_tuples", lines)
    assert [surfaces(note) for note in notes] == [[("Dupont", "PER", "NOM")]] * 2
    assert notes[1].text == "l'épouse Dupont 😀"


@pytest.mark.parametrize(
    "line", ['("Mme", open("x"))', '("a", {"entities": [(0, 1, b"NOM")]})', "(" * 300, "('a'"]
)
def test_what_is_no_tuple_is_refused_and_never_run(line):
    ((_file, number, _field, reason),) = refusals("spacy_tuples", line)
    assert (number, reason) == (1, WRONG_FORMAT)


def test_eds_pseudo():
    line = json.dumps(
        {
            "note_id": "any-id-1",
            "note_text": "Jacques Chirac a été maire de Paris",
            "entities": [
                {"start": 0, "end": 7, "label": "PRENOM"},
                {"start": 8, "end": 14, "label": "NOM"},
            ],
            "note_class_source_value": "CR-OPER",
            "note_datetime": "2021-03-04",
            "context": {"NOM": ["Chirac"], "DATE_NAISSANCE": ["1932-11-29"]},
        }
    )
    (note,), _reading = load("eds", line)
    assert note.id == "any-id-1"
    assert note.meta == {"type": "CR-OPER", "date": "2021-03-04"}
    assert surfaces(note) == [("Jacques", "PER", "PRENOM"), ("Chirac", "PER", "NOM")]
    assert note.patient.last_name == ("Chirac",)
    assert note.patient.birth_date == "1932-11-29"


@pytest.mark.parametrize(
    ("tags", "expected"),
    [
        (("O", "B-NOM", "I-NOM", "B-NOM"), [(4, 12), (13, 14)]),
        (("O", "I-NOM", "I-NOM", "B-NOM"), [(4, 12), (13, 14)]),  # IOB1
        (("O", "B-NOM", "E-NOM", "S-NOM"), [(4, 12), (13, 14)]),
        (("O", "B-NOM", "I-VILLE", "O"), [(4, 10), (11, 12)]),
    ],
)
def test_conll_tags(tags, expected):
    words = ("Mme", "Dupont", "B", "C")
    text = "".join(f"{word} -X- _ {tag}\n" for word, tag in zip(words, tags, strict=True))
    (note,), _reading = load("conll", f"-DOCSTART- -X- O O\n\n{text}\n")
    assert note.text == "Mme Dupont B C"
    assert [(s.start, s.end) for s in note.entities] == expected


def test_conll_two_columns_sentences_and_named_documents():
    text = "-DOCSTART- (n1) O\n\nMme O\nDupont B-NOM\n\nFin O\n\n-DOCSTART- (n2) O\n\nBonjour O\n"
    notes, _reading = load("conll", text)
    assert [(note.id, note.text) for note in notes] == [
        ("n1", "Mme Dupont\nFin"),
        ("n2", "Bonjour"),
    ]


WEBANNO = """#FORMAT=WebAnno TSV 3.3
#T_SP=de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS|PosValue
#T_SP=de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity|identifier|value


#Text=Ms. 😊 Haag
1-1\t0-3\tMs.\tNNP\t*[1]|*[2]\tPER[1]|PRENOM[2]\t
1-2\t4-6\t😊\t_\t*[1]\tPER[1]\t
1-3\t7-11\tHaag\tNNP\t*[1]\tPER[1]\t
1-3.1\t7-9\tHa\t_\t*\tDATE\\_NAISSANCE\t

#Text=Paris
2-1\t12-17\tParis\tNNP\t*\tVILLE\t
"""


def test_inception_offsets_are_utf16_units():
    (note,), reading = load("webanno", WEBANNO)
    assert note.text == "Ms. 😊 Haag\nParis"
    assert note.entities == (
        Span(0, 10, "PER"),
        Span(0, 3, "PER", "PRENOM"),
        Span(6, 8, "DATE", "DATE_NAISSANCE"),
        Span(11, 16, "LOC", "VILLE"),
    )
    assert reading.losses[Loss.RELATIONS] == 3  # tags of parts of speech
    assert reading.losses[Loss.UTF16] == 1


def test_csv_in_any_order_with_semicolons_as_spreadsheets_write_it():
    text = '\ufefftext;ID;last_name;entities\r\n"Mme ""Dupont""\r\nfin";n1;Dupont|Durand;"[{""start"": 5, ""end"": 11, ""label"": ""PER""}]"\r\n'
    (note,), _reading = load("csv", text)
    assert note.text == 'Mme "Dupont"\nfin'
    assert note.patient.last_name == ("Dupont", "Durand")
    assert note.entities == (Span(5, 11, "PER"),)


def test_omop_note_table():
    text = "note_id,person_id,note_date,note_title,note_text\n7,42,2021-03-04,CRH,Bonjour\n"
    (note,), _reading = load("omop_csv", text)
    assert (note.id, note.patient.id, note.text) == ("7", "42", "Bonjour")
    assert note.meta == {"type": "CRH", "date": "2021-03-04"}


@pytest.mark.parametrize(
    ("name", "data", "expected"),
    [
        ("doccano", '{"text": "ab", "label": [[0, 9, "NOM"]]}', ("f", 1, "label[0]", "bornes (0, 9) hors du texte (longueur 2)")),
        ("doccano", '{"text": "ab", "label": [[0, 1, "XYZ"]]}', ("f", 1, "label[0].label", "étiquette inconnue")),
        ("doccano", '{"text": "ab", "label": [[0, 1]]}', ("f", 1, "label[0]", "[début, fin, étiquette] est attendu")),
        ("eds", '{"note_id": "a", "entities": []}', ("f", 1, "note_text", "champ obligatoire absent")),
        ("label_studio", '[{"data": {}}]', ("f", 0, "[0].text", "champ obligatoire absent")),
        ("label_studio", '[{"data": ', ("f", 0, "[0]", "JSON invalide ou trop long")),
        ("conll", "Mme O\nDupont NOM\n", ("f", 2, "", "O, ou B-, I-, E-, S- et une étiquette sont attendus")),
        ("conll", "Mme O\nDupont B-XYZ\n", ("f", 2, "", "étiquette inconnue")),
        ("webanno", "Mme", ("f", 1, "", "« #FORMAT=WebAnno TSV 3 » est attendu en première ligne")),
        ("webanno", WEBANNO.replace("7-11\tHaag", "8-12\tHaag"), ("f", 9, "mot", "ne correspond pas au texte entre ces bornes")),
        ("csv", "id,texte\n1,a\n", ("f", 1, "text", NO_COLUMN)),
        ("csv", "id|text\n1|a\n", ("f", 1, "id", NO_COLUMN)),
        # The quote of line 4 is never closed; the row before ended on line 3.
        ("csv", 'id,text\n1,"a\nb"\n2,"c\n3,d\n', ("f", 4, "", "CSV invalide : guillemets ou champ trop long")),
        ("jsonl", "id,text\n", ("f", 1, "", WRONG_FORMAT)),
        ("text_zip", archive(a__pdf="x"), ("f", 0, "", "l'archive ne contient aucun fichier .txt")),
        ("csv", "id,text\n1,a,b\n", ("f", 2, "", "2 colonnes attendues, 3 trouvées")),
        ("csv", "", ("f", 0, "", "le fichier est vide (aucune note)")),
        ("brat", b"PK", ("f", 0, "", "ce n'est pas une archive ZIP lisible")),
        ("brat", archive(a__txt="abc", a__ann="T1\tNOM 0 2\txy\n"), ("a.ann", 1, "T1", "ne correspond pas au texte entre ces bornes")),
        ("brat", archive(a__txt="abc", a__ann="\nT1\tNOM\tab\n"), ("a.ann", 2, "T1", "« étiquette début fin » est attendu après le numéro")),
        ("brat", archive(a__ann="T1\tNOM 0 2\tab\n"), ("a.ann", 0, "", "le fichier .txt de cette annotation manque")),
        ("omop_parquet", b"PAR1", ("f", 0, "", "ce n'est pas un fichier Parquet lisible")),
        ("pdf", b"%PDF-", ("f", 0, "", "ce n'est pas un PDF, ou il est abîmé ou incomplet : enregistrez-le ou téléchargez-le de nouveau")),
    ],
)  # fmt: skip
def test_a_bad_file_is_refused_by_file_line_field_and_reason(name, data, expected):
    assert refusals(name, data) == [expected]


def test_members_of_an_archive_that_are_left_aside_are_counted():
    (note,), reading = load("text_zip", archive(a__txt="abc", b__docx="x", c__md="y"))
    assert (note.id, note.text) == ("a", "abc")
    assert reading.losses == {Loss.MEMBERS: 2}


def test_reading_goes_on_after_a_bad_line():
    lines = '{"text": "ab", "label": [[0, 9, "NOM"]]}\n{"text": "cd"}\nnon\n{"text": "ef"}\n'
    found: list[FormatError] = []
    reading = Reading("f", on_error=found.append)
    reads = FORMATS["doccano"].reads
    assert reads is not None
    notes = [(line, note.text) for line, note in reads(io.BytesIO(lines.encode()), reading)]
    assert notes == [(2, "cd"), (4, "ef")]
    assert [error.line for error in found] == [1, 3]


# Each tool's own lines, to the letter; the labels are those that the project knows.
VERBATIM = {
    "doccano": '{"id": 12, "text": "EU rejects German call", "label": [[0, 2, "ORG"], [11, 17, "AUTRE"]], "Comments": []}',
    "doccano_objects": '{"id": 12, "text": "EU rejects German call", "entities": [{"id": 7, "label": "ORG", "start_offset": 0, "end_offset": 2}], "relations": [{"id": 1, "from_id": 7, "to_id": 8, "type": "x"}], "Comments": [{"id":1,"comment":"..."}]}',
    "label_studio": '[{"data": {"text": "Mme Dupont"}, "predictions": [{"model_version": "eds-pseudo-0.3", "score": 0.91, "result": [{"id": "r1", "from_name": "label", "to_name": "text", "type": "labels", "score": 0.97, "value": {"start": 4, "end": 10, "text": "Dupont", "labels": ["NOM"]}}]}]}]',
    "brat": archive(a__txt="abc defg\n", a__ann="T2\tNOM 0 3;4 8\tabc defg\n#1\tAnnotatorNotes T2\ttexte\nA1\tDoubt T2\nR1\tRel Arg1:T1 Arg2:T2\n"),
    "prodigy": '{"text": "Mme Dupont", "spans": [{"start": 4, "end": 10, "label": "NOM", "token_start": 1, "token_end": 1}], "tokens": [{"text":"Mme","start":0,"end":3,"id":0,"ws":true}, {"text":"Dupont","start":4,"end":10,"id":1,"ws":false}], "answer": "accept", "_view_id": "ner_manual", "_annotator_id": "ds-marie", "_timestamp": 1767261600}',
    "spacy_tuples": '("Mme Dupont", {"entities": [(4, 10, "NOM")]})',
    "eds": '{"note_id": "any-id-1", "note_text": "Jacques Chirac a été maire de Paris", "entities": [{"start": 0, "end": 7, "label": "PRENOM"}, {"start": 8, "end": 14, "label": "NOM"}], "note_class_source_value": "CR-OPER", "note_datetime": "2021-03-04", "context": {}}',
    "conll": "Mme O\nDupont B-NOM\n",
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("doccano", ["EU", "German"]),
        ("doccano_objects", ["EU"]),
        ("label_studio", ["Dupont"]),
        ("brat", ["abc defg"]),
        ("prodigy", ["Dupont"]),
        ("spacy_tuples", ["Dupont"]),
        ("eds", ["Jacques", "Chirac"]),
        ("conll", ["Dupont"]),
    ],
)
def test_the_lines_that_the_tools_write(name, expected):
    (note,), _reading = load(name, VERBATIM[name])
    assert [words for words, _label, _subtype in surfaces(note)] == expected


def test_blanks_at_the_edges_are_trimmed_and_counted():
    (note,), reading = load("doccano", '{"text": "Mme Dupont ", "label": [[3, 11, "NOM"]]}')
    assert note.entities == (Span(4, 10, "PER", "NOM"),)
    assert reading.losses[Loss.TRIMMED] == 1


def test_an_entity_of_brat_is_never_lost_in_silence():
    """A number given twice, an extension in capitals, a line that begins with a blank: refused or read."""
    text = "Mme Roux et M. Blanc"
    twice = archive(n__txt=text, n__ann="T1\tPER_NOM 4 8\tRoux\nT1\tPER_NOM 15 20\tBlanc\n")
    assert [(line, field) for _f, line, field, _r in refusals("brat", twice)] == [(2, "T1")]
    capitals = archive(n__txt=text, n__ANN="T1\tPER_NOM 4 8\tRoux\n", m__TXT=text)
    assert [file for file, *_rest in refusals("brat", capitals)] == ["m.TXT", "n.ANN"]
    blank = archive(n__txt=text, n__ann="\ufeffT1\tPER_NOM 4 8\tRoux\n T2\tPER_NOM 15 20\tBlanc\n")
    (note,), _reading = load("brat", blank)
    assert [span.start for span in note.entities] == [4, 15]
    aside = archive(n__txt=text, n__pdf="x", annotation__conf="")
    _notes, reading = load("brat", aside)
    assert reading.losses[Loss.MEMBERS] == 1


def test_two_columns_of_one_name_that_somebody_reads_are_refused():
    """The last would stand for both: of two columns `entities` the first was lost."""
    told = refusals("csv", "id,text,entities,Entities\nn1,Vu,[],\n")
    assert told == [("f", 1, "entities", "colonne donnée deux fois")]
    twice = "note_id,note_text,note_date,NOTE_DATE\n1,Vu,2020-01-02,2021-01-02\n"
    assert [row[2] for row in refusals("omop_csv", twice)] == ["note_date"]
    (note,), _reading = load("csv", "id,text,,,mine,mine\nn1,Vu,,,a,b\n")
    assert note.text == "Vu"


@pytest.mark.parametrize("field", ["relations", "Comments", "comments"])
def test_a_line_of_doccano_whose_lists_are_none_is_refused_by_its_field(field):
    line = '{"text": "Vu", "label": [], "FIELD": 3}\n{"text": "Revu", "label": []}'
    assert [row[1:3] for row in refusals("doccano", line.replace("FIELD", field))] == [(1, field)]
