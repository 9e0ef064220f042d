"""The gate: who may overrule it, what is written down, what the pages of an evaluation say."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.urls import reverse

from annotation.domain.notes import Note
from annotation.domain.spans import Span
from annotation.domain.text import text_sha256
from annotation.models import Document
from annotation.services.set_aside import exclude_note
from deidweb.accounts.models import Handover, Membership, User
from deidweb.audit.models import AuditEntry
from tests.worker.versions import gate
from worker.models import GateWaiver, ModelVersion, NoteResult
from worker.presentation.gate import gate_lines
from worker.selectors.engines import forget_engines
from worker.selectors.gate import QUESTIONS, gate_of
from worker.services.errors import GateRefusedError, WaiverError, WrongStateError
from worker.services.put_in_service import promote_version
from worker.services.waive_gate import ask_waiver, decide_waiver
from worker.training.evaluation import evaluation
from worker.training.judged import judged_note


@pytest.fixture(autouse=True)
def model_dir(settings, tmp_path) -> Path:
    settings.MODEL_DIR = tmp_path / "models"
    forget_engines()
    yield settings.MODEL_DIR
    forget_engines()


@pytest.fixture
def second_admin(project) -> User:
    person = User.objects.create_user("second", password="pw-for-tests-only")
    Membership.objects.create(user=person, project=project, role="admin")
    return person


@pytest.fixture
def refused(make_version) -> ModelVersion:
    version = make_version(1)
    version.metrics["gate"] = gate(redacted=False, labels=False)
    version.save()
    return version


def state_of(version: ModelVersion) -> str:
    return ModelVersion.objects.get(pk=version.pk).state


def test_intervals_are_written_as_everywhere(refused):
    told = {"passed": True, "change": 0.01, "low": -0.02, "high": 0.04}
    refused.metrics["gate"]["checks"] = [
        {"name": name, **told} for name in ("redacted", "corrections")
    ]
    lines = [line.told for line in gate_lines(gate_of(refused))]
    assert lines[:2] == ["+1,0 points [−2,0 – +4,0]", "0,0 par note [0,0 – 0,0]"]


def test_a_doubtful_reference_is_told_with_its_labels(refused):
    doubtful = {
        "name": "reference",
        "passed": False,
        "after": 0.12,
        "floor": 0.5,
        "labels": ["PER"],
    }
    refused.metrics["gate"]["checks"] = [doubtful, {**doubtful, "labels": []}, {**doubtful, "passed": True, "labels": []}]  # fmt: skip
    lines = gate_lines(gate_of(refused))
    assert lines[0].title == "Notes de référence"
    assert lines[0].told == (
        "12,0 % des mots que le modèle livré masque y sont sous la même étiquette, plancher 50,0 % ; "
        "contredites : Personnes. Vérifiez les annotations."
    )
    assert [line.told.partition("étiquette")[2] for line in lines[1:3]] == [
        ", plancher 50,0 %. Vérifiez les annotations.",
        "",
    ]


def test_a_model_that_the_gate_refuses_is_not_promoted(admin, refused):
    with pytest.raises(GateRefusedError, match="seconde personne"):
        promote_version(actor=admin, version=refused)
    assert state_of(refused) == "candidate"


def test_a_model_of_before_the_gate_is_not_promoted(admin, make_version):
    version = make_version(1)
    del version.metrics["gate"]
    version.save()
    assert gate_of(version).failed == ("unjudged",)
    with pytest.raises(GateRefusedError):
        promote_version(actor=admin, version=version)


def test_a_comparison_with_another_model_than_the_one_in_service_is_void(admin, make_version):
    """Two candidates of the same day: the second one was compared with what the first one replaced."""
    first, second = make_version(1), make_version(2)
    promote_version(actor=admin, version=first)
    with pytest.raises(GateRefusedError):
        promote_version(actor=admin, version=second)
    assert (state_of(first), state_of(second)) == ("promoted", "candidate")


def test_another_shipped_model_makes_the_comparison_void(make_version):
    version = make_version(1)
    version.metrics["gate"]["shipped"] = "0" * 64
    assert gate_of(version).failed == ("stale",)


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_model_that_an_earlier_release_asked_fewer_questions_is_compared_anew(
    admin, make_version, name
):
    version = make_version(1)
    checks = version.metrics["gate"]["checks"]
    version.metrics["gate"]["checks"] = [check for check in checks if check["name"] != name]
    version.save()
    assert gate_of(version).failed == ("stale",)
    with pytest.raises(GateRefusedError):
        promote_version(actor=admin, version=version)


def test_two_people_and_a_reason_overrule_the_gate(admin, second_admin, refused):
    waiver = ask_waiver(actor=admin, version=refused, reason=" Service fermé depuis. ")
    assert (waiver.reason, waiver.failed) == ("Service fermé depuis.", ["redacted", "labels"])
    assert waiver.shipped_hash == refused.metrics["gate"]["shipped"]
    decide_waiver(actor=second_admin, version=refused, grant=True)
    waiver.refresh_from_db()
    assert (waiver.state, waiver.decided_by) == ("granted", second_admin)
    assert state_of(refused) == "promoted"
    entries = AuditEntry.objects.filter(object_id=str(refused.pk)).order_by("pk")
    told = [(entry.action, entry.actor) for entry in entries]
    assert told == [
        ("model.waiver_asked", admin),
        ("model.waiver_granted", second_admin),
        ("model.promoted", second_admin),
    ]
    assert entries[0].details["failed"] == "redacted labels"
    assert entries[2].details["waived"] is True
    assert "fermé" not in str([entry.details for entry in entries])


def test_nobody_grants_his_own_waiver(admin, refused):
    ask_waiver(actor=admin, version=refused, reason="Motif.")
    with pytest.raises(WaiverError, match="une autre personne"):
        decide_waiver(actor=admin, version=refused, grant=True)
    assert state_of(refused) == "candidate"
    waiver = GateWaiver.objects.get()
    waiver.decided_by = admin
    with pytest.raises(IntegrityError), transaction.atomic():
        waiver.save()


def test_an_account_that_the_asker_has_made_is_the_asker(admin, second_admin, refused):
    Handover.objects.create(user=second_admin, by=admin)
    ask_waiver(actor=admin, version=refused, reason="Motif.")
    for grant in (True, False):
        with pytest.raises(WaiverError, match="dépendent l'un de l'autre"):
            decide_waiver(actor=second_admin, version=refused, grant=grant)
    assert state_of(refused) == "candidate"
    assert GateWaiver.objects.get().state == "asked"


def test_a_refused_waiver_changes_nothing_and_another_may_be_asked(admin, second_admin, refused):
    ask_waiver(actor=admin, version=refused, reason="Motif.")
    with pytest.raises(WaiverError, match="attend déjà"):
        ask_waiver(actor=second_admin, version=refused, reason="Motif.")
    decide_waiver(actor=second_admin, version=refused, grant=False)
    assert state_of(refused) == "candidate"
    with pytest.raises(WaiverError, match="Aucune dérogation"):
        decide_waiver(actor=second_admin, version=refused, grant=True)
    ask_waiver(actor=second_admin, version=refused, reason="Autre motif.")


def test_a_waiver_covers_what_was_known_when_it_was_asked(
    admin, second_admin, refused, make_version
):
    ask_waiver(actor=admin, version=refused, reason="Motif.")
    promote_version(actor=admin, version=make_version(2))
    with pytest.raises(WaiverError, match="une raison de plus"):
        decide_waiver(actor=second_admin, version=refused, grant=True)
    decide_waiver(actor=second_admin, version=refused, grant=False)


def test_a_waiver_covers_no_comparison_made_after_it_was_asked(admin, second_admin, refused):
    waiver = ask_waiver(actor=admin, version=refused, reason="Peu de notes.")
    refused.metrics["compared"] = {"at": (waiver.asked_at + timedelta(hours=1)).isoformat()}
    refused.save()
    with pytest.raises(WaiverError, match="comparé de nouveau"):
        decide_waiver(actor=second_admin, version=refused, grant=True)
    assert decide_waiver(actor=second_admin, version=refused, grant=False).state == "refused"


def test_a_waiver_needs_a_reason_a_refusal_and_a_candidate(admin, refused, make_version):
    with pytest.raises(WaiverError, match="par écrit"):
        ask_waiver(actor=admin, version=refused, reason="  ")
    with pytest.raises(WaiverError, match="accepte ce modèle"):
        ask_waiver(actor=admin, version=make_version(2), reason="Motif.")
    with pytest.raises(WrongStateError):
        ask_waiver(actor=admin, version=make_version(3, "retired"), reason="Motif.")


def test_only_who_manages_models_asks_and_decides(annotator, steward, admin, refused):
    for person in (annotator, steward):
        with pytest.raises(PermissionDenied):
            ask_waiver(actor=person, version=refused, reason="Motif.")
    ask_waiver(actor=admin, version=refused, reason="Motif.")
    with pytest.raises(PermissionDenied):
        decide_waiver(actor=steward, version=refused, grant=True)


# --- pages

TEXT = "Vu M. Durand à Dijon."
GOLD = (Span(6, 12, "PER", "NOM"), Span(15, 20, "LOC", "VILLE"))


@pytest.fixture
def judged(project, make_version):
    """One note: the engine in service missed the town, the version misses the name and masks "Vu"."""
    document = Document.objects.create(
        project=project, external_id="note-7", position=1, text=TEXT, sha256=text_sha256(TEXT),
        state="gold", doc_type="CRH",
    )  # fmt: skip
    note = Note(str(document.pk), TEXT, entities=GOLD)

    def make(number: int, found: tuple[Span, ...]) -> ModelVersion:
        before, after = judged_note(note, GOLD[:1]), judged_note(note, found)
        version = make_version(number)
        types = {note.id: "CRH"}
        version.metrics["evaluation"] = {
            "before": evaluation([before], types),
            "after": evaluation([after], types),
        }
        version.save()
        NoteResult.objects.create(
            version=version, document=document, before=before.to_json(), after=after.to_json()
        )
        return version

    return make


WRONG = (Span(0, 2, "PER", "NOM"), GOLD[1])


def addresses(project, version) -> list[tuple[str, str]]:
    one = [project.pk, version.pk]
    return [
        ("get", reverse("worker:model-evaluation", args=one)),
        ("get", reverse("worker:model-comparison", args=one)),
        ("post", reverse("worker:waiver-ask", args=one)),
        ("post", reverse("worker:waiver-decide", args=one)),
    ]


def test_members_without_the_right_get_403_strangers_and_other_projects_404(
    client, project, other_project, admin, annotator, stranger, refused, make_version
):
    for person, status in ((annotator, 403), (stranger, 404)):
        client.force_login(person)
        for method, address in addresses(project, refused):
            assert getattr(client, method)(address).status_code == status, address
    foreign = make_version(2, of=other_project)
    client.force_login(admin)
    for method, address in addresses(project, foreign):
        assert getattr(client, method)(address).status_code == 404, address


def test_get_asks_and_decides_nothing(client, project, admin, refused):
    client.force_login(admin)
    for method, address in addresses(project, refused):
        assert client.get(address).status_code == (200 if method == "get" else 405)
    assert GateWaiver.objects.count() == 0


def test_the_page_says_what_the_gate_refuses_and_leads_through_the_waiver(
    client, project, admin, second_admin, refused
):
    page = reverse("worker:model-detail", args=[project.pk, refused.pk])
    ask, decide = (address for _method, address in addresses(project, refused)[2:])
    client.force_login(admin)
    text = client.get(page).content.decode()
    assert text.count("non tenue") == 2
    assert "Promouvoir</button>" not in text
    assert "Expliquez par écrit" in client.post(ask, {"reason": ""}, follow=True).content.decode()
    text = client.post(ask, {"reason": "Motif."}, follow=True).content.decode()
    assert "une autre personne qui gère les modèles doit décider" in text
    assert "Accorder" not in text
    client.force_login(second_admin)
    listed = client.get(reverse("worker:model-list", args=[project.pk])).content.decode()
    assert "Dérogation à décider" in listed
    assert "Refusé par la barrière" not in listed
    assert "Accorder et mettre en service" in client.get(page).content.decode()
    text = client.post(decide, {"decision": "grant"}, follow=True).content.decode()
    assert "le modèle n° 1 est en service" in text
    assert state_of(refused) == "promoted"


def test_the_evaluation_shows_intervals_types_and_causes(client, project, admin, judged):
    version = judged(1, WRONG)
    client.force_login(admin)
    text = client.get(addresses(project, version)[0][1]).content.decode()
    assert "50,0 %" in text  # one of two identifying words, one note
    assert "50,0 % [" not in text
    assert "CRH" in text
    assert "CRH n° 1" in text  # as everywhere else, not the hospital's number
    assert "note-7" not in text
    assert ">2,0<" in text  # to add the name, to remove "Vu"; of one note without an interval
    assert "Durand" not in text
    rows = text.split('class="table confusion"')[1].split("<tbody>")[1].split("</tbody>")[0]
    cells = [cell.split(">")[1].split("<")[0] for cell in rows.split("<td")[1:]]
    # LOC, PER, nothing by LOC, PER, nothing: the town is masked, the name missed, "Vu" masked without need
    assert cells == ["1", "·", "·", "·", "·", "1", "·", "1", "·"]
    assert '<th scope="row">Ville</th>' in text
    assert "règle HIPAA" in text


def test_a_version_of_before_has_no_intervals_and_says_so(client, project, admin, refused):
    client.force_login(admin)
    text = client.get(addresses(project, refused)[0][1]).content.decode()
    assert "réentraînez pour les avoir" in text


def test_two_engines_side_by_side_name_what_was_caught_and_what_was_missed(
    client, project, admin, judged
):
    first, second = judged(1, WRONG), judged(2, GOLD)
    client.force_login(admin)
    address = addresses(project, first)[1][1]
    text = client.get(address).content.decode()
    rows = [cell.strip() for cell in text.split("<tbody>")[1].split("<td")]
    # newly missed, newly masked, wrongly more
    assert [cell.split(">")[1].split("<")[0] for cell in rows[2:6]] == [
        "Personnes",
        "Lieux",
        "Personnes",
        "–",
    ]
    told = reverse(
        "annotation:document-detail", args=[project.pk, NoteResult.objects.first().document_id]
    )
    assert told in text
    exclude_note(actor=admin, document=NoteResult.objects.first().document, words="illisible")
    for page in (address, reverse("worker:model-evaluation", args=[project.pk, first.pk])):
        text = client.get(page).content.decode()
        assert told not in text
        assert "(note écartée)" in text
    # against the other version, which is right everywhere: the name is missed, nothing is caught
    text = client.get(address, {"avec": str(second.pk)}).content.decode()
    rows = [cell.strip() for cell in text.split("<tbody>")[1].split("<td")]
    assert [cell.split(">")[1].split("<")[0] for cell in rows[2:6]] == [
        "Personnes",
        "–",
        "Personnes",
        "–",
    ]
    assert client.get(address, {"avec": "x"}).status_code == 404
