"""Codes of a telephone: asked for where a role asks, once each, and not guessed."""

from __future__ import annotations

import base64
import time
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from django_otp.oath import hotp

from deidweb.accounts import second_factor
from deidweb.accounts.models import RecoveryCode, SecondFactor
from deidweb.audit.models import AuditEntry

CODE = "/comptes/code/"
PASSWORD_PAGE = "/comptes/mot-de-passe/"
WIDE = "lampe tortue granit"
PASSWORD = "pw-for-tests-only"


@pytest.fixture
def clock(monkeypatch):
    """clock(seconds) → moved on by so much since the last test step."""
    now = {"at": time.time()}
    monkeypatch.setattr("deidweb.accounts.second_factor.time.time", lambda: now["at"])

    def move(seconds: float = 60) -> float:
        now["at"] += seconds
        return now["at"]

    return move


def code_of(user, at: float, *, steps: int = 0) -> str:
    """As the telephone computes it, from the secret that it was shown."""
    secret = second_factor._open(SecondFactor.objects.get(user=user))
    return f"{hotp(secret, int(at) // 30 + steps):06d}"


@pytest.fixture
def set_up(steward, clock):
    """The steward has a telephone; its recovery codes."""
    second_factor.begin(steward)
    codes = second_factor.confirm(steward, code_of(steward, clock()))
    assert len(codes) == 10
    return codes


def sign_in(client, name="responsable"):
    return client.post(reverse("accounts:login"), {"username": name, "password": PASSWORD})


def test_without_one_and_without_need_nothing_changes(client, annotator):
    sign_in(client, "annotatrice")
    assert client.get("/").status_code == 200


@pytest.mark.parametrize("roles", [["steward"], ["*"]])
def test_a_role_that_asks_for_it_leads_to_the_set_up_and_nowhere_else(
    client, steward, project, settings, clock, roles
):
    settings.SECOND_FACTOR_ROLES = roles
    sign_in(client)
    for address in ("/", reverse("privacy:export-list", args=[project.pk])):
        assert client.get(address).headers["Location"] == CODE
    assert client.get(f"/api/projets/{project.pk}/notes/").status_code == 401
    assert "Commencer" in client.get(CODE).content.decode()
    assert not SecondFactor.objects.exists(), "reading writes nothing"
    client.post(CODE)
    page = client.get(CODE).content.decode()
    secret = base64.b32encode(second_factor._open(SecondFactor.objects.get())).decode()
    assert secret in page
    assert "data:image/svg+xml;base64," in page
    assert client.post(CODE, {"code": "000000"}).status_code == 422
    assert client.get("/").status_code == 302
    done = client.post(CODE, {"code": code_of(steward, clock())})
    assert done.content.decode().count("<code>") == 10
    assert client.get("/").status_code == 200


def test_the_page_that_was_asked_for_comes_after_the_password_and_the_code(
    client, steward, project, settings, clock
):
    settings.SECOND_FACTOR_ROLES = ["*"]
    steward.password_is_temporary = True
    steward.save()
    wanted = f"{reverse('privacy:export-list', args=[project.pk])}?page=2"
    page = {"Accept": "text/html"}
    sign_in(client)
    assert client.get(wanted, headers={**page, "HX-Request": "true"}).status_code == 401
    assert client.get(wanted, headers=page).headers["Location"] == PASSWORD_PAGE
    assert client.get("/", headers=page).headers["Location"] == PASSWORD_PAGE
    chosen = {"old_password": PASSWORD, "new_password1": WIDE, "new_password2": WIDE}
    assert client.post(PASSWORD_PAGE, chosen).headers["Location"] == wanted
    assert client.get(wanted, headers={**page, "HX-Request": "true"}).status_code == 401
    assert client.get(wanted, headers=page).headers["Location"] == CODE
    client.post(CODE)
    done = client.post(CODE, {"code": code_of(steward, clock())}).content.decode()
    assert f'href="{wanted}"' in done
    client.post(reverse("accounts:logout"))
    client.post(reverse("accounts:login"), {"username": "responsable", "password": WIDE})
    client.get(wanted, headers=page)
    assert client.post(CODE, {"code": code_of(steward, clock())}).headers["Location"] == wanted
    assert client.get(wanted).status_code == 200


