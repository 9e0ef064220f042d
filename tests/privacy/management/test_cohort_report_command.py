"""The report of a cohort from its files: counts, never a value."""

from __future__ import annotations

import json

import pytest
from django.core.management import CommandError, call_command

TOWNS = ["Dijon", "Beaune", "Dole", "Autun", "Vesoul", "Belfort"]


@pytest.fixture
def files(tmp_path):
    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    with source.open("w", encoding="utf-8") as stream:
        for number, town in enumerate(TOWNS):
            text = f"Vu le 0{number + 1}/02/2020 puis le 2{number}/03/2020, {40 + 7 * number} ans, {town}."
            marks = [
                (f"0{number + 1}/02/2020", "DATE", "DATE"), (f"2{number}/03/2020", "DATE", "DATE"),
                (f"{40 + 7 * number} ans", "AGE", "AGE"), (town, "LOC", "VILLE"),
            ]  # fmt: skip
            entities = [
                {"start": text.index(s), "end": text.index(s) + len(s), "label": la, "subtype": st}
                for s, la, st in marks
            ]
            patient = {"id": f"p{number}"}
            row = {"id": f"n{number}", "text": text, "patient": patient, "entities": entities}
            stream.write(json.dumps(row) + "\n")
    return source, out


def report(capsys, *arguments):
    call_command("cohort_report", *map(str, arguments), "--json")
    return json.loads(capsys.readouterr().out)


def row(found, kind):
    return next(item for item in found["rows"] if item["kind"] == kind)


def test_what_is_not_changed_is_found_and_a_little_noise_hides_most(files, capsys):
    source, out = files
    same = row(report(capsys, source, source), "age_town")
    assert (same["known"], same["unique_before"], same["right"]) == (6, 6, 6)
    call_command("substitute", str(source), str(out), epsilon="1", reference_date="2022-10-24")
    found = report(capsys, source, out, "--earlier", source)
    assert row(found, "age_town")["unique_before"] == 6
    assert row(found, "age_town")["right"] < 6
    assert found["earlier"][0]["common"] == 6
    call_command("substitute", str(source), str(out), epsilon="1", tag="all")
    tagged = report(capsys, source, out)
    assert all(item["right"] == item["unique_after"] == 0 for item in tagged["rows"])


def test_the_words_hold_no_value(files, capsys):
    source, _out = files
    call_command("cohort_report", str(source), str(source))
    printed = capsys.readouterr().out
    assert "6 patients." in printed
    assert "lieux remplacés par leur étiquette" not in printed  # the age alone tells all six apart
    assert not any(town in printed for town in TOWNS)


def test_other_notes_are_refused(files, tmp_path):
    source, _out = files
    other = tmp_path / "other.jsonl"
    other.write_text('{"id": "x", "text": "Bonjour."}\n')
    with pytest.raises(CommandError, match="pas les mêmes notes"):
        call_command("cohort_report", str(source), str(other))
    with pytest.raises(CommandError, match="absent"):
        call_command("cohort_report", str(source), str(tmp_path / "absent.jsonl"))
