"""Gold is counted by day, once a note, however it came to be."""

from __future__ import annotations

from datetime import date

from annotation.models import GoldDay, Layer, WorkSettings
from annotation.presentation.datasets import growth_chart
from annotation.selectors.datasets import gold_growth
from annotation.services.finish_adjudication import finish_adjudication
from annotation.services.import_documents import import_documents
from annotation.services.reopen_document import reopen_document
from annotation.services.start_annotation import start_annotation
from annotation.services.start_import import start_import
from annotation.services.submit_layer import submit_layer
from annotation.services.tally import tally_first_gold
from tests.annotation.conftest import CITY, DAY, NAME


def submit(person, note):
    layer = start_annotation(actor=person, document=note)
    return submit_layer(actor=person, layer=layer, if_match=layer.rev)


def counted(project) -> int:
    return sum(GoldDay.objects.filter(project=project).values_list("notes", flat=True))


def test_a_note_counts_once_however_often_it_is_validated(make_note, annotator, project):
    first, second = (make_note(spans=[NAME, CITY, DAY]) for _number in range(2))
    submit(annotator, first)
    assert counted(project) == 1
    reopen_document(actor=annotator, document=first)
    again = Layer.objects.get(document=first, kind="annotator")
    submit_layer(actor=annotator, layer=again, if_match=again.rev)
    assert Layer.objects.filter(document=first, kind="gold").count() == 2
    assert counted(project) == 1
    submit(annotator, second)
    assert counted(project) == 2
    assert GoldDay.objects.count() == 1


def test_a_comparison_counts_when_it_is_published(note, annotator, make_user, project):
    WorkSettings.objects.create(
        project=project, readers=2, unanimous_is_gold=False, hidden_percent=0
    )
    for person in (annotator, make_user("seconde", project, "annotator")):
        submit(person, note)
    assert counted(project) == 0
    finish_adjudication(
        actor=make_user("relecteur", project, "reviewer"), adjudication=note.adjudications.get()
    )
    assert counted(project) == 1


def test_imported_gold_counts_when_the_import_ends(admin, project, labels, jsonl):
    records = [
        {"id": f"n{i}", "text": "Durand", "entities": [{"start": 0, "end": 6, "label": "PER"}]}
        for i in range(3)
    ]
    upload = jsonl(*records, {"id": "bare", "text": "rien"})
    batch = start_import(actor=admin, project=project, upload=upload, format_name="jsonl")
    import_documents(
        batch,
        on_progress=lambda _done, _total: None,
        is_cancelled=lambda: False,
        guard=lambda: None,
        entities_are_gold=True,
    )
    assert counted(project) == 3


def test_growth_is_the_sum_so_far_at_the_end_of_each_week(project, other_project):
    # Monday 2 and Sunday 8 March 2020 are one week, Monday 9 another; nothing in that of the 16th
    for day, notes in (("02", 2), ("08", 3), ("09", 5), ("25", 1)):
        GoldDay.objects.create(
            project=project, day=date.fromisoformat(f"2020-03-{day}"), notes=notes
        )
    GoldDay.objects.create(project=other_project, day=date(2020, 3, 2), notes=70)
    growth = gold_growth(project)
    weeks = {
        date(2020, 3, 2): 5,
        date(2020, 3, 9): 10,
        date(2020, 3, 16): 10,
        date(2020, 3, 23): 11,
    }
    assert growth == weeks
    chart = growth_chart(growth)
    assert chart.rows == tuple((monday, (float(notes),)) for monday, notes in weeks.items())


def test_no_notes_leave_no_row(project):
    tally_first_gold(project.pk, 0)
    assert not GoldDay.objects.exists()
