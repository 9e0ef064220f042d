"""Roles that run out, accounts that close, access in an emergency."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.core.management import CommandError, call_command
from django.urls import reverse
from django.utils import timezone

from deidweb.accounts import access
from deidweb.accounts.models import Emergency, Membership, Project, RoleProposal, User
from deidweb.accounts.permissions import permissions_in
from deidweb.accounts.roles import Permission
from deidweb.accounts.services import add_member, confirm_role, create_project
from deidweb.audit.models import AuditEntry


@pytest.fixture
def root(db) -> User:
    return User.objects.create_superuser("racine", password="pw-for-tests-only")


@pytest.fixture
def keeper(make_user, project) -> User:
    return make_user("gestionnaire", project, "access")


def ends(membership: Membership, **delta) -> None:
    Membership.objects.filter(pk=membership.pk).update(
        expires_at=timezone.now() + timedelta(**delta)
    )


def test_a_role_that_has_run_out_opens_nothing(client, annotator, project):
    client.force_login(annotator)
    address = reverse("annotation:document-list", args=[project.pk])
    (role,) = annotator.memberships.all()
    ends(role, days=1)
    assert client.get(address).status_code == 200
    ends(role, seconds=-1)
    assert client.get(address).status_code == 404
    assert permissions_in(annotator, project) == frozenset()
    assert not Project.objects.visible_to(annotator, Permission.READ_NOTES).exists()


def test_roles_are_given_for_a_year_and_given_anew_when_they_have_run_out(
    keeper, project, make_user
):
    make_user("lectrice")
    add_member(actor=keeper, project=project, username="lectrice", role="annotator")
    role = Membership.objects.get(user__username="lectrice")
    assert abs(role.expires_at - timezone.now() - timedelta(days=365)) < timedelta(minutes=1)
    ends(role, days=-1)
    add_member(actor=keeper, project=project, username="lectrice", role="annotator")
    assert not Membership.objects.get(user__username="lectrice").is_over


def test_who_makes_a_project_holds_it_for_a_year(root):
    project = create_project(actor=root, name="Essai")
    assert all(role.expires_at and not role.is_over for role in project.memberships.all())


def test_the_review_prolongs_others_roles_only(client, keeper, annotator, project):
    client.force_login(keeper)
    (role,), (own,) = annotator.memberships.all(), keeper.memberships.all()
    ends(role, days=5)
    page = client.get(reverse("members:review", args=[project.pk])).content.decode()
    assert "bientôt" in page
    for membership in (role, own):
        client.post(reverse("members:prolong", args=[project.pk, membership.pk]))
    role.refresh_from_db()
    own.refresh_from_db()
    assert role.expires_at > timezone.now() + timedelta(days=364)
    assert own.expires_at is None
    assert AuditEntry.objects.filter(action="member.prolonged").count() == 1


def test_the_review_as_a_file_quotes_formulas(client, keeper, project, make_user):
    make_user("=cmd", project, "annotator")
    client.force_login(keeper)
    text = client.get(reverse("members:review", args=[project.pk]) + "?format=csv").content.decode()
    assert "'=cmd;annotateur;" in text
    assert text.splitlines()[0].startswith("Personne;Rôle;")
    entry = AuditEntry.objects.get(action="member.list_downloaded")
    assert (entry.actor, entry.details) == (keeper, {"rows": 2})


def test_the_review_is_for_who_manages_members(client, annotator, keeper, project, other_project):
    (role,) = annotator.memberships.all()
    client.force_login(annotator)
    assert client.get(reverse("members:review", args=[project.pk])).status_code == 403
    assert client.post(reverse("members:prolong", args=[project.pk, role.pk])).status_code == 403
    client.force_login(keeper)
    assert client.get(reverse("members:review", args=[other_project.pk])).status_code == 404
    assert (
        client.post(reverse("members:prolong", args=[other_project.pk, role.pk])).status_code == 404
    )


def test_a_closed_account_opens_nothing_from_the_next_request_on(client, root, annotator):
    from django.test import Client

    victim = Client()
    victim.force_login(annotator)
    assert victim.get("/").status_code == 200
    client.force_login(root)
    client.post(reverse("accounts:change", args=[annotator.pk, "fermer"]))
    assert victim.get("/").status_code == 302
    assert not victim.login(username="annotatrice", password="pw-for-tests-only")
    client.post(reverse("accounts:change", args=[annotator.pk, "ouvrir"]))
    assert victim.get("/").status_code == 302, "old sessions stay closed"
    actions = AuditEntry.objects.filter(actor=root).values_list("action", flat=True)
    assert {"account.deactivated", "account.reactivated"} <= set(actions)


def test_nobody_closes_his_own_account_or_the_last_administrator_s(root):
    with pytest.raises(access.AccessRefusedError):
        access.deactivate(actor=root, user=root)
    second = User.objects.create_superuser("seconde", password="pw-for-tests-only")
    access.deactivate(actor=root, user=second)
    second.refresh_from_db()
    with pytest.raises(PermissionDenied):
        access.deactivate(actor=second, user=root)
    third = User.objects.create_superuser("troisieme", password="pw-for-tests-only")
    User.objects.filter(pk=root.pk).update(is_active=False)
    third.is_active = True
    root.is_superuser = True
    with pytest.raises(access.AccessRefusedError, match="au moins un"):
        access.deactivate(actor=root, user=third)


def test_a_role_that_has_run_out_is_not_revived_by_one_person(keeper, steward, project, make_user):
    """A steward's takes two people again."""
    role = steward.memberships.get()
    ends(role, seconds=-1)
    with pytest.raises(access.AccessRefusedError, match="terminé"):
        access.prolong(actor=keeper, membership=role)
    assert access.prolong_from_the_server(
        project=project, username=steward.username, role="steward"
    ) == 0  # fmt: skip
    assert permissions_in(steward, project) == frozenset()
    added = add_member(
        actor=keeper, project=project, username=steward.username, role="steward"
    )  # proposed
    assert added.is_proposed
    confirm_role(actor=make_user("seconde", project, "access"), proposal=RoleProposal.objects.get())
    assert Permission.DECIDE_EXPORT in permissions_in(steward, project)


