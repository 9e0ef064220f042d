"""`manage.py verify_audit`: recomputes the audit chain."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from deidweb.accounts.access import altered_reasons
from deidweb.audit.services import verify_chain


class Command(BaseCommand):
    help = "Recalcule la chaîne du journal et nomme la première ligne touchée."

    def handle(self, *args: Any, **options: Any) -> None:
        report = verify_chain()
        if not report.is_intact:
            raise CommandError(f"chaîne rompue à la ligne {report.broken_at} : {report.reason}")
        if altered := altered_reasons():
            raise CommandError(
                f"ligne {altered[0]} : la raison de cet accès d'urgence n'est plus celle qui a été scellée"
            )
        self.stdout.write(f"Chaîne intacte : {report.checked} lignes vérifiées.")
