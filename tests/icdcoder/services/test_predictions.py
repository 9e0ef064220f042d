import uuid
from dataclasses import dataclass, field

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404

from deidweb.audit.models import AuditEntry
from deidweb.audit.services import verify_chain
from icdcoder.domain.coder import CodePrediction as Found
from icdcoder.domain.coder import Evidence
from icdcoder.models import CodedNote, CodePrediction
from icdcoder.services.decide_code import decide_code
from icdcoder.services.store_predictions import BATCH, CodingCancelledError, store_predictions

EXPORT = uuid.UUID(int=42)
NOTES = [("a1", "Le patient a une HTA."), ("a2", "Toux et fièvre."), ("a3", "Sans particularité.")]


@dataclass
class Fixed:
    """A coder that answers the same code for each text that holds "HTA" or "Toux"."""

    name: str = "fixed"
    version: str = "fixed-1"
    says: str = "Toujours le même code."
    calls: list[int] = field(default_factory=list)
    code: str = "I10"

    def predict(self, texts, top=25, hidden=()):
        self.calls.append(len(texts))
        return [
            [Found(self.code, "Libellé", 0.5, (Evidence(0, 2, 0.5),))]
            if "HTA" in text or "Toux" in text
            else []
            for text in texts
        ]


def store(project, coder, notes=NOTES, **options):
    return store_predictions(
        project=project, export_id=EXPORT, notes=iter(notes), coder=coder, **options
    )


def test_notes_and_codes_are_stored_in_order(project):
    stored = store(project, Fixed())
    assert (stored.notes, stored.skipped, stored.codes) == (3, 0, 2)
    assert list(CodedNote.objects.values_list("public_id", "order", "coder_version")) == [
        ("a1", 0, "fixed-1"),
        ("a2", 1, "fixed-1"),
        ("a3", 2, "fixed-1"),
    ]
    first = CodePrediction.objects.get(note__public_id="a1")
    assert first.evidence == [{"start": 0, "end": 2, "weight": 0.5}]
    assert first.state == "proposed"


def test_a_second_run_reads_nothing_again(project):
    store(project, Fixed())
    again = Fixed()
    stored = store(project, again)
    assert (stored.notes, stored.skipped, stored.codes) == (0, 3, 0)
    assert again.calls == [0]
    assert CodePrediction.objects.count() == 2


def test_what_substitution_wrote_stays_known_with_the_note(project):
    store(project, Fixed(), [("a1", "HTA à Dole", ((6, 10),))])
    assert CodedNote.objects.get().hidden == [[6, 10]]
    store(project, Fixed(version="fixed-2"), [("a1", "HTA", ())])  # built again, other places
    assert CodedNote.objects.get().hidden == []


def test_another_version_replaces_open_codes_and_keeps_decisions(project, steward):
    store(project, Fixed())
    kept = CodePrediction.objects.get(note__public_id="a1")
    decide_code(actor=steward, prediction_id=kept.pk, decision="accepted")
    store(project, Fixed(version="fixed-2", code="J45"))
    assert set(CodePrediction.objects.values_list("note__public_id", "code", "state")) == {
        ("a1", "I10", "accepted"),
        ("a1", "J45", "proposed"),
        ("a2", "J45", "proposed"),
    }


def test_a_rebuilt_export_is_coded_from_its_new_text(project, steward):
    store(project, Fixed(), [("a1", "HTA, M. Durand")])
    old = CodePrediction.objects.get()
    decide_code(actor=steward, prediction_id=old.pk, decision="accepted")
    store(project, Fixed(), [("a1", "Suivi pour HTA, M. Morel")])
    assert CodedNote.objects.get().text == "Suivi pour HTA, M. Morel"
    assert CodePrediction.objects.get().state == "proposed"


def test_a_note_from_before_is_told_its_stay_and_patient_when_coded_again(project):
    store(project, Fixed(), [("a1", "HTA", (), "s1", "")])
    store(project, Fixed(version="fixed-2"), [("a1", "HTA", (), "s2", "p1")])
    note = CodedNote.objects.get()
    assert (note.stay, note.patient) == ("s2", "p1")


def test_a_cancelled_run_keeps_whole_batches_and_goes_on_later(project):
    notes = [(f"n{i}", "HTA") for i in range(BATCH + 5)]
    asked = iter([False, True])
    with pytest.raises(CodingCancelledError):
        store(project, Fixed(), notes, is_cancelled=lambda: next(asked))
    assert CodedNote.objects.count() == BATCH
    progress: list[int] = []
    stored = store(project, Fixed(), notes, on_progress=progress.append)
    assert (stored.notes, stored.skipped) == (5, BATCH)
    assert progress == [BATCH, BATCH + 5]
    assert list(CodedNote.objects.values_list("order", flat=True)) == list(range(BATCH + 5))


def test_a_worker_that_lost_its_lease_publishes_nothing(project):
    class Lost(Exception):
        pass

    def lost():
        raise Lost

    with pytest.raises(Lost):
        store(project, Fixed(), assert_owned=lost)
    assert CodedNote.objects.count() == 0


def test_the_same_public_id_in_another_project_is_another_note(project, other_project):
    store(project, Fixed())
    store(other_project, Fixed())
    assert CodedNote.objects.count() == 6


@pytest.fixture
def prediction(project):
    store(project, Fixed())
    return CodePrediction.objects.get(note__public_id="a1")


def test_a_decision_is_stored_dated_and_audited_without_text(prediction, steward):
    decide_code(actor=steward, prediction_id=prediction.pk, decision="rejected")
    prediction.refresh_from_db()
    assert (prediction.state, prediction.decided_by) == ("rejected", steward)
    assert prediction.decided_at is not None
    entry = AuditEntry.objects.get(action="icd.decided")
    assert entry.details == {"decision": "rejected"}
    assert entry.object_id == str(prediction.pk)
    assert verify_chain().is_intact


def test_the_same_decision_twice_is_one(prediction, steward):
    for _ in range(2):
        decide_code(actor=steward, prediction_id=prediction.pk, decision="accepted")
    assert AuditEntry.objects.filter(action="icd.decided").count() == 1


def test_a_decision_can_be_taken_back(prediction, steward):
    decide_code(actor=steward, prediction_id=prediction.pk, decision="accepted")
    decide_code(actor=steward, prediction_id=prediction.pk, decision="proposed")
    prediction.refresh_from_db()
    assert (prediction.state, prediction.decided_by, prediction.decided_at) == (
        "proposed",
        None,
        None,
    )


def test_an_annotator_may_not_decide_and_a_stranger_finds_nothing(prediction, annotator, stranger):
    with pytest.raises(PermissionDenied):
        decide_code(actor=annotator, prediction_id=prediction.pk, decision="accepted")
    with pytest.raises(Http404):
        decide_code(actor=stranger, prediction_id=prediction.pk, decision="accepted")
    prediction.refresh_from_db()
    assert prediction.state == "proposed"


def test_an_unknown_code_or_decision_is_refused(prediction, steward):
    with pytest.raises(Http404):
        decide_code(actor=steward, prediction_id=prediction.pk + 999, decision="accepted")
    with pytest.raises(ValueError, match="peut-être"):
        decide_code(actor=steward, prediction_id=prediction.pk, decision="peut-être")
