"""An upload on its way lies on the disk under no name."""

from __future__ import annotations

import os
import tempfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.files.uploadhandler import load_handler
from django.http import HttpRequest
from django.test import Client
from django.urls import reverse

from deidweb import uploads
from deidweb.accounts.models import User
from deidweb.uploads import NamelessUploadHandler


@pytest.fixture
def handler(tmp_path, monkeypatch, settings):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "no-such-folder"))
    settings.IMPORT_DIR = tmp_path / "imports"
    (path,) = settings.FILE_UPLOAD_HANDLERS
    request = HttpRequest()
    request.user = User()
    one = load_handler(path, request)
    assert isinstance(one, NamelessUploadHandler)
    one.new_file("file", "notes.jsonl", "text/plain", 11)
    one.receive_data_chunk(b"Mme Durand\n", 0)
    return one


def test_nothing_with_a_name_is_written(handler, tmp_path):
    handler.file.flush()
    assert list(tmp_path.rglob("*")) == [tmp_path / "imports"]
    held = os.fstat(handler.file.fileno())
    assert (held.st_nlink, held.st_size, held.st_dev) == (0, 11, tmp_path.stat().st_dev)


def test_the_file_is_given_whole_from_its_beginning(handler):
    file = handler.file_complete(11)
    assert (file.name, file.size, b"".join(file.chunks())) == ("notes.jsonl", 11, b"Mme Durand\n")


def test_an_interrupted_upload_is_closed(handler):
    handler.upload_interrupted()
    assert handler.file.closed


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["annotation:import-create", "worker:received", "accounts:login"])
def test_a_strangers_file_is_kept_nowhere(page, project, admin, settings, tmp_path, monkeypatch):
    """Forms are read before it is known whose they are: 600 MB each, as often as anybody likes, would fill the disk."""
    settings.IMPORT_DIR = tmp_path / "imports"
    made = []
    monkeypatch.setattr(uploads, "TemporaryFile", lambda **how: made.append(how) or tempfile.TemporaryFile(**how))  # noqa: SIM115  # fmt: skip
    address = reverse(page, args=() if page == "accounts:login" else [project.pk])
    for client in (Client(), Client(enforce_csrf_checks=True)):
        sent = {name: SimpleUploadedFile("a", b"Vu le 3 mars.") for name in ("file", "material")}
        assert client.post(address, sent).status_code in (200, 302, 403)
        assert made == []
    if page != "accounts:login":
        member = Client()
        member.force_login(admin)
        member.post(address, {"file": SimpleUploadedFile("a", b"Vu le 3 mars.")})
        assert len(made) == 1
