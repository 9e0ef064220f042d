"""A security key in a real browser: Chromium's own authenticator, without hands."""

from __future__ import annotations

import pytest

from tests.browsers import findings
from tests.e2e.conftest import PASSWORD

pytestmark = pytest.mark.e2e


def plug_in(page) -> None:
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    session.send("WebAuthn.addVirtualAuthenticator", {"options": {
        "protocol": "ctap2", "transport": "usb", "hasUserVerification": True, "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }})  # fmt: skip


def sign_in(page, address: str) -> None:
    page.goto(f"{address}comptes/connexion/")
    page.get_by_label("Nom d’utilisateur").or_(page.locator("#id_username")).first.fill("auditeur")
    page.locator("#id_password").fill(PASSWORD)
    page.locator("form.form button[type=submit]").click()


def test_a_key_is_added_then_asked_for_and_opens(canvas_site, browser):
    """By name: browsers make no key for a bare address."""
    address = canvas_site.url.replace("127.0.0.1", "localhost")
    context = browser.new_context(locale="fr-FR")
    page = context.new_page()
    wrong: list[str] = []
    page.on(
        "console", lambda message: wrong.append(message.text) if message.type == "error" else None
    )
    page.on("pageerror", lambda error: wrong.append(str(error)))
    try:
        plug_in(page)
        sign_in(page, address)
        page.goto(f"{address}comptes/code/")
        assert findings(page) == []
        page.get_by_label("Nom de la clé").fill("Clé bleue")
        page.get_by_role("button", name="Ajouter une clé").click()
        page.get_by_text("Notez ces codes de secours").wait_for()
        page.goto(f"{address}comptes/code/")
        page.get_by_text("Clé bleue").first.wait_for()
        page.get_by_role("button", name="Se déconnecter").click()

        sign_in(page, address)
        button = page.get_by_role("button", name="Utiliser ma clé de sécurité")
        button.wait_for()
        assert findings(page) == []
        button.click()
        page.wait_for_url(address)
        assert wrong == []
    finally:
        context.close()
        canvas_site.run("from deidweb.accounts.models import *; SecurityKey.objects.all().delete()")
