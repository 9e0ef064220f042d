"""Security keys: only the one that was added, for this site, for this challenge, once."""

from __future__ import annotations

import time

import pytest
from django.urls import reverse

from deidweb.accounts import second_factor
from deidweb.accounts.models import RecoveryCode, SecurityKey
from deidweb.audit.models import AuditEntry
from tests.software_key import SoftwareKey

PAGE, OPTIONS, ADD, CHECK = (
    f"/comptes/{end}/" for end in ("code", "cle/options", "cle/ajouter", "cle/verifier")
)
ORIGIN = "http://testserver"
pytestmark = pytest.mark.django_db


def sign_in(client, name: str = "responsable") -> None:
    client.post(reverse("accounts:login"), {"username": name, "password": "pw-for-tests-only"})


def options(client, purpose: str):
    return client.post(OPTIONS, {"purpose": purpose}).json()


def added(client, key: SoftwareKey, *, name: str = "Ma clé", origin: str = ORIGIN):
    return client.post(ADD, {"name": name, "answer": key.register(options(client, "add"), origin)})


@pytest.fixture
def key(client, steward):
    """The steward's key; he has signed out."""
    sign_in(client)
    key = SoftwareKey()
    page = added(client, key)
    assert page.content.decode().count("<code>") == 10
    client.logout()
    return key


def test_it_is_asked_for_at_every_sign_in_and_opens(client, key, project):
    sign_in(client)
    assert client.get("/").headers["Location"] == PAGE
    assert client.get(f"/api/projets/{project.pk}/notes/").status_code == 401
    page = client.get(PAGE).content.decode()
    assert "Utiliser ma clé de sécurité" in page
    assert "Ajouter une clé" not in page
    before = client.session.session_key
    done = client.post(CHECK, {"answer": key.sign(options(client, "check"), ORIGIN)})
    assert done.headers["Location"] == "/"
    assert client.get("/").status_code == 200
    assert client.session.session_key != before
    assert SecurityKey.objects.get().sign_count == 1
    actions = AuditEntry.objects.values_list("action", flat=True)
    assert "account.security_key_added" in actions


@pytest.mark.parametrize(
    "origin", ["https://testserver", "http://evil.example", "http://testserver.evil.example"]
)
def test_what_was_signed_for_another_site_opens_nothing(client, key, origin):
    sign_in(client)
    client.post(CHECK, {"answer": key.sign(options(client, "check"), origin)})
    assert client.get("/").status_code == 302
    assert AuditEntry.objects.last().action == "account.second_factor_refused"


def test_a_challenge_counts_once_for_one_purpose_for_five_minutes(client, key, monkeypatch):
    sign_in(client)
    answer = key.sign(options(client, "check"), ORIGIN)
    client.post(CHECK, {"answer": answer.replace('"type": "public-key"', '"type": "x"')})
    client.post(CHECK, {"answer": answer})
    assert client.get("/").status_code == 302, "the challenge was gone"

    stale = key.sign(options(client, "check"), ORIGIN)
    now = time.time()
    monkeypatch.setattr("deidweb.accounts.security_keys.time.time", lambda: now + 301)
    client.post(CHECK, {"answer": stale})
    assert client.get("/").status_code == 302
    assert client.post(OPTIONS, {"purpose": "add"}).status_code == 403, (
        "a password adds no second key"
    )
    assert client.post(ADD, {"name": "x", "answer": "{}"}).status_code == 403
    client.post(PAGE)
    assert not hasattr(SecurityKey.objects.get().user, "second_factor"), "nor a telephone"


def test_a_copy_that_has_fallen_behind_is_refused(client, key):
    sign_in(client)
    client.post(CHECK, {"answer": key.sign(options(client, "check"), ORIGIN)})
    client.logout()
    sign_in(client)
    client.post(CHECK, {"answer": key.sign(options(client, "check"), ORIGIN, counts=False)})
    assert client.get("/").status_code == 302


@pytest.mark.parametrize(
    "answer", ["", "{}", "[]", "null", '{"rawId": "AA"}', '{"rawId": 7, "id": []}', "x" * 5000]
)
def test_what_is_no_answer_opens_nothing(client, key, answer):
    sign_in(client)
    options(client, "check")
    assert client.post(CHECK, {"answer": answer}).status_code == 302
    assert client.get("/").headers["Location"] == PAGE


def test_another_person_s_key_opens_nothing(client, key, annotator):
    own = SoftwareKey()
    sign_in(client, "annotatrice")
    added(client, own)
    client.logout()
    sign_in(client)
    client.post(CHECK, {"answer": own.sign(options(client, "check"), ORIGIN)})
    assert client.get("/").status_code == 302


def test_recovery_codes_open_once_and_are_counted(client, key, steward):
    codes = second_factor.new_recovery_codes(steward)
    sign_in(client)
    assert client.post(PAGE, {"code": codes[0]}).status_code == 302
    assert client.get("/").status_code == 200
    client.logout()
    sign_in(client)
    for _try in range(6):
        assert client.post(PAGE, {"code": codes[0]}).status_code == 422
    assert client.post(PAGE, {"code": codes[1]}).status_code == 429
    assert RecoveryCode.objects.count() == 9


