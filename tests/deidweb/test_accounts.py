"""Accounts are closed by default; roles hold per project; members are managed and audited."""

import io
import re

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from deidweb.accounts import services
from deidweb.accounts.apartness import may_sign_for
from deidweb.accounts.models import Handover, Membership, Project, User
from deidweb.accounts.permissions import permissions_in
from deidweb.accounts.roles import ROLE_PERMISSIONS, Permission, Role
from deidweb.audit.models import AuditEntry

PASSWORD = "pw-for-tests-only"


def test_login_leads_home_and_is_audited(client, annotator):
    answer = client.post(
        reverse("accounts:login"), {"username": "annotatrice", "password": "pw-for-tests-only"}
    )
    assert (answer.status_code, answer.headers["Location"]) == (302, "/")
    assert AuditEntry.objects.filter(action="account.signed_in", actor=annotator).count() == 1


def test_a_refused_login_is_audited_without_the_typed_name(client, db):
    answer = client.post(reverse("accounts:login"), {"username": "tapé", "password": "secret"})
    assert answer.status_code == 200
    entry = AuditEntry.objects.get(action="account.sign_in_refused")
    assert entry.details == {}


def test_logout_tells_the_browser_to_forget(client, annotator):
    client.force_login(annotator)
    answer = client.post(reverse("accounts:logout"))
    assert answer.headers["Clear-Site-Data"] == '"cache", "storage"'
    assert client.get("/").status_code == 302


@pytest.mark.parametrize(
    ("role", "page"),
    [("annotator", "notes"), ("reviewer", "notes"), ("steward", "notes"), ("admin", "notes"),
     ("auditor", "journal"), ("access", "membres")],
)  # fmt: skip
def test_a_project_leads_to_where_the_role_s_work_begins(client, make_user, project, role, page):
    client.force_login(make_user("membre", project, role))
    answer = client.get(f"/projets/{project.pk}/")
    assert (answer.status_code, answer.headers["Location"]) == (
        302,
        f"/projets/{project.pk}/{page}/",
    )
    assert client.get(answer.headers["Location"]).status_code == 200


def test_a_project_of_others_leads_nowhere(client, stranger, project):
    client.force_login(stranger)
    assert client.get(f"/projets/{project.pk}/").status_code == 404


@pytest.mark.parametrize("address", ["/signup/", "/register/", "/comptes/inscription/", "/admin/"])
def test_there_is_no_self_registration(client, db, address):
    assert client.get(address).status_code in (302, 404)
    assert User.objects.count() == 0


def test_roles_add_up_within_a_project_and_not_across(project, other_project, make_user):
    user = make_user("double", project, "annotator", "steward")
    both = ROLE_PERMISSIONS[Role.ANNOTATOR] | ROLE_PERMISSIONS[Role.STEWARD]
    assert permissions_in(user, project) == both
    assert permissions_in(user, other_project) == frozenset()


def test_nobody_holds_both_sides_of_an_export_by_one_role():
    for held in ROLE_PERMISSIONS.values():
        assert not {Permission.REQUEST_EXPORT, Permission.DECIDE_EXPORT} <= held


def test_an_administrator_adds_a_new_person_whose_password_is_shown_once(client, admin, project):
    client.force_login(admin)
    address = reverse("members:list", args=[project.pk])
    answer = client.post(address, {"username": "nouvelle", "full_name": "", "role": "annotator"})
    password = answer.context["new_account"][1]
    assert password in answer.content.decode()
    assert password not in client.get(address).content.decode()
    browser = Client()
    assert browser.login(username="nouvelle", password=password)
    change = reverse("accounts:password-change")
    home = browser.get(reverse("annotation:document-list", args=[project.pk]))
    assert (home.status_code, home.headers["Location"]) == (302, change), "not with that password"
    mine = "une phrase à moi seule"
    fields = {"old_password": password, "new_password1": mine, "new_password2": mine}
    assert browser.post(change, fields).status_code == 302
    assert browser.get(reverse("annotation:document-list", args=[project.pk])).status_code == 200
    assert AuditEntry.objects.filter(action="member.added", project_ref=project.pk).count() == 1


