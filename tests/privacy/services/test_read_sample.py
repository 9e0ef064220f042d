"""Who approves has read the riskiest notes of this very build; whoever recognises somebody stops it."""

from __future__ import annotations

from functools import partial
from itertools import islice
from types import SimpleNamespace

import pytest
from django.core.exceptions import PermissionDenied

from annotation.models import Document
from deidweb import children
from deidweb.audit.models import AuditEntry
from privacy.domain.reading.sample import DRAWN, Sampler
from privacy.models import ExportReading, ExportRequest
from privacy.selectors.export_readings import flagged_notes, reading_of
from privacy.services.decide_export import decide_export
from privacy.services.errors import ReasonMissingError, StateConflictError, UnreadNotesError
from privacy.services.keep_keys import key_path
from privacy.services.read_sample import read_sampled
from privacy.services.rebuild_export import rebuild_export
from privacy.services.tick_note import tick_note
from tests.privacy.conftest import DURAND_MARKS
from tests.read_sample import read_sample
from worker.engine.build import EngineError
from worker.services.read_notes import ApartNoteReader
from worker.tasks import export as export_job
from worker.tasks import run_job


def approve(export, steward, **given):
    return decide_export(actor=steward, export=export, approve=True, sha256=export.sha256, **given)


def test_a_build_says_which_notes_are_read_and_keeps_no_word_of_them(built):
    assert [one["why"] for one in built.sample] == ["risk"] * 3
    assert set(built.sample[0]) == {"public_id", "why", "risk", "reasons", "doubts"}
    told = str(built.sample)
    assert not [
        word for word in ("Durand", "DURAND", "Dijon", "Martel", "note-secrete") if word in told
    ]


@pytest.fixture
def one_word(monkeypatch, settings, tmp_path):
    """A real child whose model would hide one word wherever it stands, and dies on another."""
    settings.SHIPPED_MODEL = tmp_path

    def use(*words: str) -> None:
        monkeypatch.setenv("LC_WORDS", " ".join(words))  # a child keeps what begins so
        reader = partial(ApartNoteReader, module="tests.privacy.one_word_engine")
        monkeypatch.setattr(export_job, "ApartNoteReader", reader)

    return use


@pytest.mark.parametrize(
    "early", [DRAWN, 0], ids=["while others are written", "when all are written"]
)
def test_what_the_model_would_still_hide_is_told_by_its_place(
    ward, request_export, steward, one_word, monkeypatch, early
):
    one_word("Monsieur", "-")
    monkeypatch.setattr(Sampler, "surely_chosen", lambda _self, ids: frozenset(islice(ids, early)))
    export = request_export()
    run_job(str(export.job_id))
    export.refresh_from_db()
    told = [
        note.after[start:end]
        for rank in (1, 2, 3)
        for note in [read_sampled(actor=steward, export=export, rank=rank)]
        for start, end in note.doubts
    ]
    assert told == ["Monsieur"]


def test_a_note_that_the_model_cannot_read_is_told_as_not_asked_and_the_others_are_read(
    ward, request_export, one_word
):
    one_word("Monsieur", "revenu")
    export = request_export()
    run_job(str(export.job_id))
    export.refresh_from_db()
    assert export.state == "built"
    assert sorted(str(one["doubts"]) for one in export.sample) == ["None", "[[0, 8]]", "[]"]


def test_notes_of_a_build_are_read_on_the_processor(ward, request_export, one_word, monkeypatch):
    """A worker that trains builds exports, too: its card is a training's, that of another worker perhaps."""
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "0")
    started = []
    start = children.Child.__init__

    def told(self, *arguments, changed, **options):
        started.append(children.environment() | changed)
        start(self, *arguments, changed=changed, **options)

    monkeypatch.setattr(children.Child, "__init__", told)
    one_word("Monsieur", "-")
    export = request_export()
    run_job(str(export.job_id))
    export.refresh_from_db()
    assert export.state == "built"
    assert [variables["CUDA_VISIBLE_DEVICES"] for variables in started] == [""]


