"""Guesses are limited for an account, for an address and for the old password; nobody locks anybody else out."""

from __future__ import annotations

import re
from datetime import timedelta

from django.contrib.auth.hashers import MD5PasswordHasher
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from deidweb.accounts.models import PasswordTry
from deidweb.accounts.throttle import PER_ACCOUNT, PER_ADDRESS

RIGHT = "pw-for-tests-only"
LOGIN = "/comptes/connexion/"


def sign_in(browser: Client, name: str, password: str) -> int:
    return browser.post(LOGIN, {"username": name, "password": password}).status_code


def guess(browser: Client, name: str, times: int) -> list[int]:
    return [sign_in(browser, name, f"wrong-{number}") for number in range(times)]


def at(address: str) -> Client:
    return Client(REMOTE_ADDR=address)


def test_a_name_that_nobody_has_is_answered_by_the_same_words_for_the_same_work(
    annotator, make_user, monkeypatch
):
    """Work, not time: hashing takes nearly all of it, and a stopwatch tells the machine's mood."""
    hashed: list[str] = []
    encode = MD5PasswordHasher.encode

    def counted(self, password, salt):
        hashed.append(password)
        return encode(self, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", counted)
    closed = make_user("fermee")
    closed.is_active = False
    closed.save()
    hashed.clear()
    told = set()
    for number, name in enumerate(("annotatrice", "zozime", "fermee")):
        browser = at(f"192.0.2.{number}")
        page = browser.post(LOGIN, {"username": name, "password": "wrong"})
        assert page.status_code == 200
        assert hashed == ["wrong"], name
        hashed.clear()
        shown = re.sub(
            r'(csrfmiddlewaretoken" value=|X-CSRFToken": )"\w+"', "", page.content.decode()
        )
        told.add(shown.replace(name, "NAME"))
    assert len(told) == 1


def test_wrong_passwords_close_this_account_and_no_other(annotator, admin):
    browser = at("192.0.2.1")
    assert guess(browser, "annotatrice", PER_ACCOUNT + 1) == [200] * PER_ACCOUNT + [429]
    assert sign_in(browser, "annotatrice", RIGHT) == 429
    assert sign_in(browser, "administratrice", RIGHT) == 302
    assert sign_in(at("192.0.2.2"), "annotatrice", RIGHT) == 302, "elsewhere it is open"


def test_all_addresses_of_an_ipv6_network_are_one_place(annotator):
    for number in range(PER_ACCOUNT):
        assert guess(at(f"2001:db8:0:1::{number + 1:x}"), "annotatrice", 1) == [200]
    assert sign_in(at("2001:db8:0:1:ffff:ffff:ffff:ffff"), "annotatrice", RIGHT) == 429
    assert {row.address for row in PasswordTry.objects.all()} == {"2001:db8:0:1::/64"}
    assert sign_in(at("2001:db8:0:2::1"), "annotatrice", RIGHT) == 302
    guess(at("::ffff:192.0.2.1"), "annotatrice", 1)
    assert PasswordTry.objects.filter(address="192.0.2.1").count() == 1


def test_capital_letters_and_blanks_make_no_new_account(annotator):
    browser = at("192.0.2.1")
    guess(browser, "annotatrice", 3)
    guess(browser, "ANNOTATRICE", 3)
    assert sign_in(browser, "Annotatrice", RIGHT) == 429


def test_another_spelling_makes_no_new_account(annotator):
    """A directory finds the same entry by all of them."""
    browser = at("192.0.2.1")
    guess(browser, "annotatrice", 3)
    guess(browser, "ànnötatrice", 2)
    guess(browser, " ａnnotatrice ", 1)
    assert sign_in(browser, "annotatrice", RIGHT) == 429


def test_blanks_within_a_name_make_no_new_account(annotator):
    browser = at("192.0.2.1")
    guess(browser, "jeanne petit", PER_ACCOUNT)
    assert sign_in(browser, "jeanne  petit", "x") == 429


def test_who_waits_gets_in(annotator):
    browser = at("192.0.2.1")
    guess(browser, "annotatrice", PER_ACCOUNT + 3)
    PasswordTry.objects.update(at=timezone.now() - timedelta(minutes=16))
    assert sign_in(browser, "annotatrice", RIGHT) == 302


def test_the_right_password_forgets_the_wrong_ones(annotator):
    browser = at("192.0.2.1")
    guess(browser, "annotatrice", PER_ACCOUNT - 1)
    assert sign_in(browser, "annotatrice", RIGHT) == 302
    assert PasswordTry.objects.count() == 0


def test_one_password_for_many_accounts_is_limited_at_an_address(annotator, db):
    browser = at("192.0.2.1")
    found = [
        sign_in(browser, f"personne{number}", "Printemps2026!") for number in range(PER_ADDRESS)
    ]
    assert set(found) == {200}
    assert sign_in(browser, "annotatrice", RIGHT) == 429
    assert sign_in(at("192.0.2.2"), "annotatrice", RIGHT) == 302


def test_behind_one_proxy_nobody_locks_out_who_has_signed_in_there_before(annotator, admin):
    known = at("10.0.0.2")
    assert sign_in(known, "annotatrice", RIGHT) == 302
    known.post("/comptes/deconnexion/")
    attacker = at("10.0.0.2")
    guess(attacker, "annotatrice", PER_ACCOUNT + 5)
    for number in range(PER_ADDRESS + 5):
        sign_in(attacker, f"personne{number}", "x")
    assert sign_in(at("10.0.0.2"), "annotatrice", RIGHT) == 429
    assert sign_in(known, "annotatrice", RIGHT) == 302
    # known for one account is not known for another
    known.post("/comptes/deconnexion/")
    assert sign_in(known, "administratrice", RIGHT) == 429


def test_a_known_browser_guesses_no_longer_than_others(annotator):
    known = at("10.0.0.2")
    sign_in(known, "annotatrice", RIGHT)
    known.post("/comptes/deconnexion/")
    assert guess(known, "annotatrice", PER_ACCOUNT + 1)[-1] == 429


def test_a_forged_cookie_makes_no_known_browser(annotator):
    forged = at("10.0.0.2")
    for number in range(PER_ACCOUNT + 1):
        forged.cookies["deidweb_browser"] = f"forged:{number}:signature"
        last = sign_in(forged, "annotatrice", "wrong")
    assert last == 429


def test_guesses_of_the_old_password_are_limited(client, annotator):
    client.force_login(annotator)
    address = reverse("accounts:password-change")
    new = {"new_password1": "girafe cabestan trottoir", "new_password2": "girafe cabestan trottoir"}
    answers = [
        client.post(address, {"old_password": f"wrong-{n}", **new}).status_code
        for n in range(PER_ACCOUNT + 1)
    ]
    assert answers == [422] * PER_ACCOUNT + [429]
    assert client.post(address, {"old_password": RIGHT, **new}).status_code == 429
    annotator.refresh_from_db()
    assert annotator.check_password(RIGHT)


def test_what_was_typed_is_not_kept(annotator):
    sign_in(at("192.0.2.1"), "mot de passe tapé là", "x")
    (row,) = PasswordTry.objects.values()
    assert "tapé" not in str(row)


def test_tries_are_forgotten_after_a_day(annotator):
    guess(at("192.0.2.1"), "annotatrice", 2)
    PasswordTry.objects.update(at=timezone.now() - timedelta(hours=25))
    guess(at("192.0.2.9"), "administratrice", 1)
    assert PasswordTry.objects.count() == 1
