"""Rules that hold for every address, taken from the URL resolver so that none is forgotten."""

import re
import uuid
from collections.abc import Iterator

import pytest
from django.apps import apps
from django.conf import settings
from django.db import connection
from django.urls import URLPattern, URLResolver, get_resolver

from deidweb.accounts.roles import Role
from tests.architecture.permission_matrix import all_routes, with_objects

PUBLIC = {
    "/comptes/connexion/",
    "/traductions.js",
    "/langue/",
    "/healthz",
    "/readyz",
    "/comptes/sso/",
    "/comptes/sso/retour/",
}
WRITING = re.compile(r"\s*(INSERT|UPDATE|DELETE|REPLACE)\b", re.IGNORECASE)
JOURNAL = re.compile(r'.*?"(audit_|django_session)', re.DOTALL)
SAME_FOR_ALL = {"/traductions.js", "/healthz", "/readyz"}
# A well-formed address for each kind of argument; none of these objects exists.
SAMPLES = {
    "uuid": str(uuid.UUID(int=7)),
    "int": "7",
    "str": "x",
    "slug": "x",
    "path": "x",
}


def routes(resolver: URLResolver, prefix: str = "/") -> Iterator[tuple[str, URLPattern]]:
    for pattern in resolver.url_patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern, route)
        else:
            yield route, pattern


def concrete(route: str) -> str:
    return re.sub(r"<(?:(\w+):)?\w+>", lambda m: SAMPLES[m.group(1) or "str"], route)


ROUTES = sorted({concrete(route) for route, _pattern in routes(get_resolver())})


def test_the_walk_finds_the_pages():
    assert len(ROUTES) > 30


@pytest.mark.django_db
def test_an_anonymous_visitor_sees_nothing(client):
    for address in ROUTES:
        for method in (client.get, client.post) if address not in PUBLIC else ():
            answer = method(address)
            assert answer.status_code in (302, 401, 403), (address, answer.status_code)
            if answer.status_code == 302:
                assert answer.headers["Location"].startswith(str(settings.LOGIN_URL)), address


@pytest.mark.django_db
def test_a_member_of_another_project_gets_404(client, stranger, project, admin, annotator, steward):
    """Where others have every right: in a project of nobody there is nothing to mistake for one's own."""
    client.force_login(stranger)
    for address in (route for route in ROUTES if "/projets/0" in route):
        foreign = address.replace(SAMPLES["uuid"], str(project.pk), 1)
        for method in (client.get, client.post):
            answer = method(foreign)
            assert answer.status_code in (404, 405), (foreign, answer.status_code)


@pytest.mark.django_db
def test_every_answer_carries_the_security_headers(client):
    for address in ROUTES:
        headers = client.get(address).headers
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy, address
        assert "unsafe" not in policy, address
        assert headers["X-Content-Type-Options"] == "nosniff", address
        assert headers["X-Frame-Options"] == "DENY", address
        for told in (
            "frame-ancestors 'none'",
            "object-src 'none'",
            "form-action 'self'",
            "base-uri 'none'",
        ):
            assert told in policy, address
        assert headers["Cross-Origin-Opener-Policy"] == "same-origin", address
        # not "no-referrer": a browser would then send `Origin: null` with a form, and Django refuse it
        assert headers["Referrer-Policy"] == "same-origin", address


@pytest.mark.django_db
def test_a_signed_in_person_s_pages_are_not_stored(client, annotator):
    client.force_login(annotator)
    assert client.get("/").headers["Cache-Control"] == "no-store"


@pytest.mark.django_db
def test_every_post_needs_the_csrf_token(annotator):
    from django.test import Client

    strict = Client(enforce_csrf_checks=True)
    strict.force_login(annotator)
    for address in ROUTES:
        answers = {
            strict.post(address).status_code,
            strict.post(address, "{}", content_type="application/json").status_code,
        }
        # 415: DRF reads the body while it looks for the token, and this is not a body it takes
        assert answers <= {403, 404, 405, 415}, (address, answers)
        assert answers & {403, 404, 405}, (address, answers)
    # a browser may have forgotten what was typed: nothing is promised
    told = strict.post("/").content.decode()
    assert "Rien n&#x27;a été enregistré" in told
    assert "si votre saisie y est encore, copiez-la" in told


@pytest.mark.django_db
def test_no_answer_to_a_member_is_kept_and_opening_pages_writes_the_journal_alone(
    client, make_user, project
):
    """Every address, by somebody with every role: no-store whatever the status, and no row but of the journal."""
    client.force_login(make_user("tous", project, *Role))
    client.raise_request_exception = False
    tables = [
        model for model in apps.get_models() if model._meta.app_label not in ("audit", "sessions")
    ]
    before = {model: model._default_manager.count() for model in tables}
    for address in ROUTES:
        answer = client.get(address.replace(SAMPLES["uuid"], str(project.pk), 1))
        assert address in SAME_FOR_ALL or "no-store" in answer.headers["Cache-Control"], address
    assert {model: model._default_manager.count() for model in tables} == before


@pytest.mark.slow
@pytest.mark.django_db
def test_no_page_of_an_object_that_exists_is_kept_or_writes_but_the_journal(
    client, make_user, project, scene
):
    """As above, with objects: their pages read notes, open files and draw, and only then could they write."""
    client.force_login(make_user("tous", project, *Role))
    client.raise_request_exception = False
    written, opened, kept = [], 0, []

    def watch(execute, sql, params, many, context):
        if WRITING.match(sql) and not JOURNAL.match(sql):
            written.append((address, sql[:80]))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(watch):
        for route in all_routes():
            for address in with_objects(route, project.pk, scene):
                answer = client.get(address)
                opened += answer.status_code == 200
                _read = list(answer) if answer.streaming else answer.content
                if (
                    address not in SAME_FOR_ALL
                    and "no-store" not in answer.headers["Cache-Control"]
                ):
                    kept.append(address)
    assert (written, kept) == ([], [])
    assert opened > 100
