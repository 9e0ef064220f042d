"""Pages of the studies, of the budget and of the cost: who sees what, what a refusal looks like."""

from __future__ import annotations

import re
import uuid
from decimal import Decimal

import pytest
from django.urls import reverse

from deidweb.audit.models import AuditEntry
from deidweb.jobs.models import Job
from privacy.models import LedgerCharge, Study
from privacy.selectors.ledger import cap_of
from privacy.services.keep_keys import has_key, load_key
from worker.tasks import run_job

PASSWORD = "pw-for-tests-only"
ORDER = {
    "scope": "gold",
    "epsilon": "1.5",
    "dates": "metric",
    "places": "metric",
    "area": "FR-21",
    "reference_date": "2024-01-31",
}


def url(name, project, *args):
    return reverse(f"privacy:{name}", args=[project.pk, *args])


def text(response) -> str:
    return response.content.decode()


def test_a_study_is_made_shown_and_listed(client, steward, project):
    client.force_login(steward)
    assert "Aucune étude" in text(client.get(url("study-list", project)))
    data = {"name": "Cohorte Z", "recipient": "Inserm", "purpose": "Décrire les séjours"}
    assert client.post(url("study-create", project), data | {"name": ""}).status_code == 422
    response = client.post(url("study-create", project), data)
    study = Study.objects.get()
    assert response.url == url("study-detail", project, study.pk)
    assert has_key(study.pk)
    page = text(client.get(response.url))
    for words in ("Inserm", "Décrire les séjours", "Renouveler la clé", "Détruire la clé"):
        assert words in page
    assert load_key(study.pk).secret.hex() not in page
    assert "version 1" in text(client.get(url("study-list", project)))
    again = client.post(url("study-create", project), data)
    assert again.status_code == 422
    assert "déjà ce nom" in text(again)


def test_who_has_no_password_here_is_asked_for_a_code_at_once(client, steward, project, study):
    """The hospital keeps the password of such people: the page must not ask for it, not even before a try."""
    steward.set_unusable_password()
    steward.save()
    client.force_login(steward)
    for page in (url("study-detail", project, study.pk), url("ledger", project)):
        shown = text(client.get(page))
        assert "Code de votre téléphone" in shown
        assert "Votre mot de passe" not in shown


def test_rotating_is_signed_and_shown(client, steward, project, study):
    client.force_login(steward)
    address = url("study-rotate", project, study.pk)
    for password in ("", "pas-le-bon"):
        response = client.post(address, {"version": "1", "password": password})
        assert response.status_code == 422
        assert "mot de passe" in text(response)
    response = client.post(address, {"version": "1", "password": PASSWORD})
    assert response.status_code == 302
    study.refresh_from_db()
    assert study.key_version == 2
    assert "Clé renouvelée" in text(client.get(response.url))


def test_destroying_needs_the_name_and_the_password_and_says_what_it_means(
    client, steward, project, study, built
):
    client.force_login(steward)
    address = url("study-destroy", project, study.pk)
    for data in (
        {"confirmation": study.name, "password": "pas-le-bon"},
        {"confirmation": "Cohorte", "password": PASSWORD},
        {"confirmation": "", "password": PASSWORD},
    ):
        assert client.post(address, data).status_code == 422
        assert has_key(study.pk)
    response = client.post(address, {"confirmation": study.name, "password": PASSWORD})
    assert response.status_code == 302
    assert not has_key(study.pk)
    assert "Clé détruite le" in text(client.get(response.url))
    assert "ne peut pas être refabriqué" in text(
        client.get(url("export-detail", project, built.pk))
    )
    again = client.post(address, {"confirmation": study.name, "password": PASSWORD})
    assert again.status_code == 409
    assert AuditEntry.objects.filter(action="study.key_destroyed").count() == 1


def test_a_destroyed_study_is_not_offered_to_a_new_export(client, admin, steward, project, study):
    client.force_login(admin)
    assert study.name in text(client.get(url("export-create", project)))
    from privacy.services.destroy_study_key import destroy_study_key

    destroy_study_key(actor=steward, study=study, confirmation=study.name)
    assert study.name not in text(client.get(url("export-create", project)))


def test_roles(client, annotator, admin, steward, project, study, make_user):
    auditor = make_user("auditrice", project, "auditor")
    # list, detail, budget, create (GET); rotate, destroy, cap (POST without anything: 422 is "allowed")
    expected = {
        annotator: (403, 403, 403, 403, 403, 403, 403),
        auditor: (200, 200, 200, 403, 403, 403, 403),
        admin: (200, 200, 200, 200, 403, 403, 403),
        steward: (200, 200, 200, 200, 422, 422, 422),
    }
    for person, codes in expected.items():
        client.force_login(person)
        got = (
            client.get(url("study-list", project)).status_code,
            client.get(url("study-detail", project, study.pk)).status_code,
            client.get(url("ledger", project)).status_code,
            client.get(url("study-create", project)).status_code,
            client.post(url("study-rotate", project, study.pk)).status_code,
            client.post(url("study-destroy", project, study.pk)).status_code,
            client.post(url("ledger-cap", project)).status_code,
        )
        assert got == codes, person.username


