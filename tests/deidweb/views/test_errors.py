"""What goes wrong answers in words: a page to people, JSON to programs; nothing of what went wrong is in it."""

from __future__ import annotations

import uuid

import pytest
from django.urls import reverse

from deidweb.accounts.models import User

CANARY = "QUIRLICANARI"
NOBODY = uuid.UUID(int=0)


@pytest.fixture
def broken(client, db, monkeypatch):
    """A person's client on an installation where whatever looks for a project fails, with a name in the reason."""
    client.force_login(User.objects.create_superuser("racine", password="pw-for-tests-only"))
    client.raise_request_exception = False

    def fail(*_args, **_named):
        raise RuntimeError(CANARY)

    for module in ("annotation.api.documents", "deidweb.jobs.views"):
        monkeypatch.setattr(f"{module}.project_or_404", fail)
    return client


def test_an_error_of_the_api_answers_json_without_data(broken):
    answer = broken.get(reverse("annotation-api:document-list", args=[NOBODY]))
    assert answer.status_code == 500
    assert answer.headers["Content-Type"] == "application/json"
    assert set(answer.json()) == {"error"}
    assert answer.json()["error"].startswith("Une erreur est survenue. Rien de ce qui")
    assert CANARY not in answer.content.decode()


def test_an_error_of_a_page_is_a_page_and_json_to_a_script(broken):
    address = reverse("jobs:list", args=[NOBODY])
    page = broken.get(address, headers={"accept": "text/html,*/*"})
    assert (page.status_code, page.headers["Content-Type"]) == (500, "text/html; charset=utf-8")
    told = broken.get(address, headers={"accept": "application/json"})
    assert told.status_code == 500
    assert "error" in told.json()
    assert CANARY not in page.content.decode() + told.content.decode()


def test_an_address_that_the_api_does_not_have_is_told_as_json(client):
    answer = client.get("/api/rien/")
    assert answer.status_code == 404
    assert answer.json()["error"].startswith("Page introuvable.")
