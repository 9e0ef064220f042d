import json

import pytest
from django.core.management import CommandError, call_command

THREAD = (
    "M. Durand, né à Dijon, 40 ans, a été hospitalisé du 12/02/2020 au 26 février 2020 à la suite "
    "d'un accident de la route."
)


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "in.jsonl"
    records = [
        {"id": "a", "text": THREAD, "meta": {"type": "CRH"}},
        {"id": "b", "text": "zbrod\r\nvu", "patient": {"id": "p", "last_name": ["Zbrod"]}},
    ]
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


def run(source, target, *options):
    call_command("preannotate", str(source), str(target), *options)
    return [json.loads(line) for line in target.read_text().splitlines()]


@pytest.mark.parametrize("options", [(), ("--engine", "rules"), ("--workers", "2")])
def test_every_note_is_annotated(source, tmp_path, options, capsys):
    first, second = run(source, tmp_path / "out.jsonl", *options)
    assert [(THREAD[e["start"] : e["end"]], e["subtype"]) for e in first["entities"]] == [
        ("Durand", "NOM"),
        ("Dijon", "VILLE"),
        ("40 ans", "AGE"),
        ("12/02/2020", "DATE"),
        ("26 février 2020", "DATE"),
    ]
    assert first["meta"] == {"type": "CRH"}
    assert second["text"] == "zbrod\nvu"
    assert second["entities"][0]["source"] == "patient:last_name"
    error = capsys.readouterr().err
    assert "2 note(s)" in error
    assert "Fins de ligne normalisées dans 1 note(s)" in error


def test_fields_that_nobody_reads_are_told(source, tmp_path, capsys):
    source.write_text(json.dumps({"id": "a", "text": "Vu ce jour", "patient": {"nom": "Zbrod"}}))
    run(source, tmp_path / "out.jsonl", "--engine", "rules")
    error = capsys.readouterr().err
    assert "in.jsonl, ligne 1, champ « patient.nom » : champ inconnu, ignoré (1 note(s))" in error
    assert "Zbrod" not in error


def test_a_bad_line_leaves_the_old_output(source, tmp_path):
    target = tmp_path / "out.jsonl"
    target.write_text("ancien\n")
    source.write_text(source.read_text() + '{"id": "a", "text": "x"}\n')
    with pytest.raises(CommandError, match=r"in\.jsonl, ligne 3, champ « id »"):
        call_command("preannotate", str(source), str(target))
    assert target.read_text() == "ancien\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.jsonl", "out.jsonl"]


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("--engine", "model", "--model", "/nulle/part"), "introuvable"),
        (("--workers", "0"), "--workers"),
    ],
)
def test_wrong_options(source, tmp_path, options, reason):
    with pytest.raises(CommandError, match=reason):
        call_command("preannotate", str(source), str(tmp_path / "out.jsonl"), *options)
    assert not (tmp_path / "out.jsonl").exists()


def test_missing_files(source, tmp_path):
    with pytest.raises(CommandError, match="introuvable"):
        call_command("preannotate", str(tmp_path / "rien"), str(tmp_path / "out"))
    with pytest.raises(CommandError, match="introuvable"):
        call_command("preannotate", str(source), str(tmp_path / "rien" / "out"))
    with pytest.raises(CommandError, match="différent"):
        call_command("preannotate", str(source), str(source))
    with pytest.raises(CommandError, match="dossier"):
        call_command("preannotate", str(source), str(tmp_path))