def test_others_are_not_asked(client, annotator, settings):
    settings.SECOND_FACTOR_ROLES = ["steward", "superuser"]
    sign_in(client, "annotatrice")
    assert client.get("/").status_code == 200


def test_a_temporary_password_comes_first_and_leads_to_no_circle(client, steward, settings):
    settings.SECOND_FACTOR_ROLES = ["*"]
    steward.password_is_temporary = True
    steward.save()
    sign_in(client)
    assert client.get("/").headers["Location"] == reverse("accounts:password-change")
    assert client.get(reverse("accounts:password-change")).status_code == 200


def test_the_code_is_asked_at_each_sign_in_and_counts_once(client, steward, set_up, clock):
    sign_in(client)
    before = client.session.session_key
    assert client.get("/").headers["Location"] == CODE
    code = code_of(steward, clock())
    assert client.post(CODE, {"code": f"{code[:3]} {code[3:]}"}).headers["Location"] == "/"
    assert client.session.session_key != before
    assert client.get("/").status_code == 200
    client.post(reverse("accounts:logout"))
    sign_in(client)
    assert client.post(CODE, {"code": code}).status_code == 422, "a code that was seen"
    assert client.get("/").status_code == 302


@pytest.mark.parametrize(("steps", "status"), [(-2, 422), (-1, 302), (0, 302), (1, 302), (2, 422)])
def test_a_clock_may_be_half_a_minute_wrong(client, steward, set_up, clock, steps, status):
    sign_in(client)
    clock(600)
    assert client.post(CODE, {"code": code_of(steward, clock(), steps=steps)}).status_code == status


def test_five_wrong_codes_close_the_way_even_to_the_right_one(client, steward, set_up, clock):
    sign_in(client)
    for _try in range(4):
        assert client.post(CODE, {"code": "000000"}).status_code == 422
    assert client.post(CODE, {"code": "x"}).status_code == 429
    assert client.post(CODE, {"code": code_of(steward, clock())}).status_code == 429
    assert AuditEntry.objects.filter(action="account.second_factor_refused").count() == 5
    SecondFactor.objects.update(closed_until=None)
    assert client.post(CODE, {"code": code_of(steward, clock())}).status_code == 302


def test_a_recovery_code_counts_once_and_is_kept_as_a_digest(client, steward, set_up):
    kept = "".join(RecoveryCode.objects.values_list("digest", flat=True))
    assert set_up[0] not in kept
    sign_in(client)
    assert client.post(CODE, {"code": set_up[0].upper()}).status_code == 302
    client.post(reverse("accounts:logout"))
    sign_in(client)
    assert client.post(CODE, {"code": set_up[0]}).status_code == 422
    assert client.post(CODE, {"code": set_up[1]}).status_code == 302
    assert RecoveryCode.objects.count() == 8


def test_the_secret_is_sealed_and_bound_to_its_account(steward, set_up, annotator):
    from cryptography.exceptions import InvalidTag

    factor = SecondFactor.objects.get(user=steward)
    secret = second_factor._open(factor)
    assert secret not in base64.b64decode(factor.secret)
    moved = SecondFactor(user=annotator, secret=factor.secret)
    with pytest.raises(InvalidTag):
        second_factor._open(moved)


def test_a_lost_telephone(client, steward, set_up, settings):
    from deidweb.accounts.models import User

    settings.SECOND_FACTOR_ROLES = ["steward"]
    client.force_login(User.objects.create_superuser("racine", password=PASSWORD))
    client.post(reverse("accounts:change", args=[steward.pk, "second-facteur"]))
    assert not SecondFactor.objects.exists()
    assert not RecoveryCode.objects.exists()
    client.post(reverse("accounts:logout"))
    sign_in(client)
    assert "Commencer" in client.get("/", follow=True).content.decode()


