"""What the pages ask about agreement: the newest report, who is in it, the passages behind a cell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.db.models import Count

from annotation.models import AgreementReport, ConflictDecision, Document
from deidweb.accounts.models import Project, User

CONTEXT: Final = 40  # characters shown on either side of a span


@dataclass(frozen=True, slots=True)
class Passage:
    """A span behind a cell, in its line of the note. `other`: what the second reading marked there,
    where it has other bounds."""

    document: UUID
    title: str
    before: str
    surface: str
    after: str
    other: str = ""


def newest_report(project: Project) -> AgreementReport | None:
    return AgreementReport.objects.filter(project=project).select_related("created_by").first()


def people_in(report: AgreementReport, source: str) -> dict[str, str]:
    """Names of the people that one comparison of the report is about, by their ids."""
    told = {name for pair in report.result[source]["pairs"] for name in pair["names"]}
    ids = {int(name) for name in told if name.isdecimal()}
    return {str(user.pk): user.display_name for user in User.objects.filter(pk__in=ids)}


def decided_conflicts(project: Project) -> dict[str, dict[str, int]]:
    """How many conflicts reviewers decided, by the cause they gave, then by kind."""
    rows = (
        ConflictDecision.objects.filter(adjudication__document__project=project)
        .order_by()
        .values_list("cause", "kind")
        .annotate(count=Count("pk"))
    )
    found: dict[str, dict[str, int]] = {}
    for cause, kind, count in rows:
        found.setdefault(cause, {})[kind] = count
    return found


def passages(
    user: User, report: AgreementReport, source: str, one: str, other: str
) -> tuple[int, list[Passage]]:
    """How many spans lie behind a cell, and those that were kept, with what stands around them."""
    cells = report.result.get(source, {}).get("matrix", [])
    cell = next((c for c in cells if (c["one"], c["other"]) == (one, other)), None)
    if cell is None:
        return 0, []
    notes = {
        str(note.pk): note
        for note in Document.objects.visible_to(user).filter(
            project=report.project_id, pk__in={place[0] for place in cell["places"]}
        )
    }
    found = [_passage(notes[note], *bounds) for note, *bounds in cell["places"] if note in notes]
    return cell["count"], found


def _passage(note: Document, start: int, end: int, *other: int) -> Passage:
    text = note.text
    return Passage(
        note.pk,
        note.title,
        text[max(0, start - CONTEXT) : start],
        text[start:end],
        text[end : end + CONTEXT],
        text[slice(*other)] if other else "",
    )
