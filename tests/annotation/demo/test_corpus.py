from pathlib import Path

import pytest

from annotation.demo.corpus import CorpusError, load_folders, parse_marked, read_note
from annotation.domain.spans import Span

HEADER = "id: {id}\ntype: CRH\ndate: 2023-11-04\npatient: {patient}\n---\n"
PATIENT = '{"id": "p1", "last_name": ["Roy"], "nir": "", "phone": ["01 99 00 12 34"]}'


def _write(folder: Path, body: str, *, name: str = "x01", patient: str = PATIENT) -> Path:
    path = folder / f"{name}.txt"
    path.write_bytes((HEADER.format(id=name, patient=patient) + body).encode())
    return path


def test_marks_become_spans_of_the_plain_text():
    text, spans = parse_marked("Mme [[NOM:Roy]], [[AGE:72 ans]], vue le [[DATE:3/4]].")
    assert text == "Mme Roy, 72 ans, vue le 3/4."
    assert spans == (
        Span(4, 7, "PER", "NOM", source="gold"),
        Span(9, 15, "AGE", "AGE", source="gold"),
        Span(24, 27, "DATE", "DATE", source="gold"),
    )


def test_offsets_count_code_points():
    text, spans = parse_marked("😀 é [[VILLE:Dole]]")
    assert text == "😀 é Dole"
    assert (spans[0].start, spans[0].end) == (4, 8)


def test_a_mark_may_stand_in_square_brackets():
    text, spans = parse_marked("le [[[DATE:12]]] et [13]")
    assert text == "le [12] et [13]"
    assert [text[span.start : span.end] for span in spans] == ["12"]


@pytest.mark.parametrize(
    ("marked", "reason"),
    [
        ("a\n[[NOMM:Roy]]", "sous-type inconnu : NOMM"),
        ("a\n[[NOM: Roy]]", "bordée d'espaces"),
        ("a\n[[NOM:]]", "vide"),
        ("a\n[[NOM:Roy", "mal fermée"),
        ("a\nRoy]] b", "mal fermée"),
        ("a\n[[NOM:Roy\n]]", "mal fermée"),
        ("a\n[[NOM:Roy [[AGE:3 ans]]", "mal fermée"),
        ("a\n[[AUTRE:A[1]]]", "mal fermée"),
    ],
)
def test_a_bad_mark_is_refused_with_its_line(marked, reason):
    with pytest.raises(CorpusError, match=reason) as caught:
        parse_marked(marked)
    assert caught.value.line == 2


def test_a_note_file_gives_text_patient_and_meta(tmp_path):
    note = read_note(_write(tmp_path, "Mme [[NOM:Roy]]\n---\nfin\n\n"))
    assert note.id == "x01"
    assert note.text == "Mme Roy\n---\nfin"
    assert note.patient.last_name == ("Roy",)
    assert note.patient.phone == ("01 99 00 12 34",)
    assert note.patient.city == ""
    assert note.meta == {"type": "CRH", "date": "2023-11-04"}
    assert [span.label for span in note.entities] == ["PER"]


@pytest.mark.parametrize(
    ("content", "line", "reason"),
    [
        (b"id: x01\nMme Roy", 1, "absente"),
        (b"id: x01\nnom Roy\n---\nMme", 2, "en-t"),
        (b"id: x01\nid: x02\n---\nMme", 2, "deux fois"),
        (b"id: x01\ntype: CRH\n---\nMme", 3, "date, patient"),
        ((HEADER.format(id="x01", patient="{")).encode() + b"Mme", 4, "JSON"),
        ((HEADER.format(id="x01", patient="[]")).encode() + b"Mme", 4, "sans"),
        ((HEADER.format(id="x01", patient='{"id": "p", "nir": 1}')).encode() + b"M", 4, "nir"),
        (
            HEADER.format(id="x01", patient=PATIENT).replace("2023-", "23-").encode() + b"Mme",
            3,
            "AAAA",
        ),
        (HEADER.format(id="x01", patient=PATIENT).encode() + b"\n \n", 6, "vide"),
        (HEADER.format(id="x01", patient=PATIENT).encode() + b"a\n[[XX:b]]", 7, "XX"),
    ],
)
def test_a_bad_file_is_refused_with_file_and_line(tmp_path, content, line, reason):
    path = tmp_path / "x01.txt"
    path.write_bytes(content)
    with pytest.raises(CorpusError, match=reason) as caught:
        read_note(path)
    assert (caught.value.file, caught.value.line) == ("x01.txt", line)
    assert str(caught.value).startswith(f"x01.txt, ligne {line} : ")


def test_another_encoding_is_refused_with_the_file(tmp_path):
    path = tmp_path / "x01.txt"
    path.write_bytes("é".encode("latin-1"))
    with pytest.raises(CorpusError, match=r"^x01\.txt : encodage"):
        read_note(path)


def test_an_id_stands_once_and_names_its_file(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    _write(tmp_path / "a", "Mme", name="x02")
    _write(tmp_path / "a", "Mme", name="x01")
    assert [note.id for note in load_folders([tmp_path / "a"])] == ["x01", "x02"]
    _write(tmp_path / "b", "Mme", name="x01")
    with pytest.raises(CorpusError, match="déjà pris"):
        load_folders([tmp_path / "a", tmp_path / "b"])
    (tmp_path / "a" / "x02.txt").rename(tmp_path / "a" / "x03.txt")
    with pytest.raises(CorpusError, match="nom du fichier"):
        load_folders([tmp_path / "a"])