def test_an_open_session_shows_no_secret(client, steward, set_up, clock):
    sign_in(client)
    client.post(CODE, {"code": code_of(steward, clock())})
    page = client.get(CODE).content.decode()
    assert base64.b32encode(second_factor._open(SecondFactor.objects.get())).decode() not in page
    assert "data:image" not in page


# --- a clock that jumps


@pytest.mark.fault("F17")
def test_a_clock_that_is_set_back_lets_no_code_in_twice(steward, set_up, clock):
    code = code_of(steward, clock())
    assert second_factor.check(steward, code)
    clock(7200)
    clock(-7200)
    assert not second_factor.check(steward, code)
    assert not second_factor.check(steward, code_of(steward, clock(-60)))
    assert second_factor.check(steward, set_up[0]), "a recovery code asks no clock"


@pytest.mark.fault("F17")
@pytest.mark.parametrize("jump", [7200, -7200])
def test_a_jump_closes_the_way_for_no_longer_than_a_quarter_of_an_hour(
    steward, set_up, clock, monkeypatch, jump
):
    began = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: began + timedelta(seconds=max(0, -jump)))
    for _try in range(5):
        second_factor.check(steward, "000000")
    assert second_factor.is_closed(SecondFactor.objects.get())
    monkeypatch.setattr(timezone, "now", lambda: began + timedelta(seconds=max(0, jump)))
    assert not second_factor.is_closed(SecondFactor.objects.get())


@pytest.mark.fault("F17")
@pytest.mark.parametrize("moment", [1774746000, 1792890000], ids=["March", "October"])
@pytest.mark.parametrize("seconds", [-1800, -30, 0, 30, 1800])
def test_summer_time_moves_no_code(steward, clock, monkeypatch, moment, seconds):
    """2026-03-29 and 2026-10-25, 01:00 UTC: what the wall says jumps, what a code is reckoned from does not."""
    second_factor.begin(steward)
    now = moment + seconds
    monkeypatch.setattr("deidweb.accounts.second_factor.time.time", lambda: now)
    assert second_factor.confirm(steward, code_of(steward, now))


def test_another_telephone_takes_the_place_of_the_old_one(client, steward, set_up, clock):
    sign_in(client)
    change = reverse("accounts:telephone-change")
    assert client.post(change).headers["Location"] == CODE
    assert SecondFactor.objects.get().confirmed_at is not None, "a password alone changes nothing"
    client.post(CODE, {"code": code_of(steward, clock())})
    old = SecondFactor.objects.get().secret
    assert "Changer de téléphone" in client.get(CODE).content.decode()
    assert client.post(change).headers["Location"] == CODE
    page = client.get(CODE)
    assert SecondFactor.objects.get().secret == old, "it serves until the new one has shown a code"
    refused = client.post(CODE, {"code": code_of(steward, clock(60))})
    assert refused.status_code == 422, "a code of the old one is none of the new one"
    secret = base64.b32decode(page.context["secret"])
    done = client.post(CODE, {"code": f"{hotp(secret, int(clock()) // 30):06d}"})
    assert done.content.decode().count("<code>") == 10
    assert SecondFactor.objects.get().secret != old
    assert client.get(CODE).context["state"] == "set"
    for answer, state in (({}, "scan"), ({"keep": "1"}, "set")):
        client.post(change, answer)
        assert client.get(CODE).context["state"] == state
    clock(600)
    session = client.session
    session["factor_shown_at"] = 0
    session.save()
    assert client.post(change).status_code == 403


def test_new_recovery_codes_void_the_old_ones(client, steward, set_up, clock):
    sign_in(client)
    client.post(CODE, {"code": set_up[0]})
    assert "Il en reste 9." in client.get(CODE).content.decode()
    page = client.post(reverse("accounts:recovery-codes")).content.decode()
    assert page.count("<code>") == 10
    assert "Il en reste 10." in client.get(CODE).content.decode()
    assert not any(second_factor.check(steward, code) for code in set_up[1:4])
    assert AuditEntry.objects.filter(action="account.recovery_codes_drawn").count() == 1


def test_who_has_no_factor_draws_no_recovery_codes(client, annotator):
    sign_in(client, "annotatrice")
    assert client.post(reverse("accounts:recovery-codes")).status_code == 404
