"""Pages of data sets, agreement and dashboards: who may, what they say, how many queries."""

from __future__ import annotations

import pytest
from django.urls import reverse

from annotation.models import AgreementReport, DatasetFile, DatasetSnapshot
from annotation.services import agreement, dataset_files, datasets, start_annotation, submit_layer
from annotation.services.datasets import Order
from deidweb.jobs.models import Job
from tests.annotation.conftest import CITY, DAY, NAME, TEXT
from worker.tasks import run_job


@pytest.fixture(autouse=True)
def dataset_dir(settings, tmp_path):
    settings.DATASET_DIR = tmp_path / "datasets"


@pytest.fixture
def reviewer(make_user, project):
    return make_user("relectrice", project, "reviewer")


@pytest.fixture
def gold(make_note, annotator, reviewer):
    notes = [make_note(TEXT, [NAME, CITY, DAY], doc_type="CRH") for _ in range(3)]
    for note in notes:
        for person in (annotator, reviewer):
            layer = start_annotation(actor=person, document=note)
            if person is annotator:
                layer.spans.filter(label="LOC").delete()
                first = layer
        submit_layer(actor=annotator, layer=first, if_match=first.rev)
        submit_layer(actor=reviewer, layer=layer, if_match=layer.rev)
    return notes


def done(job: Job) -> Job:
    run_job(str(job.pk))
    job.refresh_from_db()
    assert job.state == Job.State.DONE, job.error
    return job


@pytest.fixture
def snapshot(gold, admin, project):
    done(datasets.request_snapshot(actor=admin, project=project, order=Order()))
    return DatasetSnapshot.objects.get()


@pytest.fixture
def report(gold, reviewer, project):
    done(agreement.request_measure(actor=reviewer, project=project))
    return AgreementReport.objects.get()


def page(client, name, *args, query="", status=200):
    response = client.get(reverse(f"annotation:{name}", args=args) + query)
    assert response.status_code == status
    return response.content.decode().replace("&#x27;", "'")


@pytest.mark.parametrize(
    ("who", "dashboard", "dataset", "agreed", "personal"),
    [
        ("admin", 200, 200, 200, 403),
        ("annotator", 200, 200, 403, 200),
        ("reviewer", 200, 200, 200, 200),
        ("steward", 200, 200, 403, 403),
        ("stranger", 404, 404, 404, 404),
    ],
)
def test_who_sees_what(
    client, request, project, snapshot, who, dashboard, dataset, agreed, personal
):
    client.force_login(request.getfixturevalue(who))
    page(client, "dashboard", project.pk, status=dashboard)
    page(client, "dataset-list", project.pk, status=dataset)
    page(client, "dataset-detail", project.pk, snapshot.pk, status=dataset)
    page(client, "agreement", project.pk, status=agreed)
    page(client, "dashboard-personal", project.pk, status=personal)


def test_an_admin_builds_writes_and_downloads(client, admin, project, gold):
    client.force_login(admin)
    create = reverse("annotation:dataset-create", args=[project.pk])
    assert client.post(create, {"test": 60, "validation": 10, "seed": 0}).status_code == 422
    assert client.post(create, {"test": 10, "validation": 10, "seed": 3}).status_code == 302
    done(Job.objects.get(kind="build_dataset"))
    snapshot = DatasetSnapshot.objects.get()
    detail = reverse("annotation:dataset-detail", args=[project.pk, snapshot.pk])
    ask = reverse("annotation:dataset-file-create", args=[project.pk, snapshot.pk])
    assert client.post(ask, {"format": "conll", "part": "all"}).url == detail
    done(Job.objects.get(kind="write_dataset"))
    file = DatasetFile.objects.get()
    text = page(client, "dataset-detail", project.pk, snapshot.pk)
    assert "CoNLL-2003 (BIO)" in text
    assert snapshot.address in text
    got = client.post(reverse("annotation:dataset-download", args=[project.pk, file.pk]))
    assert b"".join(got.streaming_content).startswith(b"-DOCSTART- (n1) O")
    assert got["Content-Disposition"] == 'attachment; filename="jeu-1-all-conll.conll"'
    assert got["Cache-Control"] == "no-store"


def test_a_changed_file_is_not_sent(client, admin, project, snapshot):
    done(
        dataset_files.request_file(actor=admin, snapshot=snapshot, format_name="jsonl", part="all")
    )
    file = DatasetFile.objects.get()
    dataset_files.file_path(file).write_bytes(b"")
    client.force_login(admin)
    url = reverse("annotation:dataset-download", args=[project.pk, file.pk])
    text = client.post(url, follow=True).content.decode()
    assert "rien n&#x27;a été envoyé" in text


def test_only_admins_may_post(client, reviewer, project, snapshot):
    client.force_login(reviewer)
    for name, args in (
        ("dataset-create", [project.pk]),
        ("dataset-file-create", [project.pk, snapshot.pk]),
    ):
        assert client.post(reverse(f"annotation:{name}", args=args)).status_code == 403


def test_two_snapshots_compared(client, admin, project, snapshot, make_note, annotator):
    note = make_note(TEXT, [NAME])
    layer = start_annotation(actor=annotator, document=note)
    submit_layer(actor=annotator, layer=layer, if_match=0)
    done(datasets.request_snapshot(actor=admin, project=project, order=Order()))
    second = DatasetSnapshot.objects.get(number=2)
    client.force_login(admin)
    text = page(client, "dataset-compare", project.pk, second.pk, query=f"?before={snapshot.pk}")
    assert "Du jeu n° 1 au jeu n° 2" in text
    assert "<dt>Notes ajoutées</dt><dd>1</dd>" in text
    assert "<dt>Notes identiques</dt><dd>3</dd>" in text
    page(client, "dataset-compare", project.pk, second.pk, query="?before=x", status=404)


def test_agreement_and_the_passages_behind_a_cell(client, reviewer, project, report):
    client.force_login(reviewer)
    text = page(client, "agreement", project.pk)
    assert "3 lectures croisées" in text
    assert "0,80" in text  # 2·2/5 on each note
    cell = next(c for c in report.result["people"]["matrix"] if "" in (c["one"], c["other"]))
    query = f"?source=people&one={cell['one']}&other={cell['other']}"
    text = page(client, "agreement-cell", project.pk, report.pk, query=query)
    assert "<mark>Dijon</mark>" in text
    assert "3 passages" in text
    page(client, "agreement", project.pk, query="?source=x", status=404)
    for source in ("gold", "model"):
        page(client, "agreement", project.pk, query=f"?source={source}")


def test_a_measure_is_asked_for_by_post(client, reviewer, annotator, project, gold):
    url = reverse("annotation:agreement-measure", args=[project.pk])
    client.force_login(annotator)
    assert client.post(url).status_code == 403
    client.force_login(reviewer)
    assert client.get(url).status_code == 405
    assert client.post(url).status_code == 302
    assert Job.objects.filter(kind="measure_agreement").count() == 1


def test_an_empty_project_says_what_to_do(client, admin, project):
    client.force_login(admin)
    assert "pas encore de notes" in page(client, "dashboard", project.pk)
    assert "Validez d'abord des notes" in page(client, "dataset-list", project.pk)
    assert "pas encore été mesuré" in page(client, "agreement", project.pk)


def test_the_project_page_needs_few_queries(
    client, admin, project, report, django_assert_max_num_queries
):
    client.force_login(admin)
    with django_assert_max_num_queries(20):
        page(client, "dashboard", project.pk)
