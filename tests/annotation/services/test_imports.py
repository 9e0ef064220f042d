"""Taking a file in: size, hash, double submit, who may."""

from __future__ import annotations

import hashlib
import stat

import pytest
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import Http404

from annotation.domain.labels import LABEL_SPECS
from annotation.models import ImportBatch, ProjectLabel
from annotation.services.create_project_labels import create_project_labels
from annotation.services.start_import import start_import
from annotation.services.start_preannotation import start_preannotation
from annotation.services.store_upload import ImportNotAcceptedError, upload_path
from deidweb.jobs.models import Job

NOTE = {"id": "n1", "text": "Bonjour"}


def begin(admin, project, file, **fields):
    return start_import(
        actor=admin, project=project, upload=file, **{"format_name": "jsonl", **fields}
    )


def test_the_file_is_stored_hashed_and_queued(admin, project, jsonl):
    batch = begin(admin, project, jsonl(NOTE), entities_are_gold=True)
    stored = upload_path(batch.pk)
    content = b'{"id": "n1", "text": "Bonjour"}\n'
    assert stored.read_bytes() == content
    assert stat.S_IMODE(stored.stat().st_mode) == 0o600
    assert (batch.size_bytes, batch.sha256) == (len(content), hashlib.sha256(content).hexdigest())
    assert (batch.job.kind, batch.job.payload) == ("import", {"batch": str(batch.pk), "gold": True})


def test_the_same_file_twice_while_it_waits_is_refused(admin, project, jsonl):
    batch = begin(admin, project, jsonl(NOTE))
    with pytest.raises(ImportNotAcceptedError) as caught:
        begin(admin, project, jsonl(NOTE, name="copie.jsonl"))
    assert (caught.value.field, caught.value.reason[:19]) == ("file", "Ce fichier est déjà")
    assert [p.name for p in upload_path(batch.pk).parent.iterdir()] == [str(batch.pk)]
    Job.objects.update(state=Job.State.DEAD)
    assert begin(admin, project, jsonl(NOTE))


def test_an_empty_file_is_refused_at_once(admin, project, import_dir):
    with pytest.raises(ImportNotAcceptedError, match="vide"):
        begin(admin, project, SimpleUploadedFile("x.jsonl", b""))
    assert list(import_dir.iterdir()) == []
    assert ImportBatch.objects.count() == 0


@pytest.mark.parametrize(
    ("head", "told"),
    [
        (b"PK\x03\x04 a document", "Choisissez le format Word ou un format d'archive"),
        (b"%PDF-1.7 without any zero", "est un PDF : choisissez le format PDF"),
        ("{}".encode("utf-16"), "est en UTF-16"),
        (b"\x93NUMPY\0\0", "n'est pas un texte"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "est une image : enregistrez-la en PDF"),
    ],
)
def test_what_is_no_text_is_refused_at_once_as_what_it_is(admin, project, import_dir, head, told):
    with pytest.raises(ImportNotAcceptedError, match=told) as caught:
        begin(admin, project, SimpleUploadedFile("notes.jsonl", head))
    assert caught.value.field == "file"
    assert list(import_dir.iterdir()) == []


def test_what_no_format_reads_is_refused_at_once_for_an_archive_too(admin, project, import_dir):
    with pytest.raises(ImportNotAcceptedError, match=r"^Ce fichier est un son .*\.$"):
        begin(
            admin, project, SimpleUploadedFile("notes.zip", b"OggS\0\2\0"), format_name="text_zip"
        )
    assert list(import_dir.iterdir()) == []


@pytest.mark.parametrize("declared", [True, False])
def test_a_file_over_the_limit_is_refused_and_removed(
    admin, project, import_dir, monkeypatch, declared
):
    monkeypatch.setattr("annotation.services.store_upload.MAX_UPLOAD_BYTES", 10)
    file = SimpleUploadedFile("x.jsonl", b"x" * 11)
    file.size = 11 if declared else None
    with pytest.raises(ImportNotAcceptedError, match="dépasse"):
        begin(admin, project, file)
    assert not import_dir.exists() or list(import_dir.iterdir()) == []


def test_an_unknown_format_is_refused(admin, project, jsonl):
    with pytest.raises(ImportNotAcceptedError) as caught:
        begin(admin, project, jsonl(NOTE), format_name="odt")
    assert caught.value.field == "format"


@pytest.mark.parametrize(("who", "error"), [("annotator", PermissionDenied), ("stranger", Http404)])
def test_only_an_administrator_imports_or_starts_a_preannotation(
    project, jsonl, request, who, error
):
    person = request.getfixturevalue(who)
    with pytest.raises(error):
        begin(person, project, jsonl(NOTE))
    with pytest.raises(error):
        start_preannotation(actor=person, project=project)
    assert ImportBatch.objects.count() == 0


def test_a_preannotation_that_waits_is_not_queued_again(admin, project):
    first = start_preannotation(actor=admin, project=project)
    assert start_preannotation(actor=admin, project=project) == first


def test_labels_cover_every_subtype_with_unique_keys_and_two_examples(project):
    create_project_labels(project)
    create_project_labels(project)
    rows = list(ProjectLabel.objects.filter(project=project))
    assert [r.subtype for r in rows] == [s for spec in LABEL_SPECS.values() for s in spec.subtypes]
    keys = [r.key for r in rows if r.key]
    assert len(keys) == len(set(keys))
    assert "g" not in keys  # the canvas's own key
    expected = {"NOM": "n", "PRENOM": "p", "DATE": "d", "DATE_NAISSANCE": "b", "ADRESSE": "a",
                "VILLE": "v", "ZIP": "z", "HOPITAL": "h", "TEL": "t", "MAIL": "m", "IPP": "i",
                "NDA": "e", "SECU": "s"}  # fmt: skip
    assert {r.subtype: r.key for r in rows if r.subtype in expected} == expected
    for row in rows:
        assert row.guideline.count("[") >= 2, row.subtype
        assert "Exemples : " in row.guideline