def test_a_model_that_cannot_be_loaded_stops_no_build(ward, request_export, settings, tmp_path):
    settings.SHIPPED_MODEL = tmp_path
    export = request_export()
    run_job(str(export.job_id))
    export.refresh_from_db()
    assert export.state == "built"
    assert [one["doubts"] for one in export.sample] == [None] * 3


def test_an_engine_whose_successor_is_refused_says_nothing_and_stops_no_build():
    def refused(*_asked):
        raise EngineError("no memory")

    apart = export_job._EngineApart(
        lambda on_start: SimpleNamespace(left_in_clear=refused, close=on_start)
    )
    assert apart.doubts_of("Toux", []).result() is None


def test_nothing_is_approved_unread(built, steward):
    with pytest.raises(UnreadNotesError, match="il en manque 3"):
        approve(built, steward)
    built.refresh_from_db()
    assert (built.state, built.decided_by) == ("built", None)


def test_one_note_that_is_missing_stops_the_approval(built, steward):
    read_sample(steward, built)
    ExportReading.objects.first().delete()
    with pytest.raises(UnreadNotesError, match="il en manque 1"):
        approve(built, steward)


def test_nobody_approves_on_somebody_else_s_eyes(built, steward, make_user, project):
    read_sample(make_user("deuxieme", project, "steward"), built)
    with pytest.raises(UnreadNotesError):
        approve(built, steward)


def test_a_refusal_needs_no_reading(built, steward):
    decide_export(actor=steward, export=built, approve=False, reason="Non.", sha256=built.sha256)
    assert ExportRequest.objects.get().state == "refused"


def test_an_export_of_before_is_not_approved(built, steward):
    ExportRequest.objects.update(sample=[])
    built.refresh_from_db()
    with pytest.raises(UnreadNotesError, match="avant que des notes"):
        approve(built, steward)


def test_the_approval_says_what_was_read_and_what_it_tells(built, steward):
    read_sample(steward, built)
    approve(built, steward)
    built.refresh_from_db()
    assert built.reading == {"census": 3, "drawn": 0, "read": 3, "leaks": 0, "bound": 0.0}
    details = AuditEntry.objects.get(action="export.approved").details
    assert (details["notes_read"], details["leak_bound"]) == (3, 0.0)


def test_each_opening_leaves_a_line_that_quotes_nothing(built, steward):
    note = read_sampled(actor=steward, export=built, rank=1)
    entry = AuditEntry.objects.get(action="export.note_read")
    assert (entry.actor, entry.object_id) == (steward, str(built.pk))
    assert entry.details == {"sha256": built.sha256, "note": note.public_id}


def test_the_note_is_shown_before_and_after(built, steward):
    shown = [read_sampled(actor=steward, export=built, rank=rank) for rank in (1, 2, 3)]
    texts = {note.before.text for note in shown}
    assert texts == set(Document.objects.filter(state="gold").values_list("text", flat=True))
    for note in shown:
        assert [(label, subtype) for _start, _end, label, subtype in note.marks] == [
            (span.label, span.subtype)
            for span in sorted(note.before.entities, key=lambda s: s.start)
        ]
    assert max(len(note.marks) for note in shown) == len(DURAND_MARKS)


def test_without_the_key_only_what_leaves_is_shown(built, steward):
    key_path(built.study_id).unlink()
    note = read_sampled(actor=steward, export=built, rank=1)
    assert note.before is None
    assert note.after


def test_nobody_ticks_what_was_not_shown_to_him(built, steward, make_user, project):
    first, second = (read_sampled(actor=steward, export=built, rank=rank) for rank in (1, 2))
    other = make_user("deuxieme", project, "steward")
    for actor, public_id, seal in (
        (steward, first.public_id, second.seal),
        (steward, first.public_id, ""),
        (other, first.public_id, first.seal),
    ):
        with pytest.raises(StateConflictError, match="rouvrez-la"):
            tick_note(actor=actor, export=built, public_id=public_id, seal=seal, verdict="clear")
    assert not ExportReading.objects.exists()


