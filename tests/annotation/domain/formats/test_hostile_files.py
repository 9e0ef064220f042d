"""Every importer answers every file of the bad-input corpus as the manifest says: once, in French, without falling."""

from __future__ import annotations

import importlib.util
import io
import json
import resource
import signal
from functools import cache
from pathlib import Path

import pytest

from annotation.domain.formats.jsonl import read as read_lines
from annotation.domain.formats.losses import Loss
from annotation.domain.formats.pdf import read as read_pdf
from annotation.domain.formats.plain import read as read_text
from annotation.domain.formats.reading import Reading
from annotation.domain.formats.registry import READABLE
from annotation.domain.read_alone import MEMORY_BYTES, OUT_OF_MEMORY, UNREADABLE
from annotation.services.read_apart import TOO_SLOW, ApartReader

CORPUS = Path(__file__).resolve().parents[3] / "data" / "hostile"
_found = importlib.util.spec_from_file_location("hostile", CORPUS / "make.py")
hostile = importlib.util.module_from_spec(_found)
_found.loader.exec_module(hostile)
MANIFEST = hostile.expected()
BOMBS = hostile.bombs()


@cache
def files() -> dict[str, bytes]:
    """Every process collects this file, and one runs it: to make them takes a second."""
    return hostile.files()


def test_the_manifest_speaks_of_every_file_and_importer():
    assert MANIFEST.keys() == files().keys()
    for said in MANIFEST.values():
        assert said.keys() == {kind.name for kind in READABLE}


@pytest.mark.parametrize("name", list(MANIFEST))
def test_every_importer_answers_as_the_manifest_says(name):
    said = {kind.name: hostile.verdict(files()[name], kind.name) for kind in READABLE}
    assert said == MANIFEST[name]


def test_accents_that_were_read_twice_are_told_not_refused():
    reading = Reading("f")
    for text in ("Opéré, né l'été.", "OpÃ©rÃ©e Ã\xa0 Lâ€™Isle", "Â« oui Â»"):
        assert list(read_text(io.BytesIO(text.encode()), reading))
    assert reading.losses[Loss.MOJIBAKE] == 2


def test_what_is_no_text_of_the_page_is_told():
    for name, told in (
        ("pdf", 0), ("pdf_form", 0), ("pdf_note_on_page", 1), ("pdf_filled_form", 1), ("pdf_million_notes", 0),
    ):  # fmt: skip
        reading = Reading("f")
        data = files().get(name) or hostile.pdf([b"BT /F1 12 Tf 72 500 Td (Vu) Tj ET"])
        assert list(read_pdf(io.BytesIO(data), reading)), name
        assert reading.losses[Loss.REMARKS] == told, name


def test_a_patient_with_two_days_of_birth_is_told():
    reading = Reading("f")
    assert len(list(read_lines(io.BytesIO(files()["json_birth_twice"]), reading))) == 2
    assert reading.losses[Loss.BIRTHS] == 1


def test_no_report_quotes_the_file():
    """Where a number is expected stands a patient's name, without the tabs."""
    said = hostile.verdict(
        hostile.archive([("a.txt", b"Vu"), ("a.ann", b"T Durand Jeanne\n")]), "brat"
    )
    assert said[1:3] == [1, "T"]
    assert "Durand" not in json.dumps(said)


def test_no_verdict_is_a_surprise():
    """A refusal has a reason, and none is the one of last resort: each kind of damage was foreseen."""
    for name, said in MANIFEST.items():
        for kind, (verdict, *rest) in said.items():
            assert verdict in ("read", "refused")
            if verdict == "refused":
                assert rest[2], (name, kind)
                assert rest[2] != UNREADABLE, (name, kind)


@pytest.mark.slow
@pytest.mark.parametrize("name", list(BOMBS))
def test_what_never_ends_is_refused_within_the_limits(name, tmp_path):
    format_name, make = BOMBS[name]
    path = tmp_path / "bomb"
    path.write_bytes(make())
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    reader = ApartReader(path, format_name)
    notes = sum(1 for _each in reader.notes())
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert (notes, len(reader.errors) >= 1) == (0, True)
    assert reader.errors[0].reason not in ("", UNREADABLE)
    assert grown < 200 * 1024, "the parent holds none of it (kB)"


@pytest.mark.slow
def test_a_file_that_eats_all_memory_ends_its_child_alone(tmp_path, monkeypatch):
    """The limit itself: the child is told to read what needs more than it may have."""
    path = tmp_path / "big.jsonl"
    path.write_bytes(b'{"id": "n1", "text": "' + b"a" * 9_000_000 + b'"}\n')
    monkeypatch.setattr("annotation.services.read_apart.MODULE", "tests.data.hostile.glutton")
    reader = ApartReader(path, "jsonl")
    assert list(reader.notes()) == []
    assert [error.reason for error in reader.errors] == [OUT_OF_MEMORY]
    assert MEMORY_BYTES < 2 * 1024**3


@pytest.mark.slow
def test_a_child_that_never_ends_is_ended(tmp_path, monkeypatch):
    path = tmp_path / "x"
    path.write_bytes(b"x")
    monkeypatch.setattr("annotation.services.read_apart.MODULE", "tests.data.hostile.dreamer")
    reader = ApartReader(path, "text")
    assert list(reader.notes()) == []
    assert [error.reason for error in reader.errors] == [TOO_SLOW]


@pytest.mark.slow
def test_a_child_knows_no_secret(tmp_path, monkeypatch):
    for name in (
        "SECRET_KEY",
        "AUDIT_KEY",
        "STUDY_KEK",
        "IDENTITY_KEK",
        "DATABASE_URL",
        "REDIS_URL",
    ):
        monkeypatch.setenv(name, "canary")
    path = tmp_path / "x"
    path.write_bytes(b"x")
    from deidweb.children import Child

    with path.open("rb") as file, Child("tests.data.hostile.teller", stdin=file) as child:
        told = json.loads(child.line(60))
    assert "canary" not in told.values()
    assert "PATH" in told


def test_who_reads_in_his_own_process_gets_no_limit_of_it():
    hostile.verdict(b"Vu", READABLE[0].name)
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)
