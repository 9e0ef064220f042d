"""Texte entier: words learned by a job from a released export, then a note beside what it becomes."""

from __future__ import annotations

import json
from datetime import timedelta
from decimal import Decimal
from functools import partial
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from annotation.selectors.oppositions import effects_on
from annotation.services.oppose import oppose
from deidweb.audit.models import AuditEntry
from deidweb.jobs.models import Job
from deidweb.operations.retention import purge
from privacy.models import ExportRequest, LedgerCharge
from privacy.selectors.export_files import export_path, near_path, sentences_path, words_path
from privacy.selectors.word_spaces import learned_export, released_exports, sentences_of
from privacy.services.decide_export import decide_export
from privacy.services.errors import OverrideMissingError, StateConflictError
from privacy.services.learn_words import start_learning, start_near
from privacy.services.move_export import remove_export_file
from privacy.services.open_released import open_released, quarantine_changed_file
from privacy.services.rebuild_export import rebuild_export
from tests.mini_model import write_mini_backbone
from tests.read_sample import read_sample
from worker.obfuscation import learn
from worker.obfuscation.doc2vec import Doc2VecEncoder
from worker.tasks import neighbours, run_job

ANOTHER = {"sha256": "0" * 64, "decided_sha256": "0" * 64}


@pytest.fixture(autouse=True)
def _few_epochs(monkeypatch):
    pytest.importorskip("gensim")
    whole = learn.learn_words
    monkeypatch.setattr(
        neighbours,
        "learn_words",
        lambda texts, **told: whole(texts, size=8, epochs=2, **told),
    )


def url(project):
    return reverse("privacy:whole-text", args=[project.pk])


def ask(client, export):
    return client.post(reverse("privacy:whole-text-learn", args=[export.project_id, export.pk]))


def learned(export, who):
    job = start_learning(actor=who, export=export)
    run_job(str(job.pk))
    job.refresh_from_db()
    assert job.state == Job.State.DONE, job.error
    return job


def test_words_are_learned_from_a_released_export_and_shown(client, steward, project, released):
    client.force_login(steward)
    assert "Apprendre les mots de l'export" in client.get(url(project)).content.decode()
    assert ask(client, released).status_code == 302
    job = Job.objects.get(kind="learn_neighbours")
    assert job.payload == {"export": str(released.pk)}
    ask(client, released)  # a second click waits for the first
    assert Job.objects.filter(kind="learn_neighbours").count() == 1
    assert AuditEntry.objects.filter(action="privacy.words_asked").count() == 1
    run_job(str(job.pk))
    job.refresh_from_db()
    assert job.state == Job.State.DONE, job.error
    page = client.get(url(project)).content.decode()
    assert "SMR" in page
    assert "Sans garantie prouvée" in page
    assert AuditEntry.objects.filter(action="preview.whole_text").count() == 1
    assert "ε·d" in client.get(url(project) + "?method=noise&epsilon=30").content.decode()


@pytest.mark.parametrize("method", ["kneo", "sentence", "noise"])
def test_every_method_can_be_chosen_before_its_neighbours_are_learned(
    client, steward, project, released, method
):
    client.force_login(steward)
    page = client.get(f"{url(project)}?method={method}").content.decode()
    assert all(f'<option value="{one}"' in page for one in ("kneo", "sentence", "noise"))
    assert "pas encore calculé" in page


def test_sentences_of_a_note_are_looked_for_in_a_released_export_and_shown(
    client, steward, project, released, ward, settings, tmp_path
):
    settings.SHIPPED_MODEL = str(write_mini_backbone(tmp_path / "mini"))
    client.force_login(steward)
    address = f"{url(project)}?method=sentence&note={ward['petit'].pk}"
    button = reverse("privacy:whole-text-near", args=[project.pk, released.pk])
    asked = f"{button}?note={ward['petit'].pk}"
    assert asked in client.get(address).content.decode()
    assert client.post(asked).status_code == 302
    job = Job.objects.get(kind="near_sentences")
    run_job(str(job.pk))
    job.refresh_from_db()
    assert job.state == Job.State.DONE, job.error
    page = client.get(address).content.decode()
    assert "quelles phrases sont voisines" in page
    made = sentences_of(released)  # of this note alone: the next one asks for its own
    assert len(made.table) == 1
    assert b"LEGRANVILLE" not in near_path(released).read_bytes()
    assert sentences_path(released).is_file()
    other = client.get(f"{url(project)}?method=sentence&note={ward['durand'].pk}")
    assert button in other.content.decode()
    oppose(["8003456123"])  # of another note: its digests could be anybody's
    run_job(str(Job.objects.get(kind="forget_notes").pk))
    assert not near_path(released).exists()


