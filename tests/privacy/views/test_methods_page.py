"""Utilité → Méthodes côte à côte, as it runs: a data set, a released export, words learned, sentences compared."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from annotation.domain.notes import Note
from annotation.selectors.dataset_files import read_snapshot
from annotation.services.build_snapshot import Order, Shares, publish_snapshot, write_snapshot
from deidweb.audit.models import AuditEntry
from deidweb.jobs.models import Job
from icdcoder.domain.coder import CodePrediction
from icdcoder.selectors.coder import UnusableModelError
from privacy.domain.obfuscation.metrics import overlap
from privacy.selectors.export_files import (
    export_path,
    sentences_path,
    substituted_notes,
    words_path,
)
from privacy.services.keep_keys import destroy_keys
from tests.mini_model import write_mini_backbone
from tests.nomenclature import write_nomenclature
from worker.obfuscation import learn
from worker.obfuscation.embed import read_pool
from worker.tasks import methods, neighbours, others, run_job

EACH_TEST = Order(0, Shares(0.1, 0.0))


@pytest.fixture(autouse=True)
def _installed(settings, tmp_path):
    settings.DATA_DIR = tmp_path / "var"
    settings.DATASET_DIR = tmp_path / "datasets"
    settings.SHIPPED_MODEL = write_mini_backbone(tmp_path / "mini")
    folder = settings.DATA_DIR / "cim10"
    folder.mkdir(parents=True)
    write_nomenclature(folder / "cim10.csv.gz")


@pytest.fixture(autouse=True)
def taught(monkeypatch):
    """The texts that words were learned of, a list each time; few passages."""
    pytest.importorskip("gensim")
    whole, found = learn.learn_words, []

    def few(texts, **told):
        found.append(list(texts))
        return whole(texts, size=8, epochs=2, **told)

    monkeypatch.setattr(neighbours, "learn_words", few)
    return found


def snapshot_of(project, who, order=EACH_TEST):
    draft = write_snapshot(project, order, name="d", on_progress=lambda *_: None)
    snapshot, _new = publish_snapshot(project=project, actor=who, order=order, draft=draft)
    return snapshot


def url(name, project):
    return reverse(f"worker:{name}", args=[project.pk])


def measured(client, project, snapshot, export, encoders=()):
    told = {"snapshot": str(snapshot.pk), "export": str(export.pk) if export else ""}
    told["encoders"] = list(encoders)
    assert client.post(url("methods-ask", project), told).status_code == 302
    job = Job.objects.filter(kind="measure_methods").latest("created_at")
    run_job(str(job.pk))
    job.refresh_from_db()
    return job


def words(response) -> str:
    text = re.sub(r"<[^>]+>", " ", response.content.decode()).replace("&#x27;", "'")
    return re.sub(r"\s+", " ", text.replace("\xa0", " ").replace("\u202f", " "))


def exported(export):
    with export_path(export).open("rb") as file:
        return [text for _id, text, *_rest in substituted_notes(file)]


def test_every_method_is_measured_without_the_patients_own_notes(
    client, steward, project, released, taught
):
    client.force_login(steward)
    assert "Il faut d'abord un jeu de données." in words(client.get(url("utility", project)))
    snapshot = snapshot_of(project, steward)
    assert "Comparer les méthodes" in words(client.get(url("utility", project)))
    job = measured(client, project, snapshot, released)
    assert (job.state, job.error) == (Job.State.DONE, "")
    assert list(job.result["methods"])[-3:] == ["kneo", "sentence", "noise, ε = 20"]
    test = [note for part, note in read_snapshot(snapshot) if part == "test"]
    assert len({note.patient.id for note in test}) == 1
    assert job.result["left_out"] == len(test)
    (texts,) = taught
    whole = exported(released)
    assert len(texts) == len(whole) - len(test)
    assert set(texts) < set(whole)
    is_jeanne = "LEGRANVILLE" in test[0].text  # her note alone begins with « Mme »
    assert [text.startswith("Mme") for text in texts] == [not is_jeanne] * len(texts)
    assert not words_path(released).exists(), "what this measure alone leaves out is not kept"
    assert job.result["overlap"] == pytest.approx(overlap(test, texts), abs=1e-4)
    answer = client.get(url("utility", project) + "?jeu=1")
    page, text = answer.content.decode(), words(answer)
    assert page.count("<polyline") == 9
    assert len(re.findall(r'<td class="num" data-v="(?:[01]\.\d{3})?"', page)) == 63
    assert re.search(r"étiquette 1,000 0,\d{3} 1,000", text)
    assert f"Voisins tirés de l'export n° {released.number}." in text
    assert f"Notes des mêmes patients laissées de côté : {len(test)}." in text
    assert re.search(r"qui se lisent aussi dans les voisins : \d+,\d %\.", text)
    assert "NSDCG gain cumulé" in text
    assert AuditEntry.objects.filter(action="utility.methods_measured").count() == 1
    for secret in ("LEGRANVILLE", "DURAND", "Beaune", "patient-secret", "note-secrete"):
        assert secret not in str(job.result)
        assert secret not in page


def test_sentences_are_compared_by_what_was_chosen_too(
    client, steward, project, released, taught, settings, monkeypatch
):
    """Each a line of its own; what the shipped encoder made of the export stays beside it, and Doc2Vec learns from no own note."""
    write_mini_backbone(settings.BACKBONE_DIR / "autre")
    whole, learned = neighbours.Doc2VecEncoder, []

    def few(texts, **told):
        learned.append(list(texts))
        return whole(texts, size=8, epochs=2, **told)

    monkeypatch.setattr(neighbours, "Doc2VecEncoder", few)
    client.force_login(steward)
    snapshot = snapshot_of(project, steward)
    page = client.get(url("utility", project)).content.decode()
    for key in ("doc2vec", "backbone:autre"):
        assert f'name="encoders" value="{key}"' in page
    job = measured(client, project, snapshot, released, ["doc2vec", "backbone:autre"])
    assert (job.state, job.error) == (Job.State.DONE, "")
    assert list(job.result["methods"])[-5:] == ["kneo", "sentence", "sentence, Doc2Vec", "sentence, autre", "noise, ε = 20"]  # fmt: skip
    (texts,) = learned
    assert texts == taught[0], "not the substituted copies of the measured patients"
    assert read_pool(sentences_path(released), neighbours.shipped_encoder().version) is not None
    text = words(client.get(url("utility", project)))
    assert "phrase voisine, Doc2Vec" in text
    assert "phrase voisine, autre" in text
    jobs = Job.objects.count()
    client.post(url("methods-ask", project), {"snapshot": str(snapshot.pk), "encoders": "../x"})
    assert Job.objects.count() == jobs


def test_an_export_of_other_patients_teaches_whole(client, steward, project, released, monkeypatch, taught):  # fmt: skip
    """Here as if the export were of others: its words are kept beside it, and learned once."""
    client.force_login(steward)
    snapshot = snapshot_of(project, steward)
    monkeypatch.setattr(others, "_names", lambda *_: frozenset({"somebody else"}))
    for _time in range(2):
        job = measured(client, project, snapshot, released)
        assert (job.state, job.error, job.result["left_out"]) == (Job.State.DONE, "", 0)
    assert words_path(released).is_file()
    assert len(taught) == 1


def test_the_notes_are_drawn_and_the_same_ones_each_time():
    notes = [Note(str(number), "") for number in range(200)]
    one, again, other = (methods.drawn(notes, seed) for seed in ("a", "a", "b"))
    assert one == again != other
    assert len(one) == methods.MOST
    assert one == sorted(one, key=notes.index)
    assert one[-1] not in notes[: methods.MOST], "no longer the first"
    assert methods.drawn(notes[:3], "a") == notes[:3]


def test_the_page_says_who_codes_and_out_of_how_many_notes(
    client, steward, project, ward, monkeypatch
):
    """The project's coder, not the dictionary alone."""

    class Known:
        name, version = "réseau d'essai", "7"

        def predict(self, texts, top=25, hidden=()):
            return [[CodePrediction("I10", "", 1.0, ())] for _text in texts]

    asked = []
    monkeypatch.setattr(methods, "coder_for", lambda pk: asked.append(pk) or Known())
    monkeypatch.setattr(methods, "MOST", 2)
    client.force_login(steward)
    job = measured(client, project, snapshot_of(project, steward, Order(0, Shares(0, 0))), None)
    assert (job.state, job.error) == (Job.State.DONE, "")
    assert asked == [project.pk]
    assert (job.result["notes"], job.result["among"], job.result["is_test"]) == (2, 3, False)
    assert job.result["methods"]["tag"]["jsc"] == 1.0
    text = words(client.get(url("utility", project)))
    assert "codes du codeur du projet, réseau d'essai (7)." in text
    assert "2 notes tirées parmi 3, ce jeu n'ayant pas de part de test" in text


def test_a_coder_that_can_not_be_read_is_told(client, steward, project, ward, monkeypatch):
    def broken(_project):
        raise UnusableModelError

    monkeypatch.setattr(methods, "coder_for", broken)
    client.force_login(steward)
    job = measured(client, project, snapshot_of(project, steward), None)
    assert (job.state, "codeur en service" in job.error) == (Job.State.FAILED, True)


def test_where_nothing_remains_or_nobody_knows_whose_notes_they_are_it_is_said(
    client, steward, project, released
):
    client.force_login(steward)
    job = measured(client, project, snapshot_of(project, steward, Order(0, Shares(0, 0))), released)
    assert (job.state, "que des notes des patients comparés" in job.error) == (
        Job.State.FAILED,
        True,
    )
    destroy_keys(released.study_id)
    job = measured(client, project, snapshot_of(project, steward), released)
    assert (job.state, "La clé de l'étude" in job.error) == (Job.State.FAILED, True)
    assert "La clé de l'étude" in words(client.get(url("utility", project)))
    job = measured(client, project, snapshot_of(project, steward), None)
    assert (job.state, job.result["pool"]) == (Job.State.DONE, None)
    assert "n'ont pas été mesurés" in words(client.get(url("utility", project)))
