"""Signing in by the hospital's identity provider, against a small one that lies on demand."""

from __future__ import annotations

import time
from uuid import uuid4

import pytest
from django.contrib.sessions.models import Session
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.urls import reverse
from joserfc.jwk import RSAKey

from deidweb.accounts import access, oidc, services
from deidweb.accounts.apartness import are_apart, may_sign_for
from deidweb.accounts.models import Membership, OutsideIdentity, User
from deidweb.audit.models import AuditEntry
from deidweb.settings.env import GroupRole, group_roles
from tests.identity_provider import CLIENT, SECRET, IdentityProvider

START, BACK = "/comptes/sso/", "/comptes/sso/retour/"
pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def running():
    found = IdentityProvider()
    yield found
    found.stop()


@pytest.fixture
def provider(running, settings):
    running.claims, running.header, running.signing_key = {}, {"alg": "RS256", "kid": "one"}, None
    running.description, running.is_unsigned, running.seen, running.is_confused = (
        {},
        False,
        [],
        False,
    )
    settings.OIDC_ISSUER, settings.OIDC_CLIENT_ID = running.issuer, CLIENT
    settings.OIDC_CLIENT_SECRET, settings.OIDC_NAME = SECRET, "Hôpital"
    oidc.forget()
    return running


def come_in(client, provider, target: str = ""):
    there = client.get(START, {"next": target} if target else {})
    assert there.status_code == 302
    return client.get(BACK, provider.sign_in(there.headers["Location"]))


def is_in(client) -> bool:
    return "_auth_user_id" in client.session


def test_off_unless_configured(client):
    assert client.get(START).status_code == 404
    assert client.get(BACK).status_code == 404
    assert "comptes/sso" not in client.get(reverse("accounts:login")).content.decode()


@pytest.mark.parametrize(
    "spoiled", [{"issuer": "http://127.0.0.1:1"}, {"token_endpoint": ""}, {"jwks_uri": "ftp://x"}]
)
def test_a_description_that_says_nothing_useful_is_asked_for_again(client, provider, spoiled):
    """As a proxy's page or a provider that starts: it shut the door for an hour."""
    provider.description = spoiled
    assert client.get(START).status_code == 503
    provider.description = {}
    assert client.get(START).status_code == 302


def test_the_first_time_makes_an_account_without_roles(client, provider):
    assert "Se connecter avec Hôpital" in client.get(reverse("accounts:login")).content.decode()
    before = AuditEntry.objects.count()
    there = client.get(START)
    assert AuditEntry.objects.count() == before, "leading there writes nothing"
    assert not Session.objects.exists()
    done = client.get(BACK, provider.sign_in(there.headers["Location"]))
    assert (done.status_code, done.headers["Location"]) == (302, "/")
    user = User.objects.get(username="claire")
    assert (user.last_name, user.has_usable_password()) == ("Claire Externe", False)
    assert not user.memberships.exists()
    assert not user.is_superuser
    actions = list(AuditEntry.objects.values_list("action", flat=True))[before:]
    assert actions == ["account.created", "account.signed_in"]
    assert client.session["began"] <= time.time()

    client.logout()
    come_in(client, provider)
    assert User.objects.filter(username__startswith="claire").count() == 1


def test_a_session_of_this_kind_ends_like_any_other(client, provider, settings, monkeypatch):
    come_in(client, provider)
    assert client.get("/").status_code == 200
    monkeypatch.setattr(
        "deidweb.accounts.sessions._now", lambda: time.time() + settings.SESSION_IDLE_SECONDS + 1
    )
    assert client.get("/").status_code == 302
    assert not is_in(client)


@pytest.mark.parametrize(
    "lie",
    [
        {"nonce": "another"}, {"nonce": None}, {"aud": "somebody-else"}, {"aud": [CLIENT, "x"], "azp": "x"},
        {"aud": None}, {"exp": int(time.time()) - 3600}, {"exp": None}, {"iss": "https://evil.example"},
        {"sub": None}, {"nbf": int(time.time()) + 3600},
    ],
    ids=lambda lie: next(iter(lie)),  # no moment: two processes must collect the same names
)  # fmt: skip
def test_a_token_that_is_not_for_this_visit_signs_nobody_in(client, provider, lie):
    provider.claims = lie
    assert come_in(client, provider).status_code == 403
    assert not is_in(client)
    assert not User.objects.filter(username="claire").exists()
    assert AuditEntry.objects.last().action == "account.sign_in_refused"


def test_a_token_without_signature_or_with_another_s_signs_nobody_in(client, provider):
    provider.is_unsigned = True
    assert come_in(client, provider).status_code == 403
    provider.is_unsigned = False
    provider.signing_key = RSAKey.generate_key(2048, {"kid": "one"})
    assert come_in(client, provider).status_code == 403
    provider.is_confused = True
    assert come_in(client, provider).status_code == 403
    assert not is_in(client)