def test_a_study_of_another_project_is_404(client, stranger, other_project, study):
    client.force_login(stranger)  # steward and admin there
    assert client.get(url("study-detail", other_project, study.pk)).status_code == 404
    for name in ("study-rotate", "study-destroy"):
        assert client.post(url(name, other_project, study.pk)).status_code == 404
    assert has_key(study.pk)


def test_the_budget_shows_figures_bars_and_no_patient(client, steward, project, ward, built):
    client.force_login(steward)
    page = text(client.get(url("ledger", project)))
    assert "n° 1<" in page
    for account in set(LedgerCharge.objects.values_list("account", flat=True)):
        assert account[:8] not in re.sub(r"<[^>]+>", " ", page)
    assert 'max="10.000000"' in page
    assert 'value="1.500000"' in page
    assert "8,5" in page  # what is left
    assert "dont 1,5 à décider" in page
    assert "Cohorte A" in page
    for original in ("secret", "Durand", "LEGRANVILLE", "Dijon"):
        assert original not in page
    assert "style=" not in page


def test_the_cap_is_changed_by_the_steward_with_the_password(client, steward, project):
    client.force_login(steward)
    address = url("ledger-cap", project)
    for data in (
        {"epsilon_cap": "4", "password": "non"},
        {"epsilon_cap": "0", "password": PASSWORD},
    ):
        assert client.post(address, data).status_code == 422
    assert cap_of(project) == 10
    assert client.post(address, {"epsilon_cap": "4.5", "password": PASSWORD}).status_code == 302
    assert cap_of(project) == Decimal("4.5")
    entry = AuditEntry.objects.get(action="ledger.cap_changed")
    assert (entry.actor, entry.details) == (steward, {"before": "10", "after": "4.5"})


# --- the cost, before the request


def test_the_form_asks_for_its_cost_by_itself(client, admin, project):
    client.force_login(admin)
    page = text(client.get(url("export-create", project)))
    assert f'hx-post="{url("export-cost", project)}"' in page


def test_the_cost_of_a_new_study_and_of_a_known_one(client, admin, project, ward, built):
    client.force_login(admin)
    new = text(client.post(url("export-cost", project), ORDER | {"request_id": str(uuid.uuid4())}))
    assert "dont 8 nouveaux" in new
    assert "ε = 3" in new  # 1.5 already spent, 1.5 more
    known = client.post(
        url("export-cost", project),
        ORDER | {"request_id": str(uuid.uuid4()), "study": str(built.study_id)},
    )
    assert "Rien de plus" in text(known)
    over = client.post(
        url("export-cost", project), ORDER | {"request_id": str(uuid.uuid4()), "epsilon": "9"}
    )
    assert "2 patients dépasseraient le plafond de ε = 10" in text(over)
    assert LedgerCharge.objects.count() == 8


def test_an_unfinished_form_has_no_cost_yet(client, admin, steward, project, ward):
    client.force_login(admin)
    response = client.post(url("export-cost", project), ORDER | {"epsilon": "12"})
    assert response.status_code == 422
    assert "Complétez" in text(response)
    client.force_login(steward)
    assert client.post(url("export-cost", project), ORDER).status_code == 403


def test_many_notes_are_counted_by_a_job_once_it_is_asked_for(
    client, admin, project, ward, study, monkeypatch, make_user
):
    monkeypatch.setattr("privacy.services.estimate_export.AT_ONCE", 2)
    client.force_login(admin)
    data = ORDER | {"request_id": str(uuid.uuid4()), "study": str(study.pk)}
    page = text(client.post(url("export-cost", project), data))
    assert "Calculer le coût" in page
    assert not Job.objects.exists()
    page = text(client.post(url("export-cost", project), data | {"count": "1"}))
    job = Job.objects.get()
    assert "Inserm" not in str(job.payload)
    fragment = url("export-cost-job", project, job.pk)
    assert fragment in page
    run_job(str(job.pk))
    done = text(client.get(fragment))
    assert "dont 8 nouveaux" in done
    assert "hx-get" not in done
    client.force_login(make_user("seconde", project, "admin"))
    assert client.get(fragment).status_code == 404


def test_who_asked_withdraws_from_the_page(client, admin, steward, project, built):
    address = url("export-withdraw", project, built.pk)
    client.force_login(steward)
    assert client.post(address).status_code == 403
    client.force_login(admin)
    assert "Retirer la demande" in text(client.get(url("export-detail", project, built.pk)))
    response = client.post(address)
    assert response.status_code == 302
    page = text(client.get(response.url))
    assert "retirée avant toute décision" in page
    assert "Retirer la demande" not in page
    assert client.post(address).status_code == 409


@pytest.mark.parametrize("elements", ["0", "1001", "trois"])
def test_n_out_of_range_is_said_beside_it(client, admin, project, elements):
    client.force_login(admin)
    data = ORDER | {"name": "A", "recipient": "B", "purpose": "C", "elements": elements}
    response = client.post(url("export-create", project), data | {"request_id": str(uuid.uuid4())})
    assert response.status_code == 422