def test_members_page_is_for_administrators_of_this_project(client, annotator, stranger, project):
    address = reverse("members:list", args=[project.pk])
    client.force_login(annotator)
    assert client.get(address).status_code == 403
    client.force_login(stranger)
    assert client.get(address).status_code == 404


def test_the_last_administrator_stays(client, admin, project):
    membership = Membership.objects.get(user=admin, role="access")
    with pytest.raises(services.LastAdminError):
        services.remove_member(actor=admin, membership=membership)
    assert Membership.objects.filter(pk=membership.pk).exists()


def test_a_person_without_any_role_is_signed_out(admin, annotator, project):
    browser = Client()
    browser.force_login(annotator)
    assert browser.get("/").status_code == 200
    services.remove_member(actor=admin, membership=annotator.memberships.get())
    assert browser.get("/").status_code == 302


def test_only_a_superuser_creates_projects(client, admin, make_user):
    client.force_login(admin)
    assert client.get("/projets/nouveau/").status_code == 403
    boss = make_user("directrice")
    boss.is_superuser = True
    boss.save()
    client.force_login(boss)
    answer = client.post("/projets/nouveau/", {"name": "Urgences", "description": ""})
    assert answer.status_code == 302
    project = Project.objects.get(name="Urgences")
    assert project.labels.count() > 20
    assert (
        permissions_in(boss, project)
        == ROLE_PERMISSIONS[Role.ADMIN] | ROLE_PERMISSIONS[Role.ACCESS]
    )


def test_passwords_are_hashed_with_argon2_outside_tests():
    from deidweb.settings import base

    assert base.PASSWORD_HASHERS == ["django.contrib.auth.hashers.Argon2PasswordHasher"]


def test_a_refusal_says_its_own_reason_and_else_that_of_the_role(client, admin, annotator, project):
    client.force_login(annotator)
    models = client.get(reverse("worker:model-list", args=[project.pk]))
    assert (models.status_code, "Qui gère les accès" in models.content.decode()) == (403, True)
    accounts = client.get(reverse("accounts:list"))
    assert "Seul un administrateur de l&#x27;instance" in accounts.content.decode()
    session = client.session
    session["factor_shown_at"] = 0
    session.save()
    options = client.post(reverse("accounts:key-options"), {"purpose": "add"})
    assert options.status_code == 403
    assert "Montrez d&#x27;abord votre second facteur" in options.content.decode()


def test_a_weak_password_is_refused_at_its_own_field(client, annotator):
    client.force_login(annotator)
    sent = {
        "old_password": PASSWORD,
        "new_password1": "azertyuiop12",
        "new_password2": "azertyuiop12",
    }
    errors = client.post(reverse("accounts:password-change"), sent).context["form"].errors
    assert list(errors) == ["new_password1"]
    sent["new_password2"] = "autre"
    errors = client.post(reverse("accounts:password-change"), sent).context["form"].errors
    assert "ne correspondent pas" in str(errors["new_password2"])


def test_another_spelling_of_a_name_makes_no_second_account(client, admin, annotator, project):
    client.force_login(admin)
    address = reverse("members:list", args=[project.pk])
    answer = client.post(address, {"username": "Annotatrice", "role": "reviewer"})
    assert answer.status_code == 422
    assert "écrivez-le « annotatrice »" in answer.content.decode()
    assert not User.objects.filter(username="Annotatrice").exists()


def test_a_closed_account_is_told_so_to_who_knows_its_password_alone(
    client, admin, annotator, project
):
    User.objects.filter(pk=annotator.pk).update(is_active=False)
    address, closed = reverse("accounts:login"), "Ce compte est fermé"
    right = client.post(address, {"username": "annotatrice", "password": PASSWORD})
    assert (right.status_code, closed in right.content.decode()) == (200, True)
    for name, password in (("annotatrice", "faux"), ("personne", PASSWORD)):
        wrong = client.post(address, {"username": name, "password": password})
        assert closed not in wrong.content.decode()
    client.force_login(admin)
    members = client.get(reverse("members:list", args=[project.pk])).content.decode()
    assert "(compte fermé)" in members


