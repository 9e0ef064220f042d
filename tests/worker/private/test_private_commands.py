"""`share_private` and `train_private`: files in, files out; what is refused leaves nothing but its report."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from annotation.domain.formats.jsonl import bounded_lines, read_notes
from tests.worker.private import tiny
from worker.private import share as sharing
from worker.private.attacks import Attack, Verdict
from worker.private.learning import Recipe
from worker.private.reading import MATERIAL, MODEL
from worker.private.share import TooFewPatientsError, split

REFUSED = Verdict((Attack("T1 fresh", 1, 3000, 4000, 0.74, 0.76),))
ONE_PASS = {"--tagger-epochs": 1, "--adversary-epochs": 1, "--joint-epochs": 1, "--runs": 1, "--neighbours": 4}  # fmt: skip


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.setattr("worker.private.words.learn_points", lambda _texts: tiny.words())
    notes = tmp_path / "notes.jsonl"
    with notes.open("w", encoding="utf-8") as stream:
        for note in tiny.notes(16):
            spans = [{"start": s.start, "end": s.end, "label": s.label} for s in note.entities]
            row = {
                "id": note.id,
                "text": note.text,
                "patient": {"id": note.patient.id},
                "entities": spans,
            }
            stream.write(json.dumps(row) + "\n")
    pool = tmp_path / "export.jsonl"
    pool.write_text(json.dumps({"id": "a", "text": "Mme Petit tousse", "replacements": []}) + "\n")
    return notes, pool, tmp_path / "out"


def run(notes, pool, output, *more):
    call_command("share_private", notes, pool, "--output", output,
                 *(str(part) for pair in ONE_PASS.items() for part in pair), *more)  # fmt: skip


def test_a_patients_notes_stay_on_one_side_and_a_few_patients_are_refused():
    notes = [
        replace(note, patient=tiny.notes(8)[int(note.id) % 8].patient) for note in tiny.notes(24)
    ]
    teaching, judging = split(notes, 1)
    sides = [{note.patient.id for note in side} for side in (teaching, judging)]
    assert not sides[0] & sides[1]
    assert (len(sides[0]), len(sides[1]), len(teaching) + len(judging)) == (6, 2, 24)
    with pytest.raises(TooFewPatientsError):
        split(notes[:7], 1)


def test_what_adversaries_read_leaves_a_report_alone(files, monkeypatch, capsys):
    notes, pool, output = files
    monkeypatch.setattr(sharing, "judge", lambda *_args: REFUSED)
    with pytest.raises(CommandError, match="refusé"):
        run(notes, pool, output)
    assert [path.name for path in output.iterdir()] == ["report.json"]
    report = json.loads((output / "report.json").read_text())
    assert report["verdict"]["accepted"] is False
    assert set(report["f1"]) == {"raw", "pseudonyms", "private"}
    assert not any(name in (output / "report.json").read_text() for name in tiny.NAMES)
    assert "T1 fresh : 0.750 [0.740 – 0.760] de 4000 paires" in capsys.readouterr().err


def test_a_verdict_after_fewer_passages_than_the_article_s_is_not_asked_for(files, monkeypatch):
    monkeypatch.setattr(sharing, "judge", lambda *_args: tiny.ACCEPTED)
    with pytest.raises(CommandError, match="50 au moins"):
        run(*files, "--probe-epochs", "49")
    assert not files[2].exists()


@pytest.mark.parametrize(
    ("option", "value", "least"),
    [
        ("--neighbours", "1", 2), ("--floor", "-0.5", 0), ("--floor", "nan", 0), ("--weight", "inf", 0),
        ("--tagger-epochs", "0", 1), ("--joint-epochs", "-1", 0), ("--runs", "0", 1),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused_before_anything_is_learned(
    files, monkeypatch, option, value, least
):
    monkeypatch.setattr(sharing, "share", None)
    with pytest.raises(CommandError, match=f"{option} : au moins {least}"):
        run(*files, option, value)


def test_a_card_that_is_not_there_and_a_folder_that_cannot_be_written_are_said_first(
    files, monkeypatch
):
    monkeypatch.setattr(sharing, "share", None)
    monkeypatch.setattr("worker.management.checks.training_device", lambda: "cpu")
    with pytest.raises(CommandError, match="aucune carte"):
        run(*files, "--device", "cuda")
    with pytest.raises(CommandError, match="écriture impossible"):
        run(*files[:2], Path("/proc/out"))  # not even root


def test_another_site_trains_a_tagger_from_what_was_accepted(files, monkeypatch, capsys, tmp_path):
    notes, pool, output = files
    monkeypatch.setattr(sharing, "judge", lambda *_args: tiny.ACCEPTED)
    run(notes, pool, output)
    assert {path.name for path in output.iterdir()} == {"report.json", MATERIAL, MODEL}
    assert not any(name.encode() in (output / MATERIAL).read_bytes() for name in tiny.NAMES)
    tagger = tmp_path / "tagger.safetensors"
    call_command("train_private", output, "--output", tagger, "--test", notes, "--runs", "2", "--epochs", "1")  # fmt: skip
    told = json.loads(capsys.readouterr().out)
    assert (told["size"], len(told["f1"]), told["sentences"] > 10) == (50, 2, True)
    assert tagger.stat().st_size > 1000
    with pytest.raises(CommandError, match="existe déjà"):
        run(notes, pool, output)
    for option in ("--runs", "--epochs"):
        with pytest.raises(CommandError, match=f"{option} : au moins 1"):
            call_command("train_private", output, "--output", tagger, option, "0")
    (output / MATERIAL).write_bytes(b"x" * 50)
    with pytest.raises(CommandError, match="illisible"):
        call_command("train_private", output)


def test_the_tagger_of_another_sites_file_labels_notes(files, monkeypatch, tmp_path):
    notes, _pool, output = files
    monkeypatch.setattr(sharing, "judge", lambda *_args: tiny.ACCEPTED)
    run(*files, "--floor", "0", "--tagger-epochs", "30")
    rows = [json.loads(line) for line in notes.read_text().splitlines()]
    bare, read = tmp_path / "bare.jsonl", tmp_path / "read.jsonl"
    bare.write_text("\n".join(json.dumps({"id": r["id"], "text": r["text"]}) for r in rows))
    call_command("train_private", output, "--apply", bare, read, "--epochs", "60")
    with read.open("rb") as stream:
        told = list(read_notes(bounded_lines(stream), file_name="read"))
    found = {(n.id, s.start, s.end, s.label, s.subtype) for n in told for s in n.entities}
    right = {(r["id"], s["start"], s["end"], "PER", "NOM") for r in rows for s in r["entities"]}
    assert len(found & right) > 0.9 * len(right)
    assert len(found - right) < 0.1 * len(right)
    assert {s.source for n in told for s in n.entities} == {"model:out"}
    again = tmp_path / "again.jsonl"
    call_command("train_private", output, "--apply", bare, again, "--epochs", "60")
    assert again.read_bytes() == read.read_bytes(), "no noise is drawn where notes are read"
    with pytest.raises(CommandError):
        call_command("train_private", output, "--apply", bare, bare)


def test_originals_are_no_pool(files):
    notes, _pool, output = files
    with pytest.raises(CommandError, match="pas substituée"):
        run(notes, notes, output)
    assert not output.exists()


def test_a_trial_is_measured_before_the_verdict_and_never_returned(monkeypatch):
    monkeypatch.setattr(sharing, "judge", lambda *_args: REFUSED)
    recipe = Recipe(
        size=8, neighbours=4, tagger_epochs=1, adversary_epochs=0, joint_epochs=0, hidden=8
    )
    told: list[str] = []
    made = sharing.share(
        *sharing.split(tiny.notes(12), 1), tiny.words(), recipe, tell=lambda phase, _epoch: told.append(phase)
    )  # fmt: skip
    # the judge of this test says nothing of its passages
    assert len(told) == sharing.passages(recipe, 1) - recipe.probe_epochs
    assert made.material is None
    assert made.report["recipe"]["method"] == "three_phases"
    assert 0 < made.report["noise"]["out"] < 1
