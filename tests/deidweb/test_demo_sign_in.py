"""One click per role: in the demonstration alone, on the machine itself alone."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from deidweb.accounts.demo import PROJECT_NAME
from deidweb.accounts.models import Membership, Project, User
from deidweb.accounts.services import create_project, create_user
from deidweb.audit.models import AuditEntry

HERE = {"HTTP_HOST": "127.0.0.1:8000", "HTTP_ORIGIN": "http://127.0.0.1:8000"}
ROLES = ("annotator", "reviewer", "steward", "admin", "auditor")


@pytest.fixture
def demo(db, settings):
    settings.DEMO_SIGN_IN = True
    settings.ALLOWED_HOSTS = ["*"]
    project = Project.objects.create(name=PROJECT_NAME)
    for role in ROLES:
        user, _password = create_user(
            username=f"demo-{role}", actor=None, is_superuser=role == "admin"
        )
        Membership.objects.create(user=user, project=project, role=role)
    return project


def enter(client, role="steward", **changes):
    return client.post(reverse("accounts:demo"), {"role": role}, **(HERE | changes))


def essayer(project, role):
    """Where the tour begins: in the project for who reads its notes, outside for the others."""
    if role == "auditor":
        return f"/essayer/?visite=1&projet={project.pk}"
    return f"/projets/{project.pk}/essayer/?visite=1"


def buttons(client, **changes):
    page = client.get(reverse("accounts:login"), **(HERE | changes)).content.decode()
    return page.count('name="role"')


@pytest.mark.parametrize("role", ROLES)
def test_a_click_signs_the_role_in_and_the_journal_says_so(client, demo, role):
    assert buttons(client) == 5
    answer = enter(client, role)
    assert (answer.status_code, answer["Location"]) == (302, essayer(demo, role))
    assert client.session["_auth_user_id"] == str(User.objects.get(username=f"demo-{role}").pk)
    assert AuditEntry.objects.filter(action="account.signed_in").count() == 1
    assert client.get("/").status_code == 200  # the next page knows the person, too


def test_who_has_two_roles_has_one_button(client, demo):
    admin = User.objects.get(username="demo-admin")
    Membership.objects.create(user=admin, project=demo, role="access")
    assert buttons(client) == 5


def test_the_second_person_of_a_role_has_a_button_too(client, demo):
    """Who asks for a waiver does not decide it: the demonstration has somebody else who may."""
    second, _password = create_user(username="adjoint", actor=None)
    for role in ("admin", "reviewer"):
        Membership.objects.create(user=second, project=demo, role=role)
    assert buttons(client) == 6
    assert enter(client, "admin:adjoint").status_code == 302
    assert client.session["_auth_user_id"] == str(second.pk)
    client.logout()
    for key in ("admin:demo-admin", "reviewer:adjoint", "adjoint", "admin:", ""):
        assert enter(client, key).status_code == 403, key


def test_a_role_that_has_run_out_has_no_button_and_no_click(client, demo):
    over = timezone.now() - timedelta(days=1)
    Membership.objects.filter(role="steward").update(expires_at=over)
    assert buttons(client) == 4
    assert enter(client, "steward").status_code in (302, 403, 404)
    assert "_auth_user_id" not in client.session


@pytest.mark.parametrize(
    "changes",
    [
        {"HTTP_X_FORWARDED_FOR": "10.0.0.7"},
        {"HTTP_X_FORWARDED_PROTO": "https"},
        {"HTTP_X_REAL_IP": "10.0.0.7"},
        {"HTTP_FORWARDED": "for=10.0.0.7"},
        {"HTTP_VIA": "1.1 proxy"},
        {"SERVER_PROTOCOL": "HTTP/1.0"},  # what nginx speaks to those behind it
        {"REMOTE_ADDR": "10.0.0.7"},
        {"REMOTE_ADDR": ""},
        {"HTTP_HOST": "deid.hopital.fr", "HTTP_ORIGIN": "http://deid.hopital.fr"},
        {"HTTP_HOST": "127.0.0.1.hopital.fr", "HTTP_ORIGIN": "http://127.0.0.1.hopital.fr"},
    ],
)
def test_from_elsewhere_there_is_no_button_and_no_door(client, demo, changes):
    assert buttons(client, **changes) == 0
    assert enter(client, **changes).status_code == 403
    assert "_auth_user_id" not in client.session


@pytest.mark.parametrize(
    "origin", ["https://deid.hopital.fr", "null", "http://127.0.0.1:9999", None]
)
def test_a_page_of_another_address_opens_nothing(client, demo, origin):
    given = {**HERE, "HTTP_ORIGIN": origin} if origin else {"HTTP_HOST": HERE["HTTP_HOST"]}
    answer = client.post(reverse("accounts:demo"), {"role": "admin"}, **given)
    assert answer.status_code == 403
    assert "_auth_user_id" not in client.session


def test_without_the_setting_there_is_none(client, demo, settings):
    settings.DEMO_SIGN_IN = False
    assert buttons(client) == 0
    assert enter(client).status_code == 403


def by_a_new_project(admin):
    create_project(actor=admin, name="Cardiologie")


def by_a_new_account(admin):
    user, _password = create_user(username="vraie", actor=admin)
    Membership.objects.create(user=user, project=Project.objects.get(), role="annotator")


def by_a_new_administrator(_admin):
    create_user(username="chef", actor=None, is_superuser=True)


def by_a_new_name(_admin):
    Project.objects.update(name="Neurologie")


@pytest.mark.parametrize(
    "made", [by_a_new_project, by_a_new_account, by_a_new_administrator, by_a_new_name]
)
def test_it_ends_with_the_first_thing_that_is_not_the_demonstration_s(client, demo, made):
    made(User.objects.get(username="demo-admin"))
    assert buttons(client) == 0
    assert {enter(client, role).status_code for role in ROLES} == {403}


@pytest.mark.parametrize("role", ["", "root", "demo-admin", "Admin"])
def test_no_other_role_is_let_in(client, demo, role):
    assert enter(client, role).status_code == 403


def test_a_deactivated_person_is_not_let_in(client, demo):
    User.objects.filter(username="demo-steward").update(is_active=False)
    assert buttons(client) == 4
    assert enter(client).status_code == 403


@pytest.mark.parametrize(
    ("target", "leads_to"),
    [("/projets/", "/projets/"), ("https://mal.fr/", ""), ("//mal.fr", ""), ("", ""), ("/", "")],
)
def test_a_click_leads_inside_only(client, demo, target, leads_to):
    answer = client.post(reverse("accounts:demo"), {"role": "steward", "next": target}, **HERE)
    assert answer["Location"] == (leads_to or essayer(demo, "steward"))


@pytest.mark.parametrize("role", ROLES)
def test_the_first_page_of_the_demonstration_opens_for_every_role(client, demo, role, settings):
    settings.TRIAL_WARM_UP = False
    answer = client.get(enter(client, role)["Location"], **HERE)
    assert answer.status_code == 200
    page = answer.content.decode()
    assert 'id="tr-read"' in page
    assert "1/8" in page
    assert "Votre rôle n'ouvre pas cette page" not in page


def test_each_button_says_the_role(client, demo):
    page = client.get(reverse("accounts:login"), **HERE).content.decode()
    for role in ROLES:
        assert f'value="{role}">{Membership.RoleChoice(role).label} <' in page


def test_the_buttons_keep_where_the_person_wanted_to_go(client, demo):
    page = client.get(reverse("accounts:login"), {"next": "/projets/"}, **HERE).content.decode()
    roles = page[page.index(reverse("accounts:demo")) : page.index('name="role"')]
    assert '<input type="hidden" name="next" value="/projets/">' in roles


def test_the_page_says_what_the_product_is_to_everybody(client, db):
    page = client.get(reverse("accounts:login")).content.decode()
    assert "Des notes médicales que la recherche peut lire" in page
    assert 'name="password"' in page


@pytest.mark.slow
def test_production_never_reads_the_setting():
    secrets = dict.fromkeys(
        ("SECRET_KEY", "AUDIT_KEY", "STUDY_KEK", "IDENTITY_KEK"), "0123456789abcdef" * 4
    )
    done = subprocess.run(
        [sys.executable, "-c", "import django; django.setup(); from django.conf import settings; print(settings.DEMO_SIGN_IN)"],
        env={
            **secrets, "PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "deidweb.settings.production",
            "ALLOWED_HOSTS": "deid.hopital.fr", "DEIDWEB_DEMO_SIGN_IN": "1",
        },
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout.strip() == "False", done.stderr


def signature_page(client, project, **changes):
    page = client.get(reverse("privacy:ledger", args=[project.pk]), **(HERE | changes))
    assert 'type="password"' in page.content.decode()
    return page.content.decode()


def test_who_came_in_by_a_click_is_told_where_the_password_stands(client, demo):
    """Without it nobody of the demonstration can approve an export: he never had to type one."""
    assert enter(client, "steward").status_code == 302
    assert "celui du compte « demo-steward »" in " ".join(signature_page(client, demo).split())


@pytest.mark.parametrize("outside", ["setting", "machine", "account"])
def test_nobody_else_is_told_of_the_terminal(client, demo, settings, outside):
    assert enter(client, "steward").status_code == 302
    changes = {}
    if outside == "setting":
        settings.DEMO_SIGN_IN = False
    elif outside == "machine":
        changes = {"REMOTE_ADDR": "192.0.2.7"}
    else:
        User.objects.create(username="une-vraie-personne")
    assert "terminal" not in signature_page(client, demo, **changes)
