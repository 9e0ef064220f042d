"""`manage.py verify_audit`: recomputes the audit chain."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from deidweb.audit.services import verify_chain


class Command(BaseCommand):
    help = "Recalcule la chaîne du journal et nomme la première ligne touchée."

    def handle(self, *args: Any, **options: Any) -> None:
        report = verify_chain()
        if not report.is_intact:
            raise CommandError(f"chaîne rompue à la ligne {report.broken_at} : {report.reason}")
        self.stdout.write(f"Chaîne intacte : {report.checked} lignes vérifiées.")
