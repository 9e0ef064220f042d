"""The page that shows what each ε would do to the project's own notes."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.urls import reverse

from deidweb.audit.models import AuditEntry
from deidweb.jobs.models import Job
from icdcoder.domain.coder import CodePrediction
from icdcoder.domain.nomenclature import NomenclatureMissingError
from privacy.presentation.advice import advice_chart
from worker.tasks import run_job


def url(name, project):
    return reverse(f"privacy:{name}", args=[project.pk])


def words(response) -> str:
    text = re.sub(r"<[^>]+>", " ", response.content.decode()).replace("&#x27;", "'")
    return re.sub(r"\s+", " ", text.replace("\xa0", " ").replace("\u202f", " "))


def test_the_steward_asks_and_sees_chart_and_figures(client, steward, project, ward):
    client.force_login(steward)
    assert "Calculer sur les notes du projet" in words(client.get(url("advice", project)))
    assert client.post(url("advice-ask", project)).status_code == 302
    job = Job.objects.get(kind="advise")
    assert job.payload == {}  # neither a text nor a name goes through the broker
    assert "hx-trigger" in client.get(url("advice", project)).content.decode()
    # a second click waits for the first
    client.post(url("advice-ask", project))
    assert Job.objects.filter(kind="advise").count() == 1
    assert AuditEntry.objects.filter(action="privacy.advice_asked").count() == 1
    run_job(str(job.pk))
    job.refresh_from_db()
    assert job.state == Job.State.DONE, job.error
    answer = client.get(url("advice", project))
    page = answer.content.decode()
    # Durand, Legranville and the note without a patient: five days, three towns
    assert "Patients lus : 3, avec 5 dates au jour et 3 communes" in words(answer)
    assert page.count("<polyline") == 2  # one patient alone has two days: nobody to choose among
    assert "?epsilon=0.5&amp;" in page
    assert '<tr data-x="0.5">' in page  # the chart is drawn from the table
    assert 'data-v=""' in page  # what is not known is no point
    assert "Demander un export" not in page  # the steward decides, others ask
    for secret in ("Dijon", "Beaune", "2020", "patient-secret"):
        assert secret not in str(job.result)
    # the same again once it is done
    client.post(url("advice-ask", project))
    assert Job.objects.filter(kind="advise").count() == 2


def test_a_line_has_the_colour_and_the_strokes_of_its_words(client, steward, project, ward):
    client.force_login(steward)
    client.post(url("advice-ask", project))
    run_job(str(Job.objects.get(kind="advise").pk))
    advised = client.get(url("advice", project))
    # the keys that the drawing of a column takes are those of the legend's lines
    keys = {"jours": 1, "kilomètres": 2, "patients retrouvés": 3, "codes": 4}
    page = advised.content.decode()
    assert re.search(r'data-key="4">Codes CIM-10', page)
    assert re.search(r'data-key="3">Patients retrouvés', page)
    legend = re.findall(r'<li class="chart-line-(\d)">.*?<span>(.*?)</span>', page)
    for key, title in legend:
        (own,) = (n for word, n in keys.items() if word in title)
        assert int(key) == own, title


def test_a_line_that_is_missing_leaves_the_others_their_colour():
    effect = {"days": None, "kilometres": 9.0, "found": 0.5, "codes": None}
    advice = SimpleNamespace(effects=[SimpleNamespace(epsilon=n, **effect) for n in ("1", "2")])
    assert [line.key for line in advice_chart(advice).lines] == [2, 3]


class YearCoder:
    """Codes a note whose year is 2020."""

    def predict(self, texts, top=25, hidden=()):
        return [
            [CodePrediction("Z00.0", "Examen", 0.9, ())] if "2020" in text else [] for text in texts
        ]


def test_changed_codes_are_in_the_chart_where_a_coder_is_installed(
    client, steward, project, ward, monkeypatch
):
    monkeypatch.setattr("icdcoder.selectors.coder.default_coder", YearCoder)
    client.force_login(steward)
    client.post(url("advice-ask", project))
    job = Job.objects.get(kind="advise")
    run_job(str(job.pk))
    job.refresh_from_db()
    assert job.state == Job.State.DONE, job.error
    assert job.result["coded"] > 0
    answer = client.get(url("advice", project))
    assert "codes CIM-10 changés (échelle de droite)" in words(answer)
    assert f"Codes : de chacun des {job.result['coded']} patients" in words(answer)


def test_without_the_nomenclature_the_page_says_so(client, steward, project, ward, monkeypatch):
    def missing():
        raise NomenclatureMissingError(Path("cim10.csv.gz"))

    monkeypatch.setattr("icdcoder.selectors.coder.default_coder", missing)
    client.force_login(steward)
    client.post(url("advice-ask", project))
    run_job(str(Job.objects.get(kind="advise").pk))
    assert "la nomenclature n'est pas installée" in words(client.get(url("advice", project)))


def test_the_chosen_epsilon_reaches_the_request(client, admin, project, ward):
    client.force_login(admin)
    page = client.get(url("export-create", project) + "?epsilon=4").content.decode()
    assert re.search(r'name="epsilon" value="4"', page)
    page = client.get(url("export-create", project) + "?epsilon=400").content.decode()
    assert re.search(r'name="epsilon" value="1"', page)


def test_a_project_without_notes_is_told(client, steward, project):
    client.force_login(steward)
    client.post(url("advice-ask", project))
    run_job(str(Job.objects.get(kind="advise").pk))
    assert "Aucune note annotée à lire." in words(client.get(url("advice", project)))


@pytest.mark.parametrize("name", ["advice", "advice-ask"])
def test_who_may_not_preview_is_refused(client, annotator, stranger, project, name):
    method = client.post if name == "advice-ask" else client.get
    client.force_login(annotator)
    assert method(url(name, project)).status_code == 403
    client.force_login(stranger)
    assert method(url(name, project)).status_code == 404
    assert not Job.objects.exists()