def test_an_encoder_is_chosen_and_another_ones_neighbours_go(
    client, steward, project, released, ward, settings, tmp_path, monkeypatch
):
    settings.SHIPPED_MODEL = str(write_mini_backbone(tmp_path / "mini"))
    settings.BACKBONE_DIR = tmp_path / "backbones"
    write_mini_backbone(settings.BACKBONE_DIR / "autre", seed=3)
    (settings.BACKBONE_DIR / "vide").mkdir()
    (settings.BACKBONE_DIR / "vide" / "config.json").write_text("{")
    monkeypatch.setattr(neighbours, "Doc2VecEncoder", partial(Doc2VecEncoder, size=8, epochs=2))
    client.force_login(steward)
    button = reverse("privacy:whole-text-near", args=[project.pk, released.pk])
    versions = []

    def near(note, encoder):
        assert client.post(f"{button}?note={ward[note].pk}", {"encoder": encoder}).status_code == 302  # fmt: skip
        job = Job.objects.filter(kind="near_sentences").latest("created_at")
        run_job(str(job.pk))
        job.refresh_from_db()
        return job

    for encoder, notes, sentences in (("", 2, 7), ("backbone:autre", 1, 1), ("doc2vec", 2, 7)):
        for note in ("petit", "durand")[:notes]:
            job = near(note, encoder)
            assert job.state == Job.State.DONE, job.error
        versions.append(job.result["version"])
        assert len(sentences_of(released).table) == sentences, "of this encoder alone"
    assert len(set(versions)) == 3
    page = client.get(f"{url(project)}?method=sentence&note={ward['durand'].pk}").content.decode()
    assert '<option value="doc2vec" selected>' in page
    assert '<option value="backbone:autre">' in page
    assert "ne se lit pas" in near("petit", "backbone:vide").error
    assert client.post(f"{button}?note={ward['petit'].pk}", {"encoder": "../x"}).status_code == 400


def test_an_opposition_while_sentences_are_looked_for_leaves_no_digest(
    steward, released, ward, settings, tmp_path, monkeypatch
):
    """Not even where the job that forgets, which has gone by already, found the export itself free of the patient."""
    settings.SHIPPED_MODEL = str(write_mini_backbone(tmp_path / "mini"))
    read = neighbours.preview_notes

    def read_then_oppose(document):
        file = read(document)
        oppose(["8003456123"])
        type(released).objects.update(effects_seen=effects_on(released.project_id))
        return file

    monkeypatch.setattr(neighbours, "preview_notes", read_then_oppose)
    job = start_near(actor=steward, export=released, document=ward["petit"])
    run_job(str(job.pk))
    job.refresh_from_db()
    assert (job.state, "opposé" in job.error) == (Job.State.FAILED, True)
    assert not near_path(released).exists()


FORM = {"scope": "gold", "epsilon": "1.5", "dates": "metric", "places": "metric", "area": "FR", "reference_date": "2024-01-31"}  # fmt: skip


@pytest.mark.parametrize("method", ["kneo", "sentence", "noise"])
def test_an_export_of_whole_texts_has_no_proof_and_leaves_as_long_as_its_pool(
    client, steward, admin, project, released, study, settings, tmp_path, method
):
    settings.SHIPPED_MODEL = str(write_mini_backbone(tmp_path / "mini"))
    client.force_login(admin)
    create = reverse("privacy:export-create", args=[project.pk])
    form = FORM | {"request_id": str(uuid4()), "study": str(study.pk), "texts": method}
    assert "Choisissez l&#x27;export" in client.post(create, form).content.decode()
    form["pool"] = str(released.pk)
    if method != "sentence":
        form["word_epsilon"] = "20" if method == "kneo" else ""
        assert "ne sont pas appris" in client.post(create, form).content.decode()
        learned(released, steward)
    if method == "noise":
        assert "Choisissez l&#x27;ε d&#x27;un mot." in client.post(create, form).content.decode()
        form["word_epsilon"] = "12.5"
    cost = reverse("privacy:export-cost", args=[project.pk])
    assert "2 patients" in client.post(cost, form).content.decode()
    page = client.post(create, form).url
    export = ExportRequest.objects.get(texts=method)
    assert export.word_epsilon == (Decimal("12.5") if method == "noise" else None)
    run_job(str(export.job_id))
    export.refresh_from_db()
    assert export.job.error == ""
    assert set(export.manifest) >= {"texts", "pool"}
    assert "epsilon" not in export.manifest
    lines = [json.loads(line) for line in export_path(export).read_text().splitlines()]
    assert [line["replacements"] for line in lines] == [[], [], []]
    assert not any("DURAND" in line["text"] for line in lines)
    charges = LedgerCharge.objects.filter(uses=export)
    assert {(charge.epsilon, charge.has_bound) for charge in charges} == {("0/1", False)}
    shown = client.get(page).content.decode()
    assert "aucune borne ne tient" in shown
    assert "non conforme" in shown
    assert ("ε = 12,5" in shown) == (method == "noise")
    (certificate,) = export.manifest["certificates"]
    assert certificate["worst_loss_per_unit"] == (12.5 if method == "noise" else None)
    assert certificate["parameters"].get("attained", 0) <= 12.5
    assert "au plus plus" not in shown
    assert ("écart, plus de" in shown) == (method == "noise")
    read_sample(steward, export)
    asked = {"actor": steward, "export": export, "approve": True, "sha256": export.sha256, "reason": "Comparaison."}  # fmt: skip
    with pytest.raises(OverrideMissingError):
        decide_export(**asked)
    done = decide_export(**asked, override=True)
    assert done.manifest["override"]["without_bound"] == [f"texts:{method}"]
    assert released_exports(steward, project).get() == released  # it teaches nothing itself
    open_released(done).close()
    quarantine_changed_file(released, None)
    with pytest.raises(StateConflictError):
        open_released(done)