def test_a_key_that_was_changed_is_fetched_anew(client, provider):
    come_in(client, provider)
    provider.key = RSAKey.generate_key(2048, {"kid": "two"})
    provider.header = {"alg": "RS256", "kid": "two"}
    assert come_in(client, provider).status_code == 302
    assert provider.seen.count("/keys") == 2
    provider.key = RSAKey.generate_key(2048, {"kid": "one"})


def test_the_way_back_belongs_to_the_browser_that_left(client, provider):
    there = client.get(START)
    answer = provider.sign_in(there.headers["Location"])
    from django.test import Client

    other = Client()
    assert other.get(BACK, answer).status_code == 403
    assert client.get(BACK, answer | {"state": "x" * 43}).status_code == 403
    there = client.get(START)
    answer = provider.sign_in(there.headers["Location"])
    assert client.get(BACK, answer).status_code == 302
    client.logout()
    assert client.get(BACK, answer).status_code == 403, "once"
    assert client.get(BACK).status_code == 403


def test_a_visit_that_anybody_can_provoke_writes_nothing(client, provider):
    before = AuditEntry.objects.count()
    assert client.get(BACK).status_code == 403
    client.get(START)
    assert client.get(BACK, {"code": "x", "state": "x" * 43}).status_code == 403
    assert AuditEntry.objects.count() == before


def test_a_state_beyond_ascii_is_refused_like_any_other(client, provider):
    client.get(START)
    assert client.get(BACK, {"state": "é"}).status_code == 403


@pytest.mark.parametrize(
    "target", ["https://evil.example/", "//evil.example", "javascript:alert(1)"]
)
def test_it_leads_nowhere_outside(client, provider, target):
    assert come_in(client, provider, target).headers["Location"] == "/"


def test_it_leads_back_inside(client, provider):
    assert come_in(client, provider, "/projets/").headers["Location"] == "/projets/"


def test_a_provider_that_says_it_is_another_or_speaks_in_clear_is_not_believed(client, provider):
    provider.description = {"issuer": "https://evil.example"}
    assert client.get(START).status_code == 503
    oidc.forget()
    provider.description = {"token_endpoint": "http://evil.example/token"}
    assert client.get(START).status_code == 503


def test_no_account_is_taken_by_its_name(client, provider, annotator):
    provider.claims = {"preferred_username": annotator.username.upper()}
    answer = come_in(client, provider)
    assert answer.status_code == 403
    assert "relier" in answer.content.decode()
    call_command("link_account", annotator.username, "subject-1")
    assert come_in(client, provider).status_code == 302
    assert int(client.session["_auth_user_id"]) == annotator.pk
    with pytest.raises(CommandError, match="déjà un compte"):
        call_command("link_account", annotator.username, "subject-1")
    with pytest.raises(CommandError, match="Aucun compte"):
        call_command("link_account", "personne", "subject-2")


def test_a_closed_account_stays_closed(client, provider, admin):
    come_in(client, provider)
    user = User.objects.get(username="claire")
    User.objects.filter(pk=admin.pk).update(is_superuser=True)
    admin.refresh_from_db()
    access.deactivate(actor=admin, user=user)
    assert client.get("/").status_code == 302
    assert come_in(client, provider).status_code == 403


def test_groups_give_and_take_reading_roles_and_nothing_else(client, provider, project, settings):
    settings.GROUP_ROLES = (
        GroupRole("cardio", project.pk, "annotator"), GroupRole("cardio", uuid4(), "annotator"),
        GroupRole("chefs", project.pk, "reviewer"),
    )  # fmt: skip
    provider.claims = {"groups": ["cardio", "autre"]}
    come_in(client, provider)
    user = User.objects.get(username="claire")
    assert list(user.memberships.values_list("role", "by_group")) == [("annotator", True)]
    assert user.memberships.get().expires_at is not None, "looked at every year like any other"
    Membership.objects.create(user=user, project=project, role="reviewer")

    provider.claims = {"groups": []}
    come_in(client, provider)
    assert list(user.memberships.values_list("role", flat=True)) == ["reviewer"], (
        "a person gave that one"
    )
    actions = AuditEntry.objects.filter(action__startswith="member.").values_list(
        "action", flat=True
    )
    assert list(actions) == ["member.added", "member.removed"]


