"""Every address of the URL resolver, by every role, in one's own project and in another's, by every method."""

from __future__ import annotations

import json
import os
from collections import Counter

import pytest
from django.template import loader
from django.test import Client

from tests.architecture.permission_matrix import (
    ARGUMENT,
    FILE,
    IDENTITIES,
    ROLES,
    all_routes,
    ask,
    page,
    read_file,
    render,
    render_objects,
    walk,
    with_objects,
    write_page,
)

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
PUBLIC = {
    "/comptes/connexion/", "/comptes/sso/", "/comptes/sso/retour/", "/traductions.js", "/langue/", "/healthz", "/readyz",
}  # fmt: skip
SIGNING_OUT = ("/deconnexion/", "/sessions/fermer/")


@pytest.fixture
def people(make_user, project):
    """Identity → a client; the superuser is a member of nothing."""
    found = {"anonymous": Client(raise_request_exception=False)}
    for name in IDENTITIES[1:]:
        user = make_user(f"x-{name}", project, *([name] if name in ROLES else []))
        if name == "superuser":
            user.is_superuser = True
            user.save()
        found[name] = Client(raise_request_exception=False)
        found[name].force_login(user)
    return found


@pytest.fixture
def everything(make_user, project):
    """Somebody who holds every role, of this project alone."""
    client = Client(raise_request_exception=False)
    client.force_login(make_user("x-everything", project, *ROLES))
    return client


def foreign_objects(client, project, values) -> tuple[Counter[int], list[tuple[str, str, int]]]:
    """One's own project, asked for the objects of another one: answers, and those that should not be."""
    answers: Counter[int] = Counter()
    wrong = []
    for route in all_routes():
        if not set(ARGUMENT.findall(route)) - {"project_id"}:
            continue
        for address in with_objects(route, project.pk, values):
            said = ask(client, address)
            answers.update(said.values())
            wrong += [(m, address, s) for m, s in said.items() if s not in (403, 404, 405)]
    return answers, wrong


def past_the_door(status: int) -> bool:
    """The person has the right: what is missing is the object (404), a field (4xx), or nothing."""
    return status not in (302, 401, 403, 405)


def letters(said: dict[str, int]) -> str:
    reads = "r" if past_the_door(said["GET"]) else ""
    writes = (
        "w"
        if any(past_the_door(status) for method, status in said.items() if method != "GET")
        else ""
    )
    return reads + writes or "–"


@pytest.fixture
def blank_pages(monkeypatch):
    """Thousands of answers of which only the status counts."""
    monkeypatch.setattr(loader, "render_to_string", lambda *_given, **_named: "")


def test_every_role_opens_what_the_matrix_says_and_nothing_of_another_project(
    people, project, other_project, make_user, blank_pages
):
    make_user(
        "x-theirs", other_project, *ROLES
    )  # a project of nobody opens to nobody, whatever is asked
    own: dict[str, dict[str, str]] = {}
    tried, kinds = 0, Counter()
    wrong: list[tuple[str, str, str, int]] = []
    for route in all_routes():
        is_project_s = "<uuid:project_id>" in route
        if route.endswith(SIGNING_OUT):
            continue  # would leave nobody to walk on
        row = {}
        for name, client in people.items():
            said = walk(client, route, project.pk)
            tried += len(said)
            kinds.update(f"{status // 100}xx" for status in said.values())
            row[name] = letters(said)
            wrong += [(name, m, route, s) for m, s in said.items() if s >= 500]
            if name == "anonymous" and route not in PUBLIC:
                wrong += [
                    (name, m, route, s) for m, s in said.items() if s not in (302, 401, 403, 405)
                ]
            if name == "superuser" and is_project_s:
                wrong += [(name, m, route, s) for m, s in said.items() if s not in (404, 405)]
            if is_project_s:
                foreign = walk(client, route, other_project.pk)
                tried += len(foreign)
                kinds.update(f"{status // 100}xx" for status in foreign.values())
                refused = {302, 401, 403, 404, 405} if name == "anonymous" else {404, 405}
                wrong += [
                    (name, m, f"foreign {route}", s) for m, s in foreign.items() if s not in refused
                ]
        own[route] = row
    assert wrong == []
    if os.environ.get("DEIDWEB_WRITE_MATRIX"):
        rows = (
            f"  {json.dumps(route)}: {json.dumps(said, ensure_ascii=False)}"
            for route, said in own.items()
        )
        FILE.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")
        write_page(render(own, tried, kinds), page()[1])
    assert own == read_file()
    assert page()[0] == render(own, tried, kinds)


def test_one_s_own_project_shows_nothing_of_another_s_objects(
    everything, project, foreign_scene, blank_pages
):
    """What the walk above can't tell: whether a view looks at the project of the object that the address names."""
    answers, wrong = foreign_objects(everything, project, foreign_scene)
    assert wrong == []
    if os.environ.get("DEIDWEB_WRITE_MATRIX"):
        write_page(page()[0], render_objects(answers))
    assert page()[1] == render_objects(answers)


# --- what the matrix must say, whatever was written into it


def test_only_who_manages_members_opens_their_page():
    for route, said in read_file().items():
        if "/membres/" in route:
            assert {name for name in ROLES if said[name] != "–"} <= {"access"}, route


@pytest.mark.parametrize(
    ("part", "may"),
    [
        ("<uuid:export_id>/decision/", {"steward"}),
        ("<uuid:dataset_file_id>/decision/", {"steward"}),
        ("/journal/", {"auditor"}),
        ("/imports/", {"admin"}),
        ("/ecartees/", {"admin"}),
        ("/ecarter/", {"admin"}),
        ("/etudes/<uuid:study_id>/detruire/", {"steward"}),
        ("/budget/plafond/", {"steward"}),
    ],
)
def test_what_is_one_role_s_is_nobody_else_s(part, may):
    routes = {route: said for route, said in read_file().items() if part in route}
    assert routes
    for route, said in routes.items():
        assert {name for name in ROLES if said[name] != "–"} == may, route


def test_an_id_of_another_project_in_a_query_or_a_form_opens_nothing(
    everything, project, scene, foreign_scene, blank_pages
):
    """Where an object is named outside the address. Each is asked with one's own id first: it is the id that is refused."""
    own, there = (
        {name: values[0] for name, values in found.items()} for found in (scene, foreign_scene)
    )
    base = f"/projets/{project.pk}"
    asked = {
        "note": ("get", f"{base}/apercu/", "note", "document_id", {}),
        "draw": ("post", f"{base}/apercu/tirage/", "note", "document_id",
                 {"epsilon": "1", "dates": "metric", "places": "metric", "area": "FR-21", "draw": "0"}),
        "other model": ("get", f"{base}/modeles/{scene['model_id'][1]}/comparaison/", "avec", "model_id", {}),
    }  # fmt: skip
    for name, (method, address, field, kind, rest) in asked.items():
        said = [
            getattr(everything, method)(address, {**rest, field: str(values[kind])}).status_code
            for values in (own, there)
        ]
        assert said[0] in (200, 302), name
        assert said[1] == 404, name
