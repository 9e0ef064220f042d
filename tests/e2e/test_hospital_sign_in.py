"""Signing in by the hospital's identity provider, in a real browser: there, back, refused, and while it is away."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browsers import findings, picture
from tests.deidweb.test_directory import BASE, slapd
from tests.e2e.conftest import PASSWORD, PEOPLE, SETUP, Installation
from tests.identity_provider import CLIENT, SECRET, IdentityProvider

__all__ = ["slapd"]
pytestmark = pytest.mark.e2e


@pytest.fixture(scope="module")
def provider() -> Iterator[IdentityProvider]:
    found = IdentityProvider()
    yield found
    found.stop()


@pytest.fixture(scope="module")
def hospital(provider, tmp_path_factory) -> Iterator[Installation]:
    installation = Installation(tmp_path_factory.mktemp("hospital") / "it")
    installation.environment |= {
        "OIDC_ISSUER": provider.issuer,
        "OIDC_CLIENT_ID": CLIENT,
        "OIDC_CLIENT_SECRET": SECRET,
        "OIDC_NAME": "l'hôpital",
    }
    made = installation.run(SETUP.format(people=PEOPLE, password=PASSWORD))
    installation.project = made.strip().splitlines()[-1]
    installation.start_web()
    yield installation
    installation.stop()


@pytest.fixture
def page(browser) -> Iterator[Page]:
    context = browser.new_context(locale="fr-FR", viewport={"width": 390, "height": 844})
    yield context.new_page()
    context.close()


def come_in(page: Page, hospital: Installation, path: str = "") -> None:
    page.goto(hospital.page_url(path) if path else hospital.url)
    page.get_by_role("link", name="Se connecter avec l'hôpital").press("Enter")


def test_a_provider_that_is_away_is_told_and_the_password_still_opens(
    page, hospital, provider, monkeypatch
):
    """The first of these tests: where it once answered, its addresses are known for an hour."""
    monkeypatch.setattr(provider, "describe", dict)
    come_in(page, hospital)
    expect(page.get_by_role("alert")).to_contain_text("ne répond pas")
    assert findings(page) == []
    page.get_by_role("link", name="Retour à la connexion").press("Enter")
    expect(page.locator("#id_password")).to_be_visible()


def test_who_comes_the_first_time_is_told_what_is_missing(page, hospital, provider):
    provider.claims = {}
    page.goto(hospital.url)
    assert findings(page) == []
    come_in(page, hospital, "notes/")
    page.wait_for_url("**/notes/")  # the page that was asked for; no role opens it yet
    expect(page.locator("h1")).to_have_text("Page introuvable")
    page.goto(hospital.url)
    expect(page.locator("h1")).to_contain_text("Claire Externe")
    assert findings(page) == []
    picture(page, "sso-first")


def test_who_is_refused_reads_why_and_comes_back_to_the_door(page, hospital, provider):
    provider.claims = {"aud": "another application"}
    come_in(page, hospital)
    expect(page.locator("h1")).to_have_text("Connexion refusée")
    assert findings(page) == []
    provider.claims = {}
    page.get_by_role("link", name="Retour à la connexion").press("Enter")
    come_in(page, hospital)
    expect(page.locator("h1")).to_contain_text("Claire Externe")


@pytest.fixture(scope="module")
def ward(slapd, tmp_path_factory) -> Iterator[Installation]:
    """An installation that asks a directory."""
    installation = Installation(tmp_path_factory.mktemp("ward") / "it")
    installation.environment |= {
        "LDAP_URL": slapd[0],
        "LDAP_BASE": BASE,
        "LDAP_BIND_DN": f"cn=service,{BASE}",
        "LDAP_BIND_PASSWORD": "service-pw",
    }
    installation.run(SETUP.format(people=PEOPLE, password=PASSWORD))
    installation.start_web()
    yield installation
    installation.stop()


@pytest.mark.slapd
def test_the_directory_s_password_opens_and_a_wrong_one_is_told(page, ward):
    page.goto(ward.url)
    for password in ("wrong", "pw-of-claire"):
        page.locator("#id_username").fill("claire")
        page.locator("#id_password").fill(password)
        page.locator("#id_password").press("Enter")
        if password == "wrong":
            expect(page.locator("form.form")).to_contain_text("valides")
            assert findings(page) == []
    expect(page.locator("h1")).to_contain_text("Claire Externe")
    page.get_by_role("link", name="Claire Externe").click()
    picture(page, "ldap-account")
    expect(page.locator("main")).to_contain_text("établissement")
    assert findings(page) == []