def test_the_job_can_run_twice_and_says_what_is_missing(steward, project, released):
    first = learned(released, steward)
    again = learned(released, steward)
    assert first.result["version"] == again.result["version"]
    assert not list(words_path(released).parent.glob("*.draft"))


def test_an_export_that_is_not_released_teaches_nothing(client, steward, project, built):
    client.force_login(steward)
    assert ask(client, built).status_code == 302
    assert not Job.objects.filter(kind="learn_neighbours").exists()
    page = client.get(url(project)).content.decode()
    assert "pas encore" in page


def test_words_go_with_the_file_of_their_export(
    steward, project, released, django_capture_on_commit_callbacks
):
    learned(released, steward)
    assert words_path(released).is_file()
    with django_capture_on_commit_callbacks(execute=True):
        remove_export_file(released)
    assert not words_path(released).exists()


def test_an_approved_file_that_was_changed_is_built_anew_and_its_words_go(
    admin, released, django_capture_on_commit_callbacks
):
    words_path(released).write_bytes(b"of the bytes of before")
    quarantine_changed_file(released, None)
    charges = LedgerCharge.objects.filter(uses=released).count()
    with django_capture_on_commit_callbacks(execute=True):
        export = rebuild_export(actor=admin, export=released)
    run_job(str(export.job_id))
    export.refresh_from_db()
    assert (export.state, words_path(export).exists()) == ("built", False)
    assert LedgerCharge.objects.filter(uses=export).count() == charges


def test_words_of_an_export_are_not_used_since_an_opposition_and_go(steward, project, released):
    learned(released, steward)
    assert learned_export(steward, project) == released
    oppose(["8003456123"])
    assert learned_export(steward, project) is None
    assert not released_exports(steward, project)
    job = Job.objects.get(kind="forget_notes")
    run_job(str(job.pk))
    assert not words_path(released).exists()
    assert not export_path(released).exists()


def test_whole_texts_in_the_words_of_a_patient_who_opposes_go_though_he_is_none_of_theirs(
    project, released, request_export
):
    oppose(["8003456123"])
    export = request_export()  # of the others
    run_job(str(export.job_id))
    of_texts = type(export).objects.filter(pk=export.pk)
    assert of_texts.update(effects_seen=0, state="built", texts="kneo", pool=released)
    assert export_path(export).is_file()
    run_job(str(Job.objects.get(kind="forget_notes").pk))
    assert not export_path(export).exists()
    assert of_texts.get().effects_seen == 0


def test_words_past_their_export_s_date_are_not_used_and_go(client, steward, project, released):
    learned(released, steward)
    type(released).objects.update(decided_at=timezone.now() - timedelta(days=31))
    assert learned_export(steward, project) is None
    client.force_login(steward)
    assert ask(client, released).status_code == 302
    assert "son délai est passé" in client.get(url(project)).content.decode()
    assert Job.objects.filter(kind="learn_neighbours").count() == 1
    done = purge()
    assert (done.words, words_path(released).exists()) == (1, False)


@pytest.mark.parametrize(
    ("meanwhile", "why"),
    [
        (lambda export: oppose(["8003456123"]), "opposé"),
        (lambda export: quarantine_changed_file(export, None), "pas approuvé"),
        (lambda export: type(export).objects.update(**ANOTHER), "pas approuvé"),
    ],
    ids=["opposition", "quarantine", "another build"],
)
def test_an_export_that_changes_while_its_words_are_learned_teaches_nothing(
    steward, released, monkeypatch, meanwhile, why
):
    learn_words = neighbours.learn_words

    def then(texts, **_told):
        return learn_words(texts, on_epoch=lambda done: meanwhile(released) if done == 1 else None)

    monkeypatch.setattr(neighbours, "learn_words", then)
    job = start_learning(actor=steward, export=released)
    run_job(str(job.pk))
    job.refresh_from_db()
    assert (job.state, why in job.error) == (Job.State.FAILED, True)
    kept = words_path(released).parent.iterdir()
    assert not [path for path in kept if path.suffix in (".draft", ".words")]


@pytest.mark.parametrize(("who", "status"), [("annotator", 403), ("stranger", 404)])
def test_who_may_not_preview_sees_nothing(client, project, released, request, who, status):
    client.force_login(request.getfixturevalue(who))
    assert client.get(url(project)).status_code == status
    assert ask(client, released).status_code == status
    address = reverse("privacy:whole-text-near", args=[project.pk, released.pk])
    assert client.post(address).status_code == status


def test_an_export_of_another_project_is_not_found(
    client, steward, released, other_project, make_user
):
    client.force_login(make_user("autre", other_project, "steward"))
    for name in ("privacy:whole-text-learn", "privacy:whole-text-near"):
        address = reverse(name, args=[other_project.pk, released.pk])
        assert client.post(address).status_code == 404
