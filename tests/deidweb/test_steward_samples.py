"""Stewards read samples, not all notes, where the installation says so (production does)."""

from __future__ import annotations

import pytest
from django.urls import reverse

from annotation.models import Document
from deidweb.accounts.permissions import permissions_in
from deidweb.accounts.roles import ROLE_PERMISSIONS, Permission, Role, permissions_of, roles_with

pytestmark = pytest.mark.django_db


@pytest.fixture
def note(project):
    return Document.objects.create(
        project=project, external_id="n1", position=1, text="Rien.", sha256="0" * 64, state="gold"
    )


@pytest.fixture(autouse=True)
def samples(settings):
    settings.STEWARDS_READ_SAMPLES = True


def test_no_note_opens_by_the_steward_s_role(client, project, steward, note):
    assert not Document.objects.visible_to(steward).exists()
    client.force_login(steward)
    for name in (
        "annotation:document-list",
        "annotation:dashboard",
        "privacy:preview",
        "worker:trial",
    ):
        assert client.get(reverse(name, args=[project.pk])).status_code == 403, name
    assert client.get(
        reverse("annotation:document-detail", args=[project.pk, note.pk])
    ).status_code in (403, 404)
    assert client.get(f"/api/projets/{project.pk}/notes/").status_code == 403


def test_what_he_decides_stays_open(client, project, steward):
    client.force_login(steward)
    for name in ("privacy:export-list", "privacy:study-list", "annotation:dataset-list"):
        assert client.get(reverse(name, args=[project.pk])).status_code == 200, name
    page = client.get(reverse("privacy:export-list", args=[project.pk])).content.decode()
    assert reverse("annotation:dataset-list", args=[project.pk]) in page
    assert reverse("annotation:document-list", args=[project.pk]) not in page


def test_other_roles_read_as_before(settings, project, annotator, admin):
    assert Permission.READ_NOTES in permissions_in(annotator, project)
    assert Permission.READ_NOTES in permissions_in(admin, project)
    assert Role.STEWARD not in roles_with(Permission.PREVIEW)
    settings.STEWARDS_READ_SAMPLES = False
    assert permissions_of(Role.STEWARD) == ROLE_PERMISSIONS[Role.STEWARD]
