"""A security key in a real browser: Chromium's own authenticator, without hands."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browsers import findings
from tests.e2e.conftest import PASSWORD

pytestmark = pytest.mark.e2e
# as the browser answers whoever closes its window
GIVE_UP = """() => Object.defineProperty(navigator.credentials, 'create', {
    configurable: true, value: () => Promise.reject(new DOMException('', 'NotAllowedError')),
})"""


def plug_in(page, *, is_touched: bool = True) -> Callable[[], None]:
    """What takes the key out again."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    made = session.send("WebAuthn.addVirtualAuthenticator", {"options": {
        "protocol": "ctap2", "transport": "usb", "hasUserVerification": True, "isUserVerified": True,
        "automaticPresenceSimulation": is_touched,
    }})  # fmt: skip
    return lambda: session.send("WebAuthn.removeVirtualAuthenticator", made)


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
        canvas_site.run(
            "from deidweb.accounts.models import *; SecurityKey.objects.all().delete(); RecoveryCode.objects.all().delete()"
        )


def test_a_key_waits_to_be_touched_is_given_up_tried_again_and_renamed(canvas_site, browser):
    """A second press while the browser waits spoils nothing: what the server asked for is not drawn anew."""
    address = canvas_site.url.replace("127.0.0.1", "localhost")
    context = browser.new_context(locale="fr-FR")
    page = context.new_page()
    try:
        pull_out = plug_in(page, is_touched=False)
        sign_in(page, address)
        page.goto(f"{address}comptes/code/")
        asked: list[str] = []
        page.on(
            "request",
            lambda one: asked.append(one.url) if one.url.endswith("/cle/options/") else None,
        )
        page.get_by_label("Nom de la clé").fill("Clé bleue")
        button = page.get_by_role("button", name="Ajouter une clé")
        button.press("Enter")
        expect(page.get_by_role("status").filter(has_text="Touchez la clé")).to_be_visible()
        assert findings(page) == []
        button.press("Enter")
        expect(page.locator("#key-error")).to_be_hidden()
        assert len(asked) == 1

        page.reload()  # no hand is there to touch it, and no window of the browser to give up in
        page.evaluate(GIVE_UP)
        page.get_by_label("Nom de la clé").fill("Clé bleue")
        button.press("Enter")
        expect(page.locator("#key-error")).to_contain_text("annulée")
        expect(page.get_by_text("Touchez la clé")).to_be_hidden()
        expect(page.get_by_label("Nom de la clé")).to_have_value("Clé bleue")

        pull_out()
        page.evaluate("delete navigator.credentials.create")
        plug_in(page)
        button.press("Enter")
        page.get_by_text("Notez ces codes de secours").wait_for()
        page.goto(f"{address}comptes/code/")
        page.get_by_text("Renommer").first.click()
        page.get_by_label("Nouveau nom").fill("Clé du bureau")
        page.get_by_label("Nouveau nom").press("Enter")
        expect(page.locator(".messages")).to_contain_text("Nom enregistré")
        expect(page.locator("section", has_text="Clés de sécurité")).to_contain_text(
            "Clé du bureau"
        )
        assert findings(page) == []
    finally:
        context.close()
        canvas_site.run(
            "from deidweb.accounts.models import *; SecurityKey.objects.all().delete(); RecoveryCode.objects.all().delete()"
        )
