"""Pages of data sets, agreement and dashboards: who may, what they say, how many queries."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db.models import F
from django.urls import reverse
from django.utils import timezone

from annotation.domain.adjudication import Choice
from annotation.models import (
    Adjudication,
    AgreementReport,
    DatasetFile,
    DatasetSnapshot,
    Layer,
    LayerSpan,
    WorkSettings,
)
from annotation.presentation.agreement import causes_of, source_of
from annotation.selectors.agreement import decided_conflicts, newest_report, people_in
from annotation.selectors.dataset_files import dataset_file_path
from annotation.selectors.readings import comparison_of
from annotation.services.build_snapshot import Order, request_snapshot
from annotation.services.decide_conflict import Verdict, decide_conflict
from annotation.services.measure_agreement import request_agreement
from annotation.services.start_annotation import start_annotation
from annotation.services.submit_layer import submit_layer
from annotation.services.write_dataset_file import request_dataset_file
from deidweb.audit.models import AuditEntry
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
    done(request_snapshot(actor=admin, project=project, order=Order()))
    return DatasetSnapshot.objects.get()


@pytest.fixture
def report(gold, reviewer, project):
    done(request_agreement(actor=reviewer, project=project))
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


def test_an_admin_builds_and_writes_a_steward_lets_go(client, admin, steward, project, gold):
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
    download = reverse("annotation:dataset-download", args=[project.pk, file.pk])
    assert client.post(download).url == detail, "nobody has let it go"
    client.force_login(steward)
    decide = reverse("annotation:dataset-file-decide", args=[project.pk, file.pk])
    assert decide in page(client, "dataset-detail", project.pk, snapshot.pk)
    signed = {"decision": "approve", "sha256": file.sha256, "reason": "Étude ABC"}
    assert client.post(decide, {**signed, "password": "wrong"}).status_code == 422
    assert client.post(decide, signed).status_code == 422
    assert client.post(download).status_code == 403, "who decides does not take it away"
    assert client.post(decide, {**signed, "password": "pw-for-tests-only"}).url == detail
    assert client.post(decide, {**signed, "password": "pw-for-tests-only"}).status_code == 409
    client.force_login(admin)
    assert client.post(decide, {**signed, "password": "pw-for-tests-only"}).status_code == 403
    got = client.post(download)
    assert b"".join(got.streaming_content).startswith(b"-DOCSTART- (n1) O")
    assert got["Content-Disposition"] == 'attachment; filename="jeu-1-all-conll.conll"'
    assert got["Cache-Control"] == "no-store"


def test_a_changed_file_is_not_sent(client, admin, steward, project, snapshot):
    done(request_dataset_file(actor=admin, snapshot=snapshot, format_name="jsonl", part="all"))
    file = DatasetFile.objects.get()
    digest = {"state": "released", "decided_by": steward, "decided_sha256": file.sha256}
    DatasetFile.objects.update(**digest)
    dataset_file_path(file).write_bytes(b"")
    client.force_login(admin)
    url = reverse("annotation:dataset-download", args=[project.pk, file.pk])
    text = client.post(url, follow=True).content.decode()
    assert "rien n&#x27;a été envoyé" in text


def test_a_file_that_was_let_go_leaves_for_thirty_days_and_is_written_anew_then(
    client, admin, steward, project, snapshot
):
    def let_go(days_ago):
        DatasetFile.objects.update(
            state="released",
            decided_by=steward,
            decided_sha256=F("sha256"),
            decided_at=timezone.now() - timedelta(days=days_ago),
        )

    done(request_dataset_file(actor=admin, snapshot=snapshot, format_name="jsonl", part="all"))
    file = DatasetFile.objects.get()
    client.force_login(admin)
    url = reverse("annotation:dataset-download", args=[project.pk, file.pk])
    let_go(29)
    assert "À télécharger jusqu'au" in page(client, "dataset-detail", project.pk, snapshot.pk)
    assert client.post(url).status_code == 200
    let_go(30)
    text = page(client, "dataset-detail", project.pk, snapshot.pk)
    assert "Ne se télécharge plus depuis le" in text
    assert url not in text
    assert "son délai est passé" in client.post(url, follow=True).content.decode()
    done(request_dataset_file(actor=admin, snapshot=snapshot, format_name="jsonl", part="all"))
    assert "Ne se télécharge plus" not in page(client, "dataset-detail", project.pk, snapshot.pk)
    assert AuditEntry.objects.filter(action="dataset.downloaded").count() == 1


ROLES = ("annotator", "reviewer", "admin", "steward", "auditor", "access")


def test_of_everybody_who_asks_for_a_file_that_was_let_go_an_admin_of_its_project_alone_gets_it(
    client, admin, steward, project, other_project, snapshot, make_user
):
    """Each role by the file's address, by another project's, by every method; the object is there, so that a filter that is gone shows."""
    done(request_dataset_file(actor=admin, snapshot=snapshot, format_name="jsonl", part="all"))
    file = DatasetFile.objects.get()
    now = {"decided_at": timezone.now(), "decided_sha256": file.sha256}
    DatasetFile.objects.update(state="released", decided_by=steward, **now)
    client.raise_request_exception = False
    root = make_user("racine")
    root.is_superuser = True
    root.save()
    asking = [None, root]
    asking += [make_user(f"{name}-ici", project, name) for name in ROLES]
    asking += [make_user(f"{name}-la", other_project, name) for name in ROLES]
    asking += [make_user("tout-la", other_project, *ROLES)]
    got = []
    for user in asking:
        client.logout()
        if user:
            client.force_login(user)
        for of in (project, other_project):
            address = reverse("annotation:dataset-download", args=[of.pk, file.pk])
            for method in ("get", "head", "post", "put", "patch", "delete", "options"):
                answer = getattr(client, method)(address)
                content = answer.getvalue() if answer.streaming else answer.content
                if answer.status_code == 200 or b"Durand" in content:
                    got.append((user.username if user else "", of.pk, method))
    assert got == [("admin-ici", project.pk, "post")]
    assert AuditEntry.objects.filter(action="dataset.downloaded").count() == 1


def test_a_file_of_another_project_is_not_decided(
    client, admin, stranger, project, other_project, snapshot
):
    done(request_dataset_file(actor=admin, snapshot=snapshot, format_name="jsonl", part="all"))
    file = DatasetFile.objects.get()
    client.force_login(stranger)
    for of in (project, other_project):
        address = reverse("annotation:dataset-file-decide", args=[of.pk, file.pk])
        assert client.post(address).status_code == 404


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
    done(request_snapshot(actor=admin, project=project, order=Order()))
    second = DatasetSnapshot.objects.get(number=2)
    client.force_login(admin)
    text = page(client, "dataset-detail", project.pk, second.pk)
    assert f'<option value="{snapshot.pk}" selected>Jeu n° 1</option>' in text
    assert "---" not in text
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
    page(client, "agreement", project.pk, query="?source=gold")
    text = page(client, "agreement", project.pk, query="?source=model")
    assert "règles seules · référence" in text
    assert "rules-1" not in text


def test_the_dashboard_names_an_engine_in_words_and_its_version_beside(
    client, reviewer, project, report
):
    client.force_login(reviewer)
    text = page(client, "dashboard", project.pk)
    assert '<th scope="row" title="rules-1">règles seules</th>' in text
    assert text.count("rules-1") == 1


def test_a_measure_is_asked_for_by_post(client, reviewer, annotator, project, gold):
    url = reverse("annotation:agreement-measure", args=[project.pk])
    client.force_login(annotator)
    assert client.post(url).status_code == 403
    client.force_login(reviewer)
    assert client.get(url).status_code == 405
    assert client.post(url).status_code == 302
    assert Job.objects.filter(kind="measure_agreement").count() == 1


def test_the_form_says_that_test_notes_of_another_split_may_have_taught_a_model(
    client, admin, project, gold
):
    client.force_login(admin)
    assert "des notes de test ont pu servir à apprendre" in page(client, "dataset-list", project.pk)


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


@pytest.fixture
def three_weeks(gold, reviewer, project):
    """Notes of three weeks, none read in the second of them; the first two days draw other bounds."""
    now = timezone.now()
    layers = Layer.objects.filter(kind="annotator")
    for index, note in enumerate(gold):
        when = now - timedelta(weeks=2 if index < 2 else 0)
        layers.filter(document=note).update(submitted_at=when)
    row = LayerSpan.objects.filter(layer__in=layers, layer__author=reviewer, label="DATE")[0]
    LayerSpan.objects.filter(pk=row.pk).update(end=row.end - 5)
    done(request_agreement(actor=reviewer, project=project))
    return AgreementReport.objects.get()


def test_agreement_over_time_by_label_and_pair(client, reviewer, annotator, project, three_weeks):
    source = source_of(three_weeks, "people", people_in(three_weeks, "people"))
    assert source.chart.lines[0].name == "entités, bornes exactes"
    assert len(source.weeks.mondays) == 3
    told = {row.name: [value.number for value in row.values] for row in source.weeks.labels}
    # first week: two notes, one day of two alike; the towns were refused by one of the two
    assert told == {
        "Dates et durées": [0.5, None, 1.0],
        "Lieux": [0.0, None, 0.0],
        "Personnes": [1.0, None, 1.0],
    }
    (pair,) = source.weeks.pairs
    assert set(pair.name.split(" · ")) == {annotator.display_name, reviewer.display_name}
    assert [value.number for value in pair.values] == [pytest.approx(0.6), None, pytest.approx(0.8)]
    client.force_login(reviewer)
    text = page(client, "agreement", project.pk)
    assert "F1 par étiquette, semaine après semaine" in text
    query = "?source=people&one=DATE&other=DATE"
    text = page(client, "agreement-cell", project.pk, three_weeks.pk, query=query)
    assert "Seconde lecture :" in text
    assert "<h1>Dates et durées → Dates et durées</h1>" in text
    assert {"<mark>12/02</mark>", "<mark>12/02/2020</mark>"} <= set(
        re.findall("<mark>.*?</mark>", text)
    )


def test_one_week_says_that_two_are_needed(client, reviewer, project, report):
    client.force_login(reviewer)
    assert source_of(report, "people", {}).weeks is None
    assert "pendant deux semaines au moins" in page(client, "agreement", project.pk)


def test_what_has_no_value_is_told_in_words(client, reviewer, project, report):
    """Nobody marked the towns alike and everybody the names: κ and α of what has one value."""
    result = report.result
    result["people"]["labels"]["PER"]["kappa"] = {"why": "one_category"}
    result["people"]["labels"]["LOC"]["exact"] = {"why": "no_spans"}
    AgreementReport.objects.filter(pk=report.pk).update(result=result)
    source = source_of(newest_report(project), "people", {})
    assert [mark for mark, _words in source.why] == ["b", "c"]
    client.force_login(reviewer)
    text = page(client, "agreement", project.pk)
    assert "<dt>–<sup>c</sup></dt><dd>Les deux ont donné la même étiquette à tous les mots" in text
    assert "<dt>–<sup>b</sup></dt><dd>Aucun des deux n'a rien marqué" in text
    assert text.count('<sup aria-hidden="true">c</sup>') == 1


def test_causes_of_conflicts_are_counted(client, reviewer, annotator, make_user, project, note):
    WorkSettings.objects.create(project=project, readers=2, hidden_percent=0)
    for actor in (annotator, make_user("second", project, "annotator")):
        layer = start_annotation(actor=actor, document=note)
        if actor != annotator:
            layer.spans.exclude(label="PER").delete()
        submit_layer(actor=actor, layer=layer, if_match=0)
    found = Adjudication.objects.get()
    one, other = comparison_of(found).conflicts
    for conflict, cause in ((one, "slip"), (other, "")):
        verdict = Verdict(conflict.key, Choice.REJECTED, cause=cause)
        decide_conflict(actor=reviewer, adjudication=found, verdict=verdict)
    causes = [(c.name, c.counts, c.total) for c in causes_of(decided_conflicts(project))]
    assert causes == [("erreur d'annotation", (1, 0, 0), 1), ("cause non dite", (1, 0, 0), 1)]
    client.force_login(reviewer)
    assert "Désaccords tranchés" in page(client, "agreement", project.pk)
