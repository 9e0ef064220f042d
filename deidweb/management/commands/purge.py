"""`manage.py purge`: what has served its time goes; for a daily timer."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from deidweb.operations.retention import foresee_purge, purge


class Command(BaseCommand):
    help = "Efface ce qui a dépassé sa durée de conservation (docs/operations.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="dit ce qui serait effacé")

    def handle(self, *args: Any, dry_run: bool, **options: Any) -> None:
        done = foresee_purge() if dry_run else purge()
        self.stdout.write(
            f"{done.sessions} session(s), {done.jobs} travail(aux), {done.sign_ins} tentative(s) de connexion, "
            f"{done.words} fichier(s) de mots appris, {done.journal} ligne(s) scellée(s) du journal{' à effacer' if dry_run else ' effacées'}."
        )
