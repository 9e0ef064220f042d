"""An open session alone gives nobody a role, a password, an account or an access in an emergency: the password is asked again."""

from __future__ import annotations

import time

import pytest
from django.urls import reverse

from deidweb.accounts.models import Membership, RoleProposal, User
from deidweb.accounts.second_factor_gate import SHOWN_AT, may_change_factors

PASSWORD = "pw-for-tests-only"
LATER = 301


@pytest.fixture
def keeper(make_user, project) -> User:
    user = make_user("gestionnaire", project, "access")
    User.objects.filter(pk=user.pk).update(is_superuser=True)
    user.set_password(PASSWORD)
    user.save(update_fields=["password"])
    return User.objects.get(pk=user.pk)


@pytest.fixture
def late(client, keeper):
    """Signed in more than five minutes ago."""
    client.force_login(keeper)
    session = client.session
    session[SHOWN_AT] = time.time() - LATER
    session.save()
    return client


@pytest.fixture
def acts(make_user, project, annotator, keeper) -> dict[str, tuple[str, dict, object]]:
    """Name → address, fields, whether it is done."""
    closed = make_user("closed")
    User.objects.filter(pk=closed.pk).update(is_active=False)
    other = make_user("autre", project, "access")
    proposal = RoleProposal.objects.create(
        user=annotator, project=project, role="steward", proposed_by=other
    )
    role = annotator.memberships.get()
    before = role.expires_at

    def held(**wanted) -> bool:
        return Membership.objects.filter(project=project, **wanted).exists()

    return {
        "role": (
            reverse("members:list", args=[project.pk]),
            {"username": "nouvelle", "full_name": "N’ou <b>", "role": "annotator"},
            lambda: held(user__username="nouvelle"),
        ),
        "password": (
            reverse("members:password", args=[project.pk]),
            {"person": annotator.pk, "once": "x"},
            lambda: User.objects.get(pk=annotator.pk).password_is_temporary,
        ),
        "confirm": (
            reverse("members:proposal-confirm", args=[project.pk, proposal.pk]),
            {},
            lambda: held(user=annotator, role="steward"),
        ),
        "prolong": (
            reverse("members:prolong", args=[project.pk, role.pk]),
            {},
            lambda: Membership.objects.get(pk=role.pk).expires_at != before,
        ),
        "reopen": (
            reverse("accounts:change", args=[closed.pk, "ouvrir"]),
            {},
            lambda: User.objects.get(pk=closed.pk).is_active,
        ),
        "emergency": (
            reverse("accounts:emergency"),
            {"project": str(project.pk), "reason": "Urgence de la nuit, personne n’est joignable."},
            lambda: held(user=keeper, role="annotator"),
        ),
    }


NAMES = ["role", "password", "confirm", "prolong", "reopen", "emergency"]


@pytest.mark.parametrize("name", NAMES)
def test_the_password_is_asked_again_and_the_form_comes_back_whole(late, acts, name):
    address, fields, is_done = acts[name]
    page = late.post(address, fields)
    assert page.status_code == 403
    assert not is_done()
    for key, value in fields.items():
        assert f'name="{key}"' in page.content.decode()
        assert "<b>" not in page.content.decode(), "what was typed is escaped"
        assert dict(page.context["fields"])[key] == str(value)
    assert late.post(address, {**fields, "password": "wrong"}).status_code == 403
    assert not is_done()
    assert late.post(address, {**fields, "password": PASSWORD}).status_code in (200, 302)
    assert is_done()


def test_for_five_minutes_it_is_not_asked_a_second_time(late, acts):
    address, fields, _ = acts["role"]
    late.post(address, {**fields, "password": PASSWORD})
    assert late.post(address, {**fields, "username": "encore"}).status_code == 200
    assert Membership.objects.filter(user__username="encore").exists()


def test_a_password_alone_changes_no_second_factor(late, acts, rf, keeper):
    address, fields, _ = acts["role"]
    late.post(address, {**fields, "password": PASSWORD})
    request = rf.get("/")
    request.session = late.session
    assert not may_change_factors(request, keeper)


def test_guesses_are_counted(late, acts):
    address, fields, is_done = acts["emergency"]
    said = [late.post(address, {**fields, "password": f"wrong{n}"}).status_code for n in range(8)]
    assert said[-1] == 429
    assert late.post(address, {**fields, "password": PASSWORD}).status_code == 429
    assert not is_done()


def test_what_closes_waits_for_no_password(late, annotator):
    late.post(reverse("accounts:change", args=[annotator.pk, "fermer"]))
    assert not User.objects.get(pk=annotator.pk).is_active
