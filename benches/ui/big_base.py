"""A project of any size, written straight through SQL: 100,000 notes and 5 M spans in minutes.

Both databases take the same statements; what they say differently is in `_DIALECTS`. A tenth of the
notes is gold, one in twenty waits for a second reader, the last fiftieth has no suggestion yet.
All people are invented. Imported after `django.setup()`.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from django.db import connection
from django.utils import timezone

from annotation.models import DayTally, ImportBatch, Patient, PatientRecord
from annotation.services.change_work import create_work_settings
from annotation.services.create_project_labels import create_project_labels
from deidweb.accounts.models import Membership, Project, User

#           0   4     10       19         29 32   37          49
SENTENCE: Final = "Mme Durand, vue le 12/02/2020 à Dijon, va mieux. "
SENTENCES: Final = 52  # about 2,500 characters a note
_BATCHES: Final = 20
_DIALECTS: Final[dict[str, dict[str, str]]] = {
    "sqlite": {
        "id": "lower(hex(randomblob(16)))",
        "literal": "'{}'",
        "rows": "(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {})"
        " SELECT i FROM n) AS n",
        "each": "CROSS JOIN numbers AS s WHERE s.i <=",
        "ago": "strftime('%Y-%m-%d %H:%M:%f', 'now', '-' || ({}) || ' days')",
        "day": "date('now', '-' || ({}) || ' days')",
        "false": "0",
        "text": "(SELECT base FROM base)",
    },
    "postgresql": {
        "id": "gen_random_uuid()",
        "literal": "'{}'::uuid",
        "rows": "generate_series(1, {}) AS n(i)",
        "each": "CROSS JOIN LATERAL generate_series(1, 1000) AS s(i) WHERE s.i <=",
        "ago": "now() - ({}) * interval '1 day'",
        "day": "current_date - ({})::int",
        "false": "false",
        "text": "(SELECT base FROM base)",
    },
}


@dataclass(frozen=True, slots=True)
class Size:
    notes: int
    spans: int
    people: int

    @property
    def gold(self) -> int:
        """Notes 1 to `gold` are validated."""
        return self.notes // 10

    @property
    def begun(self) -> int:
        """The next notes up to `begun` have one reading."""
        return self.gold + self.notes // 20

    @property
    def compared(self) -> int:
        """The next notes up to `compared` have two."""
        return self.begun + self.notes // 300

    @property
    def suggested(self) -> int:
        """Notes up to `suggested` have suggestions."""
        return self.notes - self.notes // 50


def fill(size: Size) -> Project:
    """Members p0, p1…, each annotator, reviewer and admin. Prints the seconds of each step."""
    project = Project.objects.create(name="Banc")
    create_project_labels(project)
    create_work_settings(project)
    people = [User.objects.create(username=f"p{i}") for i in range(size.people)]
    Membership.objects.bulk_create(
        Membership(user=person, project=project, role=role)
        for person in people
        for role in ("annotator", "reviewer", "admin")
    )
    ImportBatch.objects.bulk_create(
        ImportBatch(project=project, created_by=people[0], state="done", size_bytes=1)
        for _number in range(_BATCHES)
    )
    _tally_days(project, people)
    _write_patients(project, _patients(size.notes))
    _write_rows(project, size, people)
    return project


def _patients(notes: int) -> int:
    return max(1, notes // 5)


def _write_patients(project: Project, count: int) -> None:
    """With their identities, sealed as an import seals them."""
    began = time.perf_counter()
    identity = {"last_name": ["Durand"], "first_name": ["Anne"], "city": "Dijon"}
    patients = [Patient(project=project, external_id=f"pat{i}") for i in range(1, count + 1)]
    Patient.objects.bulk_create(patients, batch_size=500)
    PatientRecord.objects.bulk_create(
        (PatientRecord(patient=patient, identity=identity) for patient in patients), batch_size=500
    )
    _say(f"patients et identités : {time.perf_counter() - began:.1f} s")


def _tally_days(project: Project, people: list[User]) -> None:
    """A year of work, three engine versions."""
    today = timezone.localdate()
    DayTally.objects.bulk_create(
        (
            DayTally(
                project=project, day=today - timedelta(days=day), author=person,
                engine_version=f"ner-fr-{day // 120}", notes=40, accepted=500, corrected=40,
                added=20, rejected=30, active_seconds=3600,
            )
            for day in range(365)
            for person in people
        ),
        batch_size=500,
    )  # fmt: skip


def _write_rows(project: Project, size: Size, people: list[User]) -> None:
    words = _DIALECTS[connection.vendor]
    first = min(person.pk for person in people)
    facts: dict[str, Any] = {
        "project": words["literal"].format(project.pk.hex),
        "author": f"({first} + {{}} % {len(people)})",
        **vars_of(size),
    }
    with connection.cursor() as cursor:
        _before(cursor)
        for name, statement in _statements(words, facts):
            began = time.perf_counter()
            cursor.execute(statement)
            _say(f"{name} : {time.perf_counter() - began:.1f} s")
        cursor.execute("SELECT count(*) FROM annotation_layer")
        layers = cursor.fetchone()[0]
        began = time.perf_counter()
        cursor.execute(_spans(words, size.spans // layers, size.spans % layers))
        _say(f"{size.spans} entités : {time.perf_counter() - began:.1f} s")
        _after(cursor)


def vars_of(size: Size) -> dict[str, int]:
    names = ("notes", "gold", "begun", "compared", "suggested")
    return {name: getattr(size, name) for name in names}


def _before(cursor: Any) -> None:
    """No foreign key is checked row by row and nothing is flushed: a failed fill is thrown away."""
    text = (SENTENCE * SENTENCES).replace("'", "''")
    if connection.vendor == "sqlite":
        cursor.execute("PRAGMA foreign_keys=OFF")
        cursor.execute("PRAGMA synchronous=OFF")
        cursor.execute("PRAGMA secure_delete=OFF")
        cursor.execute("PRAGMA cache_size=-1000000")
        cursor.execute("CREATE TEMP TABLE numbers AS " + _numbers(1000))
    else:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute("SET synchronous_commit = off")
    cursor.execute(f"CREATE TEMP TABLE base AS SELECT '{text}' AS base")


def _numbers(count: int) -> str:
    return (
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n "
        f"WHERE i < {count}) SELECT i FROM n"
    )


def _after(cursor: Any) -> None:
    """PostgreSQL's statistics, which its own daemon would take in a minute; back to safe writing."""
    began = time.perf_counter()
    cursor.execute("DROP TABLE base")
    if connection.vendor == "sqlite":
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.close()
    else:
        cursor.execute("SET session_replication_role = origin")
        cursor.execute("SET synchronous_commit = on")
        cursor.execute("VACUUM ANALYZE")
    _say(f"rangement : {time.perf_counter() - began:.1f} s")


