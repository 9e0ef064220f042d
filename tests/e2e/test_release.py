"""Before an export leaves, in a real browser: the notes are read and ticked by keyboard, then the steward approves.
And the demonstration's front door, with its tour."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browsers import findings, picture
from tests.e2e.conftest import PASSWORD, SIZES, Installation

pytestmark = pytest.mark.e2e

SETUP = """
import hashlib
from datetime import date
from decimal import Decimal
from django.utils import timezone
from annotation.models import Document, Layer, LayerSpan, Patient
from annotation.services.create_project_labels import create_project_labels
from deidweb.accounts.models import Membership, Project, User
from privacy.domain.export_order import ExportOrder
from privacy.services.create_study import create_study
from privacy.services.request_export import request_export
from worker.tasks import run_job
project = Project.objects.create(name="Démonstration")
create_project_labels(project)
for role in ("annotator", "reviewer", "steward", "admin", "auditor"):
    user = User.objects.create_user("demo-" + role, password={password!r})
    Membership.objects.create(user=user, project=project, role=role)
admin = User.objects.get(username="demo-admin")
towns = ("Dijon", "Beaune", "Auxerre", "Nevers")
for rank in range(1, 17):
    town = towns[rank % 4]
    text = f"Mme LEGRANVILLE, vue le {{rank}} mai 2021 à {{town}}.\\nElle va bien, sans fièvre ni douleur.\\n"
    patient = Patient.objects.create(project=project, external_id=f"p{{rank}}")
    note = Document.objects.create(project=project, patient=patient, external_id=f"n{{rank}}", position=rank,
        text=text, sha256=hashlib.sha256(text.encode()).hexdigest(), doc_type="CRH", state="gold")
    layer = Layer.objects.create(document=note, kind="gold", version=1, state="submitted", submitted_at=timezone.now())
    for surface, label, subtype in (("LEGRANVILLE", "PER", "NOM"), (f"{{rank}} mai 2021", "DATE", "DATE"),
                                    (town, "LOC", "VILLE")):
        start = text.index(surface)
        LayerSpan.objects.create(layer=layer, start=start, end=start + len(surface), label=label,
            subtype=subtype, state="accepted", surface=surface)
study = create_study(actor=admin, project=project, name="Cohorte", recipient="Inserm", purpose="Essai")
order = ExportOrder(epsilon=Decimal("1"), reference_date=date(2024, 1, 31))
export = request_export(actor=admin, project=project, study=study, order=order)
run_job(str(export.job_id))
print(export.pk)
print(project.pk)
"""


class DemoSite(Installation):
    """The web server alone, as a demonstration with one built export."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.environment["DEIDWEB_DEMO_SIGN_IN"] = "1"
        self.environment["DEIDWEB_TRIAL_WARM_UP"] = "0"
        self.export, self.project = (
            self.run(SETUP.format(password=PASSWORD)).strip().splitlines()[-2:]
        )
        self.start_web()


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Iterator[DemoSite]:
    installation = DemoSite(tmp_path_factory.mktemp("demo") / "it")
    yield installation
    installation.stop()


@pytest.fixture
def visitor(site, browser):
    """visitor(size) → a page of somebody who is not signed in."""
    contexts = []

    def come(size: str = "1280"):
        width, height = SIZES[size]
        context = browser.new_context(
            viewport={"width": width, "height": height}, locale="fr-FR", reduced_motion="reduce"
        )
        context.set_default_timeout(90_000)
        contexts.append(context)
        page = context.new_page()
        page.goto(site.url)
        return page

    yield come
    for context in contexts:
        context.close()


def fits(page) -> bool:
    return page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0


@pytest.mark.parametrize("size", ["1280", "390"])
def test_one_click_then_the_tour_by_keyboard(visitor, size):
    page = visitor(size)
    picture(page, f"connexion-{size}")
    assert findings(page) == []
    assert fits(page)
    page.get_by_role("button", name="demo-auditor").click()
    page.wait_for_url("**/essayer/?visite=1**")
    for number in range(1, 8):
        bar = page.get_by_role("complementary", name="Visite guidée")
        expect(bar).to_contain_text(f"{number}/8")
        if number in (1, 6):
            assert findings(page) == []
            assert fits(page)
            picture(page, f"visite-{number}-{size}")
        expect(bar.get_by_role("link", name="Suivant")).to_be_focused()
        page.keyboard.press("Enter")
        page.wait_for_url(f"**visite={number + 1}**")
    page.keyboard.press("Escape")
    page.wait_for_url(lambda url: "visite" not in url)
    page.goto(page.url + "?visite=5")
    page.get_by_role("button", name="Continuer comme demo-steward").click()
    expect(page.get_by_role("complementary", name="Visite guidée")).to_contain_text("5/8")
    expect(page.locator("h1")).to_contain_text("Aperçu")


def test_the_steward_reads_ticks_and_then_approves(visitor, site):
    page = visitor()
    page.get_by_role("button", name="demo-steward").click()
    page.wait_for_url("**/essayer/?visite=1")
    page.goto(site.page_url(f"exports/{site.export}/"))
    page.fill("input[name=password]", PASSWORD)
    page.get_by_role("button", name="Approuver l'export").click()
    expect(page.get_by_role("alert")).to_contain_text("il en manque 10")
    assert findings(page) == []
    picture(page, "dossier-1280")
    page.get_by_role("link", name="Lire les 10 notes qui manquent").click()
    for rank in range(1, 17):
        expect(page.locator("h1")).to_have_text(f"Note à lire {rank} sur 16")
        assert page.locator(".cmp-original .cmp-ent").count() == 3
        if rank == 1:
            assert findings(page) == []
            picture(page, "dossier-note-1280")
            page.set_viewport_size({"width": 390, "height": 844})
            assert fits(page)
            picture(page, "dossier-note-390")
        page.keyboard.press("Tab")  # the note has the focus, so that it can be scrolled
        expect(page.locator("input[name=verdict]").first).to_be_focused()
        page.keyboard.press("Space")
        page.keyboard.press("Enter")
    page.wait_for_url("**#lecture")
    expect(page.locator("#lecture")).to_contain_text("Au plus 0 % des notes")
    assert fits(page)
    picture(page, "dossier-lu-390")
    page.fill("input[name=password]", PASSWORD)
    page.get_by_role("button", name="Approuver l'export").click()
    expect(page.get_by_text("Export approuvé : le fichier peut être téléchargé.")).to_be_visible()
    expect(page.get_by_text("À télécharger jusqu'au")).to_be_visible()
