"""What no database can hold is refused by its name, on every page: NUL, halves of surrogate pairs, endless depth."""

from __future__ import annotations

import json
import uuid
from urllib.parse import urlencode

import pytest
from django.urls import get_resolver, reverse

from deidweb.audit.models import AuditEntry
from tests.architecture.test_every_url import SAMPLES, concrete, routes

NUL = "a\0b"
ROUTES = sorted({concrete(route) for route, _pattern in routes(get_resolver())})


@pytest.mark.parametrize("address", [r for r in ROUTES if r not in ("/healthz", "/readyz")])
def test_no_page_takes_a_nul(client, make_user, project, address):
    """As somebody who holds every role: what is refused is the character."""
    person = make_user("partout", project, "admin", "steward", "access", "auditor")
    person.is_superuser = True
    person.save()
    client.force_login(person)
    here = address.replace(SAMPLES["uuid"], str(project.pk), 1)
    before = AuditEntry.objects.count()
    for answer in (
        client.get(here, {"x": NUL}),
        client.post(here, {"reason": NUL}),
        client.post(here, {NUL: "x"}),
    ):
        assert answer.status_code == 400, answer.status_code
        assert "caractère nul" in answer.content.decode()
    assert AuditEntry.objects.count() == before


def test_a_nul_in_an_address_or_a_cookie(client, annotator):
    assert client.get("/comptes/7/a%00b/").status_code in (400, 404)
    client.cookies["sessionid"] = '"\\000abcdefghijkl"'
    assert client.get("/").status_code == 302


@pytest.mark.parametrize("bad", [r"a\u0000b", r"\ud800", r"\udc00x"])
@pytest.mark.parametrize("field", ["key", "value", "deep"])
def test_json_that_cannot_be_kept_is_refused(client, annotator, project, bad, field):
    client.force_login(annotator)
    body = {
        "key": f'{{"{bad}": 1}}',
        "value": f'{{"x": "{bad}"}}',
        "deep": f'[[{{"x": ["{bad}"]}}]]',
    }[field]
    note = uuid.UUID(int=7)
    address = next(r for r in ROUTES if r.startswith("/api/") and "ops" in r)
    answer = client.post(
        address.replace(SAMPLES["uuid"], str(project.pk), 1), body, content_type="application/json"
    )
    assert answer.status_code in (400, 404, 422), (note, answer.status_code)


def test_the_parser_itself():
    import io

    from rest_framework.exceptions import ParseError

    from deidweb.api import ReadableJSON

    def parse(text: str):
        return ReadableJSON().parse(io.BytesIO(text.encode()))

    assert parse('{"a": ["é", "\\ud83d\\ude00"]}') == {"a": ["é", "😀"]}
    for bad in (r'{"a\u0000": 1}', r'["\ud800"]', r'{"a": {"b": "\udfff"}}', "[" * 200_000):
        with pytest.raises(ParseError):
            parse(bad)
    assert parse(json.dumps({"n": 2**70})) == {"n": 2**70}


def test_the_refusal_is_a_page_in_words(client, annotator):
    client.force_login(annotator)
    answer = client.get(reverse("home"), {"projet": NUL})
    assert "Le champ « projet » contient un caractère nul" in answer.content.decode()


@pytest.mark.parametrize(
    "sent", [{"old_password": "x" * 6_000_000}, {f"field{n}": "x" for n in range(1001)}]
)
def test_a_form_that_is_too_big_is_told_so(client, annotator, sent):
    client.force_login(annotator)
    data, kind = urlencode(sent), "application/x-www-form-urlencoded"
    answer = client.post("/comptes/mot-de-passe/", data, content_type=kind)
    assert answer.status_code == 413
    assert "5 Mo au plus" in answer.content.decode()