def _statements(words: dict[str, str], facts: dict[str, Any]) -> list[tuple[str, str]]:
    """In order: each needs the rows of those before it."""
    project, author, suggested = facts["project"], facts["author"], facts["suggested"]
    gold, begun, compared = facts["gold"], facts["begun"], facts["compared"]
    new, no = words["id"], words["false"]
    patients = _patients(facts["notes"])
    state = (
        f"CASE WHEN n.i <= {gold} THEN 'gold' WHEN n.i <= {begun} THEN 'in_progress' "
        f"WHEN n.i <= {compared} THEN 'compare' WHEN n.i <= {suggested} THEN 'preannotated' "
        "ELSE 'imported' END"
    )
    # as if drawn: any number prime to the modulus walks through all its remainders
    known = (
        f"CASE WHEN n.i <= {suggested} THEN CAST(n.i AS bigint) * {{}} % {{}} / {{}} ELSE {{}} END"
    )
    urgency = ", ".join(
        known.format(*step)
        for step in (
            (7919, 10007, 1000.0, -1.0),
            (104729, 1009, 1009.0, -1.0),
            (15485863, 100003, 100003.0, 2.0),
        )
    )
    layer = (
        "INSERT INTO annotation_layer (id, kind, engine_version, version, rev, state, created_at, "
        "submitted_at, author_id, document_id, active_seconds, hides_suggestions, picked_by, "
        "provenance) "
    )
    ago = words["ago"].format("(d.position * 7) % 360")
    read = f"{layer} SELECT {new}, 'annotator', '', 1, 8, 'submitted', {ago}, {ago}, "
    read_tail = f"d.id, 90, {no}, 'oldest', '' FROM annotation_document d WHERE d.position"
    return [
        (
            "notes",
            "INSERT INTO annotation_document (id, external_id, position, text, sha256, doc_type, stay, service, "
            "doc_date, state, risk, uncertainty, draw, pick, created_at, project_id, batch_id, "
            "patient_id) "
            f"SELECT {new}, 'n' || n.i, n.i, {words['text']}, '{'0' * 64}', "
            f"'TYPE' || (n.i * 31 % 12), '', '', {words['day'].format('n.i % 900')}, {state}, {urgency}, -1, "
            f"{words['ago'].format('n.i % 400')}, {project}, b.id, p.id "
            f"FROM {words['rows'].format(facts['notes'])} "
            "JOIN (SELECT id, row_number() OVER (ORDER BY id) AS k FROM annotation_importbatch) b "
            f"ON b.k = n.i % {_BATCHES} + 1 "
            "JOIN (SELECT id, row_number() OVER (ORDER BY id) AS k FROM annotation_patient) p "
            f"ON p.k = n.i % {patients} + 1",
        ),
        (
            "suggestions",
            f"{layer} SELECT {new}, 'suggestion', 'ner-fr-1', 1, 0, 'submitted', {ago}, NULL, NULL, "
            f"d.id, 0, {no}, '', '' FROM annotation_document d WHERE d.position <= {suggested}",
        ),
        (
            "premières lectures",
            f"{read} {author.format('d.position')}, {read_tail} <= {compared}",
        ),
        (
            "secondes lectures",
            f"{read} {author.format('(d.position + 1)')}, {read_tail} > {begun} "
            f"AND d.position <= {compared}",
        ),
        (
            "références",
            f"{layer} SELECT {new}, 'gold', '', 1, 0, 'submitted', l.created_at, l.submitted_at, "
            f"l.author_id, l.document_id, 0, {no}, '', 'single' FROM annotation_layer l "
            "JOIN annotation_document d ON d.id = l.document_id "
            f"WHERE l.kind = 'annotator' AND d.position <= {gold}",
        ),
        (
            "raisons",
            "INSERT INTO annotation_documentpriority (document_id, bare, unsure) "
            f"SELECT d.id, 1, 2 FROM annotation_document d WHERE d.position <= {suggested}",
        ),
        (
            "opérations",
            "INSERT INTO annotation_spanop (op_id, rev, kind, changes, at, author_id, layer_id) "
            f"SELECT {new}, s.i, 'accept', '[]', l.created_at, l.author_id, l.id "
            f"FROM annotation_layer l {words['each']} 8 AND l.kind = 'annotator'",
        ),
        (
            "jours",
            "INSERT INTO annotation_goldday (project_id, day, notes) SELECT "
            f"{project}, {words['day'].format('n.i')}, 1 + {gold} / 360 "
            f"FROM {words['rows'].format(360)}",
        ),
        (
            "décomptes",
            "INSERT INTO annotation_layertally (layer_id, day, engine_version, accepted, corrected, "
            "added, rejected, active_seconds) SELECT l.id, "
            f"{words['day'].format('1')}, 'ner-fr-1', 10, 2, 1, 1, 90 "
            "FROM annotation_layer l WHERE l.kind = 'annotator'",
        ),
    ]  # fmt: skip