def test_adding_and_removing(client, steward, settings):
    sign_in(client)
    key, other = SoftwareKey(), SoftwareKey()
    assert (
        "Donnez un nom"
        in added(client, key, name="  ").wsgi_request._messages._queued_messages[0].message
    )
    added(client, key)
    assert added(client, key).status_code == 302
    assert added(client, other, origin="http://evil.example").status_code == 302
    assert SecurityKey.objects.count() == 1
    first = SecurityKey.objects.get()
    settings.SECOND_FACTOR_ROLES = ["steward"]
    client.post(f"/comptes/cle/{first.pk}/retirer/")
    assert SecurityKey.objects.count() == 1, "the last one of a person who needs one"
    added(client, other)
    client.post(f"/comptes/cle/{first.pk}/retirer/")
    assert SecurityKey.objects.count() == 1
    assert client.post(f"/comptes/cle/{first.pk}/retirer/").status_code == 404


def test_a_key_is_given_another_name_by_its_owner_alone(client, key, annotator):
    own = SecurityKey.objects.get()
    address = f"/comptes/cle/{own.pk}/renommer/"
    sign_in(client)
    client.post(CHECK, {"answer": key.sign(options(client, "check"), ORIGIN)})
    assert "Renommer" in client.get(PAGE).content.decode()
    client.post(address, {"name": "  Clé   du\nbureau  "})
    own.refresh_from_db()
    assert own.name == "Clé du bureau"
    last = AuditEntry.objects.order_by("pk").last()
    assert last.action == "account.security_key_renamed"
    assert "bureau" not in str(last.details)
    for refused in ("", " \t ", "\x00", "a\u202eb"):
        client.post(address, {"name": refused})
        own.refresh_from_db()
        assert own.name == "Clé du bureau"
    assert client.get(address).status_code == 405
    later(client)
    assert client.post(address, {"name": "Autre"}).status_code == 403, "as adding and removing"
    client.logout()
    sign_in(client, annotator.username)
    for name in ("Volée", ""):
        assert client.post(address, {"name": name}).status_code == 404
    own.refresh_from_db()
    assert own.name == "Clé du bureau"


def later(client):
    session = client.session
    session["factor_shown_at"] = time.time() - 301
    session.save()


def test_an_open_session_adds_and_removes_no_key_without_showing_one(client, key):
    sign_in(client)
    client.post(CHECK, {"answer": key.sign(options(client, "check"), ORIGIN)})
    later(client)
    own = SecurityKey.objects.get()
    assert client.post(OPTIONS, {"purpose": "add"}).status_code == 403
    assert client.post(ADD, {"name": "x", "answer": "{}"}).status_code == 403
    assert client.post(f"/comptes/cle/{own.pk}/retirer/").status_code == 403
    client.post(PAGE)
    assert not hasattr(SecurityKey.objects.get().user, "second_factor"), "nor a telephone"
    page = client.get(PAGE).content.decode()
    assert "montrez-le de nouveau" in page
    assert "Ajouter une clé" not in page
    done = client.post(CHECK, {"answer": key.sign(options(client, "check"), ORIGIN)})
    assert done.headers["Location"] == PAGE
    assert "Ajouter une clé" in client.get(PAGE).content.decode()
    added(client, SoftwareKey())
    assert SecurityKey.objects.count() == 2


def test_who_has_no_factor_sets_one_up_just_after_signing_in(client, steward):
    sign_in(client)
    later(client)
    assert client.post(OPTIONS, {"purpose": "add"}).status_code == 403
    for method in (client.get, client.post):
        assert "reconnectez-vous" in method(PAGE).content.decode()
    assert not hasattr(steward, "second_factor")
    client.logout()
    sign_in(client)
    added(client, SoftwareKey())
    assert SecurityKey.objects.exists()


def test_an_administrator_takes_a_lost_key_away(client, key, steward, admin):
    second_factor.remove(actor=admin, user=steward)
    assert not SecurityKey.objects.exists()
    assert not RecoveryCode.objects.exists()
    sign_in(client)
    assert client.get("/").status_code == 200


def test_a_bare_address_takes_no_key(client, steward):
    sign_in(client)
    page = client.get(PAGE, headers={"host": "127.0.0.1"}).content.decode()
    assert "Ajouter une clé" not in page
    assert "un nom, pas un nombre" in page


def test_the_page_of_accounts_knows_of_a_factor_that_is_a_key_alone(
    client, key, steward, make_user
):
    root = make_user("racine")
    root.is_superuser = True
    root.save()
    client.force_login(root)
    page = client.get(reverse("accounts:list")).content.decode()
    assert "ouvert · second facteur" in page
    remove = reverse("accounts:change", args=[steward.pk, "second-facteur"])
    assert f'action="{remove}"' in page
    client.post(remove)
    assert f'action="{remove}"' not in client.get(reverse("accounts:list")).content.decode()