def test_the_first_account_is_told_of_where_there_is_none(client, db):
    address = reverse("accounts:login")
    assert "create_admin" in client.get(address).content.decode()
    for wrong in ("", "al ix", "a" * 151):
        with pytest.raises(CommandError):
            call_command("create_admin", wrong, stdout=io.StringIO())
    call_command("create_admin", "alix", stdout=io.StringIO())
    with pytest.raises(CommandError, match="existe déjà"):
        call_command("create_admin", "Alix", stdout=io.StringIO())
    assert "create_admin" not in client.get(address).content.decode()


def test_who_was_locked_out_finds_a_way_on(client, annotator):
    address = reverse("accounts:login")
    for _try in range(7):
        answer = client.post(address, {"username": "annotatrice", "password": "faux"})
    assert answer.status_code == 429
    assert 'class="btn" href="/"' in answer.content.decode()


# --- forgotten passwords


def test_who_manages_members_gives_a_temporary_password(client, admin, annotator, project):
    there = Client()
    there.force_login(annotator)
    client.force_login(admin)
    address = reverse("members:password", args=[project.pk])
    page = client.post(address, {"person": annotator.pk}).content.decode()
    password = re.findall(r"<code>(\w{16})</code>", page)[0]
    assert there.get("/").status_code == 302, "sessions are over"
    assert not client.login(username="annotatrice", password=PASSWORD)
    assert there.login(username="annotatrice", password=password)
    assert there.get("/").headers["Location"] == reverse("accounts:password-change")
    assert not may_sign_for(admin, annotator)
    entry = AuditEntry.objects.get(action="account.password_renewed")
    assert (entry.actor, entry.object_id, entry.details) == (admin, str(annotator.pk), {})


def test_a_page_that_is_loaded_again_gives_no_other_password(client, admin, annotator, project):
    client.force_login(admin)
    once = client.get(reverse("members:list", args=[project.pk])).context["once"]
    address = reverse("members:password", args=[project.pk])
    shown = client.post(address, {"person": annotator.pk, "once": once})
    assert 'action="/langue/"' not in shown.text, "the other language would be a page without it"
    given = User.objects.get(pk=annotator.pk).password
    again = client.post(address, {"person": annotator.pk, "once": once}, follow=True)
    assert "ne s&#x27;affiche qu&#x27;une fois" in again.text
    assert 'action="/langue/"' in again.text
    assert User.objects.get(pk=annotator.pk).password == given
    client.post(address, {"person": annotator.pk, "once": again.context["once"]})
    assert User.objects.get(pk=annotator.pk).password != given, "asked for anew"


@pytest.mark.parametrize("case", ["own", "steward", "superuser", "elsewhere", "outside"])
def test_nobody_gets_by_it_what_he_could_not_give(
    client, admin, annotator, project, other_project, case
):
    other = admin if case == "own" else annotator
    if case == "steward":
        Membership.objects.create(user=other, project=project, role="steward")
    elif case == "superuser":
        User.objects.filter(pk=other.pk).update(is_superuser=True)
    elif case == "elsewhere":
        Membership.objects.create(user=other, project=other_project, role="reviewer")
    elif case == "outside":
        other.set_unusable_password()
        other.save()
    before = User.objects.get(pk=other.pk).password
    client.force_login(admin)
    address = reverse("members:password", args=[project.pk])
    answer = client.post(address, {"person": other.pk}, follow=True)
    assert "notice-danger" in answer.content.decode()
    assert User.objects.get(pk=other.pk).password == before
    assert not Handover.objects.exists()


def test_a_temporary_password_is_for_members_by_who_manages_them(
    client, admin, annotator, stranger, project
):
    address = reverse("members:password", args=[project.pk])
    client.force_login(admin)
    for person in (stranger.pk, "x", ""):
        assert client.post(address, {"person": person}).status_code == 404
    client.force_login(annotator)
    assert client.post(address, {"person": admin.pk}).status_code == 403


def test_the_server_renews_the_others(annotator, capsys):
    call_command("renew_password", "annotatrice")
    password = capsys.readouterr().out.split()[-1]
    annotator.refresh_from_db()
    assert annotator.check_password(password)
    assert annotator.password_is_temporary
    assert AuditEntry.objects.get(action="account.password_renewed").actor is None
    with pytest.raises(CommandError):
        call_command("renew_password", "personne")