def _spans(words: dict[str, str], each: int, rest: int) -> str:
    """`each` spans a layer, one more in the first `rest` layers: names, dates, towns in turn."""
    kinds = "CASE s.i % 3 WHEN 1 THEN '{}' WHEN 2 THEN '{}' ELSE '{}' END"
    begin = "((s.i - 1) / 3) * 49 + (CASE s.i % 3 WHEN 1 THEN 4 WHEN 2 THEN 19 ELSE 32 END)"
    length = "(CASE s.i % 3 WHEN 1 THEN 6 WHEN 2 THEN 10 ELSE 5 END)"
    return (
        "INSERT INTO annotation_layerspan (span_id, start, \"end\", label, subtype, score, source, "
        f"state, doubt, comment, surface, layer_id) SELECT {words['id']}, {begin}, "
        f"{begin} + {length}, {kinds.format('PER', 'DATE', 'LOC')}, "
        f"{kinds.format('NOM', 'DATE', 'VILLE')}, 0.9, 'model:ner-fr-1', "
        "CASE WHEN l.kind = 'suggestion' THEN 'suggested' ELSE 'accepted' END, "
        f"{words['false']}, '', {kinds.format('Durand', '12/02/2020', 'Dijon')}, l.id "
        "FROM (SELECT id, kind, row_number() OVER (ORDER BY id) AS k FROM annotation_layer) l "
        f"{words['each']} {each} + (CASE WHEN l.k <= {rest} THEN 1 ELSE 0 END)"
    )  # fmt: skip


def _say(line: str) -> None:
    sys.stderr.write(f"  {line}\n")