def test_a_role_that_runs_out_meanwhile_is_not_prolonged(keeper, steward, project):
    """The page was opened when it still counted."""
    role = steward.memberships.get()
    Membership.objects.filter(pk=role.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    assert not role.is_over  # as the view read it
    with pytest.raises(access.AccessRefusedError):
        access.prolong(actor=keeper, membership=role)


@pytest.mark.parametrize("change", ["fermer", "ouvrir", "deconnecter", "second-facteur"])
def test_accounts_are_for_administrators_of_the_installation(client, admin, annotator, change):
    client.force_login(admin)
    assert client.get(reverse("accounts:list")).status_code == 403
    assert client.post(reverse("accounts:change", args=[annotator.pk, change])).status_code == 403
    assert client.post(reverse("accounts:emergency")).status_code == 403
    annotator.refresh_from_db()
    assert annotator.is_active


def test_who_loses_an_account_is_named_before(client, root, annotator):
    client.force_login(root)
    page = client.get(reverse("accounts:list")).content.decode()
    assert f"Fermer le compte de {annotator.display_name}" in page


def test_an_unknown_change_or_account_is_404(client, root):
    client.force_login(root)
    assert client.post(reverse("accounts:change", args=[root.pk, "x"])).status_code == 404
    assert client.post(reverse("accounts:change", args=[999, "fermer"])).status_code == 404
    assert client.post(reverse("accounts:emergency"), {"project": "x"}).status_code == 404


REASON = "Le service appelle : compte rendu introuvable cette nuit."


def test_an_emergency_opens_reading_for_some_hours_and_everybody_who_watches_is_told(
    client, root, project, make_user, keeper
):
    auditor = make_user("auditrice", project, "auditor")
    notes = reverse("annotation:document-list", args=[project.pk])
    client.force_login(root)
    assert client.get(notes).status_code == 404
    sent = {"project": project.pk, "reason": REASON}
    told = client.post(reverse("accounts:emergency"), sent, follow=True).content.decode()
    end = timezone.localtime(Membership.objects.get(user=root, project=project).expires_at)
    assert f"ouvert jusqu&#x27;à {end:%H:%M}." in told
    assert "votre raison est montrée à qui gère les accès" in told
    assert client.get(notes).status_code == 200
    assert permissions_in(root, project) == {Permission.READ_NOTES}
    for permission in Permission:
        is_seen = Project.objects.visible_to(root, permission).exists()
        assert is_seen == (permission is Permission.READ_NOTES), permission
    for watcher in (auditor, keeper):
        client.force_login(watcher)
        assert "accès d'urgence en cours" in client.get("/").content.decode().replace("&#x27;", "'")
    assert REASON in client.get(reverse("members:list", args=[project.pk])).content.decode()
    entry = AuditEntry.objects.get(action="access.emergency")
    assert (entry.actor, entry.project_ref, entry.details["hours"]) == (root, project.pk, 4)
    (role,) = root.memberships.all()
    with pytest.raises(access.AccessRefusedError):
        access.prolong(actor=keeper, membership=role)
    ends(role, seconds=-1)
    client.force_login(root)
    assert client.get(notes).status_code == 404
    access.break_glass(actor=root, project=project, reason=REASON)
    assert client.get(notes).status_code == 200


def test_the_reason_of_an_emergency_is_sealed_and_outlives_its_role(
    client, root, project, make_user, keeper
):
    """The journal holds no text: it seals the sentence, which stays where the auditor reads it."""
    access.break_glass(actor=root, project=project, reason=REASON)
    add_member(actor=keeper, project=project, username="racine", role="annotator")
    assert not Membership.objects.exclude(reason="").exists()
    entry = AuditEntry.objects.get(action="access.emergency")
    assert REASON not in str(entry.details)
    call_command("verify_audit")
    client.force_login(make_user("auditrice", project, "auditor"))
    journal = reverse("audit:journal", args=[project.pk])
    assert REASON in client.get(journal).content.decode()
    Emergency.objects.update(reason="Une tout autre raison, écrite bien après les faits.")
    assert "la raison qui a été scellée" in client.get(journal).content.decode()
    with pytest.raises(CommandError, match=str(entry.pk)):
        call_command("verify_audit")
    Emergency.objects.all().delete()
    with pytest.raises(CommandError, match="urgence"):
        call_command("verify_audit")


@pytest.mark.parametrize("reason", ["", "urgence", ". " * 40])
def test_an_emergency_needs_a_reason(client, root, project, reason):
    client.force_login(root)
    refused = client.post(reverse("accounts:emergency"), {"project": project.pk, "reason": reason})
    assert not root.memberships.exists()
    page = refused.content.decode()
    assert f"required>{reason}</textarea>" in page, "what was typed stays"
    assert f'value="{project.pk}" selected' in page


def test_the_home_page_tells_who_manages_members_and_the_server_prolongs_the_last_one(
    client, keeper, project
):
    (role,) = keeper.memberships.all()
    ends(role, days=5)
    client.force_login(keeper)
    assert "rôle bientôt terminé" in client.get("/").content.decode()
    ends(role, days=-5)
    assert client.get(reverse("members:list", args=[project.pk])).status_code == 404
    call_command("prolong_role", str(project.pk), "gestionnaire", "access")
    assert client.get(reverse("members:list", args=[project.pk])).status_code == 200
    with pytest.raises(CommandError):
        call_command("prolong_role", str(project.pk), "gestionnaire", "steward")


def test_a_role_that_is_given_during_an_emergency_outlasts_it(keeper, root, project):
    access.break_glass(actor=root, project=project, reason="Recherche urgente d'une allergie.")
    add_member(actor=keeper, project=project, username="racine", role="annotator")
    role = Membership.objects.get(user=root, project=project)
    assert role.reason == ""
    assert role.expires_at > timezone.now() + timedelta(days=364)
    assert AuditEntry.objects.filter(action="member.added", object_id=str(root.pk)).count() == 1


def test_the_home_page_says_which_of_ones_roles_has_run_out(client, annotator, root, project):
    access.break_glass(actor=root, project=project, reason=REASON)
    for user, told in ((annotator, "Votre rôle « annotateur »"), (root, "Votre accès d'urgence")):
        client.force_login(user)
        assert told not in client.get("/").content.decode().replace("&#x27;", "'")
        user.memberships.update(expires_at=timezone.now() - timedelta(hours=1))
        assert told in client.get("/").content.decode().replace("&#x27;", "'")
    root.memberships.update(expires_at=timezone.now() - timedelta(days=2))
    assert "Votre accès" not in client.get("/").content.decode()
    annotator.memberships.update(by_group=True)  # taken away: somebody wanted it so
    client.force_login(annotator)
    assert "Votre rôle" not in client.get("/").content.decode()
