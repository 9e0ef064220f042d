"""What an older version left, brought up to date on both databases: by its own migrations, the job, and to the tables of today."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from tests import kept
from tests.integration import postgresql
from tests.integration.stack import Stack

# of the first journal's trigger, which later ones took the place of
FORGOTTEN = "audit_append_only(); Type: FUNCTION"
# Before 0007 the urgency lay beside the notes; before 0008 gold was not counted by day.
OLD = """
from django.db import connection
from django.utils import timezone
from deidweb.management.commands.migrate import OldExecutor
executor = OldExecutor(connection)
# every release had the first of each app's
firsts = [(app, "0001_initial") for app in ("audit", "icdcoder", "privacy", "worker")]
state = executor.migrate([*firsts, ("annotation", "0006_assign_notes")])
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


def sqlite_schema(path: Path) -> dict[str, list[str]]:
    """By its name, what makes each table, index and trigger; columns that were altered have moved to the end."""
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("select name, sql from sqlite_master where sql is not null")
        return {name: sorted(sql.rstrip(")").split(", ")) for name, sql in rows}


def differences(stack: Stack, request) -> list[str]:
    """Between this installation's tables and those of one that was made at once."""
    address = stack.environment["DATABASE_URL"]
    if address:
        made = postgresql.schema_of(request.getfixturevalue("postgresql"))
        assert len(made) > 200
        return [one for one in made ^ postgresql.schema_of(address) if FORGOTTEN not in one]
    made = sqlite_schema(kept.schema())
    old = sqlite_schema(stack.folder / "var" / "db.sqlite3")
    assert len(made) > 200
    return [name for name in made.keys() | old.keys() if made.get(name) != old.get(name)]


def test_old_figures_are_kept_and_missing_ones_made_up_for(empty_stack, request):
    stack = empty_stack
    stack.run(OLD)
    stack.manage("migrate", "--verbosity=0")
    assert differences(stack, request) == [], "the tables of a new installation"
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
