import json

import pytest
from django.core.management import CommandError, call_command


def note(note_id, *spans, text="Mme Durand à Dijon"):
    entities = [{"start": s, "end": e, "label": lbl, "subtype": sub} for s, e, lbl, sub in spans]
    return json.dumps({"id": note_id, "text": text, "entities": entities}) + "\n"


DURAND, DIJON = (4, 10, "PER", "NOM"), (13, 18, "LOC", "VILLE")


@pytest.fixture
def files(tmp_path):
    def write(gold, predicted):
        paths = tmp_path / "gold.jsonl", tmp_path / "pred.jsonl"
        for path, lines in zip(paths, (gold, predicted), strict=True):
            path.write_text("".join(lines))
        return [str(path) for path in paths]

    return write


def test_json_is_the_last_line(files, capsys):
    paths = files([note("a", DURAND, DIJON), note("b")], [note("b"), note("a", DURAND)])
    call_command("evaluate_ner", *paths, "--json")
    data = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (data["notes"], data["redacted"], data["redacted_precision"]) == (2, 0.5, 1.0)
    assert data["entity_strict"]["LOC"]["recall"] == 0.0


def test_text_table(files, capsys):
    call_command("evaluate_ner", *files([note("a", DURAND)], [note("a", DURAND)]))
    assert "100,0 %" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("gold", "predicted", "reason"),
    [
        ([note("a")], [note("b")], "« a » de gold.jsonl manque"),
        ([note("a")], [note("a"), note("b")], "1 note"),
        ([note("a")], [note("a", text="Autre")], "n'a pas le texte"),
        ([note("a"), "{"], [note("a")], r"gold\.jsonl, ligne 2"),
        ([note("a")], ["{"], r"pred\.jsonl, ligne 1"),
    ],
)
def test_files_that_do_not_fit(files, gold, predicted, reason):
    with pytest.raises(CommandError, match=reason):
        call_command("evaluate_ner", *files(gold, predicted))


def test_missing_file(tmp_path):
    with pytest.raises(CommandError, match="introuvable"):
        call_command("evaluate_ner", str(tmp_path / "a"), str(tmp_path / "b"))
