"""What an older version left, brought up to date on both databases: by migrations and by the job."""

from __future__ import annotations

import json

# Before 0007 the urgency lay beside the notes; before 0008 gold was not counted by day.
OLD = """
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone
state = MigrationExecutor(connection).loader.project_state([("annotation", "0006_assign_notes")])
get = lambda name: state.apps.get_model("annotation", name)
project = state.apps.get_model("accounts", "Project").objects.create(name="Essai")
user = state.apps.get_model("accounts", "User").objects.create(username="a")
for number in range(1, 121):
    note = get("Document").objects.create(
        project_id=project.pk, external_id=str(number), position=number, sha256="0" * 64,
        text="Mme Durand va bien. 06 12 34 56 78", state="gold" if number > 118 else "preannotated")
    suggestion = get("Layer").objects.create(
        document=note, kind="suggestion", engine_version="x", state="submitted")
    get("LayerSpan").objects.create(
        layer=suggestion, start=4, end=10, label="PER", subtype="NOM", score=0.6, surface="Durand")
    if number <= 10:
        get("DocumentPriority").objects.create(
            document=note, risk=number, uncertainty=0.5, draw=number / 10 - 0.1, bare=3, unsure=4)
    if number > 118:
        for kind in ("annotator", "gold"):
            get("Layer").objects.create(
                document=note, kind=kind, author_id=user.pk, state="submitted",
                source_layer=suggestion, submitted_at=timezone.now().replace(year=2024, month=5))
"""
TOLD = """
import json
from annotation.models import *
from annotation.services.backfill import is_behind
from deidweb.accounts.models import Project
notes = Document.objects.order_by("position")
print(json.dumps({
    "kept": list(notes.filter(position__lte=10).values_list("risk", flat=True)),
    "unknown": notes.filter(risk=-1).count(),
    "reasons": DocumentPriority.objects.count(),
    "urgent": sorted(set(notes.filter(position__range=(11, 118)).values_list("risk", flat=True))),
    "drawn": notes.filter(draw__lt=1).count(),
    "gold": [[str(row.day.year), row.notes] for row in GoldDay.objects.all()],
    "tallies": [LayerTally.objects.count(), sum(row.notes for row in DayTally.objects.all())],
    "behind": is_behind(Project.objects.get()),
}))
"""


def test_old_figures_are_kept_and_missing_ones_made_up_for(either_stack):
    stack = either_stack
    stack.manage("migrate", "annotation", "0006", "--verbosity=0")
    stack.run(OLD)
    stack.manage("migrate", "--verbosity=0")
    told = json.loads(stack.run(TOLD))
    assert told["kept"] == [float(number) for number in range(1, 11)]
    assert (told["unknown"], told["reasons"], told["drawn"]) == (110, 10, 10)
    assert (told["gold"], told["tallies"], told["behind"]) == ([["2024", 2]], [0, 0], True)
    said = stack.manage("backfill")
    assert "108 note(s), 2 lecture(s)" in said
    told = json.loads(stack.run(TOLD))
    # one bare phone number (0.4 for its digits) and a name that the model gives 0.6
    assert told["urgent"] == [0.8]
    assert (told["unknown"], told["reasons"], told["drawn"]) == (2, 118, 118)
    assert (told["gold"], told["tallies"], told["behind"]) == ([["2024", 2]], [2, 2], False)
    assert stack.manage("backfill") == ""
