"""What a visitor writes about himself counts only when a proxy of ours says it; no address leads out."""

from __future__ import annotations

from ipaddress import ip_address, ip_network

import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from deidweb.proxies import TrustedProxies, visitor

OURS = (ip_network("10.0.0.0/8"),)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("", "10.0.0.2"),  # the proxy says nothing
        ("192.0.2.7", "192.0.2.7"),
        ("6.6.6.6, 192.0.2.7", "192.0.2.7"),  # the first was written by the visitor
        ("6.6.6.6, 192.0.2.7, 10.0.0.3", "192.0.2.7"),  # two proxies in a row
        ("192.0.2.7, nonsense", "10.0.0.2"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
    ],
)
def test_the_visitor_is_the_last_who_is_no_proxy(said, expected, settings):
    settings.TRUSTED_PROXIES = OURS
    assert str(visitor(ip_address("10.0.0.2"), said)) == expected


def seen(remote: str, **headers: str) -> tuple[str, bool]:
    """Address and protocol that a view sees."""
    found: list[tuple[str, bool]] = []

    def view(request) -> HttpResponse:
        found.append((request.META["REMOTE_ADDR"], request.is_secure()))
        return HttpResponse()

    TrustedProxies(view)(RequestFactory().get("/", REMOTE_ADDR=remote, headers=headers))
    return found[0]


def test_only_a_proxy_of_ours_is_believed(settings):
    settings.TRUSTED_PROXIES = OURS
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    headers = {"X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "https"}
    assert seen("10.0.0.2", **headers) == ("192.0.2.7", True)
    assert seen("198.51.100.9", **headers) == ("198.51.100.9", False)


def test_nobody_is_believed_unless_named(settings):
    assert settings.TRUSTED_PROXIES == ()
    assert seen("127.0.0.1", **{"X-Forwarded-For": "192.0.2.7"}) == ("127.0.0.1", False)


OUTSIDE = ["https://evil.example/", "//evil.example/", "http:///evil.example", "/\\evil.example",
           "javascript:alert(1)", "http://testserver/x", "////evil.example", "\\\\evil.example"]  # fmt: skip


@pytest.mark.parametrize("address", OUTSIDE)
def test_sign_in_leads_inside_only(client, annotator, address):
    fields = {"username": "annotatrice", "password": "pw-for-tests-only", "next": address}
    answer = client.post("/comptes/connexion/", fields)
    assert (answer.status_code, answer.headers["Location"]) == (302, "/")


def test_sign_in_leads_where_the_person_wanted_to_go(client, annotator):
    fields = {"username": "annotatrice", "password": "pw-for-tests-only", "next": "/projets/x/?a=1"}
    assert client.post("/comptes/connexion/", fields).headers["Location"] == "/projets/x/?a=1"


@pytest.mark.parametrize("address", OUTSIDE)
def test_the_choice_of_a_language_leads_inside_only(client, db, address):
    answer = client.post("/langue/", {"language": "en", "next": address})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/")


def test_the_choice_of_a_language_leads_back_to_its_page(client, db):
    page = {"Referer": "http://testserver/comptes/connexion/?next=/"}
    answer = client.post("/langue/", {"language": "en"}, headers=page)
    assert answer.headers["Location"] == "/comptes/connexion/?next=/"
    elsewhere = {"Referer": "http://evil.example/comptes/connexion/"}
    assert client.post("/langue/", {"language": "en"}, headers=elsewhere).headers["Location"] == "/"
