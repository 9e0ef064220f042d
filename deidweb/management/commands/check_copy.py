"""`manage.py check_copy BACKUP`: compares this installation with a backup's manifest; `restore_check` calls it."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from deidweb.operations.backup import BackupError, read_manifest
from deidweb.operations.compare import differences


class Command(BaseCommand):
    help = "Compare cette installation avec le manifeste d'une sauvegarde."
    requires_system_checks = ()  # they import every page, and look at no row

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("backup", type=Path, help="dossier de la sauvegarde")

    def handle(self, *args: Any, backup: Path, **options: Any) -> None:
        try:
            found = list(differences(read_manifest(backup)))
        except BackupError as error:
            raise CommandError(str(error)) from None
        if found:
            raise CommandError(" ".join(found))
        self.stdout.write("La copie correspond à la sauvegarde.")
