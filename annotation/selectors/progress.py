"""How far a project is: its notes by state."""

from __future__ import annotations

from dataclasses import dataclass

from annotation.selectors.counts import NoteCounts, count_notes
from deidweb.accounts.models import Project, User
from deidweb.accounts.roles import Permission


@dataclass(frozen=True, slots=True)
class Progress:
    """Notes of a project by state."""

    imported: int = 0
    preannotated: int = 0
    in_progress: int = 0
    compare: int = 0
    gold: int = 0

    @property
    def total(self) -> int:
        return self.imported + self.preannotated + self.in_progress + self.compare + self.gold

    @property
    def waiting(self) -> int:
        """On which nobody has begun."""
        return self.imported + self.preannotated


def note_counts(user: User, project: Project) -> NoteCounts:
    """Notes that the person may read, by state and type: four or five queries whatever their number."""
    if not Project.objects.visible_to(user, Permission.READ_NOTES).filter(pk=project.pk).exists():
        return NoteCounts()
    return count_notes(project)


def progress_of(user: User, project: Project) -> Progress:
    """Counts by state."""
    return Progress(**note_counts(user, project).by_state())
