"""Counts by state leave out unfinished imports and never fetch a note's row."""

from __future__ import annotations

from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation.models import Document, ImportBatch, NoteAside
from annotation.selectors.adjudications import comparisons_of
from annotation.selectors.counts import notes_by_state


def test_notes_of_unfinished_imports_are_left_out(make_note, admin, project, other_project):
    rows = {"project": project, "created_by": admin, "format": "jsonl", "size_bytes": 1}
    done = ImportBatch.objects.create(state="done", sha256="a" * 64, **rows)
    pending = ImportBatch.objects.create(state="pending", sha256="b" * 64, **rows)
    make_note("a", state="gold")
    make_note("b", batch=done)
    make_note("c", batch=pending)
    make_note("d", project=other_project)
    assert notes_by_state(project) == {"gold": 1, "imported": 1}


def test_the_count_follows_the_index_alone(project):
    with CaptureQueriesContext(connection) as queries:
        notes_by_state(project)
    counting = next(q["sql"] for q in queries if "COUNT(" in q["sql"])
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN QUERY PLAN {counting}")
            plan = " ".join(str(row[-1]) for row in cursor.fetchall())
        assert "COVERING INDEX document_tally" in plan
    assert Document.objects.count() == 0


def test_neither_what_is_aside_nor_what_was_compared_reads_each_note_of_the_project(
    make_note, project
):
    NoteAside.objects.create(document=make_note("a"), why="person")
    with CaptureQueriesContext(connection) as queries:
        assert notes_by_state(project) == {}
        assert comparisons_of(project).finished == 0
    others = [q["sql"] for q in queries if "GROUP BY" not in q["sql"]]
    if connection.vendor == "sqlite":
        for asked in others:
            with connection.cursor() as cursor:
                cursor.execute(f"EXPLAIN QUERY PLAN {asked}")
                plan = " ".join(str(row[-1]) for row in cursor.fetchall())
            assert "(project_id=?" not in plan or "annotation_document" not in plan, plan
