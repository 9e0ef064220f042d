"""`manage.py backfill`: the counts that an older version did not keep, made up for at once.

Workers queue the same work as jobs when they start.
"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from annotation.selectors.missing_counts import is_behind
from annotation.services.backfill import catch_up
from deidweb.accounts.models import Project


class Command(BaseCommand):
    help = "Reprend les décomptes que d'anciennes versions ne tenaient pas."

    def handle(self, *args: Any, **options: Any) -> None:
        for project in Project.objects.order_by("pk"):
            if is_behind(project):
                done = catch_up(project, lambda _done, _total: None, lambda: None)
                told = f"{done['notes']} note(s), {done['readings']} lecture(s)"
                self.stdout.write(f"{project.pk} : {told}")
