"""The check before a note is done, in a real browser. All people are invented."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browsers import findings
from tests.e2e.lost_and_found import add_span, idle
from tests.integration.stack import wait_until

pytestmark = pytest.mark.e2e

GIVE_IDENTITY = """
from annotation.models import Patient, PatientRecord
from annotation.domain.identity_record import identity_from_record
from annotation.services.index_identities import index_identities
from deidweb.accounts.models import Project
project = Project.objects.get(pk={project!r})
patient = Patient.objects.named(project, {name!r}).first() or Patient.objects.create(
    project=project, external_id={name!r})
PatientRecord.objects.update_or_create(patient=patient, defaults={{"identity": {identity!r}}})
index_identities(project.pk, {{patient.pk: identity_from_record({identity!r})}})
"""


def give_identity(site, name: str, **identity) -> None:
    site.run(GIVE_IDENTITY.format(project=site.project, name=name, identity=identity))


def state_of(site, note) -> str:
    ((state,),) = site.rows(
        "select state from annotation_document where external_id = ?", note.name
    )
    return state


def test_a_clean_note_costs_no_key_more(canvas_site, canvas_person):
    note = canvas_site.note("residual-clean", "Mme [[NOM:Durand]] va bien.")
    page = canvas_person().note(note)
    page.keyboard.press("Control+Enter")
    wait_until(lambda: state_of(canvas_site, note) == "gold", 15, "the note is done")


def test_label_one_passage_and_explain_the_other_by_keyboard(canvas_site, canvas_person):
    note = canvas_site.note("residual-two", "Mme [[NOM:Durand]] et Mme Petit. Lot 1234567 posé.")
    person = canvas_person()
    page = person.note(note)
    expect(page.locator(".nc-bar [data-action=residual]")).to_have_text("Contrôle : 2")
    page.keyboard.press("Control+Enter")
    panel = page.locator("dialog[data-role=residual]")
    expect(panel).to_be_visible()
    expect(panel.locator(".residual-row")).to_have_count(2)
    expect(panel).to_contain_text("nom après une civilité")
    expect(panel).to_contain_text("nombre de sept chiffres ou plus")
    expect(panel.locator("[data-do=same]:visible")).to_have_count(0)  # no two of one cause
    page.keyboard.press("Enter")
    expect(panel).to_be_hidden()
    assert page.evaluate("document.getSelection().toString()") == "Petit"
    labels = page.locator("[data-role=popover]")  # for who works with the mouse, too
    expect(labels).to_contain_text("Choisissez une étiquette")
    page.keyboard.press("n")
    expect(labels).to_be_hidden()
    idle(page)
    assert note.spans()["Petit"] == ("NOM", "manual")
    expect(page.locator(".nc-bar [data-action=residual]")).to_have_text("Contrôle : 1")
    page.keyboard.press("Control+Enter")
    expect(panel.locator(".residual-row")).to_have_count(1)
    page.keyboard.press("Control+Enter")  # nothing said yet: refused, and the focus shows where
    expect(panel.locator("[data-role=residual-says]")).to_contain_text(
        "une étiquette ou une raison"
    )
    assert state_of(canvas_site, note) == "in_progress"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Control+Enter")
    wait_until(lambda: state_of(canvas_site, note) == "gold", 15, "the note is done")
    kept = canvas_site.rows(
        """select r.kind, r.reason from annotation_residualreason r
           join annotation_document d on d.id = r.document_id where d.external_id = 'residual-two'"""
    )
    assert kept == [("digits", "harmless")]
    person.problems.clear()  # the browser reports the 422 of the refused submission


def test_another_patients_identity_is_an_alert_on_opening(canvas_site, canvas_person):
    give_identity(canvas_site, "own", last_name=["Durand"], first_name=["Anne"])
    give_identity(canvas_site, "stranger", last_name=["Quévremont"], first_name=["Léa"])
    note = canvas_site.note(
        "residual-wrong", "Compte rendu de QUEVREMONT Léa, vue ce jour.", patient="own"
    )
    person = canvas_person()
    page = person.note(note)
    expect(page.locator("[data-role=wrong-file]")).to_contain_text("Mauvais dossier")
    add_span(page, 16, 30)
    idle(page)
    expect(page.locator("[data-role=wrong-file]")).to_be_visible()  # a label does not settle it
    page.keyboard.press("Control+Enter")
    panel = page.locator("dialog[data-role=residual]")
    panel.locator("select").select_option("wrong_file")
    panel.locator("[data-do=confirm]").click()
    wait_until(lambda: state_of(canvas_site, note) == "gold", 15, "the note is done")
    person.problems.clear()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", ["1280", "390"])
def test_the_panel_is_readable_everywhere(canvas_site, canvas_person, size, scheme):
    give_identity(canvas_site, "own", last_name=["Durand"], first_name=["Anne"])
    give_identity(canvas_site, "stranger", last_name=["Quévremont"], first_name=["Léa"])
    note = canvas_site.note(
        f"residual-axe-{size}-{scheme}",
        "Compte rendu de QUEVREMONT Léa. Mme [[NOM:Durand]] et Mme Petit. Lot 1234567 posé.",
        patient="own",
    )
    person = canvas_person(size=size, color_scheme=scheme)
    page = person.note(note)
    expect(page.locator("[data-role=wrong-file]")).to_contain_text("Mauvais dossier")
    page.keyboard.press("Control+Enter")
    panel = page.locator("dialog[data-role=residual]")
    expect(panel.locator(".residual-row")).to_have_count(3)
    panel.locator("select").nth(1).select_option("other")
    person.picture(f"controle-{scheme}")
    assert findings(page) == []
    for sideways in (
        "document.documentElement.scrollWidth - innerWidth",
        "document.querySelector('dialog[data-role=residual]').scrollWidth - "
        "document.querySelector('dialog[data-role=residual]').clientWidth",
    ):
        assert page.evaluate(sideways) <= 0
    person.problems.clear()  # the browser reports the 422 of the refused submission


def test_mrs_petit_is_asked_once_and_not_about_a_small_nodule(canvas_site, canvas_person):
    give_identity(canvas_site, "petit", last_name=["Petit"], first_name=["Anne"])
    note = canvas_site.note(
        "residual-petit",
        "Mme [[NOM:Petit]] a un petit nodule.\nPetit épanchement. Petit rash.\nPetit va mieux. Petit dort. Petit mange.",
        patient="petit",
    )
    person = canvas_person()
    page = person.note(note)
    expect(page.locator(".nc-bar [data-action=residual]")).to_have_text("Contrôle : 1")
    page.keyboard.press("Control+Enter")
    rows = page.locator("dialog[data-role=residual] .residual-row")
    expect(rows).to_have_count(1)
    expect(rows.locator(".hit-quote")).to_have_count(3)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Control+Enter")
    wait_until(lambda: state_of(canvas_site, note) == "gold", 15, "the note is done")
    person.problems.clear()
