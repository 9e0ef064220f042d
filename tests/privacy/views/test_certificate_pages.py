"""Certificates on a page: every mechanism, at once or by a job; as a file; beside an export."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from fractions import Fraction

import pytest
from django.urls import reverse

from deidweb.jobs.models import Job
from privacy.domain.certificates.question import Question
from privacy.domain.places.geography import Geography
from privacy.domain.places.place_policy import Wanted
from privacy.domain.tables import default_tables
from privacy.selectors.certificates import certificate_folder
from privacy.services.certify import start_certification
from privacy.services.import_features import import_features
from privacy.services.set_place_policy import set_place_policy
from worker.tasks import run_job


def url(name, project, *args):
    return reverse(f"privacy:{name}", args=[project.pk, *args])


def words(response) -> str:
    text = re.sub(r"<[^>]+>", " ", response.content.decode())
    return re.sub(r"\s+", " ", text.replace("&#x27;", "'").replace("\xa0", " ")).replace(
        "\u202f", " "
    )


SMALL = {"epsilon": "1", "elements": "1", "area": "FR-48"}


def blocks(response) -> dict[str, str]:
    """Name of the mechanism → the words of its certificate."""
    page = response.content.decode()
    found = {}
    for block in re.findall(r'<article class="cert">(.*?)</article>', page, flags=re.DOTALL):
        text = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", block)).replace("&#x27;", "'")
        found[re.search(r"<h3>(.*?)</h3>", block).group(1).replace("&#x27;", "'")] = text
    return found


def test_every_mechanism_has_its_verdict(client, steward, project):
    client.force_login(steward)
    answer = client.get(url("certificates", project), SMALL)
    found = blocks(answer)
    # "Bruit métrique" and "Étiquette" are names of both kinds
    assert words(answer).count("Perte la plus forte") == 5 + 6
    assert "Non conforme · dépasse ε" in found["Décalage uniforme (sans garantie)"]
    assert "14 ou 15 jours" in found["Décalage uniforme (sans garantie)"]
    chain = found["Chaîne d'intervalles, article de 2023 (sans garantie)"]
    assert "Variante de l'article de 2023" in chain
    # 2ε + ln(N(2)/N(1)), N(g) = 1 - e^-g / 2: 2 + ln(0.9323324 / 0.8160603)
    assert "2,133201" in chain
    neighbours = found["Dix communes voisines, article de 2024 (sans garantie)"]
    assert "infinie" in neighbours
    assert "Mende (48095)" in neighbours
    assert "ne peut être tirée que pour la première" in neighbours
    assert " Conforme · tient dans ε" in found["Géo-indistinguabilité (ε pour 50 km)"]
    assert "la valeur tirée n'apprend rien" in found["Commune au hasard"]


def test_the_budget_is_shared_and_one_mechanism_can_be_chosen(client, steward, project):
    client.force_login(steward)
    asked = SMALL | {"elements": "4", "mechanism": "dates-metric"}
    answer = client.get(url("certificates", project), asked)
    assert "reçoit ε = 0,25" in words(answer)
    (text,) = blocks(answer).values()
    # e^0.25 = 1.284, rounded up
    assert "0,25 par unité" in text
    assert "au plus 1,3 contre 1" in text


def test_a_scale_beyond_the_proof_fails_between_two_named_communes(client, steward, project):
    client.force_login(steward)
    asked = SMALL | {"scale": "1", "mechanism": "places-metric"}
    (text,) = blocks(client.get(url("certificates", project), asked)).values()
    assert "Non conforme" in text
    assert "échelle s = 1 " in text
    assert len(re.findall(r"\(48\d{3}\)", text)) == 3  # a pair, and what betrays it
    (text,) = blocks(client.get(url("certificates", project), asked | {"scale": "0,25"})).values()
    assert " Conforme" in text
    assert "échelle s = 1/4 = 0,25 " in text


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"epsilon": "0"}, "supérieure"),
        ({"elements": "0"}, "supérieure"),
        ({"area": "FR-ZZ"}, "FR-ZZ"),
        ({"scale": "-1"}, "nombre positif"),
        ({"scale": "grand"}, "nombre positif"),
        ({"scale": "1e9999999"}, "nombre positif"),  # written out it takes minutes
        ({"mechanism": "magie"}, "magie"),
    ],
)
def test_a_question_without_meaning_is_told(client, steward, project, change, told):
    client.force_login(steward)
    answer = client.get(url("certificates", project), SMALL | change)
    assert answer.status_code == 422
    assert told in words(answer)


def country_of(monkeypatch, area: str) -> None:
    """The communes of an area as if they were the whole country: their pairs are enumerated."""
    known = default_tables().atlas.geography
    rows = known.area(area)
    communes = [replace(known.communes[row], index=i) for i, row in enumerate(rows)]
    small = Geography(communes, known.coordinates[rows])
    for module in ("selectors.certificates", "services.certify"):
        monkeypatch.setattr(f"privacy.{module}.geography_of", lambda _question: small)


@pytest.fixture
def large(monkeypatch):
    """Lozère taken for a country whose pairs are too many to be compared while somebody waits."""
    country_of(monkeypatch, "FR-48")
    monkeypatch.setattr("privacy.selectors.certificates.AT_ONCE", 10)
    return SMALL | {"area": "FR", "scale": "0,5"}


def test_a_long_enumeration_is_a_job_with_progress_then_known(client, steward, project, large):
    client.force_login(steward)
    page = client.get(url("certificates", project), large)
    assert "n'a pas encore été calculé : il compare 11 476 paires" in words(page)  # 152·151/2
    assert client.get(url("certificates-json", project), large).status_code == 409
    assert not Job.objects.exists()
    answer = client.post(url("certify", project), large)
    again = client.post(url("certify", project), large)
    job = Job.objects.get()
    assert answer.url == again.url
    page = client.get(answer.url)
    assert "Calcul d'un certificat" in words(page)
    assert 'hx-trigger="every 2s"' in page.content.decode()
    run_job(str(job.pk))
    job.refresh_from_db()
    assert job.state == Job.State.DONE, job.error
    assert job.progress_total == 100
    assert job.result["certificate"]["verdict"] == "PASS"
    page = client.get(answer.url)
    assert 'hx-trigger="every 2s"' not in page.content.decode()
    assert "échelle s = 1/2" in words(page)
    # another project finds it by its content
    for path in certificate_folder().iterdir():
        path.unlink()
    assert "échelle s = 1/2" in words(client.get(answer.url))  # the job itself remembers


def test_a_failed_job_can_be_started_again(client, steward, project, large):
    client.force_login(steward)
    client.post(url("certify", project), large)
    Job.objects.update(state=Job.State.CANCELLED)
    client.post(url("certify", project), large)
    assert Job.objects.count() == 2


def test_asking_a_running_job_to_stop_stops_the_threads(steward, project, monkeypatch):
    country_of(monkeypatch, "FR-BFC")
    question = Question(epsilon=Fraction(1), area="FR", scale=Fraction(1, 2))
    job = start_certification(actor=steward, project=project, question=question)
    told = []

    def cancelled(_job_id):
        told.append(1)
        return True

    monkeypatch.setattr("worker.tasks.context.services.is_cancel_requested", cancelled)
    run_job(str(job.pk))
    job.refresh_from_db()
    assert job.state == Job.State.CANCELLED
    assert not list(certificate_folder().glob("*.json"))


def test_the_projects_features_are_in_the_certificate(client, steward, project):
    raw = "insee_code,radon\n" + "".join(f"48{n:03d},{n % 5}\n" for n in range(1, 199))
    file = import_features(
        actor=steward, project=project, name="R", file_name="r.csv", raw=raw.encode()
    )
    set_place_policy(
        actor=steward, project=project, area="FR-48", wanted=[Wanted(file.pk, "radon", 0.5)]
    )
    client.force_login(steward)
    asked = {"mechanism": "places-metric"}  # the area comes from the policy
    page = client.get(url("certificates", project), asked)
    assert "variables comparées : radon (0,5)" in words(page)
    plain = client.get(url("certificates", project), asked | {"features": "plain"})
    assert "variables comparées" not in words(plain)


def test_the_file_says_what_the_page_says(client, steward, project):
    client.force_login(steward)
    page = client.get(url("certificates", project), SMALL).content.decode()
    address = re.search(r'href="([^"]+)" download', page).group(1).replace("&amp;", "&")
    answer = client.get(address)
    assert answer["Content-Disposition"] == 'attachment; filename="certificats.json"'
    rows = json.loads(answer.content)["certificates"]
    assert [(row["kind"], row["mechanism"]) for row in rows[:2]] == [
        ("dates", "metric"),
        ("dates", "tchouka2023"),
    ]
    assert {row["mechanism"]: row["verdict"] for row in rows if row["kind"] == "places"} == {
        "metric": "PASS", "tchouka2023": "FAIL", "tchouka2024": "FAIL",
        "geoind": "PASS", "random": "PASS", "tag": "PASS",
    }  # fmt: skip


def test_an_export_shows_and_gives_its_certificates(client, steward, project, built):
    client.force_login(steward)
    page = client.get(url("export-detail", project, built.pk))
    assert "Certificats : Dates et âges conforme , Lieux conforme" in words(page)
    answer = client.get(url("export-certificates", project, built.pk))
    told = json.loads(answer.content)
    assert [row["verdict"] for row in told["certificates"]] == ["PASS", "PASS"]
    assert told["export_sha256"] == built.sha256
    assert told["certificates"] == built.manifest["certificates"]


def test_an_export_that_is_not_built_has_none(client, steward, project, ward, request_export):
    export = request_export()
    client.force_login(steward)
    assert client.get(url("export-certificates", project, export.pk)).status_code == 404


def test_strangers_and_roles(client, stranger, annotator, make_user, project, built):
    pages = [url("certificates", project), url("certificates-json", project),
             url("export-certificates", project, built.pk)]  # fmt: skip
    for person, status in ((stranger, 404), (annotator, 403)):
        client.force_login(person)
        for page in pages:
            assert client.get(page, SMALL).status_code == status
        assert client.post(url("certify", project), SMALL).status_code == status
    client.force_login(make_user("auditeur", project, "auditor"))
    assert client.get(pages[0], SMALL).status_code == 200
    assert client.post(url("certify", project), SMALL).status_code == 403


def test_the_export_of_another_project_has_no_certificates_here(
    client, make_user, other_project, built
):
    client.force_login(make_user("ailleurs", other_project, "steward"))
    answer = client.get(url("export-certificates", other_project, built.pk))
    assert answer.status_code == 404
