"""Headers and footers of PDFs: shown line by line before anything is imported, and kept where somebody wants them."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from annotation.models import Document, ImportBatch
from annotation.services import purge_uploads as purging
from annotation.services.choose_margins import MarginsChosenError, choose_margins
from annotation.services.purge_uploads import purge_uploads
from annotation.services.start_import import start_import
from annotation.services.store_upload import upload_path
from deidweb.audit.models import AuditEntry
from tests.pdf_files import pdf
from worker.tasks import run_job

PAGES = [[(80, "CHU de Dijon"), (110, "Mme Petit, IPP 8003"), (400, f"Texte {n}")] for n in (1, 2)]


@pytest.fixture
def batch(admin, project) -> ImportBatch:
    file = SimpleUploadedFile("lettre.pdf", pdf(*PAGES))
    found = start_import(
        actor=admin, project=project, upload=file, format_name="pdf", margins="ask"
    )
    run_job(str(found.job_id))
    found.refresh_from_db()
    return found


def address(batch: ImportBatch, name: str = "import-margins") -> str:
    return reverse(f"annotation:{name}", args=[batch.project_id, batch.pk])


def test_lines_are_shown_before_anything_is_imported(client, admin, batch):
    assert batch.state == ImportBatch.State.REVIEW
    assert Document.staged_too.count() == 0
    client.force_login(admin)
    page = client.get(address(batch, "import-detail")).content.decode()
    assert "Mme Petit, IPP 8003" in page
    assert "CHU de Dijon" in page


def test_who_reads_the_lines_is_in_the_journal(client, admin, project, batch, make_user):
    reader = make_user("lectrice", project, "admin")
    rows = AuditEntry.objects.filter(action="import.margins_found", actor=reader)
    client.force_login(reader)
    client.get(address(batch, "import-detail"))
    assert rows.get().details["lines"] == len(batch.margin_lines)
    choose_margins(actor=admin, batch=batch, kept=[])
    client.get(address(batch, "import-detail"))
    assert rows.count() == 1, "no line is shown any more"


def test_a_ticked_line_comes_back_and_the_lines_are_forgotten(client, admin, batch):
    client.force_login(admin)
    answer = client.post(address(batch), {"kept": ["1"]})
    assert answer.url == address(batch, "import-detail")
    batch.refresh_from_db()
    assert AuditEntry.objects.filter(action="import.margins_chosen").count() == 1
    run_job(str(batch.job_id))
    batch.refresh_from_db()
    assert (batch.state, batch.margin_lines) == (ImportBatch.State.DONE, [])
    assert (
        Document.objects.get().text
        == "Mme Petit, IPP 8003\nTexte 1\n\nMme Petit, IPP 8003\nTexte 2"
    )
    assert not upload_path(batch.pk).exists()


def test_without_a_tick_all_of_them_go(admin, batch):
    choose_margins(actor=admin, batch=batch, kept=[])
    batch.refresh_from_db()
    run_job(str(batch.job_id))
    assert Document.objects.get().text == "Texte 1\n\nTexte 2"


def test_nobody_answers_twice_or_about_other_lines(admin, batch):
    with pytest.raises(MarginsChosenError):
        choose_margins(actor=admin, batch=batch, kept=[2])
    choose_margins(actor=admin, batch=batch, kept=[0])
    with pytest.raises(MarginsChosenError):
        choose_margins(actor=admin, batch=batch, kept=[])


def test_an_import_that_asks_can_be_given_up(client, admin, batch):
    client.force_login(admin)
    client.post(address(batch), {"drop": "1"})
    batch.refresh_from_db()
    assert (batch.state, batch.margin_lines) == (ImportBatch.State.REFUSED, [])
    assert not upload_path(batch.pk).exists()


def test_who_gives_it_up_is_in_the_journal(client, project, batch, make_user):
    other = make_user("collegue", project, "admin")
    client.force_login(other)
    client.post(address(batch), {"drop": "1"})
    assert AuditEntry.objects.get(action="import.refused").actor == other


def test_a_place_of_thousands_of_figures_is_left_out(client, admin, batch):
    client.force_login(admin)
    answer = client.post(address(batch), {"kept": ["9" * 5000, "1"]})
    assert answer.status_code == 302
    batch.refresh_from_db()
    assert batch.margins == "1"


def test_the_sweep_leaves_an_import_that_was_answered_meanwhile(batch, monkeypatch):
    """Between its list and its lock somebody chooses."""
    ImportBatch.objects.update(created_at=timezone.now() - timedelta(days=8))

    def answered():
        ImportBatch.objects.update(state=ImportBatch.State.PENDING)
        return transaction.atomic()

    monkeypatch.setattr(purging, "transaction", SimpleNamespace(atomic=answered))
    assert purging.purge_uploads() == 0
    batch.refresh_from_db()
    assert batch.state == ImportBatch.State.PENDING
    assert upload_path(batch.pk).exists()


def test_its_file_waits_a_week_and_no_longer(batch):
    assert purge_uploads() == 0
    assert upload_path(batch.pk).exists()
    ImportBatch.objects.update(created_at=timezone.now() - timedelta(days=8))
    assert purge_uploads() == 1
    batch.refresh_from_db()
    assert (batch.state, batch.margin_lines) == (ImportBatch.State.REFUSED, [])
    assert "sept jours" in batch.report[0]["reason"]
    assert not upload_path(batch.pk).exists()


@pytest.mark.parametrize(("who", "status"), [("annotator", 403), ("stranger", 404)])
def test_who_may_not_import_may_not_choose(client, batch, request, who, status):
    client.force_login(request.getfixturevalue(who))
    assert client.post(address(batch), {}).status_code == status
    batch.refresh_from_db()
    assert batch.state == ImportBatch.State.REVIEW


def test_an_import_of_another_project_is_not_found(client, batch, other_project, make_user):
    client.force_login(make_user("autre-admin", other_project, "admin"))
    url = reverse("annotation:import-margins", args=[other_project.pk, batch.pk])
    assert client.post(url).status_code == 404


def test_who_does_not_ask_gets_what_there_was_before(admin, project):
    file = SimpleUploadedFile("lettre.pdf", pdf(*PAGES))
    found = start_import(actor=admin, project=project, upload=file, format_name="pdf")
    run_job(str(found.job_id))
    assert Document.objects.get().text == "Texte 1\n\nTexte 2"
