"""Models: who may decide, what each decision changes, what the page says."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.urls import reverse

from annotation.domain.text import text_sha256
from annotation.models import Document, Layer, Patient
from deidweb.audit.models import AuditEntry
from deidweb.jobs.models import Job
from deidweb.jobs.selectors import running_job
from tests.worker.versions import gate
from worker.models import ModelVersion
from worker.selectors.engines import detector_of, forget_engines
from worker.selectors.training_notes import Material, training_material
from worker.selectors.training_starts import UnknownStartError, folder_of_start
from worker.selectors.versions import promoted_hash, promoted_model
from worker.services.discard_version import discard_version
from worker.services.errors import ModelFilesMissingError, TrainingRefusedError, WrongStateError
from worker.services.put_in_service import promote_version, roll_back_version
from worker.services.start_search import join_search, start_search
from worker.services.start_training import start_training
from worker.services.withdraw_version import withdraw_version


@pytest.fixture(autouse=True)
def model_dir(settings, tmp_path) -> Path:
    settings.MODEL_DIR = tmp_path / "models"
    settings.BACKBONE_DIR = tmp_path / "backbones"
    settings.JOB_LEASE_SECONDS = 3600.0
    forget_engines()
    yield settings.MODEL_DIR
    forget_engines()


@pytest.fixture
def make_gold(project):
    """Gold notes, two a patient."""

    def make(count: int, patients: int | None = None) -> None:
        for number in range(1, count + 1):
            owner = number % patients if patients else number // 2
            patient = Patient.objects.named(project, f"p{owner}").first() or Patient.objects.create(
                project=project, external_id=f"p{owner}"
            )
            document = Document.objects.create(
                project=project,
                patient=patient,
                external_id=f"n{number}",
                position=number,
                text="Rien à signaler.",
                sha256=text_sha256("Rien à signaler."),
                state="gold",
            )
            Layer.objects.create(document=document, kind="gold", state="submitted")

    return make


def state_of(version: ModelVersion) -> str:
    return ModelVersion.objects.get(pk=version.pk).state


# --- decisions


def test_promotion_swaps_and_the_next_detection_uses_the_new_model(project, admin, make_version):
    first, second = make_version(1), make_version(2)
    assert detector_of(promoted_hash(project.pk)).version.startswith("hybrid(rules-3+mini-")
    promote_version(actor=admin, version=first)
    assert promoted_model(project) == first
    second.metrics["gate"] = gate(against=first.content_hash)
    second.save()
    promote_version(actor=admin, version=second)
    assert (state_of(first), state_of(second)) == ("retired", "promoted")
    expected = f"hybrid(rules-3+mini2-{second.content_hash[:12]})"
    assert detector_of(promoted_hash(project.pk)).version == expected
    entry = AuditEntry.objects.filter(action="model.promoted").latest("pk")
    assert entry.details == {"number": 2, "replaces": 1}
    assert entry.actor == admin


def test_roll_back_puts_a_replaced_model_in_service_again(admin, make_version):
    first, second = make_version(1, "retired"), make_version(2, "promoted")
    roll_back_version(actor=admin, version=first)
    assert (state_of(first), state_of(second)) == ("promoted", "retired")
    assert AuditEntry.objects.filter(action="model.rolled_back").count() == 1


def test_withdrawal_leaves_the_shipped_model(project, admin, make_version):
    version = make_version(1, "promoted")
    withdraw_version(actor=admin, version=version)
    assert state_of(version) == "retired"
    assert promoted_model(project) is None


def test_discarding_deletes_the_files_unless_another_version_needs_them(
    admin, other_project, make_version, model_dir, django_capture_on_commit_callbacks
):
    version, shared = make_version(1), make_version(2)
    ModelVersion.objects.create(
        project=other_project,
        number=1,
        content_hash=shared.content_hash,
        train_notes=1,
        test_notes=1,
    )
    with django_capture_on_commit_callbacks(execute=True):
        discard_version(actor=admin, version=version)
        discard_version(actor=admin, version=shared)
    assert state_of(version) == "discarded"
    assert not (model_dir / version.content_hash).exists()
    assert (model_dir / shared.content_hash).exists()


@pytest.mark.parametrize(
    ("verb", "states"),
    [
        (promote_version, ["promoted", "retired", "discarded"]),
        (discard_version, ["promoted", "retired", "discarded"]),
        (roll_back_version, ["candidate", "promoted", "discarded"]),
        (withdraw_version, ["candidate", "retired", "discarded"]),
    ],
)
def test_a_decision_that_does_not_fit_the_state_changes_nothing(verb, states, admin, make_version):
    for number, state in enumerate(states, start=1):
        version = make_version(number, state)
        with pytest.raises(WrongStateError, match=f"n° {number} est maintenant"):
            verb(actor=admin, version=version)
        assert state_of(version) == state


def test_a_model_without_files_is_not_promoted(admin, make_version, model_dir):
    version = make_version()
    (model_dir / version.content_hash / "ner.json").unlink()
    with pytest.raises(ModelFilesMissingError):
        promote_version(actor=admin, version=version)
    assert state_of(version) == "candidate"


def test_notes_are_read_again_only_when_asked(admin, make_version):
    first, second = make_version(1), make_version(2)
    promote_version(actor=admin, version=first)
    assert Job.objects.filter(kind="preannotate").count() == 0
    second.metrics["gate"] = gate(against=first.content_hash)
    second.save()
    promote_version(actor=admin, version=second, preannotate=True)
    assert Job.objects.filter(kind="preannotate").count() == 1


@pytest.mark.parametrize(
    "verb", [promote_version, discard_version, roll_back_version, withdraw_version]
)
def test_services_check_the_actor_themselves(verb, annotator, stranger, make_version):
    version = make_version()
    with pytest.raises(PermissionDenied):
        verb(actor=annotator, version=version)
    with pytest.raises(Http404):
        verb(actor=stranger, version=version)
    assert state_of(version) == "candidate"


def test_one_training_at_a_time_for_a_project(project, admin, make_gold):
    make_gold(4)
    job = start_training(actor=admin, project=project)
    assert running_job(project, "train_ner") == job
    with pytest.raises(TrainingRefusedError, match="déjà en cours"):
        start_training(actor=admin, project=project)
    Job.objects.filter(pk=job.pk).update(state="done")
    start_training(actor=admin, project=project)


def test_too_few_gold_notes_start_nothing(project, admin, make_gold):
    make_gold(6, patients=1)
    with pytest.raises(TrainingRefusedError, match="2 patients différents"):
        start_training(actor=admin, project=project)
    assert Job.objects.count() == 0


def test_material_counts_notes_without_a_patient_as_patients(project, make_gold):
    make_gold(4, patients=1)
    Document.objects.filter(position__lte=2).update(patient=None)
    assert training_material(project) == Material(4, 3, "")


# --- pages


def addresses(project, version) -> list[tuple[str, str]]:
    one = [project.pk, version.pk]
    return [
        ("get", reverse("worker:model-list", args=[project.pk])),
        ("get", reverse("worker:model-detail", args=one)),
        ("post", reverse("worker:training-start", args=[project.pk])),
        *(
            ("post", reverse(f"worker:model-{verb}", args=one))
            for verb in ("promote", "roll-back", "withdraw", "discard")
        ),
    ]


def test_members_without_the_right_get_403_and_strangers_404(
    client, project, annotator, steward, stranger, make_version
):
    version = make_version()
    for person, status in ((annotator, 403), (steward, 403), (stranger, 404)):
        client.force_login(person)
        for method, address in addresses(project, version):
            assert getattr(client, method)(address).status_code == status, (person, address)
    assert state_of(version) == "candidate"


def test_another_project_s_model_is_404(client, project, other_project, admin, make_version):
    foreign = make_version(of=other_project)
    client.force_login(admin)
    for method, address in addresses(project, foreign)[1:2] + addresses(project, foreign)[3:]:
        assert getattr(client, method)(address).status_code == 404


def test_get_decides_nothing(client, project, admin, make_version):
    version = make_version()
    client.force_login(admin)
    for method, address in addresses(project, version):
        answer = client.get(address)
        assert answer.status_code == (200 if method == "get" else 405)
    assert state_of(version) == "candidate"
    assert Job.objects.count() == 0


def test_the_empty_page_says_what_to_do_and_shows_the_rules_in_service(client, project, admin):
    client.force_login(admin)
    page = client.get(reverse("worker:model-list", args=[project.pk])).content.decode()
    assert "Règles seules" in page
    assert "en service" in page
    assert "Modèle livré" in page
    assert "Validez des notes, puis réentraînez" in page
    assert "Il faut au moins 4 notes validées" in page
    assert "disabled" in page


def test_the_list_says_the_difference_in_words(client, project, admin, make_gold, make_version):
    make_gold(6)
    make_version(1, redacted=203, full=7, alarms=5)
    client.force_login(admin)
    page = client.get(reverse("worker:model-list", args=[project.pk])).content.decode()
    assert "96,7 %" in page  # 203 of 210
    assert "3 mots identifiants de plus masqués sur 210" in page
    assert "1 note de plus sans aucun reste, sur 7" in page
    assert "2 mots de plus masqués à tort" in page
    assert "comparé avec le modèle livré sur 7 notes tenues à l&#x27;écart" in page
    assert "6 notes validées" in page
    assert "de 4 patients" in page  # n1 | n2 n3 | n4 n5 | n6


def test_a_worse_model_is_said_to_be_worse(client, project, admin, make_version):
    version = make_version(1, redacted=199, full=6, alarms=3)
    client.force_login(admin)
    page = client.get(reverse("worker:model-detail", args=[project.pk, version.pk])).content
    assert "1 mot identifiant de moins masqué sur 210" in page.decode()
    assert "Ce modèle masque moins que celui auquel il est comparé" in page.decode()


def test_an_engine_that_was_not_trained_here_says_what_it_is(client, project, admin, make_version):
    version = make_version(1, redacted=199)
    version.kind, version.train_notes = "rules", 0
    version.metrics["start"] = {"name": "les règles seules", "sha256": ""}
    version.save()
    client.force_login(admin)
    listed = client.get(reverse("worker:model-list", args=[project.pk])).content.decode()
    assert '<span class="when">Les règles seules</span>' in listed
    page = client.get(
        reverse("worker:model-detail", args=[project.pk, version.pk])
    ).content.decode()
    assert "aucune note de ce projet" in page
    assert "avant de réentraîner" not in page


def test_the_detail_compares_label_by_label(client, project, admin, make_version):
    version = make_version(1, f1=0.95)
    client.force_login(admin)
    page = client.get(reverse("worker:model-detail", args=[project.pk, version.pk]))
    text = page.content.decode()
    assert "<td>Personnes</td>" in text
    assert "95,0" in text
    assert version.content_hash in text


def test_buttons_decide_and_say_so(client, project, admin, make_version):
    version = make_version()
    client.force_login(admin)
    address = reverse("worker:model-promote", args=[project.pk, version.pk])
    page = client.post(address, {"preannotate": "on"}, follow=True)
    text = page.content.decode()
    assert (
        "Le modèle n° 1 est en service. Il relit les notes que personne n&#x27;a commencées" in text
    )
    assert "Le modèle livré reprendra sa place" in text  # what withdrawing it would do
    assert state_of(version) == "promoted"
    assert Job.objects.filter(kind="preannotate").count() == 1
    again = client.post(address, follow=True).content.decode()
    assert "est maintenant « en service » : rien n&#x27;a été changé" in again


def test_the_button_starts_a_training_and_the_page_follows_it(client, project, admin, make_gold):
    make_gold(4)
    client.force_login(admin)
    page = client.post(reverse("worker:training-start", args=[project.pk]), follow=True)
    job = Job.objects.get(kind="train_ner")
    assert f'id="job-{job.pk}"' in page.content.decode()
    assert "Réentraîner</button>" not in page.content.decode()


def test_a_refused_training_shows_its_reason(client, project, admin):
    Job.objects.create(kind="train_ner", project=project, state="failed", error="Parce que.")
    client.force_login(admin)
    page = client.get(reverse("worker:model-list", args=[project.pk])).content.decode()
    assert "Parce que." in page


def test_the_page_shows_the_epochs_of_a_running_training(client, project, admin):
    row = {"epoch": 1, "loss": 0.5, "f1": 0.911, "redacted": 0.95, "f1_by_label": {"PER": 0.872}}
    details = {"epochs": [row, {**row, "epoch": 2, "f1_by_label": {"PER": 0.9, "LOC": 0.8}}]}
    Job.objects.create(kind="train_ner", project=project, state="running", details=details)
    client.force_login(admin)
    for name in ("worker:model-list", "worker:training-epochs"):
        page = client.get(reverse(name, args=[project.pk])).content.decode()
        cells = ["<td>2</td>", "0,500", "95,0", "91,1", "80,0", "90,0"]
        assert all(cell in page for cell in cells)
        assert page.index("<td>2</td>") < page.index("<td>1</td>")


def test_a_training_starts_from_what_was_chosen(client, project, admin, make_gold, settings):
    make_gold(4)
    folder = Path(settings.BACKBONE_DIR) / "essai"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.json").write_text("{}")
    client.force_login(admin)
    page = client.get(reverse("worker:model-list", args=[project.pk])).content.decode()
    assert '<option value="backbone:essai">' in page
    address = reverse("worker:training-start", args=[project.pk])
    refused = client.post(address, {"start": "backbone:../x"}, follow=True).content.decode()
    assert "n&#x27;existe plus" in refused
    client.post(address, {"start": "backbone:essai"})
    assert Job.objects.get(kind="train_ner").payload == {"start": "backbone:essai"}


@pytest.mark.slow  # imports PyTorch
@pytest.mark.parametrize("start", ["", "in_service"])
def test_workers_of_a_search_start_from_the_model_that_was_in_service_when_it_was_asked(
    project, other_project, admin, make_version, model_dir, monkeypatch, start
):
    monkeypatch.setattr("worker.services.start_search.require_ready", lambda *_asked: None)
    first = make_version(1, state="promoted")
    first.metrics["raw_seen"] = 3
    first.save()
    search = start_search(actor=admin, project=project, trials=2, start=start)
    ModelVersion.objects.update(state="retired")
    make_version(2, state="promoted")
    joined = join_search(actor=admin, project=project, search=search.pk)
    key = f"version:{first.content_hash}"
    assert (search.payload["start"], joined.payload["start"]) == (key, key)
    assert folder_of_start(project, key) == model_dir / first.content_hash
    # what its encoder has read before is known of it, too, though another is in service
    from worker.tasks.train import _raw_seen

    assert _raw_seen(search, folder_of_start(project, key)) == 3
    with pytest.raises(UnknownStartError):
        folder_of_start(other_project, key)
    shutil.rmtree(model_dir / first.content_hash)
    with pytest.raises(UnknownStartError):
        folder_of_start(project, key)


def test_without_a_model_of_its_own_a_search_starts_from_the_shipped_one(
    project, admin, monkeypatch
):
    monkeypatch.setattr("worker.services.start_search.require_ready", lambda *_asked: None)
    search = start_search(actor=admin, project=project, trials=2)
    assert search.payload["start"] == "shipped"