def test_another_build_is_read_anew(built, steward):
    note = read_sampled(actor=steward, export=built, rank=1)
    read_sample(steward, built)
    ExportRequest.objects.update(sha256="b" * 64)
    built.refresh_from_db()
    with pytest.raises(StateConflictError, match="fabriqué de nouveau"):
        tick_note(
            actor=steward, export=built, public_id=note.public_id, seal=note.seal, verdict="clear"
        )
    assert len(reading_of(built, steward).unread("risk")) == 3


def test_only_who_decides_reads_and_ticks(built, annotator, admin, steward):
    note = read_sampled(actor=steward, export=built, rank=1)
    for person in (annotator, admin):
        with pytest.raises(PermissionDenied):
            read_sampled(actor=person, export=built, rank=1)
        with pytest.raises(PermissionDenied):
            tick_note(
                actor=person,
                export=built,
                public_id=note.public_id,
                seal=note.seal,
                verdict="clear",
            )


def test_who_recognises_somebody_puts_the_export_into_quarantine(
    built, steward, make_user, project
):
    other = make_user("deuxieme", project, "steward")
    read_sample(other, built, verdict="recognised")
    built.refresh_from_db()
    assert (built.state, flagged_notes(built)) == ("quarantined", 3)
    read_sample(steward, built)
    with pytest.raises(ReasonMissingError):
        approve(built, steward)
    approve(built, steward, reason="Un homonyme connu.")
    assert ExportRequest.objects.get().state == "released"


def test_the_same_file_built_again_leaves_with_a_reason_only(built, steward, admin):
    read_sample(steward, built)
    note = read_sampled(actor=steward, export=built, rank=1)
    tick_note(
        actor=steward, export=built, public_id=note.public_id, seal=note.seal, verdict="recognised"
    )
    again = rebuild_export(actor=admin, export=built)
    run_job(str(again.job_id))
    again.refresh_from_db()
    assert (again.state, again.sha256) == ("built", built.sha256)
    with pytest.raises(ReasonMissingError):
        approve(again, steward)
    approve(again, steward, reason="Un nom de service, relu à deux.")
    assert ExportRequest.objects.get().state == "released"


def test_a_leak_counts_in_the_bound(built, steward):
    read_sample(steward, built, verdict="recognised")
    assert reading_of(built, steward).figures()["bound"] == 1.0
    read_sample(steward, built)  # he thinks again: the quarantine stays
    assert reading_of(built, steward).figures()["bound"] == 0.0
    built.refresh_from_db()
    assert built.state == "quarantined"


def test_what_another_reader_recognised_counts_for_who_approves(built, steward, make_user, project):
    read_sample(make_user("deuxieme", project, "steward"), built, verdict="recognised")
    read_sample(steward, built)
    assert reading_of(built, steward).figures()["leaks"] == 3
    assert reading_of(built, steward).figures()["bound"] == 1.0


def test_what_changed_since_the_last_approved_export(
    released, request_export, make_note, project, durand
):
    assert released.changes == {}
    make_note(project, "M. DURAND va bien.", (("DURAND", "PER", "NOM"),), patient=durand)
    gone = Document.objects.get(text__startswith="Mme LEGRANVILLE")
    Document.objects.filter(pk=gone.pk).update(state="in_progress")
    export = request_export()
    run_job(str(export.job_id))
    export.refresh_from_db()
    assert export.changes == {
        "number": released.number, "added": 1, "removed": 1, "changed": 0, "same": 2,
    }  # fmt: skip


def test_a_note_labelled_anew_has_changed(released, request_export):
    from tests.privacy.conftest import add_layer

    note = Document.objects.get(text__startswith="Mme LEGRANVILLE")
    add_layer(note, (("LEGRANVILLE", "PER", "NOM"),), version=2)
    export = request_export()
    run_job(str(export.job_id))
    export.refresh_from_db()
    assert {name: export.changes[name] for name in ("added", "removed", "changed", "same")} == {
        "added": 0, "removed": 0, "changed": 1, "same": 2,
    }  # fmt: skip