def test_a_role_taken_away_stays_away_at_the_next_sign_in(
    client, provider, project, admin, settings
):
    settings.GROUP_ROLES = (GroupRole("cardio", project.pk, "annotator"),)
    provider.claims = {"groups": ["cardio"]}
    come_in(client, provider)
    user = User.objects.get(username="claire")
    services.remove_member(actor=admin, membership=user.memberships.get())
    assert client.get("/").status_code == 302, "signed out"
    come_in(client, provider)
    assert not user.memberships.in_force().exists()
    assert AuditEntry.objects.filter(action="member.added").count() == 1
    # nor by leaving the group and coming back
    for groups in ([], ["cardio"]):
        provider.claims = {"groups": groups}
        come_in(client, provider)
    assert not user.memberships.in_force().exists()
    services.remove_member(actor=admin, membership=user.memberships.get())
    assert AuditEntry.objects.filter(action="member.removed").count() == 1
    client.force_login(admin)
    (row,) = user.memberships.all()
    for page in ("members:list", "members:review"):
        shown = client.get(reverse(page, args=[project.pk])).content.decode()
        assert reverse("members:remove", args=[project.pk, row.pk]) not in shown, "nothing to take"
    # a person may give it again, and then it is a person's to take
    services.add_member(actor=admin, project=project, username="claire", role="annotator")
    assert not user.memberships.in_force().get().by_group
    services.remove_member(actor=admin, membership=user.memberships.get())
    for groups in (["cardio"], [], ["cardio"]):
        provider.claims = {"groups": groups}
        come_in(client, provider)
        assert not user.memberships.in_force().exists()


def test_an_access_in_an_emergency_brings_no_role_back_that_was_taken_away(
    client, provider, project, admin, settings
):
    settings.GROUP_ROLES = (GroupRole("cardio", project.pk, "annotator"),)
    provider.claims = {"groups": ["cardio"]}
    come_in(client, provider)
    user = User.objects.get(username="claire")
    services.remove_member(actor=admin, membership=user.memberships.get())
    User.objects.filter(pk=user.pk).update(is_superuser=True)
    user.refresh_from_db()
    emergency = access.break_glass(
        actor=user, project=project, reason="Recherche urgente d'une allergie."
    )
    services.remove_member(actor=admin, membership=emergency)
    come_in(client, provider)
    assert not user.memberships.in_force().exists()
    assert not access.emergencies_in(project).exists()


def test_only_named_groups_come_in(client, provider, settings):
    settings.OUTSIDE_GROUPS = ["deidweb"]
    assert come_in(client, provider).status_code == 403
    assert not User.objects.filter(username="claire").exists()
    provider.claims = {"groups": ["deidweb"]}
    assert come_in(client, provider).status_code == 302


@pytest.mark.parametrize("role", ["steward", "admin", "access", "auditor", "roi"])
def test_no_group_gives_power(monkeypatch, role):
    monkeypatch.setenv("SOME_ROLES", f"g={uuid4()}:{role}")
    with pytest.raises(ImproperlyConfigured, match="annotator"):
        group_roles("SOME_ROLES")
    monkeypatch.setenv("SOME_ROLES", f"un groupe={uuid4()}:annotator; g=x:annotator")
    with pytest.raises(ImproperlyConfigured, match="projet"):
        group_roles("SOME_ROLES")


def test_such_an_account_is_one_person(client, provider, admin, steward):
    come_in(client, provider)
    user = User.objects.get(username="claire")
    assert are_apart(user, admin)
    assert may_sign_for(user, steward)


def test_the_second_factor_is_asked_here_unless_it_was_asked_there(client, provider, settings):
    settings.SECOND_FACTOR_ROLES = ["*"]
    provider.claims = {"amr": ["pwd"]}
    come_in(client, provider)
    assert client.get("/").headers["Location"] == "/comptes/code/"
    client.logout()
    settings.OIDC_SECOND_FACTOR_AMR = ["mfa"]
    come_in(client, provider)
    assert client.get("/").headers["Location"] == "/comptes/code/"
    client.logout()
    provider.claims = {"amr": ["pwd", "mfa"]}
    come_in(client, provider)
    assert client.get("/").status_code == 200


def test_it_has_no_password_here(client, provider):
    come_in(client, provider)
    address = reverse("accounts:password-change")
    page = client.get(address).content.decode()
    assert "celui de l&#x27;établissement" in page
    assert "old_password" not in page
    assert reverse("accounts:second-factor") in page, "the only way there"
    refused = client.post(address, {"old_password": "x"})
    assert refused.status_code == 403
    assert "celui de l&#x27;établissement" in refused.content.decode()
    identity = OutsideIdentity.objects.get()
    assert f'data-person="{identity.user_id}"' in page, "app.js asks there"
    assert identity.source == provider.issuer


def test_it_signs_with_a_code_in_place_of_a_password(client, provider, rf, monkeypatch):
    from deidweb.accounts import second_factor
    from deidweb.accounts.signed import SignedForm

    come_in(client, provider)
    request = rf.post("/")
    request.user = User.objects.get(username="claire")
    assert "second facteur" in str(SignedForm(request, {"password": "123456"}).errors["password"])
    monkeypatch.setattr(second_factor, "confirmed_factor", lambda user: user)
    monkeypatch.setattr("deidweb.accounts.signed.confirmed_factor", lambda user: user)
    monkeypatch.setattr("deidweb.accounts.signed.check", lambda user, code: code == "654321")
    form = SignedForm(request, {"password": "123456"})
    assert "téléphone" in str(form["password"].label)
    assert "n'est pas le bon" in str(form.errors["password"].as_data()[0].message)
    assert SignedForm(request, {"password": "654321"}).is_valid()
